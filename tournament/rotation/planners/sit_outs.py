"""Choose who sits out: fewest sit-outs first, longest ago first, no two rounds in a row if avoidable.

`SitOutSearch` also changes who sits out while it searches: if many sit out in each round, the same players
would otherwise sit out together all evening, and meet the same few opponents in between.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from scoring.sentences import marked
from tournament.rotation.plan import RotationError, RoundPlan
from tournament.rotation.search import kernel
from tournament.rotation.search.annealing import SWEEP, RepeatCounts, Rows, Search


def choose(
    players: Sequence[int],
    rounds: int,
    *,
    history: Sequence[RoundPlan] = (),
    away: Mapping[int, Collection[int]] | None = None,
    never: Collection[int] = (),
    prefer: Sequence[Collection[int]] = (),
    tables: int | None = None,
    seed: int = 0,
) -> tuple[tuple[int, ...], ...]:
    """Name the players who sit out each of the coming `rounds`.

    `away` maps a round (1 = the first one after `history`) to the players absent in it, who are neither
    seated nor counted as sitting out. `never` lists players who sit out only when nobody else is left.
    `prefer` names, round by round, whom to take among those who are equally due.
    `tables` caps the number of tables.

    >>> choose([1, 2, 3, 4, 5], 5, seed=1) == choose([1, 2, 3, 4, 5], 5, seed=1)
    True
    >>> sorted(sum(choose([1, 2, 3, 4, 5], 5), ()))
    [1, 2, 3, 4, 5]
    """
    away = away or {}
    order = list(players)
    Random(seed).shuffle(order)
    count = dict.fromkeys(order, 0)
    last = dict.fromkeys(order, -1)
    played = len(history)
    for index, round_ in enumerate(history):
        for player in round_.sit_out:
            if player in count:
                count[player] += 1
                last[player] = index
    chosen = []
    for number in range(1, rounds + 1):
        index = played + number - 1
        missing = away.get(number, ())
        present = [player for player in order if player not in missing]
        if len(present) < 4:
            raise RotationError(
                "too-few",
                "away",
                marked(
                    "Only %(count)s players are there in round %(round)s; a table needs four.",
                    count=len(present),
                    round=played + number,
                ),
            )
        seats = 4 * min(len(present) // 4, tables or len(present))
        wanted = prefer[number - 1] if prefer else ()
        ranked = sorted(
            present,
            key=lambda player: (
                player in never,
                last[player] == index - 1 >= 0,
                count[player],
                player not in wanted,
                last[player],
            ),
        )
        out = tuple(ranked[: len(present) - seats])
        for player in out:
            count[player] += 1
            last[player] = index
        chosen.append(out)
    return tuple(chosen)


def order_of(rows: Sequence[Sequence[int]], players: int) -> list[int]:
    """The players in the order of their first sit-out; those without one come last.

    >>> order_of([[0, 1, 2, 3, 4], [4, 1, 2, 3, 0]], 5)
    [4, 0, 1, 2, 3]
    """
    seated = players - players % 4
    return list(dict.fromkeys([*(p for row in rows for p in row[seated:]), *range(players)]))


TRIES = 200  # changes of who sits out in each sweep
TRY_COSTS = 4  # swaps of two seats that take as long as one such change
RUNNING = 1000  # more than anybody's sit-outs

Change = tuple[list[int], int, int]  # a row, a place at a table, a place of those who sit out


def is_fair(rows: Sequence[Sequence[int]], width: int, sat: Sequence[int], last: Collection[int]) -> bool:
    """Whether those who sit out (places from `width` on) are due in every round, as `sit_outs` chooses them.

    Nobody sits out two rounds running in place of a player who need not, and nobody more often than a player
    at a table has. `sat[i]` is how often player i has sat out so far, `last` who did in the round before.

    >>> is_fair([[1, 2, 3, 4, 0]], 4, [0] * 5, ()), is_fair([[1, 2, 3, 4, 0]], 4, [1, 0, 0, 0, 0], ())
    (True, False)
    """
    due = [times + RUNNING * (player in last) for player, times in enumerate(sat)]
    rested: Collection[int] = last
    for row in rows:
        out = row[width:]
        if max([due[player] for player in out]) > min([due[player] for player in row[:width]]):
            return False
        for player in rested:
            due[player] -= RUNNING
        for player in out:
            due[player] += 1 + RUNNING
        rested = out
    return True


@dataclass(slots=True)
class SitOutSearch(Search):
    """A search in rounds of equally many tables: rows are the seats, then those who sit out."""

    sat: Sequence[int] = ()
    last: Collection[int] = ()

    @classmethod
    def after(
        cls,
        rows: Rows,
        idle: Sequence[Sequence[int]],
        counts: RepeatCounts,
        random: Random,
        *,
        sat: Sequence[int],
        last: Collection[int],
    ) -> SitOutSearch:
        """Start from seats (`rows`) and sit-outs; `sat` and `last` as in `is_fair`."""
        widths = [len(row) for row in rows]
        search = cls(
            [[*row, *out] for row, out in zip(rows, idle, strict=True)],
            widths,
            counts.copy(),
            random,
            [[0] * width for width in widths],
            sat=sat,
            last=last,
        )
        search.cost = sum(search.counts.seat(row, widths[0]) for row in search.rows)
        return search

    @property
    def seated(self) -> Rows:
        """The rows without those who sit out."""
        return [row[:width] for row, width in zip(self.rows, self.widths, strict=True)]

    @property
    def idle(self) -> Rows:
        """Who sits out, round by round."""
        return [row[width:] for row, width in zip(self.rows, self.widths, strict=True)]

    def sweep(self, temperature: float, moves: int = SWEEP) -> int:
        """Try as many changes as take the time of `moves` swaps; return the cost reached."""
        Search.sweep(self, temperature, max(1, moves - TRIES * TRY_COSTS))
        for _ in range(TRIES):
            self._change_idle(self.random.expovariate(1) * temperature)
        return self.cost

    def _change_idle(self, limit: float) -> None:
        """Exchange two players between sitting out in one round and in another, or for one round only."""
        rows, width = self.rows, self.widths[0]
        one, other = (rows[int(self.random.random() * len(rows))] for _ in range(2))
        here = width + int(self.random.random() * (len(one) - width))
        if one is other:
            place = int(self.random.random() * width)
            self._try(((one, place, here),), limit)
            return
        there = width + int(self.random.random() * (len(other) - width))
        place, place_there = one.index(other[there]), other.index(one[here])
        if place >= width or place_there >= width:
            return
        met = {one[place ^ k] for k in (1, 2, 3)}
        if met.isdisjoint(
            [other[place_there ^ k] for k in (1, 2, 3)]
        ):  # else the prices depend on each other
            self._try(((one, place, here), (other, place_there, there)), limit)

    def _try(self, changes: Sequence[Change], limit: float) -> None:
        extra = sum([self._price(row, place, row[idle]) for row, place, idle in changes])
        if extra > limit:
            return
        for row, place, idle in changes:
            row[place], row[idle] = row[idle], row[place]
        if is_fair(self.rows, self.widths[0], self.sat, self.last):
            for row, place, idle in changes:
                self._meet(row, place, row[idle], -1)
                self._meet(row, place, row[place], 1)
            self.cost += extra
            return
        for row, place, idle in changes:
            row[place], row[idle] = row[idle], row[place]

    def _price(self, row: list[int], place: int, player: int) -> int:
        """The change in cost if `player` takes this place."""
        w = self.counts.weights
        before, partner = row[place], row[place ^ 2]
        left, right = row[place ^ 1], row[place ^ 3]
        old, new = self.counts.as_opponent[before], self.counts.as_opponent[player]
        as_partner = self.counts.as_partner[partner]
        return (
            as_partner[player] - as_partner[before]
            + new[left] + new[right] - old[left] - old[right]
            + w.P + 2 * w.O + 3 * w.M
        )  # fmt: skip

    def _meet(self, row: list[int], place: int, player: int, times: int) -> None:
        """Count one more meeting of a player with the others at a place's table, or (−1) one less."""
        w = self.counts.weights
        for k, own in ((1, w.O), (2, w.P), (3, w.O)):
            kernel.change(
                self.counts.as_partner, self.counts.as_opponent,
                player, row[place ^ k], times, int(k == 2), own + w.M, w.M,
            )  # fmt: skip
