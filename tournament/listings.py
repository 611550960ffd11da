"""Grids of rows (django-tables2), and lists by place that can be sorted by any column.

A *listing* is a grid; a *table* seats four. Files to download are not offered here: the library's own export
passes spreadsheet formulas through and fails on unknown formats (see `archive`). Sorting never touches a
place: it is a value of the row like any other. Lists by place are drawn as text in one go: 400 rows of 20
columns took 4 ms so, 364 ms as a grid of the library, and 93 ms a page of 100 of them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, NamedTuple
from urllib.parse import urlencode

import django_tables2 as tables
from django.core.paginator import Page, Paginator
from django.db.models import Case, QuerySet, When
from django.db.models.functions import Lower
from django.urls import reverse
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django_tables2.data import TableQuerysetData

from tournament.models import Event, Player, Ruling
from tournament.reports.history import AuditLine, line_of
from tournament.reports.standings import Standings, StandingsRow
from tournament.reports.standings_columns import Column, Columns, Row, of_teams, on_pages
from tournament.reports.teams import TeamStandings
from tournament.state.groups import group_titles
from tournament.templatetags.euchre import badge
from tournament.words.figures import money, short_day
from tournament.words.names import sort_key

SMALLEST_PAGE, LARGEST_PAGE = 10, 200
NUMBER_CELLS = {cell: {"class": "num"} for cell in ("th", "td")}
TIGHT_NUMBER_CELLS = {cell: {"class": "num tight"} for cell in ("th", "td")}


class NumberColumn(tables.Column):  # type: ignore[misc]  # django-tables2 has no types
    """Figures: set to the right in digits of one width, the largest first when sorted by."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("attrs", NUMBER_CELLS)
        kwargs.setdefault("initial_sort_descending", True)
        super().__init__(*args, **kwargs)


class Listing(tables.Table):  # type: ignore[misc]  # django-tables2 has no types
    """The grid of a page, its caption for the ear. `row_header` is the column that names a row. Each has
    a `Meta` of this one's, since the library drops a parent's.

    Rows of a list keep their given order among equals; rows of a queryset are told apart by their key, so
    that two pages never show the same row twice or miss one.
    """

    caption: Any = _lazy("List")
    row_header: str | None = None

    class Meta:
        template_name = "components/listing.html"
        attrs = {"class": "listing-table"}
        empty_text = _lazy("Nothing to show yet.")
        per_page = 100

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


class EventListing(Listing):
    """The events of one official. Needs `player_count` and `closed_count` on each."""

    caption = _lazy("Events")
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

    def render_status(self, record: Any) -> SafeString:
        text = record.get_status_display()
        if record.status == Event.Status.PLAYING:
            facts = {"closed": record.closed_count, "rounds": record.round_count}
            text = _("%(closed)d of %(rounds)d rounds") % facts
        return badge(EVENT_BADGES[record.status], text)


class PlayerListing(Listing):
    """The players of one event. `may_edit` adds what a director may do with each, `grouped` their groups."""

    caption = _lazy("Players")
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

    class Meta(Listing.Meta):
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


PER_PAGE = 100  # of the officials' standings


class Sort(NamedTuple):
    """By which column, and whether from the highest down."""

    column: Column[Any]
    descending: bool

    @property
    def asked(self) -> str:
        """As the query string says it: `-loners`."""
        return f"-{self.column.code}" if self.descending else self.column.code


def sort_of(asked: str, shown: Sequence[Column[Row]]) -> Sort | None:
    """Read `asked`, a column's code (`-` before it: from the top down); None if unknown, empty or usual."""
    code = asked.removeprefix("-")
    column = next((one for one in shown if one.code == code and one.best_high is not None), None)
    return Sort(column, asked != code) if column and asked != "place" else None


def in_order(rows: Sequence[Row], sort: Sort | None) -> tuple[int, ...]:
    """The positions of the rows as they are to stand. Rows level in the column keep their order by place."""
    if sort is None:
        return tuple(range(len(rows)))
    values = [sort.column.sort(row) for row in rows]
    known = [at for at, value in enumerate(values) if value is not None]
    known.sort(key=values.__getitem__, reverse=sort.descending)
    return (*known, *(at for at, value in enumerate(values) if value is None))


