"""Scores from the table: reported by one side, accepted or disputed by the other, settled by an official.

A report counts only once accepted: then it becomes a sheet like any other (`services.sheets`), which only
officials change. The actor is a seat at the table, on a phone with a mark (`device`, empty if unknown); an
answer from the phone that reported waits for an official, or for another phone.
"""

from collections.abc import Mapping
from datetime import datetime
from enum import Enum, auto
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.seats import SEATS, Seat, Side
from tournament.models import Event, Round, Sheet, Submission, Table, User
from tournament.models.seating import prefetched_chairs
from tournament.registry import actions
from tournament.registry.actions import Action
from tournament.services.common import lock_event, next_number, record, refuse_finished
from tournament.services.errors import Doubted, Refused, Stale
from tournament.services.sheet_revisions import score_facts, score_with_rulings
from tournament.services.sheets import SheetEntry, enter_sheet
from tournament.state.sheet_scores import ScoredResult, TableResult
from tournament.words.names import tidy

MOST_REPORTS = 20  # per table and round, and as many disputes; for more they go to the desk
LONGEST_WORDS = 200
State = Submission.State


@transaction.atomic
def submit(
    table: Table,
    result: TableResult,
    *,
    seat: Seat,
    at: datetime,
    included: Mapping[int, bool] | None = None,
    confirmed: bool = False,
    client_key: str | None = None,
    device: str = "",
) -> Submission | None:
    """Store one side's report of the round; None if exactly this counts already.

    It replaces what this side reported before. If the other side has reported the same, both agree and it
    counts; if it has reported something else, the table is in dispute. Once the round is closed it only waits
    for an official, whatever counts by then. Raises `Refused`, `Stale` (something
    else counts by now) or `Doubted`, and passes the errors of `scoring` through.
    """
    event, table = _held(table, seat, late=True)
    if (report := _made_with(client_key, table, seat)) is not None:
        return report
    current = Sheet.objects.counting_at(table)
    scored = score_with_rulings(event, table, result.in_round(table.round), included or {})
    if current is not None:
        if _same(scored, current):
            return None
        if not _is_late(table):
            raise _stale(current)
    if (doubts := scored.doubts_left(marches_noted=event.marches_noted)) and not confirmed:
        raise Doubted(doubts)
    mine, theirs = _live(table, seat.side), _live(table, seat.side.other)
    step = _decide(scored, mine, None if _is_late(table) else theirs, device)
    if step is _Step.REPEAT:
        return mine
    _refuse_endless(table.submissions.count())
    if step is _Step.REFUSE:
        raise _disputed_on_one_phone()
    one_phone = theirs is not None and _is_its_phone(theirs, device)
    if step is _Step.ACCEPT and theirs is not None:
        return _agree(event, table, theirs, seat, at=at, one_phone=one_phone)
    if mine is not None:
        _answer(mine, State.WITHDRAWN, seat, at)
    state = State.DISPUTED if step is _Step.DISPUTE else State.LATE if _is_late(table) else State.WAITING
    answers = {str(number): answer for number, answer in (included or {}).items()}
    columns = {"made_at": at, "included": answers, "client_key": client_key, "device": device}
    report = _write(table, scored, seat, state, **columns)
    _record(actions.REPORT_MADE, event, table, report, seat, at=at)
    if step is _Step.SETTLE and theirs is not None:
        return _agree(event, table, report, Seat(theirs.seat), at=at, one_phone=one_phone)
    if step is _Step.DISPUTE and theirs is not None:
        _answer(theirs, State.DISPUTED, seat, at)
        _record(actions.REPORT_DISPUTED, event, table, theirs, seat, at=at)
    return report


class _Step(Enum):
    """The effect of a side's report, given what both sides have reported."""

    REPEAT = auto()  # this side has reported the same before
    REFUSE = auto()  # from the other side's phone, this side now agrees with what it disputed
    ACCEPT = auto()  # the other side has reported the same, which becomes the sheet
    SETTLE = auto()  # these deals settle a tie that the other side's totals leave open
    DISPUTE = auto()  # it contradicts the other side
    WAIT = auto()  # the other side has reported nothing yet


