"""The round and the tables that a paper shows: those chosen, or those in play; or why there are none yet."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TypeVar

from django.utils.translation import gettext as _

from tournament.models import Event
from tournament.printing.paper import NotPrintable, PrintChoice
from tournament.reports.seating import ChartRound, SeatingChart, seating
from tournament.state.wishes import Unclear, tables_for

MOST_ASKED = 2_000
Size = TypeVar("Size")


def published(event: Event) -> SeatingChart:
    """The published seating. Raises `NotPrintable` while there is none."""
    chart = seating(event)
    if not chart.rounds:
        raise NotPrintable(_("Publish the seating first: this paper shows who sits where."))
    return chart


def round_chosen(event: Event, choice: PrintChoice) -> ChartRound:
    """The round to print. Raises `NotPrintable` if it is not seated yet."""
    chart = published(event)
    number = choice.round or event.current_round_number
    chosen = next((round_ for round_ in chart.rounds if round_.number == number), None)
    if chosen is None:
        sentence = chart.coming(event).sentence
        raise NotPrintable(sentence or _("There is no seating for round %(number)d.") % {"number": number})
    return chosen


def tables_in_use(event: Event, choice: PrintChoice) -> tuple[int, ...]:
    """The numbers of the tables: those seated, else as many as the players fill, or the number asked for."""
    numbers = seating(event).table_numbers
    if numbers and not choice.count:
        return numbers
    needed = how_many(choice, event.players.count()) // 4
    if not needed:
        raise NotPrintable(_("There are no players yet. Add them first, or type their number."))
    with suppress(Unclear):
        return tables_for(event.tables, needed, kept=numbers) or tuple(range(1, needed + 1))
    return tuple(range(1, needed + 1))


def how_many(choice: PrintChoice, usual: int) -> int:
    """The number asked for, else the usual one. Raises `NotPrintable` for one beyond all halls."""
    count = usual if choice.count is None else choice.count
    if count > MOST_ASKED:
        raise NotPrintable(_("That is more than %(most)s. Print them in parts.") % {"most": MOST_ASKED})
    return count


def evenly(rows: int, most: int) -> int:
    """How many rows go on each sheet, at most so many: no row is alone on a last one.

    >>> evenly(40, 36), evenly(36, 36), evenly(0, 36)
    (20, 36, 36)
    """
    sheets = -(-rows // most)
    return -(-rows // sheets) if sheets else most


def largest(sizes: Sequence[Size], sheets: Callable[[Size], int]) -> Size:
    """The first of these sizes, largest first, that takes no more sheets than any other.

    >>> largest((15, 12, 10), lambda row: -(-24 // (150 // row)))
    12
    """
    needed = [sheets(size) for size in sizes]
    return sizes[needed.index(min(needed))]
