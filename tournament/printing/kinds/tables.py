"""Table score sheets, two to a sheet: a round's deals, and who sat where."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from scoring.seats import SEATS
from tournament.models import Event
from tournament.printing.fit import fit
from tournament.printing.printout import Choice, NotPrintable, Printout, Sheet
from tournament.reports.papers import ScoreSheet, deals_of, impose, score_sheets
from tournament.reports.seating import Person

UP = 2
NAME_WIDTH = 88.0
NAME_SIZES = (13, 12, 11, 10, 9, 8)


@dataclass(frozen=True, slots=True)
class DrawnScoreSheet:
    """A score sheet's texts; `dealers` is one text with a line for every deal."""

    round: int
    table: int
    numbers: SafeString
    names: SafeString
    first: str
    dealers: SafeString


def scores(event: Event, choice: Choice) -> Printout:
    """A sheet for every table of one round or of all, in the order in which a stack is cut."""
    found = score_sheets(event, choice.round)
    if not found:
        raise NotPrintable(_("Publish the seating first: this paper shows who sits where."))
    sheets = tuple(
        Sheet(tuple(sheet and draw(sheet) for sheet in pair), form="scores") for pair in impose(found, UP)
    )
    return Printout(sheets, forms=forms(event))


def pad(event: Event, choice: Choice) -> Printout:
    """One sheet without names, to be copied."""
    return Printout((Sheet((None,) * UP, form="scores"),), forms=forms(event))


def forms(event: Event) -> dict[str, dict[str, object]]:
    deals = deals_of(event)
    return {"scores": {"places": range(1, UP + 1), "deals": range(1, deals + 1), "rows": deals}}


def draw(sheet: ScoreSheet) -> DrawnScoreSheet:
    seated = sheet.table.seats
    return DrawnScoreSheet(
        round=sheet.round,
        table=sheet.table.number,
        numbers=_lines([str(seated[seat].number) if seat in seated else "" for seat in SEATS]),
        names=format_html_join("\n", "{}", ((_name(seated.get(seat)),) for seat in SEATS)),
        first=sheet.table.first_dealer.value,
        dealers=_lines([dealer.value for dealer in sheet.dealers]),
    )


def _name(person: Person | None) -> SafeString | str:
    """A name on its line: at the usual size as bare text, else in a span of its own size."""
    if person is None:
        return ""
    name = fit(person.name, NAME_WIDTH, NAME_SIZES, bold=True)
    if name.points == NAME_SIZES[0]:
        return name.text
    return format_html('<span class="{}">{}</span>', name.css, name.text)


def _lines(lines: Sequence[str]) -> SafeString:
    return format_html_join("\n", "{}", ((line,) for line in lines))
