"""Seat a round from the results of the one before it, in movements that do not plan ahead.

Done when a round is closed, in the same transaction; or later, if the director waited, or somebody came or
went before the first report from the new round.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.record import ByePoints
from scoring.seats import SEATS, SIDES, Side
from tournament.models import AuditEntry, Event, Player, Round, Seating, Table, User
from tournament.registry import actions
from tournament.rotation.movements import MOVEMENTS
from tournament.rotation.plan import RoundPlan
from tournament.services.common import lock_event, record
from tournament.services.errors import Refused
from tournament.services.events import change_event
from tournament.services.sheets import settle_tie
from tournament.services.table_links import make_links
from tournament.state.attendance import event_progress
from tournament.state.next_round import (
    NamedWinner,
    NextRound,
    WinnerQuestion,
    changed_standings,
    changed_winners,
    compute_next_round,
    next_round_unseated,
    plans_ahead,
    round_seated_from,
    round_to_seat_after,
    standings_seated_from,
)

FINISHED = gettext_lazy("The event is finished. Reopen it before changing its seating.")


@dataclass(frozen=True, slots=True)
class Answers:
    """The director's answers about the next round.

    `named`: by table, who moves on as winner if no sheet says. `mark`: of the seating that was shown
    (empty: any). `bye`: what a sit-out scores, if asked. `wait`: do not seat the round yet.
    """

    named: Mapping[int, NamedWinner] = field(default_factory=dict)
    mark: str = ""
    wait: bool = False
    bye: ByePoints | None = None


class WinnersMissing(Refused):
    """Nobody has said who moves on as winner at these tables."""

    def __init__(self, questions: tuple[WinnerQuestion, ...]) -> None:
        super().__init__("winner-missing", " ".join(question.sentence for question in questions))
        self.questions = questions


ANY = Answers()


class SeatingToWrite(NamedTuple):
    """A seating ready to write: all questions are answered, and answers for sheets are on them.

    `named` has the answers as the history keeps them.
    """

    after: Round
    following: NextRound
    named: Sequence[Mapping[str, Any]]


def ready_after(round_: Round, answers: Answers, *, by: User, at: datetime) -> SeatingToWrite | None:
    """Prepare the seating of the round after `round_`; None if there is none, `Refused` if it is impossible.

    Call it in the transaction that closes `round_`, but before closing, so that an answer about a tie is not
    a late correction. `seat_next_round` follows.
    """
    if answers.wait or not next_round_unseated(round_):
        return None
    return _ready(round_.event, round_, answers, by=by, at=at)


@transaction.atomic
def seat_next(event: Event, answers: Answers = ANY, *, by: User, at: datetime) -> Round:
    """Seat the round after the last one closed, or reseat it while nobody has reported from it."""
    event = lock_event(event, unfinished=FINISHED)
    after = round_to_seat_after(event)
    if after is None:
        raise why_not_seat(event)
    return seat_next_round(_ready(event, after, answers, by=by, at=at), by=by, at=at)


@transaction.atomic
def keep_seating(event: Event, *, by: User, at: datetime) -> AuditEntry:
    """Leave the open round's seating as it is, though results of the round before were corrected since."""
    event = lock_event(event, unfinished=FINISHED)
    changed, standings = changed_winners(event), changed_standings(event)
    if not changed and standings is None:
        raise Refused("nothing-changed", _("The seating already matches the results. Nothing to change."))
    after = standings.round if standings else changed[0].round
    facts: dict[str, Any] = {"number": after + 1, "after": after, "winners": [one.facts for one in changed]}
    if standings:
        facts["standings"] = list(standings.order)
    return record(event, actions.SEATING_KEPT, by=by, at=at, **facts)


