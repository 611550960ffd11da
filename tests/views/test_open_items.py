"""No page says "all" or "every", or is green, while something of it is open; each says what is."""

import re

import pytest
from django.urls import reverse

from scoring.seats import Seat, Side
from tests.helpers import factories
from tests.helpers.factories import NOW, close, correct, enter, make_published, play, table_of
from tests.helpers.kept import kept
from tests.helpers.paper import printed
from tests.helpers.person import Person
from tests.helpers.table_entry import open_tables
from tests.helpers.tally_cards import type_card
from tournament.models import Event, Player, Round, Ruling, Seating, Sheet
from tournament.services import rulings
from tournament.services.events import finish_event
from tournament.services.prizes import set_prizes
from tournament.services.seasons import choose_events, create_season
from tournament.state.rulings import RulingDecision, RulingQuestion, proposal_for

EVERYTHING = re.compile(
    r"every table in|all \d+ sheets are in|all tables (that played )?have reported|every round is closed|"
    r"all \d+ rounds are played|every table has reported|every table is in|all tables (that played )?are in",
    re.I,
)


@pytest.fixture
@kept
def evening(director):
    """Round 1 of 2 with three tables, all in."""
    event = make_published(director, players=12, rounds=2)
    for table in (1, 2, 3):
        enter(table_of(event, 1, table), 9, 4)
    return event


def words(response):
    text = re.sub(r"<(script|style|template)\b.*?</\1>", " ", response.content.decode(), flags=re.S)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", text))


# One thing that is open, each of a kind, when everything else of the evening is in.


def a_missing_sheet(event):
    table_of(event, 1, 3).sheets.all().delete()


def an_open_tie(event):
    correct(table_of(event, 1, 2), 6, 6)


def an_undecided_sit_out(event):
    Event.objects.filter(pk=event.pk).update(bye_decided=False, bye_mode="none")
    Seating.objects.filter(table__round__event=event, table__number=3, seat="N").update(table=None, seat="")


OPEN = [a_missing_sheet, an_open_tie, an_undecided_sit_out]
OFFICIALS = [
    ("events:overview",),
    ("rounds:desk", 1),
    ("rounds:desk", 2),
    ("standings:show",),
    ("events:finish",),
]
EVERYBODY = [("public:event",), ("public:standings",), ("public:board",), ("public:round", 1)]


@pytest.fixture
def played(evening):
    """Both rounds are in and closed."""
    close(evening)
    return play(evening, 2, 9, 4)


@pytest.mark.parametrize("thing", OPEN, ids=lambda thing: thing.__name__)
def test_no_page_says_all_or_every_while_anything_is_open(desk, played, thing):
    thing(played)
    Event.objects.filter(pk=played.pk).update(live_version=9999, seating_version=9999)
    for name, *args in (*OFFICIALS, *EVERYBODY):
        page = desk.get(reverse(name, args=[played.slug, *args]))
        if name == "events:finish":  # the checklist says each thing by itself, with what is open beside it
            assert "checklist-open" in page.content.decode()
        else:
            assert played.name in words(page)
            assert EVERYTHING.search(words(page)) is None, name


@pytest.mark.parametrize("thing", OPEN[:2], ids=lambda thing: thing.__name__)
def test_the_round_is_green_nowhere_while_anything_of_it_is_open(desk, played, thing):
    thing(played)
    page = desk.get(reverse("events:overview", args=[played.slug])).content.decode()
    first, second = re.findall(r'class="strip-round\s+strip-(\w+)"', page)
    assert (first, second) == ("incomplete", "closed")
    page = desk.get(reverse("rounds:desk", args=[played.slug, 1])).content.decode()
    assert re.findall(r'class="round-number is-(\w+)"', page) == ["incomplete", "closed"]
    head = re.search(r"<h1>.*?</h1>(.*?)</p>", page, re.S).group(1)
    assert "tag-ok" not in head
    assert "tag-bad" in head


