"""Side prizes, the split of money over shared places (RULEBOOK 5), and draws that anybody can repeat."""

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import BadRanking
from scoring.prizes import (
    SIDE_PRIZES,
    Share,
    Skipped,
    Winners,
    drawn,
    group_prizes,
    halves,
    last_place,
    pot_holders,
    side_prizes,
    split_prizes,
)
from scoring.record import Bye, RoundLine, fold
from scoring.standings import rank


def table(*players, points_are="won"):
    """Standings by points from (number, round points, lone marches)."""
    records = [
        fold(number, [RoundLine(r, p, 0, p, None, loners if r == 1 else 0) for r, p in enumerate(points, 1)],
             points_are=points_are)
        for number, points, loners in players
    ]  # fmt: skip
    return rank(records, ["points"], points_are=points_are)


HALL = table((1, [9, 9], 2), (2, [12, 3], 1), (3, [7, 7], 2), (4, [2, 2], 0), (5, [12, 1], 3))
ALL = list(SIDE_PRIZES)


def prizes(rows, names=ALL, **how):
    return [(prize.prize, prize.players, prize.value) for prize in side_prizes(rows, names, **how)]


def test_each_side_prize_goes_to_the_best_and_is_shared_when_level():
    assert prizes(HALL) == [("most_loners", (5,), 3), ("best_round", (2, 5), 12), ("lowest_total", (4,), 4)]


def test_prizes_are_given_in_the_order_named():
    assert [prize[0] for prize in prizes(HALL, ["lowest_total", "most_loners"])] == [
        "lowest_total",
        "most_loners",
    ]


def test_nobody_takes_two():
    assert prizes(HALL, nobody_twice=True)[:2] == [("most_loners", (5,), 3), ("best_round", (2,), 12)]
    assert prizes(HALL, ["best_round", "most_loners"], nobody_twice=True) == [
        ("best_round", (2, 5), 12),
        ("most_loners", (1, 3), 2),
    ]


def test_first_place_takes_no_side_prize():
    assert prizes(HALL, ["most_loners"], first_takes_none=True) == [("most_loners", (5,), 3)]
    two = table((1, [9], 2), (2, [5], 1))
    assert prizes(two, ["most_loners"]) == [("most_loners", (1,), 2)]
    assert prizes(two, ["most_loners"], first_takes_none=True) == [("most_loners", (2,), 1)]


def test_shared_first_places_all_take_none():
    shared = table((1, [9], 2), (2, [9], 1), (3, [5], 1))
    assert prizes(shared, ["most_loners"], first_takes_none=True) == [("most_loners", (3,), 1)]


def test_without_a_lone_march_or_a_round_nobody_wins():
    assert prizes(table((1, [5], 0), (2, [4], 0)), ["most_loners"]) == [("most_loners", (), None)]
    assert prizes(table((1, [5], 0), (2, [], 0)), ["best_round", "lowest_total"]) == [
        ("best_round", (1,), 5),
        ("lowest_total", (1,), 5),
    ]
    assert prizes((), ["best_round"]) == [("best_round", (), None)]


def test_where_points_are_lost_the_best_round_is_the_lowest_and_the_last_total_the_highest():
    rows = table((1, [9, 2], 0), (2, [5, 5], 0), points_are="lost")
    assert prizes(rows, ["best_round", "lowest_total"], points_are="lost") == [
        ("best_round", (1,), 2),
        ("lowest_total", (1,), 11),
    ]


def test_an_unknown_prize_is_refused():
    with pytest.raises(BadRanking) as caught:
        prizes(HALL, ["best_hat"])
    assert (caught.value.code, caught.value.field) == ("prize-unknown", "prizes")


def test_every_prize_has_a_title():
    assert ALL == ["most_loners", "best_round", "lowest_total"]
    assert all(prize.title and prize.name == name for name, prize in SIDE_PRIZES.items())


def level(*points):
    return table(*[(number, [score], 0) for number, score in enumerate(points, 1)])


