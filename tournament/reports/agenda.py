"""The evening's agenda: when it starts, its rounds and its breaks, and when it is expected to end; as a page
and as a calendar file.

It is computed from what the event knows: planned start, minutes of a round, breaks. It is never stored. Once
play has begun, what is to come follows the clock of the round in play, or what happened last.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time, timedelta

from tournament.models import Event, Round
from tournament.registry import actions
from tournament.registry.event_settings import BETWEEN_ROUNDS
from tournament.reports.seating import ChartRound
from tournament.state.clock import Clock, breaks_of

LONGEST_LINE = 75  # octets, without the line break
ESCAPED = str.maketrans({"\\": r"\\", ";": r"\;", ",": r"\,", "\n": r"\n"})


@dataclass(frozen=True, slots=True)
class AgendaLine:
    """A round, or a break (`round` is None), with when it starts and ends."""

    round: int | None
    starts: datetime
    ends: datetime
    done: bool = False

    @property
    def minutes(self) -> int:
        return (self.ends - self.starts) // timedelta(minutes=1)

    def later(self, shift: timedelta) -> "AgendaLine":
        return replace(self, starts=self.starts + shift, ends=self.ends + shift)


@dataclass(frozen=True, slots=True)
class Agenda:
    """`lines` and `ends` are missing while nobody has said how long a round lasts."""

    starts: datetime
    lines: tuple[AgendaLine, ...] = ()
    begun: bool = False

    @property
    def ends(self) -> datetime | None:
        return self.lines[-1].ends if self.lines else None

    @property
    def to_come(self) -> tuple[AgendaLine, ...]:
        return tuple(line for line in self.lines if not line.done)


def planned_agenda(event: Event) -> Agenda | None:
    """The agenda as planned; None without a planned start."""
    if not event.starts_at:
        return None
    starts = datetime.combine(event.date, time.fromisoformat(event.starts_at), event.zone)
    if not event.round_minutes:
        return Agenda(starts)
    whole, breaks = timedelta(minutes=event.round_minutes), breaks_of(event)
    is_shared = bool(event.fewer_deals) and not _clock_set_since(event)
    lines, at = [], starts
    for number in range(1, event.round_count + 1):
        length = whole * event.share_of(number) if is_shared else whole
        lines.append(AgendaLine(number, at, at + length))
        at += length
        if number in breaks and number < event.round_count:
            pause = timedelta(minutes=breaks[number])
            lines.append(AgendaLine(None, at, at + pause))
            at += pause
        else:
            at += timedelta(minutes=BETWEEN_ROUNDS)
    return Agenda(starts, tuple(lines))


def _clock_set_since(event: Event) -> bool:
    """Whether the clock was set after rounds were given fewer deals, and so for those."""
    codes = [actions.EVENT_FEWER_DEALS.code, actions.EVENT_CHANGED.code]
    entries = event.audit_entries.filter(action__in=codes).order_by("-pk")
    for code, facts in entries.values_list("action", "facts"):
        if code == actions.EVENT_FEWER_DEALS.code:
            return False
        if any(change.get("what") == "round_minutes" for change in facts["changes"]):
            return True
    return False


def agenda(event: Event, rounds: Sequence[ChartRound], clock: Clock | None, as_of: datetime) -> Agenda | None:
    """The agenda as it is expected now; None without a planned start, or once the event is finished.

    `as_of` is when anything last happened. Without a running clock a round ends as planned, or then if that
    is later.
    """
    plan = None if event.is_finished else planned_agenda(event)
    begun = [round_ for round_ in rounds if round_.status != Round.Status.PLANNED]
    if plan is None or not plan.lines or not begun:
        return plan
    last = begun[-1]
    at = next((n for n, line in enumerate(plan.lines) if line.round == last.number), len(plan.lines) - 1)
    ends = _end_of(last, plan.lines[at].ends, clock, as_of)
    shift = ends - plan.lines[at].ends
    done = at + (last.status == Round.Status.CLOSED)
    lines = tuple(replace(line.later(shift), done=n < done) for n, line in enumerate(plan.lines))
    return Agenda(plan.starts, lines, begun=True)


def _end_of(last: ChartRound, as_planned: datetime, clock: Clock | None, as_of: datetime) -> datetime:
    """When the last round begun ended, or is expected to end."""
    if last.status == Round.Status.CLOSED:
        return as_of
    if clock is not None and clock.ends_at is not None:
        return max(clock.ends_at, as_of)
    if clock is not None and clock.left is not None:
        return as_of + timedelta(seconds=clock.left)
    return max(as_planned, as_of)


def calendar_file(event: Event, address: str, changed_at: datetime) -> str:
    """The file; `address` is the event's public page. Times are UTC; without a start it is a whole day."""
    plan = planned_agenda(event)
    if plan is None:
        day, next_day = event.date, event.date + timedelta(days=1)
        times = [f"DTSTART;VALUE=DATE:{day:%Y%m%d}", f"DTEND;VALUE=DATE:{next_day:%Y%m%d}"]
    else:
        times = [f"DTSTART:{_moment(plan.starts)}"]
        times += [f"DTEND:{_moment(plan.ends)}"] if plan.ends else []
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Euchre Director//Events//EN",
        "BEGIN:VEVENT",
        f"UID:{event.slug}@{address.split('/')[2]}",
        f"DTSTAMP:{_moment(changed_at)}",
        *times,
        f"SUMMARY:{_text(event.name)}",
        *([f"LOCATION:{_text(event.venue)}"] if event.venue else []),
        f"URL:{address}",
        "END:VEVENT",
        "END:VCALENDAR",
    ]
    return "".join(f"{fold_line(line)}\r\n" for line in lines)


def fold_line(line: str) -> str:
    """A line in pieces of at most 75 octets, each further one after a line break and a space.

    >>> [len(piece.encode()) for piece in fold_line("SUMMARY:" + "ü" * 60).split("\\r\\n")]
    [74, 55]
    """
    pieces, piece = [], ""
    for letter in line:
        if len((piece + letter).encode()) > LONGEST_LINE:
            pieces.append(piece)
            piece = " "
        piece += letter
    return "\r\n".join([*pieces, piece])


def _moment(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _text(words: str) -> str:
    return words.translate(ESCAPED)
