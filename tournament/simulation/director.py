"""A random director: calls services by chance, and counts what was done and what was refused."""

import random
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from scoring.errors import ScoringError
from tournament.models import Event, User
from tournament.rotation.plan import RotationError
from tournament.services.errors import Refused

REFUSALS = (Refused, ScoringError, RotationError)
START = datetime(2026, 11, 20, 19, 30, tzinfo=UTC)


class RandomDirector:
    """Directs one event. `done` counts the actions by name; refused ones as `refused: name, code`."""

    event_key: int

    def __init__(self, director: User, rng: random.Random) -> None:
        self.director = director
        self.rng = rng
        self.clock = START
        self.done: Counter[str] = Counter()

    @property
    def event(self) -> Event:
        """The event as it is now."""
        return Event.objects.get(pk=self.event_key)

    def must(self, action: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        """Call a service as the director, a few seconds after the last call."""
        self.clock += timedelta(seconds=self.rng.randint(2, 9))
        result = action(*args, by=self.director, at=self.clock, **kwargs)
        self.done[action.__name__] += 1
        return result

    def attempt(self, action: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        """Call a service that may refuse; None if it does."""
        try:
            return self.must(action, *args, **kwargs)
        except REFUSALS as refusal:
            self.done[f"refused: {action.__name__}, {refusal.code}"] += 1
            return None

    def now_and_then(self, often: float) -> bool:
        """True with the probability `often`."""
        return self.rng.random() < often
