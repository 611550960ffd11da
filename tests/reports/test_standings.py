"""The standings as computed from sheets, sit-outs and adjustments, checked against sums made by hand."""

from types import SimpleNamespace

import pytest

from scoring.ruleset import PRESETS
from scoring.seats import SEATS
from tests.helpers import factories
from tests.helpers.factories import NOW, make_players
from tournament.models import Adjustment, Round, Seating, Sheet, Table
from tournament.reports.standings import standings, standings_changes
from tournament.state.open_items import open_sheets
from tournament.state.results import Kept, records, results, seated_rounds


def score(ns, ew, lone=None, winner=None):
    """The counting fields of a sheet: team points, lone marches by seat (a point each to the player)."""
    lone = {seat.value: (lone or {}).get(seat.value, 0) for seat in SEATS}
    won = winner if winner is not None else "NS" if ns > ew else "EW" if ew > ns else ""
    team = {"N": ns, "S": ns, "E": ew, "W": ew}
    points = {f"points_{seat.lower()}": team[seat] + lone[seat] for seat in lone}
    loners = {f"lone_{seat.lower()}": lone[seat] for seat in lone}
    whole = {"euchred": None, "deals_played": None}
    return {"ns": ns, "ew": ew, "winner": won} | whole | points | loners


def play(event, number, *tables, sit_out=(), status="closed"):
    """A round: each table is (N, E, S, W player numbers, score or None). Returns the tables."""
    players = {player.number: player for player in event.players.all()}
    made = Round.objects.create(event=event, number=number, status=status)
    laid = []
    for t, (numbers, reported) in enumerate(tables, start=1):
        table = Table.objects.create(round=made, number=t)
        for seat, player in zip(SEATS, numbers, strict=True):
            Seating.objects.create(round=made, player=players[player], table=table, seat=seat)
        if reported:
            kind = {"revision": 1, "entry": "totals", "reported_ns": 0, "reported_ew": 0, "entered_at": NOW}
            Sheet.objects.create(table=table, **kind, **reported)
        laid.append(table)
    for player in sit_out:
        Seating.objects.create(round=made, player=players[player])
    return laid


def adjust(event, number, points, **fields):
    fields |= {"number": event.adjustments.count() + 1, "reason": "test", "made_at": NOW, "points": points}
    return Adjustment.objects.create(event=event, player=event.players.get(number=number), **fields)


def row_of(event, number, **how):
    return next(row for row in standings(event, **how).rows if row.number == number)


def places(event, **how):
    return [(row.place, row.number, row.decided_by) for row in standings(event, **how).rows]


@pytest.fixture
def evening(event):
    """Five players, two rounds. By hand: 1: 10+6=16, 2: 4+6=10, 3: 9 (+sit-out), 4: 4+9=13, 5: sit-out+9."""
    make_players(event, 5)
    play(event, 1, ((1, 2, 3, 4), score(9, 4, {"N": 1})), sit_out=[5])
    play(event, 2, ((1, 4, 2, 5), score(6, 9)), sit_out=[3])
    return event


def test_a_row_has_the_sums_of_its_players_rounds_and_names_what_decided_its_place(evening):
    assert {row.number: row.points for row in standings(evening).rows} == {1: 16, 2: 10, 3: 9, 4: 13, 5: 9}
    row = row_of(evening, 1)
    assert (row.rounds_won, row.loners, row.best_round, row.rounds_played) == (1, 1, 10, 2)
    assert row.per_round == (10, 6)
    # 3 and 5 are level on points (9), rounds won (1), lone marches (0) and best round (9)
    assert places(evening) == [(1, 1, None), (2, 4, "points"), (3, 2, "points"), (4, 3, None), (4, 5, None)]


def test_equal_players_share_a_place_and_the_next_place_is_left_out(event):
    make_players(event, 8)
    play(event, 1, ((1, 5, 2, 6), score(9, 4)), ((3, 7, 4, 8), score(8, 5)))
    play(event, 2, ((5, 1, 3, 2), score(6, 7)), ((4, 6, 7, 8), None), status="open")
    # 1, 2: 9+7=16; 3: 8+6=14; 5: 4+6=10; 4: 8; 7, 8: 5; 6: 4
    assert [place for place, _, _ in places(event)] == [1, 1, 3, 4, 5, 6, 6, 8]
    play(event, 3, ((3, 1, 4, 2), score(2, 0)))
    adjust(event, 5, 6)
    # 1, 2, 3, 5 all 16 now: rounds won 2, 2, 2, 0; best round 9, 9, 8, 6
    assert places(event)[:4] == [(1, 1, None), (1, 2, None), (3, 3, "best_round"), (4, 5, "rounds_won")]


