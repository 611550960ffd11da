"""Seat an event: draw a draft, publish it, withdraw it, redraw the unplayed rounds.

Drawing may take seconds, so it happens outside any transaction: a draft is only a proposal, and `publish`
checks under the lock that it still fits. In movements that seat each round from the one before it, only
the first round is drafted here; `next_round` seats the others.
"""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.record import ByePoints
from tournament.models import Draft, Event, User
from tournament.registry import actions
from tournament.rotation.movements import MOVEMENTS
from tournament.rotation.plan import Plan
from tournament.rotation.quality import judge
from tournament.services.common import lock_event, record, refuse_finished
from tournament.services.drafts import DrawRequest, draw, draw_request, rounds_drawn, store_draft, whole_plan
from tournament.services.errors import Refused
from tournament.services.next_round import (
    FINISHED,
    keep_winners,
    open_first,
    seated_from,
    settle_sit_outs,
    write_rounds,
)
from tournament.services.table_links import make_links
from tournament.state.attendance import (
    EventProgress,
    event_progress,
    mismatch_since,
    players_placed_in,
    published_plans,
    seating_mismatch,
)
from tournament.state.cards import CardsInHall
from tournament.state.next_round import compute_next_round
from tournament.state.seating import seating_at_odds, why_nothing_to_choose

CHANGED = {
    Draft.Way.OWN_CHART: actions.SEATING_OWN_CHART,
    Draft.Way.FEWEST_CARDS: actions.SEATING_FEWEST_CARDS,
    Draft.Way.NOBODY_MOVES: actions.SEATING_NOBODY_MOVED,
}

# What puts a seating in the place of the one before.
PUBLISHED = (
    actions.SEATING_PUBLISHED,
    actions.SEATING_FIRST_PUBLISHED,
    actions.SEATING_OWN_CHART,
    actions.SEATING_REPLANNED,
    actions.SEATING_FEWEST_CARDS,
    actions.SEATING_NOBODY_MOVED,
    actions.SEATING_RESTORED,
)


def draft_plan(
    event: Event, *, by: User, at: datetime, seed: int | None = None, movement: str | None = None
) -> Draft:
    """Draw all rounds (or the first, if each is seated from the one before) for the players present.

    The plan is stored as a draft; nothing is published. Without a `seed` the first draft uses the event's own
    and every redraw the next number, so that each can be repeated. Raises `Refused`, or `RotationError` if
    the movement cannot seat that many.
    """
    return draw(event, whole_question(event, seed=seed, movement=movement), by=by, at=at)


def replan(
    event: Event,
    *,
    by: User,
    at: datetime,
    seed: int | None = None,
    movement: str | None = None,
    from_round: int | None = None,
) -> Draft:
    """Redraw the rounds from `from_round` on, as a draft.

    The default is `first_to_replan`. Rounds that are closed or have reports cannot be redrawn.
    """
    question = rest_question(event, seed=seed, movement=movement, from_round=from_round)
    return draw(event, question, by=by, at=at)


def question_now(event: Event, **arguments: Any) -> DrawRequest:
    """What a director who draws now asks: for the whole event, or once it is published for the rest of it."""
    return (rest_question if event.has_seating else whole_question)(event, **arguments)


def whole_question(event: Event, *, seed: int | None = None, movement: str | None = None) -> DrawRequest:
    """The question of `draft_plan`."""
    refuse_finished(event, FINISHED)
    if event.has_seating:
        raise Refused(
            "already-published",
            _(
                "The seating is published. Redraw the remaining rounds, or withdraw it "
                "while nothing is reported."
            ),
        )
    return draw_request(event, 1, {}, seed=seed, movement=movement)


def rest_question(
    event: Event, *, seed: int | None = None, movement: str | None = None, from_round: int | None = None
) -> DrawRequest:
    """The question of `replan`."""
    refuse_finished(event, FINISHED)
    state = event_progress(event)
    first = first_to_replan(event, state) if from_round is None else from_round
    _refuse_played(state, first, event.round_count)
    plans = published_plans(event)
    history = {number: plan for number, plan in plans.items() if number < first}
    return draw_request(event, first, history, seed=seed, movement=movement)


