"""How long the rounds of an evening take, and when it ends at that pace.

Values only: reads no event and no clock. `breaks` are minutes by the round they follow; a pace is the time
from the end of one round to the end of the next, so the time to change tables is in it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median

MINUTE = timedelta(minutes=1)
SHORTEST = 5  # minutes: with less on the clock nobody plays a round


@dataclass(frozen=True, slots=True)
class Pace:
    """`closed`: when each of the rounds 1, 2, … ended. `begins`: when round 1 began, None if nobody knows.
    `planned`: how long a round takes as planned, None if nobody has said; `planned_from`: the first round
    of which that was said, as the clock was set anew during the evening."""

    rounds: int
    closed: tuple[datetime, ...]
    breaks: Mapping[int, int]
    begins: datetime | None = None
    planned: timedelta | None = None
    planned_from: int = 1

    @property
    def lengths(self) -> Mapping[int, timedelta]:
        """How long each round took, breaks left out; a round closed out of turn is left out, too."""
        ends = (self.begins, *self.closed)
        took = {
            number + 1: now - before - self._break_after(number)
            for number, (before, now) in enumerate(zip(ends, self.closed, strict=False))
            if before is not None
        }
        return {number: length for number, length in took.items() if length > timedelta()}

    @property
    def of_a_round(self) -> timedelta | None:
        """How long the round in play takes."""
        return self.length_of(len(self.closed) + 1)

    def length_of(self, number: int) -> timedelta | None:
        """How long a round to come takes: the median of the rounds played with the same clock, before the
        first of them as planned."""
        took = self.lengths
        alike = [one for one in took if (one < self.planned_from) == (number < self.planned_from)]
        if not alike and self.planned:
            return self.planned
        seconds = [took[one].total_seconds() for one in alike or took]
        return timedelta(seconds=median(seconds)) if seconds else None

    def ends(self, at: datetime, rounds: int | None = None) -> datetime | None:
        """When the evening ends with so many `rounds`, seen from `at`; None if nothing tells."""
        return self._end_of(self.rounds if rounds is None else rounds, at)

    def minutes_that_fit(self, at: datetime, stops: datetime, between: int) -> int | None:
        """The minutes for each round after the one in play, `between` left to change tables; None if none
        are left, or if there is not enough time."""
        current = len(self.closed) + 1
        to_come, end = self.rounds - current, self._end_of(current, at)
        if to_come < 1 or end is None:
            return None
        pauses = sum((self._break_after(number) for number in range(current, self.rounds)), timedelta())
        minutes = int((stops - end - pauses) / to_come // MINUTE) - between
        return minutes if minutes >= SHORTEST else None

    def _end_of(self, number: int, at: datetime) -> datetime | None:
        end, played = (self.begins, *self.closed)[-1], len(self.closed)
        for one in range(played + 1, number + 1):
            length = self.length_of(one)
            if end is None or length is None:
                return None
            end += self._break_after(one - 1) + length
            if one == played + 1:
                end = max(end, at)  # the round in play is not over yet
        return end

    def _break_after(self, number: int) -> timedelta:
        return self.breaks.get(number, 0) * MINUTE