def why_not_seat(event: Event) -> Refused:
    """Why no round can be seated from results now; call it only then."""
    if plans_ahead(event):
        return Refused("plans-ahead", _("This event’s movement seats all rounds before the first is played."))
    last = event.rounds.order_by("-number").first()
    if last is None:
        return Refused("not-published", _("No seating is published yet. Seat the first round."))
    words = {"number": last.number, "next": last.number + 1}
    if last.status == Round.Status.PLANNED and last.number < event.round_count:
        message = _("Round %(next)d is seated when round %(number)d is closed.")
        return Refused("before-not-closed", message % words)
    if last.status != Round.Status.OPEN:
        return Refused("nothing-left", _("Every round is seated."))
    if last.number == 1 and event_progress(event).nothing_reported:
        return Refused("first-round", _("Round 1 is drawn by lot: withdraw it and draw it again."))
    message = _("Round %(number)d is being played, so its seating stays.")
    if last.number < event.round_count:
        message += " " + _("Round %(next)d is seated when it is closed.")
    return Refused("round-played", message % words)


def unseat_after(round_: Round) -> int | None:
    """Remove the seating that followed from this round's results, because this round is reopened.

    Returns the number of the unseated round, or None. The caller has checked that nobody reported from it.
    """
    later = list(round_.event.rounds.filter(number__gt=round_.number))
    if len(later) != 1 or later[0].number <= MOVEMENTS[round_.event.movement].ahead(round_.event.round_count):
        return None
    number = later[0].number
    later[0].delete()
    round_.tables.update(moved_as_winner="")
    return number


def _ready(event: Event, after: Round, answers: Answers, *, by: User, at: datetime) -> SeatingToWrite:
    following = compute_next_round(event, after, answers.named)
    if following.unanswered:
        raise WinnersMissing(following.unanswered)
    if following.plan is None:
        raise Refused("nobody-to-seat", following.problem)
    if answers.mark and answers.mark != following.mark:
        message = _(
            "Something has changed since this seating was shown: a sheet, or who is there. Look at it again."
        )
        raise Refused("seating-changed", message)
    settle_sit_outs(event, following.plan.sit_out, answers.bye, by=by, at=at)
    named = [_keep(after, question, by=by, at=at) for question in following.questions]
    return SeatingToWrite(after, following, named)


def seat_next_round(ready: SeatingToWrite, *, by: User, at: datetime) -> Round:
    """Write the seating and open its round."""
    following, after, event = ready.following, ready.after, ready.after.event
    assert following.plan is not None  # otherwise `_ready` raised
    again = event.has_round(following.number)
    keep_winners(after, following.follows["winners"])
    write_rounds(event, following.number, [following.plan])
    open_first(event)
    make_links(event, at=at)
    facts: dict[str, Any] = {
        "number": following.number,
        "after": after.number,
        "tables": len(following.plan.tables),
    }
    if following.standing:
        facts["standings"] = list(following.standing)
    action = actions.SEATING_NEXT_AGAIN if again else actions.SEATING_NEXT
    record(event, action, by=by, at=at, **facts, named=ready.named)
    return event.rounds.get(number=following.number)


def keep_winners(after: Round, winners: Mapping[str, str]) -> None:
    """Store which side moved on as winner at each table (a number in text) of the round `after`."""
    for side in SIDES:
        won = [int(table) for table, winner in winners.items() if winner == side.value]
        after.tables.filter(number__in=won).update(moved_as_winner=side.value)


def seated_from(event: Event, number: int) -> dict[str, Any]:
    """What the published round `number` was seated from, as `NextRound.follows`; empty if it was planned."""
    after = event.rounds.filter(number=number - 1).first()
    if after is None or round_seated_from(after) != number:
        return {}
    moved = after.tables.exclude(moved_as_winner="").values_list("number", "moved_as_winner")
    return {
        "after": after.number,
        "winners": {str(table): side for table, side in moved.order_by("number")},
        "standings": standings_seated_from(event, after.number),
    }


