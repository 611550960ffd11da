"""Substitutions: who takes a missing player's seat, and when a player returns."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.crypto import salted_hmac
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.forms.fields import set_choices
from tournament.models import Player
from tournament.reports.substitutions import FreePlayer
from tournament.services.player_checks import LONGEST_NAME

NEW, NOBODY = "new", "nobody"
ROUND = _lazy("round %d")


class ChangeForm(forms.Form):
    """Who takes a missing player's seat, from which round to which."""

    use_required_attribute = False

    who = forms.ChoiceField(
        label=_lazy("Who takes the seat?"),
        widget=forms.RadioSelect,
        error_messages={
            "required": _lazy("Choose who takes the seat, or nobody."),
            "invalid_choice": _lazy("Choose one of these."),
        },
    )
    name = forms.CharField(
        label=_lazy("Name of the new player"),
        max_length=LONGEST_NAME,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false", "dir": "auto"}),
        error_messages={
            "max_length": format_lazy(_lazy("Keep the name to {most} characters."), most=LONGEST_NAME)
        },
    )
    confirmed = forms.BooleanField(
        label=_lazy("This is someone else with a similar name"), required=False, widget=forms.HiddenInput
    )
    plays_for = forms.ChoiceField(
        label=_lazy("The substitute plays"),
        widget=forms.RadioSelect,
        required=False,
        choices=[
            ("himself", _lazy("for themselves: with their own points and a place in the standings")),
            ("seat", _lazy("for the seat: without a place; their rounds are shown under their name")),
        ],
    )
    from_round = forms.TypedChoiceField(label=_lazy("From"), coerce=int)
    to_round = forms.TypedChoiceField(label=_lazy("Until the end of"), coerce=int)

    def __init__(
        self, absent: Player, rounds: Sequence[int], free: Sequence[FreePlayer], *args: Any, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.absent = absent
        self.free = {str(one.player.number): one.player for one in free}
        set_choices(
            self,
            "who",
            [
                *((str(one.player.number), one.words) for one in free),
                (NEW, _lazy("A new player, who is here")),
                (NOBODY, _lazy("Nobody: the seat stays empty, and the three others play")),
            ],
        )
        choices = [(number, ROUND % number) for number in rounds]
        last = absent.event.round_count
        set_choices(self, "from_round", choices)
        set_choices(
            self,
            "to_round",
            [
                *(choice for choice in choices if choice[0] != last),
                (last, _("the last round: does not come back")),
            ],
        )

    def clean(self) -> dict[str, Any]:
        super().clean()
        cleaned = self.cleaned_data
        if cleaned.get("who") == NEW and not cleaned.get("name") and "name" not in self.errors:
            self.add_error("name", _("Give the new player’s name."))
        if cleaned.get("who") not in (None, NOBODY) and not cleaned.get("plays_for"):
            self.add_error("plays_for", _("Say for whom the substitute plays."))
        return cleaned

    def offer(self, code: str) -> None:
        """Show the tick box that confirms a similar name."""
        self.fields["confirmed"].widget = forms.CheckboxInput()

    @property
    def is_empty_chair(self) -> bool:
        return bool(self.cleaned_data["who"] == NOBODY)

    @property
    def rounds(self) -> dict[str, int]:
        return {name: self.cleaned_data[name] for name in ("from_round", "to_round")}

    @property
    def arguments(self) -> dict[str, Any]:
        """The arguments of `services.substitutions.substitute`."""
        substitute = self.free.get(self.cleaned_data["who"])
        return self.rounds | {
            "who": substitute,
            "walk_up": "" if substitute else self.cleaned_data["name"],
            "for_seat": self.cleaned_data["plays_for"] == "seat",
            "confirmed": self.cleaned_data["confirmed"],
        }

    @property
    def fingerprint(self) -> str:
        return _mark(self, self.absent)


class ComeBackForm(forms.Form):
    """The round from which a player plays again."""

    from_round = forms.TypedChoiceField(label=_lazy("Plays again from"), coerce=int)

    def __init__(self, player: Player, rounds: Sequence[int], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.player = player
        set_choices(self, "from_round", [(number, ROUND % number) for number in rounds])

    @property
    def fingerprint(self) -> str:
        return _mark(self, self.player)


def _mark(form: forms.Form, player: Player) -> str:
    """A hash of the request, so that only the effect that was shown can be accepted."""
    answers = sorted((name, str(value)) for name, value in form.cleaned_data.items())
    return salted_hmac("change", f"{player.pk} {answers}").hexdigest()[:20]
