"""Substitutions during an event: fill a missing player's seat or leave it empty, and the player's return.

Nobody else moves, and rounds already reported keep their players, so results stay with those who played
them. A substitute "for the seat" is unranked.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Count
from django.utils.translation import gettext as _

from scoring.seats import SEATS, Seat
from tournament.models import Event, Player, Seating, Substitution, User
from tournament.models.seating import SEAT_NAMES
from tournament.models.substitutions import first_chair, first_unplayed, table_reported
from tournament.registry import actions
from tournament.services import attendance
from tournament.services.common import lock_event, next_number, record, refuse
from tournament.services.errors import Refused
from tournament.services.players import add_player, check_round, set_status
from tournament.state.attendance import GOING, helpers_from, seating_mismatch
from tournament.state.seating import helper_chairs

Status = Player.Status


@transaction.atomic
def substitute(
    absent: Player,
    *,
    by: User,
    at: datetime,
    from_round: int,
    to_round: int,
    who: Player | None = None,
    walk_up: str = "",
    helper: bool = False,
    for_seat: bool = False,
    confirmed: bool = False,
) -> Substitution:
    """Give the seat of `absent` to `who`, to a `helper` of the house or to a new player named `walk_up`, for
    a range of rounds.

    With `for_seat` the substitute plays for the seat and is not ranked, else for themselves.
    """
    event, absent = _held(absent)
    chairs = _chairs(event, absent, from_round, to_round)
    new = who is None
    if helper:
        who, new = attendance.find_helper(event, from_round, by=by, at=at)
        for_seat = True
    elif who is None:
        who = add_player(event, walk_up, from_round=from_round, by=by, at=at, here=True, confirmed=confirmed)
    who = event.players.get(pk=who.pk)
    before = {"absent": attendance.presence_of(absent), "substitute": attendance.presence_of(who)}
    if new:
        before["substitute"]["status"] = Status.EXPECTED  # here for this substitution only
    places = _take(chairs, _checked(event, absent, who, from_round, to_round, for_seat=for_seat))
    attendance.mark_present(event, who, from_round, to_round, ranked=who.ranked and not for_seat, new=new)
    change = _made(event, absent, who, from_round, to_round, places, before, by=by, at=at, for_seat=for_seat)
    action = actions.CHANGE_FOR_SEAT if for_seat else actions.CHANGE_FOR_HIMSELF
    if helper or absent.house:
        action = actions.CHANGE_HELPER if helper else actions.CHANGE_FOR_HELPER
    record(event, action, by=by, at=at, **_facts(change))
    return change


@transaction.atomic
def settle_with_helpers(event: Event, *, by: User, at: datetime) -> None:
    """Let helpers take the chairs of those who have gone, or give up theirs to those who came."""
    event = _lock(event)
    mismatch = seating_mismatch(event)
    chairs = helper_chairs(event, mismatch) if mismatch else None
    if mismatch is None or chairs is None:
        raise Refused(
            "nothing-to-choose", _("The seating or who is here has changed since. Look at the choices again.")
        )
    for absent, who in chairs.pairs:
        _hand_over(absent, who, mismatch.first_round, by=by, at=at)


@transaction.atomic
def add_for_helper(event: Event, name: str, *, by: User, at: datetime, **more: Any) -> Player:
    """Add a player, as `add_player` does, to whom a helper gives up the chair."""
    player = add_player(event, name, by=by, at=at, **more)
    helping = helpers_from(event.players.helpers().in_order(), player.from_round).helpers
    if not helping:
        raise Refused("no-helper", _("No helper plays in that round."), "for_helper")
    _hand_over(helping[-1], player, player.from_round, by=by, at=at)
    return player


def _hand_over(absent: Player, who: Player | None, first: int, *, by: User, at: datetime) -> None:
    """Give the chair of `absent` to `who`, or to a helper (None), from round `first` until the end.

    A chair of a round that is not seated yet is nobody's: there the helper only stops.
    """
    chair = first_chair(absent, first)
    if chair is not None:
        last = absent.event.round_count
        substitute(absent, who=who, helper=who is None, from_round=chair, to_round=last, by=by, at=at)
    elif absent.house:
        set_status(absent, Status.LEFT, to_round=first - 1, by=by, at=at)


@transaction.atomic
def leave_empty(absent: Player, *, by: User, at: datetime, from_round: int, to_round: int) -> Substitution:
    """Leave the chair empty: the three others play and score."""
    event, absent = _held(absent)
    before = {"absent": attendance.presence_of(absent)}
    chairs = _chairs(event, absent, from_round, to_round)
    for chair in chairs:
        if chair.table and chair.table.seatings.count() == 1:
            message = _("Nobody would be left at table %(table)s in round %(round)s. Seat a substitute.")
            words = {"table": chair.table.number, "round": chair.round.number}
            raise Refused("table-deserted", message % words, "who")
    if event.has["helpers"]:
        _refuse_second_gap(event, chairs)
    places = _take(chairs, None)
    change = _made(event, absent, None, from_round, to_round, places, before, by=by, at=at)
    record(event, actions.CHANGE_EMPTY, by=by, at=at, **_facts(change))
    return change


@transaction.atomic
def come_back(player: Player, *, by: User, at: datetime, from_round: int) -> list[Substitution]:
    """Let a player return from this round on, to the seats that substitutes hold.

    Returns the substitutions that this ended. If a redraw has seated somebody else instead, the unplayed
    rounds have to be redrawn again; the seating page says so.
    """
    event, player = _held(player)
    first_missed = attendance.gone_from(player)
    check_round(event, from_round, "from_round")
    _refuse_closed(event, from_round)
    if from_round < first_missed:
        message = _("%(name)s (number %(number)s) plays until round %(last)s: choose a later round.")
        raise Refused("returns-before-leaving", message % _named(player, last=first_missed - 1), "from_round")
    if player.status in GOING and player.to_round is None:
        player.from_round = from_round
        player.away = []
    else:
        gap = range(first_missed, from_round)
        missed = set(player.away) if player.status in GOING else {n for n in player.away if n < from_round}
        player.away = sorted(missed | set(gap))
    player.status, player.to_round = Status.HERE, None
    player.save(update_fields=["status", "from_round", "to_round", "away"])
    substitutions = [one for one in player.absences.all() if one.last_round >= from_round]
    for one in substitutions:
        _give_back(event, one, from_round, by=by, at=at)
    record(event, actions.CHANGE_BACK, by=by, at=at, from_round=from_round, **_named(player))
    return substitutions


@transaction.atomic
def withdraw_substitution(change: Substitution, *, by: User, at: datetime) -> Substitution:
    """Undo a substitution in the rounds not played yet."""
    event = _lock(change.event)
    change = event.substitutions.get(pk=change.pk)
    refuse(why_not_withdraw(change))
    first = first_unplayed(change)
    assert first is not None
    absent = change.absent
    if first == change.from_round:
        attendance.restore_presence(absent, change.presence["absent"])
    elif change.presence["absent"]["before"] != change.presence["absent"]["after"]:
        attendance.return_to_play(absent, first)
    _give_back(event, change, first, by=by, at=at)
    record(event, actions.CHANGE_UNDONE, by=by, at=at, **_facts(change) | {"from_round": first})
    return change


def why_not_withdraw(change: Substitution) -> Refused | None:
    """Why the substitution cannot be withdrawn, or None."""
    if change.ended_from is not None:
        return Refused("ended", _("This change has ended already."))
    if first_unplayed(change) is None:
        return Refused("played", _("Every round of this change is played, and what is played stays."))
    return None


# --- the chairs ---


def _chairs(event: Event, absent: Player, first: int, last: int) -> list[Seating]:
    """The absent player's seats in these rounds; refused if there are none, or if they are played."""
    for number, field in ((first, "from_round"), (last, "to_round")):
        check_round(event, number, field)
    if last < first:
        raise Refused("rounds-order", _("The last round cannot be before the first."), "to_round")
    _refuse_closed(event, first)
    rows = absent.seatings.filter(round__number__range=(first, last)).select_related("round", "table")
    chairs = list(rows.order_by("round__number"))
    if not any(chair.table for chair in chairs):
        message = _("%(name)s (number %(number)s) has no seat in these rounds.")
        raise Refused("no-chair", message % _named(absent), "from_round")
    for chair in chairs:
        if chair.table and table_reported(event, chair.round.number, chair.table.number):
            message = _(
                "Table %(table)s has reported round %(round)s with %(name)s (number %(number)s), and what is "
                "played stays. Choose a later round."
            )
            words = _named(absent, table=chair.table.number, round=chair.round.number)
            raise Refused("table-reported", message % words, "from_round")
    return chairs


