"""Standings for the wall, on as many pages as needed, each with a head and a page number."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.standings import Written
from tournament.figures import MINUS, figure
from tournament.models import Event
from tournament.printing.fit import shorten
from tournament.printing.printout import NotPrintable, PaperSheet, PrintChoice, Printout
from tournament.reports.public import now
from tournament.reports.results import results
from tournament.reports.standings import Standings, StandingsRow, standings
from tournament.state.attendance import in_a_row

ROW, CLOSE, HEAD, FOOT, MARGIN = 6.2, 5.4, 30.0, 9.0, 11.0  # mm; rows are CLOSE if that saves a sheet
NOTE, MOST_NOTES = 5.0, 4  # mm a line
MOST_NAMED = 8  # players without a place
POINTS = 9.5
DIGIT = 0.632 * POINTS * 25.4 / 72  # mm; the width of every figure and space in a line
PLACE_WIDTH = 22.0
MOST_ROUNDS = 20  # columns; longer events show the last ones
NARROW = 12  # with more rounds the columns are narrower
# Digits; a point is narrower than one, so figures with one stand at the left, where it moves little.
_WIDTHS = {Written.PLAIN: 5, Written.SIGNED: 5, Written.MEAN: 6, Written.PERCENT: 6}
DASH = MINUS  # almost as wide as a figure, unlike an en dash


@dataclass(frozen=True, slots=True)
class StandingsLine:
    """One player's row: figures are set in one line of equally wide characters."""

    place: str
    number: str
    name: str
    figures: str
    leads: bool


@dataclass(frozen=True, slots=True)
class StandingsPage:
    lines: tuple[StandingsLine, ...]
    number: int


def wall(event: Event, choice: PrintChoice) -> Printout:
    """The standings now, or as of an earlier round."""
    everybody = choice.for_everybody
    if everybody:
        table = now(event, choice.round).standings
    else:  # the wall is public, so sheets that await a second official do not count
        table = standings(event, through=choice.round, found=results(event, public=True))
    if not table.rows:
        raise NotPrintable(_("There is nobody to rank yet. Add players first."))
    rounds = table.rounds[-MOST_ROUNDS:]
    fields = _fields(table, rounds)
    width = choice.size.width - 2 * MARGIN - PLACE_WIDTH - sum(size for _label, size in fields) * DIGIT - 2
    lines = [_line(table, row, rounds, fields, width) for row in table.rows]
    notes = _notes(table)
    room = choice.size.height - 2 * MARGIN - HEAD - FOOT - NOTE * len(notes)
    row = min((ROW, CLOSE), key=lambda size: -(-len(lines) // int(room / size)))
    per_page = int(room / row)
    pages = [lines[at : at + per_page] for at in range(0, len(lines), per_page)]
    shared = {
        "standings": table,
        "fields": fields,
        "pages": len(pages),
        "close": row == CLOSE,
        "left_out": table.rounds[0] if len(table.rounds) > MOST_ROUNDS else None,
        "first_shown": rounds[0] if rounds else None,
        "notes": notes,
        "final": event.is_finished and table.through is None,
    }
    sheets = tuple(
        PaperSheet(StandingsPage(tuple(page), number)) for number, page in enumerate(pages, start=1)
    )
    return Printout(sheets, shared=shared)


def _notes(found: Standings) -> list[str]:
    """What is missing from these standings, a line each; many items are only counted."""
    lines = [_("Not complete: %(what)s") % {"what": one.sentence} for one in found.missing]
    if len(lines) > MOST_NOTES:
        more = _("Not complete: %(count)d more tables have no sheet.") % {
            "count": len(lines) - MOST_NOTES + 1
        }
        lines[MOST_NOTES - 1 :] = [more]
    lines += [one.sentence for one in found.not_played[:MOST_NOTES]]
    without = [(row.number, row.no_place) for row in found.rows if row.no_place]
    if without:
        played = in_a_row([f"{number} ({why.played})" for number, why in without[:MOST_NAMED]])
        more = "" if len(without) <= MOST_NAMED else " …"
        lines.append(f"{without[0][1].rule} {played}{more}")
    return lines


def _fields(found: Standings, rounds: tuple[int, ...]) -> list[tuple[str, int]]:
    """The columns of figures: their heads and widths in digits."""
    close = 3 if len(rounds) > NARROW or found.columns else 4
    return [
        (_("Points"), 5),
        *((str(key.short), _WIDTHS[key.written]) for key in found.columns),
        (_("Won"), 4),
        (_("Lone"), 4),
        (_("Best"), 4),
        *([(_("Sit-out"), 5)] if found.has_sit_outs else []),
        *([(_("Adj."), 4)] if found.has_adjustments else []),
        *((str(number), close) for number in rounds),
    ]


def _line(
    found: Standings,
    row: StandingsRow,
    rounds: tuple[int, ...],
    fields: list[tuple[str, int]],
    width: float,
) -> StandingsLine:
    per_round = dict(zip(found.rounds, row.per_round, strict=True))
    values: list[int | str | None] = [row.points]
    values += [words.removesuffix("\N{NO-BREAK SPACE}%") for words in row.written]
    values += [row.rounds_won, row.loners, row.best_round]
    values += [row.bye_points] if found.has_sit_outs else []
    values += [row.adjustments] if found.has_adjustments else []
    values += [per_round[number] for number in rounds]
    figures = "".join(_padded(value, size) for value, (_label, size) in zip(values, fields, strict=True))
    return StandingsLine(
        place=_padded(row.place, 4),
        number=_padded(row.number, 5),
        name=shorten(row.name, width, POINTS),
        figures=figures,
        leads=row.place == 1,
    )


def _padded(value: int | str | None, size: int) -> str:
    text = DASH if value is None else figure(value)
    return text.rjust(size)
