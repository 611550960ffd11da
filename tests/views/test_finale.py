"""The finale: the result of hidden rounds is revealed from the last place up, and nothing before its time."""

import re
from dataclasses import replace
from io import BytesIO

import openpyxl
import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from scoring.ruleset import PRESETS
from tests.helpers.addresses import pages
from tests.helpers.factories import NOW, Evening
from tests.helpers.kept import kept
from tests.helpers.person import Person
from tests.helpers.refusals import refused
from tests.helpers.whole_site import PUBLIC
from tournament.models import Event, Season, Sheet
from tournament.reports.finale import finale
from tournament.reports.standings import standings
from tournament.services import events, prizes, seasons
from tournament.services.rounds import reveal

LARGE = replace(PRESETS["totals-only"], most=999, sum=None)


@pytest.fixture
@kept
def over(director):
    """Two rounds, the second one hidden; finished with a finale. Every side has a total of its own."""
    evening = Evening(director, rules=LARGE).published().changed(hidden_rounds=1)
    evening.scores(1, (1, 2), (3, 4)).closed(1).scores(2, (211, 322), (433, 544)).closed(2)
    event = evening.then(prizes.set_prizes, places=[5000, 2500], sides={}).event
    season = seasons.create_season("Winter", by=director, at=NOW)
    seasons.choose_events(season, [event], by=director)
    seasons.change_season(season, is_public=True)
    return evening.finished(finale=True).event


def step(event, number, director):
    event.refresh_from_db()
    show = finale(event)
    reveal(event, number, seen=show.step, of=show.steps, by=director, at=NOW)
    event.refresh_from_db()


def address(event, page="event"):
    return reverse(f"public:{page}", args=[event.slug])


def words(answer):
    """What a reader of this answer sees: of a page, a file, a part of a page."""
    kind, body = answer.get("Content-Type", ""), answer.content
    if "pdf" in kind:
        return "\n".join(page.extract_text() for page in PdfReader(BytesIO(body)).pages)
    if "spreadsheet" in kind:
        rows = openpyxl.load_workbook(BytesIO(body)).active.iter_rows(values_only=True)
        return " ".join(str(cell) for row in rows for cell in row)
    html = re.sub(r"<(script|style|head).*?</\1>", " ", body.decode(errors="replace"), flags=re.S)
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


QUERIES = ["", "?round=1", "?round=2", "?show=standings", "?part=standings", "?part=round&round=2",
           "?part=card&player=1", "?player=3", "?q=4", "?sort=-points", "?part=1of2"]  # fmt: skip


def public_addresses(event, queries):
    """Every address that opens without signing in, for this event and each of its players."""
    season = Season.objects.get()
    names = [page for page in pages() if page.name.startswith(PUBLIC)]
    for page in names:
        values = {"slug": event.slug, "number": 2, "round": 2, "preset": "progressive", "token": "x"}
        if page.name.startswith("season"):
            values["slug"] = season.slug
        if page.name.startswith("player_page:"):
            for player in event.players.all():
                yield player.number, page.address(values | {"token": player.token})
            continue
        for query in queries[: 1 if page.name == "public:pdf" else None]:
            yield None, page.address(values) + query


def known_to(event, number):
    """What a player has seen at their own table, and their own total."""
    row = next(row for row in standings(event).rows if row.number == number)
    sheets = Sheet.objects.filter(table__seatings__player__number=number, table__round__event=event)
    return {row.points} | {points for pair in sheets.values_list("ns", "ew") for points in pair}


def leaks(event, hidden, queries):
    """Where a total or a last score of a place that is not revealed is read, though not by its own player."""
    secret = {points for one in hidden for row in one.rows for points in (row.points, row.per_round[-1])}
    found = []
    for player, path in public_addresses(event, queries):
        answer = Client().get(path)
        assert answer.status_code < 500, path
        numbers = {int(number) for number in re.findall(r"\d+", words(answer))}
        if said := numbers & (secret - (known_to(event, player) if player else set())):
            found.append((path, answer.status_code, sorted(said)))
    return found


@pytest.mark.slow
def test_no_public_page_shows_more_than_what_is_revealed(over, director):
    """Players' finding, "wow" 3."""
    places = finale(over).places
    assert len(places) >= 4
    for revealed in (0, len(places) - 1):
        step(over, revealed, director)
        assert leaks(over, places[revealed:], QUERIES) == []


