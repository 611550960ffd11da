"""The kernels, compiled if numba is installed, and one run of the search; without numba 25 times slower."""

from __future__ import annotations

import importlib.util
import sys
from dataclasses import dataclass
from itertools import combinations
from random import Random
from types import FunctionType, ModuleType
from typing import Any

from scripts.charts.starts import Start, Turned
from tournament.rotation.search import annealing
from tournament.rotation.search.annealing import Rows

Weights = tuple[int, int, int]

try:
    import numba
    import numpy  # type: ignore[import-not-found]
except ImportError:
    numba = numpy = None

FAST = numba is not None
CHUNK = 20_000 if FAST else 1_000  # swaps per temperature


def compiled(source: str, *, kernel: ModuleType | None = None) -> ModuleType:
    """A copy of a module, compiled if numba is installed; what it imports comes from `kernel`."""
    name = f"compiled_{source.replace('.', '_')}"
    plain = importlib.util.find_spec(source)
    if plain is None or plain.origin is None:
        raise ImportError(name)
    spec = importlib.util.spec_from_file_location(name, plain.origin)
    if spec is None or spec.loader is None:
        raise ImportError(name)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    if numba is not None:
        for key, value in list(vars(module).items()):
            if isinstance(value, FunctionType) and value.__module__ == name:
                setattr(module, key, numba.njit(value))
            elif isinstance(value, FunctionType):
                setattr(module, key, getattr(kernel, key))
    return module


KERNEL = compiled("tournament.rotation.search.kernel")
TOGETHER = compiled("scripts.charts.together", kernel=KERNEL)
TURNING = compiled("scripts.charts.turning")


def array_of(values: Any) -> Any:
    if numpy is None:
        return [row[:] if isinstance(row, list) else row for row in values]
    return numpy.array(values, dtype=numpy.int64)


def words_from(random: Random, moves: int) -> Any:
    if numpy is None:
        return annealing.words_from(random, moves)
    raw = random.randbytes(8 * moves)
    return (numpy.frombuffer(raw, dtype=numpy.uint64) >> numpy.uint64(2)).astype(numpy.int64)


def copied(rows: Any) -> Rows:
    """Copy a kernel's rows into new lists."""
    return [[int(player) for player in row] for row in rows]


def limits_at(temperature: float) -> Any:
    limits = annealing.limits_at(temperature)
    return limits if numpy is None else numpy.array(limits)


