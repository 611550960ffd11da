"""Who goes home, and after which round."""

import re
from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.forms.fields import set_choices
from tournament.models import Event, Player
from tournament.reports.players import find
from tournament.reports.substitutions import last_round_of
from tournament.state.attendance import GOING, in_a_row

LONGEST = 300
_NUMBERS = re.compile(r"[0-9\s]+", re.ASCII)
_BETWEEN = re.compile(r"[,;\n&]+")


class GoneHomeForm(forms.Form):
    """One or several players by number or name; `who` is cleaned to a list of players."""

    use_required_attribute = False

    who = forms.CharField(
        label=_lazy("Who goes home?"),
        max_length=LONGEST,
        help_text=_lazy("Numbers or names, with commas between them: “12, 27” or “Ann Archer, 27”."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false", "dir": "auto"}),
        error_messages={"required": _lazy("Say who goes home.")},
    )
    to_round = forms.TypedChoiceField(
        label=_lazy("When?"),
        coerce=int,
        empty_value=None,
        required=False,
        help_text=_lazy("If their table hasn’t reported a round, that round counts as not played for them."),
    )

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.event = event
        rounds = range(1, event.round_count + 1)
        choices = [
            ("", _("after the last round that each of them has played")),
            (0, _("before round 1: nothing played")),
            *((number, _("after round %d") % number) for number in rounds),
        ]
        set_choices(self, "to_round", choices)

    def clean_who(self) -> list[Player]:
        """The players named; each piece has to name one who is still here."""
        here = list(self.event.players.exclude(status__in=GOING).order_by("number"))
        found = [self._one(here, piece) for piece in _pieces(self.cleaned_data["who"])]
        return list(dict.fromkeys(found))

    def _one(self, here: Sequence[Player], piece: str) -> Player:
        matches = find(list(here), piece)
        if len(matches) == 1:
            return matches[0]
        if not matches:
            raise forms.ValidationError(_("No player who is here matches “%(piece)s”.") % {"piece": piece})
        names = in_a_row([f"{player.number} {player.name}" for player in matches[:5]])
        message = _("“%(piece)s” could be %(names)s: type the number.")
        raise forms.ValidationError(message % {"piece": piece, "names": names})

    @property
    def last_rounds(self) -> dict[Player, int]:
        """Each player with the last round they have played."""
        said = self.cleaned_data.get("to_round")
        return {
            player: last_round_of(player)[0] if said is None else said for player in self.cleaned_data["who"]
        }


def _pieces(text: str) -> list[str]:
    """The names and numbers; numbers may have only spaces between them."""
    pieces: list[str] = []
    for piece in _BETWEEN.split(text):
        pieces += piece.split() if _NUMBERS.fullmatch(piece) else [piece.strip()]
    return [piece for piece in pieces if piece]
