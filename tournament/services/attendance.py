"""Several players go home at once; helpers come and stop; and players' attendance when a substitution begins
or ends.

The latter are helpers of `substitutions`, which locks the event and records the action.
"""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.models import AuditEntry, Event, Player, Substitution, User
from tournament.models.events import new_token
from tournament.registry import actions
from tournament.services import players
from tournament.services.common import lock_event, record
from tournament.services.errors import Refused
from tournament.services.players import check_room, free_numbers, mark_presence
from tournament.services.sign_ups import BURST, MOST_AT_ONCE
from tournament.state.attendance import (
    GOING,
    STAYING,
    TABLE_NEEDS,
    SelfCheckIn,
    arrival_of,
    check_in_sentence,
    event_progress,
    helpers_from,
    plays_in,
    seated_numbers,
)

Status = Player.Status
PRESENCE = (*players.PRESENCE, "ranked")


def presence_of(player: Player) -> dict[str, Any]:
    return {field: getattr(player, field) for field in PRESENCE}


def restore_presence(player: Player, presence: dict[str, Any]) -> None:
    """Restore a player's presence from before the substitution, unless it was changed again since."""
    if presence_of(player) == presence["after"]:
        for field, value in presence["before"].items():
            setattr(player, field, value)
        player.save(update_fields=list(PRESENCE))


def mark_away(event: Event, player: Player, first: int, last: int) -> None:
    """Mark a player away from round `first` to `last`, or as left if `last` is the last round."""
    if player.status not in STAYING:
        return
    if last >= event.round_count:
        player.status, player.to_round = Status.LEFT, first - 1 or None
    else:
        player.away = sorted({*player.away, *range(first, last + 1)})
    player.save(update_fields=["status", "to_round", "away"])


def mark_present(event: Event, who: Player, first: int, last: int, *, ranked: bool, new: bool) -> None:
    """Mark the substitute as here for these rounds.

    A player who is here for them anyway is left as is, unless `new`: then they came for this only.
    """
    who.ranked = ranked
    if new or not all(plays_in(who, number) for number in range(first, last + 1)):
        until = last if last < event.round_count else None
        if not who.seatings.exclude(round__number__range=(first, last)).exists():
            who.from_round, who.away = first, []
        elif who.status in GOING:
            who.away = sorted({*who.away, *range((who.to_round or 0) + 1, first)} - {*range(first, last + 1)})
        else:
            who.away = sorted(set(who.away) - {*range(first, last + 1)})
            until = None
        who.status, who.to_round = Status.HERE, until
    who.save(update_fields=list(PRESENCE))


def release_substitute(who: Player, change: Substitution, first: int) -> None:
    """End a substitute's presence from round `first` on, unless they were here anyway."""
    presence = change.presence["substitute"]
    if presence["before"] == presence["after"] or presence_of(who) != presence["after"]:
        return
    if first > change.from_round:
        who.to_round = first - 1
    else:
        for field, value in presence["before"].items():
            setattr(who, field, value)
    who.save(update_fields=list(PRESENCE))


def return_to_play(player: Player, first: int) -> None:
    """Mark a player present again from round `first` on, if the substitution had marked them away."""
    if player.status == Status.LEFT:
        player.away = sorted({*player.away, *range((player.to_round or 0) + 1, first)})
        player.status, player.to_round = Status.HERE, None
    else:
        player.away = [number for number in player.away if number < first]
    player.save(update_fields=["status", "to_round", "away"])


def gone_from(player: Player) -> int:
    """The first round that a player misses; refused if they miss none."""
    if player.status == Status.DISQUALIFIED:
        raise Refused(
            "disqualified",
            _("%(name)s (number %(number)s) is disqualified.")
            % {"name": player.name, "number": player.number},
        )
    if player.status == Status.LEFT:
        return (player.to_round or 0) + 1
    if not player.away:
        message = _("%(name)s (number %(number)s) is not away.")
        raise Refused("not-away", message % {"name": player.name, "number": player.number})
    return int(min(player.away))


@transaction.atomic
def set_helpers(event: Event, count: int, *, by: User, at: datetime) -> None:
    """Let so many helpers of the house play from the next round on that has not begun; the others stop.

    The published seating stays as it is until a choice is made on how to go on.
    """
    event = lock_event(event, unfinished=players.FINISHED)
    first = event_progress(event).next_to_seat
    if first > event.round_count:
        raise Refused("nothing-left", _("Every round has begun; there is no seating left to draw."))
    if not 0 <= count < TABLE_NEEDS:
        raise Refused("helper-count", _("There can be up to 3 helpers at a time."))
    helping = helpers_from(event.players.helpers().in_order(), first).helpers
    for helper in helping[count:]:
        if players.why_not_remove(helper) is None:
            players.remove_player(helper, by=by, at=at)
        else:
            players.set_status(helper, Status.LEFT, to_round=first - 1, by=by, at=at)
    for _more in range(count - len(helping)):
        helper, new = find_helper(event, first, by=by, at=at)
        if not new:
            _wait_from(helper, first)
            action, facts = actions.PLAYER_HELPER_BACK, {"from_round": first}
            players.mark_presence(event, helper, Status.HERE, action, by=by, at=at, **facts)


