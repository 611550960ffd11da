"""Table score sheets, two to a sheet or, for many deals, one: a round's deals, and who sat where."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import pgettext

from scoring.seats import PAIRS, dealer_of
from tournament.models import Event, TableLink
from tournament.printing.fit import fit
from tournament.printing.kinds.rounds import how_many, published, round_chosen
from tournament.printing.paper import PaperSheet, PrintChoice, Printout, paper
from tournament.reports.seating import ScoreSheet, SeatedPerson, deal_lines, impose, score_sheets
from tournament.reports.submissions import live_links
from tournament.rotation.movements import MOVEMENTS
from tournament.running.qr import qr

LEAST_ROW = 7.0  # mm: what a blunt pencil needs
WITHOUT_DEALS = 78.0  # mm of a sheet's height without the rows of deals
NAME_WIDTH, NAME_WIDTH_BESIDE_CODE = 88.0, 63.0
NAME_SIZES = (13, 12, 11, 10, 9, 8)


@dataclass(frozen=True, slots=True)
class DrawnScoreSheet:
    """A score sheet's texts. Who deals first is printed on its form, or left open if it is drawn.

    `code` opens the table's page for this round, which asks for `pin`; both empty without scores by phone.
    """

    round: int
    table: int
    numbers: SafeString
    names: SafeString
    code: SafeString | str = ""
    pin: str = ""


@paper(
    "score-sheets",
    _lazy("Table score sheets"),
    _lazy("One for each table, two to a sheet: the deals, four players, who reached a tie first."),
    css="scores",
    form="score_sheets_form",
    asks=("round",),
)
def scores(event: Event, choice: PrintChoice) -> Printout:
    """A sheet for every table of one round or all, in cutting order."""
    up = _up(event, choice)
    reported = score_sheets(event, round_to_print(event, choice))
    links = table_links(event, choice)
    sheets = tuple(
        PaperSheet(tuple(sheet and _with_code(sheet, links, choice) for sheet in pair), form="scores")
        for pair in impose(reported, up)
    )
    return Printout(sheets, forms=forms(event, up, coded=bool(links)))


def round_to_print(event: Event, choice: PrintChoice) -> int | None:
    """The round to print; if rounds are seated one by one, the one in play by default."""
    if choice.round or MOVEMENTS[event.movement].one_by_one:
        return round_chosen(event, choice).number
    published(event)
    return None


@paper(
    "score-pad",
    _lazy("Blank score sheets"),
    _lazy("Score sheets without names, table or round."),
    template="score_sheets",
    css="scores",
    form="score_sheets_form",
    asks=("count",),
    counted=_lazy("Number of score sheets"),
    has_names=False,
)
def pad(event: Event, choice: PrintChoice) -> Printout:
    """Score sheets without names: a sheet of them, or as many as asked for."""
    up = _up(event, choice)
    sheets = max(1, -(-how_many(choice, up) // up))
    return Printout((PaperSheet((None,) * up, form="scores"),) * sheets, forms=forms(event, up))


def _up(event: Event, choice: PrintChoice) -> int:
    """Two to a sheet; one if two would leave rows too low to write in."""
    return 2 if deal_lines(event) * LEAST_ROW <= choice.size.height / 2 - WITHOUT_DEALS else 1


def table_links(event: Event, choice: PrintChoice) -> Mapping[int, TableLink]:
    """The tables' links that may be printed: none without permission, or if phones cannot reach the site."""
    return live_links(event) if choice.own_pages and choice.site else {}


def code_of(token: str, choice: PrintChoice) -> SafeString:
    """The code that opens a table's page; screen readers read its purpose, as the address is secret."""
    address = choice.site.rstrip("/") + reverse("table_entry:show", args=[token])
    return qr(address, _("QR code: enter this table’s score"))


def forms(event: Event, up: int, *, coded: bool = False) -> dict[str, dict[str, object]]:
    """What every score sheet of the event has. Deals have a dealer only if the rules name the first."""
    rows, first = deal_lines(event), event.ruleset.always_deals_first
    deals = [(slot, dealer_of(first, slot) if first else None) for slot in range(1, rows + 1)]
    return {
        "scores": {
            "places": range(1, up + 1),
            "place": "half" if up == 2 else "whole",
            "first": first,
            "deals": deals,
            "rows": rows or 1,
            "coded": coded,
            "alone": event.ruleset.lone_hands or event.ruleset.supreme,
            "lost": pgettext("points", "lost") if event.ruleset.counts_lost else "",
        }
    }


def _with_code(sheet: ScoreSheet, links: Mapping[int, TableLink], choice: PrintChoice) -> DrawnScoreSheet:
    """A sheet with its table's link for this round, which ends with the round."""
    link = links.get(sheet.table.number)
    drawn = draw(sheet, NAME_WIDTH_BESIDE_CODE if links else NAME_WIDTH)
    if link is None:
        return drawn
    pin = link.pin_for(sheet.round, per_round=link.event.pin_per_round)
    return replace(drawn, code=code_of(link.for_round(sheet.round), choice), pin=pin)


def draw(sheet: ScoreSheet, name_width: float = NAME_WIDTH) -> DrawnScoreSheet:
    seated = sheet.table.seats
    return DrawnScoreSheet(
        round=sheet.round,
        table=sheet.table.number,
        numbers=_lines([str(seated[seat].number) if seat in seated else "" for seat in PAIRS]),
        names=format_html_join("\n", "{}", ((_name(seated.get(seat), name_width),) for seat in PAIRS)),
    )


def _name(person: SeatedPerson | None, width: float) -> SafeString | str:
    """A name on its line: plain text at the usual size, else in a span with its size."""
    if person is None:
        return ""
    name = fit(person.name, width, NAME_SIZES, bold=True)
    if name.points == NAME_SIZES[0]:
        return name.text
    return format_html('<span class="{}">{}</span>', name.css, name.text)


def _lines(lines: Sequence[str]) -> SafeString:
    return format_html_join("\n", "{}", ((line,) for line in lines))
