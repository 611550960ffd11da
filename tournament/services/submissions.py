"""Scores from the table: reported by one side, accepted or disputed by the other, settled by an official.

A report counts nothing. Accepted, it becomes a sheet like any other (`services.sheets`), which only officials
change from then on. Whoever acts here is a seat of the table, on a phone with a mark (`device`, empty where
it is not known): an answer from the phone that reported waits for an official, or for another phone.
"""

from collections.abc import Mapping
from datetime import datetime
from enum import Enum, auto
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.deal import Deal
from scoring.seats import SEATS, Seat, Side
from tournament import actions
from tournament.actions import Action
from tournament.models import Event, Round, Sheet, Submission, Table, User
from tournament.names import tidy
from tournament.services.appraisal import appraise
from tournament.services.common import lock_event, next_number, record, refuse_finished
from tournament.services.errors import Doubted, Refused, Stale
from tournament.services.sheets import SheetEntry, enter_sheet, sheet_summary, still_doubted
from tournament.state.sheet_scores import ScoredResult, TableResult

MOST_REPORTS = 20  # of one table in one round; who has more to say goes to the desk
LONGEST_WORDS = 200
State = Submission.State


@transaction.atomic
def submit(
    table: Table,
    told: TableResult,
    *,
    seat: Seat,
    at: datetime,
    included: Mapping[int, bool] | None = None,
    confirmed: bool = False,
    client_key: str | None = None,
    device: str = "",
) -> Submission | None:
    """Write down what one side says the round came to; None where exactly this counts already.

    It takes the place of what this side reported before. Where the other side has reported the same, both
    agree and it counts; where it has reported something else, the table is in dispute. Raises `Refused`,
    `Stale` (something else counts by now) or `Doubted`, and passes the errors of `scoring` through.
    """
    event, table = _held(table, seat)
    if (made := _made_with(client_key, table, seat)) is not None:
        return made
    current = table.counting_sheet()
    counted = appraise(event, table, told, included or {})
    if current is not None:
        if _same(counted, current):
            return None
        raise _stale(current)
    if (doubts := still_doubted(counted)) and not confirmed:
        raise Doubted(doubts)
    mine, theirs = _live(table, seat.side), _live(table, seat.side.other)
    step = _decide(counted, mine, theirs, device)
    if step is _Step.REPEAT:
        return mine
    if table.submissions.count() >= MOST_REPORTS:
        message = _("This table has reported very often. Go to the director’s desk with it.")
        raise Refused("too-many-reports", message)
    if step is _Step.REFUSE:
        raise _disputed_on_one_phone()
    one_phone = theirs is not None and _is_its_phone(theirs, device)
    if step is _Step.ACCEPT and theirs is not None:
        return _agree(event, table, theirs, seat, at=at, one_phone=one_phone)
    if mine is not None:
        _answer(mine, State.WITHDRAWN, seat, at)
    state = State.DISPUTED if step is _Step.DISPUTE else State.WAITING
    answers = {str(number): answer for number, answer in (included or {}).items()}
    columns = {"made_at": at, "included": answers, "client_key": client_key, "device": device}
    made = _write(table, counted, seat, state, **columns)
    _record(actions.REPORT_MADE, event, table, made, seat, at=at)
    if step is _Step.SETTLE and theirs is not None:
        return _agree(event, table, made, Seat(theirs.seat), at=at, one_phone=one_phone)
    if step is _Step.DISPUTE and theirs is not None:
        _answer(theirs, State.DISPUTED, seat, at)
        _record(actions.REPORT_DISPUTED, event, table, theirs, seat, at=at)
    return made


class _Step(Enum):
    """What a side's score does, beside what both sides have reported."""

    REPEAT = auto()  # this side has reported the same before
    REFUSE = auto()  # it agrees, on one phone, with what it disputed
    ACCEPT = auto()  # it says what the other side reported: that becomes the sheet
    SETTLE = auto()  # these deals say who won the tie that the other side's totals leave open
    DISPUTE = auto()  # it contradicts the other side
    WAIT = auto()  # the other side has reported nothing yet


def _decide(counted: ScoredResult, mine: Submission | None, theirs: Submission | None, device: str) -> _Step:
    if mine is not None and _same(counted, mine):
        return _Step.REPEAT
    if theirs is None:
        return _Step.WAIT
    if not _same(counted, theirs):
        return _Step.DISPUTE
    if theirs.state == State.DISPUTED and _is_its_phone(theirs, device):
        return _Step.REFUSE
    return _Step.ACCEPT if theirs.winner == (counted.score.winner or "") else _Step.SETTLE


