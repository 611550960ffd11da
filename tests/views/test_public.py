"""The public pages: what everybody sees, what nobody learns, and how little an unchanged page costs."""

import gzip
import re
from dataclasses import replace
from html import unescape
from itertools import cycle

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.rulecard import brief_words, rule_card
from scoring.ruleset import PRESETS
from tests.helpers.addresses import at
from tests.helpers.at_once import at_once
from tests.helpers.database import queries
from tests.helpers.factories import (
    NOW,
    Evening,
    close,
    enter,
    make_event,
    make_players,
    make_published,
    table_of,
)
from tests.helpers.kept import kept
from tests.helpers.person import words as text
from tournament.models import Event, Seating
from tournament.reports import public as reports
from tournament.reports.standings import standings
from tournament.services.adjustments import adjust, revoke_adjustment
from tournament.services.rounds import close_round
from tournament.web import caches
from tournament.words.names import last_name_first
from tournament.words.sentences import in_words

PAGES = ("event", "standings", "seating", "rules", "live")


@pytest.fixture
@kept
def played(director):
    """Nine players, so one sits out; one of two tables of round 1 has reported."""
    event = make_published(director, players=9, rounds=2, venue="Parish hall")
    enter(table_of(event, 1, 1), 9, 4, N=1)
    return event


def url(event, page="event"):
    return at(event, f"public:{page}")


class TestWhatEverybodySees:
    def test_the_front_page_says_what_when_where_how_far_and_who_leads(self, client, played):
        page = text(client.get(url(played)))
        for words in (
            "Friday Night Euchre",
            "20 November 2026",
            "Parish hall",
            "Round 1 of 2",
            "1 of 2 tables in",
        ):
            assert words in page
        assert re.search(r"As of .*\d\d:\d\d", page)
        lone = table_of(played).seatings.get(seat="N").player
        assert re.search(rf"Leading .* 1 {lone.name} 10 ", text(client.get(url(played))))

    def test_the_standings_list_everybody_on_one_page(self, client, director):
        event = make_published(director, players=120, rounds=1)
        enter(table_of(event), 9, 4)
        html = client.get(url(event, "standings")).content.decode()
        assert len(re.findall(r'<tr id="p\d+">', html)) == 120

    def test_names_are_text_never_markup(self, client, played):
        played.players.filter(number=1).update(own_name="<b>Ann</b> & 'Co'")
        for page in ("standings", "seating"):
            html = client.get(url(played, page)).content.decode()
            assert "<b>Ann" not in html
            assert "&lt;b&gt;Ann&lt;/b&gt; &amp; &#x27;Co&#x27;" in html

    def test_the_seating_stands_by_table_and_by_name_for_any_round(self, client, played):
        page = text(client.get(url(played, "seating")))
        table = table_of(played, 1, 2)
        names = [table.seatings.get(seat=seat).player for seat in "NESW"]
        seats = zip("NESW", names, strict=True)
        assert " ".join(f"{seat} {player.number} {player.name}" for seat, player in seats) in page
        out = Seating.objects.get(round__event=played, round__number=1, table=None).player
        assert f"Sitting out: {out.number} {out.name}" in page
        last, first = last_name_first(names[0].name)
        assert f"{last} {first} {names[0].number} 2 N" in page
        assert "Round 2 of 2 not started" in text(client.get(url(played, "seating"), {"round": "2"}))
        assert "Round 1 of 2 being played" in text(client.get(url(played, "seating"), {"round": "77"}))

    def test_the_rules_stand_in_plain_words_and_so_do_those_of_the_house(self, client, played, director):
        page = text(client.get(url(played, "rules")))
        assert "Rules of this event" in page
        assert "makers 4; the lone player scores 5" in page
        assert "Eight deals a round" in page
        assert "Sources T tournament rules L laws of euchre, by number" in page
        source = client.get(url(played, "rules")).content.decode()
        assert source.count('<ul class="rule-options">') > 5
        assert "<b>Found after the first trick:</b>" in source
        event = make_event(director, rules=PRESETS["progressive"].changed(deals_per_round=6))
        page = text(client.get(url(event, "rules")))
        assert "House rules tonight Deals in a round: 6" in page
        assert "Eight deals" not in page

    @pytest.mark.parametrize("preset", PRESETS)
    def test_what_is_folded_on_the_page_of_rules_is_all_there(self, client, preset):
        """The page repeated whole sentences, in 11,600 px on a phone."""
        page = unescape(text(client.get(reverse("rules", args=[preset]))))
        card = rule_card(PRESETS[preset])
        lines = [line for section in card.sections for line in section.lines]
        said = {
            brief_words(words) for line in lines for words in (line.value, *(o.text for o in line.options))
        }
        assert [words for words in said if " ".join(in_words(words).split()) not in page] == []
        assert [line.source for line in lines if line.source not in page and not line.options] == []
        assert "of the player, or of the partnership" not in page, "one line says it for all"

    def test_adjustments_that_count_are_listed_with_their_reason_and_revoked_ones_are_not(
        self, client, played, director
    ):
        made = adjust(played.players.get(number=7), -2, "late from the break", by=director, at=NOW)
        assert "A player’s total 2 points taken away late from the break" in text(client.get(url(played)))
        revoke_adjustment(made, by=director, at=NOW, reason="was on time")
        assert "late from the break" not in text(client.get(url(played)))

    def test_an_event_being_set_up_says_that_it_has_not_begun(self, client, event):
        make_players(event, 3)
        page = client.get(url(event))
        assert page.status_code == 200
        assert "Not started yet" in text(page)
        assert "3 players are on the list" in text(page)
        for name in ("standings", "seating", "rules", "live"):
            assert client.get(url(event, name)).status_code == 200

    def test_a_finished_event_shows_the_final_result(self, client, played):
        Event.objects.filter(pk=played.pk).update(status="finished")
        winners = [row.name for row in standings(played).rows if row.place == 1]
        page = text(client.get(url(played)))
        assert f"Final result First place {' '.join(winners)} The final result" in page
        assert "Final standings." in text(client.get(url(played, "standings")))


