"""What was reported at every table so far, read in four queries whatever the event's size, and everybody's
record folded from it.

The raw material of the standings: seats, counting sheets and adjustments. Places, and what pages show of
them, are in `reports.standings`.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from operator import attrgetter
from typing import Any, Protocol

from django.db.models import BooleanField, ExpressionWrapper, Sum

from scoring.hall import HallLine, counted_wins
from scoring.record import Bye, Record, RoundLine, fold
from scoring.seats import SEATS, SIDES, Seat, Side
from scoring.standings import rank
from tournament.models import CardLine, Event, Player, Round, Seating, Sheet, Table
from tournament.models.sheets import OPEN_TIE
from tournament.state.attendance import GOING
from tournament.state.open_items import TableWithoutSheet, table_without_sheet
from tournament.words.names import called

SHEET_FIELDS = (
    "ns", "ew", "winner",
    "points_n", "points_e", "points_s", "points_w",
    "lone_n", "lone_e", "lone_s", "lone_w",
    "euchred", "deals_played",
)  # fmt: skip
_MARKS = ("pk", "not_played", "disputed")
SEATING_FIELDS = ("round__number", "round__status", "table_id", "seat", "player_id")
_read = attrgetter(*SHEET_FIELDS)


class SheetLike(Protocol):
    """The counting fields of a sheet: of a saved or unsaved `Sheet`, or anything alike."""

    ns: int
    ew: int
    winner: str
    points_n: int
    points_e: int
    points_s: int
    points_w: int
    lone_n: int
    lone_e: int
    lone_s: int
    lone_w: int
    euchred: Mapping[str, int] | None
    deals_played: int | None


@dataclass(frozen=True, slots=True)
class Score:
    """What one counting sheet gives: team points by side, and by seat player points and lone marches;
    `deals_played` if the bell cut the round short."""

    totals: tuple[int, int]
    winner: Side | None
    points: tuple[int, int, int, int]
    loners: tuple[int, int, int, int]
    euchred: Mapping[str, int] | None
    deals_played: int | None = None
    tie_is_open: bool = False


@dataclass(frozen=True, slots=True)
class RoundFacts:
    """One published round: seats by table key, who sits out, the counting scores that are in.

    `cards` has what tally cards say, by player's key, where the hall seats itself: such a round has no
    tables. `named` has of each table its number and why it was not played, where the seats were read with
    them.
    """

    number: int
    status: str
    tables: Mapping[int, Mapping[Seat, int]]
    sit_out: frozenset[int]
    scores: Mapping[int, Score]
    named: Mapping[int, tuple[int, str]] = field(default_factory=dict)
    cards: Mapping[int, RoundLine] = field(default_factory=dict)

    @property
    def begun(self) -> bool:
        """Whether the round has begun; one with a sheet has."""
        return self.status != Round.Status.PLANNED or bool(self.scores)

    @property
    def placed(self) -> set[int]:
        """The keys of all players with a seat, a sit-out or a line of their card in it."""
        seated = {key for chairs in self.tables.values() for key in chairs.values()}
        return seated | self.sit_out | self.cards.keys()

    @property
    def complete(self) -> bool:
        """Whether its sit-outs score: it is closed, or every table has reported.

        So reopening a complete round to correct a sheet does not remove the points of its sit-outs.
        """
        return self.status == Round.Status.CLOSED or (
            bool(self.tables) and len(self.scores) == len(self.tables)
        )


@dataclass(frozen=True, slots=True)
class PlayerFacts:
    """One player as the standings need them; `adjusted` is the sum of the adjustments in force.

    `gone_after` is the last round a player marked as gone was to play: 0 for none at all. It is None for
    everyone who is not marked as gone.
    """

    key: int
    number: int
    name: str
    ranked: bool
    adjusted: int
    gone_after: int | None = None
    groups: tuple[str, ...] = ()

    def came_to(self, facts: "RoundFacts") -> bool:
        """Whether the player took part in this round: played at a table, or had a seat or a sit-out there.

        A seat that waits for a player who has gone is not enough; a sheet of that table is.
        """
        at = next((table for table, chairs in facts.tables.items() if self.key in chairs.values()), None)
        if at in facts.scores or self.key in facts.cards:
            return True
        stayed = self.gone_after is None or facts.number <= self.gone_after
        return stayed and (at is not None or self.key in facts.sit_out)


@dataclass(slots=True)
class Kept:
    """What earlier results of an event were folded into, each beside all that it was made from.

    A saved sheet changes one table's lines and four records; whatever was made from equal facts is the same.
    """

    lines: tuple[dict[int, int], dict[int, tuple[Any, dict[int, RoundLine]]]] = field(
        default_factory=lambda: ({}, {})
    )
    records: dict[tuple[int, int], tuple[Any, Record]] = field(default_factory=dict)


@dataclass(frozen=True)
class Results:
    """Everything that counts for the standings. Players and tables are known by their database keys.

    `without_sheet` are the tables of begun rounds for which nothing counts.
    """

    players: tuple[PlayerFacts, ...]
    rounds: tuple[RoundFacts, ...]
    without_sheet: tuple[TableWithoutSheet, ...] = ()
    kept: Kept = field(default_factory=Kept, compare=False, repr=False)

    @cached_property
    def lines(self) -> Mapping[int, Sequence[RoundLine]]:
        """Player key → what each reported round gave them, in order of rounds. Computed once: standings now
        and before, and everybody's records, are folded from the same lines."""
        numbers = {player.key: player.number for player in self.players}
        of_numbers, known = self.kept.lines
        if of_numbers != numbers:
            known = {}
            self.kept.lines = numbers, known
        lines: dict[int, list[RoundLine]] = {key: [] for key in numbers}
        for facts in self.rounds:
            for table, score in facts.scores.items():
                chairs = facts.tables[table]
                made_from = facts.number, score, chairs
                earlier = known.get(table)
                if earlier is None or earlier[0] != made_from:
                    here = {
                        key: _round_line(facts.number, seat, score, chairs, numbers)
                        for seat, key in chairs.items()
                        if key in numbers
                    }
                    earlier = known[table] = made_from, here
                for key, line in earlier[1].items():
                    lines[key].append(line)
            for key in facts.cards.keys() & numbers.keys():
                lines[key].append(facts.cards[key])
        return lines

    @property
    def cut_short(self) -> Mapping[tuple[int, int], int]:
        """(round, player number) → how many deals the bell let their table play."""
        numbers = {player.key: player.number for player in self.players}
        return {
            (facts.number, numbers[key]): score.deals_played
            for facts in self.rounds
            for table, score in facts.scores.items()
            if score.deals_played
            for key in facts.tables[table].values()
            if key in numbers
        }

    @property
    def complete(self) -> list[int]:
        """The numbers of the rounds begun in which nothing is missing, or which are closed."""
        return [facts.number for facts in self.rounds if facts.begun and facts.complete]

    def to_rank(self, counted: Sequence[RoundFacts]) -> list[PlayerFacts]:
        """The ranked players who were there in any of the rounds counted; before the first, all of them.

        No-shows have no place, and neither has a latecomer before their first round.
        """
        ranked = [player for player in self.players if player.ranked]
        if not counted:
            return ranked
        placed = {key for facts in counted for key in facts.placed}
        return [
            player
            for player in ranked
            if player.key in placed
            and (player.gone_after is None or any(player.came_to(facts) for facts in counted))
        ]


