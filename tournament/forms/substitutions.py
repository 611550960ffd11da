"""Changes at the tables: substitutes, players who come back or go home, and who really sat where."""

import re
from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.crypto import salted_hmac
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.forms.fields import NumberField, QuietForm, ReasonField, set_choices
from tournament.models import Event, Player
from tournament.reports.players import find_players
from tournament.reports.substitutions import FreePlayer, last_round_played
from tournament.services.players import LONGEST_NAME
from tournament.state.attendance import GOING, in_a_row
from tournament.words.names import after_number

NEW, HELPER, NOBODY = "new", "helper", "nobody"
ROUND = _lazy("round %d")
LONGEST_LIST = 300  # characters of names and numbers
_NUMBERS = re.compile(r"[0-9\s]+", re.ASCII)
_BETWEEN = re.compile(r"[,;\n&]+")


class ChangeForm(QuietForm):
    """Who takes a missing player's seat, from which round to which."""

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
        helper = (
            [(HELPER, _lazy("A helper, who isn’t in the standings"))] if absent.event.has["helpers"] else []
        )
        set_choices(
            self,
            "who",
            [
                *((str(one.player.number), one.words) for one in free),
                (NEW, _lazy("A new player, who is here")),
                *helper,
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
        if cleaned.get("who") not in (None, HELPER, NOBODY) and not cleaned.get("plays_for"):
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
            "helper": self.cleaned_data["who"] == HELPER,
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


class CorrectionForm(QuietForm):
    """Who sat where in rounds that have begun; both corrections ask for the reason."""

    reason = ReasonField(
        label=_lazy("What happened"),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        needed=_lazy("Say what happened; it’s kept in the history."),
    )

    def __init__(self, event: Event, rounds: Sequence[int], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.event = event
        for name in {"round", "from_round", "to_round"} & set(self.fields):
            set_choices(self, name, [(number, ROUND % number) for number in rounds])

    @property
    def fingerprint(self) -> str:
        """A hash of the request, so that only the effect that was shown can be accepted."""
        answers = sorted((name, str(value)) for name, value in self.cleaned_data.items())
        return salted_hmac("seat-correction", f"{self.event.pk} {answers}").hexdigest()[:20]


class ExchangeTablesForm(CorrectionForm):
    """Two tables that sat at each other's place."""

    round = forms.TypedChoiceField(label=_lazy("Round"), coerce=int)
    table = NumberField(label=_lazy("Table"), min_value=1)
    other = NumberField(label=_lazy("and table"), min_value=1)
    field_order = ("round", "table", "other", "reason")


class ExchangePlayersForm(CorrectionForm):
    """Two players who sat in each other's place."""

    player = forms.TypedChoiceField(label=_lazy("Player"))
    other = forms.TypedChoiceField(label=_lazy("and player"))
    from_round = forms.TypedChoiceField(label=_lazy("From"), coerce=int)
    to_round = forms.TypedChoiceField(label=_lazy("Until the end of"), coerce=int)
    field_order = ("player", "other", "from_round", "to_round", "reason")

    def __init__(self, event: Event, rounds: Sequence[int], *args: Any, **kwargs: Any) -> None:
        super().__init__(event, rounds, *args, **kwargs)
        self.people: dict[str, Player] = {str(p.number): p for p in event.players.order_by("number")}
        choices = [("", _lazy("Choose")), *((n, f"{n} {p.name}") for n, p in self.people.items())]
        for name in ("player", "other"):
            set_choices(self, name, choices)

    @property
    def arguments(self) -> dict[str, Any]:
        """The arguments of `services.seat_corrections.exchange_players`."""
        people = {name: self.people[self.cleaned_data[name]] for name in ("player", "other")}
        return self.cleaned_data | people


class GoneHomeForm(QuietForm):
    """Who goes home and after which round. `who`, numbers or names, is cleaned to a list of players."""

    who = forms.CharField(
        label=_lazy("Who goes home?"),
        max_length=LONGEST_LIST,
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
        players = [self._one(here, piece) for piece in _pieces(self.cleaned_data["who"])]
        return list(dict.fromkeys(players))

    def _one(self, here: Sequence[Player], piece: str) -> Player:
        matches = find_players(list(here), piece)
        if len(matches) == 1:
            return matches[0]
        if not matches:
            raise forms.ValidationError(_("No player who is here matches “%(piece)s”.") % {"piece": piece})
        names = in_a_row([after_number(player.number, player.name) for player in matches[:5]])
        message = _("“%(piece)s” could be %(names)s: type the number.")
        raise forms.ValidationError(message % {"piece": piece, "names": names})

    @property
    def last_rounds(self) -> dict[Player, int]:
        """Each player with the last round they have played."""
        said = self.cleaned_data.get("to_round")
        return {
            player: last_round_played(player)[0] if said is None else said
            for player in self.cleaned_data["who"]
        }


def _pieces(text: str) -> list[str]:
    """The names and numbers; numbers may have only spaces between them."""
    pieces: list[str] = []
    for piece in _BETWEEN.split(text):
        pieces += piece.split() if _NUMBERS.fullmatch(piece) else [piece.strip()]
    return [piece for piece in pieces if piece]