class TestFindingYourself:
    def test_a_number_shows_table_seat_partner_and_opponents_or_that_one_sits_out(self, client, played):
        seats = {s.seat: s.player for s in table_of(played, 1, 2).seatings.select_related("player")}
        page = text(client.get(url(played), {"q": str(seats["E"].number)}))
        assert "Round 1 Table 2, East" in page
        assert f"Partner {seats['W'].number} {seats['W'].name}" in page
        assert (
            f"Opponents {seats['N'].number} {seats['N'].name} {seats['S'].number} {seats['S'].name}" in page
        )
        assert "Then, round 2" in page
        out = Seating.objects.get(round__event=played, round__number=1, table=None).player
        assert "You sit out" in text(client.get(url(played), {"player": str(out.number)}))

    @pytest.mark.parametrize("q", ["Gwen Gray", "gwen", "GRAY", "gray gwen", "Gwén", "Gewn Gray", "gwengray"])
    def test_a_name_is_found_without_accents_capitals_or_perfect_spelling(self, client, played, q):
        assert "7 Gwen Gray" in text(client.get(url(played), {"q": q}))

    def test_several_are_offered_without_accents_and_nobody_says_what_to_try(self, client, played):
        played.players.filter(number=8).update(own_name="Gwen Hart")
        played.players.filter(number=6).update(own_name="Zoë Ångström")
        html = client.get(url(played), {"q": "gwen"}).content.decode()
        assert "Which one are you?" in html
        assert '"?player=7"' in html
        assert '"?player=8"' in html
        page = text(client.get(url(played), {"q": "Xaver"}))
        assert "Nobody here is called “Xaver”" in page
        assert "6 Zoë Ångström" in text(client.get(url(played), {"q": "zoe angstrom"}))

    def test_the_card_refreshes_itself_and_goes_on_to_the_next_round(self, client, played, director):
        html = client.get(url(played), {"player": "7"}).content.decode()
        polled = re.search(r'data-poll="([^"]+)"', html).group(1).replace("&amp;", "&")
        assert "7 Gwen Gray" in text(client.get(polled))
        alone = client.get(url(played, "live"), {"part": "card", "player": "7"}).content.decode()
        assert ("my-seat" in alone, "Leading" in alone) == (True, False)
        enter(table_of(played, 1, 2), 6, 7)
        close_round(played.rounds.get(number=1), by=director, at=NOW)
        page = text(client.get(url(played), {"player": "7"}))
        assert "Round 2 " in page
        assert "Then, round" not in page


