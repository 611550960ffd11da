"""What an evening comes to, from what its director typed and from the rulebook; nothing of the site is asked.

A table's paper has the team's points. A player has their side's, and one more for an own lone march where the
rules give it: 5 and 4 (`progressive`). Sections 2, 4 and 5 of the rulebook; ties within a place are shared.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

SIDE = {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}
BY_POINTS, BY_ROUNDS = ("points", "won", "lone", "best"), ("won", "points", "lone", "best")


class Rules(NamedTuple):
    """What sums hang on: the extra point of a lone march, the order, whether points are lost."""

    extra: int
    order: tuple[str, ...]
    lost: bool = False
    lone: bool = True  # whether there are lone marches
    target: int = 0


RULES = {
    "progressive": Rules(1, BY_POINTS),
    "partners": Rules(0, BY_ROUNDS, target=10),
    "laws": Rules(0, BY_ROUNDS, target=10),
    "eight-hand": Rules(0, BY_POINTS),
    "jeuchre": Rules(0, ("won", "points", "best"), lost=True, lone=False, target=10),
    "british": Rules(0, BY_ROUNDS, target=10),
    "totals-only": Rules(0, ("points", "won", "best"), lone=False),
}


class Award(NamedTuple):
    """What a ruling gives at a table, and what its table had written for that deal, which comes off.

    `late` is one for a claim that the tricks did not prove: it follows the play of its deal.
    """

    points: dict[str, int]
    off: dict[str, int]
    lone: str = ""
    late: bool = False


@dataclass
class Paper:
    """What a table handed in, and who reached a tie first.

    `awards` are the rulings on it by number, each with what was said of it: it is already in these totals
    (`yes`), is to be added (`no`), or with what was written for that deal taken off first (`off`).
    """

    written: dict[str, int]
    lone: dict[str, int] = field(default_factory=dict)
    first: str = ""
    awards: dict[int, tuple[Award, str]] = field(default_factory=dict)

    def side(self, side: str) -> int:
        total = self.written[side]
        for award, said in self.awards.values():
            total += award.points.get(side, 0) if said != "yes" else 0
            total -= award.off.get(side, 0) if said == "off" else 0
        return total

    def marches(self, seat: str) -> int:
        struck = sum(award.lone == seat and said == "off" for award, said in self.awards.values())
        return self.lone.get(seat, 0) - struck

    def played(self, side: str) -> int:
        """What of the side's total is no award."""
        off = sum(award.off.get(side, 0) for award, said in self.awards.values() if said == "off")
        given = sum(award.points.get(side, 0) for award, said in self.awards.values() if said == "yes")
        return self.written[side] - off - given

    def winner(self, rules: Rules) -> str:
        """Who won. If both reached the target, an award did so first, and a late one last: totals do not say
        in which deal they were reached."""
        ns, ew = self.side("NS"), self.side("EW")
        if ns == ew:
            return self.first
        awarded = [side for side in ("NS", "EW") if self.played(side) < rules.target]
        if rules.target and min(ns, ew) >= rules.target and len(awarded) == 1:
            late = {award.late for award, _said in self.awards.values() if award.points} == {True}
            ns, ew = (1, 0) if (awarded == ["NS"]) is not late else (0, 1)
        return "NS" if (ns > ew) != rules.lost else "EW"


class Sum(NamedTuple):
    """One evening of a player. `rounds` are their own points by round played, `sat` what a sit-out gives."""

    points: int
    won: int
    lone: int
    best: int
    rounds: dict[int, int]
    sat: int


@dataclass
class Ledger:
    """One evening. `seats` is round → table → seat → number, as the director read them off the seating."""

    rules: Rules
    bye: str = "none"
    bye_points: int = 0
    names: dict[int, str] = field(default_factory=dict)
    here: dict[int, int] = field(default_factory=dict)  # number → from which round on
    gone: dict[int, int] = field(default_factory=dict)  # number → after which round
    missed: set[tuple[int, int]] = field(default_factory=set)  # round, number: away for that round
    seats: dict[int, dict[int, dict[str, int]]] = field(default_factory=dict)
    out: dict[int, frozenset[int]] = field(default_factory=dict)
    papers: dict[tuple[int, int], Paper] = field(default_factory=dict)
    awards: dict[tuple[int, int], dict[int, Award]] = field(default_factory=dict)
    added: dict[int, int] = field(default_factory=dict)
    closed: set[int] = field(default_factory=set)

    def present(self, number: int) -> list[int]:
        """Who is there in a round, at a table or sitting out."""
        return sorted(
            one
            for one, first in self.here.items()
            if first <= number <= self.gone.get(one, number) and (number, one) not in self.missed
        )

    def return_in(self, number: int, player: int) -> None:
        """Whoever had gone home plays again from this round on."""
        if (last := self.gone.pop(player, None)) is not None:
            self.missed |= {(away, player) for away in range(last + 1, number)}

    def is_over(self, number: int) -> bool:
        """Whether its sit-outs count: it is closed, or every table is in."""
        return number in self.closed or all((number, table) in self.papers for table in self.seats[number])

    def played(self, player: int) -> Iterator[tuple[int, str, Paper]]:
        for number, tables in self.seats.items():
            for table, seats in tables.items():
                for seat, who in seats.items():
                    if who == player and (paper := self.papers.get((number, table))):
                        yield number, seat, paper

    def sum(self, player: int) -> Sum:
        rounds, won, lone = {}, 0, 0
        for number, seat, paper in self.played(player):
            marches = paper.marches(seat)
            rounds[number] = paper.side(SIDE[seat]) + self.rules.extra * marches
            won += paper.winner(self.rules) == SIDE[seat]
            lone += marches
        points = sum(rounds.values())
        times = len(self.sits_out(player))
        each = {"none": 0, "fixed": self.bye_points}.get(self.bye)
        if each is None:  # their own average, halves up
            each = (2 * points + len(rounds)) // (2 * len(rounds)) if rounds else 0
        best = (min if self.rules.lost else max)(rounds.values(), default=0)
        return Sum(points + times * each + self.added.get(player, 0), won, lone, best, rounds, each)

    def sits_out(self, player: int) -> list[int]:
        """The rounds that the player sat out, as far as they count."""
        return [number for number, out in self.out.items() if player in out and self.is_over(number)]

    def places(self, players: Collection[int]) -> dict[int, int]:
        """The place of each of these players, shared where everything is equal."""
        heights = {player: self.height(self.sum(player)) for player in players}
        return {one: 1 + sum(other > height for other in heights.values()) for one, height in heights.items()}

    def height(self, total: Sum) -> tuple[int, ...]:
        fewer = ("points", "best") if self.rules.lost else ()
        return tuple(getattr(total, key) * (-1 if key in fewer else 1) for key in self.rules.order)
