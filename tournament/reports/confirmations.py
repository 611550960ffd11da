"""The sheets that one official entered and another has yet to confirm, and who typed them and may not."""

from dataclasses import dataclass

from tournament.models import Event, Round, Sheet
from tournament.reports.sheets import Version, version_of
from tournament.state.pending import authors


@dataclass(frozen=True, slots=True)
class ToConfirm:
    """One sheet that waits; `author` is the key of who typed it, None where nobody is known."""

    round: int
    table: int
    version: Version
    author: int | None


def to_confirm(event: Event, round_: Round | None = None) -> tuple[ToConfirm, ...]:
    """What waits, of one round or of all, by round and table; nothing where the event does not ask for it."""
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
