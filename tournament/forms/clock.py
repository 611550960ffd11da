"""The round clock: its settings, and the minutes to start it with."""

import re
from datetime import timedelta
from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.forms.fields import CountField
from tournament.reports.agenda import BETWEEN_ROUNDS

TIMES = (
    "starts_at", "round_minutes", "timed", "break_after", "break_minutes", "clock_warning",
    "challenge_minutes",
)  # fmt: skip

_FRENCH_TIME = re.compile(r"\s*([0-9]{1,2})\s*H\s*([0-9]{2})?\s*")  # 19 h 30, 19 h


class MinutesField(CountField):
    """Whole minutes, or None if left empty."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, **kwargs)


class SeveralField(forms.CharField):
    """Whole numbers with commas or spaces between, as text such as “3 6”; empty if left empty."""

    def __init__(self, **kwargs: Any) -> None:
        attrs = {"inputmode": "text", "autocomplete": "off", "class": "input-short"}
        super().__init__(required=False, max_length=60, widget=forms.TextInput(attrs=attrs), **kwargs)

    def clean(self, value: Any) -> str:
        words = super().clean(value).replace(",", " ").split()
        if not all(word.isascii() and word.isdecimal() and len(word) <= 3 for word in words):
            raise forms.ValidationError(_("Write whole numbers, such as 4, or 3, 6."), code="number")
        return " ".join(str(int(word)) for word in words)


class TimeOfDayField(forms.TimeField):
    """A time of day as people write it (19:30, 7:30 p.m., 19 h 30), as text such as 19:30; empty if left
    empty."""

    widget = forms.TextInput

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, input_formats=["%H:%M", "%H.%M", "%I:%M %p", "%I %p"], **kwargs)

    def clean(self, value: Any) -> str:
        typed = super().clean(_as_digits(value) if value else value)
        return f"{typed:%H:%M}" if typed else ""


def _as_digits(typed: str) -> str:
    """A time in figures: `P.M.` without its stops, and the French `19 h 30` and `19 h` as 19:30 and 19:00."""
    typed = typed.upper().replace("P.M.", "PM").replace("A.M.", "AM")
    if found := _FRENCH_TIME.fullmatch(typed):
        return f"{found[1]}:{found[2] or '00'}"
    return typed


class TimesForm(forms.Form):
    """The time settings of an event."""

    starts_at = TimeOfDayField(
        label=_lazy("Planned start"),
        help_text=format_lazy(
            _lazy(
                "Such as 19:30 or 7:30 PM. Shown to players, with when the event is expected to end: with "
                "{minutes} minutes between rounds, and by the clock once play has begun."
            ),
            minutes=BETWEEN_ROUNDS // timedelta(minutes=1),
        ),
        error_messages={"invalid": _lazy("Type a time such as 19:30 or 7:30 PM.")},
    )
    break_after = SeveralField(
        label=_lazy("Break after round"),
        help_text=_lazy("Such as 4, or 3, 6 for two breaks. If blank, there is none."),
    )
    break_minutes = SeveralField(
        label=_lazy("Minutes of the break"),
        help_text=_lazy("One number for all breaks, or one for each: 15, 30."),
    )

    round_minutes = MinutesField(
        label=_lazy("Minutes of a round"),
        help_text=_lazy("The clock starts with them. If blank, set it when you start the clock."),
    )
    timed = forms.BooleanField(
        label=_lazy("The clock ends each round"),
        required=False,
        help_text=_lazy(
            "When time is up, the deal in play is finished, and the side that leads wins; the table says how "
            "many deals it played. If it’s tied, the desk asks who had the points first."
        ),
    )
    clock_warning = forms.BooleanField(
        label=_lazy("The bell also rings five minutes before the end"), required=False
    )
    challenge_minutes = MinutesField(
        label=_lazy("Minutes in which a closed round may be challenged"),
        digits=4,
        help_text=_lazy(
            "Afterwards the round is locked: a correction needs a director to unlock it with a reason. If "
            "blank, rounds are never locked."
        ),
    )

    @property
    def time_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in TIMES if name in self.fields]


class StartForm(forms.Form):
    """How many minutes the clock runs."""

    use_required_attribute = False

    minutes = CountField(
        label=_lazy("Minutes"),
        error_messages={"required": _lazy("Say how many minutes the round lasts.")},
    )
