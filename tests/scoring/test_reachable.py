"""Which totals a round can have: the exact check against a second, slow enumeration (RULEBOOK 3)."""

from itertools import product

import pytest

from scoring.deal import Award, Call, Deal, Fate, Forfeit, Ruling
from scoring.points import score_deal
from scoring.reachable import can_be, fitting_deals, fitting_marches, within_bounds
from scoring.ruleset import PRESETS
from scoring.seats import SIDES, Seat, Side

NS, EW = Side.NS, Side.EW
PROGRESSIVE = PRESETS["progressive"]


def calls(rules):
    """Every call and result one deal can have, by the rules' own words."""
    for maker in (Seat.N, Seat.E):
        loners = [None, *([maker] if rules.lone_hands else [])]
        for lone in loners:
            defenders = [None, *([maker.left] if lone and rules.defend_alone else [])]
            for defender, tricks, supreme in product(defenders, range(6), (False, True)):
                needs = rules.supreme and tricks == 5
                if supreme is not needs and (supreme or lone):
                    continue
                yield Call(maker, lone, defender), tricks, supreme


def worth(rules, call, tricks, supreme, before, rulings=()):
    """A deal's points and lone marches per side."""
    score = score_deal(rules, Deal(1, 1, Seat.N, call, tricks, supreme, rulings), before)
    marches = tuple(int(score.lone_march is not None and score.lone_march.side is side) for side in SIDES)
    return tuple(score.points[side] for side in SIDES), marches


def played_out(rules, deals, rulings=()):
    """Every end a round of so many deals (None: to the target) can have, one deal after the other.

    Each ruling falls on a deal of its own. A state is both sides' points, their marches and the rulings left.
    """
    ends, fresh, seen = set(), {((0, 0), (0, 0), tuple(range(len(rulings))), 0)}, set()
    while fresh:
        state = fresh.pop()
        points, marches, left, count = state
        for use in (None, *left):
            here = () if use is None else (rulings[use],)
            rest = left if use is None else tuple(index for index in left if index != use)
            if here and here[0].ends_deal:
                score = score_deal(rules, Deal(1, 1, Seat.N, rulings=here, fate=here[0].fate))
                results = {(tuple(score.points[side] for side in SIDES), (0, 0))}
            else:
                before = dict(zip(SIDES, points, strict=True))
                results = {worth(rules, *way, before, here) for way in calls(rules)}
                if rules.all_pass == "pass" and not here:
                    results.add(((0, 0), (0, 0)))  # thrown in
            used = not here or here[0].fate is not Fate.REDEAL
            for gained, marched in results:
                after = tuple(map(sum, zip(points, gained, strict=True)))
                lone = tuple(map(sum, zip(marches, marched, strict=True)))
                over = max(after) >= rules.target if rules.target else count + used == deals
                found = (after, lone, rest, 0 if rules.target else count + used)
                if over:
                    ends.update({(after, lone)} if not rest else ())
                elif found not in seen and (any(gained) or used or rest != left):
                    seen.add(found)
                    fresh.add(found)
    return ends


def every_total(most, marches):
    return product(product(range(most + 1), repeat=2), product(range(marches + 1), repeat=2))


def agrees(rules, deals, most, marches, rulings=()):
    ends = played_out(rules, deals, rulings)
    for totals, lone in every_total(most, marches):
        by_side = dict(zip(SIDES, totals, strict=True)), dict(zip(SIDES, lone, strict=True))
        assert can_be(rules, *by_side, rulings) is ((totals, lone) in ends), (totals, lone)


@pytest.mark.slow
@pytest.mark.parametrize("preset", [name for name in PRESETS if PRESETS[name].deals_per_round == 8])
def test_no_total_of_eight_deals_is_accepted_or_refused_wrongly(preset):
    agrees(PRESETS[preset], 8, 33, 8)


@pytest.mark.slow
@pytest.mark.parametrize("preset", [name for name in PRESETS if PRESETS[name].target])
def test_no_total_of_a_game_is_accepted_or_refused_wrongly(preset):
    agrees(PRESETS[preset], None, 15, 4)


