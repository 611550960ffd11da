"""What one deal is worth in team points, and which player marched alone or was euchred.

Player points and running totals are the sheet's affair (``scoring.sheet``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scoring.catalogue import AFTER_PLAY
from scoring.deal import TRICKS, Call, Deal, Fate, Outcome, Ruling
from scoring.errors import BadDeal
from scoring.ruleset import Ruleset
from scoring.seats import SIDES, Seat, Side
from scoring.sentences import Sentence, marked

ENOUGH = 3  # tricks the makers need
# Where a lone defender meets a lone hand: 4 to the makers from three tricks, else 4 to the defenders (T).
DEFENDED_ALONE = 4


@dataclass(frozen=True, slots=True)
class DealScore:
    """A deal's worth: ``points`` per side, of which ``played`` came from play and counted; awards are added
    to that and forfeits taken off. ``steps`` are the same points in the order in which they count: awards,
    what play left, and awards of what follows play.

    ``lone_march`` is the player who earns the mark (and the bonus, if there is one). ``euchred`` is the
    maker whose call failed: fewer than three tricks, or, if points are lost, three or more."""

    points: Mapping[Side, int]
    played: Mapping[Side, int]
    outcome: Outcome | None
    lone_march: Seat | None
    euchred: Seat | None
    steps: tuple[Mapping[Side, int], ...]


@dataclass(frozen=True, slots=True)
class _Result:
    """A played result before rulings: its name, who gets how much, whether the lone mark is earned."""

    outcome: Outcome
    side: Side
    points: int
    lone_march: bool = False


def score_deal(rules: Ruleset, deal: Deal, before: Mapping[Side, int] | None = None) -> DealScore:
    """The team points of one deal (RULEBOOK 2 and 3; T, S, J).

    Played points count only if the deal was played out and the side is not cancelled; awards always
    count, less what rulings take off, at most what the side has in the deal by then (``forfeited``).
    ``before`` are the sides' running totals, needed only for Jeuchre's supreme, which loses all that
    is left; without it the round is taken to start here. Raises ``BadDeal`` where the deal cannot have gone
    as entered.

    >>> from scoring.ruleset import PRESETS
    >>> score = score_deal(PRESETS["progressive"], Deal(1, 1, Seat.N, Call(Seat.E, lone=Seat.E), tricks=5))
    >>> score.points[Side.EW], score.lone_march.value, score.outcome.value
    (4, 'E', 'lone_march')
    """
    check_deal(rules, deal)
    played = dict.fromkeys(SIDES, 0)
    cancelled = {side for ruling in deal.rulings for side in ruling.cancels}
    outcome = lone_march = euchred = None
    if deal.call is not None and deal.tricks is not None:
        result = _result(rules, deal.call, deal.tricks, deal.supreme, before or played)
        outcome = result.outcome
        if result.side not in cancelled:
            played[result.side] = result.points
        if result.lone_march and deal.call.side not in cancelled:
            lone_march = deal.call.lone
        if (deal.tricks < ENOUGH) is not rules.counts_lost:
            euchred = deal.call.maker
    points = after_rulings(played, deal.rulings)
    return DealScore(points, played, outcome, lone_march, euchred, _steps(deal, points))


def after_rulings(played: Mapping[Side, int], rulings: Iterable[Ruling]) -> dict[Side, int]:
    """The points from play that count, less forfeits (at most what the side has by then), with awards."""
    points = dict(played)
    for ruling in rulings:
        if ruling.forfeits is not None:
            side = ruling.forfeits.side
            points[side] -= min(ruling.forfeits.points, points[side])
        if ruling.award is not None:
            points[ruling.award.side] += ruling.award.points
    return points


def _steps(deal: Deal, points: Mapping[Side, int]) -> tuple[Mapping[Side, int], ...]:
    """A deal's points in the order in which they count (T: the first to reach the target wins; L XXXIII).
    What ended the deal is its last offence, and points forfeited never counted."""
    given = [(one.code in AFTER_PLAY, one.award) for one in sorted(deal.rulings, key=lambda r: r.ends_deal)]
    early, late = ([{award.side: award.points} for is_late, award in given if award and is_late is last]
                   for last in (False, True))  # fmt: skip
    rest = {side: points[side] - sum(one.get(side, 0) for one in early + late) for side in SIDES}
    forfeited = {side: min(rest[side], 0) for side in SIDES}
    return (forfeited, *early, {side: max(rest[side], 0) for side in SIDES}, *late)


def most_in_a_deal(rules: Ruleset) -> int:
    """The highest number of points play can bring one side in one deal, supreme aside."""
    return max(_possible(rules))


def least_in_a_deal(rules: Ruleset) -> int:
    """The lowest number of points play can bring both sides together in a deal that was played out."""
    return min(_possible(rules))


def _possible(rules: Ruleset) -> tuple[int, ...]:
    normal = (rules.made, rules.march, rules.euchre, rules.boom_euchre)
    alone = (rules.lone_made, rules.lone_march, rules.lone_euchre) if rules.lone_hands else ()
    return normal + alone + ((DEFENDED_ALONE,) if rules.defend_alone else ())


def _result(rules: Ruleset, call: Call, tricks: int, supreme: bool, before: Mapping[Side, int]) -> _Result:
    lost = rules.counts_lost
    makers, defenders = call.side, call.side.other
    if supreme:
        left = (rules.target or 0) - before[makers]
        return _Result(Outcome.SUPREME, makers, max(left, 0))
    if call.lone_defender is not None:
        if tricks >= ENOUGH:
            return _Result(Outcome.DEFENCE_BEATEN, makers, DEFENDED_ALONE, lone_march=tricks == TRICKS)
        return _Result(Outcome.DEFENDED, defenders, DEFENDED_ALONE)
    if tricks < ENOUGH:
        return _euchre(rules, call, tricks)
    # Winning and losing points is one table: in Jeuchre the makers' numbers stand against the makers.
    if call.alone:
        if tricks == TRICKS:
            return _Result(Outcome.LONE_MARCH, makers, rules.lone_march, lone_march=True)
        return _Result(Outcome.LONE_MADE, makers, rules.lone_made)
    if tricks == TRICKS:
        return _Result(Outcome.JEUJEU if lost else Outcome.MARCH, makers, rules.march)
    return _Result(Outcome.JEUCHRE if lost else Outcome.MADE, makers, rules.made)


def _euchre(rules: Ruleset, call: Call, tricks: int) -> _Result:
    boom = tricks == 0 and rules.counts_lost  # alone or not (J)
    if call.alone and not boom:
        return _Result(Outcome.LONE_EUCHRED, call.side.other, rules.lone_euchre)
    if tricks == 0:
        return _Result(Outcome.BOOM_EUCHRED, call.side.other, rules.boom_euchre)
    return _Result(Outcome.EUCHRED, call.side.other, rules.euchre)


def check_deal(rules: Ruleset, deal: Deal) -> None:
    """Raise ``BadDeal`` if the deal is impossible under the rules, whatever came before it."""
    for check in (_check_call, _check_result, _check_supreme, _check_fate):
        problem = check(rules, deal)
        if problem is not None:
            code, field, message = problem
            raise BadDeal(message, code=code, field=field, where=deal.where)


_Problem = tuple[str, str, Sentence] | None


def _check_call(rules: Ruleset, deal: Deal) -> _Problem:
    call = deal.call
    if call is None:
        return None
    if call.alone and not rules.lone_hands:
        return "no-lone-hands", "lone", marked("These rules have no lone hands: untick “alone”.")
    if call.lone not in (None, call.maker) and not rules.either_plays_alone:
        return "lone-not-maker", "lone", marked("Under these rules only the maker may play alone.")
    if call.lone_defender is not None and not rules.defend_alone:
        return "no-defending-alone", "lone_defender", marked("These rules do not let a defender play alone.")
    return None


def _check_result(rules: Ruleset, deal: Deal) -> _Problem:
    if deal.fate is not Fate.PLAYED:
        if deal.tricks is not None:
            message = marked("This deal was not played out, so it has no tricks: clear them.")
            return "tricks-given", "tricks", message
        return None
    if deal.call is None:
        return "call-missing", "call", marked("Say who made trump.")
    if deal.tricks is None:
        return "tricks-missing", "tricks", marked("Say how many tricks the makers took.")
    return None


def _check_supreme(rules: Ruleset, deal: Deal) -> _Problem:
    if not deal.supreme:
        alone = deal.call is not None and deal.call.alone
        if rules.supreme and alone and deal.tricks == TRICKS:
            message = marked("All five tricks alone are a “supreme”: tick it.")
            return "supreme-missing", "supreme", message
        return None
    if not rules.supreme:
        return "no-supreme", "supreme", marked("These rules have no “supreme”: untick it.")
    if deal.tricks != TRICKS:
        message = marked("“Supreme” means that the maker personally took all five tricks.")
        return "supreme-tricks", "supreme", message
    return None


def _check_fate(rules: Ruleset, deal: Deal) -> _Problem:
    for ruling in deal.rulings:
        ending = ruling.ending
        if ending is not None and ending is not deal.fate:
            message = marked(
                "By a ruling this deal is %(ending)s, but it is entered as %(fate)s.",
                ending=ending.words,
                fate=deal.fate.words,
            )
            return "fate", "fate", message
    if deal.fate is Fate.PASS and not deal.rulings:
        message = marked("Only a ruling ends a deal with points: enter the ruling, or the tricks.")
        return "no-ruling", "fate", message
    if deal.fate is Fate.THROWN_IN and rules.all_pass == "stick":  # noqa: S105
        message = marked("The dealer must name a suit under these rules, so no deal is thrown in.")
        return "stuck-dealer", "fate", message
    if deal.fate is Fate.THROWN_IN and deal.call is not None:
        message = marked("A deal is thrown in when nobody makes trump: clear the maker.")
        return "thrown-in-call", "call", message
    return None
