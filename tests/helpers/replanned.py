"""Random evenings planned anew, and what came of the plan."""

import random
from dataclasses import dataclass

from tournament.rotation.movements import draw_plan
from tournament.rotation.planners.replan import is_least
from tournament.rotation.quality import judge
from tournament.rotation.request import make_request

TRIED = 300_000  # partial seatings for a proof that opponents cannot repeat less


@dataclass(frozen=True)
class Trial:
    """One evening planned anew: what was asked of the coming rounds, and what came."""

    evening: str
    players: int
    problems: tuple[str, ...]
    partners: tuple[int, int]  # repeated over the whole evening: reached, and least possible
    opponents: tuple[int, int]  # repeated in the coming rounds: reached, and in a fresh plan for as many
    proved: bool  # that opponents cannot repeat less, where they are beyond the bar

    @property
    def excess(self):
        """How much more is repeated than in a fresh plan, as a part of that and one more (it may be 0)."""
        return (self.opponents[0] - self.opponents[1]) / (self.opponents[1] + 1)

    @property
    def within(self):
        return (
            not self.problems
            and self.partners[0] <= self.partners[1]
            and (self.opponents[0] <= 1.1 * self.opponents[1] or self.proved)
        )

    def __str__(self):
        return (
            f"{self.evening}: P asked {self.partners[1]} reached {self.partners[0]}, "
            f"O of the coming rounds fresh {self.opponents[1]} reached {self.opponents[0]}"
            + (", proved to be the least" if self.proved else "")
            + "".join(f"; {problem}" for problem in self.problems[:1])
        )


def trial(seed):
    """A random evening, planned anew after some rounds: people came late or left, tables went."""
    rnd = random.Random(seed)
    players, rounds = rnd.randint(8, 80), rnd.randint(4, 20)
    played = rnd.randint(1, rounds - 1)
    history = draw_plan(range(1, players + 1), rounds, seed=seed, seconds=0.5).rounds[:played]
    now = list(range(1, players + 1 + rnd.choice((0, 0, 1, 1, 2, 3))))
    for _ in range(rnd.choice((0, 0, 1, 1, 2, 3, 4))):
        now.remove(rnd.choice(now))
    tables = len(now) // 4
    if rnd.random() < 0.2 and tables > 2:
        tables -= rnd.randint(1, 2) if tables > 7 else 1
    asked = {"table_numbers": range(1, tables + 1), "seed": seed}
    plan = draw_plan(now, rounds - played, history=history, **asked)
    whole = judge(plan.rounds, players=now, history=history)
    fresh = judge(draw_plan(now, rounds - played, **asked).rounds)
    reached = judge(plan.rounds).O
    proved = reached > 1.1 * fresh.O and is_least(
        make_request(now, rounds - played, history=history, **asked), plan.rounds, TRIED
    )
    return Trial(
        f"{players} players, {played}/{rounds} rounds, then {len(now)} at {tables} tables (seed {seed})",
        players,
        whole.problems,
        (whole.P, whole.least.P),
        (reached, fresh.O),
        proved,
    )
