"""What is typed above the list of players and the history to show a part; an unknown choice hides nothing."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _lazy

from tournament.actions import Kind
from tournament.models import Player, User
from tournament.models.events import PlayerQuerySet
from tournament.models.history import AuditEntryQuerySet
from tournament.reports.players import find_players


class PlayerFilter(forms.Form):
    """Players by number or part of a name, and by status."""

    q = forms.CharField(label=_lazy("Number or part of a name"), required=False)
    status = forms.ChoiceField(
        label=_lazy("Status"), choices=[("", _lazy("everybody")), *Player.Status.choices], required=False
    )

    def chosen(self, players: PlayerQuerySet) -> PlayerQuerySet:
        """Those of `players` that are asked for."""
        self.is_valid()
        if status := self.cleaned_data.get("status"):
            players = players.filter(status=status)
        if asked := self.cleaned_data.get("q"):
            players = players.filter(pk__in=[player.pk for player in find_players(list(players), asked[:80])])
        return players


class AuditFilter(forms.Form):
    """The history by person and subject; only what has happened can be chosen."""

    by = forms.ModelChoiceField(
        label=_lazy("Who"),
        to_field_name="username",
        queryset=User.objects.none(),
        empty_label=_lazy("everybody"),
        required=False,
    )
    kind = forms.ChoiceField(label=_lazy("What"), required=False)

    def __init__(self, *args: Any, entries: AuditEntryQuerySet, officials: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.entries = entries
        self.fields["by"].queryset = officials  # type: ignore[attr-defined]
        codes = set(entries.order_by().values_list("action", flat=True).distinct())
        self.fields["kind"].choices = [  # type: ignore[attr-defined]
            ("", _lazy("everything")),
            *((kind, kind.label) for kind in Kind if any(code.startswith(kind.prefix) for code in codes)),
        ]

    def chosen(self) -> AuditEntryQuerySet:
        """The entries that are asked for."""
        self.is_valid()
        entries = self.entries
        if by := self.cleaned_data.get("by"):
            entries = entries.filter(by=by)
        if kind := self.cleaned_data.get("kind"):
            entries = entries.filter(action__startswith=Kind(kind).prefix)
        return entries
