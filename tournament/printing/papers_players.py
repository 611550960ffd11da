"""The papers for the players: cards and badges."""

from django.utils.translation import gettext_lazy as _lazy

from tournament.printing.kinds import cards, people
from tournament.printing.paper import Paper

PLAYERS = (
    Paper(
        "tally-cards",
        _lazy("Tally cards"),
        _lazy(
            "One for each player, four to a sheet. Cut the stack both ways and pile it: they are in order."
        ),
        cards.tally,
        "tally_cards",
        "cards",
        "before",
        form="tally_cards_form",
        asks=frozenset({"players", "changed", "large", "stock"}),
        stock="card",
    ),
    Paper(
        "tally-cards-by-deals",
        _lazy("Tally cards, deal by deal"),
        _lazy("One for each player, two to a sheet, with a cell for every deal."),
        cards.tally_by_deals,
        "tally_cards",
        "cards",
        "before",
        form="tally_cards_form",
        asks=frozenset({"players", "changed", "large", "stock"}),
        stock="card",
    ),
    Paper(
        "blank-cards",
        _lazy("Spare tally cards"),
        _lazy("Cards without a name, for walk-ins."),
        cards.blank,
        "tally_cards",
        "cards",
        "before",
        form="tally_cards_form",
        asks=frozenset({"count", "large"}),
        counted=_lazy("Number of cards"),
        stock="card",
        has_names=False,
    ),
    Paper(
        "blank-cards-by-deals",
        _lazy("Spare tally cards, deal by deal"),
        _lazy("Cards without a name, with a cell for every deal."),
        cards.blank_by_deals,
        "tally_cards",
        "cards",
        "before",
        form="tally_cards_form",
        asks=frozenset({"count", "large"}),
        counted=_lazy("Number of cards"),
        stock="card",
        has_names=False,
    ),
    Paper(
        "name-badges",
        _lazy("Name badges"),
        _lazy("One for each player, six to a sheet, for 4 × 3 in holders."),
        people.badges,
        "badges",
        "badges",
        "before",
        asks=frozenset({"players"}),
        stock="card",
    ),
    Paper(
        "blank-badges",
        _lazy("Blank badges"),
        _lazy("Badges to write a number and a name on, six to a sheet, for 4 × 3 in holders."),
        people.blank_badges,
        "badges",
        "badges",
        "before",
        asks=frozenset({"count"}),
        counted=_lazy("Number of badges"),
        stock="card",
        has_names=False,
    ),
)
