"""One player's own event: the card with running totals, the places after each round, the distance to the next
place, the decisions that affected them, and a summary at the end.

One set of queries reads for all players; one player's page is then picked without a query.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from operator import itemgetter
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.record import Bye, Record, RoundLine
from scoring.standings import Key
from tournament.models import Event
from tournament.reports.players import Whereabouts
from tournament.reports.rulings import Decisions, PublicDecision, decisions_by_player
from tournament.reports.seating import SeatedPerson, Stop
from tournament.reports.standings import Standings, StandingsRow, standings
from tournament.state.results import Results, records
from tournament.words.figures import ordinal
from tournament.words.figures import score as score_in_figures
from tournament.words.sentences import in_words


@dataclass(frozen=True, slots=True)
class PlayerPages:
    """Everybody's record, standings row and decisions by player number; and the rows on each place.

    `keys` are those that the event ranks by; `cut_short` says by round and player how many deals the bell let
    their table play.
    """

    records: Mapping[int, Record]
    rows: Mapping[int, StandingsRow]
    places: Mapping[int, tuple[StandingsRow, ...]]
    touched: Mapping[int, tuple[PublicDecision, ...]]
    keys: tuple[Key, ...]
    points_are: str
    cut_short: Mapping[tuple[int, int], int]

    @property
    def ranked(self) -> int:
        """How many have a place."""
        return sum(map(len, self.places.values()))

    def next_to(self, row: StandingsRow) -> StandingsRow | None:
        """A row on the place above, for the first place on the one below; None if there is none."""
        if row.place is None:
            return None
        places = list(self.places)
        at = places.index(row.place)
        near = places[at - 1 : at] or places[1:2]
        return self.places[near[0]][0] if near else None


@dataclass(frozen=True, slots=True)
class PlayerRound:
    """One round of a player's card. `points` and `total` are None until reported; a sit-out that counts has
    points and no table."""

    stop: Stop
    points: int | None = None
    total: int | None = None
    score: str = ""
    won: bool | None = None
    loners: int = 0
    euchred: int | None = None
    deals_played: int | None = None


class Partnership(NamedTuple):
    """A player's best partner: the team points of their best round together."""

    partner: SeatedPerson
    points: int
    round: int


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """What a player's own page shows. `row` is their line in the standings, None if they have none."""

    card: tuple[PlayerRound, ...]
    record: Record
    row: StandingsRow | None
    sharing: int
    ranked: int
    distance: str
    decisions: tuple[PublicDecision, ...]

    @property
    def played(self) -> list[PlayerRound]:
        """The rounds at a table that are reported."""
        return [line for line in self.card if line.score]

    @property
    def euchred(self) -> int | None:
        """How often they were euchred; None if a sheet of totals hides it."""
        return None if any(line.euchred is None for line in self.played) else self.record.euchred

    @property
    def best_in(self) -> list[int]:
        """The rounds with their most points."""
        return [line.stop.round for line in self.played if line.points == self.record.best_round]

    @property
    def best_partner(self) -> Partnership | None:
        """The partner of the round with the most team points; the first of several."""
        together = [
            Partnership(line.stop.partner, int(line.score.split("–")[0]), line.stop.round)
            for line in self.played
            if line.stop.partner
        ]
        return max(together, key=lambda one: one.points, default=None)


def player_pages(
    event: Event,
    standings: Standings,
    results: Results | None = None,
    decided: Decisions | None = None,
    *,
    for_everybody: bool = False,
) -> PlayerPages:
    """Read all players' pages, in a fixed number of queries; `results` and `decided` if read already.

    `for_everybody` leaves out what only the player may see: the points of rounds that the standings keep
    back, and the decisions. It takes no query if the results are read.
    """
    rows = standings.rows if standings.reported else ()
    placed = [(row.place, row) for row in rows if row.place is not None]
    return PlayerPages(
        records=records(event, through=event.shown_through if for_everybody else None, computed=results),
        rows={row.number: row for row in rows},
        places={
            place: tuple(row for _place, row in on_it) for place, on_it in groupby(placed, key=itemgetter(0))
        },
        touched={} if for_everybody else decisions_by_player(event, event.named, decided),
        keys=standings.keys,
        points_are=event.ruleset.points_are,
        cut_short=results.cut_short if results else {},
    )


def player_page(pages: PlayerPages, where: Whereabouts, number: int) -> PlayerPage:
    """One player's page."""
    record = pages.records[number]
    path = where.by_number.get(number)
    short = {stop.round: pages.cut_short.get((stop.round, number)) for stop in path.stops} if path else {}
    card = _card(path.stops if path else (), record, short)
    if path is None:  # the hall seats itself, so nobody knows where they sat
        stops = tuple(Stop(line.round, here=isinstance(line, Bye)) for line in record.per_round)
        card = tuple(replace(line, score="") for line in _card(stops, record, short))
    row = pages.rows.get(number)
    return PlayerPage(
        card=card,
        record=record,
        row=row,
        sharing=len(pages.places[row.place]) if row and row.place is not None else 0,
        ranked=pages.ranked,
        distance=_distance(pages, row) if row else "",
        decisions=pages.touched.get(number, ()),
    )