def find_helper(event: Event, first: int, *, by: User, at: datetime) -> tuple[Player, bool]:
    """A helper who is free from round `first` on: one who has stopped, or a new one (True)."""
    for helper in event.players.helpers().exclude(status__in=(*STAYING, Status.DISQUALIFIED)).in_order():
        if not helper.seatings.filter(round__number__gte=first).exists():
            return helper, False
    taken = set(event.players.values_list("number", flat=True))
    check_room(len(taken) + 1, "count")
    helper = Player.objects.create(
        event=event,
        number=next(free_numbers(taken)),
        from_round=first,
        status=Status.HERE,
        ranked=False,
        house=True,
    )
    facts = {"name": helper.noted_name, "number": helper.number}
    record(event, actions.PLAYER_HELPER_ADDED, by=by, at=at, **facts)
    return helper, True


def _wait_from(helper: Player, first: int) -> None:
    """Let a helper who had stopped play from round `first` on; the rounds between are missed."""
    if helper.seatings.exists():
        helper.away = sorted({*helper.away, *range((helper.to_round or 0) + 1, first)})
    else:
        helper.from_round, helper.away = first, []
    helper.to_round = None


@transaction.atomic
def leave_together(
    event: Event, last_rounds: Mapping[Player, int], *, by: User, at: datetime
) -> list[Player]:
    """Mark these players as left, each after their last round (0: without playing).

    The history has a line for each, so that each can be undone. The published seating stays as it is until a
    choice is made on how to go on.
    """
    event = lock_event(event, unfinished=players.FINISHED)
    if not last_rounds:
        raise Refused("nobody", _("Say who goes home."), "who")
    left = Player.Status.LEFT
    return [
        players.set_status(player, left, to_round=last, by=by, at=at) for player, last in last_rounds.items()
    ]


class Way(StrEnum):
    """With what a check-in came from a phone."""

    SIGN = "sign"  # the code on the sign in the hall
    OWN = "own"  # the player's own page, by their secret link


@transaction.atomic
def check_in_by_phone(player: Player, *, way: Way, at: datetime, sender: str = "") -> Player:
    """Check in a player who is expected; who is here already stays so, and nothing more is recorded.

    `sender` marks the address it comes from, of which only so many are taken in ten minutes.
    """
    event = lock_event(player.event)
    player = event.players.select_related("event").get(pk=player.pk)
    arrival = arrival_of(player, at, seated=seated_numbers(event))
    if arrival is SelfCheckIn.HERE:
        return player
    if arrival is not SelfCheckIn.OPEN:
        raise Refused(f"check-in-{arrival.value}", check_in_sentence(arrival, event, at))
    _refuse_a_flood(event, sender, at)
    facts = {"way": way.value, "sender": sender}
    return mark_presence(
        event, player, Status.HERE, actions.PLAYER_CHECKED_IN_BY_PHONE, by=None, at=at, **facts
    )


@transaction.atomic
def renew_sign(event: Event, *, by: User, at: datetime) -> Event:
    """Give the event another secret: what hangs in the hall or was photographed opens nothing any more."""
    event = lock_event(event)
    if not event.self_check_in:
        raise Refused("check-in-off", _("Players don’t check in by phone here. The settings switch it on."))
    event.here_token = new_token()
    event.save(update_fields=["here_token"])
    record(event, actions.PLAYER_SIGN_RENEWED, by=by, at=at)
    return event


def make_check_in_token(event: Event) -> None:
    """Give a locked event the secret of its sign, once it lets players check in; the caller saves it."""
    if event.self_check_in and not event.here_token:
        event.here_token = new_token()


def _refuse_a_flood(event: Event, sender: str, at: datetime) -> None:
    """Refuse more from one address than a whole hall behind its router sends, as at the sign-up."""
    lately = AuditEntry.objects.filter(
        event=event,
        action=actions.PLAYER_CHECKED_IN_BY_PHONE.code,
        at__gt=at - BURST,
        at__lt=at + BURST,  # the clock may have been ahead
        facts__sender=sender,
    )
    if lately.count() >= MOST_AT_ONCE:
        message = _(
            "Too many people are checking in at once. Try again in ten minutes, or go to the "
            "director’s table."
        )
        raise Refused("too-many", message)