@pytest.mark.parametrize(
    ("mode", "points", "expected"),
    [("none", 7, 0), ("fixed", 7, 7), ("average", 0, 9)],
    ids=["nothing", "a fixed number", "the player's own average"],
)
def test_a_sit_out_scores_by_the_events_setting(evening, mode, points, expected):
    evening.bye_mode, evening.bye_points = mode, points
    assert row_of(evening, 3).bye_points == expected
    assert row_of(evening, 3).points == 9 + expected


def test_the_average_is_given_for_each_sit_out_and_rounded_half_up(event):
    make_players(event, 5)
    event.bye_mode = "average"
    play(event, 1, ((1, 2, 3, 4), score(8, 5)), sit_out=[5])
    play(event, 2, ((1, 2, 4, 5), score(7, 5)), sit_out=[3])
    play(event, 3, ((2, 3, 4, 5), score(6, 5)), sit_out=[1])
    play(event, 4, ((2, 3, 4, 5), score(6, 5)), sit_out=[1])
    assert row_of(event, 1).bye_points == 16  # (8 + 7) / 2 = 7.5, so 8 twice


@pytest.mark.parametrize(
    ("status", "second_table", "counts"),
    [("planned", None, False), ("open", None, False), ("open", score(5, 6), True), ("closed", None, True)],
    ids=["not begun", "tables still out", "every table in", "closed without a sheet"],
)
def test_a_sit_out_counts_once_its_round_is_closed_or_every_table_is_in(event, status, second_table, counts):
    make_players(event, 9)
    event.bye_mode, event.bye_points = "fixed", 7
    first_table = None if status == "planned" else score(9, 4)
    play(event, 1, ((1, 2, 3, 4), first_table), ((5, 6, 7, 8), second_table), sit_out=[9], status=status)
    assert row_of(event, 9).points == (7 if counts else 0)


def test_adjustments_in_force_count_and_revoked_ones_do_not(evening):
    adjust(evening, 2, 5)
    adjust(evening, 2, -1)
    adjust(evening, 2, 50, revoked_at=NOW)
    assert (row_of(evening, 2).points, row_of(evening, 2).adjustments) == (14, 4)


def test_the_unranked_and_the_disqualified_have_no_row_but_those_who_left_keep_theirs(evening):
    evening.players.filter(number=1).update(ranked=False)
    found = records(evening)
    assert (found[1].points, found[1].loners) == (16, 1)
    evening.players.filter(number=4).update(status="disqualified")
    evening.players.filter(number=2).update(status="left")
    assert [(place, number) for place, number, _ in places(evening)] == [(1, 2), (2, 3), (2, 5)]


def test_through_a_round_shows_how_it_stood_then_and_rounds_not_begun_have_no_column(evening):
    then = standings(evening, through=1)
    assert then.rounds == (1,)
    assert then.begun == (1, 2)
    assert {row.number: row.points for row in then.rows} == {1: 10, 3: 9, 2: 4, 4: 4, 5: 0}
    play(evening, 3, ((1, 2, 3, 4), None), sit_out=[5], status="planned")
    assert standings(evening).rounds == (1, 2)


@pytest.mark.parametrize("through", [2, 3, 9999])
def test_through_the_last_round_or_beyond_is_now(evening, through):
    assert standings(evening, through=through) == standings(evening)
    assert standings(evening, through=through).through is None


def test_only_the_counting_revision_counts(evening):
    sheet = Sheet.objects.get(table__round__number=2)
    Sheet.objects.filter(pk=sheet.pk).update(counting=False)
    assert row_of(evening, 1).points == 10


def test_the_last_begun_round_says_how_many_tables_are_in(event):
    make_players(event, 8)
    play(event, 1, ((1, 2, 3, 4), score(9, 4)), ((5, 6, 7, 8), None), status="open")
    found = standings(event)
    assert (found.last_round, found.sheets_in, found.sheets_due) == (1, 1, 2)


def test_a_game_of_lost_points_ranks_fewer_points_higher(evening):
    evening.rules, evening.order = PRESETS["jeuchre"].to_dict(), ["points"]
    assert [number for _, number, _ in places(evening)] == [3, 5, 2, 4, 1]


def test_head_to_head_looks_at_rounds_in_which_the_level_players_met(event):
    make_players(event, 4)
    event.order = ["points", "head_to_head"]
    play(event, 1, ((1, 2, 3, 4), score(6, 6, winner="EW")))
    # all four have 6 points; 2 and 4 won the round against 1 and 3
    assert places(event) == [(1, 2, None), (1, 4, None), (3, 1, None), (3, 3, None)]


