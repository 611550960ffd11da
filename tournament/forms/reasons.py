"""The reason for something that is hard to undo."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.services.reasons import LONGEST_REASON


class ReasonForm(forms.Form):
    """A required reason."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        help_text=_("It is kept in the history of the event."),
        error_messages={"required": _("Say why; it is kept in the history of the event.")},
    )
