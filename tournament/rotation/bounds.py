"""Lower bounds on repeats: the counting bound of every relation, and what few tables add to it.

In g_i rounds player i has `size`·g_i meetings with the N − 1 others; spreading these as evenly as possible
gives the fewest repeats. With fewer than four tables, some of the four at a table must have shared one
before.

Beside them the values of our best plans, read from the headers of charts, and, for the end of a dense
evening, a proof by trying every way: counting does not show who is left for whom.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

UNREACHED = 10**9
SIZES = {"P": 1, "O": 2, "M": 3}


def fewest_repeats(size: int, games: Iterable[int], others: int) -> int:
    """The fewest repeats that counting allows a whole plan: Σ C(meetings, 2) over all pairs of players.

    `size`: how many a player meets each round (partners 1, opponents 2, anybody 3); `games`: how many rounds
    each player plays; `others`: how many players there are to meet.

    >>> fewest_repeats(2, [6] * 8, 7), fewest_repeats(3, [6] * 8, 7)
    (20, 60)
    """
    return -(-sum(filled(size * played, others, ()) for played in games) // 2)


def filled(meetings: int, others: int, counts: Iterable[int]) -> int:
    """The least growth of Σ C(count, 2) when `meetings` more are shared among `others`.

    `counts` are the meetings so far with those of them who were met already.

    >>> filled(7, 7, []), filled(9, 7, []), filled(2, 3, [3]), filled(3, 2, [1])
    (0, 2, 0, 2)
    """
    people = Counter(counts)
    people[0] += others - people.total()
    grown = 0
    while meetings > 0 and others > 0:
        lowest = min(count for count, number in people.items() if number)
        here = min(meetings, people.pop(lowest))
        people[lowest + 1] += here
        grown += here * lowest
        meetings -= here
    return grown


def least_repeat_meetings(tables: int, idle: int, rounds: int) -> int:
    """The fewest repeated meetings (M) any plan can have, `idle` players sitting out; 0 from four tables on.

    M counts, for every two rounds, the pairs who share a table in both. The four at a later table come from
    `tables` earlier ones, so two of them at least come from the same one if these are fewer than four; a
    player who sat out earlier comes from nowhere, and relieves one table.

    >>> [least_repeat_meetings(*hall) for hall in [(3, 0, 6), (2, 0, 7), (1, 1, 5), (3, 1, 3), (4, 0, 9)]]
    [45, 84, 30, 6, 0]
    """
    pairs = [sum(max(0, others - k * tables) for k in (1, 2, 3)) for others in range(5)]
    reliefs = sorted((pairs[k] - pairs[k - 1] for k in (4, 3, 2, 1) for _ in range(tables)), reverse=True)
    return (tables * pairs[4] - sum(reliefs[:idle])) * (rounds * (rounds - 1) // 2)


def partnered(games: Sequence[int], counts: Sequence[Sequence[int]]) -> int:
    """The least growth of Σ C(count, 2) over all pairs when player i plays `games[i]` more rounds.

    `counts[a][b]` is how often a and b were partners. Unlike `filled` it considers that the cheapest partner
    has few rounds to give: everybody's rounds are sent to partners at the least total price (a flow along
    shortest paths, which may undo earlier steps), and each partnership is counted from both ends.

    >>> partnered([1, 1, 1, 1], [[0, 1, 1, 0], [1, 0, 1, 0], [1, 1, 0, 0], [0, 0, 0, 0]])
    1
    """
    size = len(games)
    sent = [[0] * size for _ in games]
    give, take = [0] * size, [0] * size  # node potentials, so that reduced prices stay non-negative
    wanted = list(games)
    total = 0
    for giver in (i for i, played in enumerate(games) for _ in range(played)):
        total += _send(giver, sent, counts, give, take, wanted)
    return -(-total // 2)


def _send(
    giver: int,
    sent: list[list[int]],
    counts: Sequence[Sequence[int]],
    give: list[int],
    take: list[int],
    wanted: list[int],
) -> int:
    """Send one more round of `giver` to a player who still wants one, through others if that is cheaper."""
    size = len(sent)
    far = [UNREACHED] * (2 * size)  # givers, then takers
    before = [-1] * (2 * size)
    settled: list[int] = []
    far[giver] = 0
    open_ones = set(range(2 * size))
    while True:
        at = min(open_ones, key=far.__getitem__)
        if far[at] == UNREACHED:
            return 0  # no other player is left
        open_ones.remove(at)
        settled.append(at)
        if at >= size and wanted[at - size]:
            break
        for other in open_ones:
            if at < size <= other and other - size != at:
                taker = other - size
                price = counts[at][taker] + sent[at][taker] + give[at] - take[taker]
            elif other < size <= at and sent[other][at - size]:
                taker = at - size
                price = take[taker] - counts[other][taker] - sent[other][taker] + 1 - give[other]
            else:
                continue
            if far[at] + price < far[other]:
                far[other] = far[at] + price
                before[other] = at
    for one in settled:
        (give if one < size else take)[one % size] += far[one] - far[at]
    wanted[at - size] -= 1
    total = 0
    while True:
        source = before[at]
        total += counts[source][at - size] + sent[source][at - size]
        sent[source][at - size] += 1
        if source == giver:
            return total
        at = before[source]
        sent[source][at - size] -= 1
        total -= counts[source][at - size] + sent[source][at - size]


def for_event(players: int, rounds: int) -> dict[str, int]:
    """The least P, O and M of a whole event in which everybody is present throughout.

    >>> for_event(16, 8)
    {'P': 0, 'O': 8, 'M': 72}
    >>> for_event(12, 6)["M"]
    45
    """
    tables = players // 4
    fewest, more = divmod(4 * tables * rounds, players)
    games = [fewest + 1] * more + [fewest] * (players - more)
    values = {relation: fewest_repeats(size, games, players - 1) for relation, size in SIZES.items()}
    values["M"] = max(values["M"], least_repeat_meetings(tables, players - 4 * tables, rounds))
    return values


CHARTS = Path(__file__).parent / "charts"


def path_for(players: int) -> Path:
    """The data file with the charts for this number of players."""
    return CHARTS / f"n{players:02d}.txt"


@cache
def _headers(path: Path) -> dict[int, tuple[int, int, int]]:
    if not path.exists():
        return {}
    headers = {}
    for line in path.read_text("ascii").splitlines():
        if line.startswith("R "):
            _, rounds, p, o, m, *_ = line.split()
            headers[int(rounds)] = (int(p), int(o), int(m))
    return headers


def best_known(players: int, rounds: int) -> tuple[int, int, int] | None:
    """(P, O, M) of the stored chart, or `None` if none is stored.

    >>> best_known(3, 1) is None
    True
    """
    return _headers(path_for(players)).get(rounds)


class _TooMany(Exception):
    """There are more ways than may be tried."""


@dataclass(slots=True)
class _Ways:
    """The search: players are 0 to n − 1, sets of them bits of a number."""

    free: list[int]  # for each player the partners left
    rest: list[int]  # for each player how often they may still sit out
    tables: int
    rounds: int
    most: int
    nodes: int
    opposed: list[list[int]] = field(init=False)

    def __post_init__(self) -> None:
        self.opposed = [[0] * len(self.free) for _ in self.free]

    def exists(self, rounds: int, last: int, spent: int) -> bool:
        """Whether the rounds left can be seated without going beyond `most`.

        Rounds may change places, so the first player's partners come in ascending order: `last` is the one
        of the round before (−1: that player sat out, or there is none).
        """
        if rounds == self.rounds:
            return True
        everybody = (1 << len(self.free)) - 1
        return self._seated(rounds, everybody, len(self.free) - 4 * self.tables, last, spent)

    def _seated(self, rounds: int, left: int, idle: int, last: int, spent: int) -> bool:
        self.nodes -= 1
        if self.nodes < 0:
            raise _TooMany
        if not left:
            return self.exists(rounds + 1, last, spent)
        a = (left & -left).bit_length() - 1
        others = left & ~(1 << a)
        if idle and self.rest[a] and not (a == 0 and last >= 0):
            self.rest[a] -= 1
            if self._seated(rounds, others, idle - 1, last, spent):
                return True
            self.rest[a] += 1
        for b in _bits(self.free[a] & others):
            if a == 0 and b <= last:
                continue
            after = others & ~(1 << b)
            for c in _bits(after):
                for d in _bits(self.free[c] & after & ~((2 << c) - 1)):
                    more = sum(self.opposed[x][y] for x in (a, b) for y in (c, d))
                    if spent + more > self.most:
                        continue
                    self._play(a, b, c, d, 1)
                    possible = self._seated(
                        rounds, after & ~(1 << c | 1 << d), idle, b if a == 0 else last, spent + more
                    )
                    self._play(a, b, c, d, -1)
                    if possible:
                        return True
        return False

    def _play(self, a: int, b: int, c: int, d: int, sign: int) -> None:
        for x, y in ((a, b), (c, d)):
            self.free[x] ^= 1 << y
            self.free[y] ^= 1 << x
        for x in (a, b):
            for y in (c, d):
                self.opposed[x][y] += sign
                self.opposed[y][x] += sign


def _bits(of: int) -> Iterator[int]:
    while of:
        low = of & -of
        yield low.bit_length() - 1
        of ^= low


def repeats_at_least(
    opponents: int,
    free: Sequence[Sequence[int]],
    may_sit_out: Sequence[int],
    *,
    tables: int,
    rounds: int,
    nodes: int,
) -> bool | None:
    """Whether every way to seat the rounds repeats `opponents` or more; `None` if there are too many ways.

    Repeats are Σ C(count, 2) over pairs of opponents in these rounds alone. `free[p]` are the partners that
    player p has not had (p and q have each other or neither), and nobody has a partner twice;
    `may_sit_out[p]` is how many of the rounds p may sit out. `nodes` is how many partial seatings are tried.

    Four players in two rounds, with everybody still free: the second round has two of each side as opponents
    again.

    >>> others = [[q for q in range(4) if q != p] for p in range(4)]
    >>> [repeats_at_least(o, others, [0] * 4, tables=1, rounds=2, nodes=99) for o in (2, 3)]
    [True, False]
    """
    masks = [sum(1 << q for q in partners) for partners in free]
    ways = _Ways(masks, list(may_sit_out), tables, rounds, opponents - 1, nodes)
    try:
        return not ways.exists(0, -1, 0)
    except _TooMany:
        return None
