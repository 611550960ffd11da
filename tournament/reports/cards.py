"""The contents of a tally card: one player's evening as far as it is seated."""

from collections.abc import Collection
from dataclasses import dataclass

from scoring.record import Bye, Record
from tournament.models import Event, Player, Round
from tournament.reports.seating import Path, SeatedPerson, Stop, paths, seating
from tournament.rotation.movements import MOVEMENTS
from tournament.state.standings import records


@dataclass(frozen=True, slots=True)
class TallyCard:
    """One player's card. `stops` goes by rounds, None where earlier results will decide the seat.

    `colour` is the stock it is printed on: `red`, `white`, `open` for a player who has not sat at a table
    yet, and empty where the movement has no colours.
    """

    person: SeatedPerson
    stops: tuple[Stop | None, ...]
    colour: str = ""


def tally_cards(event: Event, only: Collection[int] = ()) -> tuple[TallyCard, ...]:
    """A card for every player, by number, or only for the numbers in `only`.

    In a movement planned ahead these are all players seated, so there are none before publishing. In one
    that goes by results they are all who have not left, with the rounds seated so far.
    """
    seated = paths(seating(event))
    if MOVEMENTS[event.movement].plans_ahead:
        cards = [TallyCard(path.person, path.stops) for path in seated]
    else:
        cards = _by_results(event, {path.person.number: path for path in seated})
    return tuple(card for card in cards if not only or card.person.number in only)


@dataclass(frozen=True, slots=True)
class CardScore:
    """What one closed round gave a player: points, their sum so far (None where a sit-out's points are not
    known yet), and loners."""

    points: int
    total: int | None
    loners: int


def scores_so_far(event: Event) -> dict[int, dict[int, CardScore]]:
    """By player's number and round, what the closed rounds gave; adjustments are no round's."""
    closed = set(event.rounds.filter(status=Round.Status.CLOSED).values_list("number", flat=True))
    return {number: _scores(event, record, closed) for number, record in records(event).items()}


def _scores(event: Event, record: Record, closed: Collection[int]) -> dict[int, CardScore]:
    found: dict[int, CardScore] = {}
    total: int | None = 0
    for line in sorted(record.per_round, key=lambda line: line.round):
        if line.round not in closed:
            continue
        if isinstance(line, Bye):
            known = event.bye_mode != Event.ByeMode.AVERAGE
            total = total + event.bye.of(points=0, rounds=0) if known and total is not None else None
            continue
        total = None if total is None else total + line.points
        found[line.round] = CardScore(line.points, total, line.loners)
    return found


def _by_results(event: Event, seated: dict[int, Path]) -> list[TallyCard]:
    absent = (Player.Status.LEFT, Player.Status.DISQUALIFIED)
    cards = []
    for number, name, status in event.players.order_by("number").values_list("number", "name", "status"):
        path = seated.get(number)
        if path is None and status in absent:
            continue
        stops: tuple[Stop | None, ...] = path.stops if path else ()
        unknown = (None,) * max(0, event.round_count - len(stops))
        cards.append(TallyCard(SeatedPerson(number, name), stops + unknown, _colour(event, stops)))
    return cards


def _colour(event: Event, stops: tuple[Stop | None, ...]) -> str:
    """The colour in the last round seated: a player who comes back to another seat may need another card."""
    colours = MOVEMENTS[event.movement].colours
    if not colours or not stops:
        return ""
    seats = [stop.seat for stop in stops if stop and stop.seat]
    return colours[seats[-1]] if seats else "open"
