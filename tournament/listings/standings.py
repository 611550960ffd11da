"""Lists by place that can be sorted by any column: the desk's grid, the public list, and a season's.

Sorting never touches a place: it is a value of the row like any other. The public lists are drawn as text in
one go and unpaged: a grid of the library costs seven times a plain loop at 400 rows of 18 columns, and that
loop five times this.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Generic, TypeVar

import django_tables2 as tables
from django.urls import reverse
from django.utils.formats import get_format
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.standings import Key
from tournament.figures import day_and_month, figure, signed
from tournament.listings.base import Listing
from tournament.models import Event, Season
from tournament.reports.seasons import SeasonRow, SeasonStandings
from tournament.reports.standings import Standings, StandingsRow
from tournament.sentences import in_words

Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class Column(Generic[Row]):
    """One column of the list. `value` is what rows are sorted by, None for a column that cannot be; rows for
    which it gives None come last in either direction. `best_high`: the best is the highest. `text` is what a
    cell shows, `cell` its class if it is not the head's."""

    key: str
    title: str
    css: str = "num"
    value: Callable[[Row], int | str | Fraction | None] | None = None
    best_high: bool = True
    short: str = ""
    text: Callable[[Row], object] = str
    cell: str = ""


@dataclass(frozen=True, slots=True)
class Sort(Generic[Row]):
    """By which column, and whether from the highest down."""

    column: Column[Row]
    descending: bool

    @property
    def asked(self) -> str:
        """As the query string says it: `-loners`."""
        return f"-{self.column.key}" if self.descending else self.column.key

    @property
    def is_usual(self) -> bool:
        """By place, from the first on: as the list stands by itself."""
        return self.column.key == "place" and not self.descending


@dataclass(frozen=True, slots=True)
class Head(Generic[Row]):
    """A column's head as it is drawn: its state for `aria-sort`, and what its link asks for."""

    column: Column[Row]
    state: str
    link: str


def sort_of(asked: str, shown: Sequence[Column[Row]]) -> Sort[Row] | None:
    """What a query string asks for; None for nothing, for what is unknown, and for the usual order."""
    key = asked.removeprefix("-")
    column = next((column for column in shown if column.key == key and column.value), None)
    sort = column and Sort(column, asked.startswith("-"))
    return None if not sort or sort.is_usual else sort


def heads(shown: Sequence[Column[Row]], sort: Sort[Row] | None) -> Iterator[Head[Row]]:
    """The heads; pressing one sorts from the best on, pressing it again the other way round."""
    by = sort or Sort(shown[0], descending=False)
    for column in shown:
        state = ""
        down = column.best_high
        if column is by.column:
            state = "descending" if by.descending else "ascending"
            down = not by.descending
        yield Head(column, state, Sort(column, down).asked if column.value else "")


def in_order(rows: Sequence[Row], sort: Sort[Row] | None) -> tuple[int, ...]:
    """The positions of the rows as they are to stand. Rows level in the column keep their order by place."""
    if sort is None or sort.column.value is None:
        return tuple(range(len(rows)))
    values = [sort.column.value(row) for row in rows]
    known = [at for at, value in enumerate(values) if value is not None]
    known.sort(key=values.__getitem__, reverse=sort.descending)  # type: ignore[arg-type]
    return (*known, *(at for at, value in enumerate(values) if value is None))


def joined(drawn: Sequence[SafeString], order: Sequence[int]) -> SafeString:
    """The lines in this order, as one text."""
    return mark_safe("\n".join(drawn[at] for at in order))  # noqa: S308  each line is safe already


Moved = Mapping[int, int]

PER_PAGE = 100  # the columns are many: twice as many rows cost a tenth of a second more
NOT_IN = "–"
# The desk's grid: names of columns as its addresses have them, what they sort by, classes of heads and cells.
DESK_NAMES = {"won": "rounds_won", "best": "best_round", "decided": "decided_by", "adjusted": "adjustments"}
ORDERED_BY = {"place": "place_key", "name": ("name_key", "number")}
DESK_CELLS = {
    "place": ("num place", "num place"),
    "name": ("who", "who"),
    "points": ("num", "num points"),
    "decided": ("", "decided"),
}


def decided_words(standings: Standings) -> Callable[[StandingsRow], str]:
    """What a page says of a row's place: the key that decided it, that it is shared, why there is none."""
    titles: dict[str | None, str] = {key.name: in_words(key.title) for key in standings.keys}
    sharing = Counter(row.place for row in standings.rows)

    def words(row: StandingsRow) -> str:
        if row.no_place is not None:
            return row.no_place.sentence
        return _("shared") if sharing[row.place] > 1 else titles.get(row.decided_by, "")

    return words


