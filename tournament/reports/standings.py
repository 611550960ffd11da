"""Everybody's record and place, computed from what counts now; never stored.

The number of queries is fixed. A sit-out counts once its round is closed or all its tables have reported;
adjustments in force always count. Unranked and disqualified players have no row, nor do those who were never
there (`Results.to_rank`); players who left keep theirs. Who has played too few rounds for a place
(`Event.ranked_from`, `rounds_needed`) is compared with nobody and stands below the others, by number.

Also what differs between two standings, such as before and after a ruling.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import NamedTuple

from django.utils.translation import ngettext

from scoring.record import Record, RoundLine
from scoring.standings import KEYS, Key, Place, rank, rounds_needed
from tournament.models import Event, Sheet
from tournament.reports.todos import TodoItem, public_items
from tournament.state.open_items import TableWithoutSheet, missing_among, not_played_among
from tournament.state.results import (
    PlayerFacts,
    Results,
    RoundFacts,
    SheetLike,
    counted_through,
    fold_records,
    results,
)
from tournament.state.teams import Uncounted
from tournament.words.figures import key_figure, places_of, score
from tournament.words.names import sort_key


@dataclass(frozen=True, slots=True)
class NoPlace:
    """Why a player has no place: how many rounds they played, and how many it takes now or, `final`, took."""

    played: int
    needed: int
    final: bool

    @property
    def sentence(self) -> str:
        """As in “4 of 6 rounds played: no place yet”."""
        if self.final:
            words = ngettext(
                "%(played)d of %(n)d round played: no place",
                "%(played)d of %(n)d rounds played: no place",
                self.needed,
            )
        else:
            words = ngettext(
                "%(played)d of %(n)d round played: no place yet",
                "%(played)d of %(n)d rounds played: no place yet",
                self.needed,
            )
        return words % {"played": self.played, "n": self.needed}

    @property
    def rule(self) -> str:
        """Before the numbers of everybody without a place, each with the rounds they played."""
        if self.final:
            words = ngettext(
                "No place, fewer than %(n)d round played:",
                "No place, fewer than %(n)d rounds played:",
                self.needed,
            )
        else:
            words = ngettext(
                "No place yet, fewer than %(n)d round played:",
                "No place yet, fewer than %(n)d rounds played:",
                self.needed,
            )
        return words % {"n": self.needed}


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """One player's line, or a team's. `place` may be shared; `decided_by` names the key that put it below
    the line above; `record` has the figures.

    Without a place `no_place` says why. `per_round` are player points in the order
    of `Standings.rounds`, None while the table's sheet is missing. `sat_out` are the rounds they sit out;
    those that count gave `bye_points` together. `written` are the figures of `Standings.columns` as text.
    `groups` are the player's, in the order of all groups.
    """

    place: int | None
    name: str
    record: Record
    decided_by: str | None = None
    per_round: tuple[int | None, ...] = ()
    sat_out: tuple[int, ...] = ()
    written: tuple[str, ...] = ()
    no_place: NoPlace | Uncounted | None = None
    groups: tuple[str, ...] = ()

    number = property(attrgetter("record.player"))
    points = property(attrgetter("record.points"))
    rounds_won = property(attrgetter("record.rounds_won"))
    loners = property(attrgetter("record.loners"))
    best_round = property(attrgetter("record.best_round"))
    rounds_played = property(attrgetter("record.rounds_played"))
    bye_points = property(attrgetter("record.bye_points"))
    adjustments = property(attrgetter("record.adjustments"))

    @property
    def name_key(self) -> str:
        """The sort key of the name, by the last name."""
        return sort_key(self.name)


@dataclass(frozen=True, slots=True)
class Standings:
    """The rows by place, then number, those without a place last, and how much of the event they count.

    A place takes `needed` rounds now and `ranked_from` at the end, 0 if nothing is asked. `rounds` are the
    rounds begun and counted, `begun` all rounds begun; `through` is the round asked for, None for now.
    `sheets_in` of `sheets_due` tables of the last counted round have reported; `missing` are the tables of
    closed rounds that have not, `not_played` those that nobody waits for. If the hall seats itself, `cards`
    are how many tally cards are typed, of how many.
    """

    order: tuple[str, ...]
    rounds: tuple[int, ...]
    rows: tuple[StandingsRow, ...]
    sheets_in: int
    sheets_due: int
    version: int
    begun: tuple[int, ...]
    through: int | None
    missing: tuple[TableWithoutSheet, ...] = ()
    not_played: tuple[TableWithoutSheet, ...] = ()
    needed: int = 0
    ranked_from: int = 0
    lone_hands: bool = True  # whether the rules know lone marches
    points_lost: bool = False
    open: tuple[TodoItem, ...] = ()  # what everybody may see of what is open
    cards: tuple[int, int] | None = None
    corrected: bool = False  # whether everybody has seen them as final

    @property
    def every_table_in(self) -> bool:
        """Whether nothing is awaited from any round counted, and nothing is open about what is in."""
        return self.sheets_in == self.sheets_due and not self.missing and not self.open

    @property
    def last_is_in(self) -> bool:
        """Whether anything is in of the last round counted; without tables there is nothing to wait for."""
        return bool(self.sheets_in) or not self.sheets_due

    @property
    def wrong(self) -> tuple[TodoItem, ...]:
        """What makes these standings wrong until it is settled."""
        return tuple(item for item in self.open if item.wrong)

    @property
    def keys(self) -> tuple[Key, ...]:
        return tuple(KEYS[name] for name in self.order)

    @property
    def columns(self) -> tuple[Key, ...]:
        """The keys whose figures the rows show because the event ranks by them."""
        return columns_of(self.order)

    @property
    def led_by(self) -> Key | None:
        """The key that comes first if it has a column: a place is not understood from the points then."""
        return self.columns[0] if self.columns and self.columns[0] is self.keys[0] else None

    @property
    def placed(self) -> tuple[StandingsRow, ...]:
        """The rows that have a place."""
        return tuple(row for row in self.rows if row.place is not None)

    @property
    def last_round(self) -> int | None:
        """The last round counted."""
        return self.rounds[-1] if self.rounds else None

    @property
    def reported(self) -> bool:
        """Whether any table has reported a score that counts; before that everybody shares first place."""
        return any(points is not None for row in self.rows for points in row.per_round)

    @property
    def has_adjustments(self) -> bool:
        return any(row.adjustments for row in self.rows)

    @property
    def has_sit_outs(self) -> bool:
        return any(row.sat_out for row in self.rows)


def standings(
    event: Event,
    *,
    through: int | None = None,
    sheets: Mapping[int, SheetLike | None] | None = None,
    computed: Results | None = None,
    with_no_shows: bool = False,
) -> Standings:
    """The event's standings now, or as of round `through`.

    `sheets` maps a table's key to what is to count there instead (None: nothing), for previews. `computed`
    are the event's results, if read already. `with_no_shows` gives every ranked player a row, as the
    archive's format requires.
    """
    version = event.live_version  # read first, so that the rows may be newer than it, but never older
    computed = computed or results(event, sheets=sheets)
    begun = [facts for facts in computed.rounds if facts.begun]
    if through is not None and (not begun or through >= begun[-1].number):
        through = None  # the same as now
    rounds = counted_through(begun, through)
    last = rounds[-1] if rounds else None
    without = [one for one in computed.without_sheet if last and one.round <= last.number]
    left_out = not_played_among(without)
    return Standings(
        order=tuple(event.order),
        rounds=tuple(facts.number for facts in rounds),
        rows=rows_of(event, computed, rounds, with_no_shows=with_no_shows),
        sheets_in=len(last.scores) if last else 0,
        sheets_due=len(last.tables) - sum(one.round == last.number for one in left_out) if last else 0,
        version=version,
        begun=tuple(facts.number for facts in begun),
        through=through,
        missing=missing_among(without),
        not_played=left_out,
        needed=_needed(event, rounds),
        open=public_items(computed, event, last.number) if last else (),
        ranked_from=event.ranked_from,
        lone_hands=event.ruleset.lone_hands,
        cards=_cards(computed) if event.seats_itself else None,
        corrected=last is not None and last.number >= event.round_count and event.is_corrected,
        points_lost=event.ruleset.counts_lost,
    )


def _cards(computed: Results) -> tuple[int, int]:
    """How many tally cards are typed, and how many there are: nobody waits for those of who has gone."""
    typed = {key for facts in computed.rounds for key in facts.placed}
    return len(typed), len(typed | {one.key for one in computed.players if one.gone_after is None})


def columns_of(order: Sequence[str]) -> tuple[Key, ...]:
    """The keys of an order that have a column of their own in the standings."""
    return tuple(KEYS[name] for name in order if KEYS[name].short)


def rows_of(
    event: Event, computed: Results, rounds: Sequence[RoundFacts] | None = None, with_no_shows: bool = False
) -> tuple[StandingsRow, ...]:
    """The rows of these results under the event's settings; neither has to be stored. Only `rounds` count."""
    counted = computed.rounds if rounds is None else rounds
    everyone = [player for player in computed.players if player.ranked]
    ranked = everyone if with_no_shows else computed.to_rank(counted)
    players = {player.number: player for player in ranked}
    numbers = {player.key: player.number for player in ranked}
    sit_outs: dict[int, list[int]] = {}
    for facts in counted:
        for key in facts.sit_out & numbers.keys():
            sit_outs.setdefault(numbers[key], []).append(facts.number)
    needed = _needed(event, counted)
    places, too_few = _placed(event, computed, ranked, counted)
    final = event.is_finished or needed == event.ranked_from
    lines: list[tuple[Record, int | None, str | None, NoPlace | None]] = [
        *((place.record, place.place, place.decided_by, None) for place in places),
        *((record, None, None, NoPlace(record.rounds_played, needed, final)) for record in too_few),
    ]
    numbered = [facts.number for facts in counted]
    figures = _written(event, [line[0] for line in lines])
    return tuple(
        StandingsRow(
            place,
            players[record.player].name,
            record,
            decided_by,
            per_round=_points_in(record, numbered),
            sat_out=tuple(sit_outs.get(record.player, ())),
            written=written,
            no_place=why,
            groups=players[record.player].groups,
        )
        for (record, place, decided_by, why), written in zip(lines, figures, strict=True)
    )


