"""Several players go home at once: each is marked as left, all or none."""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.models import Event, Player, User
from tournament.services import players
from tournament.services.common import lock_event
from tournament.services.errors import Refused


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
