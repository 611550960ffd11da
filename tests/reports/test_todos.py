"""What is to be done is one list: evenings, and after each act what of it is shown where."""

import pytest
from django.urls import reverse
from django.utils.translation import override

from scoring.seats import Seat
from tests.helpers.factories import (
    NOW,
    Evening,
    close,
    correct,
    enter,
    make_players,
    make_published,
    table_of,
)
from tests.helpers.rulings import deal, rule
from tests.helpers.table_entry import report
from tests.helpers.tally_cards import type_card
from tournament.models import Event
from tournament.reports import event_overview as overview
from tournament.reports.rounds import RoundDesk
from tournament.reports.todos import (
    TODOS,
    Shown,
    completeness,
    missing_words,
    results_open,
    sheets_in,
    sheets_open,
)
from tournament.services import money
from tournament.services.events import finish_event
from tournament.services.next_round import Answers, keep_seating, seat_next
from tournament.services.prizes import set_prizes
from tournament.services.rounds import DISPUTED, NOT_PLAYED, mark_table
from tournament.services.seating import draft_plan, former_seating, publish, replan


def of(players=12, **changes):
    return lambda director: Evening(director, players, **changes)


def seated(players=12, **changes):
    return lambda director: Evening(director, players, **changes).published()


def by(service, **asked):
    """A service with the event, by its director."""
    return lambda event: service(event, by=event.memberships.get().user, at=NOW, **asked)


def scored(number, *totals):
    def act(event):
        for table, told in enumerate(totals, start=1):
            if told:
                enter(table_of(event, number, table), *told)

    return act


def closed(number, **said):
    return lambda event: close(event, number, despite_missing=True, **said)


IN = ((9, 4),) * 3  # three tables


def played(number, *totals):
    return lambda event: (scored(number, *totals or IN)(event), close(event, number))


def players(*numbers, **fields):
    return lambda event: event.players.filter(number__in=numbers).update(**fields)


def rounds(number, status):
    return lambda event: event.rounds.filter(number=number).update(status=status)


def corrected(table, ns, ew):
    return lambda event: correct(table_of(event, 1, table), ns, ew)


def disputed(event):
    who = event.memberships.get().user
    mark_table(table_of(event), DISPUTED, by=who, at=NOW, reason="who won?")


def published(event):
    publish(event.drafts.get(), by=event.memberships.get().user, at=NOW)


def redrawn(**asked):
    def act(event):
        by(replan, from_round=2, **asked)(event)
        published(event)

    return act


def restored(event):
    publish(former_seating(event), by=event.memberships.get().user, at=NOW)


def a_seat_is_empty(event):
    table_of(event, 1, 2).seatings.filter(seat="E").update(table=None, seat="")


def phones(event):
    for table, ns, ew, seat in ((1, 7, 5, "N"), (2, 7, 5, "N"), (2, 5, 7, "E")):
        report(table_of(event, 1, table), ns, ew, seat)


def other_dealer(event):
    director, table = event.memberships.get().user, table_of(event)
    rule(table, director, "no-discard", Seat.W)
    deal(table, director, Seat.N, but=[1])


def nobody_said_of_sit_outs(event):
    Event.objects.filter(pk=event.pk).update(bye_decided=False, bye_mode="none", bye_points=0)


def paid(event):
    for player in event.players.all():
        money.take_payment(player, by=event.memberships.get().user, at=NOW)


def cards(*numbers, more=0):
    def act(event):
        for player in event.players.filter(number__in=numbers):
            for number in (1, 2):
                type_card(player, 4 + more * player.number % 9, round_number=number)

    return act