def test_without_ties_every_place_gets_its_prize():
    assert split_prizes([5000, 3000, 2000], level(9, 8, 7, 6)) == (
        Share(1, (1,), (1,), 5000, 0),
        Share(2, (2,), (2,), 3000, 0),
        Share(3, (3,), (3,), 2000, 0),
    )


def test_shared_places_pool_their_prizes_and_show_the_remainder():
    assert split_prizes([5000, 3000, 2001], level(9, 8, 8, 6)) == (
        Share(1, (1,), (1,), 5000, 0),
        Share(2, (2, 3), (2, 3), 2500, 1),
    )


def test_a_tie_for_the_last_prize_shares_just_that_one():
    assert split_prizes([5000, 1000], level(9, 8, 8, 8)) == (
        Share(1, (1,), (1,), 5000, 0),
        Share(2, (2, 3, 4), (2,), 333, 1),
    )


def test_places_without_money_get_no_share():
    assert split_prizes([], level(9, 8)) == ()
    assert split_prizes([0, 500], level(9, 8)) == (Share(2, (2,), (2,), 500, 0),)
    assert split_prizes([500], ()) == ()


@pytest.mark.parametrize("points", [(9, 9, 9, 9), (9, 9, 8, 7), (9, 8, 7, 7), (9, 8, 8, 8)])
def test_no_cent_is_lost_or_made(points):
    shares = split_prizes([1001, 500, 333], level(*points))
    assert sum(share.each * len(share.players) + share.remainder for share in shares) == 1834
    assert all(share.remainder < len(share.players) for share in shares)


HAM, WINE = "Ham", "Bottle of wine"


@pytest.mark.parametrize(
    ("points", "things", "taken"),
    [
        ((9, 8, 7), {1: [HAM], 2: [WINE]}, [((1,), (1,), (HAM,), ()), ((2,), (2,), (WINE,), ())]),
        ((9, 9, 7), {1: [HAM], 2: [WINE]}, [((1, 2), (1, 2), (), (HAM, WINE))]),
        ((9, 9, 7), {1: [HAM]}, [((1, 2), (1,), (), (HAM,))]),
        ((9, 9, 7), {2: [HAM]}, [((1, 2), (1, 2), (), (HAM,))]),
        ((9, 9, 7), {1: [WINE], 2: [WINE]}, [((1, 2), (1, 2), (WINE,), ())]),
        ((9, 9, 7), {1: [HAM, WINE], 2: [WINE]}, [((1, 2), (1, 2), (WINE,), (HAM,))]),
        ((9, 9, 9), {1: [WINE], 2: [WINE]}, [((1, 2, 3), (1, 2), (), (WINE, WINE))]),
        ((9, 8, 7), {3: [HAM], 8: [WINE]}, [((3,), (3,), (HAM,), ())]),
    ],
)
def test_a_prize_in_kind_is_never_split(points, things, taken):
    shares = split_prizes([], level(*points), things)
    assert [(share.players, share.pooled, share.things, share.to_draw) for share in shares] == taken


def test_a_place_may_have_money_and_a_prize_in_kind():
    assert split_prizes([2001], level(9, 9, 7), {1: [HAM]}) == (
        Share(1, (1, 2), (1,), 1000, 1, to_draw=(HAM,)),
    )


@given(
    st.lists(st.integers(0, 6), min_size=1, max_size=12),
    st.dictionaries(st.integers(1, 12), st.lists(st.sampled_from([HAM, WINE, "Cake"]), max_size=3)),
    st.lists(st.integers(0, 5000), max_size=12),
)
def test_nothing_that_is_given_gets_lost_or_made(points, things, cents):
    points = sorted(points, reverse=True)
    shares = split_prizes(cents, level(*points), things)
    out = [
        thing for one in shares for thing in (*one.things * len(one.players), *one.to_draw)
    ]  # fmt: skip
    assert sorted(out) == sorted(thing for at, them in things.items() if at <= len(points) for thing in them)
    assert sum(one.each * len(one.players) + one.remainder for one in shares) == sum(cents[: len(points)])
    for one in shares:
        assert all(one.to_draw.count(thing) < len(one.players) for thing in one.to_draw)


