"""Plans in which nobody meets anybody twice, from designs whose blocks of four fall into whole rounds.

For 12k + 4 players there are 4k + 1 such rounds: everybody meets everybody once. With one player fewer, the
three others of that player's table sit out; with one or two more, the extra players take their chairs.
"""

from __future__ import annotations

from functools import cache
from random import Random

from tournament.rotation.designs import cyclic, fields
from tournament.rotation.search.annealing import Rows

Block = tuple[tuple[int, int], ...]  # four points: an element of a field, and 0, 1 or 2
NODES = 50_000
TRIES = 10


def rounds_of_strangers(players: int) -> Rows | None:
    """All 4k + 1 rounds for 12k + 4 players: by lines for a power of 4, else where 4k + 1 is a prime power.

    Player 3x + i is the point (x, i) of GF(4k + 1) × Z3 and the last player is ∞. One round seats ∞ with
    (0, 0), (0, 1) and (0, 2), and k base blocks in their images under Z3; adding the elements of the field
    gives the others.

    >>> len(rounds_of_strangers(28)), len(rounds_of_strangers(64)), rounds_of_strangers(24)
    (9, 21, None)
    """
    lines = cyclic.whist_by_lines(players)
    if lines is not None:
        return lines[::3]
    size, rest = divmod(players - 1, 3)
    if rest or size % 4 != 1 or size < 5 or len(fields.factor(size)) > 1:
        return None
    field = fields.ring(size)
    base = _base_blocks(field)
    if base is None:
        return None
    blocks = [[(x, (i + turn) % 3) for x, i in block] for block in base for turn in range(3)]
    return [
        [3 * move, 3 * move + 1, 3 * move + 2, players - 1]
        + [3 * field.plus[x][move] + i for four in blocks for x, i in four]
        for move in range(size)
    ]


@cache
def _base_blocks(field: fields.Ring) -> tuple[Block, ...] | None:
    """k blocks that use every element but 0 once and whose differences are all elements except the (0, i).

    Taken one after the other, each from the first element left; for an odd k the blocks are the multiples of
    one, which is quick. `None` where the search gives up.
    """
    k = (field.size - 1) // 4
    units = fields.powers(field)
    minus = {x: next(y for y in range(field.size) if field.plus[x][y] == 0) for x in range(field.size)}
    multipliers = units[::4] if k % 2 else units[:1]
    budget = [NODES]

    def images(x: int, i: int) -> set[tuple[int, int]]:
        return {(field.times[m][x], i) for m in multipliers}

    def grow(
        block: Block, left: frozenset[int], apart: frozenset[tuple[int, int]]
    ) -> tuple[Block, ...] | None:
        budget[0] -= 1
        if budget[0] < 0:
            return None
        if len(block) == 4:
            if not left:
                return (block,)
            rest = grow(((min(left), 0),), _less(left, images(min(left), 0)), apart)
            return None if rest is None else (block, *rest)
        for x in sorted(left):
            if len(multipliers) == 1 and x < block[-1][0]:
                continue
            for i in range(3):
                new: set[tuple[int, int]] = set()
                for y, j in block:
                    d = field.plus[x][minus[y]]
                    new |= images(d, (i - j) % 3) | images(minus[d], (j - i) % 3)
                if len(new) == 2 * len(block) * len(multipliers) and not new & apart:
                    found = grow((*block, (x, i)), _less(left, images(x, i)), apart | new)
                    if found is not None:
                        return found
        return None

    first = min(units)
    base = grow(((first, 0),), _less(frozenset(units), images(first, 0)), frozenset())
    if base is None:
        return None
    return tuple(tuple((field.times[m][x], i) for x, i in block) for block in base for m in multipliers)


def _less(left: frozenset[int], used: set[tuple[int, int]]) -> frozenset[int]:
    return left - {x for x, _ in used}


def strangers(players: int, rounds: int, random: Random) -> Rows | None:
    """Rounds in which nobody meets anybody twice, for 12k + 3 to 12k + 6 players; `None` where not found."""
    extras = (players - 4) % 12
    if extras == 11:
        whole = rounds_of_strangers(players + 1)
        return _without_last(whole, rounds, random) if whole is not None and rounds <= len(whole) else None
    whole = rounds_of_strangers(players - extras) if extras <= 2 else None
    if whole is None or rounds > len(whole):
        return None
    for _ in range(TRIES):
        rows = random.sample(whole, rounds)
        seated = _Extras(rows, extras, random).seat() if extras else rows
        if seated is not None:
            return seated
    return None


def _without_last(whole: Rows, rounds: int, random: Random) -> Rows:
    """The rounds without the last player: the three others of that table sit out."""
    answer = []
    for row in random.sample(whole, rounds):
        start = row.index(len(row) - 1) // 4 * 4
        sitting_out = [player for player in row[start : start + 4] if player != len(row) - 1]
        answer.append(row[:start] + row[start + 4 :] + sitting_out)
    return answer


class _Extras:
    """A search for the chairs of extra players, who meet nobody twice there.

    In each round an extra player takes the chair of a player who sits out; everybody sits out at most once.
    """

    def __init__(self, rows: Rows, extras: int, random: Random) -> None:
        self.rows = [row[:] for row in rows]
        self.players = len(rows[0])
        self.extras = extras
        self.random = random
        self.known: list[set[int]] = [set() for _ in range(extras)]
        self.sat: set[int] = set()
        self.nodes = 0

    def seat(self) -> Rows | None:
        """The rows with the extra players in them, who sits out at the end; `None` if none is found soon."""
        return self.rows if self._from(0, 0) else None

    def _from(self, number: int, extra: int) -> bool:
        if number == len(self.rows):
            return True
        if extra == self.extras:
            return self._from(number + 1, 0)
        row = self.rows[number]
        extra_player = self.players + extra
        chairs = list(range(self.players))
        self.random.shuffle(chairs)
        for chair in chairs:
            player = row[chair]
            table = {row[chair ^ 1], row[chair ^ 2], row[chair ^ 3]}
            if player >= self.players or player in self.sat or max(table) >= self.players:
                continue
            if table & self.known[extra]:
                continue
            self.nodes += 1
            if self.nodes > NODES:
                return False
            row[chair] = extra_player
            row.append(player)
            self.sat.add(player)
            self.known[extra] |= table
            if self._from(number, extra + 1):
                return True
            row[chair] = row.pop()
            self.sat.discard(player)
            self.known[extra] -= table
        return False
