"""The columns of the standings, each once: pages, papers, spreadsheets, JSON and the teams read them here.

`SUMS` are what a row sums up; they stand in every list. A new one is a line there, and a figure of `Record`.
What else a list has is beside them, in the order of that list.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from operator import attrgetter
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from django.utils.formats import get_format
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import pgettext

from scoring.standings import KEYS, Key, Written
from tournament.models import Event, Season
from tournament.reports.seasons import Part, SeasonRow, SeasonStandings
from tournament.reports.standings import Standings, StandingsRow
from tournament.reports.teams import TeamRow
from tournament.state.groups import group_titles
from tournament.words.figures import day_and_month, figure, signed
from tournament.words.sentences import in_words

Row = TypeVar("Row")
Cell = Callable[[Row], Any]
NOT_IN = "–"
NARROW = 9  # rounds; with more, or keys beside them, those on paper are narrower
# Digits; a point is narrower than one, so figures with one stand at the left, where it moves little.
_WIDTHS = {Written.PLAIN: 5, Written.SIGNED: 5, Written.MEAN: 6, Written.PERCENT: 6}


@dataclass(frozen=True, slots=True)
class Column(Generic[Row]):
    """One column of a list by place. `value` is what it holds of a row, `json` its name in the public JSON.

    On pages `text` is what a cell shows, safe to be drawn, `css` the class of the head and `cell` that of the
    cell, if another. Rows are sorted by `sort`; those for which it gives None come last in either direction.
    `best_high`: the best is the highest; None: nobody sorts by it. `told` is what public files hold.
    Papers have `printed` under `head`, so many `digits` wide; of those that `drop`, the lowest goes first if
    there is no room. `used`: whether pages and papers have the column.
    """

    code: str
    title: Any
    value: Cell[Row]
    text: Cell[Row] = None  # type: ignore[assignment]  # made of the value
    best_high: bool | None = True
    css: str = "num"
    cell: str = ""
    short: str = ""
    sort: Cell[Row] = None  # type: ignore[assignment]  # made of the value
    told: Cell[Row] = None  # type: ignore[assignment]  # made of the value
    json: str = ""
    head: Any = ""
    digits: int = 4
    printed: Cell[Row] = None  # type: ignore[assignment]  # made of the value
    drop: int = 0
    used: Callable[[Standings], bool] = lambda table: True

    def __post_init__(self) -> None:
        usual = dict.fromkeys(("sort", "told", "printed"), self.value)
        for name, cell in {**usual, "text": self._drawn}.items():
            if getattr(self, name) is None:
                object.__setattr__(self, name, cell)

    def _drawn(self, row: Row) -> str:
        value = self.value(row)
        return figure(value) if isinstance(value, int) else escape(value)


Columns = tuple[Column[StandingsRow], ...]

SUMS: Columns = (
    Column(
        "points", _lazy("Points"), attrgetter("record.points"), css="num kept", cell="num points kept",
        json="points", head=_lazy("Points"), digits=5,
    ),
    Column(
        "won", _lazy("Rounds won"), attrgetter("record.rounds_won"),
        json="rounds_won", head=_lazy("Won"), drop=2,
    ),
    Column(
        "loners", _lazy("Lone marches"), attrgetter("record.loners"),
        json="lone_marches", head=_lazy("Lone"), used=attrgetter("lone_hands"),
    ),
    Column(
        "best", _lazy("Best round"), attrgetter("record.best_round"),
        json="best_round", head=_lazy("Best"), drop=1,
    ),
)  # fmt: skip
PLACE: Column[StandingsRow] = Column(
    "place", _lazy("Place"), attrgetter("place"), lambda row: NOT_IN if row.place is None else row.place,
    best_high=False, css="num kept", cell="num place kept",
)  # fmt: skip
NUMBER = Column("number", _lazy("No."), attrgetter("number"), best_high=False, css="num no")
NAME: Column[StandingsRow] = Column(
    "name", _lazy("Name"), attrgetter("name"), lambda row: format_html("<bdi>{}</bdi>", row.name),
    best_high=False, css="who kept", sort=attrgetter("name_key"),
)  # fmt: skip
SAT_OUT = Column(
    "sat_out", _lazy("Sit-out points"), attrgetter("record.bye_points"), head=_lazy("Sit-out"), digits=5,
    used=attrgetter("has_sit_outs"),
)  # fmt: skip
ADJUSTED: Column[StandingsRow] = Column(
    "adjusted", _lazy("Adjusted"), attrgetter("adjustments"),
    lambda row: signed(row.adjustments) if row.adjustments else "",
    head=_lazy("Adj."), used=attrgetter("has_adjustments"),
)  # fmt: skip
GROUPS: Column[StandingsRow] = Column(
    "groups", _lazy("Groups"), lambda row: group_titles(row.groups),
    used=lambda table: any(row.groups for row in table.rows),
)  # fmt: skip


def on_pages(
    table: Standings, moved: Mapping[int, int] = MappingProxyType({}), name: Cell[StandingsRow] | None = None
) -> Columns:
    """From left to right. `moved` are the places won by the last round; `name` draws one, if not as it is."""
    keys = _keys(table)
    before, after = (keys, ()) if table.led_by else ((), keys)
    shown = (
        PLACE, *_moved(moved), NUMBER, replace(NAME, text=name or NAME.text), *before, *sums(table), *after,
        decided(table), *_rounds(table), ADJUSTED,
    )  # fmt: skip
    return _used(table, shown)


def on_paper(table: Standings, rounds: Sequence[int], dropped: int = 0) -> Columns:
    """Beside place, number and name: the points, then the others, of which so many have been dropped."""
    points, *others = sums(table)
    kept = (column for column in others if not 0 < column.drop <= dropped)
    keys = _keys(table)
    close = 3 if len(rounds) > NARROW or keys else 4
    single = (replace(one, digits=close) for one in _rounds(table) if int(one.head) in rounds)
    return _used(table, (points, *keys, *kept, SAT_OUT, ADJUSTED, *single))


def of_teams(table: Standings) -> Columns:
    """On the page of the teams, of whom are its rows: who plays in each, with the points they brought."""

    def parts(row: StandingsRow) -> SafeString:
        return SafeString("".join(map(_part, row.parts if isinstance(row, TeamRow) else ())))

    team = replace(NUMBER, title=_("Team"))
    shown = (PLACE, team, replace(NAME, title=_("Players"), text=parts), *sums(table))
    return _used(table, (*shown, replace(decided(table), cell="team-why")))


def in_file(table: Standings) -> Columns:
    """In the officials' spreadsheet, which has the `value` of each."""
    number, adjusted = replace(NUMBER, title=_("Number")), replace(ADJUSTED, title=_("Adjustments"))
    played = Column("played", _("Rounds played"), attrgetter("record.rounds_played"))
    last = replace(decided(table), title=_("Place decided by"))
    return (
        PLACE, number, NAME, *sums(table), *_keys(table), played, SAT_OUT, adjusted, *_rounds(table), last
    )  # fmt: skip