@transaction.atomic
def accept(
    table: Table, number: int, *, seat: Seat, at: datetime, device: str = "", same_phone: bool = False
) -> Submission:
    """The other side says that a report is right: from now on it is the table's sheet.

    Not so on the phone that reported it, or on one handed across (`same_phone`): then an official confirms it
    first.
    """
    event, table = _held(table, seat)
    found = _found(table, number)
    if found.state == State.ACCEPTED:
        return found
    current = table.counting_sheet()
    if current is not None:
        raise _stale(current)
    _refuse_gone(found)
    _refuse_own(found, seat)
    one_phone = same_phone or _is_its_phone(found, device)
    return _agree(event, table, found, seat, at=at, one_phone=one_phone)


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
    """The other side says that a report is wrong; the director is told, nothing counts."""
    event, table = _held(table, seat)
    found = _found(table, number)
    words = tidy(words)
    if len(words) > LONGEST_WORDS:
        raise Refused("words-long", _("Keep it to %(most)d characters.") % {"most": LONGEST_WORDS}, "words")
    if found.state == State.DISPUTED and found.words == words:
        return found
    _refuse_gone(found)
    _refuse_own(found, seat)
    found.words, found.same_phone = words, same_phone or _is_its_phone(found, device)
    _answer(found, State.DISPUTED, seat, at)
    _record(actions.REPORT_DISPUTED, event, table, found, seat, at=at, reason=words)
    return found


@transaction.atomic
def withdraw(table: Table, number: int, *, seat: Seat, at: datetime) -> Submission:
    """Withdraw a side's own report before it is accepted."""
    event, table = _held(table, seat)
    found = _found(table, number)
    if found.state == State.WITHDRAWN:
        return found
    _refuse_gone(found)
    if Side(found.side) is not seat.side:
        message = _("Only the side that reported it can take it back.")
        raise Refused("not-own-report", message)
    _answer(found, State.WITHDRAWN, seat, at)
    if (theirs := _live(table, seat.side.other)) is not None and _is_undisputed(theirs):
        theirs.state = State.WAITING  # nothing stands against it any more
        theirs.save(update_fields=["state"])
    _record(actions.REPORT_WITHDRAWN, event, table, found, seat, at=at)
    return found


@transaction.atomic
def take(table: Table, number: int, *, by: User, at: datetime, expected: int) -> Sheet:
    """An official lets a report count, whatever the other side says. `expected` is the revision that counted
    on their page (0: none)."""
    event = lock_event(Event(pk=table.round.event_id))
    found = _found(table, number)
    _refuse_gone(found)
    reason = _("as the table itself reported it") if expected else ""
    sheet = _enter(found, by=by, at=at, expected=expected, reason=reason)
    _settle(found, State.ACCEPTED, by, at)
    for other in table.submissions.live():
        _settle(other, State.WITHDRAWN, by, at)
    record(event, actions.REPORT_TAKEN, by=by, at=at, **_facts(table, found))
    return sheet


@transaction.atomic
def clear(table: Table, *, by: User, at: datetime) -> int:
    """Clear, as an official, what a table has reported and nobody accepted; it may report again."""
    event = lock_event(Event(pk=table.round.event_id))
    live = list(table.submissions.live())
    for found in live:
        _settle(found, State.WITHDRAWN, by, at)
    if live:
        was = ", ".join(sheet_summary(submission) for submission in live)
        facts = {"was": was, "round": table.round.number, "table": table.number}
        record(event, actions.REPORT_CLEARED, by=by, at=at, **facts)
    return len(live)


@transaction.atomic
def approve(table: Table, number: int, *, by: User, at: datetime) -> Submission:
    """An official has looked at an unlikely score that both sides agreed on, and it stands."""
    event = lock_event(Event(pk=table.round.event_id))
    found = _found(table, number)
    if found.state != State.ACCEPTED:
        raise Refused("not-accepted", _("This report is not accepted; take it or clear it instead."))
    if found.settled_at is None:
        _settle(found, State.ACCEPTED, by, at)
        record(event, actions.REPORT_APPROVED, by=by, at=at, **_facts(table, found))
    return found


def table_result_of(found: Submission) -> TableResult:
    """A report as the value that is counted."""
    if found.entry == Sheet.Entry.DEALS:
        deals = tuple(Deal.from_dict(deal) for deal in found.deals)
        first = Seat(found.first_dealer)
        return TableResult(found.entry, deals, first_dealer=first, deals_played=found.deals_played)
    return TableResult.of_totals(found)


def _held(table: Table, seat: Seat) -> tuple[Event, Table]:
    """The event's row, locked, and the table as it is now; refused where nothing can be reported."""
    event = lock_event(Event(pk=table.round.event_id))
    table = Table.objects.select_related("round").prefetch_related("seatings__player").get(pk=table.pk)
    if not event.table_entry:
        raise Refused("entry-off", _("The director takes the scores at the desk now."))
    refuse_finished(event, _("The event is finished."))
    if table.round.status != Round.Status.OPEN:
        message = _("Round %(number)d is not being played now.")
        raise Refused("round-not-open", message % {"number": table.round.number})
    if seat not in table.chairs():
        raise Refused("empty-chair", _("Nobody sits on that seat."))
    return event, table


