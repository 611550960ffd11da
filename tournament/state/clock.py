"""The clock of a round, from facts in the database, so that every page and process shows the same; and the
breaks of an evening.

Takes the time as `at`; reads no clock itself.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from tournament.models.events import Event
from tournament.models.seating import Round


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

    def is_over(self, at: datetime) -> bool:
        return self.ends_at is not None and at >= self.ends_at


@dataclass(frozen=True, slots=True)
class Challenge:
    """Until when the results of a closed round can be challenged; afterwards it is locked."""

    round: int
    until: datetime

    @property
    def milliseconds(self) -> int:
        return round(self.until.timestamp() * 1000)

    def is_over(self, at: datetime) -> bool:
        return at >= self.until


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
