"""Grids of rows (django-tables2), and lists by place that can be sorted by any column.

A *listing* is a grid; a *table* seats four. Files to download are not offered here: the library's own export
passes spreadsheet formulas through and fails on unknown formats (see `archive`). Sorting never touches a
place: it is a value of the row like any other. The public lists are drawn as text in one go and unpaged: a
grid of the library costs seven times a plain loop at 400 rows of 18 columns, and that loop five times this.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Generic, Protocol, TypeVar

import django_tables2 as tables
from django.db.models import Case, QuerySet, When
from django.db.models.functions import Lower
from django.urls import reverse
from django.utils.formats import get_format
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django_tables2.data import TableQuerysetData

from scoring.standings import Key
from tournament.figures import day_and_month, figure, money, short_day, signed
from tournament.models import Event, Player, Ruling, Season
from tournament.names import sort_key
from tournament.reports.history import AuditLine, line_of
from tournament.reports.seasons import SeasonRow, SeasonStandings
from tournament.reports.standings import Standings, StandingsRow
from tournament.sentences import in_words
from tournament.state.groups import group_titles
from tournament.templatetags.euchre import badge

SMALLEST_PAGE, LARGEST_PAGE = 10, 200
NUMBER_CELLS = {cell: {"class": "num"} for cell in ("th", "td", "tf")}
TIGHT_NUMBER_CELLS = {cell: {"class": "num tight"} for cell in ("th", "td", "tf")}


class NumberColumn(tables.Column):  # type: ignore[misc]  # django-tables2 has no types
    """Figures: set to the right in digits of one width, the largest first when sorted by."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("attrs", NUMBER_CELLS)
        kwargs.setdefault("initial_sort_descending", True)
        super().__init__(*args, **kwargs)


class _Inherits(type(tables.Table)):  # type: ignore[misc]  # django-tables2 has no types
    """The library drops a parent's `Meta` if a subclass writes none or its own; here it is inherited."""

    def __new__(cls, name: str, bases: tuple[type, ...], attrs: dict[str, Any]) -> type:
        own = attrs.get("Meta", object)
        inherited = next((base.Meta for base in bases if hasattr(base, "Meta")), object)
        if not issubclass(own, inherited):
            attrs["Meta"] = type("Meta", (inherited,) if own is object else (own, inherited), {})
        listing_class: type = super().__new__(cls, name, bases, attrs)
        return listing_class


