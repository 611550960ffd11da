"""Enter, correct, swap, restore and recount a table's sheet; each makes a new revision.

A page names the revision it was made from (`expected`); if another one counts by now, nothing is written and
the page shows both. Every entry is scored with the rulings in force, so that they cannot drift apart.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.deal import Deal
from scoring.errors import BadDeal, BadSheet
from scoring.seats import SEATS, SIDES, Seat, Side
from scoring.sentences import joined
from scoring.sheet import compare
from tournament.models import Event, Sheet, Submission, Table, User
from tournament.models.sheets import Written
from tournament.registry import actions
from tournament.registry.actions import Action
from tournament.services.common import lock_event, record
from tournament.services.errors import Doubted, Incomplete, Refused, Stale, Unanswered
from tournament.services.sheet_revisions import (
    FINISHED,
    check_expected,
    lock_table,
    problem_facts,
    reason_for,
    score_facts,
    score_with_rulings,
    write_revision,
)
from tournament.state.sheet_scores import (
    ScoredResult,
    TableResult,
    is_set_aside,
    score_of,
    with_former_tie_answer,
    with_tie_answer,
)
from tournament.words.names import tidy
from tournament.words.sentences import in_words

ACROSS = {Seat.N: Seat.E, Seat.E: Seat.N, Seat.S: Seat.W, Seat.W: Seat.S}
BY_DEALS = gettext_lazy("Table %(table)d was entered deal by deal. Correct its deals instead.")

NO_ANSWERS: Mapping[int, bool] = {}
NOT_ASKED: Mapping[int, Written] = {}


@dataclass(frozen=True, slots=True)
class SheetEntry:
    """The circumstances of entering a table's result.

    `expected` is the revision that it replaces (0: none). `included` says for each ruling with an award, by
    number, whether the totals include its points. `submission` is the phone report that both sides agreed on.
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
    """Enter the table's team totals and lone marches.

    A tie is answered by `reached_first` or by `nobody_can_say`; confirmed without either it stays open.
    `deals_played` says how many deals there were if the bell cut the round short. The other arguments are
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
    """Say which side reached tied totals first (None: nobody can say); everything else stays."""
    current = Sheet.objects.counting_at(lock_table(table)[1])
    check_expected(current, expected)
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
) -> Sheet:
    """Write the table's round down deal by deal; rulings in force are added to the deals here.

    `deals_played` says how many deals there were if the bell cut the round short.
    """
    reported = TableResult(
        Sheet.Entry.DEALS, tuple(deals), first_dealer=first_dealer, deals_played=deals_played
    )
    entry = SheetEntry(expected, confirmed=confirmed, reason=reason)
    return enter_sheet(table, reported, entry, by=by, at=at)


@transaction.atomic
def restore_sheet(
    table: Table, revision: int, *, by: User | None, at: datetime, expected: int, reason: str = ""
) -> Sheet:
    """Let an earlier revision count again, as a new one, with the rulings in force now."""
    event, table = lock_table(table)
    current = Sheet.objects.counting_at(table)
    old = table.sheets.filter(revision=revision).first()
    if old is None:
        raise Refused("no-such-version", _("This table has no version %(number)d.") % {"number": revision})
    check_expected(current, expected)
    scored = score_with_rulings(event, table, TableResult.of(old, table), NO_ANSWERS, old, current)
    scored = with_former_tie_answer(event.ruleset, table, scored, old)
    if current is not None and _same(current, scored):
        return current
    reason = reason_for(table.round, reason, at)
    sheet = write_revision(table, scored, by=by, at=at, source=Sheet.Source.RESTORE, reason=reason)
    _record(actions.SHEET_RESTORED, event, table, current, sheet, by=by, at=at, version=revision)
    return sheet


@transaction.atomic
def withdraw_sheet(table: Table, *, by: User | None, at: datetime, expected: int, reason: str = "") -> None:
    """Let none of the table's sheets count, as before the first entry. All revisions stay on record."""
    event, table = lock_table(table)
    current = Sheet.objects.counting_at(table)
    check_expected(current, expected)
    if current is not None:
        facts = {"reason": reason_for(table.round, reason, at)}
        _set_aside(actions.SHEET_TAKEN_BACK, event, table, current, facts, by=by, at=at)


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
    written: Mapping[int, Written] = NOT_ASKED,
    reached_first: Side | None = None,
    nobody_can_say: bool = False,
) -> Sheet | None:
    """Count the table's sheet anew after a ruling or the rules changed: the same report, a new revision.
    The caller holds the event's lock, and read the table and its `current` sheet after it.

    None if the table has no sheet or its sheet was withdrawn, if nothing changes, or if the report no longer
    makes a complete round (a deal must be redealt, or lost the ruling that ended it): then no sheet counts
    until the deals are entered. A sheet set aside like this counts again once it is complete. A resulting tie
    is open unless answered here, or before for the same figures.
    """
    basis = current or table.sheets.order_by("-revision").first()
    if basis is None or (current is None and not is_set_aside(table)):
        return None
    try:
        report = TableResult.of(basis, table)
        report = replace(report, written={**report.written, **written})
        scored = score_with_rulings(event, table, report, included, basis)
        scored = with_former_tie_answer(event.ruleset, table, scored, basis)
        if reached_first or nobody_can_say:
            report = scored.reported.answering(reached_first, nobody_can_say=nobody_can_say)
            scored = with_tie_answer(event.ruleset, scored, report)
    except Unanswered:
        if current is not None:
            raise
        return None  # asked when the table's totals are entered again
    except (BadDeal, BadSheet, Incomplete) as problem:
        if current is not None:
            facts = {"why": problem_facts(problem)}
            _set_aside(actions.SHEET_SET_ASIDE, event, table, current, facts, by=by, at=at)
        return None
    if current is not None and _same(current, scored):
        return None
    # The report is unchanged, so that it was read twice carries over.
    eyes = {"confirmed_by": basis.confirmed_by, "confirmed_at": basis.confirmed_at}
    sheet = write_revision(table, scored, typed=False, by=by, at=at, source=source, reason=reason, **eyes)
    _record(actions.SHEET_RECOUNTED, event, table, current or basis, sheet, by=by, at=at)
    return sheet


