"""Decide what a sit-out scores, in the transaction that seats the first one."""

from collections.abc import Collection
from datetime import datetime

from django.utils.translation import gettext as _

from scoring.record import ByePoints
from tournament.models import Event, User
from tournament.services.errors import Refused
from tournament.services.events import change_event


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
