"""Make charts: try many methods to find a better plan for a cell (players, rounds).

With numba installed (`requirements/charts.txt`) the kernel is compiled and runs about 25 times faster.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from time import monotonic

from scripts.charts import starts
from scripts.charts.compiled import CHUNK, Run, TurnedRun, Weights, tally
from scripts.charts.starts import Start, Turned
from tournament.rotation import bounds, store
from tournament.rotation.designs import cyclic, transversal
from tournament.rotation.search import annealing as lots
from tournament.rotation.search.annealing import Rows

WEIGHTS: tuple[Weights, ...] = ((12, 6, 2), (20, 2, 1), (48, 10, 2))
LONGEST = 21  # rounds for which every number of players gets a chart
LONGEST_TRY = 20_000  # sweeps
PARTLY_TURNED = 5  # the shortest cycle that is worth a base round with fewer images than the others


def cells(largest: int = store.LARGEST) -> Iterator[tuple[int, int]]:
    """Every (players, rounds) that gets a chart."""
    for players in range(4, largest + 1):
        full = {players - 1, players} if players % 4 == 1 else {players - 1}
        for rounds in sorted({*range(1, LONGEST + 1), *full}):
            yield players, rounds


@dataclass(slots=True)
class ChartCell:
    """One cell in progress: the best chart so far, and how well each method did."""

    players: int
    rounds: int
    best: store.Chart | None = None
    only: str = ""  # the one method to use, if any
    results: dict[str, list[tuple[int, int, int]]] = field(default_factory=dict)
    visits: int = 0
    seconds: float = 0.0

    @property
    def least(self) -> tuple[int, int, int]:
        values = bounds.for_event(self.players, self.rounds)
        return values["P"], values["O"], values["M"]

    @property
    def done(self) -> bool:
        """Whether nothing better can exist."""
        return self.best is not None and self.best.key <= self.least

    def offer(self, rows: Rows, method: str, seed: int) -> bool:
        """Keep the rows if they are better; return whether they were."""
        key = tally(rows, self.players)
        self.results.setdefault(method, []).append(key)
        if self.best is not None and key >= self.best.key:
            return False
        ordered = starts.in_fair_order(rows)
        if ordered is None:
            return False
        self.best = store.Chart(
            self.players, self.rounds, key, method.replace(" ", ","), seed, self.seconds, ordered
        )
        store.save(self.best)
        return True

    def settle(self) -> None:
        """Take the chart with one more round, minus any one of its rounds, if that is already better."""
        longer = store.load(self.players, self.rounds + 1)
        for drop in range(self.rounds + 1) if longer and not self.done else ():
            rows = [row for number, row in enumerate(longer.rows) if number != drop] if longer else []
            self.offer(rows, "fewer", 0)

    def methods(self) -> list[str]:
        """The names of the methods for this cell."""
        n, rounds = self.players, self.rounds
        names = ["lot", "lot", "more", "fewer", "again", "again"]
        if n >= 16 and rounds > 1:
            names += ["design", "design"]
        if n % 4 == 0 and rounds > 1:
            names += [f"invariant {m}" for m in range(2, n // 4 + 1) if n // 4 % m == 0]
        for order in range(2, rounds + 1):
            for still in range(min(7, n - 3)):
                if (n - still) % order == 0 and (rounds % order == 0 or order >= PARTLY_TURNED):
                    names.append(f"developed {order} {still}")
        if rounds > n // 2:
            names.append("cyclic")
        return names

    def choose(self, random: Random) -> str:
        """Choose a method: one not tried yet, else mostly the best one, sometimes a random one."""
        if self.only:
            return self.only
        names = self.methods()
        for name in ("lot", "design"):
            if name in names and name not in self.results:
                return name
        fresh = [name for name in dict.fromkeys(names) if name not in self.results]
        if fresh and random.random() < 0.6:
            return random.choice(fresh)
        if self.results and random.random() < 0.6:
            ranked = sorted(self.results, key=lambda name: min(self.results[name]))
            return random.choice(ranked[:3])
        return random.choice(names)

    def visit(self, seconds: float, random: Random) -> bool:
        """Work on the cell for about `seconds`; return whether it got better."""
        began = monotonic()
        better = False
        effort = 100
        while monotonic() - began < seconds and not self.done:
            seed = random.getrandbits(31)
            method = self.choose(random)
            round_began = monotonic()
            rows = self._try(method, Random(seed), effort)
            spent = monotonic() - round_began
            self.seconds += spent
            if rows is None:
                self.results.setdefault(method, []).append((9**9, 9**9, 9**9))
            elif self.offer(rows, method, seed):
                better = True
            if rows is not None:  # towards three tries a visit
                effort = round(min(max(effort * min(seconds / 3 / max(spent, 1e-3), 4), 60), LONGEST_TRY))
        self.visits += 1
        return better

    def _try(self, method: str, random: Random, effort: int) -> Rows | None:
        start, warm = self._start(method, random)
        if start is None:
            return None
        weights = random.choice(WEIGHTS)
        hot = random.choice((0.3, 0.6, 1.2) if warm else (1.2, 1.6, 2.5, 5.0, 9.0))
        cold = min(hot / 2, random.choice((0.2, 0.35, 0.5)))
        if isinstance(start, Turned):
            return TurnedRun(self.players, start, weights, random).anneal(effort, CHUNK, hot, cold)
        return Run(self.players, start, weights, random).anneal(effort, CHUNK, hot, cold)

    def _start(self, method: str, random: Random) -> tuple[Start | Turned | None, bool]:
        name, *numbers = method.split()
        n, rounds = self.players, self.rounds
        if name == "developed":
            return starts.developed(n, rounds, int(numbers[0]), int(numbers[1]), random), False
        if name == "invariant":
            return starts.invariant(n, rounds, int(numbers[0]), random), False
        if name == "design":
            return _plain(transversal.grouped(n, rounds, random)), True
        if name == "again":
            return _plain(self.best.rows if self.best else None), True
        if name == "more":
            return _plain(_with_one_more(n, rounds, random)), True
        if name == "fewer":
            return _plain(_with_one_less(store.load(n, rounds + 1), random)), True
        if name == "cyclic":
            return _plain(cyclic.cyclic_rows(n, rounds, random, 20_000)), random.random() < 0.5
        return _plain(lots.rows_by_lot(n, rounds, random)), False


def _plain(rows: Rows | None) -> Start | None:
    return None if rows is None else Start(rows)


def _with_one_less(chart: store.Chart | None, random: Random) -> Rows | None:
    if chart is None:
        return None
    drop = random.randrange(len(chart.rows)) if chart.players % 4 == 0 else len(chart.rows) - 1
    return [row for number, row in enumerate(chart.rows) if number != drop]


def _with_one_more(players: int, rounds: int, random: Random) -> Rows | None:
    """The stored rounds and a random one; sit-outs continue in the stored order."""
    chart = store.load(players, rounds - 1)
    return None if chart is None else lots.rows_continued(chart.rows, rounds, random)


def work(
    chosen: list[tuple[int, int]],
    seconds: float,
    per_visit: float,
    seed: int,
    report: Callable[[str], None],
    only: str = "",
) -> None:
    """Visit cells in turn until `seconds` are over, the least visited first; by one method if it is named."""
    random = Random(seed)
    began = monotonic()
    table = [ChartCell(players, rounds, store.load(players, rounds), only) for players, rounds in chosen]
    for cell in table:
        cell.seconds = cell.best.seconds if cell.best else 0.0
    for cell in reversed(table):
        cell.settle()
    while monotonic() - began < seconds:
        open_cells = [cell for cell in table if not cell.done]
        if not open_cells:
            report("Every chosen chart meets its bounds.")
            return
        cell = min(open_cells, key=lambda c: (c.visits, random.random()))
        before = cell.best.key if cell.best else None
        if cell.visit(per_visit * (1 + cell.visits / 2), random) and cell.best is not None:
            report(
                f"{cell.players} players, {cell.rounds} rounds: {before} → {cell.best.key} "
                f"(least {cell.least}, {cell.best.method}, {cell.seconds:.0f} s)"
            )