def _decide(scored: ScoredResult, mine: Submission | None, theirs: Submission | None, device: str) -> _Step:
    if mine is not None and _same(scored, mine):
        return _Step.REPEAT
    if theirs is None:
        return _Step.WAIT
    if not _same(scored, theirs):
        return _Step.DISPUTE
    if theirs.state == State.DISPUTED and _is_its_phone(theirs, device):
        return _Step.REFUSE
    return _Step.ACCEPT if theirs.winner == (scored.score.winner or "") else _Step.SETTLE


@transaction.atomic
def accept(
    table: Table, number: int, *, seat: Seat, at: datetime, device: str = "", same_phone: bool = False
) -> Submission:
    """Accept the other side's report as the table's sheet.

    From the phone that reported it, or one handed across (`same_phone`), an official confirms it first.
    """
    event, table = _held(table, seat)
    report = _report_numbered(table, number)
    if report.state == State.ACCEPTED:
        return report
    current = Sheet.objects.counting_at(table)
    if current is not None:
        raise _stale(current)
    _refuse_gone(report)
    _refuse_own(report, seat)
    one_phone = same_phone or _is_its_phone(report, device)
    return _agree(event, table, report, seat, at=at, one_phone=one_phone)


@transaction.atomic
def dispute(
    table: Table,
    number: int,
    *,
    seat: Seat,
    at: datetime,
    words: str = "",
    device: str = "",
    same_phone: bool = False,
) -> Submission:
    """Dispute the other side's report; the director is notified, nothing counts."""
    event, table = _held(table, seat)
    report = _report_numbered(table, number)
    words = tidy(words)
    if len(words) > LONGEST_WORDS:
        raise Refused("words-long", _("Keep it to %(most)d characters.") % {"most": LONGEST_WORDS}, "words")
    if report.state == State.DISPUTED and report.words == words:
        return report
    _refuse_gone(report)
    _refuse_own(report, seat)
    told = event.audit_entries.filter(action=actions.REPORT_DISPUTED.code, facts__round=table.round.number)
    _refuse_endless(told.filter(facts__table=table.number).count())
    report.words, report.same_phone = words, same_phone or _is_its_phone(report, device)
    _answer(report, State.DISPUTED, seat, at)
    _record(actions.REPORT_DISPUTED, event, table, report, seat, at=at, reason=words)
    return report


@transaction.atomic
def withdraw(table: Table, number: int, *, seat: Seat, at: datetime) -> Submission:
    """Withdraw a side's own report before it is accepted."""
    event, table = _held(table, seat)
    report = _report_numbered(table, number)
    if report.state == State.WITHDRAWN:
        return report
    _refuse_gone(report)
    if Side(report.side) is not seat.side:
        message = _("Only the side that reported it can withdraw it.")
        raise Refused("not-own-report", message)
    _answer(report, State.WITHDRAWN, seat, at)
    if (theirs := _live(table, seat.side.other)) is not None and _is_undisputed(theirs):
        theirs.state = State.WAITING  # nothing contradicts it any more
        theirs.save(update_fields=["state"])
    _record(actions.REPORT_WITHDRAWN, event, table, report, seat, at=at)
    return report


@transaction.atomic
def count_report(table: Table, number: int, *, by: User, at: datetime, expected: int) -> Sheet:
    """Let a report count as an official; `expected` is the revision that their page showed (0: none)."""
    event = lock_event(Event(pk=table.round.event_id))
    report = _report_numbered(table, number)
    _refuse_gone(report)
    reason = _("as the table itself reported it") if expected or _is_late(report.table) else ""
    sheet = _enter(event, report, by=by, at=at, expected=expected, reason=reason)
    _settle(report, State.ACCEPTED, by, at)
    for other in table.submissions.live():
        _settle(other, State.WITHDRAWN, by, at)
    record(event, actions.REPORT_TAKEN, by=by, at=at, **_facts(table, report))
    return sheet


