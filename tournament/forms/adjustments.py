"""Adjustments: points given or taken by the director, and their revocation."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _lazy

from tournament.forms.fields import NumberField, ReasonField, set_queryset
from tournament.models import Event, Player
from tournament.services.adjustments import MOST_POINTS

if TYPE_CHECKING:
    PlayerChoiceField = forms.ModelChoiceField[Player]
else:  # only Django's stubs make the field generic
    PlayerChoiceField = forms.ModelChoiceField


class PlayerChoice(PlayerChoiceField):
    """A choice of players, labelled number first, so that typing a digit finds one."""

    def label_from_instance(self, player: Player) -> str:
        return f"{player.number} – {player.name}"


class AdjustmentForm(forms.Form):
    """Who gets how many points, and why."""

    player = PlayerChoice(
        label=_lazy("Player"),
        queryset=Player.objects.none(),
        to_field_name="number",
        empty_label=_lazy("Choose a player"),
        error_messages={
            "required": _lazy("Choose the player whose points change."),
            "invalid_choice": _lazy("This event has no such player. Choose one from the list."),
        },
    )
    points = NumberField(
        label=_lazy("Points"),
        min_value=-MOST_POINTS,
        max_value=MOST_POINTS,
        help_text=_lazy("For example 5 to give five points, −2 to take two."),
        widget=forms.TextInput(attrs={"class": "input-short"}),
        error_messages={
            "required": _lazy("Say how many points to give or take."),
            "invalid": _lazy("Write a whole number, for example 5 or -2."),
            "min_value": format_lazy(_lazy("Take at most {most} points away."), most=MOST_POINTS),
            "max_value": format_lazy(_lazy("Give at most {most} points."), most=MOST_POINTS),
        },
    )
    reason = ReasonField(
        help_text=_lazy("Players see it on the public page."),
        needed=_lazy("Say why; players see the reason beside the points."),
    )

    def __init__(self, event: Event, data: Mapping[str, Any] | None = None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        set_queryset(self, "player", event.players.order_by("number"))


class RevokeAdjustmentForm(forms.Form):
    """Why an adjustment is revoked."""

    reason = ReasonField(label=_lazy("Why it is revoked"), needed=_lazy("Say why it is revoked."))