def _placed(
    event: Event, computed: Results, ranked: Sequence[PlayerFacts], counted: Sequence[RoundFacts]
) -> tuple[tuple[Place, ...], list[Record]]:
    """The places of these players, and the records of those who have played too few rounds for one."""
    folded = fold_records(event, computed, ranked, counted)
    needed = _needed(event, counted)
    enough = [record for record in folded if record.rounds_played >= needed]
    too_few = [record for record in folded if record.rounds_played < needed]
    return rank(enough, event.order, seed=event.seed, points_are=event.ruleset.points_are), too_few


def places_after(event: Event, computed: Results, through: int) -> dict[int, int]:
    """Player number → place after round `through`, as `standings` has it."""
    counted = counted_through([facts for facts in computed.rounds if facts.begun], through)
    places, _too_few = _placed(event, computed, computed.to_rank(counted), counted)
    return {place.record.player: place.place for place in places}


def _written(event: Event, records: Sequence[Record]) -> list[tuple[str, ...]]:
    """Each record's figures in the columns of the event's order, as they are written: percentages so that
    different ones look different."""
    columns = []
    for key in columns_of(event.order):
        values = [key.figure(record) for record in records]
        places = places_of(values)
        columns.append([key_figure(key, value, places) for value in values])
    return [tuple(column[at] for column in columns) for at in range(len(records))]


