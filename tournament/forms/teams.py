"""Teams of two: how they are seated, and who is in which."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.forms.fields import QuietForm, set_choices
from tournament.forms.wishes import PlayerField
from tournament.models import Event, Player
from tournament.state.teams import Team, teams_of

MOST_LINES = 1000
BETWEEN = re.compile(r"\s*(?:[,;+&/\t]|\s-\s|\band\b|\bund\b|\bet\b)\s*", re.IGNORECASE)
TWO_NUMBERS = re.compile(r"\s*#?([0-9]{1,4})[\s,;+&/-]+#?([0-9]{1,4})\s*", re.ASCII)


class TeamsForm(QuietForm):
    """Whether two players enter as a team, and how the two are seated."""

    teams = forms.ChoiceField(
        label=_lazy("Do two players enter as a team?"),
        required=False,
        widget=forms.RadioSelect,
        help_text=_lazy(
            "Their points are added up in standings of their own. Everybody’s own standings stay."
        ),
    )

    def __init__(self, event: Event, data: Mapping[str, Any] | None = None, **kwargs: Any) -> None:
        super().__init__(data, initial={"teams": event.teams}, **kwargs)
        choices = [
            ("", _lazy("No teams")),
            (Event.Teams.FIRST, _lazy("Yes: the two are partners in round 1, then they split")),
            (Event.Teams.NEVER, _lazy("Yes: the two are never partners")),
        ]
        set_choices(self, "teams", choices)

    def values(self) -> dict[str, Any]:
        """What was typed, as the service takes it."""
        return {"how": self.cleaned_data["teams"]}


class _Confirming(QuietForm):
    """A form whose service may ask whether a team is meant although round 1 is seated."""

    confirmed = forms.BooleanField(
        label=_lazy("Form the team anyway"), required=False, widget=forms.HiddenInput
    )

    def offer(self, code: str) -> None:
        """Show the box to tick."""
        self.fields["confirmed"].widget = forms.CheckboxInput()


class TeamPairForm(_Confirming):
    """Two players."""

    player = PlayerField(label=_lazy("One player"), help_text=_lazy("Number, or part of the name."))
    other = PlayerField(label=_lazy("The other player"))

    field_order = ("player", "other", "confirmed")

    def __init__(self, players: Sequence[Player], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("player", "other"):
            field = self.fields[name]
            assert isinstance(field, PlayerField)
            field.players = players

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        in_team = [name for name in ("player", "other") if name in cleaned and cleaned[name].team]
        for name in in_team:
            words = {"name": cleaned[name].name, "team": cleaned[name].team}
            message = _("%(name)s is in team %(team)d already. Dissolve that team first.")
            self.add_error(name, ValidationError(message % words, code="in-a-team"))
        return cleaned

    def values(self) -> dict[str, Any]:
        """What was typed, as the service takes it."""
        pairs = [(self.cleaned_data["player"].number, self.cleaned_data["other"].number)]
        return {"pairs": pairs, "confirmed": self.cleaned_data["confirmed"], "field": "other"}


class TeamLinesForm(_Confirming):
    """Several teams, one a line."""

    lines = forms.CharField(
        label=_lazy("Several teams"),
        max_length=100_000,
        widget=forms.Textarea(attrs={"rows": 6, "autocomplete": "off", "spellcheck": "false", "dir": "auto"}),
        help_text=_lazy("One team a line: two numbers, or two names with a comma, “&” or “+” between them."),
        error_messages={"required": _lazy("Type at least one team.")},
    )

    field_order = ("lines", "confirmed")

    def __init__(self, players: Sequence[Player], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._one = PlayerField()
        self._one.players = players
        self.pairs: list[tuple[int, int]] = []

    def clean_lines(self) -> str:
        typed: str = self.cleaned_data["lines"]
        lines = [line for line in typed.splitlines() if line.strip()]
        if len(lines) > MOST_LINES:
            raise ValidationError(_("That's too many lines: %d at most.") % MOST_LINES, code="long")
        wrong = []
        for number, line in enumerate(lines, start=1):
            try:
                self.pairs.append(self._pair(line))
            except ValidationError as problem:
                words = {"line": number, "why": " ".join(problem.messages)}
                wrong.append(_("Line %(line)d: %(why)s") % words)
        if wrong:
            raise ValidationError([ValidationError(message, code="line") for message in wrong[:8]])
        return typed

    def values(self) -> dict[str, Any]:
        """What was typed, as the service takes it."""
        return {"pairs": self.pairs, "confirmed": self.cleaned_data["confirmed"], "field": "lines"}

    def _pair(self, line: str) -> tuple[int, int]:
        numbers = TWO_NUMBERS.fullmatch(line)
        parts = list(numbers.groups()) if numbers else [part for part in BETWEEN.split(line) if part]
        if len(parts) != 2:
            raise ValidationError(_("Type two players, with a comma between them."), code="two")
        one, other = (self._one.clean(part) for part in parts)
        return one.number, other.number


class JoinTeamForm(QuietForm):
    """Who plays on for somebody of a team."""

    team = forms.TypedChoiceField(label=_lazy("Team"), coerce=int)
    player = PlayerField(
        label=_lazy("Who plays on for them"), help_text=_lazy("Number, or part of the name.")
    )

    def __init__(
        self, event: Event, players: Sequence[Player], data: Mapping[str, Any] | None = None, **kwargs: Any
    ) -> None:
        super().__init__(data, **kwargs)
        field = self.fields["player"]
        assert isinstance(field, PlayerField)
        field.players = players
        self.waiting = teams_to_join(teams_of(event))
        set_choices(self, "team", [(team.number, team.title) for team in self.waiting])

    def values(self) -> dict[str, Any]:
        """What was typed, as the service takes it."""
        return {"number": self.cleaned_data["player"].number, "team": self.cleaned_data["team"]}


def teams_to_join(teams: Sequence[Team]) -> list[Team]:
    """The teams that somebody can join: fewer than two of them play on, and nobody was disqualified."""
    return [
        team
        for team in teams
        if len(team.members) - len(team.gone) < 2 and not any(one.disqualified for one in team.members)
    ]