def moved_cell(places: int | None) -> SafeString | str:
    """Places won or lost by the last round: an arrow and a figure, said in words as well."""
    if places is None:
        return ""
    if not places:
        return format_html('<span class="moved">{}</span>', _("same"))
    words = _("up") if places > 0 else _("down")
    kind = "moved-up" if places > 0 else "moved-down"
    return format_html(
        '<span class="moved {}"><span class="visually-hidden">{} </span>{}</span>', kind, words, abs(places)
    )


def columns(standings: Standings, moved: Moved = MappingProxyType({})) -> tuple[Column[StandingsRow], ...]:
    """The columns of the standings on pages, from left to right; `moved` adds one after the places.

    Each text is safe to be drawn: figures are, and names and titles are escaped here.
    """
    decided = decided_words(standings)
    moves = {places: moved_cell(places) for places in {None, *moved.values()}}
    keys = tuple(_key_column(key, at, standings) for at, key in enumerate(standings.columns))
    shown: tuple[Column[StandingsRow] | None, ...] = (
        Column(
            "place", _("Place"), "num kept", lambda row: row.place, False, cell="num place kept",
            text=lambda row: NOT_IN if row.place is None else row.place,
        ),
        Column(
            "moved", _("Moved"), "kept moves", lambda row: moved.get(row.number),
            text=lambda row: moves[moved.get(row.number)],
        ) if moved else None,
        Column("number", _("No."), "num no", lambda row: row.number, False, text=lambda row: row.number),
        Column(
            "name", _("Name"), "who kept", lambda row: row.name_key, False,
            text=lambda row: f'<a href="../players/{row.number}/"><bdi>{escape(row.name)}</bdi></a>',
        ),
        *(keys if standings.led_by else ()),
        Column(
            "points", _("Points"), "num kept", lambda row: row.points, cell="num points kept",
            text=lambda row: figure(row.points),
        ),
        Column("won", _("Rounds won"), value=lambda row: row.rounds_won, text=lambda row: row.rounds_won),
        Column("loners", _("Lone marches"), value=lambda row: row.loners, text=lambda row: row.loners)
        if standings.lone_hands else None,
        Column(
            "best", _("Best round"), value=lambda row: row.best_round,
            text=lambda row: figure(row.best_round),
        ),
        *(() if standings.led_by else keys),
        Column("decided", _("Decided by"), "", cell="decided", text=lambda row: escape(decided(row))),
        *(_round_column(number, at) for at, number in enumerate(standings.rounds)),
        Column(
            "adjusted", _("Adjusted"), value=lambda row: row.adjustments,
            text=lambda row: signed(row.adjustments) if row.adjustments else "",
        ) if standings.has_adjustments else None,
    )  # fmt: skip
    return tuple(column for column in shown if column)


def _key_column(key: Key, at: int, standings: Standings) -> Column[StandingsRow]:
    # A phone keeps (js/page/lists.js) the figure that decides before points do.
    css = "num kept" if standings.led_by and at == 0 else "num"
    title, short = in_words(key.title), in_words(key.short or "")
    return Column(
        key.name, title, css, lambda row: row.figures[at], short=short, text=lambda row: row.written[at]
    )


def _round_column(number: int, at: int) -> Column[StandingsRow]:
    """A round's points, `out` for a sit-out, a dash while the sheet is missing."""
    sat_out = format_html('<span class="sat-out">{}</span>', _("out"))

    def text(row: StandingsRow) -> str:
        points = row.per_round[at]
        return figure(points) if points is not None else sat_out if number in row.sat_out else NOT_IN

    title = _("Round %d") % number
    return Column(f"r{number}", title, value=lambda row: row.per_round[at], short=f"R{number}", text=text)


def lines(standings: Standings, moved: Moved) -> tuple[SafeString, ...]:
    """Each row as a line of the list, in the order of places, with the id `p` and the player's number; the
    name leads to their page, seen from the pages of the event beside each other."""
    shown = columns(standings, moved)
    cells = (
        f'<th scope="row" class="{column.css}">{{}}</th>'
        if column.key == "name"
        else f'<td class="{column.cell or column.css}">{{}}</td>'
        for column in shown
    )
    line = '<tr id="p{}">' + "".join(cells) + "</tr>"
    texts = [column.text for column in shown]
    # Every cell is safe already: made so once, not once for each of 7,000.
    return tuple(
        mark_safe(line.format(row.number, *(text(row) for text in texts)))  # noqa: S308
        for row in standings.rows
    )


class DeskColumn(tables.Column):  # type: ignore[misc]  # django-tables2 has no types
    """A column of the standings in the desk's grid; its values are sorted by `accessor`."""

    empty_values = ()

    def __init__(self, column: Column[StandingsRow], accessor: str, **kwargs: Any) -> None:
        css, cell = DESK_CELLS.get(column.key, ("num", "num"))
        attrs = {"th": {"class": css} if css else {}, "td": {"class": cell}}
        super().__init__(
            accessor=accessor,
            orderable=column.value is not None,
            initial_sort_descending=column.best_high,
            **{"verbose_name": column.title, "attrs": attrs} | kwargs,
        )
        self.text = column.text

    def render(self, record: StandingsRow) -> Any:
        text = self.text(record)
        return mark_safe(text) if isinstance(text, str) else text  # noqa: S308  safe already


