"""The standings as the director's grid, and the cells that the public list has in common with it.

A column may be sorted by; the place stays what the tie-break order made it.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

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


def decided_words(standings: Standings) -> Callable[[StandingsRow], str]:
    """What a page says of a row's place: the key that decided it, that it is shared, why there is none."""
    titles: dict[str | None, str] = {key.name: in_words(key.title) for key in standings.keys}
    sharing = Counter(row.place for row in standings.rows)

    def words(row: StandingsRow) -> str:
        if row.no_place is not None:
            return row.no_place.sentence
        return _("shared") if sharing[row.place] > 1 else titles.get(row.decided_by, "")

    return words


def round_cell(row: StandingsRow, number: int, points: int | None) -> SafeString | str:
    """What a player's round shows: points, `out` for a sit-out, a dash while the sheet is missing."""
    if points is not None:
        return figure(points)
    return format_html('<span class="sat-out">{}</span>', _("out")) if number in row.sat_out else NOT_IN


class RoundColumn(NumberColumn):
    """One round's points; `at` is its place among the counted rounds."""

    empty_values = ()

    def __init__(self, number: int, at: int) -> None:
        super().__init__(verbose_name=f"R{number}", accessor=f"per_round__{at}", attrs=ROUND_CELLS)
        self.number = number

    def render(self, value: int | None, record: StandingsRow) -> SafeString | str:
        return round_cell(record, self.number, value)


class KeyColumn(NumberColumn):
    """What each player has by a key; `at` is its place among the standings' columns."""

    def __init__(self, title: str, at: int) -> None:
        super().__init__(verbose_name=title, accessor=f"figures__{at}")
        self.at = at

    def render(self, record: StandingsRow) -> str:
        return record.written[self.at]


class StandingsListing(Listing):
    """One row per player; the columns of keys and of rounds are added as the event has them."""

    caption = _lazy("Standings")
    caption_hidden = True
    row_header = "name"

    place = NumberColumn(
        verbose_name=_lazy("Place"),
        order_by="place_key",
        initial_sort_descending=False,
        attrs=PLACE_CELLS,
        default=NOT_IN,
    )
    number = NumberColumn(verbose_name=_lazy("No."), initial_sort_descending=False)
    name = tables.Column(verbose_name=_lazy("Name"), order_by=("name_key", "number"), attrs=NAME_CELLS)
    points = NumberColumn(verbose_name=_lazy("Points"), attrs=POINTS_CELLS)
    rounds_won = NumberColumn(verbose_name=_lazy("Rounds won"))
    loners = NumberColumn(verbose_name=_lazy("Lone marches"))
    best_round = NumberColumn(verbose_name=_lazy("Best round"))
    decided_by = tables.Column(
        verbose_name=_lazy("Decided by"), orderable=False, empty_values=(), attrs=SOFT_CELLS
    )

    class Meta(Listing.Meta):
        attrs = {"class": "listing-table standings"}
        empty_text = _lazy("Nobody of this name or number is in the standings.")

    def __init__(
        self, standings: Standings, rows: Sequence[StandingsRow], *, cards_of: str = "", **kwargs: Any
    ) -> None:
        """`cards_of` is the event whose tally cards the names lead to, for those who may open them."""
        self.cards_of = cards_of
        keys: list[tuple[str, tables.Column]] = [
            (key.name, KeyColumn(in_words(key.title), at)) for at, key in enumerate(standings.columns)
        ]
        extra: list[tuple[str, tables.Column]] = [
            (f"r{number}", RoundColumn(number, at)) for at, number in enumerate(standings.rounds)
        ]
        if standings.has_adjustments:
            extra.append(("adjustments", NumberColumn(verbose_name=_lazy("Adjusted"))))
        self.decided = decided_words(standings)
        before = "points" if standings.led_by else "decided_by"
        at = list(self.base_columns).index(before)
        first = [*list(self.base_columns)[:at], *(name for name, _column in keys)]
        exclude = () if standings.lone_hands else ("loners",)
        super().__init__(
            rows, extra_columns=keys + extra, sequence=(*first, "..."), exclude=exclude, **kwargs
        )

    def paginate(self, *args: Any, per_page: int | None = None, **kwargs: Any) -> Listing:
        return super().paginate(*args, per_page=min(per_page or PER_PAGE, PER_PAGE), **kwargs)

    def render_name(self, value: str, record: StandingsRow) -> SafeString:
        name = format_html("<bdi>{}</bdi>", value)
        if not self.cards_of:
            return name
        url = reverse("cards:card", args=[self.cards_of, record.number])
        return format_html('<a href="{}">{}</a>', url, name)

    def render_points(self, value: int) -> str:
        return figure(value)

    def render_best_round(self, value: int) -> str:
        return figure(value)

    def render_adjustments(self, value: int) -> str:
        return adjustment(value)

    def render_decided_by(self, record: StandingsRow) -> str:
        return self.decided(record)
