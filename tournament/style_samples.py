"""Made-up things for the style guide: an event, forms, a listing. Nothing here touches the database."""

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, cast

import django_tables2 as tables
from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournament.http import OfficialRequest
from tournament.listings.base import TIGHT_NUMBER_CELLS, Listing, NumberColumn

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

    caption = _("Standings after round 5")
    row_header = "name"

    place = NumberColumn(verbose_name=_("Place"), initial_sort_descending=False, attrs=TIGHT_NUMBER_CELLS)
    name = tables.Column(verbose_name=_("Player"))
    points = NumberColumn(verbose_name=_("Points"))
    rounds_won = NumberColumn(verbose_name=_("Rounds won"))
    lone_marches = NumberColumn(verbose_name=_("Lone marches"))

    class Meta:
        order_by = ("place",)


class SampleForm(forms.Form):
    """One field of every kind."""

    name = forms.CharField(label=_("Name"), max_length=100, help_text=_("As players should read it."))
    rounds = forms.IntegerField(
        label=_("Number of rounds"),
        # No type="number": browsers drop what is no number, and what was typed must come back.
        widget=forms.TextInput(attrs={"inputmode": "numeric"}),
    )
    date = forms.DateField(label=_("Date"), widget=forms.DateInput(attrs={"type": "date"}))
    split = forms.ChoiceField(
        label=_("A lone march scores"),
        choices=[("5/4", _("5 to the maker, 4 to the partner")), ("4/4", _("4 to both"))],
        widget=forms.RadioSelect,
    )
    zone = forms.ChoiceField(label=_("Time zone"), choices=[("t", "America/Toronto")])
    note = forms.CharField(label=_("Note"), required=False, widget=forms.Textarea(attrs={"rows": 3}))
    public = forms.BooleanField(
        label=_("Anybody may see the public page"), required=False, help_text=_("Names and points, no login.")
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
    )
    return {
        "event": event,
        "section": "rounds",
        "listing": listing,
        "empty_listing": SampleListing([], prefix="empty-", caption=_("Rulings so far")),
        "form": SampleForm(initial={"rounds": 8, "split": "5/4", "public": True}, prefix="new"),
        "refused_form": SampleForm(wrong),
        "colours": ("page", "card", "sunk", "ink", "felt", "table", "brass", "ok", "warn", "bad", "info"),
        "kinds": ("ok", "wait", "warn", "bad", "info"),
        "grid_rows": (1, 2, 3),
        "partners": NAMES[:2],
    }
