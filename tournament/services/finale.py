"""Reveal the hidden result of a finished event, step by step, at the director's word."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from tournament import actions
from tournament.models import Event, User
from tournament.services.common import lock_event, record
from tournament.services.errors import Refused


@transaction.atomic
def reveal(event: Event, step: int | None, *, seen: int | None, of: int, by: User, at: datetime) -> Event:
    """Show the result up to this step of the finale, or, without a step, the whole result to everybody.

    Step 0 hides it all, and the step may be an earlier one. `seen` is the step that the director's page
    showed, None for the whole result; `of` is how many steps there are.
    """
    event = lock_event(event)
    if (refused := why_not_reveal(event)) is not None:
        raise refused
    if event.revealed != seen:
        message = _("More results were revealed since this page was loaded. Check it again.")
        raise Refused("revealed-meanwhile", message)
    if step is not None and not 0 <= step <= of:
        raise Refused("no-such-step", _("There is no such place to reveal."))
    if step == seen:
        return event
    event.revealed = step
    event.save(update_fields=["revealed"])
    if step is None:
        record(event, actions.EVENT_RESULT_SHOWN, by=by, at=at)
    elif seen is None:
        record(event, actions.EVENT_REVEAL_BEGUN, by=by, at=at)
    else:
        action = actions.EVENT_REVEALED if step > seen else actions.EVENT_HIDDEN_AGAIN
        record(event, action, by=by, at=at, step=step, of=of)
    return event


def why_not_reveal(event: Event) -> Refused | None:
    """Why nothing can be revealed now, or None."""
    if not event.is_finished:
        message = _("The event isn’t finished. Finish it first, then reveal its result.")
        return Refused("not-finished", message)
    if not event.holds_back:
        message = _(
            "No result is hidden. To reveal the next one from the last place up, hide the last rounds in the "
            "settings before they are played."
        )
        return Refused("nothing-hidden", message)
    return None
