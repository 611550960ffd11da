"""A second pair of eyes: what counts for officials only until another one has looked at it."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from scoring.deal import Award
from scoring.seats import Seat, Side
from tests.helpers.factories import NOW, enter, make_official, make_published, table_of
from tests.helpers.person import Person
from tests.helpers.refusals import refused
from tests.helpers.table_entry import open_tables, report
from tournament.models import Sheet
from tournament.printing.kinds.standings import wall
from tournament.printing.paper import SIZES, PrintChoice
from tournament.reports.open_items import sheets_open
from tournament.reports.public import public_progress as public_now
from tournament.reports.standings import standings
from tournament.services import confirmations, submissions
from tournament.services.errors import Refused, Stale
from tournament.services.events import change_event
from tournament.services.rounds import close_round
from tournament.services.rulings import make_ruling
from tournament.services.sheets import restore_sheet
from tournament.state.open_items import UNCONFIRMED
from tournament.state.rulings import RulingDecision, RulingQuestion


def unconfirmed_tables(round_):
    return [
        table for item in sheets_open(round_.event, round_).with_codes(UNCONFIRMED) for table in item.tables
    ]


@pytest.fixture
def scorer(event):
    return make_official(event, "scorer", name="Sam Scorer")


@pytest.fixture
def event(director):
    event = make_published(director, players=8, rounds=2)
    return change_event(event, by=director, at=NOW, second_eyes=True)


def public(event):
    """Everybody's points as the public sees them."""
    event.refresh_from_db()
    return {row.number: row.points for row in public_now(event).standings.rows if row.points}


def official(event):
    event.refresh_from_db()
    return {row.number: row.points for row in standings(event).rows if row.points}


def browser(user):
    client = Client()
    client.force_login(user)
    return Person(client)


def test_a_sheet_counts_for_officials_and_is_hidden_from_everybody_until_confirmed(event, director, scorer):
    enter(table_of(event), 9, 4, by=director)
    assert len(official(event)) == 4
    assert public(event) == {}
    assert unconfirmed_tables(event.rounds.get(number=1)) == [1]
    confirmations.confirm(table_of(event), 1, by=scorer, at=NOW)
    assert public(event) == official(event)
    assert unconfirmed_tables(event.rounds.get(number=1)) == []


def test_no_page_of_the_hall_shows_it(event, director, scorer, client):
    player = table_of(event).seatings.get(seat="N").player
    pages = [reverse(f"public:{name}", args=[event.slug]) for name in ("event", "standings", "board", "live")]
    pages += [reverse("public:round", args=[event.slug, 1]), reverse("public:csv", args=[event.slug])]
    pages += [f"{pages[0]}?player={player.number}", reverse("player_page:show", args=[player.token])]

    def shown():
        bodies = (client.get(page).content.decode() for page in pages)
        marks = r'data-(poll|board)-etag="[^"]*"|name="sent_key" value="[^"]*"'
        return [re.sub(marks, "", body) for body in bodies]

    without = shown()
    enter(table_of(event), 9, 4, by=director, N=1)
    assert shown() == without
    confirmations.confirm(table_of(event), 1, by=scorer, at=NOW)
    assert [page for page, body, was in zip(pages, shown(), without, strict=True) if body == was] == []


def test_the_paper_for_the_wall_waits_too(event, director, scorer):
    enter(table_of(event), 9, 4, by=director)

    def points():
        sheets = wall(event, PrintChoice(SIZES["a4"])).sheets
        return [line.points.strip() for sheet in sheets for line in sheet.shows.lines]

    assert set(points()) == {"0"}
    confirmations.confirm(table_of(event), 1, by=scorer, at=NOW)
    assert "9" in points()


def test_nobody_confirms_their_own_sheet(event, director):
    enter(table_of(event), by=director)
    with refused("own-entry"):
        confirmations.confirm(table_of(event), 1, by=director, at=NOW)


def test_a_ruling_counts_it_anew_and_leaves_it_to_whoever_typed_it(event, director, scorer):
    """The typist may not confirm what they typed because a director ruled on it since; the director may."""
    enter(table_of(event), 9, 4, by=scorer)
    rule(event, director)
    with pytest.raises(Refused):
        confirmations.confirm(table_of(event), 2, by=scorer, at=NOW)
    assert confirmations.confirm(table_of(event), 2, by=director, at=NOW).to_confirm is False


def test_a_ruling_on_a_confirmed_sheet_leaves_it_confirmed(event, director, scorer):
    enter(table_of(event), 9, 4, by=scorer)
    confirmations.confirm(table_of(event), 1, by=director, at=NOW)
    rule(event, director)
    sheet = Sheet.objects.get(counting=True)
    assert (sheet.revision, sheet.to_confirm, sheet.confirmed_by) == (2, False, director)
    assert 11 in public(event).values()


def test_restoring_an_earlier_version_is_an_entry_of_its_own(event, director, scorer):
    enter(table_of(event), 9, 4, by=scorer)
    enter(table_of(event), 8, 4, by=scorer, expected=1)
    restore_sheet(table_of(event), 1, by=director, at=NOW, expected=2, reason="it was right")
    with pytest.raises(Refused):
        confirmations.confirm(table_of(event), 3, by=director, at=NOW)
    confirmations.confirm(table_of(event), 3, by=scorer, at=NOW)


def test_while_a_correction_waits_the_public_sees_what_was_confirmed_last(event, director, scorer):
    enter(table_of(event), 9, 4, by=director)
    confirmations.confirm(table_of(event), 1, by=scorer, at=NOW)
    enter(table_of(event), 5, 8, by=director, expected=1)
    assert 9 in public(event).values()
    assert 5 in official(event).values()
    assert 5 not in public(event).values()


