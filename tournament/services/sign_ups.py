"""Signing up for an event: asked without an account, admitted or declined at the desk, withdrawn by link.

Every action holds the event first, so that no two people are ever given the same last place.
"""

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament import actions
from tournament.models import Event, Player, SignUp, SignUpList, User
from tournament.names import key_of, tidy
from tournament.services.common import lock_event, next_number, record
from tournament.services.errors import Refused, Unconfirmed
from tournament.services.player_checks import MOST_PLAYERS, checked_name
from tournament.services.players import add_player, remove_player, why_not_remove
from tournament.state.waiting_list import sign_up_settings, sign_ups, why_sign_up_closed

LONGEST_REMARK = 200
LONGEST_WORDS = 300
BURST = timedelta(minutes=10)
MOST_AT_ONCE = 150  # of one event in that time: a whole hall may sign up at the break, a script may not
MOST_ASKED = 1000

State = SignUp.State
CLOSED = {
    "finished": gettext_lazy("The event is over."),
    "seated": gettext_lazy(
        "The seating is out already. Ask at the director’s table whether there is still a place."
    ),
    "off": gettext_lazy("Sign-up is not open. Ask the director."),
    "over": gettext_lazy("Sign-up has closed. Ask the director whether there is still a place."),
}


@transaction.atomic
def set_sign_up(event: Event, *, by: User, at: datetime, **chosen: Any) -> SignUpList:
    """What is offered: `is_open`, `places` (None without limit), `closes_at`, `words`."""
    event = lock_event(event)
    places, words = chosen["places"], tidy(chosen["words"])
    if places is not None and not 1 <= places <= MOST_PLAYERS:
        raise Refused("places", _("An event has 1 to %d places.") % MOST_PLAYERS, "places")
    if len(words) > LONGEST_WORDS:
        raise Refused("words-long", _("Keep it to %d characters.") % LONGEST_WORDS, "words")
    made, _new = SignUpList.objects.update_or_create(event=event, defaults=chosen | {"words": words})
    record(event, actions.SIGNUP_SET, by=by, at=at, open=made.is_open, places=places)
    return made


@transaction.atomic
def sign_up(
    event: Event, name: str, remark: str = "", *, key: str, at: datetime, confirmed: bool = False
) -> SignUp:
    """Somebody asks to play. The same form sent twice is one wish; a name that asked already is told so."""
    event = lock_event(event)
    if (same := event.sign_ups.filter(sent_key=key).first()) is not None:
        return same
    settings = sign_up_settings(event)
    if closed := why_sign_up_closed(event, settings, at):
        raise Refused(f"closed-{closed}", str(CLOSED[closed]))
    name, remark = checked_name(name), tidy(remark)
    if len(remark) > LONGEST_REMARK:
        raise Refused("remark-long", _("Keep it to %d characters.") % LONGEST_REMARK, "remark")
    lately = event.sign_ups.filter(made_at__gt=at - BURST).count()
    if lately >= MOST_AT_ONCE or event.sign_ups.count() >= MOST_ASKED:
        message = _("Too many people are signing up at once. Try again in ten minutes, or ask the director.")
        raise Refused("too-many", message)
    if not confirmed and key_of(name) in _names(event):
        message = _(
            "Somebody called %(name)s has signed up already. If that was you, nothing more is needed. If you "
            "are somebody else of that name, tick the box and send again."
        )
        raise Unconfirmed("same-name", message % {"name": name}, "name")
    made = SignUp.objects.create(
        event=event, number=next_number(event.sign_ups), name=name, remark=remark, sent_key=key, made_at=at
    )
    record(event, actions.SIGNUP_MADE, by=None, at=at, name=name)
    return made


@transaction.atomic
def admit(asked: SignUp, *, by: User, at: datetime) -> Player:
    """Admit a sign-up: a new player of the event. Refused when every place is taken."""
    event = lock_event(asked.event)
    held = event.sign_ups.select_related("player").get(pk=asked.pk)
    if held.state == State.ADMITTED and held.player is not None:
        return held.player
    if held.state == State.WITHDRAWN:
        raise Refused("withdrawn", _("%(name)s has withdrawn meanwhile.") % {"name": held.name})
    if sign_ups(event).room == 0:
        raise Refused("full", _("Every place is taken. Raise the number of places first."))
    return _admit(event, held, by=by, at=at)


@transaction.atomic
def admit_all(event: Event, *, by: User, at: datetime) -> int:
    """Everybody who asked and is within the limit, in the order of asking; how many that were."""
    event = lock_event(event)
    within = sign_ups(event).within
    for standing in within:
        _admit(event, standing.sign_up, by=by, at=at)
    return len(within)


@transaction.atomic
def decline(asked: SignUp, *, by: User, at: datetime) -> SignUp:
    """Decline a sign-up. One who was admitted is removed from the players instead."""
    event = lock_event(asked.event)
    held = event.sign_ups.select_related("player").get(pk=asked.pk)
    if held.state == State.ADMITTED and held.player is not None:
        message = _("%(name)s is admitted already. Take him off the list of players instead.")
        raise Refused("admitted", message % {"name": held.name})
    if held.state != State.DECLINED:
        _settle(held, State.DECLINED, at)
        record(event, actions.SIGNUP_DECLINED, by=by, at=at, name=held.name)
    return held


@transaction.atomic
def withdraw(asked: SignUp, *, at: datetime) -> SignUp:
    """Withdraw one's own sign-up; the place goes to the next in line. Refused once the player has a seat."""
    event = lock_event(asked.event)
    held = event.sign_ups.select_related("player").get(pk=asked.pk)
    if held.state == State.WITHDRAWN:
        return held
    if (player := held.player) is not None:
        if event.is_finished or why_not_remove(player) is not None:
            message = _("You have a seat already. Tell the director that you are not coming.")
            raise Refused("seated", message)
        remove_player(player, by=None, at=at)
        held.player = None
    _settle(held, State.WITHDRAWN, at)
    record(event, actions.SIGNUP_WITHDRAWN, by=None, at=at, name=held.name)
    return held


def _admit(event: Event, held: SignUp, *, by: User, at: datetime) -> Player:
    player = add_player(event, held.name, by=by, at=at, note=held.remark, confirmed=True)
    held.player = player
    _settle(held, State.ADMITTED, at)
    return player


def _settle(held: SignUp, state: str, at: datetime) -> None:
    held.state, held.settled_at = state, at
    held.save(update_fields=["state", "settled_at", "player"])


def _names(event: Event) -> set[str]:
    """What distinguishes the names that are on one of the two lists."""
    open_ = event.sign_ups.filter(state__in=(State.ASKED, State.ADMITTED)).values_list("name", flat=True)
    return {key_of(name) for name in (*open_, *event.players.values_list("name", flat=True))}
