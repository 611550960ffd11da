"""The tables of begun rounds without a sheet. What else is open about an event is in `state.completeness`.

A table without a sheet is missing
until its sheet is entered, or a director records that it was not played.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Case, Count, Exists, OuterRef, Q, Value, When
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.models.events import Event
from tournament.models.seating import Round, Table
from tournament.models.sheets import Sheet
from tournament.state.attendance import TABLE_NEEDS

# The condition for a missing table; callers have to exclude rounds that have not begun.
MISSING = ~Exists(Sheet.objects.counting().filter(table=OuterRef("pk"))) & Q(not_played="")


@dataclass(frozen=True, slots=True)
class TableWithoutSheet:
    """A table of a begun round for which nothing counts; `players` sit there, if it is missing.

    `not_played` is the director's reason for recording it as not played, else empty. Only in the public view
    can a table be `unconfirmed`: it has a sheet that players do not see yet.
    """

    round: int
    table: int
    closed: bool
    not_played: str = ""
    unconfirmed: bool = False
    players: int = 0
    disputed: bool = False

    @property
    def key(self) -> str:
        """“5.6”: the table as forms name it."""
        return f"{self.round}.{self.table}"

    @property
    def is_missing(self) -> bool:
        """Whether the round is closed and the sheet still awaited, or an official marked it as disputed."""
        return (self.closed or self.disputed) and not self.not_played

    @property
    def sentence(self) -> str:
        words = {"round": self.round, "table": self.table, "n": self.players, "why": self.not_played}
        if self.not_played:
            return _("Round %(round)d, table %(table)d was not played.") % words
        if self.disputed:
            return _("Round %(round)d, table %(table)d is disputed: nothing counts there yet.") % words
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

    With `public`: for which nothing counts in the public view.
    """
    counting = Sheet.objects.counting().filter(table=OuterRef("pk"))
    unconfirmed: Any = Value(False)
    shown = Q(Exists(counting))
    if public and event.second_eyes:
        confirmed = Exists(Sheet.objects.filter(table=OuterRef("pk"), to_confirm=False))
        unconfirmed = Exists(counting.filter(to_confirm=True))
        shown &= ~unconfirmed | confirmed
    tables = Table.objects.filter(~shown, round__event=event).exclude(round__status=Round.Status.PLANNED)
    rows = tables.annotate(
        waits=unconfirmed,
        players=Count("seatings"),
        in_dispute=Case(When(disputed="", then=Value(False)), default=Value(True)),
    ).order_by("round__number", "number")
    fields = ("round__number", "round__status", "number", "not_played", "waits", "players", "in_dispute")
    return tuple(table_without_sheet(*row) for row in rows.values_list(*fields))


def table_without_sheet(
    round_: int,
    status: str,
    table: int,
    not_played: str,
    unconfirmed: bool,
    players: int,
    disputed: bool = False,
) -> TableWithoutSheet:
    """A table of a begun round for which nothing counts; the number of players is kept only if missing."""
    without_sheet = TableWithoutSheet(round_, table, status == Round.Status.CLOSED, not_played, unconfirmed)
    without_sheet = replace(without_sheet, disputed=disputed)
    return replace(without_sheet, players=players) if without_sheet.is_missing else without_sheet


def missing_sheets(event: Event) -> tuple[TableWithoutSheet, ...]:
    """The tables of closed rounds whose sheet is missing; while there are any, results are incomplete."""
    return missing_among(tables_without_sheet(event))


def missing_among(tables: Iterable[TableWithoutSheet]) -> tuple[TableWithoutSheet, ...]:
    return tuple(one for one in tables if one.is_missing)


def not_played_among(tables: Iterable[TableWithoutSheet]) -> tuple[TableWithoutSheet, ...]:
    return tuple(one for one in tables if one.not_played)
