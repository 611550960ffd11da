"""Everybody's record, folded from what counts now, and the order in which players stand for the next seating.

Places, and what pages show of them, are in `reports.standings`.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from scoring.record import Bye, Record, fold
from scoring.standings import rank
from tournament.models import Event, Round
from tournament.state.results import PlayerFacts, Results, RoundFacts, SheetLike, results


def records(
    event: Event,
    *,
    through: int | None = None,
    sheets: Mapping[int, SheetLike | None] | None = None,
    found: Results | None = None,
) -> dict[int, Record]:
    """Every player's record by number, those without a place in the standings included."""
    found = found or results(event, sheets=sheets)
    rounds = counted_through([facts for facts in found.rounds if facts.begun], through)
    return {record.player: record for record in fold_records(event, found, found.players, rounds)}


def order_of_standings(event: Event, players: Collection[int], *, through: int) -> tuple[int, ...]:
    """These players (numbers) as they stand after round `through`, the leader first.

    By the event's own tie-breaks, players still tied by number. Everybody is compared, also players without
    a place, since everybody needs a seat. The rounds count as closed, as the seating is asked for before
    the last of them is.
    """
    found = results(event)
    rounds = [replace(facts, status=Round.Status.CLOSED) for facts in counted_through(found.rounds, through)]
    chosen = [player for player in found.players if player.number in players]
    places = rank(
        fold_records(event, found, chosen, rounds),
        event.order,
        seed=event.seed,
        points_are=event.ruleset.points_are,
    )
    return tuple(place.record.player for place in places)


def counted_through(begun: Sequence[RoundFacts], through: int | None) -> list[RoundFacts]:
    """The rounds begun up to round `through`; None: all of them."""
    return [facts for facts in begun if through is None or facts.number <= through]


def fold_records(
    event: Event, found: Results, players: Iterable[PlayerFacts], counted: Sequence[RoundFacts]
) -> list[Record]:
    """The records of these players, folded from the counted rounds: the first ones, without gaps."""
    last = max((facts.number for facts in counted), default=0)
    byes: dict[int, list[Bye]] = {}
    for facts in counted:
        for key in facts.sit_out if facts.complete else ():
            byes.setdefault(key, []).append(Bye(facts.number))
    points_are, bye_points = event.ruleset.points_are, event.bye
    return [
        fold(
            player.number,
            [line for line in found.lines[player.key] if line.round <= last],
            byes.get(player.key, ()),
            bye_points,
            (player.adjusted,) if player.adjusted else (),
            points_are=points_are,
        )
        for player in players
    ]