VARIANTS = {
    "defended alone": PROGRESSIVE.changed(deals_per_round=3, defend_alone=True, lone_march=5),
    "thrown in": PROGRESSIVE.changed(deals_per_round=3, all_pass="pass"),
    "lost by slots": PRESETS["jeuchre"].changed(target=None, deals_per_round=3, supreme=False),
    "lone hands in jeuchre": PRESETS["jeuchre"].changed(target=5, lone_hands=True),
    "a dear march": PROGRESSIVE.changed(deals_per_round=4, march=3, made=0),
}


@pytest.mark.parametrize("name", VARIANTS)
def test_changed_rules_are_counted_as_they_are(name):
    rules = VARIANTS[name]
    agrees(rules, rules.deals_per_round, 17, 3)


RULINGS = {
    "ended with an award": [Ruling("renege", Seat.E, Award(NS, 2), Fate.PASS)],
    "two of them": [
        Ruling("renege", Seat.E, Award(NS, 4), Fate.PASS),
        Ruling("lead-out-of-turn", Seat.N, Award(EW, 2), Fate.PASS),
    ],
    "stands with an award": [Ruling("table-talk", Seat.E, Award(NS, 2))],
    "cancels": [Ruling("six-cards", Seat.E, cancels=(EW,))],
    "takes one point off": [Ruling("points-unmarked", Seat.E, forfeits=Forfeit(EW, 1))],
    "void": [Ruling("misdeal", Seat.E, fate=Fate.VOID_PASS)],
    "dealt again": [Ruling("misdeal", Seat.E, fate=Fate.REDEAL)],
}


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in RULINGS if name != "two of them"])
@pytest.mark.parametrize("preset", ["progressive", "partners"])
def test_a_ruling_widens_the_totals_by_exactly_what_it_gives_and_takes(preset, name):
    rules = PRESETS[preset]
    rules = rules.changed(deals_per_round=3) if rules.deals_per_round else rules.changed(target=5)
    agrees(rules, rules.deals_per_round, 14, 3, RULINGS[name])


def test_two_rulings_with_awards_end_two_deals():
    rules = PROGRESSIVE.changed(deals_per_round=3)
    agrees(rules, 3, 14, 3, RULINGS["two of them"])


def test_two_rulings_may_be_about_one_deal():
    talk, void = Ruling("table-talk", Seat.E, Award(NS, 2)), Ruling("misdeal", Seat.E, fate=Fate.VOID_PASS)
    rules = PROGRESSIVE.changed(deals_per_round=1)
    assert can_be(rules, {NS: 2, EW: 0}, {NS: 0, EW: 0}, [talk, void])


@pytest.mark.parametrize(
    ("totals", "marches"), [((9, 7), 0), ((15, 1), 0), ((13, 3), 0), ((9, 9), 1), ((11, 7), 1)]
)
def test_totals_that_were_once_accepted_wrongly_are_doubted(totals, marches):
    """Finding A14."""
    by_side = dict(zip(SIDES, totals, strict=True))
    assert not any(
        can_be(PROGRESSIVE, by_side, dict(zip(SIDES, lone, strict=True)))
        for lone in ((marches, 0), (0, marches))
    )


@pytest.mark.parametrize("totals", [(13, 9), (12, 0), (12, 9)])
def test_a_game_to_ten_passes_eleven_only_by_a_lone_march(totals):
    """Finding A14: 68 sheets."""
    assert all(
        any(pair) for pair in fitting_marches(PRESETS["partners"], dict(zip(SIDES, totals, strict=True)))
    )


def test_a_round_cut_short_is_checked_by_the_deals_it_had():
    none = {NS: 0, EW: 0}
    assert can_be(PROGRESSIVE, {NS: 3, EW: 3}, none, deals=6)
    assert not can_be(PROGRESSIVE, {NS: 3, EW: 3}, none)
    assert not can_be(PROGRESSIVE, {NS: 7, EW: 5}, none, deals=6 - 1)
    assert can_be(PRESETS["partners"], {NS: 5, EW: 3}, none, deals=6)
    assert not can_be(PRESETS["partners"], {NS: 10, EW: 3}, none, deals=6)


