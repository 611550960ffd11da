"""The event's rulings as a grid."""

from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _lazy

from tournament.currency import money
from tournament.listings.base import Listing, NumberColumn
from tournament.models import Event
from tournament.reports.rulings import RulingSummary


class RulingListing(Listing):
    """One line a ruling; its number leads to its page."""

    caption = _lazy("Rulings")
    caption_hidden = True
    row_header = "number"

    number = NumberColumn(verbose_name=_lazy("No."))
    offence = tables.Column(verbose_name=_lazy("Offence"))
    player = tables.Column(verbose_name=_lazy("Player"))
    award = tables.Column(verbose_name=_lazy("Given"))
    fine = NumberColumn(accessor="fine_cents", verbose_name=_lazy("Fine"))
    round = NumberColumn(verbose_name=_lazy("Round"))
    table = NumberColumn(verbose_name=_lazy("Table"))
    deal = NumberColumn(verbose_name=_lazy("Deal"))
    state = tables.Column(verbose_name=_lazy("State"))
    by = tables.Column(verbose_name=_lazy("Ruled by"))

    class Meta:
        order_by = "-number"
        empty_text = _lazy("No ruling matches. Try fewer words.")

    def __init__(self, lines: list[RulingSummary], *, event: Event, **kwargs: Any) -> None:
        self.event = event
        if not any(line.fine_cents for line in lines):
            kwargs["exclude"] = ("fine",)
        super().__init__(lines, **kwargs)

    def render_fine(self, value: int) -> str:
        return money(value, self.event.time_zone) if value else ""

    def render_number(self, value: int) -> str:
        return format_html(
            '<a href="{}">{}</a>', reverse("rulings:show", args=[self.event.slug, value]), value
        )
