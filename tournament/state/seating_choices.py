"""What can be done when the published seating no longer fits: the rounds as each choice would have them.

A redraw is a new search (`services.seating.replan`). The other choices change the published rounds; both
follow from what is published and who is here, so they are computed anew wherever they are needed.
"""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.models import Draft, Event
from tournament.rotation.movements import MOVEMENTS
from tournament.rotation.plan import Plan, RotationError, RoundPlan
from tournament.rotation.planners.fewest_moves import (
    Situation,
    fewest_cards,
    new_cards,
    nobody_else_moves,
)
from tournament.rotation.quality import judge
from tournament.sentences import words_of
from tournament.state.attendance import (
    SeatingMismatch,
    attendance,
    event_progress,
    published_plans,
    seating_mismatch,
)
from tournament.state.wishes import Wishes, wishes_of

Way = Draft.Way
WAYS = {Way.FEWEST_CARDS: fewest_cards, Way.NOBODY_MOVES: nobody_else_moves}


@dataclass(frozen=True, slots=True)
class ChangedSeating:
    """The published rounds from `first` on as one choice would have them; `rounds` is None where `why` says
    that it is impossible. `cards` are those who need a new card, `figures` P, O and M of the evening."""

    way: str
    first: int
    rounds: tuple[RoundPlan, ...] | None
    cards: tuple[int, ...] = ()
    figures: tuple[int, int, int] = (0, 0, 0)
    why: str = ""

    @property
    def empty_chairs(self) -> int:
        return sum(4 - len(table.players) for plan in self.rounds or () for table in plan.short)

    @property
    def plan(self) -> Plan:
        """The rounds as a plan; only where there are any."""
        assert self.rounds is not None
        return Plan(tuple(sorted({p for plan in self.rounds for p in plan.placed})), self.rounds)


@dataclass(frozen=True, slots=True)
class SeatingAtOdds:
    """A published seating that no longer fits: who came and went, and the rounds that can be changed."""

    mismatch: SeatingMismatch
    situation: Situation
    wishes: Wishes

    def changed(self, way: str) -> ChangedSeating:
        """The rounds as this choice would have them."""
        asked = self.situation
        try:
            rounds = WAYS[Way(way)](asked)
        except RotationError as impossible:
            return ChangedSeating(way, asked.first, None, why=words_of(impossible))
        cards = new_cards(asked.rounds, rounds)
        return ChangedSeating(way, asked.first, rounds, cards, judge(rounds, history=asked.history).key)


def seating_at_odds(event: Event) -> SeatingAtOdds | None:
    """Where the published, unplayed rounds do not fit the players here; None if they do."""
    state = event_progress(event)
    if event.is_finished or not state.published:
        return None
    mismatch = seating_mismatch(event, state)
    if mismatch is None:
        return None
    plans, first = published_plans(event), mismatch.first_round
    coming = {number: plan for number, plan in plans.items() if number >= first}
    there = attendance(event.players.all(), coming)
    most = max(map(len, there.values()))
    wishes = wishes_of(event).among(player for players in there.values() for player in players)
    asked = wishes.asked(most)
    situation = Situation(
        rounds=tuple(coming.values()),
        present=tuple(there.values()),
        history=tuple(plan for number, plan in plans.items() if number < first),
        first=first,
        tables=asked["table_numbers"],
        keep=frozenset(asked["fixed"]).union(*asked["couples"]),
        partners_stay=MOVEMENTS[event.movement].partners_stay,
    )
    return SeatingAtOdds(mismatch, situation, wishes)


def why_nothing_to_choose(event: Event) -> str:
    """Why there are no choices, in a sentence; call it only then."""
    if event.is_finished:
        return _("The event is finished. Reopen it before changing its seating.")
    if not event.has_seating:
        return _("No seating is published yet. Draft the whole seating.")
    state = event_progress(event)
    if state.last_played >= max(state.statuses):
        if state.last_played < event.round_count:
            return _("Every seated round has begun; the next one seats everybody who is here.")
        return _("Every round has been played; there is no seating left to change.")
    return _("The seating fits everybody who is here; nothing has to change.")