def first_to_replan(event: Event, state: EventProgress | None = None) -> int:
    """The round to redraw from: the first not begun, or the open one if it no longer fits.

    An open round without reports is left alone as long as it fits the players present: they may be sitting
    at their tables already.
    """
    state = state or event_progress(event)
    change = seating_mismatch(event, state)
    untouched = state.last_begun + 1
    return min(untouched, change.first_round) if change else untouched


@transaction.atomic
def draft_choice(event: Event, way: str, *, by: User, at: datetime) -> Draft:
    """Draft a change of the published seating that moves few (`Draft.Way`); nothing is published.

    The rounds follow from what is published and who is here: nothing is drawn.
    """
    event = lock_event(event, unfinished=FINISHED)
    odds = seating_at_odds(event)
    if odds is None:
        raise Refused("nothing-to-choose", why_nothing_to_choose(event))
    changed = odds.changed(way)
    if changed.rounds is None:
        raise Refused("choice-impossible", changed.why)
    quality = judge(changed.rounds, history=odds.situation.history)
    return store_draft(
        event,
        changed.first,
        changed.plan,
        quality,
        by,
        at,
        seed=event.seed,
        movement=event.movement,
        wishes=odds.wishes.to_dict(),
        way=way,
    )


@transaction.atomic
def publish(draft: Draft, *, by: User, at: datetime, bye: ByePoints | None = None) -> None:
    """Make the draft's rounds the event's seating and open round 1; later rounds replace unplayed ones only.

    The rounds replaced are kept as a former draft until one of them is played; publishing that restores
    them. Refused as "draft-outdated" if somebody came or went since the draw.
    `bye` is what a sit-out scores, required if players sit out and it is undecided.
    """
    event = lock_event(draft.event, unfinished=FINISHED)
    state = event_progress(event)
    plan = Plan.from_dict(draft.plan)
    _check_draft(draft, plan, event, state)
    settle_sit_outs(event, {p for round_ in plan.rounds for p in round_.sit_out}, bye, by=by, at=at)
    first, plans = draft.from_round, published_plans(event)
    history = [round_ for number, round_ in plans.items() if number < first]
    replaced = {number: round_ for number, round_ in plans.items() if number >= first}
    seed, movement = event.seed, event.movement
    followed = seated_from(event, first)
    cards = CardsInHall(event, draft.movement).changed_by(plan.rounds, first) if replaced else None
    write_rounds(event, draft.from_round, plan.rounds)
    open_first(event)
    make_links(event, at=at)
    event.status = Event.Status.PLAYING
    event.movement = draft.movement
    if draft.from_round == 1:
        event.seed = draft.seed  # so that the event's own settings reproduce the seating
    event.save(update_fields=["status", "movement", "seed"])
    if draft.follows:
        keep_winners(event.rounds.get(number=first - 1), draft.follows["winners"])
    event.drafts.all().delete()
    if replaced:
        rounds = tuple(replaced.values())
        quality = judge(rounds, history=history)
        replaced_plan = whole_plan(rounds)
        store_draft(
            event,
            first,
            replaced_plan,
            quality,
            by,
            at,
            seed=seed,
            movement=movement,
            wishes={},
            former=True,
            follows=followed,
        )
    alone = MOVEMENTS[draft.movement].one_by_one
    action = actions.SEATING_FIRST_PUBLISHED if alone else actions.SEATING_PUBLISHED
    if state.published and draft.from_round > 1:
        action = actions.SEATING_REPLANNED
    if draft.former:
        action = actions.SEATING_RESTORED
    if draft.way != Draft.Way.DRAWN:
        action = CHANGED[Draft.Way(draft.way)]
    record(
        event,
        action,
        by=by,
        at=at,
        players=len(plan.players),
        rounds=len(plan.rounds),
        from_round=draft.from_round,
        movement=draft.movement,
        seed=draft.seed,
        cards=len(cards.numbers) if cards else 0,
        **{fact: draft.follows[fact] for fact in ("after", "standings") if draft.follows.get(fact)},
    )


def former_seating(event: Event, state: EventProgress | None = None) -> Draft | None:
    """The seating before the last redraw, which can be restored while none of its rounds is played."""
    former = event.drafts.filter(former=True).select_related("event").first()
    if former is None or event.is_finished:
        return None
    state = state or event_progress(event)
    return former if state.published and former.from_round > state.last_played else None