class TestWhatNobodyLearns:
    @pytest.fixture
    def private(self, director):
        event = make_published(director, players=["Secret Sam", "Bo", "Cy", "Di"], rounds=1, is_public=False)
        enter(table_of(event), 9, 4)
        return event

    @pytest.mark.parametrize("page", PAGES)
    def test_a_private_event_and_an_unknown_one_answer_alike(self, client, private, page):
        unknown = client.get(reverse(f"public:{page}", args=["no-such-event"]))
        answer = client.get(url(private, page))
        assert answer.status_code == unknown.status_code == 404
        assert answer.content == unknown.content
        assert b"Secret" not in answer.content
        assert private.name.encode() not in answer.content
        assert "ETag" not in answer

    def test_a_directors_page_is_everybodys_and_a_private_one_is_gone(self, desk, client, played):
        assert desk.get(url(played)).content == client.get(url(played)).content
        etag = client.get(url(played, "live"))["ETag"]
        Event.objects.filter(pk=played.pk).update(is_public=False)
        assert client.get(url(played, "live"), headers={"If-None-Match": etag}).status_code == 404


@pytest.mark.parametrize(
    ("query", "page"),
    list(zip([
        "q=%00", "q=" + "x" * 5000, "q=%ff", "q=%F0%9F%83%8F", "q=%3Cscript%3E", "player=0",
        "player=99999999999", "player=x", "player=1%00", "round=0", "round=99999999999999",
        "round=x", "part=zzz", "part=rules",
        "per_page=-5", "sort=zzz", "page=99999999999", "_export=ods",
    ], cycle(PAGES), strict=False)),
)  # fmt: skip
def test_no_query_string_breaks_a_page(client, played, page, query):
    answer = client.get(f"{url(played, page)}?{query}")
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/html")
    assert b"<script>" not in answer.content


class TestLive:
    def test_what_has_not_changed_is_answered_304_with_one_query(
        self, client, played, django_assert_num_queries
    ):
        etag = client.get(url(played, "live"))["ETag"]
        with django_assert_num_queries(1) as queries:
            answer = client.get(url(played, "live"), headers={"If-None-Match": etag})
        assert answer.status_code == 304
        assert answer.content == b""
        assert answer["ETag"] == etag
        columns = queries[0]["sql"].partition(" FROM ")[0]
        assert set(re.findall(r'"tournament_event"\."(\w+)"', columns)) == {"uid", "live_version", "language"}

    @pytest.mark.parametrize("page", PAGES)
    def test_every_public_page_has_an_etag_that_lasts_until_something_changes(self, client, played, page):
        assert client.head(url(played, page)).status_code == 200
        etag = client.get(url(played, page))["ETag"]
        assert client.get(url(played, page), headers={"If-None-Match": etag}).status_code == 304
        assert client.get(url(played, page), headers={"If-None-Match": etag[2:]}).status_code == 304
        close(played, despite_missing=True)
        answer = client.get(url(played, page), headers={"If-None-Match": etag})
        assert answer.status_code == 200
        assert answer["ETag"] != etag

    @pytest.mark.parametrize(
        ("page", "asked", "changed"),
        [
            ("event", {}, True),
            ("standings", {}, True),
            ("live", {}, True),
            ("live", {"part": "standings"}, True),
            ("live", {"part": "seating", "player": "7"}, True),  # the player's place stands above it
            ("live", {"part": "seating"}, False),
            ("seating", {}, False),
        ],
    )
    def test_a_sheet_changes_every_page_but_who_sits_where(self, client, played, page, asked, changed):
        before = client.get(url(played, page), asked)
        enter(table_of(played, 1, 2), 6, 7)
        after = client.get(url(played, page), asked, headers={"If-None-Match": before["ETag"]})
        assert after.status_code == (200 if changed else 304)
        assert (client.get(url(played, page), asked).content != before.content) is changed

    @pytest.mark.parametrize("part", ["event", "standings", "seating"])
    def test_after_a_sheet_the_seating_is_not_read_again(self, client, played, part):
        client.get(url(played, "live"), {"part": part})
        enter(table_of(played, 1, 2), 6, 7)
        with CaptureQueriesContext(connection) as queries:
            client.get(url(played, "live"), {"part": part})
        assert not [query["sql"] for query in queries if "tournament_seating" in query["sql"]]

    def test_one_version_takes_two_queries_and_a_sheet_shows(self, client, played):
        client.get(url(played, "live"))
        assert queries(client, url(played, "live")) == 2
        assert "1 of 2 tables in" in text(client.get(url(played, "live")))
        enter(table_of(played, 1, 2), 6, 7)
        assert "2 of 2 tables in" in text(client.get(url(played, "live")))

    @pytest.mark.parametrize("players", [8, 80])
    def test_a_new_version_takes_as_many_queries_for_eight_as_for_eighty(self, client, director, players):
        event = make_published(director, players=players, rounds=2)
        enter(table_of(event), 9, 4)
        assert queries(client, url(event, "live"), {"part": "standings"}) == 16


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_fifty_phones_at_once_make_a_version_once(played, monkeypatch):
    made = []
    read = reports.public_progress
    monkeypatch.setattr(
        reports, "public_progress", lambda *args, **seats: made.append(1) or read(*args, **seats)
    )
    bodies = at_once(lambda _number: Client().get(url(played, "live")).content, 50)
    assert len(bodies) == 50
    assert len(set(bodies)) == 1
    assert len(made) == 1


