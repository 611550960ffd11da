"""What a director says when a round is closed or opened again."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.models.open_ends import OpenEnd


class CloseForm(forms.Form):
    """Closing a round although sheets are missing, disputed or not confirmed needs a word that it is
    meant."""

    despite_missing = forms.BooleanField(label=_("Close the round all the same"), required=False)

    def __init__(self, open_ends: Sequence[OpenEnd], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not open_ends:
            self.fields["despite_missing"].widget = forms.HiddenInput()


class ReopenForm(forms.Form):
    """Why a closed round is opened again."""

    reason = forms.CharField(
        label=_("Why is it opened again?"),
        help_text=_("For example: table 4 handed in the wrong sheet. The history keeps it."),
        max_length=200,
    )


class UnlockForm(forms.Form):
    """Why a locked round is to be corrected."""

    reason = forms.CharField(
        label=_("Why is it unlocked?"),
        help_text=_("For example: table 4 had signed for the wrong side. The history keeps it."),
        max_length=200,
    )
