"""A player's place after each round, and the drawing of it.

It counts no more than the standings that it is given: rounds they keep back are not in it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from tournament.models import Event
from tournament.reports.standings import Standings, standings
from tournament.state.results import Results

PlacesByRound = Mapping[int, Mapping[int, int]]  # player number → round → place

STEP, TALL, SIDE, HEAD, FOOT = 44, 120, 26, 30, 30
LABELLED = 12  # rounds that all have their place written above the line; of more only those that tell most


@dataclass(frozen=True, slots=True)
class GraphPoint:
    """One round: its place, and where it is in the drawing."""

    round: int
    place: int
    x: int
    y: int
    labelled: bool

    @property
    def above(self) -> int:
        return self.y - 11


@dataclass(frozen=True, slots=True)
class PlaceGraph:
    """Points from left to right, the best place at the top; `lines` join rounds that follow each other."""

    points: tuple[GraphPoint, ...]
    lines: tuple[str, ...]
    width: int
    height: int

    @property
    def label_y(self) -> int:
        return self.height - 6


def places_by_round(event: Event, shown: Standings, results: Results) -> PlacesByRound:
    """Everybody's place after each round of the standings shown, without a query.

    A last round of which nothing is in has moved nobody and is left out.
    """
    rounds = shown.rounds if shown.sheets_in else shown.rounds[:-1]
    places: dict[int, dict[int, int]] = {}
    for number in rounds:
        last = number == shown.last_round
        rows = shown.rows if last else standings(event, through=number, found=results).rows
        for row in rows:
            if row.place is not None:
                places.setdefault(row.number, {})[number] = row.place
    return places


def place_graph(place_by_round: Mapping[int, int]) -> PlaceGraph | None:
    """The drawing of one player's places; None with fewer than two."""
    if len(place_by_round) < 2:
        return None
    rounds = sorted(place_by_round)
    places = [place_by_round[number] for number in rounds]
    best, worst = min(places), max(places)
    all_labelled = len(rounds) <= LABELLED
    told = {0, places.index(best), places.index(worst), len(rounds) - 1}
    points = tuple(
        GraphPoint(
            number,
            place,
            SIDE + at * STEP,
            HEAD + TALL * (place - best) // max(1, worst - best),
            all_labelled or at in told,
        )
        for at, (number, place) in enumerate(zip(rounds, places, strict=True))
    )
    lines = tuple(
        f"M{one.x} {one.y}L{two.x} {two.y}" for one, two in pairwise(points) if two.round == one.round + 1
    )
    return PlaceGraph(points, lines, 2 * SIDE + (len(points) - 1) * STEP, HEAD + TALL + FOOT)
