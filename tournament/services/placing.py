"""Write planned rounds into the event (rounds, tables, seatings in bulk), set what a sit-out scores, and open
the first one to play.

Helpers of `seating.publish`, which checks and records.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from scoring.record import ByePoints
from scoring.seats import SEATS
from tournament.models import Event, Player, Round, Seating, Table, User
from tournament.rotation.plan import RoundPlan
from tournament.services.errors import Refused
from tournament.services.events import change_event


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
