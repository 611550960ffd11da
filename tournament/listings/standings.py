"""The standings as the director's grid, and the cells that the public list has in common with it.

A column may be sorted by; the place stays what the tie-break order made it.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import django_tables2 as tables
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _t
from django.utils.translation import gettext_lazy as _

from tournament.figures import figure, signed
from tournament.listings.base import Listing, NumberColumn
from tournament.reports.standings import Standings, StandingsRow
from tournament.sentences import in_words

PER_PAGE = 100  # the columns are many: twice as many rows cost a tenth of a second more
NOT_IN = "–"
PLACE_CELLS = {"th": {"class": "num place"}, "td": {"class": "num place"}}
POINTS_CELLS = {"th": {"class": "num"}, "td": {"class": "num points"}}
NAME_CELLS = {"th": {"class": "who"}, "td": {"class": "who"}}
ROUND_CELLS = {"th": {"class": "num round"}, "td": {"class": "num"}}
SOFT_CELLS = {"td": {"class": "decided"}}


def adjustment(points: int) -> str:
    """An adjustment as `+5` or `−2`; nothing where there is none."""
    return signed(points) if points else ""


def decided_words(standings: Standings) -> dict[tuple[int, str | None], str]:
    """(place, key) → what the page says about it: the key's name, or that the place is shared."""
    titles: dict[str | None, str] = {key.name: in_words(key.title) for key in standings.keys}
    sharing = Counter(row.place for row in standings.rows)
    return {
        (row.place, row.decided_by): _t("shared")
        if sharing[row.place] > 1
        else titles.get(row.decided_by or "", "")
        for row in standings.rows
    }


def round_cell(row: StandingsRow, number: int, points: int | None) -> SafeString | str:
    """What a player's round shows: points, `out` for a sit-out, a dash while the sheet is missing."""
    if points is not None:
        return figure(points)
    return format_html('<span class="sat-out">{}</span>', _t("out")) if number in row.sat_out else NOT_IN


class RoundColumn(NumberColumn):
    """One round's points; `at` is its place among the counted rounds."""

    empty_values = ()

    def __init__(self, number: int, at: int) -> None:
        super().__init__(verbose_name=f"R{number}", accessor=f"per_round__{at}", attrs=ROUND_CELLS)
        self.number = number

    def render(self, value: int | None, record: StandingsRow) -> SafeString | str:
        return round_cell(record, self.number, value)


class StandingsListing(Listing):
    """One row per player; the columns of the rounds are added as the event has them."""

    caption = _("Standings")
    caption_hidden = True
    row_header = "name"

    place = NumberColumn(verbose_name=_("Place"), initial_sort_descending=False, attrs=PLACE_CELLS)
    number = NumberColumn(verbose_name=_("No."), initial_sort_descending=False)
    name = tables.Column(verbose_name=_("Name"), order_by=("name_key", "number"), attrs=NAME_CELLS)
    points = NumberColumn(verbose_name=_("Points"), attrs=POINTS_CELLS)
    rounds_won = NumberColumn(verbose_name=_("Rounds won"))
    loners = NumberColumn(verbose_name=_("Lone marches"))
    best_round = NumberColumn(verbose_name=_("Best round"))
    decided_by = tables.Column(
        verbose_name=_("Decided by"), orderable=False, empty_values=(), attrs=SOFT_CELLS
    )

    class Meta(Listing.Meta):
        attrs = {"class": "listing-table standings"}
        empty_text = _("Nobody of this name or number is in the standings.")

    def __init__(self, standings: Standings, rows: Sequence[StandingsRow], **kwargs: Any) -> None:
        extra: list[tuple[str, tables.Column]] = [
            (f"r{number}", RoundColumn(number, at)) for at, number in enumerate(standings.rounds)
        ]
        if standings.has_adjustments:
            extra.append(("adjustments", NumberColumn(verbose_name=_("Adjusted"))))
        self.decided = decided_words(standings)
        super().__init__(rows, extra_columns=extra, **kwargs)

    def paginate(self, *args: Any, per_page: int | None = None, **kwargs: Any) -> Listing:
        return super().paginate(*args, per_page=min(per_page or PER_PAGE, PER_PAGE), **kwargs)

    def render_name(self, value: str) -> SafeString:
        return format_html("<bdi>{}</bdi>", value)

    def render_points(self, value: int) -> str:
        return figure(value)

    def render_adjustments(self, value: int) -> str:
        return adjustment(value)

    def render_decided_by(self, record: StandingsRow) -> str:
        return self.decided[record.place, record.decided_by]