def recount_event(event: Event, *, by: User | None, at: datetime, reason: str) -> int:
    """Recount every sheet of the event after its rules changed; return how many changed."""
    with transaction.atomic():
        event = lock_event(event, unfinished=FINISHED)
        tables = Table.objects.filter(round__event=event, sheets__isnull=False).distinct()
        given: Any = {"by": by, "at": at, "reason": reason, "source": Sheet.Source.DESK}
        recounted = (
            recount(event, table, Sheet.objects.counting_at(table), **given)
            for table in tables.select_related("round__event")
        )
        return sum(sheet is not None for sheet in recounted)


@transaction.atomic
def enter_sheet(
    table: Table,
    reported: TableResult,
    entry: SheetEntry,
    *,
    by: User | None,
    at: datetime,
    locked: Event | None = None,
) -> Sheet:
    """Make a table's result the sheet that counts, as a new revision; repeating it writes nothing.

    `locked` is the event, if the caller holds its lock. Raises as `scoring` does, `Refused`, or `Doubted`.
    """
    event, table = lock_table(table, locked)
    reported = reported.in_round(table.round)
    current = Sheet.objects.counting_at(table)
    if (earlier := _made_with(entry.client_key, table, reported, current)) is not None:
        return earlier
    scored = score_with_rulings(event, table, reported, entry.included, current)
    if current is not None and _same(current, scored):
        return current
    check_expected(current, entry.expected)
    if current is not None and _adds_nothing(current, scored, entry):
        return current
    if (doubts := scored.doubts_left(marches_noted=event.marches_noted)) and not entry.confirmed:
        raise Doubted(doubts)
    sheet = write_revision(
        table,
        scored,
        by=by,
        at=at,
        source=entry.source,
        reason=reason_for(table.round, entry.reason, at),
        client_key=entry.client_key,
        submission=entry.submission,
    )
    action = actions.SHEET_CORRECTED if current else actions.SHEET_ENTERED
    _record(action, event, table, current, sheet, by=by, at=at)
    return sheet


