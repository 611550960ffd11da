"""Filters of the list of players and the history. An unknown choice filters nothing."""

from typing import Any

import django_filters
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _lazy

from tournament.actions import Kind
from tournament.models import AuditEntry, Player, User
from tournament.reports.players import find_players


class PlayerFilter(django_filters.FilterSet):  # type: ignore[misc]  # django-filter has no types
    """Filter players by number or part of a name, and by status."""

    q = django_filters.CharFilter(label=_lazy("Number or part of a name"), method="_search")
    status = django_filters.ChoiceFilter(
        label=_lazy("Status"), choices=Player.Status.choices, empty_label=_lazy("everybody")
    )

    class Meta:
        model = Player
        fields: list[str] = []

    def _search(self, players: QuerySet[Player], name: str, value: str) -> QuerySet[Player]:
        return players.filter(pk__in=[player.pk for player in find_players(list(players), value[:80])])


class AuditFilter(django_filters.FilterSet):  # type: ignore[misc]  # django-filter has no types
    """Filter the history by person and subject; only what has happened can be chosen."""

    by = django_filters.ModelChoiceFilter(
        label=_lazy("Who"),
        to_field_name="username",
        queryset=User.objects.none(),
        empty_label=_lazy("everybody"),
    )
    kind = django_filters.ChoiceFilter(
        label=_lazy("What"), choices=Kind.choices, empty_label=_lazy("everything"), method="_about"
    )

    class Meta:
        model = AuditEntry
        fields: list[str] = []

    def __init__(self, *args: Any, officials: QuerySet[User], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.filters["by"].queryset = officials
        codes = set(self.queryset.order_by().values_list("action", flat=True).distinct())
        self.filters["kind"].extra["choices"] = [
            (kind.value, kind.label) for kind in Kind if any(code.startswith(kind.prefix) for code in codes)
        ]

    def _about(self, entries: QuerySet[AuditEntry], name: str, value: str) -> QuerySet[AuditEntry]:
        return entries.filter(action__startswith=Kind(value).prefix)
