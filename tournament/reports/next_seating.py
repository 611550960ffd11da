"""The preview of the next round's seating: who goes where, and where from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from django.utils.translation import gettext as _

from scoring.seats import SEATS, Seat, Side
from tournament.figures import ordinal
from tournament.models import Event
from tournament.reports.seating import SeatedPerson
from tournament.rotation.plan import RoundPlan, TablePlan

NO_COLOURS: Mapping[Seat, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Arrival:
    """One chair of the next round: who sits there, and where that player comes from, in words. `stood` is
    their place in the standings, as “3rd”, where tables are made from them; empty elsewhere."""

    seat: Seat
    person: SeatedPerson
    came: str
    won: bool
    stays: bool
    stood: str = ""


@dataclass(frozen=True, slots=True)
class NextTable:
    """A table of the next round, and who comes to its seats, in the order N E S W."""

    number: int
    arrivals: tuple[Arrival, ...]

    @property
    def sides(self) -> tuple[tuple[Arrival, ...], tuple[Arrival, ...]]:
        """North–South and East–West."""
        north, east, south, west = self.arrivals
        return (north, south), (east, west)


@dataclass(frozen=True, slots=True)
class NextSeating:
    """`joined` were not in the round before, `gone` are not in this one; `recoloured` change their colour."""

    tables: tuple[NextTable, ...]
    sit_out: tuple[SeatedPerson, ...]
    joined: tuple[SeatedPerson, ...]
    gone: tuple[SeatedPerson, ...]
    recoloured: tuple[SeatedPerson, ...]


def next_seating(
    event: Event,
    plan: RoundPlan,
    last: RoundPlan,
    winners: Mapping[int, Side],
    colours: Mapping[Seat, str] = NO_COLOURS,
    standing: Sequence[int] = (),
) -> NextSeating:
    """Compare `plan` with `last`, the round before it, in one query.

    `winners` are the winning sides by table of `last`; `colours` those of cards by seat, if any; `standing`
    the players (numbers) from the leader down, where the tables follow from that.
    """
    stood = {number: ordinal(at) for at, number in enumerate(standing, start=1)}
    names = event.players.names()

    def people(numbers: set[int]) -> tuple[SeatedPerson, ...]:
        return tuple(SeatedPerson(number, names[number]) for number in sorted(numbers & names.keys()))

    def arrival(table: TablePlan, seat: Seat, number: int) -> Arrival:
        before = last.table_of(number)
        won = before is not None and winners.get(before.number) is _side(before, number)
        stays = before is not None and before.number == table.number
        return Arrival(
            seat,
            SeatedPerson(number, names[number]),
            _came(number, before, stays, last),
            won,
            stays,
            stood.get(number, ""),
        )

    was, now = {*last.seated, *last.sit_out}, {*plan.seated, *plan.sit_out}
    return NextSeating(
        tables=tuple(
            NextTable(
                table.number,
                tuple(arrival(table, s, n) for s, n in zip(SEATS, table.players, strict=True)),
            )
            for table in sorted(plan.tables, key=lambda table: table.number)
        ),
        sit_out=people(set(plan.sit_out)),
        joined=people(now - was),
        gone=people(was - now),
        recoloured=people(_recoloured(last, plan, colours)),
    )


def _side(table: TablePlan, number: int) -> Side:
    return Side.NS if table.seat_of(number).value in Side.NS.value else Side.EW


def _came(number: int, before: TablePlan | None, stays: bool, last: RoundPlan) -> str:
    if stays:
        return _("stays")
    if before is not None:
        return _("from table %(number)d") % {"number": before.number}
    return _("sat out") if number in last.sit_out else _("comes in")


def _recoloured(last: RoundPlan, plan: RoundPlan, colours: Mapping[Seat, str]) -> set[int]:
    """The players who need a card of another colour; none if cards have no colours."""
    was, now = (
        {p: colours.get(s) for table in round_.tables for s, p in zip(SEATS, table.players, strict=True)}
        for round_ in (last, plan)
    )
    return {number for number, colour in now.items() if was.get(number, colour) != colour}
