"""Which tables of begun rounds have no sheet: the one place that answers, for services and reports alike.

Whoever says "all", "every table" or "complete" asks here. A table without a sheet is missing until its sheet
is entered, or until a director says that it was not played.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Value
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.models.events import Event
from tournament.models.seating import Round, Table
from tournament.models.sheets import Sheet
from tournament.state.attendance import TABLE_NEEDS

# The condition that makes a table missing; rounds that have not begun are the caller's to leave out.
MISSING = ~Exists(Sheet.objects.counting().filter(table=OuterRef("pk"))) & Q(not_played="")


@dataclass(frozen=True, slots=True)
class TableWithoutSheet:
    """A table of a begun round for which nothing counts; where it is missing, how many players sit there.

    `not_played` is the reason why a director said that it was not played, empty where nobody did. Only the
    public has tables that are `unconfirmed`: they have a sheet, which players do not see yet.
    """

    round: int
    table: int
    closed: bool
    not_played: str = ""
    unconfirmed: bool = False
    players: int = 0

    @property
    def key(self) -> str:
        """“5.6”: the table as forms name it."""
        return f"{self.round}.{self.table}"

    @property
    def is_missing(self) -> bool:
        """Whether the round is over and its sheet is still awaited; before that no table is late."""
        return self.closed and not self.not_played

    @property
    def sentence(self) -> str:
        words = {"round": self.round, "table": self.table, "n": self.players, "why": self.not_played}
        if self.not_played:
            return _("Round %(round)d, table %(table)d was not played.") % words
        if self.unconfirmed:
            return _("Round %(round)d, table %(table)d is not confirmed yet and does not count here.") % words
        if self.players == TABLE_NEEDS:
            message = _("Round %(round)d, table %(table)d has no sheet: its four players get 0 points.")
        else:
            message = ngettext(
                "Round %(round)d, table %(table)d has no sheet: its %(n)d player gets 0 points.",
                "Round %(round)d, table %(table)d has no sheet: its %(n)d players get 0 points.",
                self.players,
            )
        return message % words


def tables_without_sheet(event: Event, *, public: bool = False) -> tuple[TableWithoutSheet, ...]:
    """Every table of the event's begun rounds for which nothing counts, in order, in one query.

    `public`: for which nothing counts that everybody may see.
    """
    counting = Sheet.objects.counting().filter(table=OuterRef("pk"))
    unconfirmed: Any = Value(False)
    shown = Q(Exists(counting))
    if public and event.second_eyes:
        confirmed = Exists(Sheet.objects.filter(table=OuterRef("pk"), to_confirm=False))
        unconfirmed = Exists(counting.filter(to_confirm=True))
        shown &= ~unconfirmed | confirmed
    tables = Table.objects.filter(~shown, round__event=event).exclude(round__status=Round.Status.PLANNED)
    rows = tables.annotate(waits=unconfirmed, players=Count("seatings")).order_by("round__number", "number")
    fields = ("round__number", "round__status", "number", "not_played", "waits", "players")
    return tuple(table_without_sheet(*row) for row in rows.values_list(*fields))


def table_without_sheet(
    round_: int, status: str, table: int, not_played: str, unconfirmed: bool, players: int
) -> TableWithoutSheet:
    """A table of a begun round for which nothing counts; how many players sit there is told where it is
    missing."""
    found = TableWithoutSheet(round_, table, status == Round.Status.CLOSED, not_played, unconfirmed)
    return replace(found, players=players) if found.is_missing else found


def missing_sheets(event: Event) -> tuple[TableWithoutSheet, ...]:
    """The tables of closed rounds whose sheet is missing: nothing about the event is complete until then."""
    return missing_among(tables_without_sheet(event))


def missing_among(found: Iterable[TableWithoutSheet]) -> tuple[TableWithoutSheet, ...]:
    return tuple(one for one in found if one.is_missing)


def not_played_among(found: Iterable[TableWithoutSheet]) -> tuple[TableWithoutSheet, ...]:
    return tuple(one for one in found if one.not_played)


def missing_tables(round_: Round) -> list[int]:
    """The tables of a begun round whose sheet is awaited, by number."""
    return numbers_of(round_.tables.filter(MISSING))


def numbers_of(tables: QuerySet[Table]) -> list[int]:
    return list(tables.order_by("number").values_list("number", flat=True))