def _round_line(
    number: int, seat: Seat, score: Score, chairs: Mapping[Seat, int], numbers: Mapping[int, int]
) -> RoundLine:
    at, side = _AT[seat], _SIDE[seat]
    facing = [chairs[other] for other in _FACING[seat] if other in chairs]
    return RoundLine(
        round=number,
        side_points=score.totals[side],
        against=score.totals[1 - side],
        points=score.points[at],
        won=None if score.winner is None else score.winner == SIDES[side],
        loners=score.loners[at],
        euchred=None if score.euchred is None else score.euchred.get(seat.value, 0),
        opponents=tuple([numbers[key] for key in facing if key in numbers]),
    )


# Precomputed seat lookups: `_round_line` is hot.
_AT = {seat: place for place, seat in enumerate(SEATS)}
_SIDE = {seat: SIDES.index(seat.side) for seat in SEATS}
_FACING = {seat: seat.side.other.seats for seat in SEATS}
_SEAT = {seat.value: seat for seat in SEATS}
_WINNER = {side.value: side for side in SIDES}


def results(
    event: Event,
    *,
    sheets: Mapping[int, SheetLike | None] | None = None,
    seats: Sequence[RoundFacts] | None = None,
    kept: Kept | None = None,
) -> Results:
    """The event's results; players and rounds by number. `seats` are its rounds if they are read already,
    `kept` is what earlier results were folded into.

    `sheets` maps a table's key to what counts there instead of its counting sheet (None: nothing), so that a
    preview can ask "what if".
    """
    scores = _scores(event, sheets or {})
    if event.seats_itself:
        seats = card_rounds([event])[event.pk]
    rounds = seated_rounds(event) if seats is None else seats
    scored = tuple(_with(facts, scores) for facts in rounds)
    # Cached seats may be older than the reasons why tables were not played, so these are read again.
    awaited = any(len(facts.scores) < len(facts.tables) for facts in scored)
    marks = _marked(event) if seats is not None and awaited else None
    without = _without_sheet(scored, marks)
    if event.awaits_cards:  # nobody waits for sheets, so none is missing
        without = tuple(one for one in without if not one.is_missing)
    return Results(_players(event), scored, without, kept or Kept())


