"""Correcting who sat where in a round that is being played or was: results follow those who played."""

import pytest

from scoring.deal import Award
from scoring.seats import Seat, Side
from tests.archive.made import eventful, forget
from tests.helpers.factories import NOW, enter, make_published, table_of
from tests.helpers.refusals import refusal
from tournament.archive.document import document
from tournament.archive.importing import import_event
from tournament.archive.text import dumps, loads
from tournament.models import Seating
from tournament.reports.history import line_of
from tournament.reports.standings import standings
from tournament.services import rounds, seat_corrections, substitutions, undoing
from tournament.services.rulings import make_ruling
from tournament.state.attendance import published_plans, seating_mismatch
from tournament.state.rulings import RulingDecision, RulingQuestion

SCORES = ((10, 2), (8, 4), (6, 5))


def evening(director, players=12, played=2):
    event = make_published(director, players=players, rounds=4)
    for number in range(1, played + 1):
        round_ = event.rounds.get(number=number)
        for table, score in zip(round_.tables.order_by("number"), SCORES, strict=False):
            enter(table, *score, by=director)
        rounds.close_round(round_, by=director, at=NOW)
    return event


def exchange_tables(event, director, round_=2, table=1, other=3, reason="They took the wrong tables"):
    return seat_corrections.exchange_tables(
        event, round=round_, table=table, other=other, reason=reason, by=director, at=NOW
    )


def exchange_players(event, director, one, other, first=1, last=2, reason="Sat in the wrong seat"):
    both = (event.players.get(number=number) for number in (one, other))
    asked = {"from_round": first, "to_round": last, "reason": reason, "by": director, "at": NOW}
    return seat_corrections.exchange_players(*both, **asked)


def points(event):
    return {row.number: row.points for row in standings(event).rows}


def people(event, round_, table):
    return dict(table_of(event, round_, table).seatings.values_list("seat", "player__number"))


def test_tables_at_each_others_place_get_the_results_they_played(director):
    event = evening(director)
    before, at_1, at_3 = points(event), people(event, 2, 1), people(event, 2, 3)
    exchange_tables(event, director)
    assert (people(event, 2, 1), people(event, 2, 3)) == (at_3, at_1)
    after = points(event)
    for seat, player in at_1.items():  # 10–2 was entered for them, 6–5 is what they played
        assert after[player] - before[player] == (6 - 10 if seat in "NS" else 5 - 2)
    assert {p: n for p, n in after.items() if p not in {*at_1.values(), *at_3.values()}} == {
        p: n for p, n in before.items() if p not in {*at_1.values(), *at_3.values()}
    }


def test_and_an_open_round_can_be_put_right_before_its_sheets_are_in(director):
    event = evening(director, played=1)
    at_1, at_3 = people(event, 2, 1), people(event, 2, 3)
    exchange_tables(event, director)
    assert (people(event, 2, 1), people(event, 2, 3)) == (at_3, at_1)
    assert seating_mismatch(event) is None


def test_a_player_in_anothers_seat_for_two_rounds_is_corrected_for_both(director):
    event = evening(director)
    before, placed = points(event), published_plans(event)
    own = {(n, who): plan.table_of(who) for n, plan in placed.items() for who in (3, 7)}
    exchange_players(event, director, 3, 7)
    now = published_plans(event)
    for number in (1, 2):
        assert now[number].table_of(3).seat_of(3) == own[number, 7].seat_of(7)
        assert now[number].table_of(3).number == own[number, 7].number
    assert (now[3], now[4]) == (placed[3], placed[4])
    after = points(event)
    assert (after[3], after[7]) == (before[7], before[3])


def test_somebody_who_sat_out_may_have_sat_in_anothers_seat(director):
    event = evening(director, players=13, played=1)
    out = event.players.get(seatings__round__number=1, seatings__table=None)
    there = table_of(event, 1, 1).seatings.get(seat="N").player
    exchange_players(event, director, there.number, out.number, 1, 1)
    assert people(event, 1, 1)["N"] == out.number
    assert there.seatings.get(round__number=1).table is None


def test_somebody_without_any_place_may_have_sat_in_anothers_seat(director):
    event = evening(director, played=1)
    event.players.create(own_name="Wanda Without", number=40, status="here", from_round=2)
    there = table_of(event, 1, 1).seatings.get(seat="N").player
    exchange_players(event, director, there.number, 40, 1, 1)
    assert people(event, 1, 1)["N"] == 40
    assert not there.seatings.filter(round__number=1).exists()


