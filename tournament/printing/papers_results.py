"""The papers about results: standings, prizes, certificates."""

from django.utils.translation import gettext_lazy as _lazy

from tournament.models.money import entry_fee_of
from tournament.printing.kinds import money, people, prizes, standings
from tournament.printing.paper import Paper

RESULTS = (
    Paper(
        "standings",
        _lazy("Standings"),
        _lazy("For the wall: places, points and every round."),
        standings.wall,
        "standings",
        "lists",
        "after",
        asks=frozenset({"round", "large", "group"}),
    ),
    Paper(
        "team-standings",
        _lazy("Standings of the teams"),
        _lazy("For the wall: the teams of two by place."),
        standings.team_wall,
        "standings",
        "lists",
        "after",
        asks=frozenset({"round", "large"}),
        used=lambda event: bool(event.teams),
    ),
    Paper(
        "prize-list",
        _lazy("Prize list"),
        _lazy("Who takes which prize, to be read out and signed; without prizes the first three places."),
        prizes.prize_list,
        "prize_list",
        "officials",
        "after",
    ),
    Paper(
        "cash-sheet",
        _lazy("Cash sheet"),
        _lazy("Entry fees, fines, prizes and what should be in the box, to be counted and signed."),
        money.cash,
        "cash",
        "officials",
        "after",
        used=lambda event: entry_fee_of(event) is not None,
    ),
    Paper(
        "certificate",
        _lazy("Winner’s certificate"),
        _lazy("For whoever holds first place, or for the players you name."),
        people.certificates,
        "certificate",
        "hall",
        "after",
        asks=frozenset({"players"}),
        stock="card",
    ),
)
