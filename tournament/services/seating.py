"""Seating an event: draw a draft, publish it, withdraw it, draw the unplayed rounds anew.

Drawing may take seconds, so it happens outside any transaction: a draft is only a proposal, and `publish`
checks under the lock that it still fits. Of movements that seat each round from the one before it only the
first round to be played is drafted here; `next_round` seats the others.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.models import Draft, Event, Round, User
from tournament.models.attendance import (
    Playing,
    attendance,
    change_since,
    misfit,
    playing,
    plays_in,
    published_plans,
)
from tournament.rotation.movements import MOVEMENTS, draw_plan
from tournament.rotation.plan import Plan, RoundPlan
from tournament.rotation.quality import Quality, judge
from tournament.services.common import hold, record
from tournament.services.errors import Refused
from tournament.services.following import following
from tournament.services.placing import open_first, write_rounds
from tournament.services.wishes import Wishes, wishes_of

LARGEST_SEED = 2**31 - 1
TABLE_NEEDS = 4


@dataclass(frozen=True, slots=True)
class _Question:
    """What is asked of the rotation: who plays when, what was played before, what is wished."""

    players: tuple[int, ...]
    rounds: int
    history: tuple[RoundPlan, ...]
    away: Mapping[int, Collection[int]]
    wishes: Wishes


def draft_plan(
    event: Event, *, by: User, at: datetime, seed: int | None = None, movement: str | None = None
) -> Draft:
    """Draw all rounds, or the first where each is seated by itself, for those who are there.

    The plan is kept as a draft; nothing is published. Without a `seed` the first draft takes the event's own
    and every redraw the next number, so that each can be drawn again. Raises `Refused`, or `RotationError`
    where the movement cannot seat so many.
    """
    _refuse_finished(event)
    if event.rounds.exists():
        raise Refused(
            "already-published",
            _(
                "The seating is published. Draw the unplayed rounds anew, or withdraw it "
                "while nothing is reported."
            ),
        )
    return _draw(event, 1, {}, by=by, at=at, seed=seed, movement=movement)


def replan(
    event: Event,
    *,
    by: User,
    at: datetime,
    seed: int | None = None,
    movement: str | None = None,
    from_round: int | None = None,
) -> Draft:
    """Draw the rounds from `from_round` on anew, after what is played; nothing is published.

    Without `from_round` it is `first_to_replan`. Rounds closed or reported from are history.
    """
    _refuse_finished(event)
    state = playing(event)
    first = first_to_replan(event, state) if from_round is None else from_round
    _refuse_played(state, first, event.round_count)
    plans = published_plans(event)
    history = {number: plan for number, plan in plans.items() if number < first}
    return _draw(event, first, history, by=by, at=at, seed=seed, movement=movement)


def first_to_replan(event: Event, state: Playing | None = None) -> int:
    """The round to draw anew from: the first not begun, or the open one where it no longer fits.

    An open round nobody has reported from is left alone as long as it fits those who are there: its players
    may be sitting at their tables already.
    """
    state = state or playing(event)
    change = misfit(event, state)
    untouched = state.last_begun + 1
    return min(untouched, change.first_round) if change else untouched


@transaction.atomic
def publish(draft: Draft, *, by: User, at: datetime) -> None:
    """Make the draft's rounds the event's seating and open round 1; later rounds replace unplayed ones only.

    What they replace is kept as a former draft until one of its rounds is played; publishing that restores
    it. Refused as "draft-outdated" when somebody came or went since it was drawn.
    """
    event = hold(draft.event)
    _refuse_finished(event)
    state = playing(event)
    plan = Plan.from_dict(draft.plan)
    _check_draft(draft, plan, event, state)
    first, plans = draft.from_round, published_plans(event)
    history = [round_ for number, round_ in plans.items() if number < first]
    replaced = [round_ for number, round_ in plans.items() if number >= first]
    was = {"movement": event.movement, "seed": event.seed, "wishes": wishes_of(event), "former": True}
    write_rounds(event, draft.from_round, plan.rounds)
    open_first(event)
    event.status = Event.Status.PLAYING
    event.movement = draft.movement
    if draft.from_round == 1:
        event.seed = draft.seed  # the seating can be drawn again from what the event shows
    event.save(update_fields=["status", "movement", "seed"])
    event.drafts.all().delete()
    if replaced:
        _keep(event, first, _whole(replaced), judge(replaced, history=history), by=by, at=at, **was)
    action = "seating.replanned" if state.published and draft.from_round > 1 else "seating.published"
    if draft.former:
        action = "seating.restored"
    record(
        event,
        action,
        by=by,
        at=at,
        players=len(plan.players),
        rounds=len(plan.rounds),
        from_round=draft.from_round,
        movement=MOVEMENTS[draft.movement].title,
        seed=draft.seed,
    )


def former_seating(event: Event, state: Playing | None = None) -> Draft | None:
    """What was published before the last new plan, while none of its rounds is played: it can be restored."""
    former = event.drafts.filter(former=True).select_related("event").first()
    if former is None or event.is_finished:
        return None
    state = state or playing(event)
    return former if state.published and former.from_round > state.last_played else None


@transaction.atomic
def withdraw(event: Event, *, by: User, at: datetime) -> None:
    """Take the published seating back; it becomes a draft again. Only while nothing is reported."""
    event = hold(event)
    _refuse_finished(event)
    state = playing(event)
    if not state.published:
        raise Refused("not-published", _("There is no published seating to withdraw."))
    if not state.nothing_reported:
        raise Refused(
            "already-played",
            _(
                "Tables have reported scores or rulings, so the seating stays. "
                "Draw the unplayed rounds anew instead."
            ),
        )
    rounds = tuple(published_plans(event).values())
    event.drafts.all().delete()
    _keep(
        event,
        1,
        _whole(rounds),
        judge(rounds),
        by=by,
        at=at,
        seed=event.seed,
        movement=event.movement,
        wishes=wishes_of(event),
    )
    event.rounds.all().delete()
    event.status = Event.Status.SETUP
    event.save(update_fields=["status"])
    record(event, "seating.withdrawn", by=by, at=at, rounds=len(rounds))


def _draw(
    event: Event,
    first: int,
    history: Mapping[int, RoundPlan],
    *,
    by: User,
    at: datetime,
    seed: int | None,
    movement: str | None,
) -> Draft:
    """Ask the rotation, judge its answer, keep both."""
    movement = movement or event.movement
    _refuse_unknown(movement)
    seed = _next_seed(event) if seed is None else seed
    if not 0 <= seed <= LARGEST_SEED:
        raise Refused(
            "seed-range", _("A draw number is 0 to %(largest)d.") % {"largest": LARGEST_SEED}, "seed"
        )
    asked = _question(event, _rounds_drawn(event, first, movement), history)
    if first > 1 and not MOVEMENTS[movement].plans_ahead:
        plan = _next_alone(event, first, movement, seed)
    else:
        plan = draw_plan(
            asked.players,
            asked.rounds,
            movement=movement,
            seed=seed,
            history=asked.history,
            away=asked.away,
            goes_on=first + asked.rounds <= event.round_count,
            **asked.wishes.asked(len(asked.players)),
        )
    quality = judge(plan.rounds, players=asked.players, history=asked.history, away=asked.away)
    return _keep(event, first, plan, quality, by=by, at=at, seed=seed, movement=movement, wishes=asked.wishes)


@transaction.atomic
def _keep(
    event: Event,
    first: int,
    plan: Plan,
    quality: Quality,
    *,
    by: User,
    at: datetime,
    seed: int,
    movement: str,
    wishes: Wishes,
    former: bool = False,
) -> Draft:
    """Store a draft; the same draw again takes the place of its earlier copy."""
    event.drafts.filter(seed=seed, movement=movement, from_round=first, former=former).delete()
    return Draft.objects.create(
        event=event,
        movement=movement,
        seed=seed,
        from_round=first,
        plan=plan.to_dict(),
        quality=quality.to_dict(),
        wishes=wishes.to_dict(),
        former=former,
        made_by=by,
        made_at=at,
    )


def _rounds_drawn(event: Event, first: int, movement: str) -> range:
    """The rounds that a draft from round `first` on holds."""
    ahead = MOVEMENTS[movement].plans_ahead
    return range(first, (event.round_count if ahead else first) + 1)


def _next_alone(event: Event, number: int, movement: str, seed: int) -> Plan:
    """The one next round of a movement that seats each from the one before it."""
    after = event.rounds.get(number=number - 1)
    if after.status != Round.Status.CLOSED:
        message = _("With this movement round %(number)d is seated when round %(before)d is closed.")
        words = {"number": number, "before": after.number}
        raise Refused("before-not-closed", message % words, "movement")
    found = following(event, after, movement=movement, seed=seed)
    if found.plan is None:
        asked = " ".join(question.sentence for question in found.unanswered)
        raise Refused("winner-missing", found.problem or asked + " " + _("Enter it on the sheet first."))
    return _whole([found.plan])


def _question(event: Event, numbers: range, history: Mapping[int, RoundPlan]) -> _Question:
    """Who plays in these rounds; refuses rounds that no table can be filled in."""
    first = numbers.start
    players = [player for player in event.players.all() if any(plays_in(player, n) for n in numbers)]
    there = attendance(players, numbers)
    for number in numbers:
        _refuse_too_few(len(there[number]), number if number > first or first > 1 else None)
    everybody = frozenset(player.number for player in players)
    away = {n - first + 1: everybody - there[n] for n in numbers if everybody != there[n]}
    wishes = wishes_of(event).among(everybody)
    return _Question(tuple(sorted(everybody)), len(numbers), tuple(history.values()), away, wishes)


def _next_seed(event: Event) -> int:
    """The event's own seed for its first draft, then one more than the latest."""
    latest = event.drafts.filter(former=False).values_list("seed", flat=True).first()
    if latest is None:
        return event.seed
    return (latest + 1) % (LARGEST_SEED + 1)


