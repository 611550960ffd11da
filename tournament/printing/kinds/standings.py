"""Standings for the wall, on as many pages as needed, each with a head and a page number."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from operator import attrgetter

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.sentences import MINUS
from tournament.models import Event, Round
from tournament.printing.fit import MM_PER_POINT, Fitted, fit, fit_name, isolated, measure
from tournament.printing.kinds.rounds import evenly
from tournament.printing.paper import NotPrintable, PaperSheet, PrintChoice, Printout, open_words, paper
from tournament.reports.groups import GroupChoice, group_choice
from tournament.reports.public import public_progress
from tournament.reports.standings import NoPlace, Standings, StandingsRow, standings
from tournament.reports.standings_columns import SUMS, Columns, on_paper
from tournament.reports.teams import team_standings
from tournament.state.attendance import in_a_row
from tournament.state.results import Results, results
from tournament.words.figures import FIGURE_SPACE, figure, padded

HEAD, FOOT, MARGIN = 26.0, 9.0, 11.0  # mm; the head with the line of column names
NOTE, MOST_NOTES = 4.6, 4  # mm a line
MOST_NAMED = 8  # players without a place
SIZES = (28.0, 22.0, 18.0, 16.0, 14.0, 12.5, 11.0, 9.5)  # pt
SMALLEST, LARGE = SIZES[-1], 16.0
# pt of a name that is too long for its line
SHRUNK = (22.0, 18.0, 16.0, 14.0, 12.5, 11.0, 9.5, 9.0, 8.5, 8.0)
ROWS = (34.0, 26.0, 20.0, 16.0, 14.0, 12.0, 11.0, 10.0, 9.0, 8.0, 7.0, 6.2, 5.4)  # mm
LOW, HIGH = 0.56, 1.7  # mm of a row for each point of its type
DIGIT, PLACE_WIDTH = 0.632, 6.57  # em; every figure and space in a line; place and number
LEAST_NAME = 40.0  # mm; columns are dropped, or the sheet is turned, rather than leave a name less
SHORT_NAME = 13.0  # em; longer names do not decide the size, but are set smaller
LEADING = 1.15
LARGER_NAME = 1.35
LONGER_HALF = 0.65  # of a name on two lines
CLEAR = 0.6  # mm of a row that its letters leave free
DASH = MINUS  # almost as wide as a figure, unlike an en dash


@dataclass(frozen=True, slots=True)
class StandingsLine:
    """One player's row: figures are set in one line of equally wide characters, the points bold."""

    place: str
    number: str
    name: Fitted
    points: str
    figures: str
    leads: bool