def _made_with(key: str | None, table: Table, reported: TableResult, current: Sheet | None) -> Sheet | None:
    """The sheet made when this same submission arrived before."""
    sheet = table.sheets.filter(client_key=key).first() if key else None
    if sheet is None:
        return None
    earlier_report = TableResult.of(sheet, table)
    is_tied = sheet.ns == sheet.ew
    if earlier_report == (reported if is_tied else reported.answering(None)):
        return sheet
    raise Stale(_("This page has saved other values before. Look at both."), current)


def _same(current: Sheet, scored: ScoredResult) -> bool:
    """Whether the current sheet says exactly this."""
    return all(getattr(current, name) == value for name, value in scored.fields().items())


def _adds_nothing(current: Sheet, scored: ScoredResult, entry: SheetEntry) -> bool:
    """Whether totals agree with deals that count already, and so add nothing.

    Refuses a difference between the two forms of a round, unless it is confirmed with a reason.
    """
    if current.entry == scored.reported.entry:
        return False
    by_deals = scored.reported.entry == Sheet.Entry.DEALS
    pair = (scored.score, score_of(current)) if by_deals else (score_of(current), scored.score)
    differences = compare(*pair)
    if not differences:
        return not by_deals
    if not entry.confirmed or not tidy(entry.reason):
        message = _("This differs from the sheet that counts. %(differences)s Say why this is right instead.")
        words = in_words(joined(difference.message for difference in differences))
        raise Refused("disagrees", message % {"differences": words}, "reason")
    return False


def _set_aside(
    action: Action, event: Event, table: Table, current: Sheet, more: Any, *, by: User | None, at: datetime
) -> None:
    table.sheets.counting().update(counting=False)
    facts = {"round": table.round.number, "table": table.number, "was": score_facts(current), **more}
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
        "was": score_facts(was) if was else None,
        "now": score_facts(now),
        "revision": now.revision,
        "was_revision": was.revision if was else 0,
        "reason": now.reason,
    }
    if now.source == Sheet.Source.TABLE and by is None:
        facts["agreed"] = True
    record(event, action, by=by, at=at, **facts, **more)


@transaction.atomic
def confirm(table: Table, revision: int, *, by: User, at: datetime) -> Sheet:
    """Mark this revision as read twice; once is enough. Raises `Stale` if another one counts."""
    event = lock_event(Event(pk=table.round.event_id))
    current = Sheet.objects.counting_at(table)
    if current is None or current.revision != revision:
        raise Stale(_("This sheet was changed meanwhile. Look at what counts now."), current)
    if current.confirmed_at or not event.has["second_reading"]:
        return current
    current.confirmed_by, current.confirmed_at = by, at
    current.save(update_fields=["confirmed_by", "confirmed_at"])
    facts = {"round": table.round.number, "table": table.number, "revision": revision}
    record(event, actions.SHEET_CONFIRMED, by=by, at=at, **facts, now=score_facts(current))
    return current


@transaction.atomic
def confirm_if_same(table: Table, read: TableResult, *, by: User, at: datetime) -> Sheet:
    """Mark the sheet that counts if it was read the same a second time, else raise `Stale` with it."""
    lock_event(Event(pk=table.round.event_id))
    current = Sheet.objects.counting_at(table)
    if current is None:
        raise Stale(_("Nothing counts at this table any more, so there is nothing to compare."), None)
    if not _is_same(current, read.in_round(table.round), marches=table.round.event.marches_noted):
        raise Stale(_("The two readings differ. Look at the sheet: which one is right?"), current)
    return confirm(table, current.revision, by=by, at=at)


def _is_same(sheet: Sheet, read: TableResult, *, marches: bool) -> bool:
    """Whether totals and lone marches agree; who came to a tie first only if the second reading says so."""
    return (
        sheet.reported == read.totals
        and (not marches or sheet.noted == read.loners)
        and sheet.deals_played == read.deals_played
        and read.reached_first in (None, sheet.reached_first)
    )


# Whose place a seat takes where the columns of a sheet were mixed up.