@transaction.atomic
def withdraw(event: Event, *, by: User, at: datetime) -> None:
    """Make the published seating the event's only draft; all other drafts are deleted.

    Raises `Refused` if nothing is published, or if a table has reported a score or a ruling.
    """
    event = lock_event(event, unfinished=FINISHED)
    state = event_progress(event)
    if not state.published:
        raise Refused("not-published", _("There is no published seating to withdraw."))
    if not state.nothing_reported:
        message = _("Tables have reported, so the seating stays. Redraw the remaining rounds.")
        raise Refused("already-played", message)
    rounds = tuple(published_plans(event).values())
    event.drafts.all().delete()
    plan = whole_plan(rounds)
    store_draft(
        event,
        1,
        plan,
        judge(rounds),
        by,
        at,
        seed=event.seed,
        movement=event.movement,
        wishes={},
        way=Draft.Way.OWN_CHART if _is_by_own_chart(event) else Draft.Way.DRAWN,
    )
    event.rounds.all().delete()
    event.status = Event.Status.SETUP
    event.save(update_fields=["status"])
    record(event, actions.SEATING_WITHDRAWN, by=by, at=at, rounds=len(rounds))


def _is_by_own_chart(event: Event) -> bool:
    """Whether the published seating is a chart that a director brought, so that no draw repeats it."""
    published = event.audit_entries.filter(action__in=[action.code for action in PUBLISHED])
    latest = published.order_by("-pk").values_list("action", flat=True).first()
    return latest == actions.SEATING_OWN_CHART.code


def _refuse_played(state: EventProgress, first: int, round_count: int) -> None:
    if not state.published:
        raise Refused("not-published", _("No seating is published yet. Seat everybody first."))
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


def _check_draft(draft: Draft, plan: Plan, event: Event, state: EventProgress) -> None:
    """Refuse a draft that does not fit the rounds or the players as they are now."""
    if draft.from_round == 1 and state.published and not state.nothing_reported:
        raise Refused(
            "already-published", _("The seating is published and being played; this one is of no use now.")
        )
    if draft.from_round > 1:
        _refuse_played(state, draft.from_round, event.round_count)
    numbers = rounds_drawn(event, draft.from_round, draft.movement)
    if len(plan.rounds) != len(numbers):
        message = _("This seating has %(drawn)d rounds, but %(needed)d are to be played now. Draw it again.")
        raise Refused("draft-outdated", message % {"drawn": len(plan.rounds), "needed": len(numbers)})
    if draft.former:
        _refuse_missing(plan, event)  # a former seating is restored as it was, whether it fits or not
        return
    if draft.way in (Draft.Way.FEWEST_CARDS, Draft.Way.NOBODY_MOVES):
        _check_changed(draft, plan, event)
        return
    change = mismatch_since(
        event.players.all(), players_placed_in(dict(zip(numbers, plan.rounds, strict=True)))
    )
    if change is not None:
        message = _("This seating no longer fits: %(change)s Draw it again.")
        raise Refused("draft-outdated", message % {"change": change.sentence()})
    if draft.follows:
        _check_following(draft, plan, event)


def _check_changed(draft: Draft, plan: Plan, event: Event) -> None:
    """Refuse a change of the published seating that would be another one now."""
    odds = seating_at_odds(event)
    if odds is None or odds.changed(draft.way).rounds != plan.rounds:
        message = _("The seating or who is here has changed since. Look at the choices again.")
        raise Refused("draft-outdated", message)


def _check_following(draft: Draft, plan: Plan, event: Event) -> None:
    """Refuse a round drafted from results that would be seated otherwise now."""
    after = event.rounds.get(number=draft.from_round - 1)
    following = compute_next_round(event, after, movement=draft.movement, seed=draft.seed)
    if following.plan != plan.rounds[0]:
        message = _("The results or the seating requests have changed since. Draw the round again.")
        raise Refused("draft-outdated", message)


def _refuse_missing(plan: Plan, event: Event) -> None:
    """Refuse a plan with a player who was removed from the event."""
    missing = set(plan.players) - set(event.players.values_list("number", flat=True))
    if missing:
        message = _("Number %(number)d was removed from the event. Redraw the rounds.")
        raise Refused("draft-outdated", message % {"number": min(missing)})
