"""Movements that seat each round from the one before it: which rounds are still to be seated, and when.

For closing a round and for every page that shows rounds. Reads only.
"""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.models.events import Event
from tournament.models.seating import Round
from tournament.rotation.movements import MOVEMENTS
from tournament.state.attendance import event_progress


@dataclass(frozen=True, slots=True)
class UpcomingRounds:
    """The rounds still to be seated; `waits`: the first of them could be seated now."""

    numbers: tuple[int, ...] = ()
    waits: bool = False

    def __bool__(self) -> bool:
        return bool(self.numbers)

    @property
    def sentence(self) -> str:
        """“Round 4: seated when round 3 closes, and so on to round 8.”; empty where nothing is to come."""
        if not self.numbers:
            return ""
        first, last = self.numbers[0], self.numbers[-1]
        words = {"number": first, "before": first - 1, "last": last}
        if self.waits:
            message = _(
                "Round %(number)d is not seated yet: it follows from the results of round %(before)d."
            )
        elif last > first:
            message = _("Round %(number)d: seated when round %(before)d closes, and so on to round %(last)d.")
        else:
            message = _("Round %(number)d: seated when round %(before)d closes.")
        return message % words


NO_UPCOMING_ROUNDS = UpcomingRounds()


def upcoming_rounds(event: Event, last: int, *, closed: bool) -> UpcomingRounds:
    """The rounds still to be seated after `last`, the last seated one; none once the event is finished."""
    if event.is_finished:
        return NO_UPCOMING_ROUNDS
    return UpcomingRounds(tuple(rounds_to_seat(event, last)), waits=closed)


def upcoming_after_last(event: Event) -> UpcomingRounds:
    """The rounds still to be seated, in one query; none before the first one is seated."""
    last = event.rounds.order_by("-number").first()
    if last is None:
        return NO_UPCOMING_ROUNDS
    return upcoming_rounds(event, last.number, closed=last.status == Round.Status.CLOSED)


def plans_ahead(event: Event) -> bool:
    """Whether the event's movement seats all rounds before the first is played."""
    return MOVEMENTS[event.movement].plans_ahead


def rounds_to_seat(event: Event, last: int) -> range:
    """The rounds still to be seated, each when the one before it is closed; `last` is the last seated."""
    if not last:
        return range(0)
    return range(max(last, _ahead(event)) + 1, event.round_count + 1)


def _ahead(event: Event) -> int:
    """How many rounds are seated before the first is played."""
    return MOVEMENTS[event.movement].ahead(event.round_count)


def next_round_unseated(round_: Round) -> bool:
    """Whether the next round is seated when this one is closed (or now, if it is closed already)."""
    event, number = round_.event, round_.number + 1
    if round_.status == Round.Status.PLANNED or number not in rounds_to_seat(event, round_.number):
        return False
    return not event.rounds.filter(number__gt=round_.number).exists()


def number_after(round_: Round) -> int | None:
    """The number of the round that is played when this one is closed, seated or not; None after the last."""
    number = round_.number + 1
    if number > round_.event.round_count:
        return None
    return number if round_.event.has_round(number) or next_round_unseated(round_) else None


def asks_winners(round_: Round) -> bool:
    """Whether seating the next round needs a winner for every tie of this one."""
    return next_round_unseated(round_) and MOVEMENTS[round_.event.movement].needs_winners


def round_seated_from(round_: Round) -> int | None:
    """The number of the round that was seated from this closed round's results, or None.

    Later changes of those results do not change its seating.
    """
    event, number = round_.event, round_.number + 1
    if round_.status != Round.Status.CLOSED or number <= _ahead(event):
        return None
    return number if event.has_round(number) else None


def round_to_seat_after(event: Event) -> Round | None:
    """The closed round from which the next can be seated now, or reseated as nobody has reported from it."""
    if plans_ahead(event):
        return None
    *before, last = event.rounds.order_by("number") or (None,)
    if last is None:
        return None
    if last.status == Round.Status.CLOSED:
        return last if next_round_unseated(last) else None
    if (
        before
        and last.number > _ahead(event)
        and before[-1].status == Round.Status.CLOSED
        and last.number not in event_progress(event).reported
    ):
        return before[-1]
    return None
