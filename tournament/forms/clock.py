"""The round clock: its settings, and the minutes to start it with."""

from datetime import timedelta
from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from tournament.forms.fields import CountField
from tournament.reports.agenda import BETWEEN_ROUNDS

TIMES = (
    "starts_at", "round_minutes", "timed", "break_after", "break_minutes", "clock_warning",
    "challenge_minutes",
)  # fmt: skip


class MinutesField(CountField):
    """Whole minutes, or None if left empty."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, **kwargs)


class TimeOfDayField(forms.TimeField):
    """A time of day as people write it, as text such as 19:30; empty if left empty."""

    widget = forms.TextInput

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, input_formats=["%H:%M", "%H.%M", "%I:%M %p", "%I %p"], **kwargs)

    def clean(self, value: Any) -> str:
        typed = super().clean(value.upper().replace("P.M.", "PM").replace("A.M.", "AM") if value else value)
        return f"{typed:%H:%M}" if typed else ""


class TimesForm(forms.Form):
    """The time settings of an event."""

    starts_at = TimeOfDayField(
        label=_("Planned start"),
        help_text=format_lazy(
            _(
                "Such as 19:30 or 7:30 PM. Shown to players, with when the event is expected to end: with "
                "{minutes} minutes between rounds, and by the clock once play has begun."
            ),
            minutes=BETWEEN_ROUNDS // timedelta(minutes=1),
        ),
        error_messages={"invalid": _("Type a time such as 19:30 or 7:30 PM.")},
    )
    break_after = MinutesField(label=_("Break after round"), digits=2, help_text=_("Left empty, no break."))
    break_minutes = MinutesField(label=_("Minutes of the break"))

    round_minutes = MinutesField(
        label=_("Minutes of a round"),
        help_text=_("The clock starts with them. If blank, set it when you start the clock."),
    )
    timed = forms.BooleanField(
        label=_("The clock ends each round"),
        required=False,
        help_text=_(
            "When time is up, the deal in play is finished, and the side that leads wins; the table says how "
            "many deals it played. If it’s tied, the desk asks who had the points first."
        ),
    )
    clock_warning = forms.BooleanField(
        label=_("The bell also rings five minutes before the end"), required=False
    )
    challenge_minutes = MinutesField(
        label=_("Minutes in which a closed round may be challenged"),
        digits=4,
        help_text=_(
            "Afterwards the round is locked: a correction needs a director to unlock it with a reason. "
            "Left empty, rounds are never locked."
        ),
    )

    @property
    def time_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in TIMES if name in self.fields]


class StartForm(forms.Form):
    """How many minutes the clock runs."""

    use_required_attribute = False

    minutes = CountField(
        label=_("Minutes"),
        error_messages={"required": _("Say how many minutes the round lasts.")},
    )
