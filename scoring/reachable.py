"""Which final totals a round can have, exactly: team points of both sides with their lone marches.

A round is a sum of deals. Deals that rulings touched are laid out in every way they can have gone, the rest
are counted once per ruleset and kept. Which player of a side marched makes no difference here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product

from scoring.deal import Fate, Ruling, Struck
from scoring.points import DEFENDED_ALONE, after_rulings
from scoring.ruleset import Ruleset
from scoring.ruling_effects import RuledCall, ruled_call, strikes_alone
from scoring.seats import SIDES, Side

Points = tuple[int, int]  # team points of North/South and of East/West
Marches = tuple[int, int]  # their lone marches
_Result = tuple[Points, Marches]
MOST_RULINGS = 6  # more of them on one sheet can be laid out in too many ways: then nothing is excluded


def can_be(
    rules: Ruleset,
    totals: Mapping[Side, int],
    marches: Mapping[Side, int],
    rulings: Sequence[Ruling] = (),
    deals: int | None = None,
    kept: Sequence[Ruling] = (),
) -> bool:
    """Whether a round can end with these totals (awards and forfeits included) and lone marches.

    ``deals`` is the number of deals played if the bell cut the round short. Of the rulings ``kept``
    counts, too, what they leave of their deal's call.

    >>> from scoring.ruleset import PRESETS
    >>> none, one = {Side.NS: 0, Side.EW: 0}, {Side.NS: 1, Side.EW: 0}
    >>> nine_seven = {Side.NS: 9, Side.EW: 7}
    >>> can_be(PRESETS["progressive"], nine_seven, none), can_be(PRESETS["progressive"], nine_seven, one)
    (False, True)
    """
    if not rules.has_deals:
        return within_bounds(rules, played_for(totals, rulings)) and not any(marches.values())
    wanted = totals[Side.NS], totals[Side.EW]
    lone = marches[Side.NS], marches[Side.EW]
    telling = [ruling for ruling in rulings if _tells(ruling) or ruling in kept]
    if len(telling) > MOST_RULINGS:
        return True
    layouts = _layouts(rules, telling, kept)
    if rules.target is not None and deals is None:
        return any(_ends_at_target(rules, rules.target, wanted, lone, layout) for layout in layouts)
    if rules.target is not None and max(wanted) >= rules.target:
        return False  # the game was over, so the bell cut nothing short
    played = rules.deals_per_round if deals is None else deals
    return any(_adds_up(rules, played or 0, wanted, lone, layout) for layout in layouts)


def fitting_marches(
    rules: Ruleset, totals: Mapping[Side, int], rulings: Sequence[Ruling] = (), deals: int | None = None
) -> tuple[Marches, ...]:
    """The lone marches of both sides with which a round can end with these totals, fewest first."""
    if not rules.lone_hands:
        tried: Iterable[Marches] = ((0, 0),)
    else:
        worth = max(rules.lone_march, 1)
        tried = product(range(totals[Side.NS] // worth + 1), range(totals[Side.EW] // worth + 1))
    return tuple(
        marches
        for marches in sorted(tried, key=sum)
        if can_be(rules, totals, dict(zip(SIDES, marches, strict=True)), rulings, deals)
    )


def writable(rules: Ruleset) -> tuple[Struck, ...]:
    """What a table can write for one deal without rulings: points of a side, and whose lone march they are.

    >>> from scoring.ruleset import PRESETS
    >>> [(one.points, one.lone_march) for one in writable(PRESETS["progressive"]) if one.side is Side.NS]
    [(1, None), (2, None), (4, <Seat.N: 'N'>), (4, <Seat.S: 'S'>)]
    """
    return tuple(
        Struck(side, points[index], seat)
        for index, side in enumerate(SIDES)
        for points, marches in _results(rules)
        if points[index]
        for seat in (side.seats if marches[index] else (None,))
    )


def played_for(totals: Mapping[Side, int], rulings: Sequence[Ruling]) -> dict[Side, int]:
    """What the sides played for if no deals are known: totals without what rulings gave and took."""
    played = {side: totals[side] for side in SIDES}
    for ruling in rulings:
        if ruling.award is not None:
            played[ruling.award.side] -= ruling.award.points
        if ruling.forfeits is not None:
            played[ruling.forfeits.side] += ruling.forfeits.points
    return played


def within_bounds(rules: Ruleset, played: Mapping[Side, int]) -> bool:
    """Whether two sides can have these points in a round without deals.

    >>> from scoring.ruleset import PRESETS
    >>> whist = PRESETS["totals-only"].changed(most=26, sum=26)
    >>> [within_bounds(whist, dict(zip(SIDES, pair, strict=True))) for pair in [(20, 6), (20, 7), (27, -1)]]
    [True, False, False]
    """
    least, most = rules.side_bounds
    each = all(least <= points <= most for points in played.values())
    return each and rules.sum in (None, sum(played.values()))


def fitting_deals(
    rules: Ruleset, totals: Mapping[Side, int], marches: Mapping[Side, int], rulings: Sequence[Ruling] = ()
) -> tuple[int, ...]:
    """After how many deals a round that the bell cut short can stand like this, most first.

    A game without a number of deals has at most one for each point, and one for each ruling.

    >>> from scoring.ruleset import PRESETS
    >>> fitting_deals(PRESETS["progressive"], {Side.NS: 4, Side.EW: 2}, {Side.NS: 0, Side.EW: 0})
    (6, 5, 4, 3)
    """
    most = (rules.deals_per_round or sum(totals.values()) + len(rulings) + 1) - 1
    return tuple(deals for deals in range(most, 0, -1) if can_be(rules, totals, marches, rulings, deals))


@dataclass(frozen=True, slots=True)
class _RuledDeal:
    """One deal with rulings on it: whether they ended it, whether it used a slot of the round, and what they
    say of its call."""

    rulings: tuple[Ruling, ...]
    ended: bool
    uses_slot: bool
    calls: tuple[RuledCall, ...] = ()

    def outcomes(self, rules: Ruleset) -> frozenset[_Result]:
        """What the deal can have brought."""
        if self.ended:
            return frozenset({(self._after_rulings((0, 0)), (0, 0))})
        results = set(_results(rules)).intersection(*(_results_of(rules, call) for call in self.calls))
        return frozenset(map(self.outcome, results))

    def outcome(self, result: _Result) -> _Result:
        """What is left of one played result: nothing of a cancelled side, less forfeits, with awards."""
        cancelled = {side for ruling in self.rulings for side in ruling.cancels}
        keep = [side not in cancelled for side in SIDES]
        (ns, ew), (lone_ns, lone_ew) = result
        return self._after_rulings((ns * keep[0], ew * keep[1])), (lone_ns * keep[0], lone_ew * keep[1])

    def _after_rulings(self, points: Points) -> Points:
        made = after_rulings(dict(zip(SIDES, points, strict=True)), self.rulings)
        return made[Side.NS], made[Side.EW]


_UNTOUCHED = _RuledDeal((), ended=False, uses_slot=True)


def _tells(ruling: Ruling) -> bool:
    """Whether a ruling makes any difference to what totals can be."""
    return ruling.changes_points or ruling.ends_deal or bool(ruling.cancels)


def _layouts(
    rules: Ruleset, rulings: Sequence[Ruling], kept: Sequence[Ruling]
) -> Iterator[tuple[_RuledDeal, ...]]:
    """Every way in which the rulings can fall on deals; a sheet of totals does not say which deal it was."""
    for groups in _partitions(list(rulings)):
        if all(map(_can_share_a_deal, groups)):
            yield tuple(_ruled_deal(rules, group, kept) for group in groups)


def _partitions(rulings: list[Ruling]) -> Iterator[list[list[Ruling]]]:
    if not rulings:
        yield []
        return
    *rest, last = rulings
    for groups in _partitions(rest):
        yield [*groups, [last]]
        for index, group in enumerate(groups):
            yield [*groups[:index], [*group, last], *groups[index + 1 :]]


def _can_share_a_deal(rulings: Sequence[Ruling]) -> bool:
    """A deal ends in one way, and is penalised once for ending."""
    endings = [ruling for ruling in rulings if ruling.ends_deal]
    return len({ruling.ending for ruling in endings}) < 2 and sum(r.award is not None for r in endings) < 2


def _ruled_deal(rules: Ruleset, rulings: Sequence[Ruling], kept: Sequence[Ruling]) -> _RuledDeal:
    fate = next((ruling.ending for ruling in rulings if ruling.ends_deal), None)
    calls = tuple(call for ruling in rulings if ruling in kept and (call := ruled_call(rules, ruling)))
    if any(map(strikes_alone, rulings)):
        calls = tuple(replace(call, alone=False) for call in calls)
    return _RuledDeal(tuple(rulings), fate is not None, fate is None or _uses_slot(rules, fate), calls)


def _uses_slot(rules: Ruleset, fate: Fate) -> bool:
    if fate is Fate.THROWN_IN:
        return rules.all_pass == "pass" and rules.void_uses_slot  # noqa: S105  no secret
    return fate is Fate.PASS or (fate is Fate.VOID_PASS and rules.void_uses_slot)


def _adds_up(rules: Ruleset, deals: int, wanted: Points, lone: Marches, ruled: Sequence[_RuledDeal]) -> bool:
    """Whether so many deals, the ruled ones among them, can bring exactly what is wanted."""
    left = deals - sum(deal.uses_slot for deal in ruled)
    for chosen in product(*(deal.outcomes(rules) for deal in ruled)):
        rest, marches = _less(wanted, lone, chosen)
        others = left - sum(marches)
        if min(*marches, others) >= 0 and _brings(rules, rest, marches, _sums(rules, others)):
            return True
    return False


def _ends_at_target(
    rules: Ruleset, target: int, wanted: Points, lone: Marches, ruled: Sequence[_RuledDeal]
) -> bool:
    """Whether a game to the target can end so: no side is there before the last deal, one is after it."""
    if max(wanted) < target:
        return False
    lasts: list[tuple[_RuledDeal, Sequence[_RuledDeal]]] = [(_UNTOUCHED, ruled)]
    lasts += [(deal, (*ruled[:index], *ruled[index + 1 :])) for index, deal in enumerate(ruled)]
    for last, others in lasts:
        for chosen in product(*(deal.outcomes(rules) for deal in others)):
            for outcome, needed in _last_outcomes(rules, target, last):
                before, _ = _less(wanted, lone, [outcome])
                open_yet = max(before) < target and (needed is None or before[needed[0]] == needed[1])
                rest, marches = _less(wanted, lone, [outcome, *chosen])
                if (
                    open_yet
                    and min(marches) >= 0
                    and _brings(rules, rest, marches, _open_sums(rules, target))
                ):
                    return True
    return False


def _last_outcomes(
    rules: Ruleset, target: int, deal: _RuledDeal
) -> Iterator[tuple[_Result, tuple[int, int] | None]]:
    """What the last deal can have brought. A supreme charges what is left to the target: it needs its side
    (0 or 1) to stand at exactly so many points before."""
    for outcome in deal.outcomes(rules):
        yield outcome, None
    if rules.supreme and not deal.ended:
        for side, at in product(range(2), range(target)):
            points = (target - at, 0) if side == 0 else (0, target - at)
            yield deal.outcome((points, (0, 0))), (side, at)


def _less(wanted: Points, lone: Marches, deals: Iterable[_Result]) -> tuple[Points, Marches]:
    """What is left of the wanted totals and marches without these deals."""
    points, marches = list(wanted), list(lone)
    for brought, marched in deals:
        for side in range(2):
            points[side] -= brought[side]
            marches[side] -= marched[side]
    return (points[0], points[1]), (marches[0], marches[1])


def _brings(rules: Ruleset, points: Points, marches: Marches, sums: frozenset[Points]) -> bool:
    """Whether these lone marches, and deals without any that can bring one of the sums, bring the points."""
    return any(
        (points[0] - ns, points[1] - ew) in sums
        for ns in _worths(rules, marches[0])
        for ew in _worths(rules, marches[1])
    )


def _worths(rules: Ruleset, marches: int) -> set[int]:
    """What a side's lone marches can be worth together: some of them may have met a lone defender."""
    if marches and (rules.supreme or not rules.lone_hands):
        return set()  # there are none under these rules
    defended = range(marches + 1) if rules.defend_alone else range(1)
    return {count * DEFENDED_ALONE + (marches - count) * rules.lone_march for count in defended}


