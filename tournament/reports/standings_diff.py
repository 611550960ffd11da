"""What an action changes in the results, for previews of rulings, corrections and changed rules."""

from collections.abc import Mapping
from dataclasses import dataclass

from tournament.figures import score
from tournament.models import Event, Sheet
from tournament.reports.standings import Standings, StandingsRow, standings


@dataclass(frozen=True, slots=True)
class StandingsChange:
    """One player whose points or place differ; a player new to the standings has no `before` values, and one
    with too few rounds for a place has no place."""

    number: int
    name: str
    points_before: int | None
    points_after: int | None
    place_before: int | None
    place_after: int | None

    @property
    def points(self) -> int:
        """Points won or lost by the change."""
        return (self.points_after or 0) - (self.points_before or 0)

    @property
    def moves(self) -> bool:
        """Whether the place changes, not only the points."""
        return self.place_before != self.place_after


def standings_changes(before: Standings, after: Standings) -> tuple[StandingsChange, ...]:
    """The players whose points or place differ: those whose points change first, then by place after."""
    old = {row.number: row for row in before.rows}
    new = {row.number: row for row in after.rows}
    names = {row.number: row.name for row in (*before.rows, *after.rows)}
    changes = [_change(number, name, old.get(number), new.get(number)) for number, name in names.items()]
    differing = [change for change in changes if change.points or change.moves]
    return tuple(sorted(differing, key=lambda c: (not c.points, c.place_after or len(names), c.number)))


def _change(number: int, name: str, was: StandingsRow | None, now: StandingsRow | None) -> StandingsChange:
    return StandingsChange(
        number,
        name,
        was.points if was else None,
        now.points if now else None,
        was.place if was else None,
        now.place if now else None,
    )


@dataclass(frozen=True, slots=True)
class EventResults:
    """Everything that counts at one moment: team points by round and table, and the standings."""

    scores: Mapping[tuple[int, int], str]
    standings: Standings


@dataclass(frozen=True, slots=True)
class SheetChange:
    """One table's score before and after; `after` is empty where its sheet no longer makes a whole round."""

    round: int
    table: int
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class ResultsDifference:
    """The differences between two outcomes."""

    sheets: tuple[SheetChange, ...]
    players: tuple[StandingsChange, ...]

    def __bool__(self) -> bool:
        return bool(self.sheets or self.players)


def event_results(event: Event) -> EventResults:
    """What counts at the event now, read afresh."""
    event = Event.objects.get(pk=event.pk)
    sheets = Sheet.objects.counting().filter(table__round__event=event).order_by()
    rows = sheets.values_list("table__round__number", "table__number", "ns", "ew")
    return EventResults({(number, table): score(ns, ew) for number, table, ns, ew in rows}, standings(event))


def results_difference(before: EventResults, after: EventResults) -> ResultsDifference:
    """The tables and the players for whom something changes."""
    places = sorted(before.scores.keys() | after.scores.keys())
    sheets = (
        SheetChange(*place, before.scores.get(place, ""), after.scores.get(place, "")) for place in places
    )
    return ResultsDifference(
        tuple(sheet for sheet in sheets if sheet.before != sheet.after),
        standings_changes(before.standings, after.standings),
    )
