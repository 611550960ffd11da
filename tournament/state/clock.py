"""The clock of a round, from facts in the database, so that every page and process shows the same; and the
breaks of an evening.

Takes the time as `at`; reads no clock itself.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from statistics import median

from tournament.models.events import Event
from tournament.models.seating import Round

MINUTE = timedelta(minutes=1)
SHORTEST = 5  # minutes: with less on the clock nobody plays a round
FEWEST_DEALS = 4  # so that everybody deals


@dataclass(frozen=True, slots=True)
class Clock:
    """One round's clock: running until `ends_at`, paused with `left` seconds, or not started.

    `warns`: the bell rings five minutes before the end, too.
    """

    round: int
    ends_at: datetime | None = None
    left: int | None = None
    warns: bool = False

    @property
    def started(self) -> bool:
        return self.ends_at is not None or self.left is not None

    @property
    def halted(self) -> bool:
        return self.left is not None

    @property
    def milliseconds(self) -> int | None:
        """The end in milliseconds, for scripts; None if the clock is not running."""
        return None if self.ends_at is None else round(self.ends_at.timestamp() * 1000)

    @property
    def left_words(self) -> str:
        """“12:34”: the time left on a paused clock."""
        minutes, seconds = divmod(self.left or 0, 60)
        return f"{minutes}:{seconds:02d}"


@dataclass(frozen=True, slots=True)
class Challenge:
    """Until when the results of a closed round can be challenged; afterwards it is locked."""

    round: int
    until: datetime

    @property
    def milliseconds(self) -> int:
        return round(self.until.timestamp() * 1000)


def clock_of(round_: Round) -> Clock:
    """A round's clock. Uses the round's event."""
    return Clock(round_.number, round_.clock_ends_at, round_.clock_left, round_.event.clock_warning)


def clock_in(event: Event) -> Clock | None:
    """The clock of the open round, in one query; None if no round is open."""
    row = event.rounds.open().values_list("number", "clock_ends_at", "clock_left").first()
    return None if row is None else Clock(*row, event.clock_warning)


def challenges_in(event: Event) -> dict[int, Challenge]:
    """The challenge periods of closed rounds by number; none without a challenge window."""
    if event.challenge_minutes is None:
        return {}
    window = timedelta(minutes=event.challenge_minutes)
    rows = event.rounds.closed().order_by("number").values_list("number", "challenged_since")
    return {number: Challenge(number, since + window) for number, since in rows if since is not None}


def seconds_until(end: datetime, at: datetime) -> int:
    """Whole seconds from `at` to `end`, rounded up; 0 if that is past."""
    return max(0, -int((at - end) // timedelta(seconds=1)))


def breaks_of(event: Event) -> dict[int, int]:
    """Round → minutes of the break after it; one number of minutes counts for every break."""
    rounds, minutes = (list(map(int, text.split())) for text in (event.break_after, event.break_minutes))
    if len(minutes) == 1:
        minutes *= len(rounds)
    return dict(zip(rounds, minutes, strict=True))


@dataclass(frozen=True, slots=True)
class Pace:
    """`closed`: when each of the rounds 1, 2, … ended. `begins`: when round 1 began, None if nobody knows.
    `planned`: how long a round takes as planned, None if nobody has said; `planned_from`: the first round
    of which that was said, as the clock was set anew during the evening. `shares`: the part of the usual
    deals that a round has which has fewer, by its number; `between` is the time to change tables."""

    rounds: int
    closed: tuple[datetime, ...]
    breaks: Mapping[int, int]
    begins: datetime | None = None
    planned: timedelta | None = None
    planned_from: int = 1
    shares: Mapping[int, float] = field(default_factory=dict)
    between: timedelta = timedelta()

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
        whole = [self._with_share(took[one], 1 / self.shares.get(one, 1)) for one in alike or took]
        if not whole:
            return None
        typical = timedelta(seconds=median(length.total_seconds() for length in whole))
        return self._with_share(typical, self.shares.get(number, 1))

    def ends(self, at: datetime, rounds: int | None = None) -> datetime | None:
        """When the evening ends with so many `rounds`, seen from `at`; None if nothing tells."""
        return self._end_of(self.rounds if rounds is None else rounds, at)

    def minutes_that_fit(self, at: datetime, stops: datetime) -> int | None:
        """The minutes for each round after the one in play, besides the time to change tables; None if none
        are left, or if there is not enough time."""
        current = len(self.closed) + 1
        to_come, end = self.rounds - current, self._end_of(current, at)
        if to_come < 1 or end is None:
            return None
        pauses = sum((self._break_after(number) for number in range(current, self.rounds)), timedelta())
        minutes = ((stops - end - pauses) / to_come - self.between) // MINUTE
        return minutes if minutes >= SHORTEST else None

    def deals_that_fit(self, at: datetime, stops: datetime, usual: int, begun: int) -> int | None:
        """The most deals with which the evening ends in time if each round after `begun` has so many; None if
        no number does that is less than theirs now, or if no round has shown how long it takes."""
        to_come = range(begun + 1, self.rounds + 1)
        if not to_come or not self.lengths:
            return None
        now = min(round(usual * self.shares.get(number, 1)) for number in to_come)
        for deals in range(now - 1, FEWEST_DEALS - 1, -1):
            shorter = replace(self, shares={**self.shares, **dict.fromkeys(to_come, deals / usual)})
            ends = shorter.ends(at)
            if ends is not None and ends - stops < MINUTE:
                return deals
        return None

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

    def _with_share(self, length: timedelta, share: float) -> timedelta:
        """How long a round takes with this part of its deals; changing tables takes as long as ever."""
        return length + max(length - self.between, timedelta()) * (share - 1)

    def _break_after(self, number: int) -> timedelta:
        return self.breaks.get(number, 0) * MINUTE