@pytest.mark.slow
def test_without_a_finale_the_same_walk_finds_the_result(over, director):
    """The walk above sees what it looks for."""
    places = finale(over).places
    step(over, None, director)
    found = " ".join(path for path, _status, _said in leaks(over, places, [""]))
    for page in ("standings/", "final/", "standings.csv", "standings.xlsx", "board/", "/s/", "rounds/2/"):
        assert page in found, page


def test_the_board_shows_the_places_from_the_last_up_then_podium_prizes_and_the_whole_list(
    client, over, director
):
    def board():
        return words(client.get(address(over, "board_live")))

    places = finale(over).places
    assert "And now: the result" in board()
    for at, one in enumerate(places, start=1):
        step(over, at, director)
        seen = board()
        for row in one.rows:
            assert row.name in seen
        for later in places[at:]:
            assert [row.name for row in later.rows if row.name in seen] == []
    assert 'data-slide="podium"' in client.get(address(over, "board_live")).content.decode()
    step(over, len(places) + 1, director)
    assert "Prizes" in board()
    assert "25.00" in board()
    Event.objects.filter(pk=over.pk).update(time_zone="America/Toronto", live_version=over.live_version + 100)
    assert "$25.00" in board(), "with the currency’s sign where it is known, as on paper"
    Event.objects.filter(pk=over.pk).update(time_zone=over.time_zone)
    over.refresh_from_db()
    step(over, None, director)
    assert "Final standings" in board()


def test_phones_follow_the_finale_and_their_pages_are_new_at_each_step(client, over, director):
    first, second, *_rest = finale(over).places
    before = client.get(address(over))
    assert "The result is being revealed" in words(before)
    step(over, 1, director)
    again = client.get(address(over), headers={"if-none-match": before["ETag"]})
    assert again.status_code == 200
    assert first.rows[0].name in words(again)
    step(over, 2, director)
    assert second.rows[0].name in words(client.get(address(over)))
    step(over, 1, director)
    back = words(client.get(address(over, "live")))
    assert first.rows[0].name in back
    assert second.rows[0].name not in back


def test_after_the_last_step_the_page_has_podium_and_prizes_in_money_or_in_kind(client, over, director):
    """A plain list without prizes, under "The result is being revealed" for ever."""
    whole = finale(over)
    step(over, whole.steps, director)
    page = client.get(address(over))
    assert page.content.decode().count('<li class="podium-') == sum(
        len(one.rows) for one in whole.places if one.on_podium
    )
    assert "The result is being revealed" not in words(page)
    for prize in whole.prizes:
        assert prize.names[0] in words(page).partition("Revealed so far")[0]
    things = [("Ham", [1]), ("Wine", [1, 2])]
    prizes.set_prizes(over, places=[], sides={}, in_kind=things, by=director, at=NOW)
    step(over, finale(over).steps, director)
    for page in ("event", "live"):
        text = words(client.get(address(over, page)))
        assert "Ham + Wine" in text
        assert "0.00" not in text


def test_the_result_stays_off_the_season_and_the_own_page_until_it_is_out(client, over, director):
    place = finale(over).places[0]
    own = reverse("player_page:show", args=[over.players.get(number=place.rows[0].number).token])
    season = reverse("season:show", args=[Season.objects.get().slug])
    assert "does not count yet" in words(client.get(season))
    assert "Your place is still to come" in words(client.get(own))
    step(over, 1, director)
    assert "Your place is still to come" not in words(client.get(own))
    assert f"{place.rows[0].points} points" in words(client.get(own))
    step(over, None, director)
    assert "The event is over" in words(client.get(own))
    assert "does not count yet" not in words(client.get(season))


def test_the_director_goes_on_with_one_button_back_with_another(dora, over):
    page = dora.visit(reverse("finale:reveal", args=[over.slug]))
    old = Person(dora.client).visit(page.path)
    places = finale(over).places
    for at, one in enumerate(places):
        assert one.rows[0].name in page.text
        page.press("Next")
        over.refresh_from_db()
        assert over.revealed == at + 1
    assert "More results were revealed" in old.press("Next").text  # it moves nothing
    page.press("Back")
    over.refresh_from_db()
    assert over.revealed == len(places) - 1
    page.press("Next").press("Show the prizes").press("Show the whole list to everybody")
    over.refresh_from_db()
    assert over.is_result_out
    page.press("Hide it and reveal it from the last place up")
    over.refresh_from_db()
    assert over.revealed == 0
    assert over.audit_entries.filter(action="event.revealed").count() == len(places) + 2


