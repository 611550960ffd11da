"""What holds for every round that can be played: found by trying many."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.bounds import check_totals, marches_by_side
from scoring.deal import Award, Call, Deal, Fate, Ruling
from scoring.points import least_in_a_deal, most_in_a_deal
from scoring.reachable import can_be
from scoring.record import ByePoints, RoundLine, fold
from scoring.ruleset import PRESETS
from scoring.ruling_effects import apply
from scoring.seats import SEATS, SIDES, Side
from scoring.sheet import compare, next_deal, score_deals, score_totals
from scoring.standings import KEYS, rank, rounds_needed

# The first example of a run may be slow (caches, measuring tools); that says nothing about the rules.
unhurried = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
seats = st.sampled_from(SEATS)
presets = st.sampled_from([rules for rules in PRESETS.values() if rules.has_deals])
RULINGS = [
    Ruling("renege", SEATS[1], Award(Side.NS, 4), Fate.PASS),
    Ruling("renege-unproven", SEATS[0], Award(Side.EW, 2)),
    Ruling("misdeal", fate=Fate.REDEAL),
    Ruling("wrong-count-in-play", fate=Fate.VOID_PASS),
    Ruling("points-unmarked", SEATS[2], cancels=(Side.NS,)),
    Ruling("table-talk", SEATS[3], Award(Side.NS, 1), cancels=(Side.EW,)),
    Ruling("hand-shown", SEATS[3]),
]


@st.composite
def rounds(draw, rules, rulings=True):
    """A whole round of deals under these rules, ended by the rules or, at the latest, after 60 deals."""
    first, deals = draw(seats), []
    while (due := next_deal(rules, first, deals)) is not None and len(deals) < 60:
        maker = draw(seats)
        alone = rules.lone_hands and draw(st.integers(0, 9)) > 7
        loners = maker.side.seats if rules.either_plays_alone else (maker,)
        call = Call(maker, draw(st.sampled_from(loners)) if alone else None)
        deal = Deal(due.slot, due.attempt, due.dealer, call, draw(st.integers(0, 5)))
        if rulings and draw(st.integers(0, 9)) > 7:
            deal = apply(deal, draw(st.sampled_from(RULINGS)))
        deals.append(deal)
    return first, deals


any_round = presets.flatmap(lambda rules: st.tuples(st.just(rules), rounds(rules)))
clean_round = presets.flatmap(lambda rules: st.tuples(st.just(rules), rounds(rules, rulings=False)))


@unhurried
@given(any_round)
def test_totals_are_the_sum_of_the_deals_and_running_totals_never_fall(played):
    rules, (first, deals) = played
    score = score_deals(rules, first, deals)
    for side in SIDES:
        assert score.totals[side] == sum(deal.points[side] for deal in score.deals)
        course = [after[side] for after in score.running]
        assert course == sorted(course)
        assert not course or course[-1] == score.totals[side]


@unhurried
@given(any_round)
def test_partners_differ_only_by_their_own_bonuses(played):
    rules, (first, deals) = played
    score = score_deals(rules, first, deals)
    for seat in SEATS:
        bonus = rules.lone_march_bonus * score.loners[seat]
        assert score.players[seat] - bonus == score.totals[seat.side]


@unhurried
@given(clean_round)
def test_sums_without_rulings_keep_to_the_rulebooks_bounds(played):
    rules, (first, deals) = played
    score = score_deals(rules, first, deals)
    total = sum(score.totals.values())
    assert len(deals) * least_in_a_deal(rules) <= total <= len(deals) * most_in_a_deal(rules)
    for side in SIDES:
        assert score.totals[side] >= rules.lone_march * sum(score.loners[seat] for seat in side.seats)
        assert rules.target is None or score.totals[side] <= rules.target - 1 + most_in_a_deal(rules)


@unhurried
@given(any_round)
def test_totals_and_deals_of_one_round_agree(played):
    rules, (first, deals) = played
    by_deals = score_deals(rules, first, deals)
    if not by_deals.complete:
        return
    rulings = [
        Ruling(ruling.code, ruling.offender, ruling.award, ruling.fate, cancels=ruling.cancels, included=True)
        for deal in deals
        for ruling in deal.rulings
    ]
    by_totals = score_totals(rules, by_deals.totals, by_deals.loners, rulings, by_deals.reached_first)
    assert compare(by_deals, by_totals) == ()
    assert by_totals.players == by_deals.players
    assert by_totals.winner is by_deals.winner


@unhurried
@given(any_round)
def test_no_round_that_can_be_played_is_refused_as_totals(played):
    rules, (first, deals) = played
    score = score_deals(rules, first, deals)
    if score.complete:
        rulings = [ruling for deal in deals for ruling in deal.rulings]
        check_totals(rules, score.totals, score.loners, rulings)
        assert can_be(rules, score.totals, marches_by_side(score.loners), rulings)


@unhurried
@given(any_round)
def test_a_deal_goes_through_the_archive_unchanged(played):
    _, (_, deals) = played
    for deal in deals:
        assert Deal.from_dict(deal.to_dict()) == deal


@unhurried
@given(clean_round)
def test_the_winner_has_the_better_total_or_came_to_it_first(played):
    rules, (first, deals) = played
    score = score_deals(rules, first, deals)
    if score.winner is not None and not score.tied:
        more = max(SIDES, key=lambda side: score.totals[side])
        assert (score.winner is more) is (rules.points_are == "won")


lines = st.lists(
    st.tuples(st.integers(0, 4), st.integers(0, 4), st.sampled_from([True, False, None])), max_size=4
)
orders = st.lists(st.sampled_from([key for key in KEYS if key != "lot"]), min_size=1, unique=True)


@unhurried
@given(
    st.lists(lines, max_size=8), orders, st.randoms(use_true_random=False), st.sampled_from(["won", "lost"])
)
def test_the_order_of_input_does_not_matter_and_places_have_no_gaps(players, order, rng, points_are):
    records = [
        fold(
            number,
            [
                RoundLine(r, own, other, own, won, opponents=(1, 2))
                for r, (own, other, won) in enumerate(rows)
            ],
        )
        for number, rows in enumerate(players, 1)
    ]
    places = rank(records, order, points_are=points_are)
    rng.shuffle(records)
    assert rank(records, order, points_are=points_are) == places
    for index, row in enumerate(places):
        better = sum(other.place < row.place for other in places)
        assert row.place == better + 1
        alone = sum(other.place == row.place for other in places) == 1
        assert (row.decided_by is None) is (row.place == 1 or not alone)
        assert index == 0 or (places[index - 1].place, places[index - 1].record.player) < (
            row.place,
            row.record.player,
        )


# Rounds as whole numbers: own points, points against, won.
played = st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20), st.booleans()), max_size=8)


def record_of(number, rows, *, byes=0, adjusted=0):
    rounds = [RoundLine(r, own, other, own, won) for r, (own, other, won) in enumerate(rows, 1)]
    return fold(number, rounds, byes, ByePoints("fixed", 7), [adjusted])


def above(one, other, key, points_are="won"):
    """1 where the first player is placed above the second, −1 where below, 0 where they share the place."""
    places = {row.record.player: row.place for row in rank([one, other], [key], points_are=points_are)}
    return places[2] - places[1]


@unhurried
@given(played, played, st.integers(0, 3), st.integers(-9, 9))
def test_keys_of_rounds_played_compare_as_whole_numbers_do(mine, theirs, byes, adjusted):
    """The same comparisons without a fraction; sit-outs and adjustments change none of them."""

    def sign(number):
        return (number > 0) - (number < 0)

    def parts(rows):
        own, other = sum(row[0] for row in rows), sum(row[1] for row in rows)
        return own, other, sum(row[2] for row in rows), len(rows) or 1

    (own, other, won, rounds), (own2, other2, won2, rounds2) = parts(mine), parts(theirs)
    one, two = record_of(1, mine, byes=byes, adjusted=adjusted), record_of(2, theirs)
    share = sign(own * ((own2 + other2) or 1) - own2 * ((own + other) or 1))
    expected = {
        "win_percentage": (sign(won * rounds2 - won2 * rounds), False),
        "points_percentage": (share, True),
        "point_difference": (sign(own - other - own2 + other2), True),
        "points_against": (sign(other2 - other), True),
    }
    for key, (better, turns) in expected.items():
        assert above(one, two, key) == better
        assert above(one, two, key, "lost") == (-better if turns else better)


@unhurried
@given(clean_round)
def test_what_one_side_scores_counts_against_the_other(played):
    """At a table the points against are the other side's team points, and the two shares make a whole."""
    rules, (first, deals) = played
    score = score_deals(rules, first, deals)
    for side in SIDES:
        mine, theirs = (score.totals[at] for at in (side, side.other))
        one = fold(1, [RoundLine(1, mine, theirs, mine, None)])
        two = fold(2, [RoundLine(1, theirs, mine, theirs, None)])
        assert (one.points_against, two.points_against) == (two.earned, one.earned)
        assert one.point_difference == -two.point_difference
        assert one.points_percentage + two.points_percentage == (mine + theirs > 0)
        assert 0 <= one.points_percentage <= 1


@given(st.integers(1, 60), st.data())
def test_rounds_needed_for_a_place_grow_to_the_number_set(of, data):
    """And are never more than anybody can have played."""
    ranked_from = data.draw(st.integers(0, of))
    needed = [rounds_needed(ranked_from, over, of) for over in range(of + 1)]
    assert needed == sorted(needed)
    assert (needed[0], needed[-1]) == (0, ranked_from)
    assert all(least <= over for over, least in enumerate(needed))