def _whole(rounds: Sequence[RoundPlan]) -> Plan:
    players = {player for plan in rounds for player in (*plan.seated, *plan.sit_out)}
    return Plan(tuple(sorted(players)), tuple(rounds))


def _refuse_finished(event: Event) -> None:
    if event.is_finished:
        raise Refused("event-finished", _("The event is finished. Reopen it before changing its seating."))


def _refuse_unknown(movement: str) -> None:
    if movement not in MOVEMENTS:
        raise Refused("movement-unknown", _("Choose one of the movements in the list."), "movement")


def _refuse_too_few(count: int, number: int | None) -> None:
    """A table needs four; `number` names the round where that is not the first."""
    if count >= TABLE_NEEDS:
        return
    here = (
        ngettext("Only one player is here", "Only %(count)d players are here", count)
        if count
        else _("Nobody is here")
    )
    if number is not None:
        here = (
            ngettext(
                "Only one player is there in round %(round)d",
                "Only %(count)d players are there in round %(round)d",
                count,
            )
            if count
            else _("Nobody is there in round %(round)d")
        )
    needed = _("a table needs four. Check in at least %(missing)d more.")
    words = {"count": count, "round": number, "missing": TABLE_NEEDS - count}
    raise Refused("too-few", f"{here % words}; {needed % words}")