APART = (12, 2), (9, 4), (7, 5)
FINISHED = by(finish_event, missing=["1.3"])
ALL = range(1, 13)
USUAL = {"first-place", "second-reading"}
# Tests of rulings (state/test_ruling_calls, services/test_rulings) and views/test_not_played meet these.
ELSEWHERE = {(place, code) for place in (Shown.FINISHING, Shown.OPEN) for code in ("call", "written")}
ELSEWHERE.add((Shown.ROUND, "enter-missing"))
# What is done; then what is shown: the step of the desk; of round 1; what is open at finishing; and in lists.
# fmt: off
CORRECTED_STANDINGS = [
    (played(1, *APART), "enter", "elsewhere", "rounds", "missing"),
    (corrected(1, 13, 2), "enter", "elsewhere", "rounds", "missing"),
    (corrected(1, 2, 12), "enter", "elsewhere", "rounds", "reordered missing"),
    (by(keep_seating), "enter", "elsewhere", "rounds", "missing"),
    (corrected(3, 5, 7), "enter", "elsewhere", "rounds", "reordered missing"),
    (by(seat_next), "enter", "elsewhere", "rounds", "missing"),
    (corrected(1, 12, 2), "enter", "elsewhere", "rounds", "reordered missing"),
    (redrawn(), "enter", "elsewhere", "rounds", "missing"),
    (restored, "enter", "elsewhere", "rounds", "reordered missing"),
    (scored(2, (9, 4)), "enter", "elsewhere", "rounds", "missing"),
]
EVENINGS = {
    "at tables": (of(0), [
        (players(), "add-players", "", "", ""),
        (lambda event: make_players(event, 12, status="expected"), "check-in", "", "", ""),
        (players(*ALL, status="here"), "draft", "", "", ""),
        (by(draft_plan), "publish", "", "", ""),
        (published, "enter", "enter", "rounds", "missing"),
        (disputed, "enter", "enter", "rounds disputed", "disputed missing"),
        (a_seat_is_empty, "enter", "enter", "rounds disputed short", "disputed missing short"),
        (scored(1, *IN[1:], (6, 6)), "close", "close", "rounds tied", "tied"),
        (corrected(3, 9, 4), "close", "close", "rounds", ""),
        (closed(1), "enter", "elsewhere", "rounds", "missing"),
        (rounds(2, "planned"), "waiting", "waiting", "rounds", ""),
        (rounds(2, "open"), "enter", "elsewhere", "rounds", "missing"),
        (played(2), "finish", "finish", "", ""),
        (
            lambda event: table_of(event, 1, 3).sheets.all().delete(),
            "enter-missing", "late-sheet", "missing", "missing",
        ),
        (by(money.set_entry_fee, price=1000), "enter-missing", "late-sheet", "missing fees cash", "missing"),
        (
            by(set_prizes, places=[50_000], sides={"most_loners": 300}),
            "enter-missing", "late-sheet", "missing prizes fees pot cash", "missing",
        ),
        (FINISHED, "finished", "finished", "missing prizes fees pot cash", "missing"),
    ]),
    "with phones": (seated(scores_from="tables"), [
        (phones, "enter", "enter", "rounds disputed", "waiting disputed missing"),
        (closed(1), "enter", "late-sheet", "rounds disputed waiting missing", "waiting disputed missing"),
        (
            lambda event: report(table_of(event, 1, 3), 9, 4),
            "enter", "late-sheet", "rounds disputed waiting missing late", "waiting disputed late missing",
        ),
    ]),
    "a ruling names another dealer": (seated(rounds=1), [
        (scored(1, None, *IN[1:]), "enter", "enter", "rounds", "missing"),
        (other_dealer, "close", "close", "rounds dealer", "dealer"),
        (closed(1), "settle", "settle", "dealer", "dealer"),
    ]),
    "players sit out": (seated(9, rounds=1), [
        (scored(1, *IN[1:]), "close", "close", "rounds", ""),
        (closed(1), "finish", "finish", "", ""),
        (nobody_said_of_sit_outs, "settle", "settle", "sit-out", "sit-out"),
    ]),
    "players come late and go": (seated(), [
        (players(3, status="late"), "enter", "enter", "rounds", "expected missing"),
        (players(4, status="left", to_round=None), "enter", "enter", "rounds", "gone expected missing"),
        (players(6, status="left", to_round=1), "enter", "enter", "rounds", "gone expected absent missing"),
        (
            lambda event: make_players(event, ["Walk Up"]),
            "enter", "enter", "rounds", "gone expected unseated absent missing",
        ),
    ]),
    "winners up": (seated(rounds=3, movement="winners-up"), [
        (scored(1, *IN), "close", "close", "rounds", ""),
        (closed(1, answers=Answers(wait=True)), "seat-next", "seat-next", "", ""),
        (by(seat_next), "enter", "elsewhere", "rounds", "missing"),
        (corrected(2, 10, 4), "enter", "elsewhere", "rounds", "missing"),
        (corrected(2, 4, 9), "enter", "elsewhere", "rounds", "reseat missing"),
        (by(seat_next), "enter", "elsewhere", "rounds", "missing"),
        (corrected(2, 9, 4), "enter", "elsewhere", "rounds", "reseat missing"),
        (redrawn(), "enter", "elsewhere", "rounds", "missing"),
        (restored, "enter", "elsewhere", "rounds", "reseat missing"),
        (scored(2, (9, 4)), "enter", "elsewhere", "rounds", "missing"),
    ]),
    "winners up from round 2": (seated(rounds=3), [
        (played(1), "enter", "elsewhere", "rounds", "missing"),
        (redrawn(movement="winners-up"), "enter", "elsewhere", "rounds", "missing"),
        (corrected(2, 4, 9), "enter", "elsewhere", "rounds", "reseat missing"),
    ]),
    "by standings": (seated(rounds=3, movement="by-standings"), CORRECTED_STANDINGS),
    "standings last": (seated(movement="standings-last"), CORRECTED_STANDINGS),
    "by standings from round 2": (seated(), [
        (played(1, *APART), "enter", "elsewhere", "rounds", "missing"),
        (redrawn(movement="by-standings"), "enter", "elsewhere", "rounds", "missing"),
        (corrected(1, 2, 12), "enter", "elsewhere", "rounds", "reordered missing"),
    ]),
    "with a finale": (seated(hidden_rounds=1), [
        (played(1), "enter", "elsewhere", "rounds", "missing"),
        (played(2), "finish", "finish", "", ""),
        (by(finish_event, finale=True), "reveal", "reveal", "", ""),
    ]),
    "scores from cards": (seated(scores_from="cards"), [
        (players(), "close", "close", "rounds", "missing"),
        (closed(1), "close", "elsewhere", "rounds sheets", "missing"),
        (closed(2), "type-cards", "type-cards", "sheets", "missing"),
    ]),
    "the hall seats itself": (of(4, movement="self"), [
        (players(), "print-cards", "", "cards", ""),
        (cards(1), "type-cards", "", "cards", ""),
        (cards(*ALL), "finish", "", "", ""),
    ]),
    "its cards cannot be": (of(4, movement="self"), [
        (cards(*ALL, more=1), "doubts", "", "doubts", ""),
    ]),
}
# fmt: on


