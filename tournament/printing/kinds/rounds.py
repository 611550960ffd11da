"""The round that a paper shows: the one chosen, or the one in play; or why there is none yet."""

from django.utils.translation import gettext as _

from tournament.models import Event
from tournament.printing.printout import NotPrintable, PrintChoice
from tournament.reports.seating import ChartRound, SeatingChart, seating


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
