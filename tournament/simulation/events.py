"""Many random events, each played in a transaction that is rolled back: nothing stays in the database."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

from django.db import transaction

from tournament.models import Event, User
from tournament.rotation.planners import chart, replan
from tournament.rotation.search import annealing
from tournament.simulation.evening import RandomEvening
from tournament.simulation.settings import Wanted

ANY = Wanted()
SECONDS = 0.02  # seconds of search per plan, as any seating will do
EXCHANGES = 300  # exchanges of players in a chart, likewise


@dataclass(frozen=True, slots=True)
class Simulated:
    """One event that was played: the result of `keep`, and how often each action was done or refused."""

    number: int
    kept: Any
    done: Counter[str]


def simulate(
    seed: int, count: int, wanted: Wanted = ANY, *, keep: Callable[[Event], Any], first: int = 1
) -> Iterator[Simulated]:
    """Play `count` events from number `first` on; the same seed and number give the same event.

    `keep` is called with each event before the rollback.
    """
    for number in range(first, first + count):
        with hasty_planner(), transaction.atomic():
            director = User.objects.create(
                username=f"simulated-director-{number}", name=f"Simulated Director {number}"
            )
            evening = RandomEvening(director, random.Random(f"{seed}/{number}"), wanted, number)
            simulated = Simulated(number, keep(evening.run()), evening.done)
            transaction.set_rollback(True)
        yield simulated


@contextmanager
def hasty_planner() -> Iterator[None]:
    """Limit the search for plans to a few moves and no clock, so that slow machines find the same."""
    with ExitStack() as limits:
        limits.enter_context(patch.object(chart, "PATIENCE", SECONDS))
        limits.enter_context(patch.object(replan, "PATIENCE", SECONDS))
        limits.enter_context(patch.object(replan, "EXCHANGES", EXCHANGES))
        limits.enter_context(patch.object(annealing, "thread_time", _stopped))
        yield


def _stopped() -> float:
    return 0.0
