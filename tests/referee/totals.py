"""Which totals a round without rulings can end with, found by playing every round there is."""

from functools import cache

from tests.referee.sheets import SEATS, SIDES, Wrong, judge_deal, side_of


def ways(rules):
    """Every deal that can be reported under the rules, for one maker of either side."""
    for maker in "NE":
        for lone in (None, maker):
            for defender in (None, SEATS[(SEATS.index(maker) + 1) % 4]):
                for tricks in range(6):
                    for supreme in (False, True):
                        call = {"maker": maker, "lone": lone, "lone_defender": defender}
                        result = {"call": call, "tricks": tricks, "supreme": supreme}
                        yield result | {"rulings": [], "fate": "PLAYED"}
    if rules["all_pass"] == "pass":
        yield {"call": None, "tricks": None, "supreme": False, "rulings": [], "fate": "THROWN_IN"}


def results(rules, running):
    """{(points of each side, lone marches of each side)} of the next deal at this score."""
    found = set()
    for deal in ways(rules):
        try:
            points, marched, _failed = judge_deal(rules, deal, running)
        except Wrong:
            continue  # these rules do not have it
        marches = tuple(int(marched is not None and side_of(marched) == side) for side in SIDES)
        found.add((tuple(points[side] for side in SIDES), marches))
    return found


def within_bounds(rules):
    """Without deals: each side has from least to most, and both together the sum where it is set."""
    each = range(rules["least"], rules["most"] + 1)
    pairs = ((ns, ew) for ns in each for ew in each if rules["sum"] in (None, ns + ew))
    return {(pair, (0, 0)) for pair in pairs}


def ends(rules, deals_played=None):
    """{(totals, lone marches)} with which a round can end, by sides; the bell may end it after some deals.

    A deal that is void and dealt again changes nothing, so none is played here.
    """
    if rules["preset"] == "totals-only":
        return within_bounds(rules)
    last = deals_played or rules["deals_per_round"]
    found, open_ones, seen, number = set(), {((0, 0), (0, 0))}, set(), 0
    next_deal = cache(lambda totals: results(rules, dict(zip(SIDES, totals, strict=True))))
    while open_ones:
        number += 1
        after = set()
        for totals, marches in open_ones:
            for points, lone in next_deal(totals):
                new = tuple(map(sum, zip(totals, points, strict=True)))
                marked = tuple(map(sum, zip(marches, lone, strict=True)))
                over = rules["target"] is not None and max(new) >= rules["target"]
                if (number == last and not (over and deals_played)) or (over and not deals_played):
                    found.add((new, marked))
                elif not over:
                    after.add((new, marked))
        if last is None:  # a game: the same score again, after more deals, leads nowhere new
            after -= seen
            seen |= after
        open_ones = after if last is None or number < last else set()
    return found