def shown(event):
    evening = overview.Evening(event, completeness(event))
    first = event.rounds.filter(number=1).first() if evening.rounds else None
    at_round = RoundDesk(first, results_open(event)).step.code if first else ""
    finishing = overview.Evening(event, results_open(event).amiss).checklist
    checklist = dict.fromkeys(item.code for item in finishing if not item.done and item.code not in USUAL)
    listed = dict.fromkeys(item.code for item in evening.open.items)
    return evening.step.code, at_round, " ".join(checklist), " ".join(listed)


@pytest.mark.parametrize("name", EVENINGS)
def test_each_act_of_an_evening_changes_what_is_to_be_done(director, name):
    start, acts = EVENINGS[name]
    evening = start(director)
    for act, *expected in acts:
        act(evening.event)
        assert shown(evening.event) == tuple(expected), act


def test_each_to_do_is_met_on_one_of_the_evenings():
    met = {(Shown.FINISHING, code) for code in USUAL}
    for _start, acts in EVENINGS.values():
        for _act, *columns in acts:
            met |= {
                (place, code) for place, codes in zip(Shown, columns, strict=True) for code in codes.split()
            }
    assert {(place, todo.code) for todo in TODOS for place in Shown if place in todo.shown} - met == ELSEWHERE


def test_what_is_in_and_what_is_missing_is_said_of_one_of_few_and_of_many():
    assert (sheets_in(1, 0), sheets_in(3, 0)) == ("The only sheet is in.", "All 3 sheets are in.")
    with override("fr"):
        assert sheets_in(1, 0).startswith("1 feuille")
    assert missing_words((3,)) == "Table 3 is missing."
    assert missing_words((1, 3, 7)) == "Tables 1, 3 and 7 are missing."
    assert missing_words(range(1, 8)) == "7 tables are missing."


