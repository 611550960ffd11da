"""Players check themselves in by phone: with the code on the sign in the hall, or on their own page.

Whoever stands at the sign can name anybody, so every such check-in is told apart from the desk's, and the
desk can undo it.
"""

from datetime import datetime
from enum import StrEnum

from django.db import transaction
from django.utils.translation import gettext as _

from tournament import actions
from tournament.models import AuditEntry, Event, Player, User
from tournament.models.events import new_token
from tournament.services.common import lock_event, record
from tournament.services.errors import Refused
from tournament.services.players import mark_presence
from tournament.services.sign_ups import BURST, MOST_AT_ONCE
from tournament.state.attendance import SelfCheckIn, arrival_of, check_in_sentence, seated_numbers

Status = Player.Status


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


def give_sign(event: Event) -> None:
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