@pytest.mark.rude
def test_a_step_that_is_none_moves_nothing(desk, over, director):
    step(over, 2, director)
    for wanted in ("99", "x", "-1"):
        told = {"step": wanted, "seen": "2"}
        assert desk.post(reverse("finale:reveal", args=[over.slug]), told).status_code == 200
    over.refresh_from_db()
    assert over.revealed == 2


def test_finishing_offers_a_finale_only_where_a_played_round_is_hidden(dora, director):
    event = Evening(director).published().played(1, 2, ns=9, ew=4).event
    address, offer = reverse("events:finish", args=[event.slug]), "Reveal the result from the last place up"
    assert offer not in dora.visit(address).text
    events.change_event(event, by=director, at=NOW, hidden_rounds=1)
    assert offer in dora.visit(address).text
    dora.press("Finish the event")
    assert dora.path == reverse("finale:reveal", args=[event.slug])
    event.refresh_from_db()
    assert event.revealed == 0


def test_a_finale_ends_with_the_reopening_and_with_the_setting(over, director):
    events.change_event(over, by=director, at=NOW, hidden_rounds=0)
    over.refresh_from_db()
    assert over.is_result_out
    with refused("nothing-hidden"):
        reveal(over, 0, seen=None, of=4, by=director, at=NOW)
    events.change_event(over, by=director, at=NOW, hidden_rounds=1)
    step(over, 0, director)
    assert over.is_revealing
    events.reopen_event(over, by=director, at=NOW, reason="table 4")
    over.refresh_from_db()
    assert over.revealed is None
    with refused("not-finished"):
        reveal(over, 1, seen=None, of=4, by=director, at=NOW)


@pytest.mark.parametrize("whole", [True, False], ids=["the whole list", "step by step"])
def test_a_result_that_everybody_has_seen_is_not_taken_back_by_a_correction(dora, over, director, whole):
    """The public page went back to “Leading after round 1”, and the winner was gone."""
    places, reveals = finale(over).places, reverse("finale:reveal", args=[over.slug])
    for _place in places[: 1 if whole else None]:
        dora.visit(reveals).press("Show the whole result now" if whole else "Next")
    dora.visit(reverse("events:reopen", args=[over.slug]))
    assert "Everybody goes on seeing the result, as not final: being corrected." in dora.text
    dora.press("Reopen the event", reason="Table 2 was misread.")
    best = str(places[-1].rows[0].points)
    for page in ("event", "standings", "csv", "board", "seating"):
        seen = words(Client().get(address(over, page)))
        assert best in seen or page == "seating", page
        assert "being corrected" in seen or page == "csv", page
        assert "after round 1" not in seen, page
    dora.visit(reverse("events:finish", args=[over.slug]))
    assert re.search(r'name="finale"(?![^>]*checked)', dora.page)
    dora.press("Finish the event")
    assert "Final result" in words(Client().get(address(over)))


def test_a_reveal_that_is_not_over_is_taken_back_and_begins_anew(dora, over, director):
    step(over, 1, director)
    dora.visit(reverse("events:reopen", args=[over.slug]))
    assert "The places revealed so far are hidden again." in dora.text
    dora.press("Reopen the event", reason="Table 2 was misread.")
    assert "after round 1" in words(Client().get(address(over, "standings")))
    dora.visit(reverse("events:finish", args=[over.slug]))
    assert re.search(r'name="finale"[^>]*checked', dora.page)


def test_what_is_played_after_a_result_shown_too_early_is_hidden_all_the_same(director):
    evening = Evening(director, rounds=3).published().changed(hidden_rounds=2)
    event = evening.played(1, 2).finished().event
    assert event.shown_through is None
    again = events.reopen_event(event, by=director, at=NOW, reason="One round is to come.")
    assert (again.shown_through, again.is_corrected) == (2, False)


def test_players_without_a_place_come_first_and_those_who_share_one_together(director):
    evening = Evening(director, players=9, ranked_from=2).published().changed(hidden_rounds=1)
    evening.played(1, 2, ns=9, ew=9, nobody_can_say=True)
    event = evening.finished(finale=True).event
    places = finale(event).places
    assert places[0].place is None
    assert [one.place for one in places[1:]] == sorted((one.place for one in places[1:]), reverse=True)
    assert sum(len(one.rows) for one in places) == len(standings(event).rows)
    assert Event.objects.get().revealed == 0
