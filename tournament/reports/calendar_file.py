"""An event as a calendar file (RFC 5545): one entry with its start, its expected end, and its address."""

from datetime import UTC, datetime, timedelta

from tournament.models import Event
from tournament.reports.agenda import planned

LONGEST_LINE = 75  # octets, without the line break
ESCAPED = str.maketrans({"\\": r"\\", ";": r"\;", ",": r"\,", "\n": r"\n"})


def calendar_file(event: Event, address: str, changed_at: datetime) -> str:
    """The file; `address` is the event's public page. Times are UTC; without a start it is a whole day."""
    plan = planned(event)
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
    return "".join(f"{folded(line)}\r\n" for line in lines)


def folded(line: str) -> str:
    """A line in pieces of at most 75 octets, each further one after a line break and a space.

    >>> [len(piece.encode()) for piece in folded("SUMMARY:" + "ü" * 60).split("\\r\\n")]
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
