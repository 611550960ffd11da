"""Correct who sat where in a round that is being played or was: two tables, or two players, exchanged.

The seating becomes what it really was, so every result follows those who played it; no sheet changes. Each
correction needs a reason, and is undone by the same exchange.
"""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.models import (
    Adjustment,
    AuditEntry,
    Event,
    Player,
    Round,
    Ruling,
    Seating,
    Substitution,
    User,
)
from tournament.registry import actions
from tournament.services.common import checked_reason, lock_event, record, refuse_locked
from tournament.services.errors import Refused

FINISHED = gettext_lazy("The event is finished. Reopen it before changing who sits where.")

Chair = list[Any]  # round, table (None: sits out), seat, the player's number: as the history keeps it


@transaction.atomic
def exchange_tables(
    event: Event, *, round: int, table: int, other: int, reason: str, by: User, at: datetime
) -> AuditEntry:
    """Exchange everybody at two tables in a round: they sat at each other's place.

    A table's sheet stays with its number, and so counts for those who really sat there.
    """
    event = lock_event(event, unfinished=FINISHED)
    words = _reason(reason)
    round_ = _begun(event, round, at)
    if table == other:
        raise Refused("same-table", _("Choose two different tables."), "other")
    tables = {one.number: one for one in round_.tables.filter(number__in=[table, other])}
    for number, name in ((table, "table"), (other, "other")):
        if number not in tables:
            message = _("There is no table %(table)s in round %(round)s.")
            raise Refused("no-table", message % {"table": number, "round": round}, name)
    rows = list(Seating.objects.filter(table__in=tables.values()))
    elsewhere = {tables[table].pk: tables[other], tables[other].pk: tables[table]}

    def exchanged(row: Seating) -> Seating:
        there = elsewhere[row.table_id or 0]
        return Seating(round=round_, player_id=row.player_id, table=there, seat=row.seat)

    _replace(rows, exchanged)
    _exchange_places(event, round, table, other)
    _follow_chairs(event, [round_])
    facts = {"round": round, "table": table, "other": other, "reason": words}
    return record(
        event,
        actions.CHANGE_TABLES_EXCHANGED,
        by=by,
        at=at,
        **facts,
        chairs=_chairs([round_], Q(table__in=tables.values())),
    )


@transaction.atomic
def exchange_players(
    player: Player, other: Player, *, from_round: int, to_round: int, reason: str, by: User, at: datetime
) -> AuditEntry:
    """Exchange two players in a range of rounds: each sat where the other was seated.

    Somebody who sat out, or had no place at all, may have sat in the other's chair as well.
    """
    event = lock_event(player.event, unfinished=FINISHED)
    words = _reason(reason)
    if player.pk == other.pk:
        raise Refused("same-player", _("Choose two different players."), "other")
    if to_round < from_round:
        raise Refused("rounds-order", _("The last round cannot be before the first."), "to_round")
    rounds = [_begun(event, number, at) for number in range(from_round, to_round + 1)]
    both = {player.pk: other.pk, other.pk: player.pk}
    for round_ in rounds:
        rows = list(round_.seatings.filter(player__in=both).select_related("table"))
        if not any(row.table_id for row in rows):
            message = _("Neither %(name)s nor %(other)s has a seat in round %(round)s.")
            facts = {"name": player.name, "other": other.name, "round": round_.number}
            raise Refused("no-chair", message % facts, "from_round")

        def exchanged(row: Seating) -> Seating:
            return Seating(
                round_id=row.round_id, player_id=both[row.player_id], table=row.table, seat=row.seat
            )

        _replace(rows, exchanged)
    _follow_chairs(event, rounds)
    return record(
        event,
        actions.CHANGE_PLAYERS_EXCHANGED,
        by=by,
        at=at,
        name=player.noted_name,
        number=player.number,
        other_name=other.noted_name,
        other_number=other.number,
        from_round=from_round,
        to_round=to_round,
        reason=words,
        chairs=_chairs(rounds, Q(player__in=both)),
    )


def still_exchanged(event: Event, facts: Mapping[str, Any]) -> bool:
    """Whether everybody still sits where the correction put them, so that it can be undone."""
    if event.is_finished:
        return False
    numbers = {number for number, _table, _seat, _player in facts["chairs"]}
    if event.rounds.begun().filter(number__in=numbers).count() < len(numbers):
        return False
    rows = Seating.objects.filter(round__event=event, round__number__in=numbers)
    now = {tuple(chair) for chair in _as_facts(rows)}
    return all(tuple(chair) in now for chair in facts["chairs"])


def exchange_back(
    event: Event, facts: Mapping[str, Any], reason: str, *, by: User, at: datetime
) -> AuditEntry:
    """Undo a correction by the same exchange."""
    acted: dict[str, Any] = {"reason": reason, "by": by, "at": at}
    if "table" in facts:
        tables = {key: facts[key] for key in ("round", "table", "other")}
        return exchange_tables(event, **tables, **acted)
    player, other = (event.players.get(number=facts[key]) for key in ("number", "other_number"))
    rounds = {key: facts[key] for key in ("from_round", "to_round")}
    return exchange_players(player, other, **rounds, **acted)


def _reason(reason: str) -> str:
    return checked_reason(reason, needed=_("Say what happened; it’s kept in the history."))


def _begun(event: Event, number: int, at: datetime) -> Round:
    """The round, if it has begun and is not locked."""
    round_ = event.rounds.begun().filter(number=number).first()
    if round_ is None:
        message = _("Round %(round)s hasn’t begun, so nobody has sat in the wrong place.")
        raise Refused("round-not-begun", message % {"round": number}, "round")
    round_.event = event
    refuse_locked(round_, at)
    return round_


def _replace(rows: Iterable[Seating], exchanged: Callable[[Seating], Seating]) -> None:
    """Write these places anew; all go first, since a seat is taken once."""
    anew = [exchanged(row) for row in rows]
    Seating.objects.filter(pk__in=[row.pk for row in rows]).delete()
    Seating.objects.bulk_create(anew)


def _exchange_places(event: Event, round_: int, table: int, other: int) -> None:
    """Let substitutions know where their chairs are now."""
    number = {table: other, other: table}
    for change in Substitution.objects.filter(event=event):
        places = [
            place | {"table": number[place["table"]]}
            if place["round"] == round_ and place["table"] in number
            else place
            for place in change.places
        ]
        if places != change.places:
            change.places = places
            change.save(update_fields=["places"])


def _follow_chairs(event: Event, rounds: Iterable[Round]) -> None:
    """Rulings name a seat: their offenders, and points off an offender's own total, follow who sat there."""
    rulings = Ruling.objects.filter(event=event, table__round__in=rounds).exclude(offender="")
    seated = {
        (row.table_id, row.seat): row.player_id
        for row in Seating.objects.filter(round__in=rounds, table__isnull=False)
    }
    for ruling in rulings:
        player = seated.get((ruling.table_id, ruling.offender))
        if player is not None and player != ruling.player_id:
            Ruling.objects.filter(pk=ruling.pk).update(player=player)
            Adjustment.objects.filter(ruling=ruling).update(player=player)


def _chairs(rounds: Iterable[Round], which: Q) -> list[Chair]:
    return _as_facts(Seating.objects.filter(which, round__in=rounds))


def _as_facts(rows: Any) -> list[Chair]:
    fields = ("round__number", "table__number", "seat", "player__number")
    return [list(row) for row in rows.order_by("round__number", "player__number").values_list(*fields)]
