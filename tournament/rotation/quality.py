"""The judge: the quality of a seating plan, counted from the plan alone.

Shares no code with any generator, so that their mistakes cannot hide here. Compares with the least possible
(`bounds`) and the best plans stored (there, too).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from scoring.sentences import Sentence, marked
from tournament.rotation import bounds
from tournament.rotation.plan import RoundPlan

RELATIONS = ("P", "O", "M")
Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class PairTally:
    """One number for each relation: partners, opponents, met at a table in any relation."""

    P: int
    O: int  # noqa: E741 - the name of the relation in every formula
    M: int

    @property
    def key(self) -> tuple[int, int, int]:
        """P, O, M in the order in which they matter."""
        return (self.P, self.O, self.M)

    def to_dict(self) -> dict[str, int]:
        return {"P": self.P, "O": self.O, "M": self.M}


@dataclass(frozen=True, slots=True)
class PairCounts:
    """How often each pair (smaller number first) has been partners and opponents."""

    players: tuple[int, ...]
    partners: Mapping[Pair, int]
    opponents: Mapping[Pair, int]

    def between(self, a: int, b: int) -> tuple[int, int]:
        """(times partners, times opponents) of two players."""
        pair = (min(a, b), max(a, b))
        return self.partners.get(pair, 0), self.opponents.get(pair, 0)

    def met(self, a: int, b: int) -> int:
        """Times at one table in any relation."""
        return sum(self.between(a, b))


@dataclass(frozen=True, slots=True)
class Quality:
    """The quality of a plan. P, O and M sum C(count, 2) over all pairs: 0 means that nothing is repeated.

    `least` are the lower bounds (rounds already played are taken as they are), `best` the best known
    values if a chart of this size is stored, `most` the largest counts of any pair.
    `sit_outs` are (fewest, most) per player, `sat_out_running` the players who sit out two rounds in a
    row; `table_visits` the most visits of one player to one table, `stayed` how often somebody stays at a
    table from one round to the next; `seat_spread` the widest gap between a player's most and least used
    seat, `side_spread` between North–South and East–West. `crowded`: fewer than four tables make the
    least M what it is. `left` sums C(count, 2) over how often one player has had another on the left (who
    then has them on the right); `least_left` is the least with these opponents, half of each pair's
    meetings to either side.
    """

    players: int
    rounds: int
    P: int
    O: int  # noqa: E741
    M: int
    least: PairTally
    best: PairTally | None
    most: PairTally
    sit_outs: tuple[int, int]
    sat_out_running: tuple[int, ...]
    table_visits: int
    stayed: int
    seat_spread: int
    side_spread: int
    problems: tuple[Sentence, ...]
    crowded: bool = False
    left: int = 0
    least_left: int = 0

    @property
    def valid(self) -> bool:
        """Whether the plan can be played."""
        return not self.problems

    @property
    def key(self) -> tuple[int, int, int]:
        """P, O, M in the order in which they matter: smaller is better."""
        return (self.P, self.O, self.M)

    def words(self) -> dict[str, Sentence]:
        """For each relation: “least possible”, “best known”, or the distance from it."""
        return {relation: self._word(relation) for relation in RELATIONS}

    def reasons(self) -> dict[str, str]:
        """For each relation why it is the least possible or the best known, as a code; empty if neither.

        `counted`: meetings spread over all others as evenly as can be. `crowded`: so few tables allow no
        less. `ours`: from our own search.
        """
        return {relation: self._reason(relation) for relation in RELATIONS}

    def _reason(self, relation: str) -> str:
        value: int = getattr(self, relation)
        if value <= getattr(self.least, relation):
            return "crowded" if self.crowded and relation == "M" else "counted"
        return "ours" if self.best is not None and value <= getattr(self.best, relation) else ""

    def _word(self, relation: str) -> Sentence:
        value: int = getattr(self, relation)
        least: int = getattr(self.least, relation)
        if value <= least:
            return marked("least possible")
        if self.best is None:
            return marked("%(number)s above the best possible (by counting)", number=value - least)
        best: int = getattr(self.best, relation)
        if value <= best:
            return marked("best known")
        return marked("%(number)s above the best known", number=value - best)

    def to_dict(self) -> dict[str, Any]:
        """The `quality` part of the JSON that `planrotation` prints."""
        return {
            "P": self.P,
            "O": self.O,
            "M": self.M,
            "least": self.least.to_dict(),
            "most": self.most.to_dict(),
            "words": self.words(),
            "reasons": self.reasons(),
            "sit_outs": {
                "min": self.sit_outs[0],
                "max": self.sit_outs[1],
                "twice_running": list(self.sat_out_running),
            },
            "tables": {"most_visits": self.table_visits, "stayed": self.stayed},
            "left": {"repeats": self.left, "least": self.least_left},
            "seats": {"spread": self.seat_spread, "side_spread": self.side_spread},
            "problems": list(self.problems),
        }


def pairs(rounds: Sequence[RoundPlan], players: Iterable[int] | None = None) -> PairCounts:
    """Count partners and opponents, as the picture of who meets whom shows them.

    >>> from .plan import RoundPlan, TablePlan
    >>> pairs([RoundPlan((TablePlan(1, N=1, E=2, S=3, W=4),))]).between(1, 3)
    (1, 0)
    """
    partners: Counter[Pair] = Counter()
    opponents: Counter[Pair] = Counter()
    for round_ in rounds:
        for table in round_.tables:
            (n, s), (e, w) = table.sides
            partners.update(((min(n, s), max(n, s)), (min(e, w), max(e, w))))
            opponents.update((min(a, b), max(a, b)) for a in (n, s) for b in (e, w))
    everybody = players if players is not None else _everybody(rounds)
    return PairCounts(tuple(sorted(everybody)), partners, opponents)


def judge(
    rounds: Sequence[RoundPlan],
    *,
    players: Sequence[int] | None = None,
    history: Sequence[RoundPlan] = (),
    away: Mapping[int, Collection[int]] | None = None,
) -> Quality:
    """Judge the coming `rounds` together with the `history` already played.

    `players` are those who should be in every coming round (default: whoever appears in them), except
    those `away` from a round (1 = the first after `history`). Meetings at a table with an empty chair are not
    counted.
    """
    whole = (*history, *rounds)
    met = pairs(whole)
    everybody = sorted(set(met.players) | set(players or ()))
    out = Counter(player for round_ in whole for player in round_.sit_out)
    together = Counter(met.partners) + Counter(met.opponents)
    counted = {"P": met.partners, "O": met.opponents, "M": together}
    least = _least(everybody, rounds, history)
    crowd = 0 if history else _crowded(everybody, rounds)
    crowded = crowd > least.M
    least = replace(least, M=max(least.M, crowd))
    visits, stayed = _tables(whole)
    seat_spread, side_spread = _seats(whole)
    current = list(players) if players is not None else list(_everybody(rounds))
    sat = [out[player] for player in current] or [0]
    return Quality(
        players=len(everybody),
        rounds=len(whole),
        **{relation: _repeats(counts) for relation, counts in counted.items()},
        least=least,
        best=_best(everybody, whole, least),
        most=PairTally(**{relation: max(counts.values(), default=0) for relation, counts in counted.items()}),
        sit_outs=(min(sat), max(sat)),
        sat_out_running=_running(whole),
        table_visits=visits,
        stayed=stayed,
        seat_spread=seat_spread,
        side_spread=side_spread,
        problems=tuple(_problems(rounds, players, len(history), away or {})),
        crowded=crowded,
        left=_repeats(_left(whole)),
        least_left=sum(_repeats({(0, 1): o // 2, (1, 0): o - o // 2}) for o in met.opponents.values()),
    )


def _everybody(rounds: Sequence[RoundPlan]) -> set[int]:
    return {player for round_ in rounds for player in round_.placed}


def _repeats(counts: Mapping[Pair, int]) -> int:
    return sum(count * (count - 1) // 2 for count in counts.values())


def _least(everybody: Sequence[int], rounds: Sequence[RoundPlan], history: Sequence[RoundPlan]) -> PairTally:
    """The least P, O and M possible for the whole, given the repeats in `history`."""
    games = Counter(player for round_ in rounds for player in round_.seated)
    coming = sorted(_everybody(rounds)) if history else everybody
    played = pairs(history)
    together = Counter(played.partners) + Counter(played.opponents)
    least = {}
    for relation, counted in (("P", played.partners), ("O", played.opponents), ("M", together)):
        size = bounds.SIZES[relation]
        met: dict[int, list[int]] = {player: [] for player in coming}
        for (a, b), count in counted.items():
            if a in met and b in met:
                met[a].append(count)
                met[b].append(count)
        grown = sum(bounds.filled(size * games[p], len(coming) - 1, met[p]) for p in coming)
        least[relation] = _repeats(counted) - (-grown // 2)
    if history and least["P"] < _repeats(pairs((*history, *rounds)).partners):
        counts = [[played.between(a, b)[0] for b in coming] for a in coming]
        least["P"] = _repeats(played.partners) + bounds.partnered([games[p] for p in coming], counts)
    return PairTally(**least)


def _crowded(everybody: Sequence[int], rounds: Sequence[RoundPlan]) -> int:
    """The least M that few tables allow, if all rounds have equally many full ones."""
    shapes = {(len(round_.tables), len(round_.seated), len(round_.sit_out)) for round_ in rounds}
    if len(shapes) != 1:
        return 0
    ((tables, seated, idle),) = shapes
    alike = seated == 4 * tables and seated + idle == len(everybody)
    return bounds.least_repeat_meetings(tables, idle, len(rounds)) if alike else 0


def _best(everybody: Sequence[int], whole: Sequence[RoundPlan], least: PairTally) -> PairTally | None:
    """The best known values if they answer this question (same players throughout)."""
    if any(len(round_.seated) + len(round_.sit_out) != len(everybody) for round_ in whole):
        return None
    known = bounds.best_known(len(everybody), len(whole))
    return PairTally(*known) if known is not None else None


def _running(rounds: Sequence[RoundPlan]) -> tuple[int, ...]:
    """Players who sit out two rounds in a row."""
    twice: set[int] = set()
    for before, after in pairwise(rounds):
        twice |= set(before.sit_out) & set(after.sit_out)
    return tuple(sorted(twice))


def _tables(rounds: Sequence[RoundPlan]) -> tuple[int, int]:
    """(most visits of a player to one table, times somebody stayed at a table)."""
    visits = Counter((player, t.number) for round_ in rounds for t in round_.tables for player in t.players)
    at = [{player: t.number for t in round_.tables for player in t.players} for round_ in rounds]
    stayed = sum(
        1 for before, after in pairwise(at) for player, table in after.items() if before.get(player) == table
    )
    return max(visits.values(), default=0), stayed


def _left(rounds: Sequence[RoundPlan]) -> Mapping[Pair, int]:
    """How often the first of a pair had the second on the left: clockwise, North has East there."""
    on_the_left: Counter[Pair] = Counter()
    for round_ in rounds:
        for table in round_.tables:
            n, e, s, w = table.players
            on_the_left.update(((n, e), (e, s), (s, w), (w, n)))
    return on_the_left


def _seats(rounds: Sequence[RoundPlan]) -> tuple[int, int]:
    """Widest gap of any player between most and least used seat, and between the two sides."""
    used: dict[int, list[int]] = {}
    for round_ in rounds:
        for table in round_.tables:
            for seat, player in enumerate(table.players):
                used.setdefault(player, [0, 0, 0, 0])[seat] += 1
    seat_spread = max((max(row) - min(row) for row in used.values()), default=0)
    side_spread = max((abs(row[0] + row[2] - row[1] - row[3]) for row in used.values()), default=0)
    return seat_spread, side_spread


def _problems(
    rounds: Sequence[RoundPlan],
    players: Sequence[int] | None,
    played: int,
    away: Mapping[int, Collection[int]],
) -> Iterable[Sentence]:
    expected = set(players) if players is not None else None
    for number, round_ in enumerate(rounds, start=1):
        name = marked("Round %(played)s", played=played + number)
        tables = round_.table_numbers
        yield from (
            marked("%(round)s: there are two tables %(table)s.", round=name, table=table)
            for table, times in Counter(tables).items()
            if times > 1
        )
        if not tables:
            yield marked("%(round)s has no table.", round=name)
        placed = Counter(round_.placed)
        yield from (
            marked(
                "%(round)s: player %(player)s has %(times)s places.", round=name, player=player, times=times
            )
            for player, times in placed.items()
            if times > 1
        )
        if expected is None:
            continue
        there = expected - set(away.get(number, ()))
        yield from (
            marked("%(round)s: player %(player)s has no place.", round=name, player=p)
            for p in sorted(there - set(placed))
        )
        yield from (
            marked("%(round)s: player %(player)s is not expected.", round=name, player=p)
            for p in sorted(set(placed) - there)
        )