def test_a_negative_prize_is_refused():
    with pytest.raises(BadRanking) as caught:
        split_prizes([500, -1], level(9, 8))
    assert (caught.value.code, caught.value.field) == ("prize-negative", "prizes")


def evenings(*players):
    """Standings by points from (number, {round: points})."""
    records = [
        fold(number, [RoundLine(r, p, 0, p, None) for r, p in rounds.items()]) for number, rounds in players
    ]
    return rank(records, ["points"])


def test_the_lowest_total_goes_to_somebody_who_was_in_every_round():
    rows = evenings((1, {1: 9, 2: 9}), (2, {1: 3}), (3, {1: 4, 2: 4}))
    (won,) = side_prizes(rows, ["lowest_total"], rounds=[1, 2])
    assert (won.players, won.value) == ((3,), 8)
    assert won.skipped == (Skipped(2, 3, "missed-rounds"),)


def test_a_sit_out_counts_as_a_round_for_the_lowest_total():
    sat_out = fold(1, [RoundLine(1, 3, 9, 3, False)], [Bye(2)])
    other = fold(2, [RoundLine(1, 9, 3, 9, True), RoundLine(2, 9, 3, 9, True)])
    (won,) = side_prizes(rank([sat_out, other], ["points"]), ["lowest_total"], rounds=[1, 2])
    assert (won.players, won.skipped) == ((1,), ())


def test_a_least_number_of_rounds_may_be_asked_for_instead():
    rows = evenings((1, {1: 9, 2: 9, 3: 9}), (2, {1: 3}), (3, {1: 4, 2: 4}))
    (won,) = side_prizes(rows, ["lowest_total"], rounds=[1, 2, 3], least_rounds=2)
    assert (won.players, won.skipped) == ((3,), (Skipped(2, 3, "missed-rounds"),))
    (won,) = side_prizes(rows, ["lowest_total"], rounds=[1, 2, 3], least_rounds=1)
    assert (won.players, won.skipped) == ((2,), ())


def test_a_negative_total_is_told_as_such():
    assert prizes(table((1, [9], 0), (2, [-2], 0)), ["lowest_total"]) == [("lowest_total", (2,), -2)]


def test_better_results_that_a_rule_skips_are_named_with_the_rule():
    rows = table((1, [13], 2), (2, [12], 3), (3, [13], 0), (4, [12], 0), (5, [11], 0))
    loners, best = side_prizes(rows, ["most_loners", "best_round"], nobody_twice=True, first_takes_none=True)
    assert (loners.players, loners.skipped) == ((2,), ())
    assert (best.players, best.value) == ((4,), 12)
    assert best.skipped == (
        Skipped(1, 13, "first-place"), Skipped(3, 13, "first-place"), Skipped(2, 12, "has-another"),
    )  # fmt: skip


def test_where_a_rule_leaves_nobody_everyone_it_skipped_is_named():
    rows = table((1, [9], 1), (2, [5], 0))
    (won,) = side_prizes(rows, ["most_loners"], first_takes_none=True)
    assert (won.players, won.skipped) == ((), (Skipped(1, 1, "first-place"),))


def test_who_takes_no_prize_is_skipped_by_name():
    everyone = table((1, [13], 1), (2, [12], 1))
    (won,) = side_prizes(everyone[1:], ["best_round"], barred=[everyone[0].record])
    assert (won.players, won.skipped) == ((2,), (Skipped(1, 13, "takes-none"),))


def test_of_two_rules_the_one_that_holds_for_all_prizes_is_named():
    rows = table((1, [13], 2), (2, [12], 0), (3, [9], 0))
    (won,) = side_prizes(
        rows[2:], ["best_round"], barred=[rows[0].record], unplaced=[rows[0].record, rows[1].record],
        taken=[1, 2], nobody_twice=True,
    )  # fmt: skip
    assert (won.players, won.value) == ((3,), 9)
    assert won.skipped == (Skipped(1, 13, "takes-none"), Skipped(2, 12, "no-place"))