def _made_with(key: str | None, table: Table, seat: Seat) -> Submission | None:
    """The report that this very submission made when it came before."""
    made = table.submissions.filter(client_key=key).first() if key else None
    if made is not None and made.side != seat.side:
        raise Refused("key-used", _("This page has reported something else before. Load it again."))
    return made


def _found(table: Table, number: int) -> Submission:
    found = table.submissions.select_related("table__round").filter(number=number).first()
    if found is None:
        raise Refused("report-gone", _("There is no such report any more. Look at the table again."))
    return found


def _live(table: Table, side: Side) -> Submission | None:
    return table.submissions.live().filter(side=side).first()


def _stale(current: Sheet) -> Stale:
    return Stale(_("Another score counts for this table by now. Nothing was overwritten."), current)


def _refuse_gone(found: Submission) -> None:
    if not found.is_live:
        raise Refused("report-gone", _("This report has changed meanwhile. Look at it again."))


def _refuse_own(found: Submission, seat: Seat) -> None:
    if Side(found.side) is seat.side:
        raise Refused("own-report", _("The other side has to answer it, not the side that reported it."))


def _same(counted: ScoredResult, other: Submission | Sheet) -> bool:
    """Whether a report says what another report or the sheet says: points, lone marches, winner.

    Totals that leave a tie open agree with deals that settle it.
    """
    score = counted.score
    if (dict(score.totals), dict(score.loners)) != (dict(other.totals), dict(other.loners)):
        return False
    winners = {
        counted.reported.entry: score.winner,
        other.entry: Side(other.winner) if other.winner else None,
    }
    if len(winners) == 1:
        return (score.winner or "") == other.winner
    return winners[Sheet.Entry.TOTALS] in (None, winners[Sheet.Entry.DEALS])


def _is_its_phone(found: Submission, device: str) -> bool:
    return bool(device) and device == found.device


def _is_undisputed(found: Submission) -> bool:
    """Whether only the other side's own report stood against it."""
    return found.state == State.DISPUTED and not found.words


def _disputed_on_one_phone() -> Refused:
    message = _("You didn’t agree before. Accept it on their own phone, or go to the director’s desk.")
    return Refused("one-phone", message)


def _agree(
    event: Event, table: Table, found: Submission, seat: Seat, *, at: datetime, one_phone: bool
) -> Submission:
    """The other side says the same. From one phone that is no second word: it waits, and the desk is told;
    what is in dispute stays so."""
    if not one_phone:
        return _accept(event, table, found, seat, at=at)
    if found.state == State.DISPUTED:
        raise _disputed_on_one_phone()
    if found.state != State.ONE_PHONE:
        found.same_phone = True
        _answer(found, State.ONE_PHONE, seat, at)
        _record(actions.REPORT_ONE_PHONE, event, table, found, seat, at=at)
    return found


def _accept(event: Event, table: Table, found: Submission, seat: Seat, *, at: datetime) -> Submission:
    _enter(found, by=None, at=at, expected=0, agreed=True)
    found.same_phone = False
    _answer(found, State.ACCEPTED, seat, at)
    for other in table.submissions.live():
        _answer(other, State.WITHDRAWN, seat, at)
    _record(actions.REPORT_ACCEPTED, event, table, found, seat, at=at)
    return found


def _enter(
    found: Submission, *, by: User | None, at: datetime, expected: int, reason: str = "", agreed: bool = False
) -> Sheet:
    """Make a submission the table's sheet; what is unlikely about it was confirmed when it was typed."""
    entry = SheetEntry(
        expected,
        {int(number): answer for number, answer in found.included.items()},
        confirmed=True,
        reason=reason,
        source=Sheet.Source.TABLE,
        submission=found if agreed else None,
    )
    return enter_sheet(found.table, table_result_of(found), entry, by=by, at=at)


def _write(table: Table, counted: ScoredResult, seat: Seat, state: str, **columns: Any) -> Submission:
    reported, score = counted.reported, counted.score
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
        doubts=" ".join(doubt.message for doubt in score.doubts)[:500],
        **columns,
    )


def _answer(found: Submission, state: str, seat: Seat, at: datetime) -> None:
    found.state, found.answered_seat, found.answered_at = state, seat.value, at
    found.save(update_fields=["state", "answered_seat", "answered_at", "words", "same_phone"])


def _settle(found: Submission, state: str, by: User, at: datetime) -> None:
    found.state, found.settled_by, found.settled_at = state, by, at
    found.save(update_fields=["state", "settled_by", "settled_at"])


def _record(
    action: Action, event: Event, table: Table, found: Submission, seat: Seat, *, at: datetime, **more: Any
) -> None:
    """The history says who it was at the table; no account did it."""
    player = table.chairs()[seat].player
    told = _facts(table, found) | {"side": seat.side.value, "number": player.number, "name": player.name}
    record(event, action, by=None, at=at, **told, **more)


def _facts(table: Table, found: Submission) -> dict[str, Any]:
    return {"round": table.round.number, "table": table.number, "now": sheet_summary(found)}
