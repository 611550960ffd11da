"""All papers, in the order in which the print page lists them."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from django.utils.translation import gettext_lazy as _lazy

# Each of these registers the papers that it makes.
from tournament.printing.kinds import (  # noqa: F401
    cards,
    hall,
    lists,
    officials,
    people,
    prizes,
    signs,
    slips,
    standings,
    tables,
)
from tournament.printing.paper import Paper, registered
from tournament.registry.features import SEATING_PAPERS, TABLE_PAPERS

# Headings on the print page, in the order of the evening, with their papers; empty groups are hidden.
GROUPS: Mapping[Any, tuple[str, ...]] = MappingProxyType(
    {
        _lazy("For the players"): (
            "tally-cards",
            "tally-cards-by-deals",
            "blank-cards",
            "blank-cards-by-deals",
            "name-badges",
            "blank-badges",
        ),
        _lazy("For the hall"): (
            "poster",
            "check-in",
            "sign-in",
            *SEATING_PAPERS,
            "fifty-tickets",
            "fifty-cash-sheet",
        ),
        _lazy("For the tables"): (*TABLE_PAPERS, "rule-card", "rule-card-short", "ruling-slips"),
        _lazy("Results"): (
            "standings",
            "team-standings",
            "prize-list",
            "cash-sheet",
            "certificate",
            "hand-over",
        ),
    }
)
# What an evening needs; the page shows all others when asked for more.
TONIGHT = ("tally-cards", "seating-by-name", "table-signs", "result-slips", "standings")
PAPERS: Mapping[str, Paper] = MappingProxyType(
    {kind: registered[kind] for kinds in GROUPS.values() for kind in kinds}
)
