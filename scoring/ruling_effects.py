"""What a ruling, once given, does to its deal and its round, and who loses a round by one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from scoring.catalogue import CATALOGUE, OVERMARKED
from scoring.deal import Deal, Fate, Ruling, Struck
from scoring.errors import BadRuling
from scoring.offences import Rule
from scoring.ruleset import Ruleset
from scoring.seats import Side
from scoring.sentences import marked


def apply(deal: Deal, ruling: Ruling) -> Deal:
    """The deal with a ruling added: ended and without a result if the ruling ends it, not alone if it
    strikes the lone call. A deal ends once and is penalised for ending once: a ruling at odds with that
    raises ``BadRuling``.

    >>> from scoring.deal import Award, Call
    >>> from scoring.seats import Seat
    >>> deal = Deal(1, 1, Seat.N, Call(Seat.E), tricks=3)
    >>> ended = apply(deal, Ruling("renege", Seat.N, Award(Side.EW, 2), Fate.PASS))
    >>> ended.fate.value, ended.tricks, len(ended.rulings)
    ('PASS', None, 1)
    """
    _refuse_contradiction(deal, ruling)
    call = deal.call
    if strikes_alone(ruling) and call is not None:
        call = replace(call, lone=None, lone_defender=None)
    deal = replace(deal, call=call, rulings=(*deal.rulings, ruling))
    if ruling.ending is None:
        return deal
    return replace(deal, fate=ruling.ending, tricks=None, supreme=False)


def forfeited_to(rules: Ruleset, rulings: Iterable[Ruling]) -> Side | None:
    """The side that wins the round at any score because the other refused a penalty (L XXXVI)."""
    for ruling in rulings:
        loses = any(row.loses_round for row in _rows(rules, ruling))
        if loses and ruling.offender is not None:
            return ruling.offender.side.other
    return None


@dataclass(frozen=True, slots=True)
class RuledCall:
    """The call that a ruling leaves to a deal that goes on: who are the makers, and whether one of them plays
    alone (``None``: as they like)."""

    makers: Side
    alone: bool | None = None


def ruled_call(rules: Ruleset, ruling: Ruling) -> RuledCall | None:
    """What a ruling says of its deal's call; ``None`` if it leaves that open.

    >>> from scoring.ruleset import PRESETS
    >>> from scoring.seats import Seat
    >>> ruled_call(PRESETS["progressive"], Ruling("bid-out-of-turn", Seat.N, choice="void-and-alone"))
    RuledCall(makers=<Side.EW: 'EW'>, alone=True)
    """
    if ruling.code not in CATALOGUE or ruling.offender is None or ruling.ending is not None:
        return None
    own = ruling.offender.side
    if ruling.choice == "void-and-alone":
        return RuledCall(own.other, alone=True)
    if strikes_alone(ruling):
        return RuledCall(own, alone=False)
    if any(row.bidding_stops for row in _rows(rules, ruling) if row.choice == ruling.choice):
        return RuledCall(own.other)
    return None


def loses_next_deal(rules: Ruleset, ruling: Ruling) -> Side | None:
    """The side that the deal passes over once because of this ruling (L XVIII)."""
    loses = any(row.loses_deal for row in _rows(rules, ruling) if row.choice in (None, ruling.choice))
    return ruling.offender.side if loses and ruling.offender is not None else None


def takes_back(rules: Ruleset, ruling: Ruling) -> bool:
    """Whether what a table wrote for the deal cannot stand: the deal is ended or void, its loner is struck,
    or too much was marked. Totals do not say what that was."""
    return rules.has_deals and (ruling.ends_deal or strikes_alone(ruling) or ruling.code == OVERMARKED)


def comes_off(rules: Ruleset, ruling: Ruling, written: Struck) -> Struck | None:
    """What comes off the totals of what a table wrote for the deal of a ruling that ``takes_back``: all of
    it; of a struck loner what the deal is worth more than a normal one, and the mark.

    >>> from scoring.ruleset import PRESETS
    >>> from scoring.seats import Seat
    >>> struck = Ruling("lone-partner-played", Seat.S)
    >>> comes_off(PRESETS["progressive"], struck, Struck(Side.NS, 4, Seat.N)).points
    2
    """
    if ruling.ends_deal or not strikes_alone(ruling):
        return written
    normal = {rules.lone_made: rules.made}
    if written.lone_march is not None:
        normal = {rules.lone_march: rules.march}
    elif ruling.offender is not None and written.side is not ruling.offender.side:
        normal = {rules.lone_euchre: rules.euchre}
    more = max(written.points - normal.get(written.points, written.points), 0)
    return replace(written, points=more) if more or written.lone_march else None


def frees_totals(rulings: Iterable[Ruling]) -> bool:
    """Whether a ruling lets the round end in any score, so that no sum can be checked."""
    return any(ruling.code in CATALOGUE and CATALOGUE[ruling.code].frees_totals for ruling in rulings)


def strikes_alone(ruling: Ruling) -> bool:
    """Whether a ruling turns a lone call into a normal one."""
    return ruling.code in CATALOGUE and CATALOGUE[ruling.code].strikes_alone


def _rows(rules: Ruleset, ruling: Ruling) -> tuple[Rule, ...]:
    """The rows of a ruling's offence; none if these rules do not have it."""
    return CATALOGUE[ruling.code].rows(rules) if ruling.code in CATALOGUE else ()


def _refuse_contradiction(deal: Deal, ruling: Ruling) -> None:
    if strikes_alone(ruling) and (deal.call is None or not deal.call.alone):
        message = marked("Nobody is down as playing alone in this deal, so there is no loner to cancel.")
        raise BadRuling(message, code="nobody-alone", field="call", where=deal.where)
    ending = ruling.ending
    if ending is None:
        return
    if deal.fate is not Fate.PLAYED and ending is not deal.fate:
        message = marked(
            "This deal is %(fate)s already; another ruling cannot make it %(ending)s.",
            fate=deal.fate.words,
            ending=ending.words,
        )
        raise BadRuling(message, code="contradiction", field="fate", where=deal.where)
    punished = any(other.ends_deal and other.award for other in deal.rulings)
    if ruling.award is not None and punished and not frees_totals([ruling]):
        message = marked(
            "A ruling with points has ended this deal already: amend or revoke that one instead."
        )
        raise BadRuling(message, code="ended-already", field="code", where=deal.where)