def _refuse_played(state: Playing, first: int, round_count: int) -> None:
    if not state.published:
        raise Refused("not-published", _("No seating is published yet. Draft the whole seating."))
    if first > round_count:
        raise Refused(
            "nothing-left", _("Every round has begun; there is no seating left to draw."), "from_round"
        )
    if first <= state.last_played:
        message = _("Round %(round)d is played, and what is played stays. Draw from round %(next)d on.")
        words = {"round": state.last_played, "next": state.last_played + 1}
        raise Refused("round-played", message % words, "from_round")
    if first > max(state.statuses) + 1:
        raise Refused("round-gap", _("Choose a round that follows on the seating so far."), "from_round")


def _check_draft(draft: Draft, plan: Plan, event: Event, state: Playing) -> None:
    """Refuse a draft that does not fit the rounds or the players as they are now."""
    if draft.from_round == 1 and state.published and not state.nothing_reported:
        raise Refused(
            "already-published", _("The seating is published and being played; this draft is of no use now.")
        )
    if draft.from_round > 1:
        _refuse_played(state, draft.from_round, event.round_count)
    numbers = _rounds_drawn(event, draft.from_round, draft.movement)
    if len(plan.rounds) != len(numbers):
        message = _("The draft has %(drawn)d rounds, but %(needed)d are to be played now. Draw it again.")
        raise Refused("draft-outdated", message % {"drawn": len(plan.rounds), "needed": len(numbers)})
    if draft.former:
        _refuse_missing(plan, event)  # otherwise it comes back as it was, whether it fits or not
        return
    change = change_since(event.players.all(), dict(zip(numbers, plan.rounds, strict=True)))
    if change is not None:
        message = _("The draft no longer fits: %(change)s Draw it again.")
        raise Refused("draft-outdated", message % {"change": change.sentence()})


def _refuse_missing(plan: Plan, event: Event) -> None:
    """Refuse a plan with somebody who has been taken out of the event."""
    missing = set(plan.players) - set(event.players.values_list("number", flat=True))
    if missing:
        message = _("Number %(number)d has been taken out of the event; draw the rounds anew.")
        raise Refused("draft-outdated", message % {"number": min(missing)})
