"""A table's round, from its deals or from its totals: who dealt when, what everybody scored, who won.

Who the four players are, and what the event makes of it, is for ``scoring.record``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scoring.bounds import (
    bidding_doubts,
    check_numbers,
    check_totals,
    first_to_target,
    lone_field,
    ruling_doubts,
    striking_doubts,
    totals_doubts,
    winner_of,
)
from scoring.catalogue import WRONG_DEALER
from scoring.deal import Deal, Fate, Ruling, place_of
from scoring.doubts import Doubt
from scoring.errors import BadSheet
from scoring.points import DealScore, score_deal
from scoring.ruleset import Ruleset
from scoring.ruling_effects import forfeited_to, loses_next_deal
from scoring.seats import SEATS, SIDES, Seat, Side
from scoring.sentences import Sentence, marked


class Turns:
    """The dealers of one round, deal by deal (RULEBOOK 3).

    Where every player deals equally often, whoever was kept from dealing takes the next turn of the one who
    dealt instead; in games to a target the deal simply goes on to the left of the dealer (L VIII). A side
    that loses its next deal is passed over once (L XVIII).

    >>> from scoring.ruleset import PRESETS
    >>> turns = Turns(PRESETS["progressive"], Seat.N)
    >>> [turns.after(Deal(1, 1, dealer)).value for dealer in (Seat.S, Seat.E, Seat.N)]
    ['E', 'N', 'W']
    """

    def __init__(self, rules: Ruleset, first_dealer: Seat) -> None:
        self._rules = rules
        self._coming: list[Seat] = []  # the next turns, as far as anything but the rotation decides them
        self._rotation = first_dealer.left  # whose turn it is after those
        self._lost = dict.fromkeys(SIDES, 0)
        self.dealer = first_dealer

    def after(self, deal: Deal) -> Seat:
        """Note that this deal has passed, and return who deals next."""
        if self._rules.deals_per_round is None:
            self._rotation = deal.dealer.left
        elif deal.dealer is not self.dealer:
            self._give_turn_of(deal.dealer)
        for ruling in deal.rulings:
            if (side := loses_next_deal(self._rules, ruling)) is not None:
                self._lost[side] += 1
        self.dealer = self._next()
        while self._lost[self.dealer.side]:
            self._lost[self.dealer.side] -= 1
            self.dealer = self._next()
        return self.dealer

    def _next(self) -> Seat:
        return self._coming.pop(0) if self._coming else self._rotate()

    def _rotate(self) -> Seat:
        turn, self._rotation = self._rotation, self._rotation.left
        return turn

    def _give_turn_of(self, wrong: Seat) -> None:
        """The next turn of the wrong dealer, to the right one."""
        while wrong not in self._coming:
            self._coming.append(self._rotate())
        self._coming[self._coming.index(wrong)] = self.dealer


@dataclass(frozen=True, slots=True)
class NextDeal:
    """The deal that is due: its slot (from 1), which attempt at it, and who deals."""

    slot: int
    attempt: int
    dealer: Seat

    @property
    def where(self) -> Sentence:
        """The deal's place in words."""
        return place_of(self.slot, self.attempt)


