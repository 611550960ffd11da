"""The values of a seating plan: a table, a round, the rounds of an event, their JSON form; and its one error.

Players and tables are numbers. Whether a plan is possible, and how good it is, is judged by `quality`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.seats import SEATS, Seat
from scoring.sentences import Sentence, marked


class RotationError(Exception):
    """The request cannot be seated.

    `code` is stable (tests and translations rely on it), `field` names the value to change, and the
    message says what is impossible and the nearest thing that is possible.

    >>> str(RotationError("too-few", "players", "Three players cannot fill a table; four can."))
    'Three players cannot fill a table; four can.'
    """

    def __init__(self, code: str, field: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.field = field
        self.message = message if isinstance(message, Sentence) else Sentence(message)


@dataclass(frozen=True, slots=True)
class TablePlan:
    """One table in one round: its number and the player number in each seat.

    >>> table = TablePlan(3, N=1, E=5, S=2, W=9)
    >>> table.seat_of(9), table.partner_of(9)
    (<Seat.W: 'W'>, 5)
    """

    number: int
    N: int
    E: int
    S: int
    W: int

    @property
    def players(self) -> tuple[int, int, int, int]:
        """The four players in the order N, E, S, W."""
        return (self.N, self.E, self.S, self.W)

    @property
    def sides(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """The partners of North–South and of East–West."""
        return ((self.N, self.S), (self.E, self.W))

    def seat_of(self, player: int) -> Seat:
        """The seat of a player of this table; `KeyError` for anybody else."""
        for seat, seated in zip(SEATS, self.players, strict=True):
            if seated == player:
                return seat
        raise KeyError(player)

    def partner_of(self, player: int) -> int:
        """Who sits opposite a player of this table."""
        return self.players[(self.players.index(player) + 2) % 4]


@dataclass(frozen=True, slots=True)
class ShortTable:
    """A table with empty chairs: its number, and the player in each seat (None: nobody).

    Planners fill their tables; only a change to a published seating leaves a chair empty.
    """

    number: int
    chairs: tuple[int | None, int | None, int | None, int | None]

    @property
    def players(self) -> tuple[int, ...]:
        """The players who are there, in the order N, E, S, W."""
        return tuple(player for player in self.chairs if player is not None)

    @property
    def seats(self) -> dict[Seat, int]:
        """The seats that are taken."""
        return {s: p for s, p in zip(SEATS, self.chairs, strict=True) if p is not None}


@dataclass(frozen=True, slots=True)
class RoundPlan:
    """One round: its full tables, who sits out, and the tables where a chair stays empty (`short`)."""

    tables: tuple[TablePlan, ...]
    sit_out: tuple[int, ...] = ()
    short: tuple[ShortTable, ...] = ()

    @property
    def table_numbers(self) -> tuple[int, ...]:
        """The numbers of the tables in use, full or not."""
        return (*(table.number for table in self.tables), *(table.number for table in self.short))

    @property
    def placed(self) -> tuple[int, ...]:
        """Everybody with a place: at a table, full or not, or sitting out."""
        return (*self.seated, *(player for table in self.short for player in table.players), *self.sit_out)

    @property
    def seated(self) -> tuple[int, ...]:
        """The players at full tables, table by table."""
        return tuple(player for table in self.tables for player in table.players)

    def table_of(self, player: int) -> TablePlan | None:
        """The table a player sits at, or `None` when sitting out or away."""
        return next((table for table in self.tables if player in table.players), None)


@dataclass(frozen=True, slots=True)
class Plan:
    """The rounds planned for a set of players; `cut_short`: the machine was too slow to search to the end.

    >>> plan = Plan((1, 2, 3, 4, 5), (RoundPlan((TablePlan(1, 1, 2, 3, 4),), (5,)),))
    >>> Plan.from_dict(plan.to_dict()) == plan
    True
    """

    players: tuple[int, ...]
    rounds: tuple[RoundPlan, ...]
    cut_short: bool = False

    def to_dict(self) -> dict[str, Any]:
        """The JSON shape of `manage.py planrotation`.

        `players` counts them; `numbers` lists them only if they are not simply 1 to N, and `short` the
        tables with an empty chair only if there are any; `cut_short` is there only if true.
        """
        shape: dict[str, Any] = {"players": len(self.players), "rounds": len(self.rounds)}
        if self.players != tuple(range(1, len(self.players) + 1)):
            shape["numbers"] = list(self.players)
        shape["plan"] = [
            [
                {"table": table.number, "N": table.N, "E": table.E, "S": table.S, "W": table.W}
                for table in round_.tables
            ]
            for round_ in self.rounds
        ]
        shape["sit_out"] = [list(round_.sit_out) for round_ in self.rounds]
        if any(round_.short for round_ in self.rounds):
            shape["short"] = [
                [
                    {"table": table.number} | {s.value: p for s, p in zip(SEATS, table.chairs, strict=True)}
                    for table in round_.short
                ]
                for round_ in self.rounds
            ]
        return shape | ({"cut_short": True} if self.cut_short else {})

    @classmethod
    def from_dict(cls, shape: Mapping[str, Any]) -> Plan:
        """Read the JSON shape; raises `RotationError` (code `bad-file`) naming the unreadable place."""
        rounds = tuple(
            _round_from(
                number,
                tables,
                _list_of_round(shape, "sit_out", number),
                _list_of_round(shape, "short", number),
            )
            for number, tables in enumerate(_list(shape, "plan"), start=1)
        )
        return cls(_numbers(shape, rounds), rounds, shape.get("cut_short") is True)


def _bad(field: str, message: Sentence) -> RotationError:
    return RotationError("bad-file", field, message)


def _list(shape: Mapping[str, Any], key: str) -> Sequence[Any]:
    value = shape.get(key) if isinstance(shape, Mapping) else None
    if not isinstance(value, list):
        raise _bad(key, marked("A plan file needs a list named “%(key)s”.", key=key))
    return value


def _whole(value: Any, field: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise _bad(
            field, marked("%(field)s must be a whole number, not %(value)r.", field=field, value=value)
        )
    return value


def _list_of_round(shape: Mapping[str, Any], key: str, number: int) -> Iterable[Any]:
    rows = shape.get(key, [])
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        if key == "sit_out":
            raise _bad(key, marked("“sit_out” must be a list with one list of players per round."))
        raise _bad(key, marked("“short” must be a list with one list of tables per round."))
    row: list[Any] = rows[number - 1] if number <= len(rows) else []
    return row


def _round_from(number: int, tables: Any, sit_out: Iterable[Any], short: Iterable[Any]) -> RoundPlan:
    if not isinstance(tables, list):
        raise _bad("plan", marked("Round %(number)s must be a list of tables.", number=number))
    seated = []
    for place, table in enumerate(tables, start=1):
        if not isinstance(table, Mapping) or any(key not in table for key in ("table", "N", "E", "S", "W")):
            raise _bad(
                "plan",
                marked(
                    "Round %(round)s, table %(place)s needs a “table” number and the players N, E, S and W.",
                    round=number,
                    place=place,
                ),
            )
        values = [
            _whole(
                table[key],
                marked("round %(round)s, table %(place)s, %(key)s", round=number, place=place, key=key),
            )
            for key in ("table", "N", "E", "S", "W")
        ]
        seated.append(TablePlan(*values))
    return RoundPlan(
        tuple(seated),
        tuple(_whole(player, _within(number, "sit_out")) for player in sit_out),
        tuple(_short_from(_within(number, "short"), table) for table in short),
    )


def _within(number: int, key: str) -> Sentence:
    return marked("round %(round)s, %(key)s", round=number, key=key)


def _short_from(where: Sentence, table: Any) -> ShortTable:
    if not isinstance(table, Mapping) or any(key not in table for key in ("table", "N", "E", "S", "W")):
        raise _bad(
            "short", marked("%(where)s needs a “table” number and the players N, E, S and W.", where=where)
        )
    n, e, s, w = (
        None
        if table[seat.value] is None
        else _whole(table[seat.value], marked("%(where)s, %(key)s", where=where, key=seat.value))
        for seat in SEATS
    )
    number = _whole(table["table"], marked("%(where)s, %(key)s", where=where, key="table"))
    return ShortTable(number, (n, e, s, w))


def _numbers(shape: Mapping[str, Any], rounds: Sequence[RoundPlan]) -> tuple[int, ...]:
    numbers = shape.get("numbers")
    if isinstance(numbers, list):
        return tuple(_whole(number, "numbers") for number in numbers)
    count = shape.get("players")
    if count is None:
        return tuple(sorted({p for round_ in rounds for p in round_.placed}))
    return tuple(range(1, _whole(count, "players") + 1))
