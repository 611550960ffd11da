"""Player search for phones: by number or name, allowing typos; and where a player sits now and next."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournament.models import Event, Round
from tournament.names import likeness, same, sort_key, spellings
from tournament.reports.players import find
from tournament.reports.seating import ChartRound, Path, SeatedPerson, Stop, paths, seating
from tournament.state.next_round import NO_UPCOMING_ROUNDS, UpcomingRounds

LONGEST = 80
ALIKE = 0.72  # "Jonson" finds Johnson, "Smith" does not find Smart


def search(event: Event, query: str) -> list[SeatedPerson]:
    """Players who match `query` by the name shown, or by the full name typed exactly.

    Where names are shortened, whoever tries last names, whole or in part, learns none: only first and last
    name together find the player, and show the short name all the same.
    """
    players = list(event.players.order_by("number"))
    people = {player.number: SeatedPerson(player.number, event.named(player.name)) for player in players}
    exact = [people[player.number] for player in players if same(player.name, query[:LONGEST])]
    return exact or find_or_guess(list(people.values()), query)


def find_or_guess(players: Sequence[SeatedPerson], query: str) -> list[SeatedPerson]:
    """Players who match `query`; if none, those with a name or word spelt like it, closest first."""
    query = query[:LONGEST]
    matches = find(players, query)
    wanted = spellings(query)
    if matches or len(max(wanted, key=len, default="")) < 3 or any(key.isdigit() for key in wanted):
        return matches
    alike = [(max(likeness(part, query) for part in (p.name, *p.name.split())), p) for p in players]
    near = [pair for pair in alike if pair[0] >= ALIKE]
    return [player for _, player in sorted(near, key=lambda pair: -pair[0])]


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """The published seating by player; `current` is the round in play or the next one."""

    rounds: tuple[ChartRound, ...]
    current: ChartRound | None
    by_number: Mapping[int, Path]
    coming: UpcomingRounds = NO_UPCOMING_ROUNDS

    def shown(self, number: int | None) -> ChartRound | None:
        """The round with this number, or the current one if there is none."""
        return next((round_ for round_ in self.rounds if round_.number == number), self.current)

    def stops(self, number: int) -> tuple[Stop, ...]:
        """Where a player is in the current round and in the next, as far as they are published."""
        path = self.by_number.get(number)
        if path is None or self.current is None or self.current.status == Round.Status.CLOSED:
            return ()
        return tuple(stop for stop in path.stops if 0 <= stop.round - self.current.number <= 1)

    @property
    def open_round(self) -> int | None:
        """The round being played."""
        if self.current is None or self.current.status != Round.Status.OPEN:
            return None
        return self.current.number

    def a_to_z(self, round_: ChartRound) -> tuple[tuple[SeatedPerson, Stop], ...]:
        """Everybody of one round by name, with where to go."""
        stops = [
            (path.person, stop)
            for path in self.by_number.values()
            for stop in path.stops
            if stop.round == round_.number and stop.here
        ]
        return tuple(sorted(stops, key=lambda pair: (sort_key(pair[0].name), pair[0].number)))


def whereabouts(event: Event) -> Whereabouts:
    """The published seating, read in two queries."""
    chart = seating(event, event.named)
    to_play = (round_ for round_ in chart.rounds if round_.status != Round.Status.CLOSED)
    current = next(to_play, chart.rounds[-1] if chart.rounds else None)
    by_number = {path.person.number: path for path in paths(chart)}
    return Whereabouts(chart.rounds, current, by_number, chart.coming(event))
