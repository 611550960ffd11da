"""Movements by results: each round follows from the last one and its winners."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from random import Random

from scoring.seats import SEATS, Seat, Side
from scoring.sentences import Sentence, marked
from tournament.rotation import wishes
from tournament.rotation.plan import Plan, RotationError, RoundPlan, TablePlan
from tournament.rotation.planners import sit_outs
from tournament.rotation.quality import PairCounts, pairs
from tournament.rotation.request import Request

Places = list[list[int | None]]
# In “red-white” the seat determines the colour.
COLOURS: Mapping[Seat, str] = {Seat.N: "red", Seat.E: "red", Seat.S: "white", Seat.W: "white"}


def first_round(request: Request, key: str) -> Plan:
    """Draw the first round by lot; later ones need winners (`next_round`)."""
    return first_by_lot(
        request,
        key,
        only_first=marked(
            "This movement goes by who won, so only the first round can be planned ahead; draw "
            "each next one when the round is closed."
        ),
        no_wishes=marked(
            "This movement goes by who won and can’t take requests about tables or partners into "
            "account. Choose “Planned rotation” for those."
        ),
    )


def first_by_lot(request: Request, key: str, *, only_first: Sentence, no_wishes: Sentence) -> Plan:
    """Draw the first round of a movement that goes by results; these sentences say what it cannot do."""
    if request.rounds > 1 or request.history:
        raise RotationError("one-at-a-time", "rounds", only_first)
    if request.has_wishes:
        raise RotationError("no-wishes", "movement", no_wishes)
    return _drawn_by_lot(request, key)


def _drawn_by_lot(request: Request, key: str) -> Plan:
    """One round by lot, before there is any result to go by; `key` names the movement."""
    random = Random(f"{key} {request.seed}")
    (out,) = sit_outs.choose(
        request.players,
        1,
        away=request.away,
        prefer=wishes.preferred_out(request, random),
        tables=len(request.tables),
        seed=random.getrandbits(32),
    )
    gone = {*out, *request.away.get(1, ())}
    order = [player for player in request.players if player not in gone]
    random.shuffle(order)
    order = wishes.in_first_row(order, request)
    fours = (order[k : k + 4] for k in range(0, len(order), 4))
    tables = tuple(TablePlan(t, *four) for t, four in zip(request.tables, fours, strict=False))
    return Plan(request.players, (RoundPlan(tables, tuple(sorted(out))),))


def next_round(
    key: str,
    history: Sequence[RoundPlan],
    winners: Mapping[int, Side],
    *,
    players: Sequence[int] | None = None,
    table_numbers: Sequence[int] | None = None,
    seed: int = 0,
) -> RoundPlan:
    """The round after the last of `history`, `winners` naming the winning side of each of its tables.

    `players` are those who play or sit out next (default: the same as before). Newcomers and those who sat
    out take the chairs of those who go out, with colours in their own colour while there is one. `key` is
    “winners-up” or “red-white”.

    >>> last = RoundPlan((TablePlan(1, 1, 2, 3, 4), TablePlan(2, 5, 6, 7, 8)))
    >>> after = next_round("winners-up", [last], {1: Side.NS, 2: Side.EW})
    >>> [sorted(table.players) for table in after.tables]
    [[1, 3, 6, 8], [2, 4, 5, 7]]
    """
    previous = history[-1]
    everybody = tuple(players) if players is not None else (*previous.seated, *previous.sit_out)
    numbers = sorted(table_numbers) if table_numbers is not None else [t.number for t in previous.tables]
    missing = [table.number for table in previous.tables if table.number not in winners]
    if missing:
        raise RotationError(
            "winner-missing",
            "winners",
            marked(
                "Table %(table)s has no winner yet; enter its sheet, or say who reached the total first.",
                table=missing[0],
            ),
        )
    random = Random(f"{key} {seed} {len(history)}")
    (out,) = sit_outs.choose(
        everybody,
        1,
        history=history,
        tables=None if table_numbers is None else len(numbers),
        seed=random.getrandbits(32),
    )
    playing = [player for player in everybody if player not in out]
    tables = sorted(previous.tables, key=lambda table: table.number)
    by_colour = key == "red-white"
    moved = (_red_white if by_colour else _winners_up)(tables, winners)
    chairs = _refill(moved, playing, len(playing) // 4, colours_of(history) if by_colour else {})
    counts = pairs(history)
    seat = _by_colour if by_colour else _split
    return RoundPlan(
        tuple(
            TablePlan(number, *seat(four, counts, history, random))
            for number, four in zip(next_table_numbers(tables, numbers, len(chairs)), chairs, strict=True)
        ),
        tuple(sorted(out)),
    )


def next_table_numbers(tables: Sequence[TablePlan], numbers: Sequence[int], size: int) -> list[int]:
    """The table numbers of the next round: the former ones first, then free ones."""
    kept = [table.number for table in tables][:size]
    spare = [n for n in (*numbers, *range(1, 2 * size + 1)) if n not in kept]
    return sorted([*kept, *spare[: size - len(kept)]])


def _pair(table: TablePlan, side: Side) -> tuple[int, int]:
    return table.sides[0] if side is Side.NS else table.sides[1]


def _winners_up(tables: Sequence[TablePlan], winners: Mapping[int, Side]) -> Places:
    """Two who stay, then two who arrive, at each table from the head table down."""
    up = [_pair(table, winners[table.number]) for table in tables]
    down = [_pair(table, winners[table.number].other) for table in tables]
    last = len(tables) - 1
    chairs: Places = []
    for at in range(len(tables)):
        stay = up[0] if at == 0 else down[at]
        arrive = down[0] if at == last else up[at + 1]
        chairs.append([*stay, *arrive])
    return chairs


def _red_white(tables: Sequence[TablePlan], winners: Mapping[int, Side]) -> Places:
    """Red and white at N, E, S, W: red winners go one table up, white ones down, losers stay."""
    size = len(tables)
    up = [_pair(table, winners[table.number]) for table in tables]
    down = [_pair(table, winners[table.number].other) for table in tables]
    return [[down[at][0], up[(at + 1) % size][0], up[at - 1][1], down[at][1]] for at in range(size)]


def colours_of(history: Sequence[RoundPlan]) -> dict[int, str]:
    """The colour that each player last played in; players who have not played yet are missing.

    >>> colours_of([RoundPlan((TablePlan(1, 1, 2, 3, 4),), (5,))])
    {1: 'red', 2: 'red', 3: 'white', 4: 'white'}
    """
    return {
        player: COLOURS[seat]
        for round_ in history
        for table in round_.tables
        for seat, player in zip(SEATS, table.players, strict=True)
    }


def _refill(
    chairs: Places, playing: Collection[int], size: int, colours: Mapping[int, str]
) -> list[list[int]]:
    """Empty the chairs of absent players, open or close tables at the end, and seat players without a chair.

    Players with a colour get chairs of that colour first, then those without; whoever is left changes colour.
    """
    wanted = set(playing)
    kept: Places = [[p if p in wanted else None for p in four] for four in chairs[:size]]
    kept += [[None] * 4 for _ in range(size - len(kept))]
    seated = {player for four in kept for player in four}
    rest = [player for player in playing if player not in seated]
    free = [(four, at) for four in kept for at, player in enumerate(four) if player is None]
    for suits in (_own_colour, _no_colour, _any_colour):
        for four, at in free:
            if four[at] is None:
                four[at] = next((p for p in rest if suits(colours.get(p), SEATS[at])), None)
                if (taker := four[at]) is not None:
                    rest.remove(taker)
    return [[player for player in four if player is not None] for four in kept]


def _own_colour(colour: str | None, seat: Seat) -> bool:
    return colour == COLOURS[seat]


def _no_colour(colour: str | None, seat: Seat) -> bool:
    return colour is None


def _any_colour(colour: str | None, seat: Seat) -> bool:
    return True


def _split(
    four: Sequence[int], counts: PairCounts, history: Sequence[RoundPlan], random: Random
) -> tuple[int, int, int, int]:
    """Split both pairs in the way that repeats least; by lot if both ways are equal.

    Leaving the pairs as they are is considered only if chairs were refilled, so that the two are no longer
    the pair that sat together.
    """
    a, b, c, d = four
    ways = [(a, c, b, d), (a, d, b, c), (a, b, c, d)]
    random.shuffle(ways)
    n, s, e, w = min(ways, key=lambda way: _repeats(way, counts, history))
    return (n, e, s, w)


def _repeats(
    way: tuple[int, int, int, int], counts: PairCounts, history: Sequence[RoundPlan]
) -> tuple[int, int, int]:
    """(partners of the last round again, partners again, opponents again) for partners 0–1 and 2–3."""
    n, s, e, w = way
    last = {frozenset(side) for table in history[-1].tables for side in table.sides}
    again = sum(frozenset(pair) in last for pair in ((n, s), (e, w)))
    partners = counts.between(n, s)[0] + counts.between(e, w)[0]
    opponents = sum(counts.between(x, y)[1] for x in (n, s) for y in (e, w))
    return again, partners, opponents


def _by_colour(
    four: Sequence[int], counts: PairCounts, history: Sequence[RoundPlan], random: Random
) -> tuple[int, int, int, int]:
    """Pair staying red with arriving white and arriving red with staying white, as the chairs imply.

    Only after refilling can partners of the last round be paired again; then the white players swap.
    """
    n, e, s, w = four
    if _repeats((n, w, e, s), counts, history)[0] < _repeats((n, s, e, w), counts, history)[0]:
        s, w = w, s
    return (n, e, s, w)
