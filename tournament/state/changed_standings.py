"""Whether the open round was seated from standings that a correction has changed since."""

from dataclasses import dataclass

from tournament import actions
from tournament.models import Event
from tournament.rotation.movements import MOVEMENTS
from tournament.rotation.plan import RoundPlan
from tournament.state.attendance import published_plans
from tournament.state.next_round import round_to_seat_after
from tournament.state.next_seating import compute_next_round
from tournament.state.standings import order_of_standings

SEATED = tuple(
    action.code
    for action in (
        actions.SEATING_NEXT,
        actions.SEATING_NEXT_AGAIN,
        actions.SEATING_KEPT,
        actions.SEATING_REPLANNED,
        actions.SEATING_RESTORED,
    )
)


@dataclass(frozen=True, slots=True)
class ChangedStandings:
    """The standings after round `round` are others now: `order` has the players (numbers), leader first.

    `players` would sit at another table, or with another partner.
    """

    round: int
    order: tuple[int, ...]
    players: tuple[int, ...]


def changed_standings(event: Event) -> ChangedStandings | None:
    """How corrected standings no longer fit the open round's seating, while that can still be seated anew.

    None where they fit, where only the order within unchanged tables differs, and where a director has
    decided to leave the seating as it is.
    """
    if not MOVEMENTS[event.movement].needs_standings or event.is_finished:
        return None
    after = round_to_seat_after(event)
    if after is None or not event.has_round(after.number + 1):
        return None
    seated_from = standings_seated_from(event, after.number)
    if not seated_from:
        return None
    order = order_of_standings(event, seated_from, through=after.number)
    if list(order) == seated_from:
        return None
    now = compute_next_round(event, after).plan
    players = _moved(published_plans(event)[after.number + 1], now) if now else ()
    return ChangedStandings(after.number, order, players) if players else None


def standings_seated_from(event: Event, after: int) -> list[int]:
    """The players as they stood when the round after `after` was seated from that; empty if it was not."""
    entries = event.audit_entries.filter(action__in=SEATED, facts__after=after).order_by("-pk")
    latest = entries.values_list("facts", flat=True).first()
    return list(latest.get("standings", ())) if latest else []


def _moved(was: RoundPlan, now: RoundPlan) -> tuple[int, ...]:
    """The players of both seatings who change their table or their partner."""
    before, after = _places(was), _places(now)
    return tuple(sorted(p for p in before.keys() & after.keys() if before[p] != after[p]))


def _places(plan: RoundPlan) -> dict[int, tuple[int, int]]:
    """(table, partner) of everybody at a full table."""
    return {p: (table.number, table.partner_of(p)) for table in plan.tables for p in table.players}