@pytest.mark.parametrize("thing", OPEN, ids=lambda thing: thing.__name__)
def test_the_desk_does_not_offer_to_finish_while_anything_is_open(desk, played, thing):
    thing(played)
    step = desk.get(reverse("events:overview", args=[played.slug])).context["desk"].step
    assert step.code in ("settle", "enter-missing")
    assert "open" in step.title or "missing" in step.title


@pytest.mark.parametrize("thing", OPEN, ids=lambda thing: thing.__name__)
def test_final_standings_are_not_called_final_without_a_word_about_what_is_open(desk, played, thing):
    thing(played)
    Event.objects.filter(pk=played.pk).update(status="finished", live_version=9999, seating_version=9999)
    for page in ("standings:show", "public:standings"):
        shown = words(desk.get(reverse(page, args=[played.slug])))
        assert "Final standings, with open items." in shown


IN_PLAY = [an_open_tie]


def sheets_page(event, name, *args):
    return reverse(f"sheets:{name}", args=[event.slug, 1, *args])


@pytest.mark.parametrize("thing", IN_PLAY, ids=lambda thing: thing.__name__)
def test_the_grid_says_what_is_open_instead_of_all_tables_are_in(desk, evening, thing):
    """The bar was green over a tie about which nobody had been asked."""
    whole = desk.get(sheets_page(evening, "enter_totals"))
    assert "All tables are in" in words(whole)
    thing(evening)
    shown = words(desk.get(sheets_page(evening, "enter_totals")))
    assert EVERYTHING.search(shown) is None
    assert "3 of 3 tables are in, 1 open item" in shown


@pytest.mark.parametrize("thing", IN_PLAY, ids=lambda thing: thing.__name__)
def test_a_saved_row_brings_the_same_words(desk, evening, thing):
    thing(evening)
    sheet = Sheet.objects.counting_at(table_of(evening, 1, 1))
    row = {"t1-ns": "9", "t1-ew": "5", "t1-revision": str(sheet.revision), "t1-was": ""}
    answer = desk.post(sheets_page(evening, "save_row", 1), row, headers={"X-Requested-With": "sheets"})
    assert answer.status_code == 200
    assert re.search("3 of 3 tables are in, [12] open items?", words(answer))


@pytest.mark.parametrize("thing", IN_PLAY, ids=lambda thing: thing.__name__)
def test_the_version_that_counts_is_not_green_while_its_table_is_open(desk, evening, thing):
    thing(evening)
    green = '<span class="tag tag-ok">'
    assert green not in desk.get(sheets_page(evening, "show", 2)).content.decode()
    assert green in desk.get(sheets_page(evening, "show", 1)).content.decode()


@pytest.mark.parametrize("thing", IN_PLAY, ids=lambda thing: thing.__name__)
def test_the_list_of_links_does_not_call_an_open_score_in(desk, evening, thing):
    open_tables(evening)
    thing(evening)
    shown = words(desk.get(reverse("table_links:index", args=[evening.slug])))
    assert shown.count("score is in, with open items") == 1
    assert shown.count("score is in") == 3


def test_no_cards_at_all_are_not_called_in_agreement(desk, evening):
    shown = words(desk.get(reverse("cards:index", args=[evening.slug])))
    assert "Nothing so far: no card is complete yet." in shown
    assert "everything typed matches" not in shown


@pytest.mark.parametrize("thing", [None, *IN_PLAY], ids=lambda thing: getattr(thing, "__name__", "cards"))
def test_cards_agree_in_green_only_when_they_and_the_sheets_are_complete(desk, evening, thing):
    for seating in Seating.objects.filter(table__round__number=1).select_related("player", "table"):
        type_card(seating.player, 9 if seating.seat in "NS" else 4)
    green = "Nothing: everything typed matches."
    assert green in words(desk.get(reverse("cards:index", args=[evening.slug])))
    if thing is None:
        evening.players.get(number=1).card_lines.all().delete()
    else:
        table_of(evening, 1, 2).sheets.update(ns=9)  # as it was typed
        thing(evening)
    assert green not in words(desk.get(reverse("cards:index", args=[evening.slug])))


