"""The seating as a chart of rounds and tables, and as each player's path through the evening.

Built from the published rounds in two queries, or from any plan. `seating_page` shows how good it is.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple, TypeVar

from django.utils.translation import gettext as _

from scoring.ruleset import Ruleset
from scoring.seats import SEATS, SIDES, Seat, Side
from tournament.models import Event, Round, Seating
from tournament.rotation.plan import RoundPlan, TablePlan
from tournament.state.next_round import NO_UPCOMING_ROUNDS, UpcomingRounds, upcoming_rounds
from tournament.words.figures import ordinal
from tournament.words.names import called

Card = TypeVar("Card")


@dataclass(frozen=True, slots=True, order=True)
class SeatedPerson:
    """A player's number and name, as charts and desks show them."""

    number: int
    name: str


@dataclass(frozen=True, slots=True)
class ChartTable:
    """Who sits where at one table in one round. `seats` goes N, E, S, W; an empty chair is left out."""

    number: int
    seats: Mapping[Seat, SeatedPerson]

    @property
    def sides(self) -> tuple[tuple[SeatedPerson, ...], tuple[SeatedPerson, ...]]:
        """North–South and East–West."""
        ns, ew = (tuple(self.seats[s] for s in side.seats if s in self.seats) for side in SIDES)
        return ns, ew


class ChartRound(NamedTuple):
    """One round; `status` is that of `Round`, empty in a draft."""

    number: int
    status: str
    tables: tuple[ChartTable, ...]
    sit_out: tuple[SeatedPerson, ...]


@dataclass(frozen=True, slots=True)
class SeatingChart:
    """Rounds by tables. `people` are all who appear, by number."""

    rounds: tuple[ChartRound, ...]
    people: tuple[SeatedPerson, ...]

    @property
    def table_numbers(self) -> tuple[int, ...]:
        return tuple(sorted({table.number for round_ in self.rounds for table in round_.tables}))

    @property
    def rows(self) -> tuple[tuple[int, tuple[ChartTable | None, ...]], ...]:
        """A row for each table number, with a cell for each round: None if that table is not used."""
        at = [{table.number: table for table in round_.tables} for round_ in self.rounds]
        return tuple((number, tuple(tables.get(number) for tables in at)) for number in self.table_numbers)

    def coming(self, event: Event) -> UpcomingRounds:
        """The rounds of `event` that are seated only after these."""
        if not self.rounds:
            return NO_UPCOMING_ROUNDS
        last = self.rounds[-1]
        return upcoming_rounds(event, last.number, closed=last.status == Round.Status.CLOSED)

    @property
    def has_sit_outs(self) -> bool:
        return any(round_.sit_out for round_ in self.rounds)


@dataclass(frozen=True, slots=True)
class Stop:
    """Where one player is in one round: at a table, sitting out (`here`, no table) or away."""

    round: int
    here: bool
    table: int | None = None
    seat: Seat | None = None
    partner: SeatedPerson | None = None
    opponents: tuple[SeatedPerson, ...] = ()

    @property
    def sits_out(self) -> bool:
        return self.here and self.table is None


class Path(NamedTuple):
    """One player's evening, a stop for every round of the chart."""

    person: SeatedPerson
    stops: tuple[Stop, ...]


def seating(event: Event, named: Callable[[str], str] = str) -> SeatingChart:
    """The published seating, in two queries; empty before it is published, and if the hall seats itself.

    `named` formats names.
    """
    if event.seats_itself:
        return _chart(())
    rounds = list(event.rounds.order_by("number").values_list("number", "status"))
    tables: dict[int, dict[int, dict[Seat, SeatedPerson]]] = {number: {} for number, _ in rounds}
    sitting_out: dict[int, list[SeatedPerson]] = {number: [] for number, _ in rounds}
    fields = ("round__number", "table__number", "seat", "player__number", "player__own_name", "player__house")
    rows = Seating.objects.filter(round__event=event).order_by("round__number", "player__number")
    for round_, table, seat, number, name, house in rows.values_list(*fields):
        person = SeatedPerson(number, named(called(number, name, house=house)))
        if table is None:
            sitting_out[round_].append(person)
        else:
            tables[round_].setdefault(table, {})[Seat(seat)] = person
    return _chart(
        ChartRound(
            number,
            status,
            tuple(_table(t, seats) for t, seats in sorted(tables[number].items())),
            tuple(sitting_out[number]),
        )
        for number, status in rounds
    )