def told(event):
    """What the list before finishing says of each thing, and whether it is done."""
    checklist = overview.Evening(event, results_open(event)).checklist
    return {item.code: (item.done, item.sentence) for item in checklist}


def test_money_is_told_of_only_where_some_is_taken(director):
    event = make_published(director, players=4, rounds=1, time_zone="America/Toronto")
    assert not {"fees", "pot", "cash"} & told(event).keys()
    by(money.set_entry_fee, price=1000)(event)
    assert told(event)["fees"] == (False, "4 players who came have not paid: $40.00.")
    paid(event)
    assert told(event)["fees"] == (True, "Everybody who came has paid.")
    for counted, line in (
        (4000, (True, "The cash was counted, and it is all there.")),
        (3500, (False, "$5.00 is missing in the cash box.")),
        (4200, (False, "$2.00 is in the cash box beyond what should be there.")),
    ):
        by(money.count_cash, counted=counted, prizes_paid=False, expected=4000)(event)
        assert told(event)["cash"] == line
    by(set_prizes, places=[5000], sides={})(event)
    assert told(event)["pot"] == (False, "The prizes come to $10.00 more than the pot holds.")


def test_nothing_is_open_about_a_table_that_was_not_played(director):
    event = seated()(director).scores(1, *IN[1:]).event
    by(lambda event, **who: mark_table(table_of(event, 1, 3), NOT_PLAYED, reason="they went home", **who))(
        event
    )
    assert completeness(event).items == ()
    assert [one.table for one in completeness(event).without] == [3]


def test_a_missing_sheet_is_wrong_once_its_round_is_closed_and_those_of_a_round_are_one_line(director):
    """Each of eleven missing sheets had three lines of its own above the tables of a phone."""
    event = seated()(director).scores(1, (9, 4)).event
    awaited, _another = completeness(event).items
    assert (awaited.code, awaited.tables, awaited.wrong) == ("missing", (2,), False)
    assert completeness(event).amiss.items == ()
    close(event, despite_missing=True)
    missing, _another = completeness(event).wrong
    assert (missing.code, missing.round, missing.tables) == ("missing", 1, (2,))
    assert missing.link.url == reverse("sheets:show", args=[event.slug, 1, 2])
    (line,) = completeness(event).in_lines.wrong
    assert (line.tables, line.link.url, line.wrong) == ((2, 3), missing.link.url, True)


@pytest.mark.parametrize("players", [8, 80])
def test_what_is_open_takes_as_many_queries_for_eighty_as_for_eight(db, players, django_assert_num_queries):
    event = make_published(players=players, rounds=4)
    enter(table_of(event, 1, 1), 6, 6)
    event = Event.objects.get(pk=event.pk)
    with django_assert_num_queries(1):
        sheets_open(event)
    with django_assert_num_queries(7):
        completeness(event)
