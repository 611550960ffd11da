"""Check the reason for an action, in one place."""

from django.utils.translation import gettext as _

from tournament.names import tidy
from tournament.services.errors import Refused

LONGEST_REASON = 300  # as the columns that keep one


def checked_reason(reason: str, *, needed: str = "") -> str:
    """The reason in one tidied line. If it is empty, `needed` refuses it with that sentence."""
    words = tidy(reason)
    if needed and not words:
        raise Refused("reason-missing", needed, "reason")
    if len(words) > LONGEST_REASON:
        message = _("Keep the reason to %(most)d characters.") % {"most": LONGEST_REASON}
        raise Refused("reason-long", message, "reason")
    return words