@transaction.atomic
def clear(table: Table, *, by: User, at: datetime) -> int:
    """Clear, as an official, a table's reports that nobody accepted, so that it can report again."""
    event = lock_event(Event(pk=table.round.event_id))
    live = list(table.submissions.live())
    for report in live:
        _settle(report, State.WITHDRAWN, by, at)
    if live:
        was = [score_facts(submission) for submission in live]
        facts = {"was": was, "round": table.round.number, "table": table.number}
        record(event, actions.REPORT_CLEARED, by=by, at=at, **facts)
    return len(live)


@transaction.atomic
def approve(table: Table, number: int, *, by: User, at: datetime) -> Submission:
    """Approve, as an official, an unlikely score that both sides agreed on."""
    event = lock_event(Event(pk=table.round.event_id))
    report = _report_numbered(table, number)
    if report.state != State.ACCEPTED:
        raise Refused("not-accepted", _("This score isn’t accepted yet. Accept it or discard it."))
    if report.settled_at is None:
        _settle(report, State.ACCEPTED, by, at)
        record(event, actions.REPORT_APPROVED, by=by, at=at, **_facts(table, report))
    return report


def _is_late(table: Table) -> bool:
    """Whether a score that comes now finds its round closed."""
    return table.round.status == Round.Status.CLOSED


def _held(table: Table, seat: Seat, *, late: bool = False) -> tuple[Event, Table]:
    """Lock the event; return it and the table as they are now. Refused if nothing can be reported; with
    `late`, a closed round takes a report."""
    event = lock_event(Event(pk=table.round.event_id))
    table = Table.objects.select_related("round").prefetch_related(prefetched_chairs()).get(pk=table.pk)
    table.round.event = event
    if not event.table_entry:
        raise Refused("entry-off", _("Scores are now taken at the director’s table."))
    refuse_finished(event, _("The event is finished."))
    if table.round.status != Round.Status.OPEN and not (late and _is_late(table)):
        message = _("Round %(number)d is not being played now.")
        raise Refused("round-not-open", message % {"number": table.round.number})
    if seat not in table.chairs():
        raise Refused("empty-chair", _("Nobody sits on that seat."))
    return event, table


def _made_with(key: str | None, table: Table, seat: Seat) -> Submission | None:
    """The report made when this same submission arrived before."""
    report = table.submissions.filter(client_key=key).first() if key else None
    if report is not None and report.side != seat.side:
        raise Refused("key-used", _("This page has reported something else before. Load it again."))
    return report


def _report_numbered(table: Table, number: int) -> Submission:
    report = table.submissions.select_related("table__round").filter(number=number).first()
    if report is None:
        raise Refused("report-gone", _("There is no such report any more. Look at the table again."))
    return report


def _live(table: Table, side: Side) -> Submission | None:
    return table.submissions.live().filter(side=side).first()


def _stale(current: Sheet) -> Stale:
    return Stale(_("A score is already recorded for this table. Nothing was overwritten."), current)


def _refuse_gone(report: Submission) -> None:
    if not report.is_live:
        raise Refused("report-gone", _("This report has changed meanwhile. Look at it again."))


def _refuse_own(report: Submission, seat: Seat) -> None:
    if Side(report.side) is seat.side:
        raise Refused("own-report", _("The other side has to answer it, not the side that reported it."))


def _same(scored: ScoredResult, other: Submission | Sheet) -> bool:
    """Whether a report agrees with another or with the sheet: points, lone marches, winner.

    Totals that leave a tie open agree with deals that settle it.
    """
    score = scored.score
    if (dict(score.totals), dict(score.loners)) != (dict(other.totals), dict(other.loners)):
        return False
    winners = {scored.reported.entry: score.winner, other.entry: Side(other.winner) if other.winner else None}
    if len(winners) == 1:
        return (score.winner or "") == other.winner
    return winners[Sheet.Entry.TOTALS] in (None, winners[Sheet.Entry.DEALS])


def _is_its_phone(report: Submission, device: str) -> bool:
    return bool(device) and device == report.device


def _is_undisputed(report: Submission) -> bool:
    """Whether a report was disputed only by the other side's own report."""
    return report.state == State.DISPUTED and not report.words