def tally(rows: Any, players: int) -> tuple[int, int, int]:
    """P, O, M of rows of indices, counted plainly."""
    width = players - players % 4
    partners = [0] * (players * players)
    opponents = [0] * (players * players)
    for row in rows:
        for k in range(0, width, 4):
            n, e, s, w = (int(row[k + i]) for i in range(4))
            for table, pairs in ((partners, ((n, s), (e, w))), (opponents, ((n, e), (n, w), (s, e), (s, w)))):
                for a, b in pairs:
                    table[min(a, b) * players + max(a, b)] += 1
    c2 = [count * (count - 1) // 2 for count in range(len(rows) + 1)]
    return (
        sum(c2[count] for count in partners),
        sum(c2[count] for count in opponents),
        sum(c2[p + o] for p, o in zip(partners, opponents, strict=True)),
    )


@dataclass(slots=True)
class Run:
    """One annealing run over rows of a cell."""

    players: int
    start: Start
    weights: Weights
    random: Random

    def anneal(self, sweeps: int, chunk: int, hot: float, cold: float) -> Rows:
        """Cool from `hot` to `cold` (in units of one repeated meeting); returns the best rows."""
        n = self.players
        width = n - n % 4
        rows = array_of(self.start.rows)
        as_partner = array_of([[0] * n for _ in range(n)])
        as_opponent = array_of([[0] * n for _ in range(n)])
        cost = 0
        for row in rows:
            cost += _seat(row, width, as_partner, as_opponent, self.weights)
        orbits = self.start.orbits
        copies = max(1, len(self.start.image_row) // max(1, len(orbits) - 1)) if orbits else 1
        unit = self.weights[2] * copies
        images = (
            tuple(map(array_of, (orbits, self.start.image_row, self.start.image_place))) if orbits else ()
        )
        widths = array_of([width] * len(rows))
        locked = array_of([[0] * width for _ in rows])

        def sweep(temperature: float) -> int:
            nonlocal cost
            words, limits = words_from(self.random, max(64, chunk // copies)), limits_at(unit * temperature)
            prices = (as_partner, as_opponent, *self.weights, cost)
            if orbits:
                cost = int(TOGETHER.sweep_together(rows, *images, width, words, limits, *prices))
            else:
                cost = int(KERNEL.sweep(rows, widths, locked, words, limits, *prices))
            return cost

        kept, _ = annealing.cool(sweep, lambda: copied(rows), cost, sweeps, hot=hot, cold=cold)
        return kept


def _seat(row: Any, width: int, as_partner: Any, as_opponent: Any, weights: Weights) -> int:
    wp, wo, wm = weights
    cost = 0
    for k in range(0, width, 4):
        for i in range(4):
            for j in range(i + 1, 4):
                a, b = row[k + i], row[k + j]
                partner = int(i ^ 2 == j)
                cost += int((as_partner if partner else as_opponent)[a][b])
                KERNEL.change(as_partner, as_opponent, a, b, 1, partner, (wp if partner else wo) + wm, wm)
    return cost


@dataclass(slots=True)
class TurnedRun:
    """One annealing run over base rounds that are turned."""

    players: int
    start: Turned
    weights: Weights
    random: Random

    def anneal(self, sweeps: int, chunk: int, hot: float, cold: float) -> Rows:
        """Cool from `hot` to `cold` (1: one meeting repeated in every image); returns the best rows."""
        width = self.players - self.players % 4
        order = len(self.start.images)
        books = self._books()
        shares = array_of([_share(turns, order) for turns in self.start.turns])
        bases = array_of(self.start.bases)
        cost = 0
        for row, share in zip(bases, shares, strict=True):
            for table in range(width // 4):
                cost += int(TURNING.seat(row, table, 1, *share, books, self.weights))
        unit = self.weights[2] * order

        def sweep(temperature: float) -> int:
            nonlocal cost
            words, limits = words_from(self.random, chunk), limits_at(unit * temperature)
            cost = int(TURNING.sweep(bases, width, shares, words, limits, books, self.weights, cost))
            return cost

        kept, _ = annealing.cool(sweep, lambda: copied(bases), cost, sweeps, hot=hot, cold=cold)
        return Turned(kept, self.start.turns, self.start.images).rows()

    def _books(self) -> tuple[Any, ...]:
        """Images, classes of pairs with their sizes, and three counts that are empty yet; see `turning`."""
        n, images = self.players, self.start.images
        kinds = [[-1] * n for _ in range(n)]
        sizes: list[int] = []
        for a, b in combinations(range(n), 2):
            if kinds[a][b] < 0:
                orbit = {(image[a], image[b]) for image in images}
                for x, y in orbit:
                    kinds[x][y] = kinds[y][x] = len(sizes)
                sizes.append(len({frozenset(pair) for pair in orbit}))
        counts = (array_of([[0] * len(sizes) for _ in range(3)]) for _ in range(2))
        single = [[[0] * n for _ in range(n)] for _ in range(3)]
        return (
            *map(array_of, (images, kinds, sizes)),
            *counts,
            single if numpy is None else numpy.array(single, dtype=numpy.int64),
        )


def _share(turns: int, order: int) -> list[int]:
    """Which images of a base round are counted how: as `turning.meet` takes it, the shorter way."""
    return [1, turns, order] if turns > order // 2 else [0, 0, turns]
