"""What everybody may know of a public event right now: how far it is, who leads, which decisions count.

Names of players who are seated or ranked stand here; who entered a sheet or made a ruling does not.
"""

from dataclasses import dataclass
from datetime import datetime

from tournament.models import Event
from tournament.reports.decisions import Decision, counting
from tournament.reports.standings import Standings, StandingsRow, standings

TOP = 10


@dataclass(frozen=True, slots=True)
class Now:
    """A public event at one version. `as_of` is the last change; `seated`: seating is published."""

    as_of: datetime
    players: int
    seated: bool
    standings: Standings
    decisions: tuple[Decision, ...]
    announcements: tuple[str, ...]

    @property
    def top(self) -> tuple[StandingsRow, ...]:
        """The first ten rows, and whoever shares the tenth place."""
        rows = self.standings.rows
        last = rows[TOP - 1].place if len(rows) > TOP else None
        return rows if last is None else tuple(row for row in rows if row.place <= last)


def now(event: Event) -> Now:
    """The event as everybody may see it, in a number of queries that does not grow with it."""
    last = event.audit_entries.order_by("-pk").values_list("at", flat=True).first()
    return Now(
        as_of=last or event.created_at,
        players=event.players.count(),
        seated=event.rounds.exists(),
        standings=standings(event),
        decisions=counting(event),
        announcements=announcements(event),
    )


def announcements(event: Event) -> tuple[str, ...]:
    """What the director tells everybody now, the latest first."""
    up = event.announcements.filter(ended_at=None).order_by("-number")
    return tuple(up.values_list("text", flat=True))
