"""Choices for drawing a seating, the question before publishing it, and the search for a player."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _lazy

from scoring.record import ByePoints
from tournament.forms.events import ByeForm
from tournament.forms.fields import NumberField, movements, set_choices
from tournament.models import Event
from tournament.reports.seating_choices import offers
from tournament.services.drafts import LARGEST_SEED


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


class DraftForm(forms.Form):
    """How to draw: the movement, and the seed to repeat an earlier draw."""

    movement = forms.ChoiceField(label=_lazy("How players move"), widget=forms.RadioSelect)
    seed = NumberField(
        label=_lazy("Draw number"),
        help_text=_lazy("The same number draws the same seating again. If blank, a new one is chosen."),
        required=False,
        min_value=0,
        max_value=LARGEST_SEED,
    )

    def __init__(self, event: Event, *args: Any, first: int = 1, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        warnings = {offer.movement.key: offer.warning for offer in offers(event, first)}
        set_choices(self, "movement", movements(warnings))
        self.fields["movement"].initial = event.movement


class ReplanForm(DraftForm):
    """The same for unplayed rounds, with the round to start from."""

    from_round = forms.TypedChoiceField(label=_lazy("Redraw from"), coerce=int)
    field_order = ("from_round", "movement", "seed")

    def __init__(self, event: Event, first: int, *args: Any, **kwargs: Any) -> None:
        super().__init__(event, *args, first=first, **kwargs)
        choices = [
            (n, _lazy("round %(number)d") % {"number": n}) for n in range(first, event.round_count + 1)
        ]
        set_choices(self, "from_round", choices)


class PublishForm(SitOutForm):
    """The draft that was shown, as another may have replaced it, and what a sit-out scores if undecided."""

    draft = forms.CharField(widget=forms.HiddenInput, max_length=60)


class FindPlayerForm(forms.Form):
    """A player's number or part of a name."""

    q = forms.CharField(
        label=_lazy("Name or number"),
        required=False,
        max_length=80,
        widget=forms.TextInput(attrs={"type": "search", "autocomplete": "off", "data-hotkey": "/"}),
    )