def _keep(round_: Round, question: WinnerQuestion, *, by: User, at: datetime) -> dict[str, Any]:
    """Store a director's answer where it belongs; return what the history keeps of it."""
    answer = question.named
    assert answer is not None  # otherwise `_ready` raised
    table = Table.objects.select_related("round").get(round=round_, number=question.table)
    if answer.reached_first and question.for_sheet:
        _put_on_sheet(table, answer.side, by=by, at=at)
        why = "reached-first"
    elif question.score is None:
        why = "no-sheet"
    else:
        if question.for_sheet and not table.round.is_locked(at):
            _put_on_sheet(table, None, by=by, at=at)
        why = "named"
    numbers = [player.number for player in question.people[answer.side]]
    return {"table": question.table, "side": answer.side.value, "numbers": numbers, "why": why}


def _put_on_sheet(table: Table, side: Side | None, *, by: User, at: datetime) -> None:
    """Put the answer to a tie on the table's sheet, as it decides who won the round. None: nobody can say."""
    sheet = table.sheets.counting().get()
    reason = _("Answered when the next round was seated")
    settle_tie(table, by=by, at=at, reached_first=side, expected=sheet.revision, reason=reason)


def write_rounds(event: Event, first: int, plans: Sequence[RoundPlan]) -> None:
    """Write the rounds from `first` on, replacing those there; the caller has checked them."""
    last = first + len(plans) - 1
    event.rounds.filter(number__gt=last).delete()
    Table.objects.filter(round__event=event, round__number__gte=first).delete()
    Seating.objects.filter(round__event=event, round__number__gte=first).delete()
    there = {round_.number: round_ for round_ in event.rounds.all()}
    missing = [n for n in range(first, last + 1) if n not in there]
    Round.objects.bulk_create([Round(event=event, number=n) for n in missing])
    rounds = {round_.number: round_ for round_ in event.rounds.all()}
    numbered = [(rounds[n], plan) for n, plan in enumerate(plans, start=first)]
    Table.objects.bulk_create([Table(round=r, number=t) for r, plan in numbered for t in plan.table_numbers])
    tables = {
        (table.round_id, table.number): table
        for table in Table.objects.filter(round__event=event, round__number__gte=first)
    }
    players = {player.number: player for player in event.players.all()}
    Seating.objects.bulk_create(_seatings(numbered, tables, players))


def _seatings(
    numbered: Iterable[tuple[Round, RoundPlan]],
    tables: Mapping[tuple[int, int], Table],
    players: Mapping[int, Player],
) -> Iterable[Seating]:
    for round_, plan in numbered:
        for table in plan.tables:
            at = tables[round_.pk, table.number]
            for seat, number in zip(SEATS, table.players, strict=True):
                yield Seating(round=round_, player=players[number], table=at, seat=seat.value)
        for short in plan.short:
            at = tables[round_.pk, short.number]
            for seat, number in short.seats.items():
                yield Seating(round=round_, player=players[number], table=at, seat=seat.value)
        for number in plan.sit_out:
            yield Seating(round=round_, player=players[number])


def open_first(event: Event) -> None:
    """Open the first round that is not closed, unless one is open already."""
    if event.rounds.open().exists():
        return
    first = event.rounds.planned().order_by("number").first()
    if first is not None:
        first.status = Round.Status.OPEN
        first.save(update_fields=["status"])


def settle_sit_outs(
    event: Event, sit_out: Collection[int], bye: ByePoints | None, *, by: User, at: datetime
) -> None:
    """Store what a sit-out scores, if players sit out and it is undecided.

    Raises `Refused` without an answer, or if another director has answered otherwise meanwhile.
    """
    if event.bye_decided:
        if bye is not None and bye != event.bye:
            message = _("Another director has decided what a sit-out scores. Look at it again.")
            raise Refused("sit-outs-decided", message)
        return
    if not sit_out:
        return
    if bye is None:
        message = _("Players sit out: say what a sit-out scores before this is published.")
        raise Refused("sit-outs-undecided", message, "bye_mode")
    reason = _("Set when players were first given a sit-out")
    change_event(event, by=by, at=at, reason=reason, bye_mode=bye.mode, bye_points=bye.points)
