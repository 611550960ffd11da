"""Result slips, six to a sheet: who sat at a table in a round, and its two totals."""

from dataclasses import dataclass

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.seats import PAIRS
from tournament.models import Event
from tournament.printing.fit import ELLIPSIS, fit, in_two_lines
from tournament.printing.kinds.rounds import how_many
from tournament.printing.kinds.tables import round_to_print
from tournament.printing.paper import NotPrintable, PaperSheet, PrintChoice, Printout, paper
from tournament.reports.seating import ScoreSheet, SeatedPerson, impose, score_sheets

UP = 6
NAME_WIDTH, NAME_SIZES, SIZES_ON_TWO_LINES = 38.6, (12, 11, 10), (9, 8.5, 8)
FORMS = {"slips": {"places": range(1, UP + 1)}}


@dataclass(frozen=True, slots=True)
class ResultSlip:
    """A slip's texts; columns have a line for each seat."""

    round: int
    table: int
    numbers: SafeString
    names: SafeString


@paper(
    "result-slips",
    _lazy("Result slips"),
    _lazy("A table’s result only, six to a sheet: four players, two totals. Cut and piled, in order."),
    css="slips",
    form="result_slips_form",
    asks=("round",),
)
def results(event: Event, choice: PrintChoice) -> Printout:
    """A slip for every table of one round or all, in cutting order."""
    drawn = [_drawn(sheet) for sheet in score_sheets(event, round_to_print(event, choice))]
    sheets = tuple(PaperSheet(sheet, form="slips") for sheet in impose(drawn, UP))
    return Printout(sheets, forms=FORMS)


@paper(
    "blank-slips",
    _lazy("Blank result slips"),
    _lazy("Result slips without names, six to a sheet."),
    template="result_slips",
    css="slips",
    form="result_slips_form",
    asks=("count",),
    counted=_lazy("Number of slips"),
    has_names=False,
)
def blank(event: Event, choice: PrintChoice) -> Printout:
    """Slips without names: a sheet of them, or as many as asked for."""
    sheets = -(-how_many(choice, UP) // UP)
    if not sheets:
        raise NotPrintable(_("Type a number of 1 or more."))
    return Printout((PaperSheet((None,) * UP, form="slips"),) * sheets, forms=FORMS)


def _drawn(sheet: ScoreSheet) -> ResultSlip:
    seated = [sheet.table.seats.get(seat) for seat in PAIRS]
    return ResultSlip(
        sheet.round,
        sheet.table.number,
        format_html_join("\n", "{}", ((str(person.number) if person else "",) for person in seated)),
        format_html_join("\n", "{}", ((_name(person),) for person in seated)),
    )


def _name(person: SeatedPerson | None) -> SafeString | str:
    if person is None:
        return ""
    name = fit(person.name, NAME_WIDTH, NAME_SIZES)
    if not name.text.endswith(ELLIPSIS):
        return format_html('<span class="{}">{}</span>', name.css, name.text)
    name = in_two_lines(person.name, NAME_WIDTH, SIZES_ON_TWO_LINES)
    if len(name.lines) == 1:
        return format_html('<span class="{}">{}</span>', name.css, name.text)
    return format_html('<span class="two {}">{}</span>', name.css, name.text)
