"""What a table reported for a round: entered, corrected, restored, counted anew; always as a new revision.

A page says which revision it was made from (`expected`); if another one counts by now, nothing is written and
the page shows both. Rulings in force are counted with every entry, so that a sheet and its rulings cannot
drift apart.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.deal import Deal
from scoring.errors import BadDeal, BadSheet
from scoring.seats import SEATS, Seat, Side
from scoring.sheet import Doubt, compare
from tournament import actions
from tournament.actions import Action
from tournament.models import Event, Round, Sheet, Submission, Table, User
from tournament.names import tidy
from tournament.services.appraisal import appraise
from tournament.services.challenges import refuse_locked
from tournament.services.common import lock_event, record
from tournament.services.errors import Doubted, Incomplete, Refused, Stale, Unanswered
from tournament.services.reasons import checked_reason
from tournament.state.sheet_scores import ScoredResult, TableResult, answered, score_of, settled

NO_ANSWERS: Mapping[int, bool] = {}
FINISHED = gettext_lazy("The event is finished. Reopen it before changing a sheet.")


@dataclass(frozen=True, slots=True)
class SheetEntry:
    """What comes with a table's result when it is entered.

    `expected` is the revision that the values were made from (0: none). `included` says of each ruling with
    an award, by number, whether the totals hold its points already. `submission` is the score by phone that
    both sides agreed on.
    """

    expected: int
    included: Mapping[int, bool] = field(default_factory=dict)
    confirmed: bool = False
    reason: str = ""
    client_key: str | None = None
    source: str = Sheet.Source.DESK
    submission: Submission | None = None


@transaction.atomic
def enter_totals(
    table: Table,
    *,
    by: User | None,
    at: datetime,
    totals: Mapping[Side, int],
    loners: Mapping[Seat, int],
    reached_first: Side | None = None,
    nobody_can_say: bool = False,
    deals_played: int | None = None,
    included: Mapping[int, bool] = NO_ANSWERS,
    expected: int,
    confirmed: bool = False,
    reason: str = "",
    client_key: str | None = None,
    source: str = Sheet.Source.DESK,
) -> Sheet:
    """Write the table's team totals and lone marches down.

    A tie is answered by `reached_first` or by `nobody_can_say`; confirmed without either it stays open.
    `deals_played` says how many deals there were where the bell cut the round short. The other arguments are
    those of `SheetEntry`. Raises what `enter_sheet` raises.
    """
    marches = {seat: loners.get(seat, 0) for seat in SEATS}
    reported = TableResult(Sheet.Entry.TOTALS, (), dict(totals), marches, deals_played=deals_played)
    reported = reported.answering(reached_first, nobody_can_say=nobody_can_say)
    entry = SheetEntry(expected, included, confirmed, reason, client_key, source)
    return enter_sheet(table, reported, entry, by=by, at=at)


@transaction.atomic
def settle_tie(
    table: Table,
    *,
    by: User | None,
    at: datetime,
    reached_first: Side | None,
    expected: int,
    reason: str = "",
) -> Sheet:
    """Say which side reached tied totals first, None for nobody can say; the rest stays as it is."""
    current = _lock(table)[1].counting_sheet()
    _check_expected(current, expected)
    if current is None or current.entry != Sheet.Entry.TOTALS or current.ns != current.ew:
        raise Refused("no-tie", _("This table is not tied any more. Nothing was changed."))
    result = TableResult.of(current, table).answering(reached_first, nobody_can_say=True)
    entry = SheetEntry(expected, confirmed=True, reason=reason)
    return enter_sheet(table, result, entry, by=by, at=at)


@transaction.atomic
def enter_deals(
    table: Table,
    *,
    by: User | None,
    at: datetime,
    deals: Sequence[Deal],
    first_dealer: Seat,
    deals_played: int | None = None,
    expected: int,
    confirmed: bool = False,
    reason: str = "",
    client_key: str | None = None,
    source: str = Sheet.Source.DESK,
) -> Sheet:
    """Write the table's round down deal by deal; rulings in force are added to the deals here.

    `deals_played` says how many deals there were where the bell cut the round short.
    """
    reported = TableResult(
        Sheet.Entry.DEALS, tuple(deals), first_dealer=first_dealer, deals_played=deals_played
    )
    entry = SheetEntry(expected, NO_ANSWERS, confirmed, reason, client_key, source)
    return enter_sheet(table, reported, entry, by=by, at=at)


@transaction.atomic
def restore_sheet(
    table: Table, revision: int, *, by: User | None, at: datetime, expected: int, reason: str = ""
) -> Sheet:
    """Let an earlier revision count again, as a new one, with the rulings in force now."""
    event, table = _lock(table)
    current = table.counting_sheet()
    old = table.sheets.filter(revision=revision).first()
    if old is None:
        raise Refused("no-such-version", _("This table has no version %(number)d.") % {"number": revision})
    _check_expected(current, expected)
    counted = appraise(event, table, TableResult.of(old, table), NO_ANSWERS, old, current)
    counted = settled(event.ruleset, table, counted, old)
    if current is not None and _same(current, counted):
        return current
    reason = _reason(table.round, reason, at)
    waits = event.second_eyes
    sheet = _write(table, counted, by=by, at=at, source=Sheet.Source.RESTORE, reason=reason, to_confirm=waits)
    _record(actions.SHEET_RESTORED, event, table, current, sheet, by=by, at=at, version=revision)
    return sheet


@transaction.atomic
def withdraw_sheet(table: Table, *, by: User | None, at: datetime, expected: int, reason: str = "") -> None:
    """Let no sheet of this table count, as before the first was entered. All revisions stay on record."""
    event, table = _lock(table)
    current = table.counting_sheet()
    _check_expected(current, expected)
    if current is not None:
        _set_aside(
            actions.SHEET_TAKEN_BACK, event, table, current, _reason(table.round, reason, at), by=by, at=at
        )


def recount(
    event: Event,
    table: Table,
    current: Sheet | None,
    *,
    by: User | None,
    at: datetime,
    reason: str,
    source: str = Sheet.Source.RULING,
    included: Mapping[int, bool] = NO_ANSWERS,
    reached_first: Side | None = None,
    nobody_can_say: bool = False,
) -> Sheet | None:
    """Count the table's sheet anew after a ruling or the rules changed: the same report, a new revision.
    The caller holds the event's lock, and read the table and its `current` sheet after it.

    None where the table has no sheet, where nothing changes, and where the report no longer makes a whole
    round (a deal must be dealt again, or lost the ruling that ended it): then no sheet counts until the deals
    are entered. A sheet set aside in this way counts again as soon as it is whole. A tie that
    comes of it is open unless it is answered here, or was answered before for the same figures.
    """
    basis = current or table.sheets.order_by("-revision").first()
    if basis is None:
        return None
    try:
        counted = appraise(event, table, TableResult.of(basis, table), included, basis)
        counted = settled(event.ruleset, table, counted, basis)
        if reached_first or nobody_can_say:
            told = counted.reported.answering(reached_first, nobody_can_say=nobody_can_say)
            counted = answered(event.ruleset, counted, told)
    except Unanswered:
        if current is not None:
            raise
        return None  # the question is asked when the table's totals are entered again
    except (BadDeal, BadSheet, Incomplete) as problem:
        if current is not None:
            _set_aside(actions.SHEET_SET_ASIDE, event, table, current, str(problem), by=by, at=at)
        return None
    if current is not None and _same(current, counted):
        return None
    # The report is the same: whoever looked at it, or has yet to, did so at what is counted anew.
    eyes = {name: getattr(basis, name) for name in ("to_confirm", "confirmed_by", "confirmed_at")}
    sheet = _write(table, counted, typed=False, by=by, at=at, source=source, reason=reason, **eyes)
    _record(actions.SHEET_RECOUNTED, event, table, current or basis, sheet, by=by, at=at)
    return sheet


def recount_event(event: Event, *, by: User | None, at: datetime, reason: str) -> int:
    """Count every sheet of the event anew, after its rules changed; answers how many changed."""
    with transaction.atomic():
        event = lock_event(event, unfinished=FINISHED)
        tables = Table.objects.filter(round__event=event, sheets__isnull=False).distinct()
        given: Any = {"by": by, "at": at, "reason": reason, "source": Sheet.Source.DESK}
        recounted = (
            recount(event, table, table.counting_sheet(), **given)
            for table in tables.select_related("round__event")
        )
        return sum(sheet is not None for sheet in recounted)


@transaction.atomic
def enter_sheet(
    table: Table, reported: TableResult, entry: SheetEntry, *, by: User | None, at: datetime
) -> Sheet:
    """Make a table's result the sheet that counts, as a new revision; the same again writes nothing.

    Raises `Refused`, `Stale` or `Doubted`, and passes the errors of `scoring` through.
    """
    event, table = _lock(table)
    current = table.counting_sheet()
    if (made := _made_with(entry.client_key, table, reported, current)) is not None:
        return made
    counted = appraise(event, table, reported, entry.included, current)
    if current is not None and _same(current, counted):
        return current
    _check_expected(current, entry.expected)
    if current is not None and _adds_nothing(current, counted, entry):
        return current
    if (doubts := still_doubted(counted)) and not entry.confirmed:
        raise Doubted(doubts)
    sheet = _write(
        table,
        counted,
        by=by,
        at=at,
        source=entry.source,
        reason=_reason(table.round, entry.reason, at),
        client_key=entry.client_key,
        submission=entry.submission,
        # What both sides of a table agreed on needs no second official; anything else that one enters does.
        to_confirm=event.second_eyes and by is not None,
    )
    action = actions.SHEET_CORRECTED if current else actions.SHEET_ENTERED
    _record(action, event, table, current, sheet, by=by, at=at)
    return sheet


def still_doubted(counted: ScoredResult) -> tuple[Doubt, ...]:
    """What is unlikely about a report and not answered with it: a tie may be that nobody can settle."""
    told = counted.reported.nobody_can_say
    return tuple(doubt for doubt in counted.score.doubts if not (told and doubt.code == "tie-open"))


def _lock(table: Table) -> tuple[Event, Table]:
    """The event's row, locked, and the table as it is now; refused where no sheet can be written."""
    event = lock_event(Event(pk=table.round.event_id), unfinished=FINISHED)
    table = Table.objects.select_related("round__event").get(pk=table.pk)
    if table.round.status == Round.Status.PLANNED:
        message = _("Round %(number)d has not begun: close the rounds before it first.")
        raise Refused("round-not-open", message % {"number": table.round.number})
    return event, table


