"""The tally cards of a hall that seats itself: which are typed, and what in them cannot be.

Read from the event, its players and their lines, in a fixed number of queries.
"""

from collections import defaultdict
from dataclasses import dataclass

from scoring.hall import HallLine, round_doubts
from tournament.models import CardLine, Event, Player
from tournament.names import called
from tournament.reports.seating import SeatedPerson
from tournament.sentences import in_words
from tournament.state.attendance import GOING


@dataclass(frozen=True, slots=True)
class CardDoubt:
    """Something in a round that cannot be, and the players one of whose cards is wrong."""

    round: int
    sentence: str
    people: tuple[SeatedPerson, ...]


@dataclass(frozen=True, slots=True)
class HallCards:
    """Who has a card, whose is `typed`, and what cannot be. `missing` are the numbers of the others."""

    names: dict[int, str]
    typed: frozenset[int]
    missing: tuple[int, ...]
    doubts: tuple[CardDoubt, ...]

    @property
    def players(self) -> int:
        """How many cards there are."""
        return len(self.typed) + len(self.missing)

    @property
    def all_in(self) -> bool:
        """Whether every player's card is typed; not before there is one."""
        return bool(self.typed) and not self.missing

    def about(self, number: int) -> tuple[CardDoubt, ...]:
        """The doubts in which this player's card is one of few."""
        return tuple(one for one in self.doubts if number in {person.number for person in one.people})


def hall_cards(event: Event) -> HallCards:
    """The state of the cards: two queries."""
    players = list(event.players.in_order().values_list("pk", "number", "own_name", "status"))
    numbers = {key: number for key, number, _name, _status in players}
    by_round: dict[int, list[HallLine]] = defaultdict(list)
    typed, wins_noted = set(), False
    lines = CardLine.objects.counting().filter(round__event=event)
    fields = ("round__number", "player_id", "points", "loners", "won", "sat_out")
    for round_, key, points, loners, won, sat_out in lines.values_list(*fields):
        typed.add(numbers[key])
        wins_noted = wins_noted or won is not None
        if not sat_out:
            by_round[round_].append(HallLine(numbers[key], points, loners, won))
    missing = tuple(n for _key, n, _name, status in players if n not in typed and status not in GOING)
    names = {number: called(number, name) for _key, number, name, _status in players}
    doubts = [
        CardDoubt(number, in_words(one.sentence), tuple(SeatedPerson(n, names[n]) for n in one.players))
        for number, told in sorted(by_round.items())
        for one in round_doubts(
            event.ruleset,
            told,
            missing=len(missing),
            marches_noted=event.marches_noted,
            wins_noted=wins_noted,
            cut_short=event.timed,
        )
    ]
    return HallCards(names, frozenset(typed), missing, tuple(doubts))


def lines_of(player: Player) -> dict[int, CardLine]:
    """The lines of a player's card by round."""
    lines = player.card_lines.counting().select_related("round")
    return {line.round.number: line for line in lines}
