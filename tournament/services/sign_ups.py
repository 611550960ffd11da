"""Sign-ups for an event: made without an account, admitted or declined at the desk, withdrawn by link.

Every action locks the event first, so that the last place is never given twice.
"""

from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.models import Event, Player, SignUp, SignUpList, User
from tournament.registry import actions
from tournament.services.common import lock_event, next_number, record
from tournament.services.errors import Refused, Unconfirmed
from tournament.services.players import MOST_PLAYERS, add_player, checked_name, remove_player, why_not_remove
from tournament.state.waiting_list import sign_up_settings, sign_ups, why_sign_up_closed
from tournament.words.names import key_of, tidy, tidy_lines

LONGEST_REMARK = 200
LONGEST_WORDS = 300
BURST = timedelta(minutes=10)
# From one address at one event: enough for a whole hall behind its router, too few to close it for others.
MOST_AT_ONCE = 150  # in that time
MOST_FROM_ONE = 400  # in all, withdrawn ones included
MOST_ASKED = 1000  # from everybody; who was declined or has withdrawn takes no place

State = SignUp.State
CLOSED = {
    "finished": gettext_lazy("The event is over."),
    "seated": gettext_lazy(
        "The seating is published already. Ask at the director’s table whether there is still a place."
    ),
    "off": gettext_lazy("Sign-up is not open. Ask the director."),
    "over": gettext_lazy("Sign-up has closed. Ask the director whether there is still a place."),
}


@transaction.atomic
def configure_sign_up(event: Event, *, by: User, at: datetime, **values: Any) -> SignUpList:
    """Set what is offered: `is_open`, `places` (None: no limit), `closes_at`, `words`."""
    event = lock_event(event)
    places, words = values["places"], tidy_lines(values["words"])
    if places is not None and not 1 <= places <= MOST_PLAYERS:
        raise Refused("places", _("An event has 1 to %d places.") % MOST_PLAYERS, "places")
    if len(words) > LONGEST_WORDS:
        raise Refused("words-long", _("Keep it to %d characters.") % LONGEST_WORDS, "words")
    sign_up_list, _new = SignUpList.objects.update_or_create(event=event, defaults=values | {"words": words})
    record(event, actions.SIGNUP_SET, by=by, at=at, open=sign_up_list.is_open, places=places)
    return sign_up_list


@transaction.atomic
def sign_up(
    event: Event,
    name: str,
    remark: str = "",
    *,
    key: str,
    at: datetime,
    sender: str = "",
    confirmed: bool = False,
) -> SignUp:
    """Sign up a person. A form (`key`) sent twice is one sign-up; with another name it is another person's.

    A name on the list has to be `confirmed`. `sender` marks the address it comes from.
    """
    event = lock_event(event)
    key = f"{key}-{sha256(key_of(name).encode()).hexdigest()}"[:40]
    if (same := event.sign_ups.filter(sent_key=key).first()) is not None:
        return same
    settings = sign_up_settings(event)
    if closed := why_sign_up_closed(event, settings, at):
        raise Refused(f"closed-{closed}", str(CLOSED[closed]))
    name, remark = checked_name(name), tidy(remark)
    if len(remark) > LONGEST_REMARK:
        raise Refused("remark-long", _("Keep it to %d characters.") % LONGEST_REMARK, "remark")
    _refuse_a_flood(event, sender, at)
    if not confirmed and key_of(name) in _names(event):
        message = _(
            "Someone called %(name)s has signed up already. If that was you, nothing more is needed. If "
            "you are someone else of that name, tick the box and send again."
        )
        raise Unconfirmed("same-name", message % {"name": name}, "name")
    created = SignUp.objects.create(
        event=event,
        number=next_number(event.sign_ups),
        name=name,
        remark=remark,
        sent_key=key,
        sender=sender,
        made_at=at,
    )
    record(event, actions.SIGNUP_MADE, by=None, at=at, name=name)
    return created