def in_public_file(table: Standings) -> Columns:
    """In the spreadsheet for everybody, which has what is `told` of each."""
    others = _used(table, (decided(table), GROUPS, *_rounds(table), ADJUSTED))
    return (PLACE, NUMBER, NAME, *sums(table), *_keys(table), *others)


def sums_json(row: StandingsRow) -> dict[str, Any]:
    """The sums by their names in the public JSON."""
    return {column.json: column.value(row) for column in SUMS if column.json}


def sums(table: Standings) -> Columns:
    """The sums, the points first; if points are lost, their heads say so."""
    points, *others = SUMS
    if table.points_lost:
        points = replace(points, title=_("Points lost"), head=pgettext("points", "Lost"))
    return (points, *others)


def decided(table: Standings) -> Column[StandingsRow]:
    """What decided a place: on pages the key, that it is shared, or why there is none."""
    named = {row.decided_by for row in table.rows if row.decided_by}
    titles = {name: in_words(KEYS[name].title) for name in named}
    sharing = Counter(row.place for row in table.rows)

    def told(row: StandingsRow) -> str:
        return row.no_place.sentence if row.no_place else titles.get(row.decided_by or "", "")

    def text(row: StandingsRow) -> str:
        return escape(_("shared") if row.place and sharing[row.place] > 1 else told(row))

    def value(row: StandingsRow) -> str | None:
        return row.no_place.sentence if row.no_place else row.decided_by

    title = _("Decided by")
    return Column("decided", title, value, text, best_high=None, css="", cell="decided", told=told)


def _used(table: Standings, columns: Sequence[Column[StandingsRow]]) -> Columns:
    return tuple(column for column in columns if column.used(table))


def _part(part: Any) -> SafeString:
    gone = format_html('<span class="soft">{}</span>', _("not playing on")) if part.gone else ""
    words = '<span class="team-part"><bdi>{}</bdi> <span class="soft">{}</span> {}</span>'
    return format_html(words, part.name, figure(part.points), gone)


def _keys(table: Standings) -> Columns:
    return tuple(_key(key, at, table) for at, key in enumerate(table.columns))


