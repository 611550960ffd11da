"""The registry of movements, and `draw_plan`, by which the rest of the program gets a plan.

`steps` says which table players go to after a round, in movements that a card on the table can state.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Unpack

from scoring.seats import SEATS, Seat, Side
from scoring.sentences import Sentence, marked
from tournament.rotation import request
from tournament.rotation.plan import Plan, RotationError, RoundPlan
from tournament.rotation.planners import by_lot, chart, fixed, seats, standings, winners
from tournament.rotation.planners.seats import STEPS
from tournament.rotation.request import Circumstances, Request

__all__ = ["MOVEMENTS", "SEATING", "Movement", "RotationError", "draw_plan", "seat_next"]


@dataclass(frozen=True, slots=True)
class Movement:
    """How players move from round to round.

    `plans_ahead`: all rounds are seated before the first is played; else each is seated when the one before
    it is closed (`seat_next`), with `needs_winners` from who won there, with `needs_standings` from the
    standings. `last_alone`: only the last round is seated so. `partners_stay`: the same two play together all
    evening. `seats_nobody`: people sit where they like, and only their cards are counted. `colours`: the
    colour of the card with which each seat plays, empty where cards have none. `has_records`: quick plans
    reach the values that `records` keeps as the best known.
    """

    key: str
    title: Sentence
    rule: Sentence
    plans_ahead: bool
    planner: Callable[[Request], Plan]
    needs_winners: bool = False
    needs_standings: bool = False
    last_alone: bool = False
    partners_stay: bool = False
    seats_nobody: bool = False
    colours: Mapping[Seat, str] = field(default_factory=dict, hash=False)
    has_records: bool = False

    @property
    def one_by_one(self) -> bool:
        """Whether every round but the first is seated from the one before it."""
        return not (self.plans_ahead or self.last_alone or self.seats_nobody)

    def ahead(self, rounds: int) -> int:
        """How many of an event's rounds are seated before the first is played.

        >>> [MOVEMENTS[key].ahead(8) for key in ("chart", "draw", "standings-last")]
        [8, 1, 7]
        """
        if self.plans_ahead:
            return rounds
        return max(1, rounds - 1) if self.last_alone else 1


SELF = "self"  # the hall seats itself


def _seat_nobody(_asked: Request) -> Plan:
    message = marked("The hall seats itself: there is no seating to draw.")
    raise RotationError("hall-seats-itself", "movement", message)


_ALL = (
    Movement(
        "chart",
        marked("Planned rotation"),
        marked("Nobody has the same partner twice, and opponents change as evenly as can be."),
        True,
        chart.plan,
        has_records=True,
    ),
    Movement(
        "seats",
        marked("By seats"),
        marked("North stays, South goes down one table, East up one, West up two; the tables wrap."),
        True,
        lambda asked: seats.plan(asked, "seats"),
    ),
    Movement(
        "seats-wef",
        marked("By seats, the other way"),
        marked(
            "North stays, South goes up one table, East up two, West down two; partners may repeat early."
        ),
        True,
        lambda asked: seats.plan(asked, "seats-wef"),
    ),
    Movement(
        "winners-up",
        marked("Winners up"),
        marked(
            "Winners go up one table, losers stay; the head table’s winners stay and its losers go to the "
            "last table. Everybody changes partner."
        ),
        False,
        lambda asked: winners.first_round(asked, "winners-up"),
        needs_winners=True,
    ),
    Movement(
        "red-white",
        marked("Red and white"),
        marked(
            "Two red and two white players at a table. Red partners white. Red winners: up one table. "
            "White winners: down one. Losers stay and partner the arriving player of the other colour."
        ),
        False,
        lambda asked: winners.first_round(asked, "red-white"),
        needs_winners=True,
        colours=winners.COLOURS,
    ),
    Movement(
        "by-standings",
        marked("By standings"),
        marked(
            "After each round the first four in the standings go to the first table, the next four to the "
            "second, and so on. Neighbours change places where partners would repeat."
        ),
        False,
        lambda asked: standings.first_round(asked, "by-standings"),
        needs_standings=True,
    ),
    Movement(
        "standings-last",
        marked("Planned rotation, last round by standings"),
        marked(
            "Nobody has the same partner twice until the last round. There the first four in the standings "
            "play at the first table, the next four at the second, and so on."
        ),
        False,
        chart.plan,
        needs_standings=True,
        last_alone=True,
        has_records=True,
    ),
    Movement(
        "draw",
        marked("By lot"),
        marked(
            "Each round is drawn by lot when the one before it is closed, with as few repeated "
            "partners as can be found."
        ),
        False,
        by_lot.plan,
    ),
    Movement(
        "fixed-partners",
        marked("Fixed partners"),
        marked("Partners stay together and meet the other pairs in a round robin."),
        True,
        fixed.plan,
        partners_stay=True,
    ),
    Movement(
        SELF,
        marked("The hall seats itself"),
        marked("Everybody sits where they like, or as your club does. We only count the tally cards."),
        False,
        _seat_nobody,
        seats_nobody=True,
    ),
)

MOVEMENTS: Mapping[str, Movement] = MappingProxyType({movement.key: movement for movement in _ALL})
# Those that can be drawn.
SEATING: Mapping[str, Movement] = MappingProxyType(
    {key: movement for key, movement in MOVEMENTS.items() if not movement.seats_nobody}
)


def draw_plan(
    players: Sequence[int], rounds: int, *, movement: str = "chart", **said: Unpack[Circumstances]
) -> Plan:
    """Plan `rounds` more rounds for `players` (numbers); all other arguments are those of `Circumstances`.

    Raises `RotationError` if that is impossible, naming the nearest possible request.

    >>> plan = draw_plan([1, 2, 3, 4, 5], 2, seed=3)
    >>> [len(round_.tables) for round_ in plan.rounds], [len(round_.sit_out) for round_ in plan.rounds]
    ([1, 1], [1, 1])
    """
    if movement not in MOVEMENTS:
        raise RotationError(
            "no-such-movement",
            "movement",
            marked(
                "There is no movement “%(movement)s”; choose one of %(known)s.",
                movement=movement,
                known=", ".join(MOVEMENTS),
            ),
        )
    return MOVEMENTS[movement].planner(request.make_request(players, rounds, **said))


def seat_next(
    movement: str,
    players: Sequence[int],
    *,
    winners_of: Mapping[int, Side] | None = None,
    standing: Sequence[int] = (),
    pattern: str = standings.USUAL,
    **said: Unpack[Circumstances],
) -> RoundPlan:
    """Seat the round after the last of `history`, in a movement that seats each round by itself.

    `players` are those present in that round. `winners_of` names the winning side of each table of the last
    round, and `standing` the players from the leader down with the `pattern` of partners, for movements that
    need them; of all wishes these follow the table numbers only. The same arguments give the same seating.
    Raises `RotationError` if nobody can be seated or a winner is missing.

    >>> last = RoundPlan((winners.TablePlan(1, 1, 2, 3, 4),), (5,))
    >>> seat_next("draw", [1, 2, 3, 4, 5], history=[last]).sit_out == (5,)
    False
    """
    if MOVEMENTS[movement].needs_winners:
        return winners.next_round(
            movement,
            said.get("history", ()),
            winners_of or {},
            players=players,
            table_numbers=said.get("table_numbers"),
            seed=said.get("seed", 0),
        )
    if MOVEMENTS[movement].needs_standings:
        return standings.next_round(
            said.get("history", ()),
            standing,
            players=players,
            pattern=pattern,
            table_numbers=said.get("table_numbers"),
            seed=said.get("seed", 0),
        )
    return draw_plan(players, 1, movement=movement, **said).rounds[0]


WINNERS, LOSERS, RED_WINNER, WHITE_WINNER = "winners", "losers", "red-winner", "white-winner"


@dataclass(frozen=True, slots=True)
class TableStep:
    """Who goes to which table: a seat, or one of the codes above. `to` is None for those who stay."""

    who: Seat | str
    to: int | None


def steps(movement: str, tables: Sequence[int]) -> dict[int, tuple[TableStep, ...]]:
    """The steps from each of these tables, the head table first; empty in a movement without such a rule.

    >>> steps("winners-up", [1, 2, 3])[3]
    (TableStep(who='winners', to=2), TableStep(who='losers', to=None))
    >>> steps("chart", [1, 2])
    {}
    """
    if movement in STEPS:
        moves = STEPS[movement]
        return {
            table: tuple(
                TableStep(seat, _other(table, tables[(at + moves[seat]) % len(tables)])) for seat in SEATS
            )
            for at, table in enumerate(tables)
        }
    if not MOVEMENTS[movement].needs_winners:
        return {}
    by_colour = bool(MOVEMENTS[movement].colours)
    return {table: (_red_white if by_colour else _winners_up)(at, tables) for at, table in enumerate(tables)}


def _winners_up(at: int, tables: Sequence[int]) -> tuple[TableStep, ...]:
    if at == 0:
        return TableStep(WINNERS, None), TableStep(LOSERS, _other(tables[0], tables[-1]))
    return TableStep(WINNERS, tables[at - 1]), TableStep(LOSERS, None)


def _red_white(at: int, tables: Sequence[int]) -> tuple[TableStep, ...]:
    return (
        TableStep(RED_WINNER, _other(tables[at], tables[at - 1])),
        TableStep(WHITE_WINNER, _other(tables[at], tables[(at + 1) % len(tables)])),
        TableStep(LOSERS, None),
    )


def _other(here: int, to: int) -> int | None:
    return None if to == here else to