@lru_cache(maxsize=64)
def _results(rules: Ruleset) -> tuple[_Result, ...]:
    """What one deal that ran its course can bring both sides (RULEBOOK 2), supreme aside."""
    return tuple(sorted(_results_of(rules, RuledCall(Side.NS)) | _results_of(rules, RuledCall(Side.EW))))


@lru_cache(maxsize=256)
def _results_of(rules: Ruleset, call: RuledCall) -> frozenset[_Result]:
    """What a deal with this call can bring."""
    makers: set[tuple[int, int]] = set()  # with a lone march or without
    defenders: set[int] = set()
    if call.alone is not True:
        makers |= {(rules.made, 0), (rules.march, 0)}
        defenders |= {rules.euchre, rules.boom_euchre}
    if rules.lone_hands and call.alone is not False:
        makers |= {(rules.lone_made, 0)} | (set() if rules.supreme else {(rules.lone_march, 1)})
        defenders |= {rules.lone_euchre}
    if rules.defend_alone and call.alone is not False:
        makers |= {(DEFENDED_ALONE, 0)} | (set() if rules.supreme else {(DEFENDED_ALONE, 1)})
        defenders |= {DEFENDED_ALONE}
    results = {((points, 0), (lone, 0)) for points, lone in makers}
    results |= {((0, points), (0, 0)) for points in defenders}
    if call.makers is Side.EW:
        results = {((ew, ns), (lone_ew, lone_ns)) for (ns, ew), (lone_ns, lone_ew) in results}
    if rules.all_pass == "pass" and rules.void_uses_slot:  # noqa: S105  thrown in, and the slot is used
        results |= {((0, 0), (0, 0))}
    return frozenset(results)


@lru_cache(maxsize=64)
def _ordinary(rules: Ruleset) -> frozenset[Points]:
    """The points of deals without a lone march."""
    return frozenset(points for points, marches in _results(rules) if not any(marches))


@lru_cache(maxsize=512)
def _sums(rules: Ruleset, deals: int) -> frozenset[Points]:
    """What exactly so many deals without a lone march can bring together."""
    if deals == 0:
        return frozenset({(0, 0)})
    before = _sums(rules, deals - 1)
    return frozenset((ns + a, ew + b) for ns, ew in before for a, b in _ordinary(rules))


@lru_cache(maxsize=64)
def _open_sums(rules: Ruleset, target: int) -> frozenset[Points]:
    """What any number of deals without a lone march can bring while neither side is at the target."""
    reached: set[Points] = {(0, 0)}
    fresh: list[Points] = [(0, 0)]
    while fresh:
        ns, ew = fresh.pop()
        for a, b in _ordinary(rules):
            after = ns + a, ew + b
            if max(after) < target and after not in reached:
                reached.add(after)
                fresh.append(after)
    return frozenset(reached)
