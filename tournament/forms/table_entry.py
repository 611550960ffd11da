"""Forms on a table's phone page: the PIN, the seat, the totals, the other side's answer."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.seats import Seat
from tournament.forms.fields import set_choices
from tournament.forms.sheets import REACHED_FIRST, TotalsForm
from tournament.models.seating import SEAT_CHOICES
from tournament.models.submissions import PIN_DIGITS
from tournament.services.submissions import LONGEST_WORDS


class PinInput(forms.TextInput):
    """A field that is empty whenever it is shown: digits typed behind a wrong PIN would be wrong, too."""

    def format_value(self, value: Any) -> str | None:
        return None


class PinForm(forms.Form):
    """The table's PIN. Input of another shape is refused here, and not counted as a guess."""

    pin = forms.CharField(
        label=_lazy("PIN of this table"),
        help_text=_lazy("Four digits. They are printed beside the code you scanned."),
        max_length=20,
        widget=PinInput(
            attrs={"inputmode": "numeric", "autocomplete": "off", "class": "pin-input", "size": PIN_DIGITS}
        ),
        error_messages={
            "required": _lazy("Type the four digits."),
            "max_length": _lazy("A PIN has four digits."),
        },
    )

    def clean_pin(self) -> str:
        pin = "".join(self.cleaned_data["pin"].split())
        if len(pin) != PIN_DIGITS or not (pin.isascii() and pin.isdigit()):
            raise forms.ValidationError(_("A PIN has four digits."), code="no-pin")
        return pin


class SeatForm(forms.Form):
    """The seat of whoever holds the phone."""

    seat = forms.TypedChoiceField(choices=SEAT_CHOICES, coerce=Seat)


class SubmissionAnswerForm(forms.Form):
    """The answer to a report; `seat` if the phone was handed across."""

    report = forms.IntegerField(min_value=1, max_value=9999)
    answer = forms.ChoiceField(choices=[(word, word) for word in ("accept", "dispute", "withdraw")])
    seat = forms.TypedChoiceField(choices=SEAT_CHOICES, coerce=Seat, required=False, empty_value=None)
    words = forms.CharField(required=False, max_length=LONGEST_WORDS)


class TableTotalsForm(TotalsForm):
    """The totals as players type them, with the question about a tie in words."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        first = self.fields["reached_first"]
        first.widget = forms.RadioSelect()
        set_choices(self, "reached_first", REACHED_FIRST)
        first.label = _lazy("Both sides have the same: who had these points first?")