def _made_with(key: str | None, table: Table, reported: TableResult, current: Sheet | None) -> Sheet | None:
    """The sheet that this very submission made when it came before."""
    made = table.sheets.filter(client_key=key).first() if key else None
    if made is None:
        return None
    told = TableResult.of(made, table)
    is_tied = made.ns == made.ew
    if told == (reported if is_tied else reported.answering(None)):
        return made
    raise Stale(_("This page has saved other values before. Look at both."), current)


def _check_expected(current: Sheet | None, expected: int) -> None:
    if expected == (current.revision if current else 0):
        return
    if current is None:
        raise Stale(_("The sheet this page was made from does not count any more."), None)
    message = _("%(who)s saved this table meanwhile. Nothing was overwritten.")
    raise Stale(message % {"who": current.entered_by or _("Somebody")}, current)


def _same(current: Sheet, counted: ScoredResult) -> bool:
    """Whether what counts already says exactly this."""
    return all(getattr(current, name) == value for name, value in counted.fields().items())


def _adds_nothing(current: Sheet, counted: ScoredResult, entry: SheetEntry) -> bool:
    """Compare the two forms of one round: totals that agree with deals add nothing, a difference is refused.

    With a confirmation and a reason the new form counts instead.
    """
    if current.entry == counted.reported.entry:
        return False
    by_deals = counted.reported.entry == Sheet.Entry.DEALS
    pair = (counted.score, score_of(current)) if by_deals else (score_of(current), counted.score)
    differences = compare(*pair)
    if not differences:
        return not by_deals
    if not entry.confirmed or not tidy(entry.reason):
        message = _("This differs from the sheet that counts. %(differences)s Say why this is right instead.")
        words = " ".join(difference.message for difference in differences)
        raise Refused("disagrees", message % {"differences": words}, "reason")
    return False