def test_the_big_screen_does_not_say_every_table_while_a_tie_is_open(desk, evening):
    board = reverse("public:board", args=[evening.slug])
    assert "Every table is in" in words(desk.get(board))
    an_open_tie(evening)
    shown = words(desk.get(board))
    assert EVERYTHING.search(shown) is None
    assert re.search(r"To be settled with the director: tables\s+2", shown)


def test_the_tick_for_closing_does_not_repeat_the_list(desk, evening):
    """Seen in the pictures of three evenings: the list stood above the tick and again beside it in red."""
    an_open_tie(evening)
    shown = words(desk.post(reverse("rounds:close", args=[evening.slug, 1])))
    assert shown.count("Table 2 is tied") == 1
    assert "Tick this to close the round as it is" in shown


def test_closing_the_last_round_does_not_promise_another(desk, evening):
    """ "Closing opens the next round" was said of the last."""
    overview = reverse("events:overview", args=[evening.slug])
    assert "All 3 sheets are in. Closing opens the next round" in words(desk.get(overview))
    close(evening)
    for table in (1, 2, 3):
        enter(table_of(evening, 2, table), 9, 4)
    shown = words(desk.get(overview))
    assert "Closing opens the next round" not in shown
    assert "All 3 sheets are in. It’s the last round." in shown


def test_the_desk_says_that_a_corrected_winner_leaves_the_next_round_seated_wrongly(desk, director):
    """The next round is open and unscored, and the desk stayed silent."""
    event = make_published(director, players=12, rounds=3, movement="winners-up")
    for table in (1, 2, 3):
        enter(table_of(event, 1, table), 9, 4)
    close(event)
    correct(table_of(event, 1, 2), 4, 9)
    shown = words(desk.get(reverse("events:overview", args=[event.slug])))
    assert "East–West won, but North–South moved on as winners. Round 2 has no sheet yet" in shown
    assert "Decide" in shown


@pytest.mark.parametrize("thing", [a_missing_sheet, an_open_tie], ids=lambda thing: thing.__name__)
class TestPrizes:
    def test_the_prizes_are_not_called_final(self, desk, played, thing):
        set_prizes(played, by=played.memberships.get().user, at=NOW, places=[5000], sides={})
        thing(played)
        Event.objects.update(status="finished")
        shown = words(desk.get(reverse("prizes:index", args=[played.slug])))
        assert "Final." not in shown
        assert "Not complete: the places are wrong until what is open is settled." in shown

    @pytest.mark.slow
    @pytest.mark.parametrize("with_money", [True, False])
    def test_no_paper_is_called_final(self, played, thing, with_money):
        if with_money:
            set_prizes(played, by=played.memberships.get().user, at=NOW, places=[5000], sides={})
        thing(played)
        Event.objects.update(status="finished")
        played.refresh_from_db()
        texts = {
            kind: " ".join(printed(kind, played, "a4").text.split())
            for kind in ("standings", "prize-list", "certificate")
        }
        assert "Final standings" not in texts["standings"]
        assert "Prizes so far (not final)" in texts["prize-list"]
        assert "Not complete: Round 1, table" in texts["prize-list"]
        assert "Not complete: Round 1, table" in texts["certificate"]


def test_a_season_says_that_an_event_that_counts_lacks_a_sheet(desk, director, played):
    season = create_season("League", by=director, at=NOW)
    choose_events(season, [played], by=director)
    a_missing_sheet(played)
    Event.objects.update(status="finished")
    shown = words(desk.get(reverse("seasons:show", args=[season.slug])))
    assert "Friday Night Euchre: 1 sheet is missing, so its points are not complete." in shown