class Listing(tables.Table, metaclass=_Inherits):  # type: ignore[misc]  # django-tables2 has no types
    """A grid with a caption: the class's own, or the instance's. `row_header` is the column that names a row.

    Rows of a list keep their given order among equals; rows of a queryset are told apart by their key, so
    that two pages never show the same row twice or miss one.
    """

    caption: Any = _lazy("List")
    caption_hidden = False
    row_header: str | None = None

    class Meta:
        template_name = "components/listing.html"
        attrs = {"class": "listing-table"}
        empty_text = _lazy("Nothing to show yet.")
        per_page = 100

    def __init__(self, *args: Any, caption: Any = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if caption is not None:
            self.caption = caption

    @property
    def caption_id(self) -> str:
        """The id by which the scroll region is named; the prefix tells two listings on one page apart."""
        return f"{slugify(f'{self.prefix} {type(self).__name__}')}-caption"

    @property
    def order_by(self) -> Any:
        return self._order_by

    @order_by.setter
    def order_by(self, value: Any) -> None:
        tables.Table.order_by.fset(self, value)
        if isinstance(self.data, TableQuerysetData) and not self.data.data.query.is_sliced:
            rows = self.data.data
            self.data.data = rows.order_by(*(rows.query.order_by or rows.model._meta.ordering), "pk")

    def paginate(self, *args: Any, per_page: int | None = None, **kwargs: Any) -> "Listing":
        """As the library does, with a size of page a request cannot make absurd."""
        size = min(max(per_page or self._meta.per_page, SMALLEST_PAGE), LARGEST_PAGE)
        page: Listing = super().paginate(*args, per_page=size, **kwargs)
        return page


Status = Player.Status
PLAYER_BADGES: Mapping[str, str] = {
    Status.EXPECTED: "wait",
    Status.HERE: "ok",
    Status.LATE: "warn",
    Status.LEFT: "info",
    Status.DISQUALIFIED: "bad",
}
# Columns that a phone has no room for; what they hold is a touch away on the row's own page.
WIDE_ONLY = {"th": {"class": "wide-only"}, "td": {"class": "wide-only"}}
WHEN = {"td": {"class": "when"}}
WIDE_WHEN = {"th": {"class": "wide-only"}, "td": {"class": "when wide-only"}}
WIDE_NUMBER_CELLS = {"th": {"class": "num wide-only"}, "td": {"class": "num wide-only"}}
EVENT_BADGES: Mapping[str, str] = {
    Event.Status.SETUP: "wait",
    Event.Status.PLAYING: "ok",
    Event.Status.FINISHED: "info",
}


class CountedEvent(Protocol):
    """An event annotated with the number of its closed rounds."""

    status: str
    round_count: int
    closed_count: int

    def get_status_display(self) -> str: ...


class EventListing(Listing):
    """The events of one official. Needs `player_count` and `closed_count` on each."""

    caption = _lazy("Events")
    caption_hidden = True
    row_header = "name"

    name = tables.Column(verbose_name=_lazy("Event"), attrs={"td": {"class": "who"}})
    date = tables.Column(verbose_name=_lazy("Date"), initial_sort_descending=True, attrs=WIDE_WHEN)
    venue = tables.Column(verbose_name=_lazy("Venue"), default="", attrs=WIDE_ONLY)
    player_count = NumberColumn(verbose_name=_lazy("Players"), attrs=WIDE_NUMBER_CELLS)
    status = tables.Column(verbose_name=_lazy("State"), attrs=WHEN)

    class Meta(Listing.Meta):
        order_by = ("-date",)

    def render_name(self, record: Event) -> SafeString:
        words = '<a href="{}"><bdi>{}</bdi></a><span class="narrow-only small soft">{}</span>'
        return format_html(words, record.get_absolute_url(), record.name, self.render_date(record.date))

    def render_date(self, value: Any) -> str:
        return short_day(value, weekday=True)

    def order_name(self, events: QuerySet[Event], descending: bool) -> tuple[QuerySet[Event], bool]:
        return _by_name(events, descending), True

    def render_status(self, record: CountedEvent) -> SafeString:
        text = record.get_status_display()
        if record.status == Event.Status.PLAYING:
            facts = {"closed": record.closed_count, "rounds": record.round_count}
            text = _("%(closed)d of %(rounds)d rounds") % facts
        return badge(EVENT_BADGES[record.status], text)


class PlayerListing(Listing):
    """The players of one event. `may_edit` adds what a director may do with each, `grouped` their groups."""

    caption = _lazy("Players")
    caption_hidden = True
    row_header = "name"

    number = NumberColumn(verbose_name=_lazy("No."), initial_sort_descending=False, attrs=TIGHT_NUMBER_CELLS)
    name = tables.Column(verbose_name=_lazy("Name"), attrs={"td": {"class": "who"}})
    status = tables.Column(verbose_name=_lazy("Status"))
    groups = tables.Column(verbose_name=_lazy("Groups"), default="", orderable=False, attrs=WIDE_ONLY)
    note = tables.Column(verbose_name=_lazy("Note"), default="", orderable=False, attrs=WIDE_ONLY)

    class Meta(Listing.Meta):
        order_by = ("number",)
        empty_text = _lazy("No players match.")

    def __init__(
        self, *args: Any, event: Event, may_edit: bool, grouped: bool = False, **kwargs: Any
    ) -> None:
        self.event, self.may_edit = event, may_edit
        exclude = () if grouped else ("groups",)
        super().__init__(*args, exclude=exclude, **kwargs)

    def render_name(self, record: Player) -> SafeString:
        name = format_html("<bdi>{}</bdi>", record.name)
        if self.may_edit:
            url = reverse("players:edit", args=[self.event.slug, record.number])
            name = format_html('<a href="{}">{}</a>', url, name)
        if record.ranked:
            return name
        return format_html('{} <span class="small soft">{}</span>', name, _("not in the standings"))

    def render_groups(self, record: Player) -> SafeString:
        return format_html("<bdi>{}</bdi>", group_titles(record.groups))

    def render_status(self, record: Player) -> SafeString:
        shown, since = badge(PLAYER_BADGES[record.status], record.get_status_display()), since_words(record)
        if self.may_edit:
            url = reverse("players:set_status", args=[self.event.slug, record.number])
            of = _("change the status of %s") % record.name
            shown = format_html('<a href="{}">{}<span class="visually-hidden"> {}</span></a>', url, shown, of)
        return format_html('{} <span class="small when">{}</span>', shown, since) if since else shown

    def order_name(self, players: QuerySet[Player], descending: bool) -> tuple[QuerySet[Player], bool]:
        rows = sorted(
            players.only("own_name", "number", "house"), key=lambda row: (sort_key(row.name), row.number)
        )
        place = Case(*(When(pk=row.pk, then=at) for at, row in enumerate(rows)))
        return players.order_by(place.desc() if descending else place), True


class AuditListing(Listing):
    """Who did what, newest first; rows are `AuditEntry`."""

    caption = _lazy("History")
    caption_hidden = True

    at = tables.TemplateColumn(
        "{% load euchre %}{{ value|local_time:table.event }}",
        verbose_name=_lazy("When"),
        orderable=False,
        attrs=WHEN,
    )
    sentence = tables.Column(verbose_name=_lazy("What"), orderable=False, empty_values=(), accessor="action")

    class Meta(Listing.Meta):
        per_page = 50
        empty_text = _lazy("Nothing matches.")

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        self.event = event
        super().__init__(*args, **kwargs)

    def render_sentence(self, record: Any) -> SafeString:
        line: AuditLine = line_of(record)
        words = format_html("<b><bdi>{}</bdi></b> <bdi>{}</bdi>", line.by or _("The system"), line.sentence)
        if not line.reason:
            return words
        reason = _("Reason: %(reason)s") % {"reason": line.reason}
        return format_html('{}<br><span class="small soft">{}</span>', words, reason)


def since_words(player: Player) -> str:
    """The round that a player's status depends on, such as “from round 3”; empty if it depends on none."""
    if player.status == Status.LATE or (player.status == Status.EXPECTED and player.from_round > 1):
        return _("from round %d") % player.from_round
    if player.status in (Status.LEFT, Status.DISQUALIFIED) and player.to_round:
        return _("after round %d") % player.to_round
    return ""


def _by_name(rows: QuerySet[Any], descending: bool) -> QuerySet[Any]:
    name = Lower("name")
    return rows.order_by(name.desc() if descending else name.asc(), "pk")


class RulingListing(Listing):
    """One line a ruling; its number leads to its page."""

    caption = _lazy("Rulings")
    caption_hidden = True
    row_header = "number"

    number = NumberColumn(verbose_name=_lazy("No."))
    offence = tables.Column(accessor="title", verbose_name=_lazy("Offence"))
    player = tables.Column(order_by="player__number", verbose_name=_lazy("Player"))
    award = tables.Column(accessor="given", verbose_name=_lazy("Given"))
    fine = NumberColumn(accessor="fine_cents", verbose_name=_lazy("Fine"))
    round = NumberColumn(accessor="table__round__number", verbose_name=_lazy("Round"))
    table = NumberColumn(accessor="table__number", verbose_name=_lazy("Table"))
    deal = NumberColumn(accessor="slot", verbose_name=_lazy("Deal"))
    state = tables.Column(verbose_name=_lazy("State"))
    by = tables.Column(accessor="made_by", order_by="made_by__name", verbose_name=_lazy("Ruled by"))

    class Meta:
        order_by = "-number"
        empty_text = _lazy("No ruling matches. Try fewer words.")

    def __init__(self, lines: list[Ruling], *, event: Event, **kwargs: Any) -> None:
        self.event = event
        if not any(line.fine_cents for line in lines):
            kwargs["exclude"] = ("fine",)
        super().__init__(lines, **kwargs)

    def render_fine(self, value: int) -> str:
        """The fine as money in the event's currency (`value` in cents); empty for 0."""
        return money(value, self.event.time_zone) if value else ""

    def render_number(self, value: int) -> str:
        return format_html(
            '<a href="{}">{}</a>', reverse("rulings:show", args=[self.event.slug, value]), value
        )


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
    """Read `asked`, a column's key (`-` before it: from the top down); None if unknown, empty or usual."""
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
            "points", _("Points lost") if standings.points_lost else _("Points"),
            "num kept", lambda row: row.points, cell="num points kept",
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
    return Column(
        f"r{number}", title, "num round", lambda row: row.per_round[at], short=f"R{number}", text=text
    )


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
                attrs = {cell: {"class": column.css} for cell in ("th", "td")}
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


def deciding_value(season: Season, row: SeasonRow) -> str:
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
        deciding_value(standings.season, row), row.played, *cells,
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
