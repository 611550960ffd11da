"""What the big screen shows now: its scene, which follows the evening, and what some scenes need."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from tournament.models import Event, Round
from tournament.reports.players import Whereabouts
from tournament.reports.public import Now
from tournament.reports.standings import standings

Item = TypeVar("Item")
MOST_MOVERS = 5
MOST_PARTS = 4  # screens side by side


class Scene(StrEnum):
    """The parts of an evening, as the hall needs the big screen in them."""

    ARRIVING = "arriving"  # nothing is seated: the way to the event on a phone
    SEATING = "seating"  # a round has begun and no sheet is in: find your table
    PLAY = "play"  # sheets come in: the clock, and who is awaited
    PAUSE = "pause"  # the clock is halted, or all rounds are closed and there is something to say
    CLOSED = "closed"  # between rounds: the standings, and who moved
    REVEAL = "reveal"  # the result is revealed from the last place up
    FINALE = "finale"  # the event is finished


def scene_of(
    *, finished: bool, status: str, sheets_in: int, halted: bool, told: bool, revealing: bool = False
) -> Scene:
    """The scene by whether the event is `finished` and its result still being revealed, the `status` of the
    round to play (empty: none is seated; closed: none is left), how many of its sheets are in, whether its
    clock is `halted`, and whether an announcement is up (`told`)."""
    if finished:
        return Scene.REVEAL if revealing else Scene.FINALE
    if not status:
        return Scene.ARRIVING
    if status == Round.Status.CLOSED:
        return Scene.PAUSE if told else Scene.CLOSED
    if halted:
        return Scene.PAUSE
    return Scene.PLAY if sheets_in else Scene.SEATING


def scene_now(event: Event, now: Now, where: Whereabouts) -> Scene:
    """The scene of an event as everybody may see it."""
    current = where.current
    current_facts = (facts for facts in now.results.rounds if current and facts.number == current.number)
    return scene_of(
        finished=event.is_finished,
        revealing=event.is_revealing,
        status=current.status if current else "",
        sheets_in=sum(len(facts.scores) for facts in current_facts),
        halted=now.clock is not None and now.clock.halted,
        told=bool(now.announcements),
    )


@dataclass(frozen=True, slots=True)
class ScreenPart:
    """One of several screens side by side, each with its share of every list."""

    number: int = 1
    of: int = 1

    def among(self, items: Sequence[Item]) -> Sequence[Item]:
        """Its share of the items: parts differ by one item at most, and keep their order."""
        first, end = ((n * len(items)) // self.of for n in (self.number - 1, self.number))
        return items[first:end]

    @property
    def code(self) -> str:
        """As it stands in an address; empty for the whole."""
        return f"{self.number}of{self.of}" if self.of > 1 else ""


def all_parts(of: int) -> tuple[ScreenPart, ...]:
    """All parts of so many screens side by side."""
    return tuple(ScreenPart(number, of) for number in range(1, of + 1))


def read_part(text: str) -> ScreenPart:
    """The part named as in “1of2”; the whole if it is none."""
    match = re.fullmatch(r"([1-9])of([1-9])", text, re.ASCII)
    if match is None:
        return ScreenPart()
    number, of = map(int, match.groups())
    return ScreenPart(number, of) if number <= of <= MOST_PARTS else ScreenPart()


def awaited_tables(now: Now, round_: int) -> tuple[int, ...]:
    """The numbers of the tables that have not reported in a round that has begun."""
    without = now.results.without_sheet
    return tuple(one.table for one in without if one.round == round_ and not one.not_played)


@dataclass(frozen=True, slots=True)
class Mover:
    """A player who won `by` places in a round, and their place after it."""

    number: int
    name: str
    place: int
    by: int


@dataclass(frozen=True, slots=True)
class Movers:
    """Who moved up most in the last closed round that everybody may see; nobody in the first."""

    round: int = 0
    rows: tuple[Mover, ...] = ()


def movers(event: Event, now: Now) -> Movers:
    """Compare the places after the last closed round with those before it, without a query."""
    closed = [facts.number for facts in now.results.rounds if facts.status == Round.Status.CLOSED]
    shown = [number for number in closed if number <= (event.shown_through or number)]
    if len(shown) < 2 or shown != closed:
        return Movers()
    before, after = (standings(event, through=number, computed=now.results) for number in shown[-2:])
    was = {row.number: row.place for row in before.placed}
    up = [
        Mover(row.number, event.named(row.name), row.place, by)
        for row in after.rows
        if row.place and (by := (was.get(row.number) or 0) - row.place) > 0
    ]
    most = sorted(up, key=lambda mover: (-mover.by, mover.place, mover.number))[:MOST_MOVERS]
    return Movers(shown[-1], tuple(most))