class StandingsListing(Listing):
    """One row per player, with the columns of the public list."""

    caption = _lazy("Standings")
    caption_hidden = True
    row_header = "name"

    class Meta(Listing.Meta):
        attrs = {"class": "listing-table standings"}
        empty_text = _lazy("Nobody of this name or number is in the standings.")

    def __init__(
        self, standings: Standings, rows: Sequence[StandingsRow], *, cards_of: str = "", **kwargs: Any
    ) -> None:
        """`cards_of` is the event whose tally cards the names lead to, for those who may open them."""
        self.cards_of = cards_of
        rounds = {f"r{number}": at for at, number in enumerate(standings.rounds)}
        keys = {key.name: at for at, key in enumerate(standings.columns)}
        extra: list[tuple[str, tables.Column]] = []
        for column in columns(standings):
            name = DESK_NAMES.get(column.key, column.key)
            if name in rounds:
                attrs = {"th": {"class": "num round"}, "td": {"class": "num"}}
                desk = DeskColumn(
                    column, f"per_round__{rounds[name]}", verbose_name=column.short, attrs=attrs
                )
            elif name in keys:
                desk = DeskColumn(column, f"figures__{keys[name]}")
            else:
                desk = DeskColumn(column, name, order_by=ORDERED_BY.get(name))
            extra.append((name, desk))
        super().__init__(rows, extra_columns=extra, **kwargs)

    def paginate(self, *args: Any, per_page: int | None = None, **kwargs: Any) -> Listing:
        return super().paginate(*args, per_page=min(per_page or PER_PAGE, PER_PAGE), **kwargs)

    def render_name(self, record: StandingsRow) -> SafeString:
        name = format_html("<bdi>{}</bdi>", record.name)
        if not self.cards_of:
            return name
        url = reverse("cards:card", args=[self.cards_of, record.number])
        return format_html('<a href="{}">{}</a>', url, name)


def value_words(season: Season, row: SeasonRow) -> str:
    """What decides a place: points, or points per event with two decimals."""
    if season.method == Season.Method.AVERAGE:
        return figure(f"{float(row.value):.2f}".replace(".", get_format("DECIMAL_SEPARATOR")))
    return figure(int(row.value))


def season_columns(standings: SeasonStandings) -> tuple[Column[SeasonRow], ...]:
    """What the list shows, from left to right; an event by its day."""
    by_average = standings.season.method == Season.Method.AVERAGE
    return (
        Column("place", _("Place"), value=lambda row: row.place, best_high=False),
        Column("name", _("Name"), "who", lambda row: row.name_key, best_high=False),
        Column("points", _("Average") if by_average else _("Points"), value=lambda row: row.value),
        Column("events", _("Events"), value=lambda row: row.played),
        *(_event_column(event, at) for at, event in enumerate(standings.counted, start=1)),
    )


def _event_column(event: Event, at: int) -> Column[SeasonRow]:
    def points(row: SeasonRow) -> int | None:
        return next((part.row.points for part in row.parts if part.event == event), None)

    return Column(f"e{at}", event.name, value=points, short=day_and_month(event.date, short=True))


def season_lines(standings: SeasonStandings, address: str) -> tuple[SafeString, ...]:
    """Each row as a line of the list; `address` is a person's page with `TOKEN` for their token."""
    return tuple(_person(standings, row, address) for row in standings.rows)


def _person(standings: SeasonStandings, row: SeasonRow, address: str) -> SafeString:
    cells = tuple(_points_by_event(standings, row))
    line = (
        '<tr id="{}"><td class="num place">{}</td>'
        '<th scope="row" class="who"><a href="{}"><bdi>{}</bdi></a>{}</th>'
        '<td class="num points">{}</td><td class="num">{}</td>' + "{}" * len(cells) + "</tr>"
    )
    place = "–" if row.place is None else row.place
    shared = (
        format_html(' <span class="decided">{}</span>', _("shared")) if row.place in standings.shares else ""
    )
    return format_html(
        line, row.token, place, address.replace("TOKEN", row.token), row.name, shared,
        value_words(standings.season, row), row.played, *cells,
    )  # fmt: skip


def _points_by_event(standings: SeasonStandings, row: SeasonRow) -> Iterator[SafeString]:
    by_event = {part.event: part for part in row.parts}
    for event in standings.counted:
        part = by_event.get(event)
        if part is None:
            yield SafeString('<td class="num">–</td>')
        elif part.counts:
            yield format_html('<td class="num">{}</td>', figure(part.row.points))
        else:
            yield format_html(
                '<td class="num"><s class="left-out">{}</s><span class="visually-hidden"> {}</span></td>',
                figure(part.row.points),
                _("does not count"),
            )
