"""Made-up things for the style guide: an event, forms, a listing. Nothing here touches the database."""

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, cast

import django_tables2 as tables
from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _lazy

from tournament.http import OfficialRequest
from tournament.listings import TIGHT_NUMBER_CELLS, Listing, NumberColumn

NAMES = ("Ann Abbott", "Zoë O’Neill", "Bartholomew Fitzgerald-Cholmondeley", "نور الهدى", "Jürg Müller")


@dataclass(frozen=True, slots=True)
class SampleRow:
    """One line of the sample listing."""

    place: int
    name: str
    points: int
    rounds_won: int
    lone_marches: int


class SampleListing(Listing):
    """Standings as a page would show them."""

    caption = _lazy("Standings after round 5")
    row_header = "name"

    place = NumberColumn(verbose_name=_lazy("Place"), initial_sort_descending=False, attrs=TIGHT_NUMBER_CELLS)
    name = tables.Column(verbose_name=_lazy("Player"))
    points = NumberColumn(verbose_name=_lazy("Points"))
    rounds_won = NumberColumn(verbose_name=_lazy("Rounds won"))
    lone_marches = NumberColumn(verbose_name=_lazy("Lone marches"))

    class Meta:
        order_by = ("place",)


class SampleForm(forms.Form):
    """One field of every kind."""

    name = forms.CharField(label=_lazy("Name"), max_length=100, help_text=_lazy("As players should read it."))
    rounds = forms.IntegerField(
        label=_lazy("Number of rounds"),
        # No type="number": browsers drop what is no number, and what was typed must come back.
        widget=forms.TextInput(attrs={"inputmode": "numeric"}),
    )
    date = forms.DateField(label=_lazy("Date"), widget=forms.DateInput(attrs={"type": "date"}))
    split = forms.ChoiceField(
        label=_lazy("A lone march scores"),
        choices=[("5/4", _lazy("5 to the maker, 4 to the partner")), ("4/4", _lazy("4 to both"))],
        widget=forms.RadioSelect,
    )
    zone = forms.ChoiceField(label=_lazy("Time zone"), choices=[("t", "America/Toronto")])
    note = forms.CharField(label=_lazy("Note"), required=False, widget=forms.Textarea(attrs={"rows": 3}))
    public = forms.BooleanField(
        label=_lazy("Anybody may see the public page"),
        required=False,
        help_text=_lazy("Names and points, no login."),
    )


def samples(request: HttpRequest) -> dict[str, Any]:
    """The style guide's context."""
    cast(OfficialRequest, request).role = "director"  # so that the navigation is shown whole
    rows = [SampleRow(n, name, 58 - 3 * n, 5 - n % 3, n % 4) for n, name in enumerate(NAMES, start=1)]
    listing = SampleListing(rows, request=request, prefix="sample-")
    wrong = {"name": "", "rounds": "eight", "date": "2026-11-20", "split": "5/4", "zone": "t"}
    event = SimpleNamespace(
        name="Friday Euchre",
        slug="friday",
        is_public=True,
        is_finished=False,
        current_round_number=5,
        round_count=8,
        has={"seating": True, "rulings": True},
        seats_itself=False,
    )
    return {
        "event": event,
        "section": "rounds",
        "listing": listing,
        "empty_listing": SampleListing([], prefix="empty-", caption=_lazy("Rulings so far")),
        "form": SampleForm(initial={"rounds": 8, "split": "5/4", "public": True}, prefix="new"),
        "refused_form": SampleForm(wrong),
        "colours": ("page", "card", "sunk", "ink", "felt", "table", "brass", "ok", "warn", "bad", "info"),
        "kinds": ("ok", "wait", "warn", "bad", "info"),
        "grid_rows": (1, 2, 3),
        "partners": NAMES[:2],
    }
