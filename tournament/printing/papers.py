"""The registry of papers: purpose, maker, template, style sheet and options of each."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from types import MappingProxyType

from tournament.languages import spoken_at
from tournament.models import Event
from tournament.printing.paper import GROUPS, Paper
from tournament.printing.papers_hall import HALL
from tournament.printing.papers_players import PLAYERS
from tournament.printing.papers_results import RESULTS
from tournament.printing.papers_tables import TABLES
from tournament.printing.printout import NotPrintable, PrintChoice, Printout

__all__ = ["GROUPS", "PAPERS", "Paper"]


def _in_its_language(
    make: Callable[[Event, PrintChoice], Printout],
) -> Callable[[Event, PrintChoice], Printout]:
    """Make a paper in its event's language; what keeps it from being made is told in the reader's."""

    def made(event: Event, choice: PrintChoice) -> Printout:
        with spoken_at(event), suppress(NotPrintable):
            return make(event, choice)
        return make(event, choice)

    return made


PAPERS: Mapping[str, Paper] = MappingProxyType(
    {
        paper.kind: replace(paper, make=_in_its_language(paper.make))
        for paper in (*PLAYERS, *HALL, *TABLES, *RESULTS)
    }
)
