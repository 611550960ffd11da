"""Close a round, which opens the next; reopen the round closed last; reveal the hidden result at the end.

A table's sheet is awaited until it is entered, or marked: the sides disagree, or nobody played here. Entering
it withdraws the mark. A closed round can be challenged for some minutes, then a director can unlock it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.models import Event, Round, Ruling, Sheet, Submission, Table, User
from tournament.registry import actions
from tournament.services.common import checked_reason, lock_event, lock_event_of, record, refuse, why_finished
from tournament.services.errors import Refused, Unconfirmed
from tournament.services.next_round import ANY, Answers, ready_after, seat_next_round, unseat_after
from tournament.state.next_round import asks_winners
from tournament.state.open_items import DISPUTED as IN_DISPUTE
from tournament.state.open_items import MISSING, TIED, WAITING, open_by_code

TABLES_FINISHED = _lazy("The event is finished. Reopen it before changing its tables.")
REPORTED = _lazy("Table %(table)d has reported a score by phone. Accept or discard it first.")
FINISHED = _lazy("The event is finished. Reopen it before changing its rounds.")
UNCONFIRMED = _lazy("Tick this to close the round as it is, or settle it first.")


@transaction.atomic
def close_round(
    round_: Round, *, by: User, at: datetime, despite_missing: bool = False, answers: Answers = ANY
) -> Round | None:
    """Close the open round and open the next one, which is returned; None after the last.

    Tables without a sheet, or in dispute, do not prevent this, but need `despite_missing`. In
    movements that do not plan ahead the next round is seated here; `answers` adds what the sheets lack.
    """
    event = lock_event(round_.event, unfinished=FINISHED)
    round_ = event.rounds.get(pk=round_.pk)
    refuse(why_not_close(round_))
    ends = open_by_code(round_)
    if event.awaits_cards:
        ends.pop(MISSING, None)
    unsaid = [code for code in ends if not (code == TIED and asks_winners(round_))]
    if unsaid and not despite_missing:
        raise Unconfirmed(f"sheets-{unsaid[0]}", str(UNCONFIRMED), "despite_missing")
    ready = ready_after(round_, answers, by=by, at=at)
    _set(round_, Round.Status.CLOSED, challenged_since=at)
    following = event.rounds.planned().order_by("number").first()
    if following is not None:
        _set(following, Round.Status.OPEN)
    _record_closed(event, round_, ends, by=by, at=at)
    return seat_next_round(ready, by=by, at=at) if ready else following


@transaction.atomic
def reopen_round(round_: Round, *, by: User, at: datetime, reason: str) -> Round:
    """Reopen the round closed last; the one open since goes back to "not begun".

    If the seating of that one followed from this round's results, it is removed. Refused once the next round
    has a sheet or a ruling; then a closed round is corrected at its tables.
    """
    event = lock_event(round_.event, unfinished=FINISHED)
    round_ = event.rounds.get(pk=round_.pk)
    refuse(why_not_reopen(round_))
    words = checked_reason(reason, needed=_("Say why the round is opened again; the history keeps it."))
    unseated = unseat_after(round_)
    event.rounds.open().update(status=Round.Status.PLANNED, clock_ends_at=None, clock_left=None)
    _set(round_, Round.Status.OPEN)
    facts = {"number": round_.number, "unseated": unseated, "reason": words}
    record(
        event, actions.ROUND_REOPENED_UNSEATED if unseated else actions.ROUND_REOPENED, by=by, at=at, **facts
    )
    return round_


def _record_closed(
    event: Event, round_: Round, ends: Mapping[str, Sequence[int]], *, by: User, at: datetime
) -> None:
    """Record the closing, with the items still open, if any."""
    tables = {code: list(numbers) for code, numbers in ends.items()}
    if not ends:
        record(event, actions.ROUND_CLOSED, by=by, at=at, number=round_.number)
    elif tables.keys() == {MISSING}:
        record(event, actions.ROUND_CLOSED_INCOMPLETE, by=by, at=at, number=round_.number, **tables)
    else:
        codes = (MISSING, IN_DISPUTE, WAITING)
        nothing: dict[str, list[int]] = {code: [] for code in codes}
        record(event, actions.ROUND_CLOSED_UNSETTLED, by=by, at=at, number=round_.number, **nothing | tables)


def why_not_close(round_: Round) -> Refused | None:
    """Why the round cannot be closed, or None; missing sheets do not prevent it."""
    words = {"number": round_.number}
    if round_.status == Round.Status.CLOSED:
        return Refused("round-closed", _("Round %(number)d is closed already.") % words)
    if round_.status == Round.Status.PLANNED:
        message = _("Round %(number)d has not begun. Close the rounds before it first.")
        return Refused("round-not-open", message % words)
    return None


def why_not_reopen(round_: Round) -> Refused | None:
    """Why the round cannot be reopened, or None."""
    if round_.status != Round.Status.CLOSED:
        return Refused("round-not-closed", _("Round %(number)d is not closed.") % {"number": round_.number})
    later = Round.objects.filter(event=round_.event_id, number__gt=round_.number)
    if closed := later.closed().order_by("number").first():
        return _later_is_played(round_, closed)
    for heard in (Sheet, Submission, Ruling):
        table = heard.objects.filter(table__round__in=later).select_related("table__round").first()
        if table is not None:
            return _later_is_played(round_, table.table.round)
    return None


def _later_is_played(round_: Round, later: Round) -> Refused:
    message = _(
        "Round %(later)d is already being scored, so round %(number)d stays closed. Correct its sheets "
        "one by one instead: open the table’s sheet and enter it again with a reason."
    )
    return Refused("later-round-played", message % {"later": later.number, "number": round_.number})


def _set(round_: Round, status: str, *, challenged_since: datetime | None = None) -> None:
    """Set the round's status and stop its clock."""
    round_.status, round_.challenged_since = status, challenged_since
    round_.clock_ends_at = round_.clock_left = None
    round_.save(update_fields=["status", "challenged_since", "clock_ends_at", "clock_left"])