def test_check_in_does_not_say_everybody_while_somebody_has_gone(desk, director):
    event = make_published(director, players=8, rounds=1, name="One gone")
    page = reverse("players:check_in", args=[event.slug])
    assert "Everybody is here" in words(desk.get(page))
    Player.objects.filter(event=event, number=3).update(status="left", to_round=None)
    shown = words(desk.get(page))
    assert "Everybody is here" not in shown
    assert "Nobody else is expected" in shown


def test_an_open_round_with_every_sheet_in_and_a_tie_open_is_no_reason_to_say_all(desk, evening):
    an_open_tie(evening)
    for page in (("events:overview",), ("rounds:desk", 1), ("rounds:close", 1), ("standings:show",)):
        found = EVERYTHING.search(words(desk.get(reverse(page[0], args=[evening.slug, *page[1:]]))))
        assert found is None, (page, found.group())
    page = desk.get(reverse("rounds:desk", args=[evening.slug, 1])).content.decode()
    assert len(re.findall(r'class="desk-table panel\s+is-in', page)) == 2
    strip = words(desk.get(reverse("events:overview", args=[evening.slug])))
    assert "3 of 3 in 1 open" in strip


def test_a_round_that_was_opened_and_not_played_leaves_nothing_open_once_the_event_is_finished(desk, evening):
    close(evening)
    finish_event(evening, by=evening.memberships.get().user, at=NOW)
    assert "The standings are final." in words(desk.get(reverse("events:overview", args=[evening.slug])))
    for page in ("standings:show", "public:standings"):
        assert "Final standings." in words(desk.get(reverse(page, args=[evening.slug])))


TIE = "This makes it a tie, 8–8."
ASKED = "Which side reached this score first?"


@pytest.fixture
def event(director):
    return factories.make_published(director, players=8, rounds=2)


@pytest.fixture
def table(event):
    table = factories.table_of(event)
    factories.enter(table, 8, 6)
    return table


def at(name, event, *args):
    return reverse(f"rulings:{name}", args=[event.slug, *args])


def page_of(event, name="sheets:show", *args):
    return reverse(name, args=[event.slug, *(args or (1, 1))])


def renege(**changes):
    told = {"code": "renege", "offender": "N", "alone": "-", "step": "make", "points": "2", "side": "EW"}
    return told | {"fate": "PASS", "included": "no", "written": "nothing", "reason": ""} | changes


def counting(table):
    return table.sheets.get(counting=True)


class TestTheTieOfARuling:
    def test_the_preview_shows_the_tie_and_asks_who_was_first(self, desk, event, table):
        page = desk.post(at("preview", event, 1, 1), renege(step="ask")).content.decode()
        assert TIE in page
        assert ASKED in page
        assert "North–South → <strong>nobody" in page

    def test_the_answer_is_kept_while_the_director_goes_on(self, desk, event, table):
        page = desk.post(
            at("preview", event, 1, 1), renege(step="answer", reached_first="EW")
        ).content.decode()
        assert "East–West reached it first." in page
        assert 'value="EW" id="id_reached_first_1" checked' in page.replace(" required", "")

    def test_no_tie_asks_nothing(self, desk, event, table):
        page = desk.post(at("preview", event, 1, 1), renege(step="answer", points="1")).content.decode()
        assert "What it changes" in page
        assert ASKED not in page

    def test_without_an_answer_nothing_is_ruled_and_the_question_says_so(self, desk, event, table):
        page = desk.post(at("make", event, 1, 1), renege()).content.decode()
        assert "Say which side reached 8 first." in page
        assert not Ruling.objects.exists()

    @pytest.mark.parametrize(
        ("answer", "winner", "nobody"), [("NS", "NS", False), ("EW", "EW", False), ("-", "", True)]
    )
    def test_the_answer_is_on_the_sheet(self, desk, event, table, answer, winner, nobody):
        assert desk.post(at("make", event, 1, 1), renege(reached_first=answer)).status_code == 302
        assert (counting(table).winner, counting(table).nobody_can_say) == (winner, nobody)

    def test_in_the_grid_reached_first_answers_a_tie_that_an_award_makes(self, desk, event, table):
        desk.post(at("make", event, 1, 1), renege(reached_first="-"))
        row = {
            "t1-ns": "8",
            "t1-ew": "6",
            "t1-included_1": "no",
            "t1-revision": "2",
            "t1-reached_first": "EW",
        }
        assert desk.post(page_of(event, "sheets:save_row"), row).status_code == 302
        assert counting(table).winner == "EW"

    def test_revoking_says_that_the_tie_will_be_asked(self, desk, event, table, director):
        factories.enter(table, 8, 8, expected=1, reached_first=Side.NS)
        question = RulingQuestion("other", Seat.N)
        decision = RulingDecision.as_proposed(
            question, proposal_for(table, question), included=False, reason="x", reached_first=Side.EW
        )
        ruling = rulings.make_ruling(table, by=director, at=NOW, decision=decision)
        assert ASKED not in desk.get(at("revoke", event, ruling.number)).content.decode()