def _needed(event: Event, counted: Sequence[RoundFacts]) -> int:
    """How many rounds a place takes; a round is over once its sit-outs score."""
    over = sum(facts.complete for facts in counted)
    return rounds_needed(event.ranked_from, over, event.round_count)


def _points_in(record: Record, rounds: Sequence[int]) -> tuple[int | None, ...]:
    points = {line.round: line.points for line in record.per_round if isinstance(line, RoundLine)}
    return tuple(points.get(number) for number in rounds)


@dataclass(frozen=True, slots=True)
class StandingsChange:
    """One player whose points or place differ; a player new to the standings has no `before` values, and one
    with too few rounds for a place has no place."""

    number: int
    name: str
    points_before: int | None
    points_after: int | None
    place_before: int | None
    place_after: int | None

    @property
    def points(self) -> int:
        """Points won or lost by the change."""
        return (self.points_after or 0) - (self.points_before or 0)

    @property
    def moves(self) -> bool:
        """Whether the place changes, not only the points."""
        return self.place_before != self.place_after


def standings_changes(before: Standings, after: Standings) -> tuple[StandingsChange, ...]:
    """The players whose points or place differ: those whose points change first, then by place after."""
    old = {row.number: row for row in before.rows}
    new = {row.number: row for row in after.rows}
    names = {row.number: row.name for row in (*before.rows, *after.rows)}
    changes = []
    for number, name in names.items():
        was, now = old.get(number), new.get(number)
        points, places = (
            [getattr(row, what) if row else None for row in (was, now)] for what in ("points", "place")
        )
        changes.append(StandingsChange(number, name, *points, *places))
    differing = [change for change in changes if change.points or change.moves]
    return tuple(sorted(differing, key=lambda c: (not c.points, c.place_after or len(names), c.number)))


class EventResults(NamedTuple):
    """Everything that counts at one moment: team points by round and table, and the standings."""

    scores: Mapping[tuple[int, int], str]
    standings: Standings


class SheetChange(NamedTuple):
    """One table's score before and after; `after` is empty if its sheet no longer makes a whole round."""

    round: int
    table: int
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class ResultsDifference:
    """The differences between two outcomes."""

    sheets: tuple[SheetChange, ...]
    players: tuple[StandingsChange, ...]

    def __bool__(self) -> bool:
        return bool(self.sheets or self.players)


def event_results(event: Event) -> EventResults:
    """What counts at the event now, read afresh."""
    event = Event.objects.get(pk=event.pk)
    sheets = Sheet.objects.counting().filter(table__round__event=event).order_by()
    rows = sheets.values_list("table__round__number", "table__number", "ns", "ew")
    return EventResults({(number, table): score(ns, ew) for number, table, ns, ew in rows}, standings(event))


def results_difference(before: EventResults, after: EventResults) -> ResultsDifference:
    """The tables and the players for whom something changes."""
    places = sorted(before.scores.keys() | after.scores.keys())
    sheets = (
        SheetChange(*place, before.scores.get(place, ""), after.scores.get(place, "")) for place in places
    )
    return ResultsDifference(
        tuple(sheet for sheet in sheets if sheet.before != sheet.after),
        standings_changes(before.standings, after.standings),
    )