@transaction.atomic
def unlock_round(round_: Round, *, by: User, at: datetime, reason: str) -> Round:
    """Reopen a locked round's challenge window, so that it can be corrected."""
    event = lock_event(Event(pk=round_.event_id))
    round_ = event.rounds.get(pk=round_.pk)
    refuse(why_not_unlock(round_, at))
    words = checked_reason(reason, needed=_("Say why the round is unlocked; it’s kept in the history."))
    round_.challenged_since = at
    round_.save(update_fields=["challenged_since"])
    record(event, actions.ROUND_UNLOCKED, by=by, at=at, number=round_.number, reason=words)
    return round_


def why_not_unlock(round_: Round, at: datetime) -> Refused | None:
    """Why the round cannot be unlocked, or None."""
    if (refused := why_finished(round_.event, FINISHED)) is not None:
        return refused
    if not round_.is_locked(at):
        return Refused("round-not-locked", _("Round %(number)d is not locked.") % {"number": round_.number})
    return None


@transaction.atomic
def reveal(event: Event, step: int | None, *, seen: int | None, of: int, by: User, at: datetime) -> Event:
    """Show the result up to this step of the finale, or, without a step, the whole result to everybody.

    Step 0 hides it all, and the step may be an earlier one. `seen` is the step that the director's page
    showed, None for the whole result; `of` is how many steps there are.
    """
    event = lock_event(event)
    refuse(why_not_reveal(event))
    if event.revealed != seen:
        message = _("More results were revealed since this page was loaded. Check it again.")
        raise Refused("revealed-meanwhile", message)
    if step is not None and not 0 <= step <= of:
        raise Refused("no-such-step", _("There is no such place to reveal."))
    if step == seen:
        return event
    event.revealed = step
    event.save(update_fields=["revealed"])
    if step is None:
        record(event, actions.EVENT_RESULT_SHOWN, by=by, at=at)
    elif seen is None:
        record(event, actions.EVENT_REVEAL_BEGUN, by=by, at=at)
    else:
        action = actions.EVENT_REVEALED if step > seen else actions.EVENT_HIDDEN_AGAIN
        record(event, action, by=by, at=at, step=step, of=of)
    return event


def why_not_reveal(event: Event) -> Refused | None:
    """Why nothing can be revealed now, or None."""
    if not event.is_finished:
        message = _("The event isn’t finished. Finish it first, then reveal its result.")
        return Refused("not-finished", message)
    if not event.holds_back:
        message = _(
            "No result is hidden. To reveal the next one from the last place up, hide the last rounds in the "
            "settings before they are played."
        )
        return Refused("nothing-hidden", message)
    return None