def _disputed_on_one_phone() -> Refused:
    message = _(
        "This score was disputed. The other side must accept it on its own phone, or go to the "
        "director’s table."
    )
    return Refused("one-phone", message)


def _agree(
    event: Event, table: Table, report: Submission, seat: Seat, *, at: datetime, one_phone: bool
) -> Submission:
    """Accept the report; from one phone alone it waits for the desk instead, and a dispute stays."""
    if not one_phone:
        return _accept(event, table, report, seat, at=at)
    if report.state == State.DISPUTED:
        raise _disputed_on_one_phone()
    if report.state != State.ONE_PHONE:
        report.same_phone = True
        _answer(report, State.ONE_PHONE, seat, at)
        _record(actions.REPORT_ONE_PHONE, event, table, report, seat, at=at)
    return report


def _accept(event: Event, table: Table, report: Submission, seat: Seat, *, at: datetime) -> Submission:
    _enter(event, report, by=None, at=at, expected=0, agreed=True)
    report.same_phone = False
    _answer(report, State.ACCEPTED, seat, at)
    for other in table.submissions.live():
        _answer(other, State.WITHDRAWN, seat, at)
    _record(actions.REPORT_ACCEPTED, event, table, report, seat, at=at)
    return report


def _enter(
    event: Event,
    report: Submission,
    *,
    by: User | None,
    at: datetime,
    expected: int,
    reason: str = "",
    agreed: bool = False,
) -> Sheet:
    """Make a report the table's sheet; its doubts were confirmed when it was typed."""
    entry = SheetEntry(
        expected,
        {int(number): answer for number, answer in report.included.items()},
        confirmed=True,
        reason=reason,
        source=Sheet.Source.TABLE,
        submission=report if agreed else None,
    )
    result = TableResult.of_submission(report)
    return enter_sheet(report.table, result, entry, by=by, at=at, locked=event)


def _write(table: Table, scored: ScoredResult, seat: Seat, state: str, **columns: Any) -> Submission:
    reported, score = scored.reported, scored.score
    totals = reported.totals or {}
    return Submission.objects.create(
        table=table,
        number=next_number(table.submissions),
        side=seat.side.value,
        seat=seat.value,
        state=state,
        entry=str(reported.entry),
        deals=[deal.to_dict() for deal in reported.deals],
        first_dealer=reported.first_dealer.value if reported.first_dealer else "",
        reported_ns=totals.get(Side.NS),
        reported_ew=totals.get(Side.EW),
        marches={s.value: score.loners[s] for s in SEATS if score.loners[s]},
        reached_first=reported.reached_first.value if reported.reached_first else "",
        nobody_can_say=reported.nobody_can_say,
        deals_played=reported.deals_played,
        ns=score.totals[Side.NS],
        ew=score.totals[Side.EW],
        winner=score.winner.value if score.winner else "",
        doubts=[doubt.to_dict() for doubt in score.doubts],
        **columns,
    )


def _answer(report: Submission, state: str, seat: Seat, at: datetime) -> None:
    report.state, report.answered_seat, report.answered_at = state, seat.value, at
    report.save(update_fields=["state", "answered_seat", "answered_at", "words", "same_phone"])


def _settle(report: Submission, state: str, by: User, at: datetime) -> None:
    report.state, report.settled_by, report.settled_at = state, by, at
    report.save(update_fields=["state", "settled_by", "settled_at"])


def _refuse_endless(said: int) -> None:
    if said >= MOST_REPORTS:
        message = _("This table has reported very often. Go to the director’s table with it.")
        raise Refused("too-many-reports", message)


def _record(
    action: Action, event: Event, table: Table, report: Submission, seat: Seat, *, at: datetime, **more: Any
) -> None:
    """Record an action with the player at the table as its author, as there is no account."""
    player = table.chairs()[seat].player
    facts = _facts(table, report) | {
        "side": seat.side.value,
        "number": player.number,
        "name": player.noted_name,
    }
    record(event, action, by=None, at=at, **facts, **more)


def _facts(table: Table, submission: Submission) -> dict[str, Any]:
    return {"round": table.round.number, "table": table.number, "now": score_facts(submission)}