def test_what_both_sides_of_a_table_agreed_on_needs_nobody_else(event):
    open_tables(event)
    made = report(table_of(event), 9, 4)
    submissions.accept(table_of(event), made.number, seat=Seat.E, at=NOW)
    assert len(public(event)) == 4
    assert Sheet.objects.get().to_confirm is False


def test_what_an_official_took_from_one_side_does(event, director):
    open_tables(event)
    made = report(table_of(event), 9, 4)
    submissions.count_report(table_of(event), made.number, by=director, at=NOW, expected=0)
    assert public(event) == {}


def test_confirming_another_version_than_the_one_seen_is_refused(event, director, scorer):
    enter(table_of(event), 9, 4, by=director)
    enter(table_of(event), 8, 4, by=director, expected=1)
    with pytest.raises(Stale):
        confirmations.confirm(table_of(event), 1, by=scorer, at=NOW)


def test_sheets_entered_before_the_option_stay_in_sight(director):
    event = make_published(director)
    enter(table_of(event), 9, 4)
    change_event(event, by=director, at=NOW, second_eyes=True)
    assert len(public(event)) == 4
    assert unconfirmed_tables(event.rounds.get(number=1)) == []


def test_switching_the_option_off_shows_everything(event, director):
    enter(table_of(event), 9, 4, by=director)
    change_event(event, by=director, at=NOW, second_eyes=False)
    assert len(public(event)) == 4


def test_one_click_on_the_desk_and_the_table_is_marked(event, director, scorer):
    enter(table_of(event), 9, 4, by=director)
    mine = browser(director).visit(reverse("rounds:desk", args=[event.slug, 1]))
    assert "to be confirmed" in mine.text
    assert "Another official has to confirm it." in mine.text
    theirs = browser(scorer).visit(reverse("rounds:desk", args=[event.slug, 1])).press("Confirm table 1")
    assert "confirmed by Sam Scorer" in theirs.text
    assert theirs.path == reverse("rounds:desk", args=[event.slug, 1])


def test_one_click_in_the_grid(event, director, scorer):
    enter(table_of(event), 9, 4, by=director)
    grid = reverse("sheets:enter_totals", args=[event.slug, 1])
    assert "Confirm table 1" not in browser(director).visit(grid).text
    page = browser(scorer).visit(grid).press("Confirm table 1")
    assert page.path == grid
    assert "confirmed by Sam Scorer" in page.text
    assert Sheet.objects.count() == 1


def test_the_list_names_what_waits_and_confirms_it(event, director, scorer):
    for number in (1, 2):
        enter(table_of(event, 1, number), 9, 4, by=director)
    page = browser(scorer).visit(reverse("confirmations:index", args=[event.slug]))
    assert "2 sheets wait" in page.text
    page.press("Confirm table 2")
    assert "1 sheet waits" in page.text
    page.press("Confirm table 1")
    assert "Nothing is waiting" in page.text


def test_confirming_twice_changes_nothing(event, director, scorer):
    enter(table_of(event), 9, 4, by=director)
    for _time in range(2):
        confirmations.confirm(table_of(event), 1, by=scorer, at=NOW)
    assert event.audit_entries.filter(action="sheet.confirmed").count() == 1


def test_a_director_working_alone_is_told_so_when_switching_it_on(desk, director):
    event = make_published(director)
    settings = reverse("events:settings", args=[event.slug])
    page = Person(desk).visit(settings).press("Save the settings", second_eyes="on")
    assert "nobody confirms their own" in page.page
    assert "You are the only official" in page.page
    event.refresh_from_db()
    assert event.second_eyes


def test_the_directors_standings_say_that_sheets_wait(event, director):
    enter(table_of(event), 9, 4, by=director)
    page = browser(director).visit(reverse("standings:show", args=[event.slug]))
    assert "Round 1, table 1 is not confirmed by a second official: players don’t see it." in page.text


def rule(event, director):
    table = table_of(event)
    question = RulingQuestion("other", slot=None, offender=Seat.E)
    decision = RulingDecision(question, Award(Side.NS, 2), included=False, reason="for rudeness")
    make_ruling(table, by=director, at=NOW, decision=decision)


def test_finishing_names_what_players_would_not_see(event, director):
    for number in (1, 2):
        enter(table_of(event, 1, number), 9, 4, by=director)
    close_round(event.rounds.get(number=1), by=director, at=NOW, despite_missing=True)
    page = browser(director).visit(reverse("events:finish", args=[event.slug]))
    assert "2 sheets are not confirmed by a second official" in page.text


def test_a_confirmation_by_mistake_is_taken_back_from_any_page(event, director, scorer):
    enter(table_of(event), 9, 4, by=director)
    confirmations.confirm(table_of(event), 1, by=scorer, at=NOW)
    page = browser(scorer).visit(reverse("undoing:latest", args=[event.slug]))
    entry = event.audit_entries.get(action="sheet.confirmed")
    page.client.post(reverse("undoing:undo", args=[event.slug, entry.pk]))
    assert public(event) == {}
    assert unconfirmed_tables(event.rounds.get(number=1)) == [1]


def test_what_tables_report_does_not_push_the_officials_own_actions_out_of_sight(event, director):
    open_tables(event)
    enter(table_of(event, 1, 2), 9, 4, by=director)
    for points in range(16):
        report(table_of(event), 7, 5 + points % 2)
    page = browser(director).visit(reverse("undoing:latest", args=[event.slug]))
    assert "entered table 2 of round 1" in page.text