def test_who_has_a_prize_already_is_skipped_only_where_nobody_takes_two():
    rows = table((1, [13], 0), (2, [12], 0))
    (once,) = side_prizes(rows, ["best_round"], taken=[1], nobody_twice=True)
    assert (once.players, once.skipped) == ((2,), (Skipped(1, 13, "has-another"),))
    (again,) = side_prizes(rows, ["best_round"], taken=[1])
    assert (again.players, again.skipped) == ((1,), ())


class TestPrizesOfGroups:
    """The best placed of each group; places shared share the prize."""

    RANKED = table((1, [20], 0), (2, [15], 0), (3, [15], 0), (4, [12], 0), (5, [9], 0))

    def test_each_group_has_its_best_placed_players(self):
        assert group_prizes(self.RANKED, {"ladies": {2, 3, 4}, "men": {1, 5}, "guests": {9}}) == (
            Winners("ladies", (2, 3), 15),
            Winners("men", (1,), 20),
            Winners("guests", (), None),
        )

    def test_who_took_an_earlier_groups_prize_is_passed_over_where_nobody_takes_two(self):
        groups = {"ladies": {2, 3}, "members": {2, 3, 4}}
        assert [won.players for won in group_prizes(self.RANKED, groups)] == [(2, 3), (2, 3)]
        ladies, members = group_prizes(self.RANKED, groups, nobody_twice=True)
        assert ladies == Winners("ladies", (2, 3), 15)
        assert members == Winners(
            "members", (4,), 12, (Skipped(2, 15, "has-another"), Skipped(3, 15, "has-another"))
        )

    def test_the_first_place_of_those_who_can_take_prizes_takes_none(self):
        (won,) = group_prizes(self.RANKED, {"all": {1, 2, 3, 4}}, first_takes_none=True)
        assert won == Winners("all", (2, 3), 15, (Skipped(1, 20, "first-place"),))
        (won,) = group_prizes(self.RANKED, {"all": {1, 2, 3, 4}}, first_takes_none=True, barred={1})
        assert won == Winners(
            "all",
            (4,),
            12,
            (Skipped(1, 20, "takes-none"), Skipped(2, 15, "first-place"), Skipped(3, 15, "first-place")),
        )
        assert group_prizes((), {"all": {1}}, first_takes_none=True) == (Winners("all", (), None),)

    def test_who_is_placed_below_the_winner_is_not_named_as_skipped(self):
        (won,) = group_prizes(self.RANKED, {"all": {2, 5}}, barred={5})
        assert won == Winners("all", (2,), 15)

    def test_one_barred_at_the_winners_own_place_is_named(self):
        (won,) = group_prizes(self.RANKED, {"all": {2, 3}}, barred={2})
        assert won == Winners("all", (3,), 15, (Skipped(2, 15, "takes-none"),))

    def test_where_everybody_is_barred_nobody_wins_and_all_are_named(self):
        (won,) = group_prizes(self.RANKED, {"men": {4, 5}}, barred={4, 5})
        assert won == Winners("men", (), None, (Skipped(4, 12, "takes-none"), Skipped(5, 9, "takes-none")))

    def test_nobody_wins_without_a_round_played(self):
        rows = table((1, [-3], 0), (2, [], 0))
        assert group_prizes(rows, {"men": {2}}) == (Winners("men", (), None),)


def test_the_same_seed_draws_the_same_whatever_the_order_of_the_pool():
    """What was drawn once stays drawn in every later version: the figures are part of the contract."""
    assert [drawn(range(1, 27), seed) for seed in range(6)] == [
        random.Random(f"draw/{seed}").choice(list(range(1, 27))) for seed in range(6)
    ]
    assert drawn([9, 7, 4], 3) == drawn([4, 7, 9], 3)


def test_everybody_can_be_drawn():
    assert {drawn([4, 7, 9], seed) for seed in range(40)} == {4, 7, 9}