def _marked(event: Event) -> dict[int, tuple[str, str]]:
    """Tables that were not played, or whose paper sheet is disputed → why."""
    tables = Table.objects.filter(round__event=event).exclude(not_played="", disputed="")
    return {key: (not_played, disputed) for key, not_played, disputed in tables.values_list(*_MARKS)}


def _without_sheet(
    rounds: Sequence[RoundFacts], marks: Mapping[int, tuple[str, str]] | None
) -> tuple[TableWithoutSheet, ...]:
    """The tables of begun rounds that have no score here, as `state.open_items` names them."""
    missing = []
    for facts in rounds:
        if facts.status == Round.Status.PLANNED or len(facts.scores) == len(facts.tables):
            continue
        for key, chairs in facts.tables.items():
            if key not in facts.scores:
                number, *named = facts.named[key]
                not_played, disputed = named if marks is None else marks.get(key, ("", ""))
                table = facts.number, facts.status, number, not_played, len(chairs)
                missing.append(table_without_sheet(*table, disputed=disputed))
    return tuple(missing)


# Whether nobody has said which side reached these tied totals first.
_TIED = ExpressionWrapper(OPEN_TIE, output_field=BooleanField())


def scores_of_events(events: Iterable[int]) -> dict[int, Score]:
    """The scores that count at many events, by table key, in one query."""
    counting = Sheet.objects.counting().filter(table__round__event__in=list(events)).order_by()
    rows = counting.values_list("table_id", *SHEET_FIELDS)
    return {key: score_of(*fields) for key, *fields in rows}


def _scores(event: Event, instead: Mapping[int, SheetLike | None]) -> dict[int, Score]:
    counting = Sheet.objects.counting().filter(table__round__event=event).order_by()
    rows = counting.values_list("table_id", _TIED, *SHEET_FIELDS)
    scores = {key: _with_open_tie(score_of(*fields), tied) for key, tied, *fields in rows}
    for key, sheet in instead.items():
        scores.pop(key, None)
        if sheet is not None:
            scores[key] = _with_open_tie(score_in(sheet), getattr(sheet, "tie_is_open", False))
    return scores


def _with_open_tie(score: Score, tied: bool) -> Score:
    return replace(score, tie_is_open=True) if tied else score


def score_of(ns: int, ew: int, winner: str, *rest: int) -> Score:
    return Score((ns, ew), _WINNER.get(winner), rest[0:4], rest[4:8], rest[8], rest[9])  # type: ignore[arg-type]


def score_in(sheet: SheetLike) -> Score:
    """The score of a sheet, saved or not."""
    return score_of(*_read(sheet))


def _players(event: Event) -> tuple[PlayerFacts, ...]:
    adjustments = event.adjustments.in_force().order_by().values_list("player")
    adjusted = dict(adjustments.annotate(Sum("points")))
    fields = ("pk", "number", "own_name", "house", "ranked", "status", "to_round", "groups")
    rows = event.players.order_by("number").values_list(*fields)
    return tuple(
        PlayerFacts(
            key=key,
            number=number,
            name=called(number, name, house=house),
            ranked=is_ranked(ranked, status),
            adjusted=adjusted.get(key, 0),
            gone_after=gone_after(status, to_round),
            groups=tuple(groups),
        )
        for key, number, name, house, ranked, status, to_round, groups in rows
    )


def is_ranked(ranked: bool, status: str) -> bool:
    """Whether a player has a place in the standings."""
    return ranked and status != Player.Status.DISQUALIFIED


def gone_after(status: str, to_round: int | None) -> int | None:
    """The last round that a player marked as gone was to play, 0 for none; None for all others."""
    return (to_round or 0) if status in GOING else None


def seated_rounds(event: Event) -> tuple[RoundFacts, ...]:
    """The published rounds without any score."""
    seatings = Seating.objects.filter(round__event=event).order_by("round__number", "table__number")
    width = len(SEATING_FIELDS)
    rows = list(
        seatings.values_list(*SEATING_FIELDS, "table__number", "table__not_played", "table__disputed")
    )
    at = SEATING_FIELDS.index("table_id")
    named = {row[at]: row[width:] for row in rows}
    rounds = rounds_from((row[:width] for row in rows), {})
    return tuple(replace(facts, named={key: named[key] for key in facts.tables}) for facts in rounds)


