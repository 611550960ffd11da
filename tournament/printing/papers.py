"""The papers as data: what each is for, who makes it, how it looks, what can be chosen about it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.models import Event
from tournament.printing.kinds import cards, standings, tables
from tournament.printing.printout import Choice, Printout


@dataclass(frozen=True, slots=True)
class Paper:
    """One kind of paper. `make(event, choice)` gives its sheets or raises `NotPrintable`.

    `template` is set once for each sheet (`sheet`), `form` once for each form (`form`); `css` names the style
    sheet of its family. `asks` are the parts of a `Choice` that change it.
    """

    kind: str
    title: Any
    purpose: Any
    make: Callable[[Event, Choice], Printout]
    template: str
    css: str
    group: str
    form: str = ""
    asks: frozenset[str] = frozenset()

    @property
    def by_round(self) -> bool:
        return "round" in self.asks


PAPERS: Mapping[str, Paper] = MappingProxyType(
    {
        paper.kind: paper
        for paper in (
            Paper(
                "tally-cards",
                _("Tally cards"),
                _(
                    "One for each player, four to a sheet. Cut the whole stack once each way and pile it: "
                    "the cards are in order."
                ),
                cards.tally,
                "tally_cards",
                "cards",
                "before",
                form="tally_cards_form",
                asks=frozenset({"players"}),
            ),
            Paper(
                "blank-cards",
                _("Spare tally cards"),
                _("One sheet of cards without a name, for those who come unannounced."),
                cards.blank,
                "tally_cards",
                "cards",
                "before",
                form="tally_cards_form",
            ),
            Paper(
                "score-sheets",
                _("Table score sheets"),
                _("One for each table, two to a sheet: the deals, four players, who reached a tie first."),
                tables.scores,
                "score_sheets",
                "scores",
                "tables",
                form="score_sheets_form",
                asks=frozenset({"round"}),
            ),
            Paper(
                "score-pad",
                _("Blank score sheets"),
                _("One sheet without names, to be copied as a pad."),
                tables.pad,
                "score_sheets",
                "scores",
                "tables",
                form="score_sheets_form",
            ),
            Paper(
                "standings",
                _("Standings"),
                _("For the wall: places, points and every round."),
                standings.wall,
                "standings",
                "lists",
                "after",
                asks=frozenset({"round"}),
            ),
        )
    }
)

# Headings of the choosing page, in the order of the evening; a group without papers is not shown.
GROUPS: Mapping[str, Any] = MappingProxyType(
    {
        "before": _("For the players"),
        "hall": _("For the hall"),
        "tables": _("For the tables"),
        "after": _("Results"),
    }
)