@pytest.mark.parametrize("what", ["tables", "players"])
def test_a_correction_is_undone_by_one_press_while_it_still_holds(director, what):
    event = evening(director)
    before, ranked = published_plans(event), points(event)
    entry = exchange_tables(event, director) if what == "tables" else exchange_players(event, director, 3, 7)
    assert published_plans(event) != before
    assert undoing.can_be_undone(event, entry)
    undoing.undo(event, entry, by=director, at=NOW)
    assert (published_plans(event), points(event)) == (before, ranked)
    assert not undoing.can_be_undone(event, entry)  # and its effect is gone
    assert event.audit_entries.first().action == entry.action


def test_what_cannot_be_exchanged_is_refused_and_what_was_is_told_until_the_round_is_locked(director):
    event = evening(director)
    before = sorted(Seating.objects.values_list("round", "player", "table", "seat"))
    codes = [
        refusal(exchange_tables, event, director, other=1).code,
        refusal(exchange_tables, event, director, other=9).code,
        refusal(exchange_tables, event, director, reason="").code,
        refusal(exchange_tables, event, director, round_=4).code,
        refusal(exchange_players, event, director, 3, 3).code,
        refusal(exchange_players, event, director, 3, 7, 2, 1).code,
        refusal(exchange_players, event, director, 3, 7, 2, 4).code,
    ]
    assert codes == [
        *("same-table", "no-table", "reason-missing", "round-not-begun"),
        *("same-player", "rounds-order", "round-not-begun"),
    ]
    assert sorted(Seating.objects.values_list("round", "player", "table", "seat")) == before
    line = line_of(exchange_tables(event, director))
    assert line.sentence == "exchanged tables 1 and 3 in round 2: they sat at each other’s place"
    assert line.reason == "They took the wrong tables"
    event.challenge_minutes = 0
    event.save()
    assert refusal(exchange_tables, event, director).code == "round-locked"
    event.status, event.challenge_minutes = "finished", None
    event.save()
    assert refusal(exchange_players, event, director, 3, 7).code == "event-finished"


def came_back(event, director):
    """The archive of an event, and that of the event made from it."""
    text = dumps(document(event))
    forget(event)
    return text, dumps(document(import_event(loads(text.encode()), by=director, at=NOW)))


def test_a_corrected_evening_with_rulings_comes_back_byte_for_byte(director):
    event = eventful(director)
    if event.is_finished:
        event.status = "playing"
        event.save()
    number = event.rounds.begun().order_by("number").first().number
    first, second = list(event.rounds.get(number=number).tables.order_by("number"))[:2]
    exchange_tables(event, director, number, first.number, second.number)
    for ruling in event.rulings.exclude(offender="").filter(table__in=[first, second]):
        assert ruling.player == Seating.objects.get(table=ruling.table, seat=ruling.offender).player
    text, again = came_back(event, director)
    assert again == text


def test_a_ruling_and_its_points_follow_who_really_sat_there(director):
    event = evening(director)
    table = table_of(event, 2, 1)
    question = RulingQuestion("renege", Seat.W)
    decision = RulingDecision(question, award=Award(Side.NS, 2), included=True, reason="a spade")
    ruling = make_ruling(table, by=director, at=NOW, decision=decision)
    was = people(event, 2, 1)["W"]
    assert ruling.player.number == was
    exchange_tables(event, director)
    ruling.refresh_from_db()
    assert ruling.player.number == people(event, 2, 1)["W"] != was


def test_a_substitute_keeps_their_chair_at_the_other_table(director):
    event = evening(director, players=13, played=1)
    absent = table_of(event, 2, 1).seatings.get(seat="N").player
    out = event.players.get(seatings__round__number=2, seatings__table=None)
    change = substitutions.substitute(
        absent, by=director, at=NOW, from_round=2, to_round=2, who=out, for_seat=False
    )
    exchange_tables(event, director)
    assert people(event, 2, 3)["N"] == out.number
    change.refresh_from_db()
    substitutions.withdraw_substitution(change, by=director, at=NOW)
    assert people(event, 2, 3)["N"] == absent.number