if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as StrPromise


@dataclass(frozen=True, slots=True)
class TableMark:
    """A mark on a table: the field that keeps its reason, the actions that make and withdraw it, its words.

    `refusals`, with their codes: the table has this mark, the other one, or a sheet; `not_marked`: there is
    nothing to withdraw.
    """

    field: str
    made: actions.Action
    withdrawn: actions.Action
    needed: "StrPromise"
    not_marked: tuple[str, "StrPromise"]
    refusals: Mapping[str, tuple[str, "StrPromise"]]  # by field, and for "sheet"

    def is_on(self, table: Table) -> bool:
        return bool(getattr(table, self.field))


DISPUTED = TableMark(
    "disputed",
    actions.SHEET_DISPUTED,
    actions.SHEET_SETTLED,
    _lazy("Say what the sides do not agree about."),
    ("not-disputed", _lazy("The sheet of this table is not marked as disputed.")),
    {
        "disputed": ("disputed-already", _lazy("The sheet of table %(table)d is marked as disputed.")),
        "not_played": (
            "not-played",
            _lazy("Table %(table)d is recorded as not played. Await its sheet again first."),
        ),
        "sheet": (
            "has-sheet",
            _lazy("A score counts for table %(table)d. Correct it, or undo its entry first."),
        ),
    },
)
NOT_PLAYED = TableMark(
    "not_played",
    actions.SHEET_NOT_PLAYED,
    actions.SHEET_AWAITED_AGAIN,
    _lazy("Say why the table was not played; it’s kept in the history."),
    ("not-said", _lazy("Nobody has said that this table was not played.")),
    {
        "not_played": ("said-already", _lazy("Table %(table)d is already recorded as not played.")),
        "disputed": (
            "disputed",
            _lazy("The sheet of table %(table)d is marked as disputed. Withdraw that first."),
        ),
        "sheet": (
            "has-sheet",
            _lazy("Table %(table)d has a sheet for round %(round)d. Undo its entry first."),
        ),
    },
)


@transaction.atomic
def mark_table(table: Table, mark: TableMark, *, by: User, at: datetime, reason: str) -> Table:
    """Mark the table, with a reason. Its players score nothing; a table that was not played is not missing.
    Refused if a score counts, and *not played* after a report by phone, too."""
    event, table = lock_event_of(table)
    refuse(why_not_mark(table, mark))
    reason = checked_reason(reason, needed=str(mark.needed))
    setattr(table, mark.field, reason)
    table.save(update_fields=[mark.field])
    record(event, mark.made, by=by, at=at, **_place(table), reason=reason)
    return table


@transaction.atomic
def withdraw_mark(table: Table, mark: TableMark, *, by: User, at: datetime, reason: str = "") -> Table:
    """Withdraw the mark: the sheet is awaited like any other."""
    event, table = lock_event_of(table, unfinished=TABLES_FINISHED)
    if not mark.is_on(table):
        code, sentence = mark.not_marked
        raise Refused(code, str(sentence))
    was = getattr(table, mark.field)
    setattr(table, mark.field, "")
    table.save(update_fields=[mark.field])
    facts = {**_place(table), "was": was, "reason": checked_reason(reason)}
    record(event, mark.withdrawn, by=by, at=at, **facts)
    return table


def why_not_mark(table: Table, mark: TableMark) -> Refused | None:
    """Why the table cannot be marked so, or None."""
    if (refused := why_finished(table.round.event, TABLES_FINISHED)) is not None:
        return refused
    words = _place(table)
    if table.round.status == Round.Status.PLANNED:
        return Refused("round-not-open", _("Round %(round)d has not begun.") % words)
    for what, (code, sentence) in mark.refusals.items():
        if table.sheets.counting().exists() if what == "sheet" else getattr(table, what):
            return Refused(code, sentence % words)
    if mark is NOT_PLAYED and Submission.objects.live().filter(table=table).exists():
        return Refused("has-report", REPORTED % words)
    return None


def _place(table: Table) -> dict[str, int]:
    return {"round": table.round.number, "table": table.number}
