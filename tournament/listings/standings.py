"""Lists by place that can be sorted by any column: the desk's grid, the public list, and a season's.

Sorting never touches a place: it is a value of the row like any other. The public lists are drawn as text in
one go and unpaged: a grid of the library costs seven times a plain loop at 400 rows of 18 columns, and that
loop five times this.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
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
from tournament.listings.base import Listing, NumberColumn
from tournament.models import Season
from tournament.reports.seasons import SeasonEvent, SeasonRow, SeasonStandings
from tournament.reports.standings import Standings, StandingsRow
from tournament.sentences import in_words

Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class Column(Generic[Row]):
    """One head of the list. `value` is what rows are sorted by, None for a column that cannot be; rows for
    which it gives None come last in either direction. `best_high`: the best is the highest."""

    key: str
    title: str
    css: str = "num"
    value: Callable[[Row], int | str | Fraction | None] | None = None
    best_high: bool = True
    short: str = ""


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


Moved = Mapping[int, int]


def columns(standings: Standings, moved: Moved) -> tuple[Column[StandingsRow], ...]:
    """What the list shows, from left to right."""
    moves: Column[StandingsRow] = Column("moved", _("Moved"), "kept", lambda row: moved.get(row.number))
    adjusted: Column[StandingsRow] = Column("adjusted", _("Adjusted"), value=lambda row: row.adjustments)
    loners: Column[StandingsRow] = Column("loners", _("Lone marches"), value=lambda row: row.loners)
    keys = tuple(_key_column(key, at, standings) for at, key in enumerate(standings.columns))
    return (
        Column("place", _("Place"), "num kept", value=lambda row: row.place, best_high=False),
        *((moves,) if moved else ()),
        Column("number", _("No."), "num no", lambda row: row.number, best_high=False),
        Column("name", _("Name"), "who kept", lambda row: row.name_key, best_high=False),
        *(keys if standings.led_by else ()),
        Column("points", _("Points"), "num kept", value=lambda row: row.points),
        Column("won", _("Rounds won"), value=lambda row: row.rounds_won),
        *((loners,) if standings.lone_hands else ()),
        Column("best", _("Best round"), value=lambda row: row.best_round),
        *(() if standings.led_by else keys),
        Column("decided", _("Decided by"), ""),
        *(_round_column(number, at) for at, number in enumerate(standings.rounds)),
        *((adjusted,) if standings.has_adjustments else ()),
    )


def _key_column(key: Key, at: int, standings: Standings) -> Column[StandingsRow]:
    css = _key_css(standings, at)
    title, short = in_words(key.title), in_words(key.short or "")
    return Column(key.name, title, css, lambda row: row.figures[at], short=short)


def _key_css(standings: Standings, at: int) -> str:
    """A phone keeps (js/page/lists.js) the figure that decides before points do."""
    return "num kept" if standings.led_by and at == 0 else "num"


def _round_column(number: int, at: int) -> Column[StandingsRow]:
    title = _("Round %d") % number
    return Column(f"r{number}", title, value=lambda row: row.per_round[at], short=f"R{number}")


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


def lines(standings: Standings, moved: Moved) -> tuple[SafeString, ...]:
    """Each row as a line of the list, in the order of places, with the id `p` and the player's number; the
    name leads to their page, seen from the pages of the event beside each other."""
    css = (_key_css(standings, at) for at in range(len(standings.columns)))
    figures = "".join(f'<td class="{one}">{{}}</td>' for one in css)
    row = '<tr id="p{}"><td class="num place kept">{}</td>' + ('<td class="kept">{}</td>' if moved else "")
    row += '<td class="num no">{}</td><th scope="row" class="who kept">'
    row += '<a href="../players/{}/"><bdi>{}</bdi></a></th>'
    row += figures if standings.led_by else ""
    row += '<td class="num points kept">{}</td>' + '<td class="num">{}</td>' * (2 + standings.lone_hands)
    row += "" if standings.led_by else figures
    row += '<td class="decided">{}</td>'
    row += '<td class="num">{}</td>' * (len(standings.rounds) + standings.has_adjustments) + "</tr>"
    # Every cell is safe already: made so once, not once for each of 7,000.
    return tuple(mark_safe(row.format(*cells)) for cells in _cells(standings, moved))  # noqa: S308


def _cells(standings: Standings, moved: Moved) -> Iterator[tuple[object, ...]]:
    """Each row's cells, safe to be drawn: figures are, and texts are escaped here, each once."""
    decided = decided_words(standings)
    moves = {places: moved_cell(places) for places in {None, *moved.values()}}
    adjusted = standings.has_adjustments
    led = standings.led_by is not None
    for row in standings.rows:
        rounds = zip(standings.rounds, row.per_round, strict=True)
        yield (
            row.number,
            NOT_IN if row.place is None else row.place,
            *((moves[moved.get(row.number)],) if moved else ()),
            row.number,
            row.number,
            escape(row.name),
            *(row.written if led else ()),
            figure(row.points),
            row.rounds_won,
            *((row.loners,) if standings.lone_hands else ()),
            figure(row.best_round),
            *(() if led else row.written),
            escape(decided(row)),
            *(round_cell(row, number, points) for number, points in rounds),
            *((adjustment(row.adjustments),) if adjusted else ()),
        )


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


def _event_column(event: SeasonEvent, at: int) -> Column[SeasonRow]:
    def points(row: SeasonRow) -> int | None:
        return next((part.row.points for part in row.parts if part.event.key == event.key), None)

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
    by_event = {part.event.key: part for part in row.parts}
    for event in standings.counted:
        part = by_event.get(event.key)
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