def card_rounds(events: Collection[Event]) -> dict[int, tuple[RoundFacts, ...]]:
    """The rounds of events whose hall seats itself, as the tally cards tell them, by event's key."""
    rounds = list(Round.objects.filter(event__in=events).order_by("number"))
    out: dict[int, set[int]] = {round_.pk: set() for round_ in rounds}
    cards: dict[int, list[HallLine]] = {round_.pk: [] for round_ in rounds}
    lines = CardLine.objects.counting().filter(round__event__in=events).order_by()
    fields = ("round_id", "player_id", "points", "loners", "won", "sat_out")
    for key, player, points, loners, won, sat_out in lines.values_list(*fields):
        if sat_out:
            out[key].add(player)
        else:
            cards[key].append(HallLine(player, points, loners, won))
    played = {}
    for event in events:
        own = [round_ for round_ in rounds if round_.event_id == event.pk]
        told = {round_.pk: cards[round_.pk] for round_ in own}
        counted = counted_wins(event.ruleset, told)
        played[event.pk] = tuple(
            RoundFacts(
                round_.number,
                round_.status,
                {},
                frozenset(out[round_.pk]),
                {},
                cards={
                    line.player: card_line(round_.number, line.points, line.loners, line.won)
                    for line in counted[round_.pk]
                },
            )
            for round_ in own
        )
    return played


def card_line(round_: int, points: int, loners: int, won: bool | None) -> RoundLine:
    """What a tally card tells of a round: the player's own points, and nothing of the opponents."""
    return RoundLine(round_, points, 0, points, won, loners)


def _with(facts: RoundFacts, scores: Mapping[int, Score]) -> RoundFacts:
    return replace(facts, scores={key: scores[key] for key in facts.tables if key in scores})


def rounds_from(seatings: Iterable[Sequence[Any]], scores: Mapping[int, Score]) -> tuple[RoundFacts, ...]:
    """One event's rounds, of its seatings (each the values of `SEATING_FIELDS`) and scores by table key."""
    status: dict[int, str] = {}
    tables: dict[int, dict[int, dict[Seat, int]]] = {}
    sitting_out: dict[int, set[int]] = {}
    for number, state, table, seat, player in seatings:
        if number not in status:
            status[number], tables[number], sitting_out[number] = state, {}, set()
        if table is None:
            sitting_out[number].add(player)
        else:
            tables[number].setdefault(table, {})[_SEAT[seat]] = player
    return tuple(
        RoundFacts(
            number,
            state,
            tables[number],
            frozenset(sitting_out[number]),
            {key: scores[key] for key in tables[number] if key in scores},
        )
        for number, state in status.items()
    )


def records(
    event: Event,
    *,
    through: int | None = None,
    sheets: Mapping[int, SheetLike | None] | None = None,
    computed: Results | None = None,
) -> dict[int, Record]:
    """Every player's record by number, those without a place in the standings included."""
    computed = computed or results(event, sheets=sheets)
    rounds = counted_through([facts for facts in computed.rounds if facts.begun], through)
    return {record.player: record for record in fold_records(event, computed, computed.players, rounds)}


def order_of_standings(event: Event, players: Collection[int], *, through: int) -> tuple[int, ...]:
    """These players (numbers) as they stand after round `through`, the leader first.

    By the event's own tie-breaks, players still tied by number. Everybody is compared, also players without
    a place, since everybody needs a seat. The rounds count as closed, as the seating is asked for before
    the last of them is.
    """
    counted = results(event)
    rounds = [
        replace(facts, status=Round.Status.CLOSED) for facts in counted_through(counted.rounds, through)
    ]
    chosen = [player for player in counted.players if player.number in players]
    places = rank(
        fold_records(event, counted, chosen, rounds),
        event.order,
        seed=event.seed,
        points_are=event.ruleset.points_are,
    )
    return tuple(place.record.player for place in places)


def counted_through(begun: Sequence[RoundFacts], through: int | None) -> list[RoundFacts]:
    """The rounds begun up to round `through`; None: all of them."""
    return [facts for facts in begun if through is None or facts.number <= through]


def fold_records(
    event: Event, computed: Results, players: Iterable[PlayerFacts], counted: Sequence[RoundFacts]
) -> list[Record]:
    """The records of these players, folded from the counted rounds: the first ones, without gaps."""
    last = max((facts.number for facts in counted), default=0)
    byes: dict[int, list[Bye]] = {}
    for facts in counted:
        for key in facts.sit_out if facts.complete else ():
            byes.setdefault(key, []).append(Bye(facts.number))
    points_are, bye_points = event.ruleset.points_are, event.bye
    known, records = computed.kept.records, []
    for player in players:
        made_from = (
            player.number,
            [line for line in computed.lines[player.key] if line.round <= last],
            byes.get(player.key, ()),
            bye_points,
            (player.adjusted,) if player.adjusted else (),
        )
        earlier = known.get((player.key, last))
        if earlier is None or earlier[0] != (made_from, points_are):
            record = fold(*made_from, points_are=points_are)
            earlier = known[player.key, last] = (made_from, points_are), record
        records.append(earlier[1])
    return records