def _card(
    stops: tuple[Stop, ...], record: Record, cut_short: Mapping[int, int | None]
) -> tuple[PlayerRound, ...]:
    line_by_round = {line.round: line for line in record.per_round}
    byes = sum(isinstance(line, Bye) for line in record.per_round)
    each = record.bye_points // byes if byes else 0
    lines, total = [], 0
    for stop in stops:
        line = line_by_round.get(stop.round)
        if line is None:
            lines.append(PlayerRound(stop))
        elif isinstance(line, Bye):
            total += each
            lines.append(PlayerRound(stop, each, total))
        else:
            total += line.points
            lines.append(replace(_played(stop, line, total), deals_played=cut_short.get(stop.round)))
    return tuple(lines)


def _played(stop: Stop, line: RoundLine, total: int) -> PlayerRound:
    score = score_in_figures(line.side_points, line.against)
    return PlayerRound(stop, line.points, total, score, line.won, line.loners, line.euchred)


def _distance(pages: PlayerPages, row: StandingsRow) -> str:
    """The distance to the place above (for the first place: to the one below), in a sentence."""
    other = pages.next_to(row)
    if other is None or other.place is None or row.place is None:
        return ""
    if pages.keys[0].name != "points":
        return _decided(row, other, pages)
    gap = abs(row.points - other.points)
    if not gap:
        words = _("tied with %(place)s on points; placed by tie-break")
    elif other.place < row.place:
        words = ngettext("%(n)d point behind %(place)s", "%(n)d points behind %(place)s", gap)
    else:
        words = ngettext("%(n)d point ahead of %(place)s", "%(n)d points ahead of %(place)s", gap)
    return words % {"n": gap, "place": ordinal(other.place)}


def _decided(row: StandingsRow, other: StandingsRow, pages: PlayerPages) -> str:
    """What put the lower of two neighbours below the other: if points do not come first, a distance in
    points says nothing. Players who share the lower place have been told apart by nothing."""
    below = (row.place or 0) > (other.place or 0)
    lower = row if below else other
    why = next((key.why(pages.points_are) for key in pages.keys if key.name == lower.decided_by), None)
    if why is None:
        return ""
    words = (
        _("below place %(place)d; decided by %(why)s")
        if below
        else _("above place %(place)d; decided by %(why)s")
    )
    return words % {"place": other.place, "why": in_words(why)}


PlacesByRound = Mapping[int, Mapping[int, int]]  # player number → round → place

STEP, TALL, SIDE, HEAD, FOOT = 44, 120, 26, 30, 54
FIGURE = 10  # the width of one
LABELLED = 12  # rounds that all have their place written above the line; of more only those that tell most


class GraphPoint(NamedTuple):
    """One round: its place, and where it is in the drawing."""

    round: int
    place: int
    x: int
    y: int
    labelled: bool
    label_x: int
    label_y: int


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
    rounds = shown.rounds if shown.last_is_in else shown.rounds[:-1]
    places: dict[int, dict[int, int]] = {}
    for number in rounds:
        last = number == shown.last_round
        rows = shown.rows if last else standings(event, through=number, computed=results).rows
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
    heights = [HEAD + TALL * (place - best) // max(1, worst - best) for place in places]
    points = tuple(
        GraphPoint(
            number,
            place,
            SIDE + at * STEP,
            heights[at],
            all_labelled or at in told,
            *_label(heights, at, place),
        )
        for at, (number, place) in enumerate(zip(rounds, places, strict=True))
    )
    lines = tuple(
        f"M{one.x} {one.y}L{two.x} {two.y}" for one, two in pairwise(points) if two.round == one.round + 1
    )
    return PlaceGraph(points, lines, 2 * SIDE + (len(points) - 1) * STEP, HEAD + TALL + FOOT)


def _label(heights: Sequence[int], at: int, place: int) -> tuple[int, int]:
    """Where a point's place is written: above it, below it or beside it, where no line runs."""
    x, y = SIDE + at * STEP, heights[at]
    before, after = heights[max(at - 1, 0)], heights[min(at + 1, len(heights) - 1)]
    if min(before, after) >= y:
        return x, y - 11
    if max(before, after) <= y:
        return x, y + 23
    aside = 6 + len(str(place)) * FIGURE // 2
    return x + (aside if after > y else -aside), y - 6