@dataclass(frozen=True, slots=True)
class RoundScore:
    """A round in numbers: team points by side, player points and lone marches by seat.

    ``reached_first`` is the side that came to a tied total first, if there was a tie and something (the
    deals, or the director) says so. ``deals`` and ``running`` (team points after each deal) are empty for a
    sheet of totals, and ``euchred`` (failed calls by seat) is then ``None``. A round that is not
    ``complete`` has no winner yet. ``formerly`` is its winner as until 1.0.0, when the order inside a deal
    decided nothing."""

    totals: Mapping[Side, int]
    loners: Mapping[Seat, int]
    players: Mapping[Seat, int]
    winner: Side | None
    tied: bool
    reached_first: Side | None
    complete: bool
    deals: tuple[DealScore, ...] = ()
    running: tuple[Mapping[Side, int], ...] = ()
    euchred: Mapping[Seat, int] | None = None
    doubts: tuple[Doubt, ...] = ()
    formerly: Side | None = None


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A value in which the two forms of one round differ. ``what`` is its field: ``"ns"``, ``"lone_e"``, …"""

    what: str
    by_deals: object
    by_totals: object
    message: Sentence


def next_deal(
    rules: Ruleset, first_dealer: Seat, deals: Sequence[Deal], *, deals_played: int | None = None
) -> NextDeal | None:
    """The deal due after these, or ``None`` when the round is over (RULEBOOK 3).

    ``deals_played`` is how many were played if the bell cut the round short. Raises ``BadSheet`` or
    ``BadDeal`` where the deals themselves cannot have gone like that.

    >>> from scoring.deal import Call
    >>> from scoring.ruleset import PRESETS
    >>> made = Deal(1, 1, Seat.W, Call(Seat.N), tricks=3)
    >>> next_deal(PRESETS["progressive"], Seat.W, [made])
    NextDeal(slot=2, attempt=1, dealer=<Seat.N: 'N'>)
    """
    return _walk(rules, first_dealer, deals, deals_played).due


def score_deals(
    rules: Ruleset,
    first_dealer: Seat,
    deals: Sequence[Deal],
    *,
    reached_first: Side | None = None,
    deals_played: int | None = None,
) -> RoundScore:
    """The round as its deals tell it, finished or not (RULEBOOK 4).

    The deals stand in order, each attempt of a slot by itself. A tie is won by the side whose running total
    came to the final total first (T), a game in which both reach the target by the side that was there first;
    inside a deal awards come before play, save what follows it. At 0–0 ``reached_first`` may say whom the
    director names. ``deals_played`` is how many deals were played where the bell cut the round short. Raises
    ``BadSheet`` (order, dealer, a deal after the end) and ``BadDeal``, each with ``field`` and ``where``.

    >>> from scoring.deal import Call
    >>> from scoring.ruleset import PRESETS
    >>> march = Deal(1, 1, Seat.N, Call(Seat.E, lone=Seat.E), tricks=5)
    >>> score = score_deals(PRESETS["progressive"], Seat.N, [march])
    >>> score.totals[Side.EW], score.players[Seat.E], score.players[Seat.W], score.complete
    (4, 5, 4, False)
    """
    _check_deals_played(rules, deals_played)
    walk = _walk(rules, first_dealer, deals, deals_played)
    loners = _count(score.lone_march for score in walk.scores)
    rulings = [ruling for deal in deals for ruling in deal.rulings]
    complete = walk.due is None
    tied = complete and walk.totals[Side.NS] == walk.totals[Side.EW]
    to_target = _first_to(rules.target, walk.steps, walk.totals) if rules.target is not None else None
    first = (to_target or _first_to(None, walk.steps, walk.totals) or reached_first) if tied else None
    by_deals = (_first_to(None, walk.running, walk.totals) or reached_first) if tied else None
    striking = striking_doubts(rules, walk.totals, loners) if complete else ()
    return RoundScore(
        totals=walk.totals,
        loners=loners,
        players=_players(rules, walk.totals, loners),
        winner=winner_of(rules, walk.totals, rulings, first, to_target) if complete else None,
        tied=tied,
        reached_first=first,
        complete=complete,
        deals=walk.scores,
        running=walk.running,
        euchred=_count(score.euchred for score in walk.scores),
        doubts=bidding_doubts(rules, deals) + ruling_doubts(rules, deals) + striking,
        formerly=winner_of(rules, walk.totals, rulings, by_deals) if complete else None,
    )


def score_totals(
    rules: Ruleset,
    totals: Mapping[Side, int],
    loners: Mapping[Seat, int],
    rulings: Sequence[Ruling] = (),
    reached_first: Side | None = None,
    *,
    deals_played: int | None = None,
) -> RoundScore:
    """The round as its totals tell it (RULEBOOK 3 and 4).

    ``totals`` and ``loners`` are as reported; awards of rulings that are not ``included`` in them are added,
    and what such rulings take off, or strike of what was written for their deal, is taken off. Every ruling
    that gives or takes points must say which it is. ``deals_played`` is how many deals were played if the
    bell cut the round short, ``reached_first`` the winner of a tie. Raises ``BadSheet`` for numbers that no
    round can have; unlikely ones are returned as ``doubts``.

    >>> from scoring.deal import Award
    >>> from scoring.ruleset import PRESETS
    >>> renege = Ruling("renege", Seat.E, Award(Side.NS, 2), Fate.PASS, included=False)
    >>> score_totals(PRESETS["progressive"], {Side.NS: 5, Side.EW: 6}, {}, [renege]).totals[Side.NS]
    7
    """
    check_numbers(rules, totals, loners)
    for ruling in rulings:
        if ruling.changes_points and ruling.included is None:
            raise BadSheet(_ask_included(ruling), code="included-missing", field="rulings")
    open_ones = [ruling for ruling in rulings if not ruling.included]
    final = _final(rules, totals, open_ones)
    struck = _count(ruling.struck.lone_march for ruling in open_ones if ruling.struck)
    marches = {seat: loners.get(seat, 0) - struck[seat] for seat in SEATS}
    check_numbers(rules, final, marches)
    _check_deals_played(rules, deals_played)
    check_totals(rules, final, marches, rulings, deals_played)
    tied = final[Side.NS] == final[Side.EW]
    first = reached_first if tied else None
    winner = winner_of(
        rules, final, rulings, first, None if first else first_to_target(rules, final, rulings)
    )
    return RoundScore(
        totals=final,
        loners=marches,
        players=_players(rules, final, marches),
        winner=winner,
        tied=tied,
        reached_first=first,
        complete=True,
        doubts=striking_doubts(rules, final, marches)
        + totals_doubts(rules, final, marches, rulings, deals_played)
        + (() if winner else (Doubt.of("tie-open", "reached_first"),)),
        formerly=winner_of(rules, final, rulings, first),
    )


def compare(by_deals: RoundScore, by_totals: RoundScore) -> tuple[Disagreement, ...]:
    """Every value in which the two forms of one round differ: team points, lone marches, winner.

    Totals that leave a tie open do not disagree with deals that settle it.
    """
    values = []
    for side in SIDES:
        pair = by_deals.totals[side], by_totals.totals[side]
        message = marked(
            "%(side)s: %(by_deals)s points by the deals, %(by_totals)s by the totals.",
            side=side.noun,
            by_deals=pair[0],
            by_totals=pair[1],
        )
        values.append(Disagreement(side.value.lower(), *pair, message))
    for seat in SEATS:
        pair = by_deals.loners[seat], by_totals.loners[seat]
        message = marked(
            "%(seat)s: %(by_deals)s lone marches by the deals, %(by_totals)s by the totals.",
            seat=seat.noun,
            by_deals=pair[0],
            by_totals=pair[1],
        )
        values.append(Disagreement(lone_field(seat), *pair, message))
    differences = tuple(value for value in values if value.by_deals != value.by_totals)
    winners = by_deals.winner, by_totals.winner
    if differences or winners[1] is None or winners[0] is winners[1]:
        return differences
    message = marked(
        "The round was won by %(by_deals)s by the deals, by %(by_totals)s by the totals.",
        by_deals=winners[0].noun if winners[0] else marked("nobody"),
        by_totals=winners[1].noun,
    )
    return (Disagreement("reached_first", *winners, message),)


@dataclass(frozen=True, slots=True)
class _Walk:
    """A round gone through deal by deal: what each was worth and which one is due."""

    scores: tuple[DealScore, ...]
    running: tuple[Mapping[Side, int], ...]
    totals: Mapping[Side, int]
    due: NextDeal | None
    steps: tuple[Mapping[Side, int], ...]  # the totals whenever something counted, inside deals too


def _walk(rules: Ruleset, first_dealer: Seat, deals: Sequence[Deal], deals_played: int | None) -> _Walk:
    if not rules.has_deals:
        message = marked("No deals are known under these rules: enter the two totals.")
        raise BadSheet(message, code="no-deals", field="deals")
    turns = Turns(rules, first_dealer)
    last_slot = deals_played or rules.deals_per_round
    due: NextDeal | None = NextDeal(1, 1, first_dealer)
    totals: Mapping[Side, int] = dict.fromkeys(SIDES, 0)
    scores: list[DealScore] = []
    running: list[Mapping[Side, int]] = []
    steps: list[Mapping[Side, int]] = []
    for deal in deals:
        if due is None:
            message = marked("The round was over before %(where)s: take that deal out.", where=deal.where)
            raise BadSheet(message, code="after-end", field="deals", where=deal.where)
        _check_place(deal, due)
        score = score_deal(rules, deal, totals)
        for step in score.steps:
            totals = {side: totals[side] + step.get(side, 0) for side in SIDES}
            steps.append(totals)
        scores.append(score)
        running.append(totals)
        due = None if _is_over(rules, deal, totals) else _following(rules, deal, turns, last_slot)
    return _Walk(tuple(scores), tuple(running), totals, due, tuple(steps))


def _check_place(deal: Deal, due: NextDeal) -> None:
    if (deal.slot, deal.attempt) != (due.slot, due.attempt):
        field = "slot" if deal.slot != due.slot else "attempt"
        message = marked("Next is %(due)s, but %(entered)s is entered.", due=due.where, entered=deal.where)
        raise BadSheet(message, code="order", field=field, where=due.where)
    # A deal out of turn stands once it was found too late, and a ruling says so (T; L VIII).
    ruled = any(ruling.code == WRONG_DEALER for ruling in deal.rulings)
    if deal.dealer is not due.dealer and not ruled:
        message = marked(
            "%(due)s deals %(where)s, not %(dealer)s.",
            due=due.dealer.noun,
            where=due.where,
            dealer=deal.dealer.noun,
        )
        raise BadSheet(message, code="dealer", field="dealer", where=due.where)


def _is_over(rules: Ruleset, deal: Deal, totals: Mapping[Side, int]) -> bool:
    reached = rules.target is not None and max(totals.values()) >= rules.target
    return reached or forfeited_to(rules, deal.rulings) is not None


def _following(rules: Ruleset, deal: Deal, turns: Turns, last_slot: int | None) -> NextDeal | None:
    """Which deal follows, by the fate of this one (the table of RULEBOOK 3)."""
    again = deal.fate is Fate.REDEAL or (deal.fate is Fate.THROWN_IN and rules.all_pass == "redeal")  # noqa: S105
    if again:
        return NextDeal(deal.slot, deal.attempt + 1, turns.dealer)
    dealer = turns.after(deal)
    if deal.fate in (Fate.VOID_PASS, Fate.THROWN_IN) and not rules.void_uses_slot:
        return NextDeal(deal.slot, deal.attempt + 1, dealer)
    if deal.slot == last_slot:
        return None
    return NextDeal(deal.slot + 1, 1, dealer)


def _check_deals_played(rules: Ruleset, deals: int | None) -> None:
    most = rules.deals_per_round
    if deals is not None and not rules.has_deals:
        message = marked("No deals are known under these rules, so leave out how many were played.")
        raise BadSheet(message, code="deals-played", field="deals_played")
    if deals is not None and (deals < 1 or (most is not None and deals > most)):
        message = marked("Say how many deals were played, from 1 on.")
        if most is not None:
            message = marked("Say how many deals were played, 1 to %(most)s.", most=most)
        raise BadSheet(message, code="deals-played", field="deals_played")


def _ask_included(ruling: Ruling) -> Sentence:
    if ruling.award is not None:
        return marked(
            "Say whether the %(points)s points that a ruling gave %(side)s are in these totals already.",
            points=ruling.award.points,
            side=ruling.award.side.noun,
        )
    assert ruling.forfeits is not None  # it changes points
    return marked(
        "Say whether the %(points)s points that a ruling took off %(side)s are out of these totals already.",
        points=ruling.forfeits.points,
        side=ruling.forfeits.side.noun,
    )


def _final(rules: Ruleset, totals: Mapping[Side, int], rulings: Iterable[Ruling]) -> dict[Side, int]:
    """Reported totals with the awards and forfeits of these rulings: nothing at least, unless the rules
    let a side have less.
    """
    final = {side: totals[side] for side in SIDES}
    for ruling in rulings:
        if ruling.award is not None:
            final[ruling.award.side] += ruling.award.points
        for off in (ruling.forfeits, ruling.struck):
            if off is not None:
                final[off.side] -= off.points
    for side in SIDES:
        if final[side] < 0 and not rules.may_be_negative:
            message = marked(
                "Rulings take more points off %(side)s than its total. Are they out of the total already?",
                side=side.noun,
            )
            raise BadSheet(message, code="forfeits", field=side.value.lower())
    return final


def _first_to(
    points: int | None, running: Sequence[Mapping[Side, int]], totals: Mapping[Side, int]
) -> Side | None:
    """The side that came first to so many points, ``None``: to its final total; ``None`` if not both came, or
    together."""
    first = {}
    for side in SIDES:
        there = (now[side] == totals[side] if points is None else now[side] >= points for now in running)
        first[side] = next((index for index, reached in enumerate(there) if reached), None)
    ns, ew = first[Side.NS], first[Side.EW]
    if ns is None or ew is None or ns == ew:
        return None
    return Side.NS if ns < ew else Side.EW


def _count(seats: Iterable[Seat | None]) -> dict[Seat, int]:
    counted = list(seats)
    return {seat: counted.count(seat) for seat in SEATS}


def _players(rules: Ruleset, totals: Mapping[Side, int], loners: Mapping[Seat, int]) -> dict[Seat, int]:
    """Player points: the side's, and the bonus for each lone march of one's own."""
    return {seat: totals[seat.side] + rules.lone_march_bonus * loners[seat] for seat in SEATS}
