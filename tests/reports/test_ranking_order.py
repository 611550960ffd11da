"""Whole events ranked by percentages, with places for those who played enough, reckoned a second time."""

import random
from functools import cmp_to_key

import pytest

from scoring.seats import Side
from tests.helpers.factories import NOW, enter, make_event, make_players
from tournament.models import Event, Seating
from tournament.reports.standings import standings
from tournament.services.rounds import close_round
from tournament.services.seating import draft_plan, publish

ROUNDS = 8


def play_on(event, rng, rounds):
    """Play these rounds: eight deals at each table, worth 1, 2 or a lone march of 4."""
    for number in rounds:
        for table in event.rounds.get(number=number).tables.order_by("number"):
            totals, marches, last = {Side.NS: 0, Side.EW: 0}, dict.fromkeys("NESW", 0), Side.NS
            for _deal in range(8):
                last, worth = rng.choice([Side.NS, Side.EW]), rng.choice([1, 1, 1, 2, 2, 4])
                totals[last] += worth
                if worth == 4:
                    marches[rng.choice("NS" if last is Side.NS else "EW")] += 1
            tied = totals[Side.NS] == totals[Side.EW]
            first = last.other if tied and rng.random() < 0.7 else None
            unsaid = tied and first is None
            enter(table, *totals.values(), reached_first=first, nobody_can_say=unsaid, **marches)
        close_round(event.rounds.get(number=number), by=event.memberships.get().user, at=NOW)


def reckoned(event, through):
    """Number → [rounds, rounds won, own points, points against], from seats and sheets as stored."""
    sums = {number: [0, 0, 0, 0] for number in event.players.values_list("number", flat=True)}
    seats = Seating.objects.filter(round__event=event, round__number__lte=through, table__isnull=False)
    for seating in seats.select_related("player", "table"):
        sheet = seating.table.sheets.get(counting=True)
        side, other = ("ns", "ew") if seating.seat in "NS" else ("ew", "ns")
        mine = sums[seating.player.number]
        mine[0] += 1
        mine[1] += sheet.winner == side.upper()
        mine[2] += getattr(sheet, side) + getattr(sheet, f"lone_{seating.seat.lower()}")
        mine[3] += getattr(sheet, other)
    return sums


def by_percentages(sums):
    """The players in groups of those level, best first: won/rounds, then own/(own + against), all in whole
    numbers."""

    def compare(one, other):
        (n, won, own, against), (n2, won2, own2, against2) = sums[one], sums[other]
        by_wins = won2 * max(n, 1) - won * max(n2, 1)
        return by_wins or own2 * ((own + against) or 1) - own * ((own2 + against2) or 1)

    groups = []
    for number in sorted(sorted(sums), key=cmp_to_key(compare)):
        if groups and compare(groups[-1][0], number) == 0:
            groups[-1].append(number)
        else:
            groups.append([number])
    return groups


def shown(event, **how):
    """The places as the standings show them, as groups of players; and who has none."""
    table = standings(event, **how)
    groups = {}
    for row in table.placed:
        groups.setdefault(row.place, []).append(row.number)
    assert list(groups) == [1 + sum(len(g) for p, g in groups.items() if p < place) for place in groups]
    return list(groups.values()), [row.number for row in table.rows if row.place is None]


def ranked_by_percentages(director, players, ranked_from=0):
    """An event of this many players in which 5 goes home after round 3 and 9 comes for round 5."""
    event = make_event(
        director, round_count=ROUNDS, order=["win_percentage", "points_percentage"], ranked_from=ranked_from,
        bye_mode="fixed", bye_points=7,
    )  # fmt: skip
    make_players(event, players)
    event.players.filter(number=5).update(to_round=3)
    event.players.filter(number=9).update(from_round=5)
    publish(draft_plan(event, by=director, at=NOW), by=director, at=NOW)
    return Event.objects.get(pk=event.pk)


@pytest.mark.slow
def test_while_it_runs_a_place_takes_the_same_share_of_the_rounds_that_are_over(director):
    """Who sits out by the plan stays in; who comes late has no place after one lucky round."""
    event = ranked_by_percentages(director, 33, ranked_from=6)
    table = standings(event)
    assert (table.needed, len(table.placed)) == (0, len(table.rows))  # nothing is played yet
    rng = random.Random(1)
    for number, needed in enumerate([0, 1, 2, 3, 3, 4, 5, 6], start=1):
        play_on(event, rng, [number])
        sums = reckoned(event, number)
        if number < 4:  # round 5 opens as round 4 closes: until then nobody knows of 9
            del sums[9]
        too_few = [n for n, (rounds, *_) in sums.items() if rounds < needed]
        placed = {n: figures for n, figures in sums.items() if n not in too_few}
        assert standings(event).needed == needed
        assert shown(event) == (by_percentages(placed), too_few)
        assert set(too_few) <= {5, 9}
    assert standings(event, through=4).needed == 3
    assert shown(event, through=4)[1] == []
    assert shown(event)[1] == [5, 9]


def test_an_open_round_asks_nobody_for_a_round_more(director):
    event = ranked_by_percentages(director, 33, ranked_from=8)
    play_on(event, random.Random(2), [1])
    enter(event.rounds.get(number=2).tables.get(number=1))
    sat_out = event.rounds.get(number=1).seatings.filter(table=None).values_list("player__number", flat=True)
    table = standings(event)
    assert table.needed == 1
    # Who sat out the first round has played none of it, unless the first table of the second has reported.
    assert {row.number for row in table.rows if row.place is None} <= set(sat_out)
    reasons = {row.no_place.sentence for row in table.rows if row.no_place}
    assert reasons <= {"0 of 1 round played: no place yet"}
    assert table.placed[0].place == 1