@transaction.atomic
def swap_sides(
    table: Table, *, by: User, at: datetime, expected: int, with_loners: bool, reason: str
) -> Sheet:
    """Give each side the other one's points.

    `with_loners`: the lone marches were in the wrong columns too, so that N and E, S and W change places;
    else they stay with who made them.

    Raises `Refused` or `Stale`, and passes the errors of `scoring` through.
    """
    event, table = lock_table(table)
    current = _swappable(table, expected)
    if current.entry != Sheet.Entry.TOTALS:
        raise Refused("by-deals", BY_DEALS % {"table": table.number})
    report = _mirrored(TableResult.of(current, table), with_loners=with_loners)
    sheet = _swapped(event, table, report, current, by=by, at=at, reason=reason)
    record(
        event,
        actions.SHEET_SIDES_SWAPPED,
        by=by,
        at=at,
        round=table.round.number,
        table=table.number,
        was=score_facts(current),
        now=score_facts(sheet),
        sheets=[_revisions(table, current, sheet)],
        reason=sheet.reason,
    )
    return sheet


@transaction.atomic
def swap_tables(
    table: Table, other: Table, *, by: User, at: datetime, expected: int, other_expected: int, reason: str
) -> tuple[Sheet, Sheet]:
    """Give two tables of one round each other's score. Raises what `swap_sides` raises."""
    event, table = lock_table(table)
    other = Table.objects.select_related("round__event").get(pk=other.pk)
    if other.round_id != table.round_id or other.pk == table.pk:
        raise Refused("other-round", _("Choose another table of the same round."))
    mine, theirs = _swappable(table, expected), _swappable(other, other_expected)
    reports = TableResult.of(theirs, other), TableResult.of(mine, table)
    sheet = _swapped(event, table, reports[0], mine, by=by, at=at, reason=reason)
    other_sheet = _swapped(event, other, reports[1], theirs, by=by, at=at, reason=reason)
    record(
        event,
        actions.SHEET_TABLES_SWAPPED,
        by=by,
        at=at,
        round=table.round.number,
        tables=[table.number, other.number],
        now=[score_facts(sheet), score_facts(other_sheet)],
        sheets=[_revisions(table, mine, sheet), _revisions(other, theirs, other_sheet)],
        reason=sheet.reason,
    )
    return sheet, other_sheet


def why_not_swap(table: Table) -> Refused | None:
    """Why this table's score cannot be swapped, or None."""
    words = {"table": table.number}
    current = table.sheets.counting().first()
    if current is None:
        return Refused("no-sheet", _("Table %(table)d has no score that counts.") % words)
    ruling = table.rulings.in_force().order_by("number").first()
    if ruling is not None:
        message = _(
            "Ruling %(ruling)d was made at table %(table)d and stays with the people there. "
            "Revoke it first, or correct each table by itself."
        )
        return Refused("ruled", message % (words | {"ruling": ruling.number}))
    others = Sheet.objects.counting().filter(table__round=table.round_id).exclude(table=table)
    if current.entry != Sheet.Entry.TOTALS and not others.exists():
        return Refused("by-deals", BY_DEALS % words)
    return None


def _swappable(table: Table, expected: int) -> Sheet:
    """The sheet that counts, if the page showed this revision and nothing stands in the way."""
    current = Sheet.objects.counting_at(table)
    check_expected(current, expected)
    refused = why_not_swap(table)
    if refused is not None or current is None:
        raise refused or Refused("no-sheet", _("Nothing counts there."))
    return current


def _swapped(
    event: Event, table: Table, report: TableResult, was: Sheet, *, by: User, at: datetime, reason: str
) -> Sheet:
    words = reason_for(table.round, reason, at, always=_("Say why the scores are swapped."))
    scored = score_with_rulings(event, table, report, NO_ANSWERS, was)
    return write_revision(table, scored, by=by, at=at, reason=words)


def _mirrored(report: TableResult, *, with_loners: bool) -> TableResult:
    totals, loners = report.totals or {}, report.loners or {}
    if with_loners:
        loners = {seat: loners.get(ACROSS[seat], 0) for seat in SEATS}
    first = report.reached_first
    return replace(
        report,
        totals={side: totals[side.other] for side in SIDES},
        loners=loners,
        reached_first=first.other if first else None,
    )


def _revisions(table: Table, was: Sheet, now: Sheet) -> dict[str, int]:
    """What undoing needs: the table, the revision before and the one after."""
    return {"table": table.number, "was": was.revision, "now": now.revision}
