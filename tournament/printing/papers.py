"""The registry of papers: purpose, maker, template, style sheet and options of each."""

from collections.abc import Mapping
from types import MappingProxyType

from tournament.printing.paper import GROUPS, Paper
from tournament.printing.papers_hall import HALL
from tournament.printing.papers_players import PLAYERS
from tournament.printing.papers_results import RESULTS
from tournament.printing.papers_tables import TABLES

__all__ = ["GROUPS", "PAPERS", "Paper"]

PAPERS: Mapping[str, Paper] = MappingProxyType(
    {paper.kind: paper for paper in (*PLAYERS, *HALL, *TABLES, *RESULTS)}
)