def test_an_event_without_rounds_lists_its_players_level(event):
    make_players(event, 3)
    found = standings(event)
    assert found.rounds == ()
    assert [row.place for row in found.rows] == [1, 1, 1]


class TestWhatWouldChange:
    def test_an_unsaved_sheet_serves_as_well_and_none_takes_the_points_away(self, evening):
        table = Table.objects.get(round__number=2)
        instead = {table.pk: Sheet(table=table, **score(10, 9))}
        assert row_of(evening, 1, sheets=instead).points == 20
        assert row_of(evening, 1, sheets={table.pk: None}).points == 10

    def test_changes_name_points_first_and_then_places_that_move_without_them(self, evening):
        table = Table.objects.get(round__number=2)
        after = standings(evening, sheets={table.pk: SimpleNamespace(**score(6, 3))})
        # 4: 13 → 7, 5: 9 → 3; so 2 (10 points) moves from 3 to 2, and 3 (9 points) from 4 to 3
        found = standings_changes(standings(evening), after)
        moves = [(c.number, c.points, c.place_before, c.place_after) for c in found]
        assert moves == [(4, -6, 2, 4), (5, -6, 4, 5), (2, 0, 3, 2), (3, 0, 4, 3)]
        assert all(change.moves for change in found)

    def test_nothing_changes_when_the_same_sheet_counts(self, evening):
        table = Table.objects.get(round__number=1)
        same = standings(evening, sheets={table.pk: SimpleNamespace(**score(9, 4, {"N": 1}))})
        assert standings_changes(standings(evening), same) == ()


@pytest.mark.parametrize("players", [8, 80])
def test_standings_take_four_queries_at_any_size(event, players, django_assert_num_queries):
    make_players(event, players)
    numbers = range(1, players + 1, 4)
    for number in (1, 2, 3):
        play(event, number, *(((n, n + 1, n + 2, n + 3), score(7, 5)) for n in numbers))
    adjust(event, 1, 2)
    with django_assert_num_queries(4):
        found = standings(event)
    assert len(found.rows) == players


def test_tables_without_a_sheet_take_no_further_query_and_are_those_that_the_model_names(
    director, django_assert_max_num_queries
):
    event = factories.make_published(director, players=19, rounds=2)
    for number in (1, 2):
        factories.enter(factories.table_of(event, 1, number), 7, 5)
    Table.objects.filter(round__number=1, number=3).update(not_played="the lights went out")
    Round.objects.filter(event=event, number=1).update(status="closed")
    Round.objects.filter(event=event, number=2).update(status="open")
    seats = seated_rounds(event)
    with django_assert_max_num_queries(4):
        found = results(event)
    assert found.without_sheet
    assert found.without_sheet == open_sheets(event)[1]
    Table.objects.filter(round__number=1, number=3).update(not_played="")
    with django_assert_max_num_queries(4):
        kept = results(event, seats=seats)
    assert kept.without_sheet == open_sheets(event)[1]


def test_what_earlier_results_were_folded_into_is_used_only_while_its_facts_are_the_same(event):
    make_players(event, 9)
    play(event, 1, ((1, 2, 3, 4), score(7, 5)), ((5, 6, 7, 8), score(4, 8)), sit_out=[9])
    first, _second = play(event, 2, ((9, 2, 4, 3), score(6, 2)), ((5, 8, 6, 7), None), status="open")
    kept = Kept()

    def both():
        return records(event, computed=results(event, kept=kept)), records(event)

    def changed(queryset, **values):
        assert queryset.update(**values)

    seats = Seating.objects.filter(round=first.round)
    changes = (
        lambda: changed(Sheet.objects.filter(table=first), **score(9, 1, {SEATS[0]: 1})),
        lambda: changed(Sheet.objects.filter(table=first), euchred={"E": 2}),
        lambda: changed(event.players.filter(number=2), number=22),
        lambda: changed(seats.filter(player__number=9), player=event.players.get(number=1)),
        lambda: adjust(event, 4, -3),
        lambda: changed(type(event).objects.filter(pk=event.pk), bye_mode="fixed", bye_points=5),
        lambda: changed(Sheet.objects.filter(table=first), counting=False),
    )
    alone = both()[1]
    for change in changes:
        change()
        event = type(event).objects.get(pk=event.pk)
        together, afresh = both()
        assert together == afresh
        assert afresh != alone
        alone = afresh