class TestAnOpenTie:
    @pytest.fixture
    def open_tie(self, table):
        factories.enter(table, 8, 8, expected=1)
        return table

    def test_the_tables_page_asks_and_claims_nothing(self, desk, event, open_tie):
        page = desk.get(page_of(event)).content.decode()
        assert "Tied 8–8: which side reached 8 first?" in page
        assert "nobody could say" not in page

    @pytest.mark.parametrize("name", ["events:overview", "rounds:desk", "rulings:index"])
    def test_the_desks_show_it_with_the_way_to_answer_it(self, desk, event, open_tie, name):
        args = [1] if name == "rounds:desk" else []
        page = desk.get(reverse(name, args=[event.slug, *args])).content.decode()
        assert "1 open question" in page
        assert page_of(event, "sheets:tie") in page

    def test_a_viewer_sees_it_without_the_way(self, client, event, open_tie):
        client.force_login(factories.make_official(event, "viewer"))
        page = client.get(reverse("rounds:desk", args=[event.slug, 1])).content.decode()
        assert "1 open question" in page
        assert page_of(event, "sheets:tie") not in page

    def test_closing_names_it(self, desk, event, open_tie):
        factories.enter(factories.table_of(event, 1, 2), 8, 6)
        page = desk.get(reverse("rounds:close", args=[event.slug, 1])).content.decode()
        assert "Table 1 is tied, and nobody has said which side reached the score first" in page
        assert "Every table has reported" not in page
        desk.post(reverse("rounds:close", args=[event.slug, 1]), {})
        assert Round.objects.get(event=event, number=1).status == "open"

    @pytest.mark.parametrize(
        ("answer", "words"), [("EW", "reached first as the director was told"), ("-", "nobody could say")]
    )
    def test_its_answer_makes_a_new_version(self, desk, event, open_tie, answer, words):
        told = {"answer": answer, "revision": "2"}
        assert desk.post(page_of(event, "sheets:tie"), told).status_code == 302
        assert counting(open_tie).revision == 3
        page = desk.get(page_of(event)).content.decode()
        assert words in page
        assert "which side reached" not in page

    @pytest.mark.parametrize("told", [{}, {"answer": ""}, {"answer": "UP"}, {"answer": "\x00"}])
    def test_what_is_no_answer_is_said_so(self, desk, event, open_tie, told):
        assert desk.post(page_of(event, "sheets:tie"), told | {"revision": "2"}).status_code == 422
        assert counting(open_tie).tie_is_open

    def test_an_answer_to_an_older_version_is_not_taken(self, desk, event, open_tie):
        told = {"answer": "EW", "revision": "1"}
        assert desk.post(page_of(event, "sheets:tie"), told).url == page_of(event, "sheets:tie")
        assert counting(open_tie).tie_is_open

    def test_in_a_closed_round_the_reason_is_asked_and_the_effect_accepted(self, desk, event, open_tie):
        factories.enter(factories.table_of(event, 1, 2), 8, 6)
        desk.post(reverse("rounds:close", args=[event.slug, 1]), {"despite_missing": "on"})
        told = {"answer": "EW", "revision": "2"}
        page = desk.post(page_of(event, "sheets:tie"), told).content.decode()
        assert "say why its sheet changes" in page
        told |= {"reason": "Both sides agree"}
        page = desk.post(page_of(event, "sheets:tie"), told).content.decode()
        assert "this changes the standings" in page
        assert counting(open_tie).tie_is_open
        assert desk.post(page_of(event, "sheets:tie"), told | {"accepted": "EW"}).status_code == 302
        assert counting(open_tie).winner == "EW"

    def test_a_table_that_is_not_tied_asks_nothing(self, desk, event, table):
        assert desk.get(page_of(event, "sheets:tie")).url == page_of(event)


