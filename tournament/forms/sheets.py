"""Settle a tie on a sheet, and restore an earlier version."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _lazy

from scoring.seats import Side
from tournament.forms.fields import CountField
from tournament.forms.totals_grid import NOBODY
from tournament.models.seating import SIDE_NAMES
from tournament.services.common import LONGEST_REASON


class TieForm(forms.Form):
    """Who reached a tie first, and the version the page was made from.

    For a closed round also the reason, and the answer whose effect on the standings was accepted.
    """

    revision = CountField(digits=5, empty=0, widget=forms.HiddenInput)
    answer = forms.ChoiceField(
        label=_lazy("Which side reached this score first?"),
        choices=[
            *((side.value, label) for side, label in SIDE_NAMES.items()),
            (NOBODY, _lazy("nobody can say")),
        ],
        widget=forms.RadioSelect,
        error_messages={"required": _lazy("Choose one of the three answers.")},
    )
    accepted = forms.CharField(required=False, max_length=2, widget=forms.HiddenInput)
    reason = forms.CharField(
        label=_lazy("Reason"),
        max_length=LONGEST_REASON,
        required=False,
        help_text=_lazy("The round is closed, so the table’s history keeps why."),
        error_messages={"max_length": _lazy("Keep the reason to %(limit_value)d characters.")},
    )

    def __init__(self, *args: Any, is_closed: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not is_closed:
            del self.fields["reason"]

    # For the service, once the form is valid.
    @property
    def side(self) -> Side | None:
        answer = self.cleaned_data["answer"]
        return None if answer == NOBODY else Side(answer)

    @property
    def is_accepted(self) -> bool:
        return bool(self.cleaned_data["accepted"] == self.cleaned_data["answer"])


class RestoreForm(forms.Form):
    """Why an earlier version should count again, and the version the page was made from.

    For a closed round also whether its effect on the standings was accepted.
    """

    revision = CountField(digits=5, empty=0, widget=forms.HiddenInput)
    accepted = forms.BooleanField(required=False, widget=forms.HiddenInput)
    reason = forms.CharField(
        label=_lazy("Reason"),
        max_length=LONGEST_REASON,
        required=False,
        help_text=_lazy("It’s kept in the table’s history."),
        error_messages={"max_length": _lazy("Keep the reason to %(limit_value)d characters.")},
    )


class DisputeForm(forms.Form):
    """What the sides do not agree about."""

    reason = forms.CharField(
        label=_lazy("What is disputed?"),
        max_length=LONGEST_REASON,
        help_text=_lazy("For the officials; it’s kept in the event’s history."),
        error_messages={
            "required": _lazy("Say what the sides do not agree about."),
            "max_length": _lazy("Keep the reason to %(limit_value)d characters."),
        },
    )
