"""What a round reported as totals cannot be (an error) and what it hardly can be (a doubt to confirm)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from scoring.catalogue import AFTER_PLAY
from scoring.deal import Deal, Fate, Ruling, is_int
from scoring.doubts import Doubt
from scoring.errors import BadSheet, TooFewDeals
from scoring.points import least_in_a_deal, most_in_a_deal
from scoring.reachable import can_be, fitting_deals, fitting_marches, played_for
from scoring.ruleset import Ruleset
from scoring.ruling_effects import forfeited_to, frees_totals, ruled_call, strikes_alone
from scoring.seats import SIDES, Seat, Side
from scoring.sentences import counted, marked

MANY_LONE_MARCHES = 3  # in one round: in lifelike play at about one table in a thousand


def lone_field(seat: Seat) -> str:
    """The field of a seat's lone marches, as errors and doubts name it.

    >>> lone_field(Seat.E)
    'lone_e'
    """
    return f"lone_{seat.value.lower()}"


def check_numbers(rules: Ruleset, totals: Mapping[Side, int], loners: Mapping[Seat, int]) -> None:
    """Raise ``BadSheet`` for totals or lone marches that are no whole numbers, or not all there. From 0 on,
    save totals if the rules let a side have less than nothing."""
    for side in SIDES:
        if not _counts(totals.get(side), signed=rules.may_be_negative):
            message = marked("The points of %(side)s are a whole number, 0 or more.", side=side.noun)
            if rules.may_be_negative:
                message = marked("The points of %(side)s are a whole number.", side=side.noun)
            raise BadSheet(message, code="totals", field=side.value.lower())
    for seat in Seat:
        if not _counts(loners.get(seat, 0)):
            message = marked("The lone marches of %(seat)s are a whole number, 0 or more.", seat=seat.noun)
            raise BadSheet(message, code="loners", field=lone_field(seat))
        if loners.get(seat, 0) and not rules.lone_hands:
            message = marked(
                "Nobody may play alone under these rules, so %(seat)s has no lone march.", seat=seat.noun
            )
            raise BadSheet(message, code="no-lone-hands", field=lone_field(seat))


def check_totals(
    rules: Ruleset,
    totals: Mapping[Side, int],
    loners: Mapping[Seat, int],
    rulings: Sequence[Ruling],
    deals: int | None = None,
) -> None:
    """Raise ``BadSheet`` if final totals (awards included) cannot come from one round (RULEBOOK 3).

    Awards are set aside first; every ruling that ended a deal takes that deal's play away. Nothing is
    checked if a ruling lets the round end in any score. ``deals`` is how many were played if the bell
    cut the round short."""
    if frees_totals(rulings) or can_be(rules, totals, marches_by_side(loners), rulings, deals):
        return
    if not rules.has_deals:
        _refuse_beyond_bounds(rules, totals, rulings)
        return
    awards = awarded(rulings)
    played = {side: totals[side] - awards[side] for side in SIDES}
    for side in SIDES:
        if played[side] < 0:
            message = marked(
                "%(side)s got %(award)s points by rulings, more than its total of %(total)s. "
                "Are they in the total, or still to be added?",
                side=side.noun,
                award=awards[side],
                total=totals[side],
            )
            raise BadSheet(message, code="award", field=side.value.lower())
        _check_lone_points(rules, side, played[side], loners)
    try:
        if rules.target is not None and deals is None:
            _check_target(rules, rules.target, totals, awards)
        if (played_deals := deals or rules.deals_per_round) is not None:
            _check_sum(rules, _played_out(rules, played_deals, rulings), played, loners)
    except TooFewDeals as problem:
        if deals in (None, rules.deals_per_round):
            problem.fitting = fitting_deals(rules, totals, marches_by_side(loners), rulings)
        raise


def points_of_a_table(rules: Ruleset, deals: int | None = None) -> tuple[int, int]:
    """The least and the most points that both sides of a table bring together in a round without rulings.

    ``deals`` is how many were played if the bell cut the round short.

    >>> from scoring.ruleset import PRESETS
    >>> points_of_a_table(PRESETS["progressive"]), points_of_a_table(PRESETS["partners"])
    ((8, 32), (10, 22))
    >>> points_of_a_table(PRESETS["totals-only"]), points_of_a_table(PRESETS["totals-only"].changed(sum=26))
    ((0, 198), (26, 26))
    """
    if not rules.has_deals:
        least, most = rules.side_bounds
        return (2 * least, 2 * most) if rules.sum is None else (rules.sum, rules.sum)
    if (played := deals or rules.deals_per_round) is not None:
        fewest, most = _played_out(rules, played, ())
        return fewest * least_in_a_deal(rules), most * most_in_a_deal(rules)
    target = rules.target or 0  # a round that is no number of deals has a target
    return target, 2 * (target - 1) + most_in_a_deal(rules)


def team_points_of(rules: Ruleset, points: int, loners: int) -> int:
    """The team points within a player's own points of one round: those without the bonus for lone marches.

    ``points`` and ``loners`` (the player's own lone marches) are what the tally card says.
    Raises ``BadSheet`` with ``field`` ``"points"`` or ``"loners"`` where no round can bring them.

    >>> from scoring.ruleset import PRESETS
    >>> team_points_of(PRESETS["progressive"], 9, 1)
    8
    """
    if loners and not rules.lone_hands:
        message = marked("Nobody may play alone under these rules, so there is no lone march.")
        raise BadSheet(message, code="no-lone-hands", field="loners")
    team = points - rules.lone_march_bonus * loners
    least = rules.lone_march * loners
    if rules.has_deals and team < least:
        message = counted(
            "%(count)s lone march brings at least %(least)s points, not %(points)s.",
            "%(count)s lone marches bring at least %(least)s points, not %(points)s.",
            loners,
            least=least + points - team,
            points=points,
        )
        raise BadSheet(message, code="lone-marches", field="loners")
    least, most = (0, points_of_a_table(rules)[1]) if rules.has_deals else rules.side_bounds
    if team < least:
        message = marked(
            "A round brings at least %(least)s points, not %(points)s.", least=least, points=points
        )
        raise BadSheet(message, code="sum-low", field="points")
    if team > most:
        message = marked("A round brings at most %(most)s points, not %(points)s.", most=most, points=points)
        raise BadSheet(message, code="sum-high", field="points")
    return team


def awarded(rulings: Sequence[Ruling]) -> dict[Side, int]:
    """The points rulings gave each side."""
    return {
        side: sum(ruling.award.points for ruling in rulings if ruling.award and ruling.award.side is side)
        for side in SIDES
    }


def striking_doubts(
    rules: Ruleset, totals: Mapping[Side, int], loners: Mapping[Seat, int]
) -> tuple[Doubt, ...]:
    """What is possible but rare in a finished round: few things, so that they are read.

    If no deals are known, nothing is: the director's bounds say what is possible."""
    if not rules.has_deals:
        return ()
    doubts = []
    marches = sum(loners.values())
    if marches >= MANY_LONE_MARCHES:
        most = max(Seat, key=lambda seat: loners[seat])
        doubts.append(Doubt.of("many-lone-marches", lone_field(most), marches=marches))
    lost = {"lost": True} if rules.counts_lost else {}
    doubts += [
        Doubt.of("shut-out", side.value.lower(), side=side.value, **lost)
        for side in SIDES
        if totals[side] == 0
    ]
    return tuple(doubts)


def totals_doubts(
    rules: Ruleset,
    totals: Mapping[Side, int],
    loners: Mapping[Seat, int],
    rulings: Sequence[Ruling],
    deals: int | None = None,
) -> tuple[Doubt, ...]:
    """The doubt about totals that no run of deals brings with these lone marches (RULEBOOK 3), or that one
    brings only if what a ruling left of a call was not kept."""
    if frees_totals(rulings):
        return ()
    facts = totals, marches_by_side(loners), rulings, deals
    score = {"ns": totals[Side.NS], "ew": totals[Side.EW]}
    if can_be(rules, *facts):
        telling = [ruling for ruling in rulings if ruled_call(rules, ruling) is not None]
        if not telling or can_be(rules, *facts, telling):
            return ()
        alone = (ruling for ruling in telling if not can_be(rules, *facts, [ruling]))
        return (Doubt.of("ruling-not-kept", "ns", ruling=next(alone, telling[0]).code, **score),)
    given = sum(loners.values())
    fitting = [sum(pair) for pair in fitting_marches(rules, totals, rulings, deals)]
    score["marches"] = given
    if any(fits > given for fits in fitting):
        return (Doubt.of("lone-marches-missing", "lone_n", **score),)
    if any(fits < given for fits in fitting):
        return (Doubt.of("lone-marches-many", "lone_n", **score),)
    if fitting:
        return (Doubt.of("lone-marches-side", "lone_n", **score),)
    return (Doubt.of("totals-impossible", "ns", **score),)


def marches_by_side(loners: Mapping[Seat, int]) -> dict[Side, int]:
    """Lone marches of each side, from those of its players."""
    return {side: sum(loners.get(seat, 0) for seat in side.seats) for side in SIDES}


def bidding_doubts(rules: Ruleset, deals: Sequence[Deal]) -> tuple[Doubt, ...]:
    """A call by the dealer's partner in which that partner is not alone is one of the second round, where
    ordering up means alone (E)."""
    if not rules.partner_must_go_alone:
        return ()
    return tuple(
        Doubt.of("partner-not-alone", "deals", slot=deal.slot, attempt=deal.attempt)
        for deal in deals
        if deal.call is not None
        and deal.call.maker is deal.dealer.partner
        and deal.call.lone is not deal.call.maker
    )


def ruling_doubts(rules: Ruleset, deals: Sequence[Deal]) -> tuple[Doubt, ...]:
    """Played deals whose call is not what a ruling lets it be: after a void bid out of turn one of the other
    side is the lone maker, and a side that may not bid has not made trump."""
    doubts = []
    for deal in deals:
        call, place = deal.call, {"slot": deal.slot, "attempt": deal.attempt}
        if call is None or deal.fate is not Fate.PLAYED:
            continue
        for ruling in deal.rulings:
            ruled = ruled_call(rules, ruling)
            alone = call.alone or any(map(strikes_alone, deal.rulings))  # until a ruling cancelled it
            if ruled is not None and ruled.alone and (call.side is not ruled.makers or not alone):
                doubts.append(Doubt.of("bid-not-alone", "deals", ruling=ruling.code, **place))
            if ruled is not None and ruled.alone is None and call.side is not ruled.makers:
                doubts.append(Doubt.of("side-may-not-bid", "deals", ruling=ruling.code, **place))
    return tuple(doubts)


def struck_doubts(ruled: Iterable[tuple[Deal, Ruling]]) -> tuple[Doubt, ...]:
    """Deals reported as played alone whose lone call a ruling on them cancels; ``ruled`` pairs both."""
    return tuple(
        Doubt.of("alone-struck", "deals", ruling=ruling.code, slot=deal.slot, attempt=deal.attempt)
        for deal, ruling in ruled
        if deal.call is not None and deal.call.alone and strikes_alone(ruling)
    )


def _counts(value: object, *, signed: bool = False) -> bool:
    return is_int(value) and (signed or value >= 0)


def _refuse_beyond_bounds(rules: Ruleset, totals: Mapping[Side, int], rulings: Sequence[Ruling]) -> None:
    """Say which number is beyond the bounds of rules without deals, rulings left aside."""
    played = played_for(totals, rulings)
    ruled = any(ruling.changes_points for ruling in rulings)
    least, most = rules.side_bounds
    for side in SIDES:
        if not least <= played[side] <= most:
            message = marked(
                "That’s %(points)s points for %(side)s; a side has %(least)s to %(most)s in a round. Was the "
                "number misread?",
                points=played[side],
                side=side.noun,
                least=least,
                most=most,
            )
            if ruled:
                message = marked(
                    "Not counting rulings, that’s %(points)s points for %(side)s; a side has %(least)s to "
                    "%(most)s in a round. Is a ruling in the total, or still to be counted?",
                    **message.values,
                )
            raise BadSheet(message, code="beyond-bounds", field=side.value.lower())
    message = marked(
        "That’s %(points)s points together; both sides always have %(sum)s in a round. Was a number misread?",
        points=sum(played.values()),
        sum=rules.sum,
    )
    if ruled:
        message = marked(
            "Not counting rulings, that’s %(points)s points together; both sides always have %(sum)s in a "
            "round. Is a ruling in the totals, or still to be counted?",
            **message.values,
        )
    raise BadSheet(message, code="sum-not-met", field="ns")


def _check_lone_points(rules: Ruleset, side: Side, points: int, loners: Mapping[Seat, int]) -> None:
    own = {seat: loners[seat] for seat in side.seats}
    needed = rules.lone_march * sum(own.values())
    if points < needed:
        field = lone_field(max(own, key=lambda seat: own[seat]))
        message = counted(
            "%(side)s: %(count)s lone march brings at least %(needed)s points, but the side won only "
            "%(points)s in play.",
            "%(side)s: %(count)s lone marches bring at least %(needed)s points, but the side won only "
            "%(points)s in play.",
            sum(own.values()),
            side=side.noun,
            needed=needed,
            points=points,
        )
        raise BadSheet(message, code="lone-marches", field=field)


def _check_target(
    rules: Ruleset, target: int, totals: Mapping[Side, int], awards: Mapping[Side, int]
) -> None:
    reached = [side for side in SIDES if totals[side] >= target]
    if not reached:
        message = marked(
            "The round ends when a side has %(target)s points, and neither has. Is it still being played?",
            target=target,
        )
        raise TooFewDeals(message, code="target-not-reached", field="ns")
    if len(reached) == 2 and not any(awards.values()):
        message = marked(
            "The round ends as soon as one side has %(target)s points, so only one can have them.",
            target=target,
        )
        raise BadSheet(message, code="target-twice", field="ew")
    for side in reached:
        most = target - 1 + most_in_a_deal(rules) + awards[side]
        if totals[side] > most:
            message = marked(
                "%(side)s cannot have more than %(most)s points: the round ends at %(target)s.",
                side=side.noun,
                most=most,
                target=target,
            )
            raise BadSheet(message, code="target-passed", field=side.value.lower())


def _check_sum(
    rules: Ruleset, deals: tuple[int, int], played: Mapping[Side, int], loners: Mapping[Seat, int]
) -> None:
    """``deals``: how many can have been played out, the fewest and the most."""
    fewest_deals, most_deals = deals
    total, marches = sum(played.values()), sum(loners.values())
    if marches > most_deals:
        field = lone_field(max(Seat, key=lambda seat: loners[seat]))
        message = marked(
            "%(marches)s lone marches, but at most %(deals)s deals were played out.",
            marches=marches,
            deals=most_deals,
        )
        raise BadSheet(message, code="lone-marches", field=field)
    least, most = fewest_deals * least_in_a_deal(rules), most_deals * most_in_a_deal(rules)
    if total < least:
        message = marked(
            "Together the sides have %(total)s points from play; %(deals)s deals bring at least %(least)s. "
            "Was a deal not played, or a number misread?",
            total=total,
            deals=fewest_deals,
            least=least,
        )
        raise TooFewDeals(message, code="sum-low", field="ns")
    if total > most:
        message = marked(
            "Together the sides have %(total)s points from play; %(deals)s deals bring at most %(most)s.",
            total=total,
            deals=most_deals,
            most=most,
        )
        raise BadSheet(message, code="sum-high", field="ns")


def _played_out(rules: Ruleset, deals: int, rulings: Sequence[Ruling]) -> tuple[int, int]:
    """How many deals can have been played out beside those that rulings ended, the fewest and the most.

    Two rulings may have ended the same deal, but only one of them with points; so at least as many deals
    are gone as there are ending rulings with points. A cancelled side may have played a deal for nothing,
    and if the dealer may pass any deal may have been thrown in."""
    ending = [ruling for ruling in rulings if _uses_slot(rules, ruling)]
    surely = max(sum(ruling.award is not None for ruling in ending), min(len(ending), 1))
    cancelled = sum(bool(ruling.cancels) and not ruling.ends_deal for ruling in rulings)
    thrown = rules.all_pass == "pass" and rules.void_uses_slot  # noqa: S105  no secret
    fewest = 0 if thrown else max(deals - len(ending) - cancelled, 0)
    return fewest, max(deals - surely, 0)


def _uses_slot(rules: Ruleset, ruling: Ruling) -> bool:
    return ruling.fate is Fate.PASS or (ruling.fate is Fate.VOID_PASS and rules.void_uses_slot)


def winner_of(
    rules: Ruleset,
    totals: Mapping[Side, int],
    rulings: Sequence[Ruling],
    reached_first: Side | None,
    to_target: Side | None = None,
) -> Side | None:
    """The winner of final totals: by forfeit, as the first of two at the target, by points, or as named for
    a tie; ``None`` if nothing decides.
    """
    forfeited = forfeited_to(rules, rulings)
    if forfeited is not None:
        return forfeited
    if to_target is not None:
        return to_target.other if rules.counts_lost else to_target
    ns, ew = totals[Side.NS], totals[Side.EW]
    if ns == ew:
        return reached_first
    return Side.NS if (ns > ew) is not rules.counts_lost else Side.EW


def first_to_target(rules: Ruleset, totals: Mapping[Side, int], rulings: Sequence[Ruling]) -> Side | None:
    """The side that was at the target first where both are, as far as totals tell: in their last deal one of
    them got there by an award, the other by play or by what ended the deal; else ``None``."""
    if rules.target is None or min(totals.values()) < rules.target:
        return None
    awards = {(one.award.side, one.code in AFTER_PLAY) for one in rulings if one.award and not one.ends_deal}
    if len(awards) != 1:
        return None
    [(side, follows_play)] = awards
    return side.other if follows_play else side
