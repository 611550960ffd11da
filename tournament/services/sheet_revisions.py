"""The steps of a change of a table's sheet: lock, compare with the page's revision, ask why, write the next.

The actions are in `services.sheets` and `services.swapping`.
"""

from datetime import datetime
from typing import Any

from django.db.models import Max
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.models import Event, Round, Sheet, Submission, Table, User
from tournament.services.challenges import refuse_locked
from tournament.services.common import lock_event, refuse_finished
from tournament.services.errors import Refused, Stale
from tournament.services.reasons import checked_reason
from tournament.state.sheet_scores import ScoredResult

FINISHED = gettext_lazy("The event is finished. Reopen it before changing a sheet.")


def lock_table(table: Table, locked: Event | None = None) -> tuple[Event, Table]:
    """The event's row, locked, and the table as it is now; refused where no sheet can be written.

    `locked` is the event, if the caller holds its lock.
    """
    event = locked or lock_event(Event(pk=table.round.event_id))
    refuse_finished(event, FINISHED)
    table = Table.objects.select_related("round__event").get(pk=table.pk)
    if table.round.status == Round.Status.PLANNED:
        message = _("Round %(number)d has not begun: close the rounds before it first.")
        raise Refused("round-not-open", message % {"number": table.round.number})
    return event, table


def check_expected(current: Sheet | None, expected: int) -> None:
    """Raise `Stale` where another revision counts than the page was made from."""
    if expected == (current.revision if current else 0):
        return
    if current is None:
        raise Stale(_("The sheet this page was made from does not count any more."), None)
    message = _("%(who)s saved this table meanwhile. Nothing was overwritten.")
    raise Stale(message % {"who": current.entered_by or _("Another official")}, current)


def reason_for(round_: Round, reason: str, at: datetime, *, always: str = "") -> str:
    """The reason, tidied; required for a closed round, while a locked round is refused. With
    `always`, the sentence that asks for it, also for an open one."""
    refuse_locked(round_, at)
    message = _("Round %(number)d is closed: say why its sheet changes.") % {"number": round_.number}
    return checked_reason(reason, needed=message if round_.status == Round.Status.CLOSED else always)


def write_revision(
    table: Table, scored: ScoredResult, *, by: User | None, at: datetime, typed: bool = True, **columns: Any
) -> Sheet:
    """Write the next revision, which counts from now on; `typed` means entered by hand, not recounted."""
    last = table.sheets.aggregate(last=Max("revision"))["last"] or 0
    table.sheets.counting().update(counting=False)
    # A sheet proves that the table was played, and settles what was disputed about an earlier paper.
    changes = {name: "" for name in ("not_played", "disputed") if getattr(table, name)}
    first_dealer = scored.reported.first_dealer
    if first_dealer is not None and table.first_dealer != first_dealer:
        changes["first_dealer"] = first_dealer.value
    if changes:
        Table.objects.filter(pk=table.pk).update(**changes)
    return Sheet.objects.create(
        table=table,
        revision=last + 1,
        # A recount is explained by the ruling or rule change that caused it.
        late_correction=typed and last > 0 and table.round.status == Round.Status.CLOSED,
        entered_by=by,
        entered_at=at,
        **columns,
        **scored.fields(),
    )


def score_facts(score: Sheet | Submission) -> dict[str, Any]:
    """What a table scored, as the history keeps it."""
    facts: dict[str, Any] = {"ns": score.ns, "ew": score.ew}
    if loners := {seat.value: times for seat, times in score.loners.items() if times}:
        facts["loners"] = loners
    if score.deals_played:
        facts["deals"] = score.deals_played
    return facts | ({"first": score.reached_first} if score.reached_first else {})
