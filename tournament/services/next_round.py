"""Seating a round from the results of the one before it, in movements that do not plan ahead.

It happens when a round is closed, in the same transaction; or later, where the director waited with it, or
somebody came or went before anybody has reported from the new round.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.record import ByePoints
from scoring.seats import SIDES, Side
from tournament import actions
from tournament.models import Event, Round, Table, User
from tournament.services.common import lock_event, record
from tournament.services.errors import Refused
from tournament.services.placing import open_first, write_rounds
from tournament.services.sheets import settle_tie
from tournament.services.sit_outs import settle_sit_outs
from tournament.services.table_links import make_links
from tournament.state.next_round import next_round_unseated, plans_ahead, round_to_seat_after
from tournament.state.next_seating import NamedWinner, NextRound, WinnerQuestion, compute_next_round

FINISHED = gettext_lazy("The event is finished. Reopen it before changing its seating.")


@dataclass(frozen=True, slots=True)
class Answers:
    """What a director says about the next round: who goes on as winner where the sheets do not say, by table;
    the `mark` of the seating that was looked at (empty: any); what a sit-out scores, where that was asked
    (`bye`); or that the next round has to `wait`."""

    named: Mapping[int, NamedWinner] = field(default_factory=dict)
    mark: str = ""
    wait: bool = False
    bye: ByePoints | None = None


class WinnersMissing(Refused):
    """Nobody has said who goes on as winner of these tables."""

    def __init__(self, questions: tuple[WinnerQuestion, ...]) -> None:
        super().__init__("winner-missing", " ".join(question.sentence for question in questions))
        self.questions = questions


ANY = Answers()


@dataclass(frozen=True, slots=True)
class SeatingToWrite:
    """A seating that can be written: all is answered, and what belongs on sheets is on them. `named` are the
    answers as the history keeps them."""

    after: Round
    found: NextRound
    named: Sequence[Mapping[str, Any]]


def ready_after(round_: Round, answers: Answers, *, by: User, at: datetime) -> SeatingToWrite | None:
    """What is to be seated after `round_`, None where nothing is; raises `Refused` where it cannot be.

    Inside the transaction that closes `round_`, before it is closed: so that what is said about a tie now
    counts as said in time. `seat` follows.
    """
    if answers.wait or not next_round_unseated(round_):
        return None
    return _ready(round_.event, round_, answers, by=by, at=at)


@transaction.atomic
def seat_next(event: Event, answers: Answers = ANY, *, by: User, at: datetime) -> Round:
    """Seat the round after the last one closed, or seat it anew while nobody has reported from it."""
    event = lock_event(event, unfinished=FINISHED)
    after = round_to_seat_after(event)
    if after is None:
        raise why_not_seat(event)
    return seat(_ready(event, after, answers, by=by, at=at), by=by, at=at)


def why_not_seat(event: Event) -> Refused:
    """Why no round can be seated from results now."""
    if plans_ahead(event):
        return Refused("plans-ahead", _("This event's movement seats all rounds before the first is played."))
    last = event.rounds.order_by("-number").first()
    if last is None:
        return Refused("not-published", _("No seating is published yet. Draft the first round."))
    words = {"number": last.number, "next": last.number + 1}
    if last.status != Round.Status.OPEN:
        return Refused("nothing-left", _("Every round is seated."))
    if last.number == 1:
        return Refused("first-round", _("Round 1 is drawn by lot: withdraw it and draft it again."))
    message = _("Round %(number)d is being played, so its seating stays.")
    if last.number < event.round_count:
        message += " " + _("Round %(next)d is seated when it is closed.")
    return Refused("round-played", message % words)


def unseat_after(round_: Round) -> int | None:
    """Take the seating of the round after this one away, because this one is opened again; its number.

    Only where it followed from this round's results; the caller has checked that nobody reported from it.
    """
    later = list(round_.event.rounds.filter(number__gt=round_.number))
    if plans_ahead(round_.event) or len(later) != 1:
        return None
    number = later[0].number
    later[0].delete()
    round_.tables.update(moved_as_winner="")
    return number


def _ready(event: Event, after: Round, answers: Answers, *, by: User, at: datetime) -> SeatingToWrite:
    found = compute_next_round(event, after, answers.named)
    if found.unanswered:
        raise WinnersMissing(found.unanswered)
    if found.plan is None:
        raise Refused("nobody-to-seat", found.problem)
    if answers.mark and answers.mark != found.mark:
        message = _(
            "Something has changed since this seating was shown: a sheet, or who is there. Look at it again."
        )
        raise Refused("seating-changed", message)
    settle_sit_outs(event, found.plan.sit_out, answers.bye, by=by, at=at)
    named = [_keep(after, question, by=by, at=at) for question in found.questions]
    return SeatingToWrite(after, found, named)


def seat(ready: SeatingToWrite, *, by: User, at: datetime) -> Round:
    """Write the seating and open its round."""
    found, after, event = ready.found, ready.after, ready.after.event
    assert found.plan is not None  # `_ready` has refused
    again = event.has_round(found.number)
    for side in SIDES:
        won = [table for table, winner in found.winners.items() if winner is side]
        after.tables.filter(number__in=won).update(moved_as_winner=side.value)
    write_rounds(event, found.number, [found.plan])
    open_first(event)
    make_links(event, at=at)
    facts: dict[str, Any] = {"number": found.number, "after": after.number, "tables": len(found.plan.tables)}
    action = actions.SEATING_NEXT_AGAIN if again else actions.SEATING_NEXT
    record(event, action, by=by, at=at, **facts, named=ready.named)
    return event.rounds.get(number=found.number)


def _keep(round_: Round, question: WinnerQuestion, *, by: User, at: datetime) -> dict[str, Any]:
    """Write a director's answer down where it belongs; answers what the history keeps of it."""
    named = question.named
    assert named is not None  # `_seat` has asked
    table = Table.objects.select_related("round").get(round=round_, number=question.table)
    if named.reached_first and question.for_sheet:
        _put_on_sheet(table, named.side, by=by, at=at)
        why = "reached-first"
    elif question.score is None:
        why = "no-sheet"
    else:
        if question.for_sheet and not table.round.is_locked(at):
            _put_on_sheet(table, None, by=by, at=at)
        why = "named"
    numbers = [player.number for player in question.people[named.side]]
    return {"table": question.table, "side": named.side.value, "numbers": numbers, "why": why}


def _put_on_sheet(table: Table, side: Side | None, *, by: User, at: datetime) -> None:
    """Who reached the tie first belongs on the table's sheet: it decides who won the round. None: nobody can
    say."""
    sheet = table.sheets.counting().get()
    reason = _("Asked when the next round was seated")
    settle_tie(table, by=by, at=at, reached_first=side, expected=sheet.revision, reason=reason)