def chart_of(plans: Sequence[RoundPlan], first: int, names: Mapping[int, str]) -> SeatingChart:
    """Planned rounds as a chart, numbered from `first`; a number without a name keeps its number only."""

    def person(number: int) -> SeatedPerson:
        return SeatedPerson(number, names.get(number, ""))

    return _chart(
        ChartRound(
            number,
            "",
            tuple(
                ChartTable(t, {s: person(p) for s, p in seats.items()})
                for t, seats in sorted(_seats_by_table(plan).items())
            ),
            tuple(person(p) for p in sorted(plan.sit_out)),
        )
        for number, plan in enumerate(plans, start=first)
    )


def _seats_by_table(plan: RoundPlan) -> dict[int, Mapping[Seat, int]]:
    full: dict[int, Mapping[Seat, int]] = {
        table.number: dict(zip(SEATS, table.players, strict=True)) for table in plan.tables
    }
    return full | {table.number: table.seats for table in plan.short}


def player_paths(chart: SeatingChart) -> tuple[Path, ...]:
    """Every player's path through a chart, by number."""
    stops: dict[int, dict[int, Stop]] = {person.number: {} for person in chart.people}
    for round_ in chart.rounds:
        for table in round_.tables:
            for seat, person in table.seats.items():
                stops[person.number][round_.number] = _stop(round_.number, table, seat)
        for person in round_.sit_out:
            stops[person.number][round_.number] = Stop(round_.number, here=True)
    return tuple(
        Path(
            person,
            tuple(stops[person.number].get(r.number, Stop(r.number, here=False)) for r in chart.rounds),
        )
        for person in chart.people
    )


class Move(NamedTuple):
    """One player whose published places change, with the rounds in which they do."""

    person: SeatedPerson
    rounds: tuple[int, ...]


def changed_places(before: SeatingChart, after: SeatingChart) -> tuple[Move, ...]:
    """The players who would sit elsewhere (or sit out, or be away) if `after` replaced these rounds."""
    was = {path.person: {stop.round: _place(stop) for stop in path.stops} for path in player_paths(before)}
    now = {path.person: {stop.round: _place(stop) for stop in path.stops} for path in player_paths(after)}
    away = (False, None, None)
    changed = []
    for person in sorted(was.keys() | now.keys()):
        earlier, later = was.get(person, {}), now.get(person, {})
        rounds = tuple(
            r.number for r in after.rounds if earlier.get(r.number, away) != later.get(r.number, away)
        )
        if rounds:
            changed.append(Move(person, rounds))
    return tuple(changed)


def _place(stop: Stop) -> tuple[bool, int | None, Seat | None]:
    return stop.here, stop.table, stop.seat


def _stop(number: int, table: ChartTable, seat: Seat) -> Stop:
    ns, ew = table.sides
    own, other = (ns, ew) if seat.side is Side.NS else (ew, ns)
    partner = next((person for person in own if person != table.seats[seat]), None)
    return Stop(number, True, table.number, seat, partner, other)


def _table(number: int, seats: Mapping[Seat, SeatedPerson]) -> ChartTable:
    return ChartTable(number, {seat: seats[seat] for seat in SEATS if seat in seats})


def _chart(rounds: Iterable[ChartRound]) -> SeatingChart:
    all_rounds = tuple(rounds)
    people = {
        person
        for round_ in all_rounds
        for person in (*round_.sit_out, *(p for table in round_.tables for p in table.seats.values()))
    }
    return SeatingChart(all_rounds, tuple(sorted(people)))


class ScoreSheet(NamedTuple):
    """A table's blank sheet for one round: who sits where."""

    round: int
    table: ChartTable


def deal_lines(event: Event) -> int:
    """The number of lines a round needs on paper; none if no deals are known."""
    return event.ruleset.deal_rows_to_print


def card_key(rules: Ruleset) -> str:
    """What is written for a deal on a player's card, as these rules score it.

    >>> from scoring.ruleset import PRESETS
    >>> card_key(PRESETS["progressive"])
    'Each deal: points you and your partner made (1, 2 or 4; 5 for your own lone march); X for none'
    """
    values = {rules.made, rules.march, rules.euchre}
    if rules.lone_hands:
        values |= {rules.lone_made, rules.lone_march, rules.lone_euchre, rules.boom_euchre}
    *first, last = [str(value) for value in sorted(values) if value] or ["0"]
    points = _("%(some)s or %(last)s") % {"some": ", ".join(first), "last": last} if first else last
    if rules.lone_march_bonus and rules.lone_hands:
        own = rules.lone_march + rules.lone_march_bonus
        points = _("%(points)s; %(own)s for your own lone march") % {"points": points, "own": own}
    if rules.counts_lost:
        return _("Each deal: points you and your partner lost (%(points)s); X for none") % {"points": points}
    return _("Each deal: points you and your partner made (%(points)s); X for none") % {"points": points}