def _reason(round_: Round, reason: str, at: datetime) -> str:
    """The reason made tidy: a closed round needs one, a locked one takes none."""
    refuse_locked(round_, at)
    message = _("Round %(number)d is closed: say why its sheet changes.") % {"number": round_.number}
    return checked_reason(reason, needed=message if round_.status == Round.Status.CLOSED else "")


def _write(
    table: Table, counted: ScoredResult, *, by: User | None, at: datetime, typed: bool = True, **columns: Any
) -> Sheet:
    """Write the next revision, which counts from now on; `typed` by somebody, not counted anew."""
    last = table.sheets.aggregate(last=Max("revision"))["last"] or 0
    table.sheets.counting().update(counting=False)
    changes = {"not_played": ""} if table.not_played else {}  # a sheet says that it was
    first_dealer = counted.reported.first_dealer
    if first_dealer is not None and table.first_dealer != first_dealer:
        changes["first_dealer"] = first_dealer.value
    if changes:
        Table.objects.filter(pk=table.pk).update(**changes)
    return Sheet.objects.create(
        table=table,
        revision=last + 1,
        # A ruling or a changed rule that recounts a closed round is told of by itself.
        late_correction=typed and last > 0 and table.round.status == Round.Status.CLOSED,
        entered_by=by,
        entered_at=at,
        **columns,
        **counted.fields(),
    )


def _set_aside(
    action: Action, event: Event, table: Table, current: Sheet, why: str, *, by: User | None, at: datetime
) -> None:
    table.sheets.counting().update(counting=False)
    facts = {"round": table.round.number, "table": table.number, "was": sheet_summary(current), "reason": why}
    record(event, action, by=by, at=at, **facts, was_revision=current.revision)


def _record(
    action: Action,
    event: Event,
    table: Table,
    was: Sheet | None,
    now: Sheet,
    *,
    by: User | None,
    at: datetime,
    **more: Any,
) -> None:
    facts = {
        "round": table.round.number,
        "table": table.number,
        "was": sheet_summary(was) if was else "",
        "now": sheet_summary(now),
        "revision": now.revision,
        "was_revision": was.revision if was else 0,
        "reason": now.reason,
    }
    if now.source == Sheet.Source.TABLE and by is None:
        facts["agreed"] = True
    record(event, action, by=by, at=at, **facts, **more)


def sheet_summary(sheet: Sheet | Submission) -> str:
    """A revision in one phrase, for the audit: `7–5, alone N 1`."""
    loners = ", ".join(f"{seat.value} {times}" for seat, times in sheet.loners.items() if times)
    first = f", {sheet.reached_first} first" if sheet.reached_first else ""
    return f"{sheet.ns}–{sheet.ew}" + (f", alone {loners}" if loners else "") + first
