"""The search for stored charts: `python -m scripts.charts`."""

import ast
from random import Random

import pytest

from scripts.charts import compiled, starts, turning, whists, workshop
from scripts.charts import mirrors as mirror_search
from scripts.charts import quarters as quarter_search
from scripts.charts import starters as starter_search
from tournament.rotation import bounds, store
from tournament.rotation.designs import mirrors, nobody_twice, quarters, starters
from tournament.rotation.search import annealing as lots


@pytest.mark.slow
@pytest.mark.parametrize(("players", "seed"), [(28, 1), (52, 430)])
def test_quarters_are_found_by_search(players, seed):
    said = []
    quarter_search.look([players], 600, seed, said.append)
    number, rest = said[0].split(": ")
    alone, start, _ = ast.literal_eval(rest.rstrip(","))
    rows = quarters.developed(quarters.parse(alone), quarters.parse(start), int(number) // 4)
    assert nobody_twice(rows, players)
    assert len(rows) == (players - 1) // 3


def test_without_an_element_of_order_three_there_are_no_quarters():
    said = []
    quarter_search.look([68], 60, 1, said.append)
    assert said == ["68 players: none, since no element of order 3 turns the points"]


def test_the_stored_mirror_images_are_found_again_among_other_blocks():
    first, second, seed = mirrors.BASES[68]
    small = mirror_search.small_part(Random(seed))
    possible = mirror_search.possible(small)
    start = {text: set(map(frozenset, mirrors.parse(text, 11))) for text in (first, second)}
    assert start[first] >= set(map(frozenset, small[0]))
    assert start[second] >= set(map(frozenset, small[1]))
    stored = [block for block in possible if frozenset(block) in start[first] | start[second]]
    others = Random(1).sample(possible, 300)
    found = mirror_search.large_part(small, [*others, *stored])
    assert found is not None
    assert mirror_search.large_part(small, [*others, *stored[1:]]) is None
    starts = [*small[0], *found[1]], [*found[0], *small[1]]
    assert nobody_twice(mirrors.developed(starts, 11), 68)


def test_mirror_images_are_looked_for_with_68_players_only():
    said = []
    mirror_search.look([44], 60, 1, said.append)
    assert said == ["44 players: not looked for"]


@pytest.mark.parametrize("players", [24, 36, 40, 44, 60])
def test_base_blocks_are_found_by_search(players):
    said = []
    starter_search.look([players], 60, 1, said.append)
    number, rest = said[0].split(": ")
    size, twist, text, _ = ast.literal_eval(rest.rstrip(","))
    assert int(number) == players
    assert starters.parse(players, size, twist, text).fits()


def test_the_tables_of_a_design_stay_while_partners_and_further_rounds_are_searched():
    start = workshop._structured(24, 9, Random(2))
    rows = compiled.Run(24, start, (12, 6, 2), Random(1)).anneal(3, 1_000, 2.5, 0.5)

    def tables(some):
        return [{frozenset(row[k : k + 4]) for k in range(0, 24, 4)} for row in some]

    assert tables(rows)[: start.kept] == tables(start.rows)[: start.kept]
    assert len(rows) == 9
    assert compiled.tally(rows, 24) < compiled.tally(start.rows, 24)


@pytest.mark.parametrize(("rounds", "turns"), [(9, [9]), (10, [9, 1]), (17, [9, 8])])
def test_a_base_round_is_turned_as_often_as_there_are_rounds_for_it(rounds, turns):
    start = starts.developed(18, rounds, 9, 0, Random(1))
    assert start.turns == turns
    assert start.rows() == [
        [p // 9 * 9 + (p + turn) % 9 for p in base]
        for base, times in zip(start.bases, turns, strict=True)
        for turn in range(times)
    ]


@pytest.mark.parametrize(
    ("players", "rounds", "order", "still"),
    [
        (18, 9, 9, 0),
        (18, 10, 9, 0),
        (18, 17, 9, 0),
        (16, 8, 4, 0),
        (12, 7, 5, 2),
        (12, 4, 2, 4),
        (17, 8, 4, 1),
    ],
)
def test_counting_by_classes_of_pairs_costs_what_all_the_rounds_cost(players, rounds, order, still):
    start = starts.developed(players, rounds, order, still, Random(2))
    run = compiled.TurnedRun(players, start, (1, 1, 1), Random(3))
    books, width = run._books(), players - players % 4
    shares = [compiled._share(turns, order) for turns in start.turns]
    cost = sum(
        turning.seat(row, table, 1, *share, books, (1, 1, 1))
        for row, share in zip(start.bases, shares, strict=True)
        for table in range(width // 4)
    )
    assert cost == sum(compiled.tally(start.rows(), players))
    random = Random(4)
    for _ in range(200):
        k = random.randrange(len(start.bases))
        p, q = random.sample(range(width), 2)
        cost += turning.swap(start.bases[k], p, q, *shares[k], books, (1, 1, 1))
    assert cost == sum(compiled.tally(start.rows(), players))


def test_rounds_are_put_in_an_order_that_lets_everybody_sit_out_once_before_anybody_does_twice():
    base = [*range(1, 3), *range(4, 18), 0, 3]  # the two who sit out are three steps apart in a cycle of six
    other = [*range(6), *range(7, 12), *range(13, 18), 6, 12]
    images = [[p - p % 6 + (p + j) % 6 for p in range(18)] for j in range(6)]
    rows = starts.Turned([base, other], [6, 6], images).rows()
    assert not starts.fair(rows)
    assert starts.fair(starts.in_fair_order(rows))
    assert sorted(starts.in_fair_order(rows)) == sorted(rows)


def test_an_order_that_is_fair_already_is_kept():
    rows = lots.rows_by_lot(18, 12, Random(1))
    assert starts.in_fair_order(rows) == rows


@pytest.mark.parametrize("out", [[(0, 1), (0, 2), (0, 3)], [(0, 1), (1, 2)], [(0, 1), (0, 1)]])
def test_no_order_is_found_where_none_is_fair(out):
    rows = [[p for p in range(6) if p not in pair] + list(pair) for pair in out]
    assert starts.in_fair_order(rows) is None


@pytest.mark.parametrize(("rounds", "order"), [(12, 6), (12, 3), (20, 5), (10, 9), (9, 3), (8, 2)])
def test_who_sits_out_base_rounds_is_drawn_so_that_a_fair_order_exists(rounds, order):
    players = 18 if 18 % order == 0 else 18 + order - 18 % order
    found = [starts.developed(players, rounds, order, 0, Random(seed)) for seed in range(10)]
    drawn = [start for start in found if start is not None]
    assert drawn
    assert all(starts.in_fair_order(start.rows()) for start in drawn)


@pytest.mark.slow
def test_a_better_chart_takes_the_place_of_the_stored_one(monkeypatch, tmp_path):
    monkeypatch.setattr(bounds, "CHARTS", tmp_path / "charts")
    said = []
    workshop.work([(8, 3), (5, 2)], 3.0, 0.05, 1, said.append)
    assert store.load(8, 3).key == (0, 0, 12) or store.load(8, 3).key[0] == 0
    assert store.load(5, 2) is not None
    assert any(line.startswith("8 players, 3 rounds: None") for line in said)


@pytest.mark.parametrize("method", ["developed 3 0", "developed 2 2", "invariant 3", "design", "lot"])
def test_every_start_gives_full_rounds(monkeypatch, tmp_path, method):
    monkeypatch.setattr(bounds, "CHARTS", tmp_path)
    cell = workshop.ChartCell(24, 6)
    rows = cell._try(method, workshop.Random(1), 1)
    assert rows is not None
    assert all(sorted(row) == list(range(24)) for row in rows)


def test_a_whist_tournament_more_even_between_left_and_right_takes_the_place_of_the_stored_one(
    monkeypatch, tmp_path
):
    lines = store.lines(12)
    monkeypatch.setattr(bounds, "CHARTS", tmp_path)
    one_way = store.parse(12, lines[11])
    store.save(one_way)
    monkeypatch.setattr(whists, "_left", lambda rows, players: 5 if rows == one_way.rows else 0)
    said = []
    whists.more_directed([10, 12, 13], 20, 1, said.append)
    assert said == ["12 players: 5 → 0 repeated left-hand opponents"]
    assert store.load(12, 11).key == one_way.key
    assert store.load(12, 11).rows != one_way.rows


def test_whist_tournaments_are_found_by_search(monkeypatch, tmp_path):
    monkeypatch.setattr(bounds, "CHARTS", tmp_path)
    said = []
    whists.look([5, 8, 12], 20, 1, said.append)
    assert store.load(8, 7).key == (0, 28, 84)
    assert store.load(12, 11).key == (0, 66, 198)
