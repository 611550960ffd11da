"""Small questions about a table's sheet."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.forms.fields import CountField
from tournament.services.reasons import LONGEST_REASON


class RestoreForm(forms.Form):
    """Why an earlier version should count again, which version the page was made from, and whether what it
    does to the standings of a closed round was accepted."""

    revision = CountField(digits=5, empty=0, widget=forms.HiddenInput)
    accepted = forms.BooleanField(required=False, widget=forms.HiddenInput)
    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        required=False,
        help_text=_("It stands in the table’s history."),
        error_messages={"max_length": _("Keep the reason to %(limit_value)d characters.")},
    )
