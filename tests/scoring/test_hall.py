"""Cards of a hall that seats itself: a true round is never doubted, an error is told where it can be seen."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.hall import HallDoubt, HallLine, counted_wins, line_doubt, round_doubts
from scoring.ruleset import PRESETS
from scoring.sentences import marked
from tests.helpers.true_rounds import true_round

PLAYED = [key for key in PRESETS if PRESETS[key].has_deals]
PROGRESSIVE = PRESETS["progressive"]
SEEDS, TABLES = st.integers(0, 10**6), st.integers(1, 8)
NOBODY_WINS = "cannot-have-won: With %s points nobody wins a round here."
NOBODY_LOSES = "cannot-have-lost: With %s points nobody loses a round here."


@settings(max_examples=150)
@given(key=st.sampled_from(PLAYED), seed=SEEDS, tables=TABLES, marked=st.booleans())
def test_a_true_round_is_never_doubted(key, seed, tables, marked):
    rules = PRESETS[key]
    lines = true_round(random.Random(seed), rules, tables, marked=marked)
    assert round_doubts(rules, lines) == ()
    some = lines[seed % len(lines) :]
    assert round_doubts(rules, some, missing=len(lines) - len(some)) == ()


@settings(max_examples=150)
@given(key=st.sampled_from(PLAYED), seed=SEEDS, tables=TABLES, by=st.sampled_from([-3, -2, -1, 1, 2, 3, 10]))
def test_a_wrong_figure_of_one_card_is_among_what_is_doubted_once_all_are_in(key, seed, tables, by):
    rules, rng = PRESETS[key], random.Random(seed)
    lines = true_round(rng, rules, tables)
    at = rng.randrange(len(lines))
    line = lines[at]
    lines[at] = HallLine(line.player, line.points + by, line.loners, line.won)
    doubts = round_doubts(rules, lines)
    assert any(line.player in doubt.players for doubt in doubts)


@given(seed=SEEDS, tables=TABLES)
def test_a_wrong_mark_of_one_card_is_seen(seed, tables):
    rng = random.Random(seed)
    lines = true_round(rng, PROGRESSIVE, tables)
    at = rng.randrange(len(lines))
    line = lines[at]
    lines[at] = HallLine(line.player, line.points, line.loners, not line.won)
    assert any(line.player in doubt.players for doubt in round_doubts(PROGRESSIVE, lines))


@pytest.mark.parametrize(
    ("preset", "line", "said"),
    [
        ("progressive", HallLine(1, 33), "sum-high"),
        ("progressive", HallLine(1, 3, 1), "lone-marches"),
        ("progressive", HallLine(1, 33, 1), None),
        ("progressive", HallLine(1, 30), None),
        ("progressive", HallLine(1, 3, 0, True), NOBODY_WINS % 3),
        ("progressive", HallLine(1, 17, 0, False), NOBODY_LOSES % 17),
        ("progressive", HallLine(1, 8, 0, False), None),
        ("partners", HallLine(1, 14, 0, True), "no-round: No round brings 14 points."),
        ("partners", HallLine(1, 9, 0, True), NOBODY_WINS % 9),
        ("partners", HallLine(1, 10, 0, False), NOBODY_LOSES % 10),
        ("jeuchre", HallLine(1, 4, 0, True), None),
        ("jeuchre", HallLine(1, 12, 1, None), "no-lone-hands"),
    ],
)
def test_a_line_by_itself(preset, line, said):
    doubt = line_doubt(PRESETS[preset], line)
    if doubt is None:
        assert said is None
    else:
        assert doubt.players == (1,)
        assert f"{doubt.code}: {doubt.sentence}".startswith(said)


NO_PARTNER = "partners have the same points, so it must be an even number."
NO_TABLES = "that makes no whole tables of four."
TOO_MANY = "no more than half of all can have won."
APART = "won: partners win or lose together."
SOME = (
    "winners’ cards. Rounds won decide no place until every card of the round says W or L, or no card does."
)


@pytest.mark.parametrize(
    ("lines", "doubts"),
    [
        (
            ((9, True),),
            {
                ("no-partner", (1,), f"1 player has 9 points: {NO_PARTNER}"),
                ("no-whole-tables", (), f"1 card has points for this round: {NO_TABLES}"),
                ("many-winners", (1,), f"1 card marks this round as won: {TOO_MANY}"),
            },
        ),
        (
            ((9, True), (9, True), (9, True), (5, False), (5, False), (5, False)),
            {
                ("no-partner", (1, 2, 3), f"3 players have 9 points: {NO_PARTNER}"),
                ("no-partner", (4, 5, 6), f"3 players have 5 points: {NO_PARTNER}"),
                ("no-whole-tables", (), f"6 cards have points for this round: {NO_TABLES}"),
                ("many-winners", (1, 2, 3), f"3 cards mark this round as won: {TOO_MANY}"),
            },
        ),
        (
            ((9, True), (9, True), (5, False), (5, True)),
            {
                ("many-winners", (1, 2, 4), f"3 cards mark this round as won: {TOO_MANY}"),
                ("won-alone", (3, 4), f"Of 2 players with 5 points 1 {APART}"),
            },
        ),
        (((9, None), (9, True), (9, True), (9, None)), set()),
        (((5, None), (10, True), (5, None), (10, None)), set()),
        (
            ((5, None), (5, None), (10, None), (10, None), (10, True), (10, None), (7, None), (7, None)),
            {("partly-marked", (), f"Wins are marked on 1 of 4 {SOME}")},
        ),
    ],
)
def test_a_round_of_lines(lines, doubts):
    """Near the end: four with the same points, of whom two cards mark that they won; and a table of which one
    winner marks it, which must hold for the partner. The last: of four with 10 points one marks it."""
    lines = [HallLine(number, points, 0, won) for number, (points, won) in enumerate(lines, 1)]
    found = round_doubts(PROGRESSIVE, lines)
    assert {(doubt.code, doubt.players, doubt.sentence) for doubt in found} == doubts
    assert len(found) == len(doubts)


def wins(*rounds):
    lines = {
        at: [HallLine(number, points, 0, won) for number, (points, won) in enumerate(told, 1)]
        for at, told in enumerate(rounds, 1)
    }
    counted = counted_wins(PROGRESSIVE, lines)
    return [[line.won for line in told] for told in counted.values()]


ALL = ((10, True), (10, True), (5, False), (5, False))
ONE = ((5, None), (10, True), (5, None), (10, None))  # a partner has won, too
NO = tuple((points, None) for points, _won in ALL)


@pytest.mark.parametrize(
    ("rounds", "counted"),
    [
        ((ONE,), [[None, True, None, True]]),
        ((ALL, ONE), [[True, True, False, False], [None, True, None, True]]),
        ((NO, NO), [[None] * 4] * 2),
        ((ALL, NO), [[None] * 4] * 2),  # the winners of round 2 must not stand below those of round 1
        ((((9, False),) * 4,), [[False] * 4]),  # a tie that nobody reached first
        (((*ALL, (9, None), (9, None), (9, None), (9, None)),), [[None] * 8]),
        ((((10, None), (10, True), (5, None), (6, None)),), [[None] * 4]),  # they need not be partners
    ],
)
def test_wins_count_if_all_winners_mark_them_or_for_nobody(rounds, counted):
    """Of four players the two with 10 points were partners; one wrote a W and stood above the other."""
    assert wins(*rounds) == counted


def test_a_bell_may_have_ended_what_no_whole_round_brings():
    marks = enumerate(((3, True), (3, True), (2, False), (2, False)), 1)
    lines = [HallLine(number, points, 0, won) for number, (points, won) in marks]
    assert round_doubts(PROGRESSIVE, lines, cut_short=True) == ()
    assert [doubt.code for doubt in round_doubts(PROGRESSIVE, lines)] == ["cannot-have-won"] * 2


def table(*points):
    return [HallLine(number, value) for number, value in enumerate(points, 1)]


@pytest.mark.parametrize(
    ("preset", "points", "codes"),
    [
        ("progressive", (9, 9, 5, 5), []),
        ("progressive", (9, 9, 5), ["no-partner", "no-whole-tables"]),
        ("progressive", (2, 2, 3, 3), ["no-opponents"]),
        ("progressive", (2, 2, 3, 3, 9, 9, 9, 9), []),
        ("progressive", (2, 2, 3, 3, 2, 2, 9, 9), ["no-opponents"]),
        ("partners", (10, 10, 11, 11), ["no-opponents"]),
        ("partners", (10, 10, 11, 11, 4, 4, 6, 6), []),
    ],
)
def test_points_have_to_make_whole_tables(preset, points, codes):
    assert [doubt.code for doubt in round_doubts(PRESETS[preset], table(*points))] == codes


def test_cards_that_are_still_out_may_hold_what_is_missing():
    lines = table(9, 9, 5)
    assert round_doubts(PROGRESSIVE, lines, missing=1) == ()
    assert [doubt.code for doubt in round_doubts(PROGRESSIVE, table(9, 8, 5), missing=1)] == [
        "no-partner"
    ] * 3


def test_where_nobody_notes_lone_marches_partners_cannot_be_told():
    lines = table(10, 9, 5, 5)
    assert round_doubts(PROGRESSIVE, lines, marches_noted=False) == ()
    assert len(round_doubts(PROGRESSIVE, lines)) == 2


def test_partners_cannot_have_more_lone_marches_than_their_points_hold():
    lines = [HallLine(1, 9, 1), HallLine(2, 9, 1), HallLine(3, 5, 1), HallLine(4, 5, 1)]
    message = "The lone marches of those with %(points)s points come to more than partners can have."
    assert round_doubts(PROGRESSIVE, lines) == (HallDoubt("many-marches", (3, 4), marked(message, points=4)),)


def test_those_are_named_who_even_with_the_best_opponents_make_no_table():
    message = "The points of this round do not fit together: for these no opponents are left."
    doubts = (HallDoubt("no-opponents", (3, 4, 5, 6), marked(message)),)
    assert round_doubts(PROGRESSIVE, table(2, 2, 3, 3, 2, 2, 9, 9)) == doubts


@pytest.mark.parametrize(
    ("nines", "fives", "fits"),
    [
        ((True, None), (None, False), True),
        ((None, None), (None, None), True),
        ((True, None), (True, None), False),
    ],
)
def test_of_two_sides_one_won_if_one_of_its_cards_says_so(nines, fives, fits):
    marks = enumerate((*nines, *fives), 1)
    lines = [HallLine(number, 9 if number <= 2 else 5, 0, won) for number, won in marks]
    doubts = [(doubt.code, doubt.players) for doubt in round_doubts(PROGRESSIVE, lines)]
    assert doubts == ([] if fits else [("many-winners", (1, 2, 3, 4))])