def _refuse_second_gap(event: Event, chairs: Sequence[Seating]) -> None:
    """Refuse an empty chair while another table of the round has one: a helper can fill it."""
    for chair in chairs:
        if chair.table is None:
            continue
        tables = chair.round.tables.exclude(pk=chair.table.pk).annotate(people=Count("seatings"))
        short = tables.filter(people__lt=len(SEATS)).order_by("number").first()
        if short is not None:
            message = _(
                "Table %(table)s has an empty seat in round %(round)s already. Let a helper play, or redraw "
                "the remaining rounds."
            )
            words = {"table": short.number, "round": chair.round.number}
            raise Refused("second-gap", message % words, "who")


def _checked(event: Event, absent: Player, who: Player, first: int, last: int, *, for_seat: bool) -> Player:
    """The substitute as they are now; refused if they cannot take the seat."""
    if who.pk == absent.pk:
        raise Refused("himself", _("Choose someone else: it is the same player."), "who")
    if who.status == Status.DISQUALIFIED:
        raise Refused("disqualified", _("%(name)s (number %(number)s) is disqualified.") % _named(who), "who")
    sits = who.seatings.filter(round__number__range=(first, last), table__isnull=False)
    where = sits.select_related("round", "table").order_by("round__number").first()
    if where is not None and where.table is not None:
        message = _("%(name)s (number %(number)s) sits at table %(table)s, %(seat)s, in round %(round)s.")
        words = _named(
            who, table=where.table.number, seat=SEAT_NAMES[Seat(where.seat)], round=where.round.number
        )
        raise Refused("sits-elsewhere", message % words, "who")
    if for_seat and who.ranked and who.seatings.exists():
        message = _(
            "%(name)s (number %(number)s) is in the standings, so their points are their own. Choose “for "
            "themselves”, or someone new for the seat."
        )
        raise Refused("plays-for-himself", message % _named(who), "plays_for")
    return who


