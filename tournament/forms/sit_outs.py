"""What a sit-out scores: asked in the settings, or when the first sit-out is seated."""

from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.record import ByePoints
from tournament.forms.fields import NumberField
from tournament.models import Event
from tournament.services.events import MAX_BYE_POINTS


class ByeForm(forms.Form):
    """The mode, and the points if they are a fixed number."""

    use_required_attribute = False
    bye_mode = forms.ChoiceField(
        label=_lazy("A sit-out scores"),
        choices=Event.ByeMode.choices,
        widget=forms.RadioSelect,
        help_text=_lazy("Someone sits out when the players are not a multiple of four."),
        error_messages={"required": _lazy("Choose what a sit-out scores.")},
    )
    bye_points = NumberField(
        label=_lazy("Points for a sit-out"),
        min_value=0,
        max_value=MAX_BYE_POINTS,
        required=False,
        help_text=_lazy("Only where a sit-out scores a fixed number; clubs use 7 or 8."),
        error_messages={
            "invalid": _lazy("Write a whole number, such as 7."),
            "min_value": _lazy("A sit-out cannot cost points."),
            "max_value": format_lazy(_lazy("At most {most} points."), most=MAX_BYE_POINTS),
        },
    )

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        points_missing = "bye_points" not in self.errors and cleaned.get("bye_points") is None
        if cleaned.get("bye_mode") == Event.ByeMode.FIXED and points_missing:
            self.add_error("bye_points", _("Say how many points a sit-out scores."))
        cleaned["bye_points"] = cleaned.get("bye_points") or 0
        return cleaned


class SitOutForm(ByeForm):
    """The question when a seating has sit-outs; without `asks`, an empty form."""

    def __init__(self, *args: Any, asks: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["bye_mode"].label = _lazy("What does a sit-out score?")
        self.fields["bye_mode"].help_text = _lazy(
            "Players sit out in this seating, and nobody has decided this yet. Every player sees it."
        )
        self.asks = asks
        if not asks:
            del self.fields["bye_mode"], self.fields["bye_points"]

    def bye(self) -> ByePoints | None:
        """The answer, or None if nothing was asked."""
        if not self.asks:
            return None
        mode = self.cleaned_data["bye_mode"]
        points = self.cleaned_data["bye_points"] if mode == Event.ByeMode.FIXED else 0
        return ByePoints(mode, points)
