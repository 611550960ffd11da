"""The reason for an action: the one place that checks it."""

from django.utils.translation import gettext as _

from tournament.names import tidy
from tournament.services.errors import Refused

LONGEST_REASON = 200


def checked_reason(reason: str, *, needed: str = "", most: int = LONGEST_REASON) -> str:
    """The reason in one tidy line. `needed` says why there must be one; without it there may be none."""
    words = tidy(reason)
    if needed and not words:
        raise Refused("reason-missing", needed, "reason")
    if len(words) > most:
        raise Refused("reason-long", _("Keep the reason to %(most)d characters.") % {"most": most}, "reason")
    return words