def _take(chairs: Sequence[Seating], who: Player | None) -> list[dict[str, Any]]:
    """Give the seats to `who`, or leave them empty; return what changed, so that it can be undone."""
    places = []
    for chair in chairs:
        sits_out = who is not None and who.seatings.filter(round=chair.round, table=None).exists()
        if who is None or (chair.table is None and sits_out):
            chair.delete()
        else:
            who.seatings.filter(round=chair.round, table=None).delete()
            chair.player = who
            chair.save(update_fields=["player"])
        table = chair.table.number if chair.table else None
        places.append({"round": chair.round.number, "table": table, "seat": chair.seat, "out": sits_out})
    return places


def _give_back(event: Event, change: Substitution, first: int, *, by: User, at: datetime) -> None:
    """Seat the absent player in their own seats again, from round `first` on."""
    for place in change.places:
        if first <= place["round"] <= change.last_round:
            _seat_again(event, change, place)
    if change.substitute is not None:
        attendance.release_substitute(change.substitute, change, first)
    change.ended_from, change.ended_by, change.ended_at = first, by, at
    change.save(update_fields=["ended_from", "ended_by", "ended_at"])


def _seat_again(event: Event, change: Substitution, place: dict[str, Any]) -> None:
    round_ = event.rounds.filter(number=place["round"]).first()
    absent, who = change.absent, change.substitute
    if round_ is None or absent.seatings.filter(round=round_).exists():
        return
    if place["table"] is None:
        if who is not None and not place["out"]:
            who.seatings.filter(round=round_, table=None).delete()
        Seating.objects.create(round=round_, player=absent)
        return
    table = round_.tables.filter(number=place["table"]).first()
    here = round_.seatings.filter(table=table, seat=place["seat"]).first() if table else None
    if who is not None and (here is None or here.player_id != who.pk) and change.for_seat:
        # Redrawn since: a substitute for the seat holds it wherever it is now.
        here = round_.seatings.filter(player=who, table__isnull=False).first()
        table = here.table if here else None
    if table is None or (who is not None and (here is None or here.player_id != who.pk)):
        return
    if table_reported(event, round_.number, table.number):
        message = _("Table %(table)s has reported round %(round)s already. Choose a later round.")
        words = {"table": table.number, "round": round_.number}
        raise Refused("table-reported", message % words, "from_round")
    if who is None:
        if here is None:
            Seating.objects.create(round=round_, player=absent, table=table, seat=place["seat"])
        return
    assert here is not None
    here.player = absent
    here.save(update_fields=["player"])
    if place["out"]:
        Seating.objects.create(round=round_, player=who)


# --- steps of every action ---


def _held(player: Player) -> tuple[Event, Player]:
    event = _lock(player.event)
    return event, event.players.get(pk=player.pk)


def _lock(event: Event) -> Event:
    """Lock the event and return it; refused if seats cannot change."""
    event = lock_event(
        event, unfinished=_("The event is finished. Reopen it before changing who sits where.")
    )
    if not event.has_seating:
        message = _("The seating is not published yet. Mark who is there on the players’ page.")
        raise Refused("not-published", message)
    return event


def _refuse_closed(event: Event, number: int) -> None:
    if event.rounds.closed().filter(number=number).exists():
        message = _("Round %(round)s is closed, and what is played stays. Choose a later round.")
        raise Refused("round-played", message % {"round": number}, "from_round")


def _made(
    event: Event,
    absent: Player,
    who: Player | None,
    first: int,
    last: int,
    places: list[dict[str, Any]],
    before: dict[str, Any],
    *,
    by: User,
    at: datetime,
    for_seat: bool = False,
) -> Substitution:
    attendance.mark_away(event, absent, first, last)
    people = {"absent": absent, "substitute": who}
    return Substitution.objects.create(
        event=event,
        number=next_number(event.substitutions),
        absent=absent,
        substitute=who,
        from_round=first,
        to_round=last,
        for_seat=for_seat,
        places=places,
        presence={
            part: {"before": was, "after": attendance.presence_of(people[part])}  # type: ignore[arg-type]
            for part, was in before.items()
        },
        made_by=by,
        made_at=at,
    )


def _named(player: Player, **more: Any) -> dict[str, Any]:
    return {"name": player.noted_name, "number": player.number} | more


def _facts(change: Substitution) -> dict[str, Any]:
    """The facts of the audit entry."""
    who = change.substitute
    return _named(
        change.absent,
        from_round=change.from_round,
        to_round=change.to_round,
        other_name=who.noted_name if who else "",
        other_number=who.number if who else None,
        change=change.number,
    )
