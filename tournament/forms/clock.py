"""The round clock: its settings, and the minutes to start it with."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.forms.fields import CountField

TIMES = ("round_minutes", "clock_warning", "challenge_minutes")


class MinutesField(CountField):
    """Whole minutes, or None if left empty."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, **kwargs)


class TimesForm(forms.Form):
    """The time settings of an event."""

    round_minutes = MinutesField(
        label=_("Minutes of a round"),
        help_text=_("The clock starts with them. Left empty, you say it when you start the clock."),
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
        return [self[name] for name in TIMES]


class StartForm(forms.Form):
    """How many minutes the clock runs."""

    use_required_attribute = False

    minutes = CountField(
        label=_("Minutes"),
        error_messages={"required": _("Say how many minutes the round lasts.")},
    )
