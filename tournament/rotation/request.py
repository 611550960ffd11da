"""Validate a request for a plan: contradictions and impossible numbers are refused here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypedDict, Unpack

from scoring.sentences import counted, marked
from tournament.rotation.plan import RotationError, RoundPlan

MOST_PLAYERS = 4000
MOST_ROUNDS = 100
Couple = frozenset[int]


class Circumstances(TypedDict, total=False):
    """The options of a plan besides players and rounds, as given; `Request` holds them validated.

    `away` maps a round, 1 being the first one planned now, to the players absent. `fixed` maps players to the
    table they never leave; `apart_partners` and `apart` are pairs who must not be partners, or not meet;
    `together` pairs who are to be partners once, `couples` in every round in which both play. Of the players
    in `mixed_partners` as few as can be are partners of each other; those in `mixed_tables` are spread over
    the tables. Teams of two are asked for as far as they can be had: `first_partners` are to be partners in
    the first round of all, `never_partners` in none.
    `table_numbers` are the tables to use (default 1, 2, 3, …). `progress` is called with 0.0 to 1.0;
    `seconds` limits the search. The same `seed` gives the same plan. `goes_on`: more rounds will be planned
    later, so a wish to be partners once can wait.
    """

    seed: int
    history: Sequence[RoundPlan]
    away: Mapping[int, Collection[int]] | None
    fixed: Mapping[int, int] | None
    apart_partners: Collection[Couple]
    apart: Collection[Couple]
    together: Collection[Couple]
    couples: Collection[Couple]
    mixed_partners: Collection[int]
    mixed_tables: Collection[int]
    first_partners: Collection[Couple]
    never_partners: Collection[Couple]
    table_numbers: Sequence[int] | None
    progress: Callable[[float], None] | None
    seconds: float | None
    goes_on: bool


@dataclass(frozen=True, slots=True)
class Request:
    """A validated request, built by `make_request`; `Circumstances` explains the fields.

    Wishes name only players in `players`; `tables` are the numbers of the tables in the hall.
    """

    players: tuple[int, ...]
    rounds: int
    seed: int = 0
    history: tuple[RoundPlan, ...] = ()
    away: Mapping[int, frozenset[int]] = field(default_factory=dict)
    fixed: Mapping[int, int] = field(default_factory=dict)
    apart_partners: tuple[Couple, ...] = ()
    apart: tuple[Couple, ...] = ()
    together: tuple[Couple, ...] = ()
    couples: tuple[Couple, ...] = ()
    mixed_partners: frozenset[int] = frozenset()
    mixed_tables: frozenset[int] = frozenset()
    first_partners: tuple[Couple, ...] = ()
    never_partners: tuple[Couple, ...] = ()
    tables: tuple[int, ...] = ()
    progress: Callable[[float], None] | None = None
    seconds: float | None = None
    goes_on: bool = False

    @property
    def has_wishes(self) -> bool:
        """Whether anything is wished about tables or partners."""
        return self.mixes or any((self.fixed, self.couples, self.together, self.apart, self.apart_partners))

    @property
    def mixes(self) -> bool:
        """Whether a group of players is to be mixed with the others."""
        return bool(self.mixed_partners or self.mixed_tables)

    @property
    def most_tables(self) -> int:
        """How many tables can be filled if nobody is away."""
        return min(len(self.players) // 4, len(self.tables))


def make_request(players: Sequence[int], rounds: int, **said: Unpack[Circumstances]) -> Request:
    """Validate a request; raises `RotationError` if it cannot be met.

    >>> make_request([1, 2, 3], 4)
    Traceback (most recent call last):
    ...
    tournament.rotation.plan.RotationError: 3 players cannot fill a table: four are needed.
    """
    _check_players(players)
    _check_rounds(len(players), rounds)
    everybody = set(players)
    away, fixed = said.get("away") or {}, said.get("fixed") or {}
    request = Request(
        players=tuple(players),
        rounds=rounds,
        seed=said.get("seed", 0),
        history=tuple(said.get("history", ())),
        away={n: frozenset(gone) & everybody for n, gone in away.items() if 1 <= n <= rounds},
        fixed={player: table for player, table in fixed.items() if player in everybody},
        apart_partners=_pairs(said.get("apart_partners", ()), "apart_partners", everybody),
        apart=_pairs(said.get("apart", ()), "apart", everybody),
        together=_pairs(said.get("together", ()), "together", everybody),
        couples=_pairs(said.get("couples", ()), "couples", everybody),
        mixed_partners=_fewer(said.get("mixed_partners", ()), everybody),
        mixed_tables=_fewer(said.get("mixed_tables", ()), everybody),
        first_partners=_teams(said, "first_partners", ("apart", "apart_partners"), everybody),
        never_partners=_teams(said, "never_partners", ("together", "couples"), everybody),
        tables=_tables(players, said.get("table_numbers")),
        progress=said.get("progress"),
        seconds=said.get("seconds"),
        goes_on=said.get("goes_on", False),
    )
    _check_fixed(request)
    _check_wishes(request)
    return request


def _fewer(group: Collection[int], everybody: set[int]) -> frozenset[int]:
    """The group or everybody else, whichever are fewer: to mix the one is to mix the other."""
    inside = everybody & set(group)
    outside = everybody - inside
    return frozenset(inside if len(inside) <= len(outside) else outside)


def _teams(said: Circumstances, name: str, against: Sequence[str], everybody: set[int]) -> tuple[Couple, ...]:
    """The teams asked for, but for those against which there is a wish: a wish comes first."""
    values: Mapping[str, Any] = {**said}
    wished = {frozenset(pair) for kind in against for pair in values.get(kind, ())}
    return tuple(pair for pair in _pairs(values.get(name, ()), name, everybody) if pair not in wished)


def _check_players(players: Sequence[int]) -> None:
    if len(players) < 4:
        raise RotationError(
            "too-few",
            "players",
            counted(
                "%(count)s player cannot fill a table: four are needed.",
                "%(count)s players cannot fill a table: four are needed.",
                len(players),
            ),
        )
    if len(players) > MOST_PLAYERS:
        raise RotationError(
            "too-many",
            "players",
            marked(
                "%(count)s players are too many to plan; up to %(most)s can be.",
                count=len(players),
                most=MOST_PLAYERS,
            ),
        )
    twice = [player for player, times in Counter(players).items() if times > 1]
    if twice:
        raise RotationError(
            "player-twice",
            "players",
            marked("Player %(player)s is in the list more than once; give each a number.", player=twice[0]),
        )


def _check_rounds(players: int, rounds: int) -> None:
    most = max(MOST_ROUNDS, players)
    if rounds < 1:
        raise RotationError(
            "too-few-rounds", "rounds", marked("There is no round to plan; ask for at least one.")
        )
    if rounds > most:
        raise RotationError(
            "too-many-rounds",
            "rounds",
            marked(
                "%(rounds)s rounds are more than anybody can play with %(players)s players; plan up "
                "to %(most)s.",
                rounds=rounds,
                players=players,
                most=most,
            ),
        )


def _tables(players: Sequence[int], numbers: Sequence[int] | None) -> tuple[int, ...]:
    if numbers is None:
        return tuple(range(1, len(players) // 4 + 1))
    if not numbers:
        raise RotationError(
            "no-table", "table_numbers", marked("There is no table to play at; name at least one.")
        )
    twice = [number for number, times in Counter(numbers).items() if times > 1]
    if twice:
        raise RotationError(
            "table-twice",
            "table_numbers",
            marked("Table %(table)s is listed twice; give every table its own number.", table=twice[0]),
        )
    return tuple(numbers)


def _pairs(pairs: Collection[Couple], name: str, everybody: set[int]) -> tuple[Couple, ...]:
    for pair in pairs:
        if len(pair) != 2:
            raise RotationError(
                "not-a-pair",
                name,
                marked("A request about two players needs two different players; pick another one."),
            )
    return tuple(sorted((frozenset(p) for p in pairs if p <= everybody), key=sorted))


def _check_fixed(request: Request) -> None:
    usable = request.tables[: request.most_tables]
    for player, table in request.fixed.items():
        if table not in request.tables:
            raise RotationError(
                "no-such-table",
                "fixed",
                marked(
                    "Player %(player)s cannot stay at table %(table)s: there is no such table. The "
                    "tables are %(first)s to %(last)s.",
                    player=player,
                    table=table,
                    first=request.tables[0],
                    last=request.tables[-1],
                ),
            )
    for table, times in Counter(request.fixed.values()).items():
        if times > 4:
            raise RotationError(
                "table-overfull",
                "fixed",
                marked(
                    "%(times)s players cannot all stay at table %(table)s; it seats four.",
                    times=times,
                    table=table,
                ),
            )
    if len(set(request.fixed.values())) > len(usable):
        raise RotationError(
            "too-many-fixed-tables",
            "fixed",
            marked(
                "Players are to stay at %(wanted)s tables, but only %(usable)s can be filled; share tables.",
                wanted=len(set(request.fixed.values())),
                usable=len(usable),
            ),
        )


def _check_wishes(request: Request) -> None:
    wanted = {*request.together, *request.couples}
    for pair in sorted(wanted & {*request.apart, *request.apart_partners}, key=sorted):
        a, b = sorted(pair)
        raise RotationError(
            "contradiction",
            "together",
            marked(
                "Players %(a)s and %(b)s are to be partners and to be kept apart; drop one of the two "
                "requests.",
                a=a,
                b=b,
            ),
        )
    for pair in request.apart:
        a, b = sorted(pair)
        if a in request.fixed and request.fixed.get(a) == request.fixed.get(b):
            raise RotationError(
                "contradiction",
                "fixed",
                marked(
                    "Players %(a)s and %(b)s are to be kept apart but both stay at table %(table)s; move "
                    "one of them to another table.",
                    a=a,
                    b=b,
                    table=request.fixed[a],
                ),
            )
    for pair in sorted(wanted, key=sorted):
        a, b = sorted(pair)
        if a in request.fixed and b in request.fixed and request.fixed[a] != request.fixed[b]:
            raise RotationError(
                "contradiction",
                "fixed",
                marked(
                    "Players %(a)s and %(b)s are to be partners but stay at different tables; free one "
                    "of them.",
                    a=a,
                    b=b,
                ),
            )
    busy = Counter(player for pair in request.couples for player in pair)
    for player, times in busy.items():
        if times > 1:
            raise RotationError(
                "contradiction",
                "couples",
                marked(
                    "Player %(player)s cannot keep %(times)s partners at once; leave one couple.",
                    player=player,
                    times=times,
                ),
            )
