"""The registry of papers: purpose, maker, template, style sheet and options of each."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.models import Event
from tournament.printing.kinds import cards, hall, lists, officials, people, prizes, standings, tables
from tournament.printing.printout import PrintChoice, Printout


@dataclass(frozen=True, slots=True)
class Paper:
    """One kind of paper. `make(event, choice)` gives its sheets or raises `NotPrintable`.

    `template` is set once for each sheet (`sheet`), `form` once for each form (`form`); `css` names the style
    sheet of its family. `asks` are the parts of a `PrintChoice` that change it.
    """

    kind: str
    title: Any
    purpose: Any
    make: Callable[[Event, PrintChoice], Printout]
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
                    "One for each player, four to a sheet. Cut the stack once each way and pile it: "
                    "the cards are in order."
                ),
                cards.tally,
                "tally_cards",
                "cards",
                "before",
                form="tally_cards_form",
                asks=frozenset({"players", "changed"}),
            ),
            Paper(
                "tally-cards-by-deals",
                _("Tally cards, deal by deal"),
                _("One for each player, two to a sheet, with a cell for every deal."),
                cards.tally_by_deals,
                "tally_cards",
                "cards",
                "before",
                form="tally_cards_form",
                asks=frozenset({"players", "changed"}),
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
                "name-badges",
                _("Name badges"),
                _("One for each player, eight to a sheet."),
                people.badges,
                "badges",
                "hall",
                "before",
                asks=frozenset({"players"}),
            ),
            Paper(
                "sign-in",
                _("Sign-in sheet"),
                _("Everybody by name, to be ticked and signed at the door."),
                lists.sign_in,
                "sign_in",
                "lists",
                "hall",
            ),
            Paper(
                "seating-by-name",
                _("Seating A to Z"),
                _("For the door: everybody by name, with table and seat in one round."),
                lists.door,
                "door",
                "lists",
                "hall",
                asks=frozenset({"round"}),
            ),
            Paper(
                "seating-by-table",
                _("Seating by table"),
                _("For the floor: one round's tables with their players."),
                hall.floor,
                "floor",
                "hall",
                "hall",
                asks=frozenset({"round"}),
            ),
            Paper(
                "rotation",
                _("Rotation chart"),
                _("All rounds and tables by number, on its side."),
                hall.rotation,
                "rotation",
                "hall",
                "hall",
            ),
            Paper(
                "rotation-without-names",
                _("Rotation chart for any number"),
                _("A chart for as many players as you say, drawn for the asking."),
                hall.rotation_without_names,
                "rotation",
                "hall",
                "hall",
                asks=frozenset({"count"}),
            ),
            Paper(
                "table-signs",
                _("Table signs"),
                _("One for each table: fold across the middle and stand it up."),
                hall.signs,
                "table_signs",
                "hall",
                "tables",
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
                "rule-card",
                _("Rule card"),
                _("The event's rules in plain words, each with its source."),
                officials.rules,
                "rule_card",
                "officials",
                "tables",
            ),
            Paper(
                "rule-card-short",
                _("Short rule card"),
                _("For the tables, two to a sheet: points, the commonest offences, whom to call."),
                officials.short_rules,
                "rule_card_short",
                "officials",
                "tables",
            ),
            Paper(
                "ruling-slips",
                _("Ruling slips"),
                _("Four blank slips, for rulings made away from the desk."),
                officials.slips,
                "ruling_slips",
                "officials",
                "tables",
                form="ruling_slips_form",
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
            Paper(
                "prize-list",
                _("Prize list"),
                _("Who takes which prize, to be read out and signed; without prizes the first three places."),
                prizes.prize_list,
                "prize_list",
                "officials",
                "after",
            ),
            Paper(
                "certificate",
                _("Winner's certificate"),
                _("For whoever holds first place, or for the players you name."),
                people.certificates,
                "certificate",
                "hall",
                "after",
                asks=frozenset({"players"}),
            ),
        )
    }
)

# Headings on the print page, in the order of the evening; empty groups are hidden.
GROUPS: Mapping[str, Any] = MappingProxyType(
    {
        "before": _("For the players"),
        "hall": _("For the hall"),
        "tables": _("For the tables"),
        "after": _("Results"),
    }
)