def test_an_empty_pool_is_refused():
    with pytest.raises(BadRanking) as caught:
        drawn([], 1)
    assert (caught.value.code, caught.value.field) == ("pool-empty", "pool")
    assert str(caught.value) == "There is nobody to draw from."


@pytest.mark.parametrize(("pot", "shares"), [(0, (0, 0)), (1, (1, 0)), (2, (1, 1)), (14301, (7151, 7150))])
def test_an_odd_cent_goes_to_the_winner(pot, shares):
    assert halves(pot) == shares


def test_a_pot_below_nothing_is_refused():
    with pytest.raises(BadRanking) as caught:
        halves(-1)
    assert (caught.value.code, caught.value.field) == ("pot-negative", "pot")
    assert str(caught.value) == "A pot cannot be less than nothing."


def test_last_is_the_last_place_of_those_who_were_there_all_evening():
    rows = evenings(
        (1, {1: 9, 2: 9}), (2, {1: 3}), (3, {1: 4, 2: 4}), (4, {1: 6, 2: 2}), (5, {}), (6, {1: 8})
    )
    missed = Skipped(6, 8, "missed-rounds"), Skipped(2, 3, "missed-rounds")
    assert last_place(rows, rounds=[1, 2]) == Winners("last", (3, 4), 8, missed)
    assert last_place(rows, least_rounds=1) == Winners("last", (2,), 3)
    nobody = Winners("last", (), None)
    assert last_place(rows[:1], rounds=[1, 2, 3]) == last_place(()) == nobody


def test_a_tie_break_decides_who_is_last():
    ann = fold(1, [RoundLine(1, 4, 9, 4, False, loners=1)])
    bob = fold(2, [RoundLine(1, 4, 9, 4, False)])
    assert last_place(rank([ann, bob], ["points", "loners"])).players == (2,)


@pytest.mark.parametrize(
    ("rounds", "hands"),
    [
        ({}, []), ({1: {}, 2: {5: 0}}, []), ({2: {5: 1}}, [(5, 2)]),
        ({1: {5: 1}, 2: {}, 3: {6: 1}}, [(5, 1), (6, 3)]), ({1: {5: 1, 6: 2}}, [(6, 1)]),
        ({1: {5: 2}, 2: {5: 1, 6: 1}}, [(5, 1)]), ({1: {5: 2}, 2: {5: 1, 6: 2}}, [(5, 1), (6, 2)]),
        ({1: {7: 1}, 2: {8: 2}, 3: {7: 1, 9: 1}}, [(7, 1), (8, 2), (7, 3)]),
    ],
)  # fmt: skip
def test_the_pot_for_lone_marches_changes_hands(rounds, hands):
    assert [(one.player, one.since) for one in pot_holders(rounds, seed=3)] == hands


def test_players_who_made_as_many_draw_for_the_pot_and_the_draw_can_be_repeated():
    rounds = {1: {5: 1, 6: 1, 9: 1}}
    assert pot_holders(rounds, seed=3) == pot_holders({1: {9: 1, 6: 1, 5: 1}}, seed=3)
    assert {pot_holders(rounds, seed=seed)[-1].player for seed in range(40)} == {5, 6, 9}


EVENINGS = st.dictionaries(
    st.integers(1, 8), st.dictionaries(st.integers(1, 9), st.integers(0, 2), max_size=6), max_size=8
)


@given(EVENINGS, st.integers(0, 5), st.integers(1, 8))
def test_the_pot_has_one_holder_from_the_first_lone_march_on(rounds, seed, until):
    """Whoever has it made a lone march when it came to them, and later rounds change nothing before."""
    hands = pot_holders(rounds, seed=seed)
    made = [number for number in sorted(rounds) if any(rounds[number].values())]
    assert [one.since for one in hands[:1]] == made[:1]
    for one in hands:
        assert rounds[one.since][one.player] == max(rounds[one.since].values())
    for before, after in itertools.pairwise(hands):
        assert before.player != after.player
        assert before.since < after.since
    earlier = {number: made for number, made in rounds.items() if number <= until}
    assert pot_holders(earlier, seed=seed) == tuple(one for one in hands if one.since <= until)
