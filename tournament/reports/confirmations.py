"""The sheets that await confirmation by a second official, with their authors, who may not confirm them."""

from dataclasses import dataclass

from tournament.models import Event, Round, Sheet
from tournament.reports.sheets import Version, version_of
from tournament.state.open_items import authors


@dataclass(frozen=True, slots=True)
class ToConfirm:
    """A sheet to confirm; `author` is the key of who typed it, None if unknown."""

    round: int
    table: int
    version: Version
    author: int | None


def to_confirm(event: Event, round_: Round | None = None) -> tuple[ToConfirm, ...]:
    """The sheets to confirm, of one round or all, by round and table; none without that option."""
    if not event.second_eyes:
        return ()
    waiting = Sheet.objects.unconfirmed().filter(table__round__event=event)
    if round_ is not None:
        waiting = waiting.filter(table__round=round_)
    waiting = waiting.select_related("entered_by", "table__round")
    sheets = list(waiting.order_by("table__round__number", "table__number"))
    typed_by = authors(sheets)
    return tuple(
        ToConfirm(
            sheet.table.round.number, sheet.table.number, version_of(sheet), typed_by.get(sheet.table_id)
        )
        for sheet in sheets
    )
