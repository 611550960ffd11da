"""Check the reason for an action, in one place."""

from django.utils.translation import gettext as _

from tournament.names import tidy
from tournament.services.errors import Refused

LONGEST_REASON = 200


def checked_reason(reason: str, *, needed: str = "", most: int = LONGEST_REASON) -> str:
    """The reason in one tidied line. If it is empty, `needed` refuses it with that sentence."""
    words = tidy(reason)
    if needed and not words:
        raise Refused("reason-missing", needed, "reason")
    if len(words) > most:
        raise Refused("reason-long", _("Keep the reason to %(most)d characters.") % {"most": most}, "reason")
    return words
