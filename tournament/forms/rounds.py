"""The director's answers about a round, its clock, the end of the event and its finale."""

from collections.abc import Collection, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _lazy

from tournament.forms.fields import CountField, QuietForm, ReasonField, set_choices
from tournament.state.open_items import TableWithoutSheet


class CloseForm(forms.Form):
    """A tick to close a round although sheets are missing or disputed."""

    despite_missing = forms.BooleanField(label=_lazy("Close the round all the same"), required=False)

    def __init__(self, open_ends: Collection[str], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not open_ends:
            self.fields["despite_missing"].widget = forms.HiddenInput()


class ReopenForm(forms.Form):
    """Why a closed round is reopened."""

    reason = ReasonField(
        label=_lazy("Why is it opened again?"),
        help_text=_lazy("For example: table 4 handed in the wrong sheet. It’s kept in the history."),
    )


class UnlockForm(forms.Form):
    """Why a locked round is unlocked."""

    reason = ReasonField(
        label=_lazy("Why is it unlocked?"),
        help_text=_lazy("For example: table 4 had signed for the wrong side. It’s kept in the history."),
    )


class NotPlayedForm(forms.Form):
    """Why a table was not played."""

    reason = ReasonField(
        label=_lazy("Why was it not played?"),
        help_text=_lazy("For example: two players went home. It’s kept in the history."),
    )


class AwaitForm(forms.Form):
    """An empty form: awaiting a table's sheet again needs no answer."""


class StartForm(QuietForm):
    """How many minutes the clock runs."""

    minutes = CountField(
        label=_lazy("Minutes"), error_messages={"required": _lazy("Say how many minutes the round lasts.")}
    )


class FinishForm(forms.Form):
    """A tick for each missing sheet of a closed round, required before finishing; if results are hidden,
    whether a finale reveals them."""

    missing = forms.MultipleChoiceField(
        label=_lazy("Finish without these sheets"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={
            "required": _lazy("Tick every table that stays without a sheet, or go back and enter the sheet."),
            "invalid_choice": _lazy("The list has changed. Look at it again."),
        },
    )

    finale = forms.BooleanField(
        label=_lazy("Reveal the result from the last place up"),
        help_text=_lazy(
            "You press a key for each place; the big screen and the phones show no more. Without it, "
            "everybody sees the whole result at once."
        ),
        required=False,
        initial=True,
    )

    def __init__(
        self, tables: Sequence[TableWithoutSheet], *args: Any, holds_back: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.tables = tables
        if not holds_back:
            del self.fields["finale"]
        set_choices(self, "missing", [(one.key, one.sentence) for one in tables])
        if not tables:
            del self.fields["missing"]

    def clean_missing(self) -> list[str]:
        ticked: list[str] = self.cleaned_data["missing"]
        if len(ticked) < len(self.tables):
            message = self.fields["missing"].error_messages["required"]
            raise forms.ValidationError(message, code="required")
        return ticked


class FinaleForm(forms.Form):
    """One press of a key: the step to show, and the one that the page showed.

    `step` is empty for the whole result; `seen` is, if the page showed the whole result.
    """

    step = CountField(digits=4, required=False, label=_lazy("Step"))
    seen = CountField(digits=4, required=False, label=_lazy("Seen"))
