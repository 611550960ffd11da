"""What differs between two standings: for a director who is about to rule or to correct a sheet."""

from dataclasses import dataclass

from tournament.reports.standings import Standings


@dataclass(frozen=True, slots=True)
class Change:
    """One player whose points or place differ; a player new to the standings has no `before` values."""

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


def changes(before: Standings, after: Standings) -> tuple[Change, ...]:
    """The players whose points or place differ: those whose points change first, then by place after."""
    old = {row.number: row for row in before.rows}
    new = {row.number: row for row in after.rows}
    names = {row.number: row.name for row in (*before.rows, *after.rows)}
    found = [
        Change(
            number,
            name,
            *(row and row.points for row in (old.get(number), new.get(number))),
            *(row and row.place for row in (old.get(number), new.get(number))),
        )
        for number, name in names.items()
    ]
    differing = [change for change in found if change.points or change.moves]
    return tuple(sorted(differing, key=lambda c: (not c.points, c.place_after or len(names), c.number)))
