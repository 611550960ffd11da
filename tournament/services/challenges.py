"""The challenge window: a closed round can be corrected for some minutes, then it is locked.

A director can unlock it with a reason, which reopens the window.
"""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament import actions
from tournament.models import Event, Round, User
from tournament.services.common import checked_reason, lock_event, record, why_finished
from tournament.services.errors import Refused

FINISHED = gettext_lazy("The event is finished. Reopen it before changing its rounds.")


@transaction.atomic
def unlock_round(round_: Round, *, by: User, at: datetime, reason: str) -> Round:
    """Reopen a locked round's challenge window, so that it can be corrected."""
    event = lock_event(Event(pk=round_.event_id))
    round_ = event.rounds.get(pk=round_.pk)
    blocked = why_not_unlock(round_, at)
    if blocked is not None:
        raise blocked
    words = checked_reason(reason, needed=_("Say why the round is unlocked; it’s kept in the history."))
    round_.challenged_since = at
    round_.save(update_fields=["challenged_since"])
    record(event, actions.ROUND_UNLOCKED, by=by, at=at, number=round_.number, reason=words)
    return round_


def why_not_unlock(round_: Round, at: datetime) -> Refused | None:
    """Why the round cannot be unlocked, or None."""
    if (refused := why_finished(round_.event, FINISHED)) is not None:
        return refused
    if not round_.is_locked(at):
        return Refused("round-not-locked", _("Round %(number)d is not locked.") % {"number": round_.number})
    return None


def refuse_locked(round_: Round, at: datetime) -> None:
    """Refuse a correction once the round is locked."""
    if round_.is_locked(at):
        message = _(
            "Round %(number)d is locked: its time for challenges is over. "
            "A director can unlock it with a reason."
        )
        raise Refused("round-locked", message % {"number": round_.number})