@transaction.atomic
def admit(entry: SignUp, *, by: User, at: datetime) -> Player:
    """Admit a sign-up: a new player of the event. Refused when every place is taken."""
    event = lock_event(entry.event)
    current = event.sign_ups.select_related("player").get(pk=entry.pk)
    if current.state == State.ADMITTED and current.player is not None:
        return current.player
    if current.state == State.WITHDRAWN:
        raise Refused("withdrawn", _("%(name)s has withdrawn meanwhile.") % {"name": current.name})
    if sign_ups(event).room == 0:
        raise Refused("full", _("Every place is taken. Raise the number of places first."))
    return _admit(event, current, by=by, at=at)


@transaction.atomic
def admit_all(event: Event, *, by: User, at: datetime) -> int:
    """Admit all sign-ups within the limit, in the order received; return how many."""
    event = lock_event(event)
    within = sign_ups(event).within
    for standing in within:
        _admit(event, standing.sign_up, by=by, at=at)
    return len(within)


@transaction.atomic
def decline(entry: SignUp, *, by: User, at: datetime) -> SignUp:
    """Decline a sign-up. An admitted player has to be removed from the list of players instead."""
    event = lock_event(entry.event)
    current = event.sign_ups.select_related("player").get(pk=entry.pk)
    if current.state == State.ADMITTED and current.player is not None:
        message = _("%(name)s is accepted already. Remove them from the event instead, under Players.")
        raise Refused("admitted", message % {"name": current.name})
    if current.state != State.DECLINED:
        _settle(current, State.DECLINED, at)
        record(event, actions.SIGNUP_DECLINED, by=by, at=at, name=current.name)
    return current


@transaction.atomic
def withdraw(entry: SignUp, *, at: datetime) -> SignUp:
    """Withdraw a sign-up; the place goes to the next in line. Refused once the player has a seat."""
    event = lock_event(entry.event)
    current = event.sign_ups.select_related("player").get(pk=entry.pk)
    if current.state == State.WITHDRAWN:
        return current
    if (player := current.player) is not None:
        if event.is_finished or why_not_remove(player) is not None:
            message = _("You have a seat already. Tell the director that you are not coming.")
            raise Refused("seated", message)
        remove_player(player, by=None, at=at)
        current.player = None
    _settle(current, State.WITHDRAWN, at)
    record(event, actions.SIGNUP_WITHDRAWN, by=None, at=at, name=current.name)
    return current


def _refuse_a_flood(event: Event, sender: str, at: datetime) -> None:
    """Refuse what is too much from one sender, or in all. What the director declined does not count."""
    counting = event.sign_ups.exclude(state=State.DECLINED)
    theirs = counting.filter(sender=sender)
    lately = theirs.filter(made_at__gt=at - BURST, made_at__lt=at + BURST)  # the clock may have been ahead
    if lately.count() >= MOST_AT_ONCE or theirs.count() >= MOST_FROM_ONE:
        message = _("Too many people are signing up at once. Try again in ten minutes, or ask the director.")
        raise Refused("too-many", message)
    if counting.exclude(state=State.WITHDRAWN).count() >= MOST_ASKED:
        message = _("More people have asked than can play. Ask the director whether there is still a place.")
        raise Refused("too-many", message)


def _admit(event: Event, entry: SignUp, *, by: User, at: datetime) -> Player:
    player = add_player(event, entry.name, by=by, at=at, note=entry.remark, confirmed=True)
    entry.player = player
    _settle(entry, State.ADMITTED, at)
    return player


def _settle(entry: SignUp, state: str, at: datetime) -> None:
    entry.state, entry.settled_at = state, at
    entry.save(update_fields=["state", "settled_at", "player"])


def _names(event: Event) -> set[str]:
    """The keys of the names on the list of players or of sign-ups."""
    open_ = event.sign_ups.filter(state__in=(State.ASKED, State.ADMITTED)).values_list("name", flat=True)
    return {key_of(name) for name in (*open_, *event.players.own_names().values())}