class TestCompressed:
    GZIP = {"Accept-Encoding": "gzip"}

    @pytest.fixture
    def packing(self, monkeypatch):
        """How often a body is compressed for all."""
        made, compress = [], caches.gzip.compress
        caches._compressed.cache_clear()
        monkeypatch.setattr(caches.gzip, "compress", lambda *a, **k: made.append(1) or compress(*a, **k))
        return made

    @pytest.mark.parametrize(("page", "asked"), [("live", {"part": "standings"}), ("board_live", {})])
    def test_what_all_see_is_compressed_once_for_all(self, client, played, packing, page, asked):
        plain = client.get(url(played, page), asked)
        answers = [client.get(url(played, page), asked, headers=self.GZIP) for _ in range(3)]
        assert {gzip.decompress(answer.content) for answer in answers} == {plain.content}
        assert len(packing) == 1
        for answer in (plain, *answers):
            assert answer["ETag"] == plain["ETag"]
            assert "Accept-Encoding" in answer["Vary"]

    def test_a_version_is_compressed_anew_and_what_one_asks_for_not_kept(self, client, played, packing):
        answer = client.get(url(played, "live"), {"player": "7"}, headers=self.GZIP)
        assert "Gwen Gray" in gzip.decompress(answer.content).decode()
        assert packing == []
        before = client.get(url(played, "live"), headers=self.GZIP).content
        enter(table_of(played, 1, 2), 6, 7)
        assert client.get(url(played, "live"), headers=self.GZIP).content != before
        assert len(packing) == 2