class Head(NamedTuple):
    """A column's head as it is drawn: its state for `aria-sort`, and what its link asks for."""

    column: Column[Any]
    state: str
    link: str


@dataclass(frozen=True, slots=True)
class PlaceListing(Generic[Row]):
    """A list by place: its columns, the lines drawn, and its order (None: as it stands by itself). Its links
    end in `kept`; `page` is the one shown of several; no list `by_place_only` is sorted otherwise."""

    columns: Sequence[Column[Row]]
    lines: Iterable[SafeString]
    sort: Sort | None = None
    kept: str = ""
    page: Page[Any] | None = None
    by_place_only: bool = False

    @property
    def rows(self) -> SafeString:
        return mark_safe("\n".join(self.lines))  # noqa: S308  each line is safe already

    @property
    def heads(self) -> Iterator[Head]:
        """The heads; pressing one sorts from the best on, pressing it again the other way round."""
        by = self.sort or Sort(self.columns[0], descending=False)
        for column in self.columns:
            if self.by_place_only or column.best_high is None:
                yield Head(column, "", "")
            elif column is by.column:
                state = "descending" if by.descending else "ascending"
                yield Head(column, state, Sort(column, not by.descending).asked)
            else:
                yield Head(column, "", Sort(column, column.best_high).asked)


def lines(
    shown: Sequence[Column[Row]], rows: Iterable[Row], name_of: Callable[[Row], object]
) -> tuple[SafeString, ...]:
    """Each row as a line of the list; `name_of` gives its id."""
    cells = (
        f'<th scope="row" class="{column.css}">{{}}</th>'
        if column.code == "name"
        else f'<td class="{column.cell or column.css}">{{}}</td>'
        for column in shown
    )
    line = '<tr id="{}">' + "".join(cells) + "</tr>"
    texts = [column.text for column in shown]
    # Every cell is safe already: made so once, not once for each of 7,000.
    return tuple(
        mark_safe(line.format(name_of(row), *[text(row) for text in texts]))  # noqa: S308
        for row in rows
    )


def line_id(row: StandingsRow) -> str:
    """The id of a player's line, to which links lead."""
    return f"p{row.number}"


def public_columns(standings: Standings, moved: Mapping[int, int]) -> Columns:
    """The names lead to the players' pages, seen from the pages of the event beside each other."""
    link = '<a href="../players/{}/"><bdi>{}</bdi></a>'
    return on_pages(standings, moved, lambda row: link.format(row.number, escape(row.name)))


def officials_listing(
    standings: Standings, rows: Sequence[StandingsRow], query: Mapping[str, str], cards_of: str
) -> PlaceListing[StandingsRow]:
    """These rows of the standings as the query string asks for them; the names lead to the tally cards of the
    event `cards_of`, if it is given."""

    def linked(row: StandingsRow) -> str:
        address = reverse("cards:card", args=[cards_of, row.number])
        return format_html('<a href="{}"><bdi>{}</bdi></a>', address, row.name)

    shown = on_pages(standings, name=linked if cards_of else None)
    sort = sort_of(query.get("sort", ""), shown)
    page = Paginator(in_order(rows, sort), PER_PAGE).get_page(query.get("page"))
    kept = [(name, query[name]) for name in ("q", "through", "group") if query.get(name)]
    drawn = lines(shown, [rows[at] for at in page], line_id)
    return PlaceListing(shown, drawn, sort, f"&{urlencode(kept)}" if kept else "", page)


def team_listing(standings: Standings, teams: TeamStandings) -> PlaceListing[StandingsRow]:
    """The teams by place."""
    shown = of_teams(replace(standings, rows=teams.rows))
    drawn = lines(shown, teams.rows, lambda row: f"team{row.number}")
    return PlaceListing(shown, drawn, by_place_only=True)
