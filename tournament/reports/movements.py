"""The movements to choose from: whether each fits the number of players, and warnings.

A first check while choosing. Only `rotation` decides whether a movement can be drawn.
"""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.models import Event
from tournament.rotation.movements import MOVEMENTS, Movement
from tournament.rotation.planners.seats import STEPS, rounds_without_repeat
from tournament.state.attendance import TABLE_NEEDS, plays_in
from tournament.state.wishes import wishes_of


@dataclass(frozen=True, slots=True)
class Offer:
    """A movement to choose. `fits` the players present; `warning` may be empty."""

    movement: Movement
    fits: bool
    warning: str


def offers(event: Event, first: int = 1) -> tuple[Offer, ...]:
    """All movements, judged for the players of round `first`; in two queries."""
    count = sum(plays_in(player, first) for player in event.players.all())
    wished = wishes_of(event).any_asked
    rounds = event.round_count - first + 1
    hidden = event.hidden_rounds
    return tuple(_offer(movement, count, rounds, wished, hidden) for movement in MOVEMENTS.values())


def _offer(movement: Movement, count: int, rounds: int, wished: bool, hidden: int) -> Offer:
    by_seats = movement.key in STEPS
    misfit = _misfit(movement, count) if count >= 4 else ""
    if misfit:
        return Offer(movement, False, misfit)
    by_results = movement.needs_winners or (movement.needs_standings and movement.one_by_one)
    if wished and (by_seats or by_results):
        return Offer(
            movement, False, _("It can’t take requests into account: remove them first, or choose another.")
        )
    if by_seats and count >= 4:
        return Offer(movement, True, _repeats(movement.key, count // TABLE_NEEDS, rounds))
    if movement.needs_standings and hidden > 1:
        message = _("The standings are hidden in the last rounds, but the tables show who is ahead.")
        return Offer(movement, True, message)
    if wished and movement.last_alone:
        return Offer(
            movement, True, _("The last round goes by the standings alone: requests do not count there.")
        )
    return Offer(movement, True, "")


def _misfit(movement: Movement, count: int) -> str:
    message = _("It does not fit %(count)d players; %(below)d or %(above)d would fit.")
    below = count - count % TABLE_NEEDS
    if movement.key in STEPS and count % TABLE_NEEDS:
        return message % {"count": count, "below": below, "above": below + 4}
    if movement.partners_stay and count % 2:
        return message % {"count": count, "below": count - 1, "above": count + 1}
    return ""


def _repeats(key: str, tables: int, rounds: int) -> str:
    """Warn from which round on people meet again; empty if they don't."""
    partners, anybody = rounds_without_repeat(key, tables)
    if partners < rounds:
        message = _("With so many tables partners come together again from round %(again)d on.")
        return message % {"again": partners + 1}
    if anybody < rounds:
        message = _("Nobody has the same partner twice, but people meet again from round %(again)d on.")
        return message % {"again": anybody + 1}
    return ""
