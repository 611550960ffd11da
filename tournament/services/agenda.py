"""What the plan of an evening can be: its start, and its breaks."""

from datetime import time

from django.utils.translation import gettext as _

from tournament.event_settings import LONGEST_ROUND
from tournament.models import Event
from tournament.services.errors import Refused


def check_agenda(event: Event) -> None:
    """Refuse a start that is no time of day, and breaks that cannot be."""
    if event.starts_at:
        try:
            time.fromisoformat(event.starts_at)
        except ValueError:
            raise Refused("start-time", _("Type a time such as 19:30 or 7:30 PM."), "starts_at") from None
    rounds, minutes = (list(map(int, text.split())) for text in (event.break_after, event.break_minutes))
    if not all(1 <= number < event.round_count for number in rounds):
        message = _("A break is between two rounds: after round 1 or later, and before the last.")
        raise Refused("break-after", message, "break_after")
    if rounds != sorted(set(rounds)):
        message = _("Name each round once, in the order in which they are played.")
        raise Refused("break-order", message, "break_after")
    if not all(1 <= one <= LONGEST_ROUND for one in minutes):
        message = _("A break lasts 1 to %d minutes.") % LONGEST_ROUND
        raise Refused("break-minutes", message, "break_minutes")
    if bool(rounds) != bool(minutes):
        missing = "break_minutes" if rounds else "break_after"
        raise Refused("half-a-break", _("Say after which round the break is, and its minutes."), missing)
    if len(minutes) not in (0, 1, len(rounds)):
        message = _("Give one number of minutes for all breaks, or one for each: there are %d breaks.")
        raise Refused("breaks-differ", message % len(rounds), "break_minutes")