def _key(key: Key, at: int, table: Standings) -> Column[StandingsRow]:
    # A phone keeps (js/page/lists.js) the figure that decides before points do.
    css = "num kept" if table.led_by and at == 0 else "num"
    own = (lambda record: 0) if key.compare else key.figure
    hundred = 100 if key.written is Written.PERCENT else 1

    def value(row: StandingsRow) -> int | float:
        """A number to reckon with; percentages of 100."""
        exact = own(row.record)
        return exact if isinstance(exact, int) else round(float(exact * hundred), 3)

    short = in_words(key.short or "")
    return Column(
        key.name, in_words(key.title), value, lambda row: row.written[at], css=css, short=short,
        sort=lambda row: own(row.record), head=short, digits=_WIDTHS[key.written],
        printed=lambda row: row.written[at].removesuffix("\N{NO-BREAK SPACE}%"),
    )  # fmt: skip


def _rounds(table: Standings) -> Columns:
    """Each round's points, `out` for a sit-out, a dash while the sheet is missing."""
    out = _("out")
    sat_out = format_html('<span class="sat-out">{}</span>', out)

    def column(at: int, number: int) -> Column[StandingsRow]:
        def text(row: StandingsRow) -> str:
            points = row.per_round[at]
            return figure(points) if points is not None else sat_out if number in row.sat_out else NOT_IN

        def told(row: StandingsRow) -> int | str | None:
            return out if row.per_round[at] is None and number in row.sat_out else row.per_round[at]

        title = _("Round %d") % number
        return Column(
            f"r{number}", title, lambda row: row.per_round[at], text, css="num round", short=f"R{number}",
            told=told, head=str(number),
        )  # fmt: skip

    return tuple(column(at, number) for at, number in enumerate(table.rounds))


def _moved(moved: Mapping[int, int]) -> Columns:
    """Places won or lost by the last round: an arrow and a figure, said in words as well."""
    texts: dict[int | None, str] = {None: "", 0: format_html('<span class="moved">{}</span>', _("same"))}
    for places in filter(None, {*moved.values()}):
        words, kind = (_("up"), "moved-up") if places > 0 else (_("down"), "moved-down")
        cell = '<span class="moved {}"><span class="visually-hidden">{} </span>{}</span>'
        texts[places] = format_html(cell, kind, words, abs(places))

    def value(row: StandingsRow) -> int | None:
        return moved.get(row.number)

    column = Column("moved", _("Moved"), value, lambda row: texts[value(row)], css="kept moves")
    return (column,) if moved else ()


def deciding_value(season: Season, row: SeasonRow) -> str:
    """What decides a place: points, or points per event with two decimals."""
    if season.method == Season.Method.AVERAGE:
        return figure(f"{float(row.value):.2f}".replace(".", get_format("DECIMAL_SEPARATOR")))
    return figure(int(row.value))


def of_season(standings: SeasonStandings, address: str = "") -> tuple[Column[SeasonRow], ...]:
    """From left to right; an event by its day. `address` is a person's page with `TOKEN` for their token."""
    season = standings.season
    average = season.method == Season.Method.AVERAGE

    def name(row: SeasonRow) -> SafeString:
        shared = format_html(' <span class="decided">{}</span>', _("shared"))
        link = format_html('<a href="{}"><bdi>{}</bdi></a>', address.replace("TOKEN", row.token), row.name)
        return link + shared if row.place in standings.shares else link

    return (
        Column(
            "place", _("Place"), attrgetter("place"), lambda row: NOT_IN if row.place is None else row.place,
            best_high=False, cell="num place",
        ),
        Column(
            "name", _("Name"), attrgetter("name"), name, best_high=False, css="who",
            sort=attrgetter("name_key"),
        ),
        Column(
            "points", _("Average") if average else _("Points"), attrgetter("value"),
            partial(deciding_value, season), cell="num points",
            told=lambda row: round(float(row.value), 2) if average else int(row.value),
        ),
        Column("events", _("Events"), attrgetter("played")),
        *(_of_event(event, at) for at, event in enumerate(standings.counted, start=1)),
    )  # fmt: skip


def _of_event(event: Event, at: int) -> Column[SeasonRow]:
    """Somebody's points at one event; those that do not count are struck out, and files say so."""
    struck = '<s class="left-out">{}</s><span class="visually-hidden"> {}</span>'

    def part(row: SeasonRow) -> Part | None:
        return next((part for part in row.parts if part.event == event), None)

    def value(row: SeasonRow) -> int | None:
        found = part(row)
        return found and found.row.points

    def text(row: SeasonRow) -> str:
        found = part(row)
        if found is None:
            return NOT_IN
        points = figure(found.row.points)
        return points if found.counts else format_html(struck, points, _("does not count"))

    def told(row: SeasonRow) -> int | str | None:
        found = part(row)
        left_out = found and not found.counts
        return _("%d, does not count") % value(row) if left_out else value(row)

    day, head = day_and_month(event.date, short=True), f"{event.name}, {event.date:%Y-%m-%d}"
    return Column(f"e{at}", event.name, value, text, short=day, told=told, head=head)