def marches_that_fit(rules, totals, deals=None):
    """Every number of lone marches there can be, tried one by one."""
    tried = product(range(9), repeat=2)
    pairs = sorted(tried, key=lambda pair: (sum(pair), pair))
    return {p for p in pairs if can_be(rules, totals, dict(zip(SIDES, p, strict=True)), (), deals)}


@pytest.mark.parametrize("deals", [None, 5])
@pytest.mark.parametrize(
    "rules",
    [
        PROGRESSIVE, PROGRESSIVE.changed(lone_march=1), PROGRESSIVE.changed(lone_march=2),
        PROGRESSIVE.changed(lone_hands=False), PRESETS["partners"], PRESETS["jeuchre"],
    ],
    ids=["T", "1", "2", "none", "partners", "J"],
)  # fmt: skip
def test_the_lone_marches_that_fit_are_all_that_there_can_be_fewest_first(rules, deals):
    for pair in [(9, 4), (8, 8), (12, 3), (10, 5), (10, 0), (4, 10), (2, 3)]:
        totals = dict(zip(SIDES, pair, strict=True))
        fitting = fitting_marches(rules, totals, (), deals)
        assert set(fitting) == marches_that_fit(rules, totals, deals), pair
        assert list(map(sum, fitting)) == sorted(map(sum, fitting))


def test_a_round_cut_short_fits_every_number_of_deals_that_can_bring_it_most_first():
    none = dict.fromkeys(SIDES, 0)
    award = Ruling("renege", Seat.E, Award(SIDES[0], 2), Fate.PASS, included=True)
    for rules in (PROGRESSIVE, PRESETS["partners"], PRESETS["jeuchre"]):
        for pair, rulings in product([(3, 2), (8, 4), (1, 0), (6, 7)], [(), (award,)]):
            totals = dict(zip(SIDES, pair, strict=True))
            # A game has at most one deal for each point and each ruling: more were thrown in without a trace.
            most = 7 if rules is PROGRESSIVE else sum(pair) + len(rulings)
            possible = [n for n in range(most, 0, -1) if can_be(rules, totals, none, rulings, n)]
            assert list(fitting_deals(rules, totals, none, rulings)) == possible, (rules.preset, pair)


def test_bounds_hold_at_both_ends():
    rules = PRESETS["totals-only"].changed(least=2, most=9)
    for pair, within in [((2, 9), True), ((1, 9), False), ((2, 10), False), ((0, 0), False)]:
        assert within_bounds(rules, dict(zip(SIDES, pair, strict=True))) is within


def test_two_rulings_that_end_a_deal_in_two_ways_ended_two_deals():
    """Six are left of eight, so there were six lone marches at most."""
    passed = Ruling("renege", Seat.E, Award(NS, 2), Fate.PASS, included=True)
    void = Ruling("other", Seat.E, fate=Fate.VOID_PASS)
    for marches, possible in ((6, True), (7, False)):
        totals = {NS: 4 * marches + 2, EW: 0}
        assert can_be(PROGRESSIVE, totals, {NS: marches, EW: 0}, [passed, void]) is possible


@pytest.mark.parametrize(
    ("all_pass", "void_uses_slot", "deals"), [("stick", True, 8), ("pass", True, 7), ("pass", False, 8)]
)
def test_a_deal_thrown_in_by_a_ruling_is_played_anew_unless_a_passed_deal_is_gone(
    all_pass, void_uses_slot, deals
):
    rules = PROGRESSIVE.changed(all_pass=all_pass, void_uses_slot=void_uses_slot)
    thrown = (Ruling("misdeal", Seat.E, fate=Fate.THROWN_IN),)
    marches = [
        number for number in range(9) if can_be(rules, {NS: 4 * number, EW: 0}, {NS: number, EW: 0}, thrown)
    ]
    assert marches[-1] == deals
