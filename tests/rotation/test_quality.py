"""The judge, checked by hand-made plans and by counting everything a second time in the slowest way."""

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.rotation import bounds, store
from tournament.rotation.plan import RoundPlan, TablePlan
from tournament.rotation.quality import judge, pairs


def fours(*rows, out=()):
    """Rounds from rows of (n, e, s, w) tuples."""
    return tuple(
        RoundPlan(tuple(TablePlan(k, *four) for k, four in enumerate(row, start=1)), tuple(out))
        for row in rows
    )


def by_hand(rounds, players):
    partners, opponents = dict.fromkeys(combinations(players, 2), 0), {}
    opponents = dict.fromkeys(partners, 0)
    for round_ in rounds:
        for a, b in partners:
            for t in round_.tables:
                if a in t.players and b in t.players:
                    (partners if t.partner_of(a) == b else opponents)[a, b] += 1
    c2 = lambda counts: sum(k * (k - 1) // 2 for k in counts)  # noqa: E731
    return (
        c2(partners.values()),
        c2(opponents.values()),
        c2(partners[pair] + opponents[pair] for pair in partners),
    )


@given(st.integers(1, 3), st.integers(1, 6), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_p_o_and_m_agree_with_counting_every_pair_by_hand(tables, rounds, random):
    people = list(range(1, 4 * tables + 1))
    rows = []
    for _ in range(rounds):
        random.shuffle(people)
        rows.append([tuple(people[k : k + 4]) for k in range(0, len(people), 4)])
    plan = fours(*rows)
    quality = judge(plan)
    assert quality.key == by_hand(plan, sorted(people))
    assert quality.problems == ()
    for relation in ("P", "O", "M"):
        assert getattr(quality.least, relation) <= getattr(quality, relation)


def test_two_rounds_of_the_same_four_repeat_what_they_repeat():
    quality = judge(fours([(1, 2, 3, 4)], [(1, 2, 3, 4)]))
    assert quality.key == (2, 4, 6)
    assert (quality.most.P, quality.most.O, quality.most.M) == (2, 2, 2)
    assert quality.stayed == 4
    assert quality.table_visits == 2
    assert quality.seat_spread == 2
    assert quality.side_spread == 2


def test_history_counts_with_the_coming_rounds():
    played, coming = fours([(1, 2, 3, 4)]), fours([(1, 2, 3, 4)])
    assert judge(coming).P == 0
    assert judge(coming, history=played).P == 2


def test_the_three_ways_to_pair_four_people_are_the_least_possible():
    quality = judge(fours([(1, 2, 3, 4)], [(1, 3, 2, 4)], [(1, 2, 4, 3)]))
    assert quality.key == (0, 6, 18)
    assert quality.words() == dict.fromkeys(("P", "O", "M"), "least possible")


@pytest.mark.parametrize(
    ("players", "rounds", "least"),
    [
        (8, 6, (0, 20, 60)),
        (12, 6, (0, 6, 45)),
        (16, 8, (0, 8, 72)),
        (17, 8, (0, 0, 56)),
        (18, 17, (0, 119, 357)),
        (19, 18, (0, 117, 351)),
        (20, 19, (0, 190, 570)),
        (24, 10, (0, 0, 84)),
        (40, 39, (0, 780, 2340)),
        (4, 6, (6, 36, 90)),
    ],
)
def test_the_bounds_are_those_of_the_specification(players, rounds, least):
    assert tuple(bounds.for_event(players, rounds).values()) == least


def test_words_say_best_known_only_for_what_the_stored_chart_reaches(monkeypatch):
    judgement = judge(fours([(1, 2, 3, 4)], [(1, 2, 3, 4)]))  # P 2, O 4, M 6; bounds 0, 2, 6

    def words(known):
        monkeypatch.setattr("tournament.rotation.bounds.best_known", lambda players, rounds: known)
        return judge(fours([(1, 2, 3, 4)], [(1, 2, 3, 4)])).words()

    assert judgement.key == (2, 4, 6)
    assert words((2, 4, 6)) == {"P": "best known", "O": "best known", "M": "least possible"}
    assert words((0, 3, 6)) == {
        "P": "2 above the best known",
        "O": "1 above the best known",
        "M": "least possible",
    }
    assert words(None)["O"] == "2 above the best possible (by counting)"


@pytest.mark.parametrize(
    ("players", "rounds", "reasons"),
    [
        (16, 5, {"P": "counted", "O": "counted", "M": "counted"}),
        (12, 6, {"P": "counted", "O": "counted", "M": "crowded"}),
        (13, 4, {"P": "counted", "O": "counted", "M": "crowded"}),
        (24, 8, {"P": "counted", "O": "counted", "M": "ours"}),
        (16, 7, {"P": "counted", "O": "counted", "M": "ours"}),
        (17, 15, {"P": "counted", "O": "ours", "M": "counted"}),
    ],
)
def test_a_reason_says_why_nothing_is_better_or_whose_the_best_known_is(players, rounds, reasons):
    quality = judge(store.as_rounds(store.load(players, rounds).rows), players=range(1, players + 1))
    assert quality.reasons() == reasons
    assert quality.to_dict()["reasons"] == reasons


def test_a_plan_that_others_beat_has_no_reason():
    assert judge(fours([(1, 2, 3, 4)], [(1, 2, 3, 4)])).reasons() == {"P": "", "O": "", "M": "counted"}


@pytest.mark.parametrize(
    ("tables", "idle"), [(1, 0), (1, 2), (2, 0), (2, 1), (2, 3), (3, 0), (3, 1), (3, 2), (3, 3)]
)
def test_two_rounds_at_few_tables_share_at_least_as_many_pairs_as_the_bound_says(tables, idle):
    players = range(4 * tables + idle)
    before = {player: player // 4 for player in range(4 * tables)}  # the others sat out
    found = []
    for seed in range(3_000):
        row = Random(seed).sample(players, 4 * tables)
        at = [[before.get(player, -player) for player in row[k : k + 4]] for k in range(0, len(row), 4)]
        found.append(sum(one == other for four in at for one, other in combinations(four, 2)))
    assert bounds.least_repeat_meetings(tables, idle, 2) == min(found)


GOOD = fours([(1, 2, 3, 4), (5, 6, 7, 8)], out=(9,))[0]


@pytest.mark.parametrize(
    ("round_", "said"),
    [
        (replace(GOOD, sit_out=(9, 1)), "player 1 has 2 places"),
        (replace(GOOD, sit_out=()), "player 9 has no place"),
        (replace(GOOD, sit_out=(9, 10)), "player 10 is not expected"),
        (RoundPlan((TablePlan(1, 1, 2, 3, 4), TablePlan(1, 5, 6, 7, 8)), (9,)), "two tables 1"),
        (RoundPlan((TablePlan(1, 1, 2, 3, 3), TablePlan(2, 5, 6, 7, 8)), (9, 4)), "player 3 has 2 places"),
        (RoundPlan((), (1, 2, 3, 4, 5, 6, 7, 8, 9)), "has no table"),
    ],
)
def test_a_plan_that_cannot_be_played_is_found_out(round_, said):
    quality = judge([GOOD, round_], players=range(1, 10))
    assert not quality.valid
    assert any("Round 2" in problem and said in problem for problem in quality.problems)


def test_people_who_are_away_are_not_missed():
    quality = judge([replace(GOOD, sit_out=())], players=range(1, 10), away={1: {9}})
    assert quality.problems == ()


def test_sit_outs_are_counted_and_two_running_are_named():
    again = [GOOD, GOOD]
    quality = judge(again, players=range(1, 10))
    assert quality.sit_outs == (0, 2)
    assert quality.sat_out_running == (9,)


def test_the_picture_of_pairs_gives_both_counts_of_any_two():
    met = pairs(fours([(1, 2, 3, 4)], [(1, 3, 2, 4)]))
    assert met.players == (1, 2, 3, 4)
    assert met.between(3, 1) == (1, 1)
    assert met.between(4, 1) == (0, 2)
    assert met.met(1, 4) == 2


def test_the_judgement_has_a_json_form():
    shape = judge([GOOD], players=range(1, 10)).to_dict()
    assert shape["P"] == 0
    assert shape["least"] == {"P": 0, "O": 0, "M": 0}
    assert shape["sit_outs"] == {"min": 0, "max": 1, "twice_running": []}
    assert shape["problems"] == []


def test_what_was_played_counts_in_what_is_least_possible():
    played = fours([(1, 2, 3, 4)], [(1, 3, 2, 4)], [(1, 2, 4, 3)])
    again = judge(fours([(1, 2, 3, 4)]), history=played)
    assert (again.P, again.least.P) == (2, 2)
    assert again.words()["P"] == "least possible"


def test_a_newcomer_can_partner_only_one_of_those_who_all_played_with_each_other():
    played = fours([(1, 2, 3, 4)], [(1, 3, 2, 4)], [(1, 2, 4, 3)])
    quality = judge(fours([(5, 2, 1, 3)], out=(4,)), players=range(1, 6), history=played)
    assert (quality.P, quality.least.P) == (1, 1)