def score_sheets(event: Event, round_number: int | None = None) -> tuple[ScoreSheet, ...]:
    """The sheets of one round, or of all; by round, then table."""
    return tuple(
        ScoreSheet(round_.number, table)
        for round_ in seating(event).rounds
        for table in round_.tables
        if round_number in (None, round_.number)
    )


def impose(cards: Sequence[Card], up: int) -> tuple[tuple[Card | None, ...], ...]:
    """Arrange the cards on sheets, `up` to a sheet, so that the stack is in order once cut and piled.

    >>> impose([1, 2, 3, 4, 5], 2)
    ((1, 4), (2, 5), (3, None))
    """
    sheets = -(-len(cards) // up)
    padded = [*cards, *[None] * (sheets * up - len(cards))]
    return tuple(tuple(padded[place * sheets + sheet] for place in range(up)) for sheet in range(sheets))


NO_COLOURS: Mapping[Seat, str] = MappingProxyType({})


class Arrival(NamedTuple):
    """One chair of the next round: who sits there, and where that player comes from, in words. `stood` is
    their place in the standings, as “3rd”, where tables are made from them; empty elsewhere."""

    seat: Seat
    person: SeatedPerson
    came: str
    won: bool
    stays: bool
    stood: str = ""


@dataclass(frozen=True, slots=True)
class NextTable:
    """A table of the next round, and who comes to its seats, in the order N E S W."""

    number: int
    arrivals: tuple[Arrival, ...]

    @property
    def sides(self) -> tuple[tuple[Arrival, ...], tuple[Arrival, ...]]:
        """North–South and East–West."""
        north, east, south, west = self.arrivals
        return (north, south), (east, west)


class NextSeating(NamedTuple):
    """`joined` were not in the round before, `gone` are not in this one; `recoloured` change their colour."""

    tables: tuple[NextTable, ...]
    sit_out: tuple[SeatedPerson, ...]
    joined: tuple[SeatedPerson, ...]
    gone: tuple[SeatedPerson, ...]
    recoloured: tuple[SeatedPerson, ...]


def next_seating(
    event: Event,
    plan: RoundPlan,
    last: RoundPlan,
    winners: Mapping[int, Side],
    colours: Mapping[Seat, str] = NO_COLOURS,
    standing: Sequence[int] = (),
) -> NextSeating:
    """Compare `plan` with `last`, the round before it, in one query.

    `winners` are the winning sides by table of `last`; `colours` those of cards by seat, if any; `standing`
    the players (numbers) from the leader down, where the tables follow from that.
    """
    stood = {number: ordinal(at) for at, number in enumerate(standing, start=1)}
    names = event.players.names()

    def people(numbers: set[int]) -> tuple[SeatedPerson, ...]:
        return tuple(SeatedPerson(number, names[number]) for number in sorted(numbers & names.keys()))

    def arrival(table: TablePlan, seat: Seat, number: int) -> Arrival:
        before = last.table_of(number)
        won = before is not None and winners.get(before.number) is _side(before, number)
        stays = before is not None and before.number == table.number
        return Arrival(
            seat,
            SeatedPerson(number, names[number]),
            _came(number, before, stays, last),
            won,
            stays,
            stood.get(number, ""),
        )

    was, now = {*last.seated, *last.sit_out}, {*plan.seated, *plan.sit_out}
    return NextSeating(
        tables=tuple(
            NextTable(
                table.number, tuple(arrival(table, s, n) for s, n in zip(SEATS, table.players, strict=True))
            )
            for table in sorted(plan.tables, key=lambda table: table.number)
        ),
        sit_out=people(set(plan.sit_out)),
        joined=people(now - was),
        gone=people(was - now),
        recoloured=people(_recoloured(last, plan, colours)),
    )


def _side(table: TablePlan, number: int) -> Side:
    return Side.NS if table.seat_of(number).value in Side.NS.value else Side.EW


def _came(number: int, before: TablePlan | None, stays: bool, last: RoundPlan) -> str:
    if stays:
        return _("stays")
    if before is not None:
        return _("from table %(number)d") % {"number": before.number}
    return _("sat out") if number in last.sit_out else _("comes in")


def _recoloured(last: RoundPlan, plan: RoundPlan, colours: Mapping[Seat, str]) -> set[int]:
    """The players who need a card of another colour; none if cards have no colours."""
    was, now = (
        {p: colours.get(s) for table in round_.tables for s, p in zip(SEATS, table.players, strict=True)}
        for round_ in (last, plan)
    )
    return {number for number, colour in now.items() if was.get(number, colour) != colour}