class TestWhoDealt:
    def six(self, **changes):
        return renege(code="six-cards", offender="W", **changes)

    def test_on_totals_the_question_and_its_refusal_stand_together(self, desk, event, table):
        page = desk.get(at("make", event, 1, 1), {"code": "six-cards"}).content.decode()
        assert "Who dealt?" in page
        page = desk.post(at("make", event, 1, 1), self.six()).content.decode()
        assert "Say who dealt." in page
        assert 'id="id_dealer_error"' in page
        assert not Ruling.objects.exists()

    def test_a_missing_discard_asks_who_dealt_in_place_of_who_did_it(self, desk, event, table):
        page = desk.get(at("make", event, 1, 1), {"code": "no-discard"}).content.decode()
        assert "Who dealt?" in page
        assert "Who did it?" not in page
        page = desk.post(at("make", event, 1, 1), renege(code="no-discard", offender="")).content.decode()
        assert "Say who dealt." in page

    def test_the_ruling_keeps_whom_it_was_made_with_and_shows_it(self, desk, event, table):
        told = self.six(dealer="W", choice="taken-up", points="2", side="NS", fate="PASS")
        assert desk.post(at("make", event, 1, 1), told).status_code == 302
        assert Ruling.objects.get().dealer == "W"
        assert "Dealer" in desk.get(at("show", event, 1)).content.decode()

    def test_before_any_sheet_no_deal_is_said_to_be_norths(self, desk, event):
        page = desk.get(at("make", event, 1, 2), {"code": "renege"}).content.decode()
        assert "Deal 1<" in page
        assert "North dealt" not in page

    def test_another_dealer_on_the_sheet_leads_back_to_the_ruling(self, desk, event, director):
        from tests.helpers.rulings import deal, rule

        table = factories.table_of(event, 1, 2)
        rule(table, director, "no-discard", Seat.W)
        deal(table, director, Seat.N, but=[1])
        page = desk.get(reverse("rounds:desk", args=[event.slug, 1])).content.decode()
        assert at("amend", event, 1) in page
        page = desk.get(at("amend", event, 1)).content.decode()
        assert "Ruling 1 was made with West as dealer; by the sheet North dealt." in page
        assert 'value="EW" selected' in page
        told = renege(code="no-discard", deal="1", offender="N", reason="The sheet says North")
        assert desk.post(at("amend", event, 1), told).status_code == 302
        assert (Ruling.objects.get(number=2).dealer, counting(table).ew) == ("N", 2)


def test_missing_sheets_of_a_round_are_one_sentence_for_players(client, director):
    """Eleven red paragraphs on a phone, 1,010 px above the standings."""
    event = make_published(director, players=32, rounds=2)
    enter(table_of(event, 1, 2), 9, 4)
    close(event, 1, despite_missing=True)
    page = Person(client).visit(reverse("public:standings", args=[event.slug])).text
    assert page.count("missing") == 1
    assert "Round 1: the sheets of tables 1 and 3 to 8 are missing. Their players get 0 points." in page
