"""Prizes: who wins a side prize, and what each gets if places are shared; draws by lot.

Amounts are whole cents; what cannot be split evenly is shown, never given away silently. A prize in kind is a
name ("Ham") and is never split.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from types import MappingProxyType

from scoring.errors import BadRanking
from scoring.record import Record
from scoring.rule_settings import PointsAre
from scoring.ruleset import Ruleset
from scoring.sentences import Sentence, marked
from scoring.standings import Place

LAST = -1  # stands for the last place, whichever it is
LONE_POT = "lone_pot"  # the name of the pot for lone marches among the prizes


@dataclass(frozen=True, slots=True)
class Prize:
    """A side prize; ``value`` ranks players for it. The highest wins, or the lowest if ``fewest`` says so;
    ``in_points``: the other way round if points are lost.
    """

    name: str
    title: Sentence
    value: Callable[[Record], int]
    fewest: bool = False
    in_points: bool = False
    alone: bool = False  # only if somebody can play alone


SIDE_PRIZES: Mapping[str, Prize] = MappingProxyType({
    prize.name: prize
    for prize in (
        Prize("most_loners", marked("Most lone marches"), lambda record: record.loners, alone=True),
        Prize("best_round", marked("Best single round"), lambda record: record.best_round, in_points=True),
        Prize(
            "lowest_total",
            marked("Lowest total"),
            lambda record: record.points,
            fewest=True,
            in_points=True,
        ),
    )
})  # fmt: skip


def prizes_for(rules: Ruleset) -> Mapping[str, Prize]:
    """The side prizes that somebody can win under these rules.

    >>> from scoring.ruleset import PRESETS
    >>> sorted(set(SIDE_PRIZES) - set(prizes_for(PRESETS["jeuchre"])))
    ['most_loners']
    """
    return {name: prize for name, prize in SIDE_PRIZES.items() if rules.lone_hands or not prize.alone}


@dataclass(frozen=True, slots=True)
class Winners:
    """Who takes one side prize, by player number; ``value`` is what won it, ``None`` if nobody did.

    ``skipped`` had as good a result or a better one, the best first.
    """

    prize: str
    players: tuple[int, ...]
    value: int | None
    skipped: tuple[Skipped, ...] = ()


@dataclass(frozen=True, slots=True)
class Skipped:
    """One player who would win or share a prize but for a rule.

    ``value`` is the figure the prize goes by (points, lone marches …), not money. ``why`` is
    ``"first-place"`` (takes no side prize), ``"has-another"`` (nobody takes two), ``"missed-rounds"``,
    ``"no-place"`` or ``"takes-none"``.
    """

    player: int
    value: int
    why: str


@dataclass(frozen=True, slots=True)
class Share:
    """The prizes of the players who share a place: ``each`` gets that many cents and ``remainder`` is left
    over; each gets ``things``, and they draw or choose who gets which of ``to_draw``.

    ``pooled`` are the places whose prizes were put together.
    """

    place: int
    players: tuple[int, ...]
    pooled: tuple[int, ...]
    each: int
    remainder: int
    things: tuple[str, ...] = ()
    to_draw: tuple[str, ...] = ()


def side_prizes(
    places: Sequence[Place],
    names: Sequence[str],
    *,
    nobody_twice: bool = False,
    first_takes_none: bool = False,
    points_are: str = PointsAre.WON,
    rounds: Collection[int] = (),
    least_rounds: int | None = None,
    barred: Sequence[Record] = (),
    unplaced: Sequence[Record] = (),
    taken: Collection[int] = (),
) -> tuple[Winners, ...]:
    """Who takes each side prize, in the order named (RULEBOOK 5). Players level for a prize share it.

    With ``nobody_twice`` the winner of an earlier prize in the list is passed over, with
    ``first_takes_none`` the players in first place are. Nobody wins "most lone marches" without one, or
    "best round" without a round played. The lowest total is the last one: if points are lost, the
    highest. It goes to somebody who played or sat out each of ``rounds``, or ``least_rounds`` of the event.
    ``barred`` are players who stand in no place because they take no prize, ``unplaced`` those who have too
    few rounds for one; with ``nobody_twice`` those in ``taken`` have a prize already. Raises ``BadRanking``.

    >>> from scoring.record import RoundLine, fold
    >>> ann, bob = RoundLine(1, 9, 4, 10, True, loners=1), RoundLine(1, 4, 9, 4, False)
    >>> records = [fold(1, [ann]), fold(2, [bob])]
    >>> from scoring.standings import rank
    >>> table = rank(records, ["points"])
    >>> [(prize.players, prize.value) for prize in side_prizes(table, ["most_loners", "lowest_total"])]
    [((1,), 1), ((2,), 4)]
    """
    records = [*barred, *unplaced, *(row.record for row in places)]
    rules = {row.record.player: "first-place" for row in places if first_takes_none and row.place == 1}
    rules |= dict.fromkeys(taken if nobody_twice else (), "has-another")
    rules |= dict.fromkeys((record.player for record in unplaced), "no-place")
    rules |= dict.fromkeys((record.player for record in barred), "takes-none")
    prizes = []
    for name in names:
        if name not in SIDE_PRIZES:
            known = ", ".join(SIDE_PRIZES)
            message = marked("“%(name)s” is none of %(known)s.", name=name, known=known)
            raise BadRanking(message, code="prize-unknown", field="prizes")
        prize = SIDE_PRIZES[name]
        against = dict(rules)
        if name == "lowest_total":
            absent = (r.player for r in records if not _was_there(r, rounds, least_rounds))
            against = dict.fromkeys(absent, "missed-rounds") | against
        lost = prize.in_points and points_are == PointsAre.LOST
        sign = -1 if prize.fewest != lost else 1
        winners = _best([record for record in records if _can_win(name, record)], prize, sign, against)
        prizes.append(winners)
        if nobody_twice:
            rules |= dict.fromkeys(winners.players, "has-another")
    return tuple(prizes)


def group_prizes(
    ranked: Sequence[Place],
    groups: Mapping[str, Collection[int]],
    *,
    nobody_twice: bool = False,
    first_takes_none: bool = False,
    barred: Collection[int] = (),
) -> tuple[Winners, ...]:
    """Who takes the prize of each group, in the order given: the best placed of its players; who share that
    place share the prize.

    ``groups`` maps a group to its players, ``ranked`` holds everybody with a place, those in ``barred``, who
    take no prize, too. With ``nobody_twice`` who took the prize of an earlier group is passed over, with
    ``first_takes_none`` who is first of those not barred. ``value`` is the winners' points.

    >>> from scoring.record import RoundLine, fold
    >>> from scoring.standings import rank
    >>> points = {1: 20, 2: 15, 3: 15, 4: 9}
    >>> table = rank([fold(n, [RoundLine(1, p, 0, p, None)]) for n, p in points.items()], ["points"])
    >>> [(prize.players, prize.value) for prize in group_prizes(table, {"ladies": {2, 3, 4}, "men": {1}})]
    [((2, 3), 15), ((1,), 20)]
    """
    rules = dict.fromkeys(barred, "takes-none")
    allowed = [row for row in ranked if row.record.player not in rules]
    if first_takes_none and allowed:
        first = allowed[0].place
        rules |= {row.record.player: "first-place" for row in allowed if row.place == first}
    prizes = []
    for group, members in groups.items():
        rows = [row for row in ranked if row.record.player in members]
        winners = _first_of(group, rows, rules)
        prizes.append(winners)
        if nobody_twice:
            rules |= dict.fromkeys(winners.players, "has-another")
    return tuple(prizes)


def _first_of(group: str, rows: Sequence[Place], against: Mapping[int, str]) -> Winners:
    """Who stands first of these with no rule against them, and who is skipped for a rule."""
    played = [row for row in rows if row.record.rounds_played]
    best = next((row for row in played if row.record.player not in against), None)
    level = [row for row in played if best and row.place == best.place and row.record.player not in against]
    skipped = [
        Skipped(row.record.player, row.record.points, against[row.record.player])
        for row in played
        if row.record.player in against and (best is None or row.place <= best.place)
    ]
    return Winners(
        group, tuple(row.record.player for row in level), best.record.points if best else None, tuple(skipped)
    )


def last_place(
    places: Sequence[Place], *, rounds: Collection[int] = (), least_rounds: int | None = None
) -> Winners:
    """Who is last by the standings, tie-breaks and all, of those who played or sat out each of ``rounds``, or
    ``least_rounds`` of the event. ``value`` is their points; who is below them for want of rounds is skipped.
    """
    played = [row for row in places if row.record.rounds_played]
    there = [row for row in played if _was_there(row.record, rounds, least_rounds)]
    if not there:
        return Winners("last", (), None)
    last = there[-1].place
    return Winners(
        "last",
        tuple(row.record.player for row in there if row.place == last),
        there[-1].record.points,
        tuple(
            Skipped(row.record.player, row.record.points, "missed-rounds")
            for row in played
            if row.place >= last and row not in there
        ),
    )


def split_prizes(
    cents_by_place: Sequence[int],
    places: Iterable[Place],
    things_by_place: Mapping[int, Sequence[str]] = MappingProxyType({}),
) -> tuple[Share, ...]:
    """What each place with a prize gets (RULEBOOK 5): shared places pool their prizes and split the money.

    ``cents_by_place`` holds the prize of first place, second place, and so on, in cents, ``things_by_place``
    the prizes in kind of each place that has any. Raises ``BadRanking`` for a negative prize.

    >>> from scoring.record import RoundLine, fold
    >>> from scoring.standings import rank
    >>> points = {1: 20, 2: 15, 3: 15, 4: 15}
    >>> table = rank([fold(n, [RoundLine(1, p, 0, p, None)]) for n, p in points.items()], ["points"])
    >>> [(share.players, share.each, share.remainder) for share in split_prizes([5000, 2000], table)]
    [((1,), 5000, 0), ((2, 3, 4), 666, 2)]
    >>> [(share.things, share.to_draw) for share in split_prizes([], table, {1: ["Ham"], 3: ["Wine"]})]
    [(('Ham',), ()), ((), ('Wine',))]
    """
    if any(cents < 0 for cents in cents_by_place):
        message = marked("A prize cannot be less than nothing.")
        raise BadRanking(message, code="prize-negative", field="prizes")
    shares = []
    for place, rows in groupby(places, key=lambda row: row.place):
        players = tuple(row.record.player for row in rows)
        shared = range(place, place + len(players))
        cents = {at: sum(cents_by_place[at - 1 : at]) for at in shared}
        if prized := [at for at in shared if cents[at] or things_by_place.get(at)]:
            each, remainder = divmod(sum(cents.values()), len(players))
            things = [name for at in shared for name in things_by_place.get(at, ())]
            pooled = tuple(range(place, prized[-1] + 1))
            shares.append(Share(place, players, pooled, each, remainder, *split_things(things, len(players))))
    return tuple(shares)


def split_things(things: Iterable[str], players: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What each of so many players gets of these prizes in kind, and what they draw or choose for: what there
    is not enough of for everybody.

    >>> split_things(["Wine", "Wine", "Wine", "Ham"], 2)
    (('Wine',), ('Wine', 'Ham'))
    """
    each, to_draw = [], []
    for name, count in Counter(things).items():
        each += [name] * (count // players)
        to_draw += [name] * (count % players)
    return tuple(each), tuple(to_draw)


def _can_win(name: str, record: Record) -> bool:
    if name == "most_loners":
        return record.loners > 0
    return record.rounds_played > 0


def _was_there(record: Record, rounds: Collection[int], least: int | None) -> bool:
    """Whether a player played or sat out each of these rounds, or at least so many of the event."""
    there = {line.round for line in record.per_round}
    return there.issuperset(rounds) if least is None else len(there) >= least


def _best(records: Sequence[Record], prize: Prize, sign: int, against: Mapping[int, str]) -> Winners:
    """Who is best of those with no rule against them, and who is skipped for a rule."""
    values = {record.player: sign * prize.value(record) for record in records}
    best = max((value for player, value in values.items() if player not in against), default=None)
    level = sorted(player for player, value in values.items() if value == best and player not in against)
    skipped = sorted(
        (-value, player)
        for player, value in values.items()
        if player in against and (best is None or value >= best)
    )
    return Winners(
        prize.name,
        tuple(level),
        None if best is None else sign * best,
        tuple(Skipped(player, -sign * low, against[player]) for low, player in skipped),
    )


@dataclass(frozen=True, slots=True)
class Holder:
    """Who holds the pot for lone marches, ``since`` which round."""

    player: int
    since: int


def pot_holders(loners: Mapping[int, Mapping[int, int]], *, seed: int) -> tuple[Holder, ...]:
    """Who held the pot for lone marches, one after the other; the last has it now.

    ``loners`` are the lone marches by round and player; what the texts leave open is decided here. After each
    round with any the pot goes to whoever made the most in it. If several did, it stays with its holder if
    that is one of them; otherwise it goes to who made most so far, then by lot.

    >>> rounds = {1: {4: 1, 7: 2}, 3: {4: 1, 7: 1}, 6: {4: 1}}
    >>> [(holder.player, holder.since) for holder in pot_holders(rounds, seed=7)]
    [(7, 1), (4, 6)]
    """
    holders: list[Holder] = []
    so_far: Counter[int] = Counter()
    for number in sorted(loners):
        made = {player: count for player, count in loners[number].items() if count}
        so_far.update(made)
        best = _highest(made, made)
        if not best or (holders and holders[-1].player in best):
            continue
        best = _highest(best, so_far)
        lot = random.Random(f"pot/{seed}/{number}")
        holders.append(Holder(lot.choice(best), number))
    return tuple(holders)


def _highest(players: Iterable[int], counts: Mapping[int, int]) -> list[int]:
    """Those of the players with the highest count, by number."""
    ranked = sorted(players)
    most = max((counts[player] for player in ranked), default=0)
    return [player for player in ranked if counts[player] == most]


def drawn(pool: Sequence[int], seed: int) -> int:
    """One of the pool (player numbers or tickets). The order in which it is given does not matter.

    Raises ``BadRanking`` for an empty pool.

    >>> drawn([4, 7, 9], 1) == drawn([9, 4, 7], 1)
    True
    >>> sorted({drawn([4, 7, 9], seed) for seed in range(40)})
    [4, 7, 9]
    """
    if not pool:
        raise BadRanking(marked("There is nobody to draw from."), code="pool-empty", field="pool")
    return random.Random(f"draw/{seed}").choice(sorted(pool))


def halves(pot: int) -> tuple[int, int]:
    """(winner's, house's) cents of a fifty-fifty; an odd cent goes to the winner.

    >>> halves(14301)
    (7151, 7150)
    """
    if pot < 0:
        raise BadRanking(marked("A pot cannot be less than nothing."), code="pot-negative", field="pot")
    return pot - pot // 2, pot // 2