@dataclass(frozen=True, slots=True)
class StandingsPage:
    """One sheet of the standings: its lines, and its number in the order of printing."""

    lines: tuple[StandingsLine, ...]
    number: int


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The columns on the sheet, whether it is turned on its side, and the first round that has one."""

    columns: Columns
    wide: bool
    since: int

    @property
    def beside(self) -> float:
        """The width of all but the names, in em."""
        return PLACE_WIDTH + DIGIT * sum(column.digits for column in self.columns)


@paper(
    "standings",
    _lazy("Standings"),
    _lazy("For the wall: places, points and every round."),
    css="lists",
    asks=("round", "large", "group"),
)
def wall(event: Event, choice: PrintChoice) -> Printout:
    """The standings now, or as of an earlier round, as large as the fewest sheets hold them."""
    table, _found = _counted(event, choice)
    group = group_choice(event, choice.group) if choice.group else GroupChoice()
    table = group.of(table)
    if choice.for_everybody and not table.begun:
        raise NotPrintable(_("Places appear here with the first sheet of round 1."))
    if not table.rows:
        raise NotPrintable(_("There is nobody to rank yet. Add players first."))
    return _on_sheets(event, choice, table, _of_group(group, _title(event, table)))


@paper(
    "team-standings",
    _lazy("Standings of the teams"),
    _lazy("For the wall: the teams of two by place."),
    template="standings",
    css="lists",
    asks=("round", "large"),
    used=lambda event: bool(event.teams),
)
def team_wall(event: Event, choice: PrintChoice) -> Printout:
    """The standings of the teams of two in the same form, without the single rounds."""
    table, counted = _counted(event, choice)
    teams = team_standings(event, table, counted, named=event.named if choice.for_everybody else str)
    if not teams:
        raise NotPrintable(_("There are no teams yet."))
    title = _("%(title)s: teams of two") % {"title": _title(event, table)}
    rows = tuple(replace(row, name="\n".join(part.name for part in row.parts)) for row in teams.rows)
    return _on_sheets(event, choice, replace(table, rows=rows, order=("points",), rounds=()), title)


def _counted(event: Event, choice: PrintChoice) -> tuple[Standings, Results]:
    """What everybody may see, or all that counts."""
    if choice.for_everybody:
        shown = public_progress(event, choice.round)
        return shown.standings, shown.results
    counted = results(event)
    return standings(event, through=choice.round, computed=counted), counted


def _on_sheets(event: Event, choice: PrintChoice, table: Standings, title: str) -> Printout:
    shown = _arranged(table, choice)
    notes, beside = _notes(table), shown.beside
    names = [line.name for line in table.rows]

    def sized(wide: bool) -> tuple[float, float, float]:
        """The room for rows of an upright sheet or a wide one, the size of type, and the height of a row."""
        room = _height(choice, wide) - 2 * MARGIN - HEAD - FOOT - NOTE * len(notes)
        return room, *_size(names, _width(choice, wide), beside, room, _smallest(choice))

    room, points, row = sized(shown.wide)
    wide = sized(True)
    if wide[1] > points and len(names) * wide[2] <= wide[0]:  # few players in larger type, on their one sheet
        shown, (room, points, row) = replace(shown, wide=True), wide
    width = _room(_width(choice, shown.wide), beside, points)
    longest = _longest(names)
    larger = next(  # a name is read from further off than its figures
        size
        for size in SIZES
        if size <= points
        or (size <= LARGER_NAME * points and longest * size * MM_PER_POINT <= width and LOW * size <= row)
    )
    sizes = (larger, *(size for size in SHRUNK if size < larger))
    lines = [_standings_line(line, shown.columns, width, sizes, row) for line in table.rows]
    per_page = evenly(len(lines), int(room / row))
    pages = [lines[at : at + per_page] for at in range(0, len(lines), per_page)]
    shared = {
        "title": title,
        "state": _state(event, table),
        "as_of": event.audit_entries.last_at() or event.created_at,
        "columns": shown.columns,
        "pages": len(pages),
        "points": f"{points:g}".replace(".", "-"),
        "row": f"{row:g}".replace(".", "-"),
        "first_shown": shown.since,
        "notes": notes,
    }
    sheets = tuple(
        PaperSheet(StandingsPage(tuple(page), number), wide=shown.wide)
        for number, page in enumerate(pages, start=1)
    )
    return Printout(sheets, shared=shared)


def _of_group(group: GroupChoice, title: str) -> str:
    words = _("%(title)s: %(group)s, places among themselves")
    return words % {"title": title, "group": group.title} if group.chosen else title


def _width(choice: PrintChoice, wide: bool) -> float:
    return (choice.size.height if wide else choice.size.width) - 2 * MARGIN


def _height(choice: PrintChoice, wide: bool) -> float:
    return choice.size.width if wide else choice.size.height


def _room(width: float, beside: float, points: float) -> float:
    """The room of a name in mm beside columns of so many em."""
    return width - beside * points * MM_PER_POINT - 2


def _arranged(table: Standings, choice: PrintChoice) -> Arrangement:
    """The first of these arrangements that leaves every name its least room."""
    rounds, steps = table.rounds, sorted({0, *(column.drop for column in SUMS)})
    tried = [(rounds, wide, dropped) for wide in (False, True) for dropped in steps]
    tried += [(rounds[at:], True, steps[-1]) for at in range(1, len(rounds))]
    for kept, wide, dropped in tried:
        shown = Arrangement(on_paper(table, kept, dropped), wide, kept[0] if kept else 1)
        if _room(_width(choice, wide), shown.beside, _smallest(choice)) >= LEAST_NAME:
            break
    return shown


def _smallest(choice: PrintChoice) -> float:
    """The smallest type allowed, in points."""
    return LARGE if choice.large else SMALLEST


def _longest(names: Sequence[str]) -> float:
    """The longest name that decides the size, in em."""
    return min(SHORT_NAME, max(measure(part, bold=True) for name in names for part in name.split("\n")))


def _size(
    names: Sequence[str], width: float, beside: float, room: float, smallest: float
) -> tuple[float, float]:
    """The largest type and rows that take no more sheets than the smallest."""
    two_lines = LONGER_HALF if not any("\n" in name for name in names) else 1  # partners have a line each
    longest = _longest(names)
    lowest = min(row for row in ROWS if row >= LOW * smallest)
    fewest = -(-len(names) // int(room / lowest))
    for points in SIZES:
        if points < smallest:
            break
        for row in ROWS:
            needed = longest * points * MM_PER_POINT
            if row > 2 * points * LEADING * MM_PER_POINT + CLEAR:  # a name may take two lines
                needed *= two_lines
            if points > smallest and _room(width, beside, points) < needed:
                continue
            if LOW * points <= row <= HIGH * points and -(-len(names) // int(room / row)) == fewest:
                return points, row
    return smallest, lowest


def _title(event: Event, ranking: Standings) -> str:
    """Which rounds these standings count."""
    if event.is_finished and ranking.through is None and not ranking.wrong:
        return _("Final standings")
    last = ranking.last_round
    if last is None:
        return _("Standings")
    if ranking.sheets_in < ranking.sheets_due and _in_play(event, last):
        if ranking.sheets_in:
            return _("Standings during round %(round)d") % {"round": last}
        if len(ranking.rounds) == 1:
            return _("Standings")
        last = ranking.rounds[-2]
    return _("Standings after round %(round)d") % {"round": last}


def _state(event: Event, ranking: Standings) -> str:
    """How many tables of the last round counted have reported, while some have not."""
    if not ranking.rounds or ranking.sheets_in >= ranking.sheets_due:
        return ""
    words = {"round": ranking.rounds[-1], "in": ranking.sheets_in, "due": ranking.sheets_due}
    if _in_play(event, ranking.rounds[-1]):
        return _("Round %(round)d in play: %(in)d of %(due)d tables reported") % words
    return _("Round %(round)d: %(in)d of %(due)d tables reported") % words


def _in_play(event: Event, number: int) -> bool:
    return event.rounds.filter(number=number, status=Round.Status.OPEN).exists()


def _notes(ranking: Standings) -> list[str]:
    """What is missing from these standings, a line each; many items are only counted."""
    lines = open_words(ranking.wrong, MOST_NOTES)
    lines += [one.sentence for one in ranking.not_played[:MOST_NOTES]]
    without = [(row.number, row.no_place) for row in ranking.rows if isinstance(row.no_place, NoPlace)]
    if without:
        played = in_a_row([f"{number} ({why.played})" for number, why in without[:MOST_NAMED]])
        more = "" if len(without) <= MOST_NAMED else " …"
        lines.append(f"{without[0][1].rule} {played}{more}")
    return lines


def _standings_line(
    row: StandingsRow, columns: Columns, width: float, sizes: Sequence[float], height: float
) -> StandingsLine:
    first, *figures = (_padded(column.printed(row), column.digits) for column in columns)
    leads = row.place == 1
    beside = " · ".join(map(isolated, row.name.split("\n")))
    partners = fit(beside, width, sizes, bold=leads)
    if height - CLEAR < 2 * SHRUNK[-1] * LEADING * MM_PER_POINT:  # partners have no line each
        name = fit_name(beside, width, sizes, bold=leads)
    else:
        name = fit_name(row.name, width, sizes, lines=2, height=height - CLEAR, bold=leads)
        name = max(name, partners, key=attrgetter("points"))
    return StandingsLine(
        place=_padded(row.place, 4),
        number=_padded(row.number, 5) + 2 * FIGURE_SPACE,
        name=name,
        points=first,
        figures="".join(figures),
        leads=leads,
    )


def _padded(value: int | str | None, size: int) -> str:
    return padded(DASH if value is None else figure(value), size)
