"""The finale: the final standings as steps from the last place up, and what everybody sees of them so far."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from math import inf

from tournament.models import Event
from tournament.reports.prizes import prize_money, prize_winners
from tournament.reports.seating import SeatedPerson
from tournament.reports.standings import StandingsRow, standings
from tournament.state.results import Results, results
from tournament.words.sentences import in_words

PODIUM = 3  # places
TOGETHER = 10  # the places above which nobody is skipped


@dataclass(frozen=True, slots=True)
class RevealedPlace:
    """Everybody who shares a place; without a place, everybody who has none."""

    place: int | None
    rows: tuple[StandingsRow, ...]

    @property
    def on_podium(self) -> bool:
        return self.place is not None and self.place <= PODIUM


@dataclass(frozen=True, slots=True)
class FinalePrize:
    """A prize as the hall reads it: `title` is empty for a prize by place (`places`); `cents` and `things`
    each, `to_draw` among the names, or the `value` that won it where nothing is given."""

    title: str
    places: tuple[int, ...]
    names: tuple[str, ...]
    cents: int | None = None
    value: int | None = None
    things: tuple[str, ...] = ()
    to_draw: tuple[str, ...] = ()

    @property
    def is_given(self) -> bool:
        """Whether there is anything to take home."""
        return self.cents is not None or bool(self.things or self.to_draw)


@dataclass(frozen=True, slots=True)
class Reveal:
    """What everybody sees: the places revealed, best first, and how many are still to come.

    `prizes` are shown by the last step, after first place.
    """

    places: tuple[RevealedPlace, ...]
    to_come: int
    prizes: tuple[FinalePrize, ...] = ()

    @property
    def podium(self) -> tuple[RevealedPlace, ...]:
        """The places of the podium that are revealed, best first."""
        return tuple(one for one in self.places if one.on_podium)

    @property
    def podium_rows(self) -> tuple[StandingsRow, ...]:
        """Everybody on the podium so far, best first."""
        return tuple(row for one in self.podium for row in one.rows)

    @property
    def below(self) -> tuple[RevealedPlace, ...]:
        """The places below the podium that are revealed, best first."""
        return tuple(one for one in self.places if not one.on_podium)

    @property
    def waiting(self) -> tuple[int, ...]:
        """The steps of the podium where nobody stands yet."""
        best = self.places[0].place if self.places else None
        return tuple(range(1, min(best or PODIUM + 1, PODIUM + 1))) if self.to_come else ()

    def row_of(self, number: int) -> StandingsRow | None:
        """A player's line, once it is revealed."""
        return next((row for one in self.places for row in one.rows if row.number == number), None)


@dataclass(frozen=True, slots=True)
class Finale:
    """The whole finale for the director: the places from the last up, and the step that it is at (None: the
    result is out)."""

    places: tuple[RevealedPlace, ...]
    prizes: tuple[FinalePrize, ...]
    step: int | None

    @property
    def steps(self) -> int:
        """How many steps there are: one for each place, and one for the prizes."""
        return len(self.places) + bool(self.prizes)

    @property
    def is_known(self) -> bool:
        """Whether everybody knows all places."""
        return self.step is None or self.step >= len(self.places)

    @property
    def shown(self) -> RevealedPlace | None:
        """The place revealed last."""
        return self.places[self.step - 1] if self.step and self.step <= len(self.places) else None

    @property
    def next(self) -> RevealedPlace | None:
        """The place that comes next."""
        return self.places[self.step] if self.step is not None and self.step < len(self.places) else None

    @property
    def before_first_ten(self) -> int:
        """The step after which the first ten places are to come; 0 if that is behind."""
        later = sum(1 for one in self.places if one.place is None or one.place > TOGETHER)
        return later if self.step is not None and later > self.step else 0


def finale(event: Event) -> Finale:
    """The finale as its director sees it, with everything still to come."""
    return Finale(_places(event, results(event)), _prizes(event), event.revealed)


def revealed_finale(event: Event, counted: Results) -> Reveal | None:
    """What everybody sees of the finale; None if none is under way. `counted` is what has been read."""
    if event.revealed is None:
        return None
    places = _places(event, counted)
    shown = places[: event.revealed]
    prizes = _prizes(event) if event.revealed > len(places) else ()
    return Reveal(shown[::-1], len(places) - len(shown), prizes)


def _places(event: Event, counted: Results) -> tuple[RevealedPlace, ...]:
    rows = standings(event, computed=counted).rows
    named = [replace(row, name=event.named(row.name)) for row in rows]
    groups = [RevealedPlace(place, tuple(on_it)) for place, on_it in groupby(named, lambda row: row.place)]
    return tuple(sorted(groups, key=lambda one: one.rows[0].place or inf, reverse=True))


def _prizes(event: Event) -> tuple[FinalePrize, ...]:
    """The prizes that are set, else the side prizes by points. The draws were seen when they were drawn."""
    money = prize_money(event)
    if money.settings is not None:
        return tuple(
            FinalePrize(
                in_words(one.title),
                tuple(dict.fromkeys((one.places[0], one.places[-1]))) if one.places else (),
                _names(event, one.takers),
                one.cents,
                one.value,
                one.things,
                one.to_draw,
            )
            for one in (*money.places, *money.sides)
            if one.takers
        )
    return tuple(
        FinalePrize(in_words(one.title), (), _names(event, one.winners), value=one.value)
        for one in prize_winners(event).side
        if one.winners
    )


def _names(event: Event, people: Sequence[SeatedPerson] | Sequence[StandingsRow]) -> tuple[str, ...]:
    return tuple(event.named(person.name) for person in people)