class TestWhatTheDirectorChooses:
    def change(self, event, **changes):
        from tournament.services.events import change_event

        return change_event(event, by=event.memberships.get().user, at=NOW, **changes)

    @pytest.fixture
    @kept
    def three(self, director):
        """Three rounds, all in; the last one not closed."""
        evening, scores = Evening(director, rounds=3).published(), ((9, 7), (5, 8))
        for number in (1, 2):
            evening.scores(number, *scores).closed(number)
        return evening.scores(3, *scores).event

    def test_names_can_be_shown_with_an_initial_on_every_public_page(self, client, three, director):
        adjust(three.players.get(number=7), -2, "late", by=director, at=NOW)
        self.change(three, short_names=True)
        addresses = [url(three, page) for page in ("event", "standings", "seating", "live")]
        addresses += [at(three, "public:board")]
        addresses += [f"{url(three)}?q=7", f"{url(three)}?q=a", f"{url(three)}?player=3"]
        last_names = [player.name.split()[-1] for player in three.players.all()]
        for address in addresses:
            page = text(client.get(address))
            assert not [name for name in last_names if name in page], address
        assert "Gwen G." in text(client.get(url(three)))
        own = reverse("player_page:show", args=[three.players.get(number=1).token])
        assert [name for name in last_names if name in text(client.get(own))] == ["Archer"]

    def test_with_initials_nobody_learns_a_last_name_by_typing_names(self, client, three):
        """What is shown finds a player, and so does the full name; a last name on its own tells nothing.

        One look with “Gray” would else say of a whole hall who of it is a Gray. Somebody who types first and
        last name knows them; the answer still shows no more than the page does.
        """
        self.change(three, short_names=True)
        for known in ("gwen", "Gwen G.", "7", "Gwen Gray", "gwen gray", "GwenGray"):
            page = text(client.get(url(three), {"q": known}))
            assert "7 Gwen G." in page, known
            assert "Gray" not in page.replace(known, "")
        for tried in ("gray", "Gray", "gra", "grey", "Ann Gray"):
            assert "7 Gwen G." not in text(client.get(url(three), {"q": tried})), tried
        # A slip is forgiven against the name shown, so a right beginning and a wrong one do the same.
        slips = [text(client.get(url(three), {"q": f"Gwen {end}"})) for end in ("Gra", "Gro")]
        assert len({"7 Gwen G." in page for page in slips}) == 1

    def test_the_last_rounds_can_be_kept_back_until_the_end(self, client, three, director):
        shown = text(client.get(url(three, "standings"), {"round": "2"}))
        self.change(three, hidden_rounds=1)
        page = text(client.get(url(three, "standings")))
        assert "These are the standings after round 2." in page
        assert "kept back until the end" in page
        assert "R3" not in page
        assert re.findall(r"\d+ [A-Z]\w+ [A-Z]\w+ \d+", page) == re.findall(
            r"\d+ [A-Z]\w+ [A-Z]\w+ \d+", shown
        )
        for asked in ({"round": "3"}, {"part": "standings", "round": "3"}, {"round": "9"}):
            for name in ("standings", "live"):
                assert "R3" not in text(client.get(url(three, name), asked))
        front = text(client.get(url(three)))
        assert "Leading after round 2" in front
        assert "Round 3 of 3 2 of 2 tables in" in front
        assert "R3" not in text(client.get(at(three, "public:board")))
        own = text(client.get(reverse("player_page:live", args=[three.players.get(number=1).token])))
        assert "These are the standings after round 2." in own
        close_round(three.rounds.get(number=3), by=director, at=NOW)
        Event.objects.filter(pk=three.pk).update(status="finished")
        caches.forget()
        assert "R3" in text(client.get(url(three, "standings")))

    def test_a_ruling_of_a_hidden_round_is_kept_back_with_it(self, client, three, director):
        from scoring.deal import Award
        from scoring.seats import Seat, Side
        from tournament.services.rulings import make_ruling
        from tournament.state.rulings import RulingDecision, RulingQuestion

        decision = RulingDecision(
            RulingQuestion("renege", Seat.W), award=Award(Side.NS, 2), included=True, reason="a spade"
        )
        make_ruling(table_of(three, 3, 1), by=director, at=NOW, decision=decision)
        make_ruling(table_of(three, 2, 1), by=director, at=NOW, decision=replace(decision, reason="a club"))
        assert "a spade" in text(client.get(url(three)))
        self.change(three, hidden_rounds=1)
        assert "a spade" not in text(client.get(url(three)))
        assert "a club" in text(client.get(url(three)))

    @pytest.mark.parametrize("hidden", [3, 4, 60])
    def test_not_every_round_can_be_hidden(self, three, hidden):
        from tournament.services.errors import Refused

        with pytest.raises(Refused) as refused:
            self.change(three, hidden_rounds=hidden)
        assert refused.value.field == "hidden_rounds"

    def test_who_runs_it_stands_there_and_no_account_name_does(self, client, played, director):
        assert "Run by Dora Director" in text(client.get(url(played)))
        self.change(played, run_by="The Legion, at the bar")
        assert "Run by The Legion, at the bar" in text(client.get(url(played)))
        self.change(played, run_by="")
        director.name = ""
        director.save()
        caches.forget()
        page = text(client.get(url(played)))
        assert "Run by" not in page
        assert "dora" not in page
