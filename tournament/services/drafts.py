"""Build the question for the rotation, check it, draw the answer, and store it as a draft.
A chart that a director brings becomes one, too.

Helpers of `seating`. Drawing may take seconds, so it happens outside any transaction.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from types import MappingProxyType
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.models import Draft, Event, Round, User
from tournament.rotation import bounds, request
from tournament.rotation.movements import MOVEMENTS, SEATING, draw_plan
from tournament.rotation.plan import Plan, RoundPlan
from tournament.rotation.quality import Quality, judge
from tournament.services.common import refuse_finished
from tournament.services.errors import Refused
from tournament.services.next_round import FINISHED
from tournament.services.sent_forms import claim
from tournament.state.attendance import TABLE_NEEDS, attendance, plays_in
from tournament.state.next_round import NextRound, compute_next_round
from tournament.state.seating import FittedChart, fitted_chart
from tournament.state.wishes import Wishes, wishes_of
from tournament.words.sentences import in_words

SECONDS = 0.4  # of search for rounds that the chart lacks: somebody waits for the page
LARGEST_SEED = 2**31 - 1
PLAIN_FROM = 0.6  # the draw's share of the progress when there are wishes; the rest is a draw without them

Progress = Callable[[float], None]


@dataclass(frozen=True, slots=True)
class DrawRequest:
    """A question for the rotation: who plays when, what was played before, the wishes.

    `away` counts rounds from 1, the first one drawn. `seated` is the round itself if it follows from the
    results of the round before, so that nothing has to be drawn.
    """

    movement: str
    seed: int
    first: int
    players: tuple[int, ...]
    rounds: int
    history: tuple[RoundPlan, ...]
    away: Mapping[int, Collection[int]]
    wishes: Wishes
    goes_on: bool
    seated: NextRound | None = None

    @property
    def is_quick(self) -> bool:
        """Whether the draw is quick: in most movements, and if a suitable chart is stored."""
        if not MOVEMENTS[self.movement].has_records or self.seated is not None:
            return True
        options = self.wishes.asked(len(self.players))
        tables = options["table_numbers"]
        full = tables is None or len(tables) >= len(self.players) // TABLE_NEEDS
        special = self.history or self.away or options["fixed"] or options["couples"] or self.wishes.mixed
        return full and not special and bounds.best_known(len(self.players), self.rounds) is not None

    def with_wishes(self, wishes: Wishes) -> "DrawRequest":
        """This request with other wishes."""
        return replace(self, wishes=wishes)

    def plan(self, progress: Progress | None = None, seconds: float | None = None) -> Plan:
        """Draw the plan; raises `RotationError`."""
        if self.seated is not None and self.seated.plan is not None:
            return whole_plan([self.seated.plan])
        return draw_plan(
            self.players,
            self.rounds,
            movement=self.movement,
            progress=progress,
            seconds=seconds,
            **self._said(),
        )

    def judge(self, plan: Plan) -> Quality:
        """The quality of a plan for this question."""
        return judge(plan.rounds, players=self.players, history=self.history, away=self.away)

    def check(self) -> None:
        """Raise `RotationError` for what is known to be impossible before drawing."""
        if self.seated is None:
            request.make_request(self.players, self.rounds, **self._said())

    def _said(self) -> dict[str, Any]:
        return {
            "seed": self.seed,
            "history": self.history,
            "away": self.away,
            "goes_on": self.goes_on,
            **self.wishes.asked(len(self.players)),
        }


def draw_request(
    event: Event,
    first: int,
    history: Mapping[int, RoundPlan],
    *,
    seed: int | None = None,
    movement: str | None = None,
) -> DrawRequest:
    """What the rotation is asked for the rounds from `first` on; raises `Refused` or `RotationError`."""
    movement = movement or event.movement
    if movement not in SEATING:
        raise Refused("movement-unknown", _("Choose one of the movements in the list."), "movement")
    seed = _next_seed(event) if seed is None else seed
    if not 0 <= seed <= LARGEST_SEED:
        raise Refused(
            "seed-range", _("A draw number is 0 to %(largest)d.") % {"largest": LARGEST_SEED}, "seed"
        )
    numbers = rounds_drawn(event, first, movement)
    players = [player for player in event.players.all() if any(plays_in(player, n) for n in numbers)]
    present = attendance(players, numbers)
    for number in numbers:
        _refuse_too_few(len(present[number]), number if number > first or first > 1 else None)
    everybody = frozenset(player.number for player in players)
    alone = first > MOVEMENTS[movement].ahead(event.round_count)
    question = DrawRequest(
        movement=movement,
        seed=seed,
        first=first,
        players=tuple(sorted(everybody)),
        rounds=len(numbers),
        history=tuple(history.values()),
        away={n - first + 1: everybody - present[n] for n in numbers if everybody != present[n]},
        wishes=wishes_of(event).among(everybody),
        goes_on=numbers.stop <= event.round_count and not MOVEMENTS[movement].needs_standings,
        seated=_next_alone(event, first, movement, seed) if alone else None,
    )
    question.check()
    return question


def draw(
    event: Event,
    question: DrawRequest,
    *,
    by: User,
    at: datetime,
    progress: Progress | None = None,
    seconds: float | None = None,
) -> Draft:
    """Draw and judge a plan, and store it as a draft, with the quality it would have without wishes.

    `seconds` limits the search, as in `DrawRequest.plan`.
    """

    def drawn(part: float) -> None:
        if progress is not None:
            progress(part * PLAIN_FROM if question.wishes.any_asked else part)

    plan = question.plan(drawn, seconds)
    plain = _worth_without_wishes(question)
    wishes = question.wishes.to_dict() | {"plain": plain}
    return store_draft(
        event,
        question.first,
        plan,
        question.judge(plan),
        by,
        at,
        seed=question.seed,
        movement=question.movement,
        wishes=wishes,
        follows=question.seated.follows if question.seated else {},
    )


def _worth_without_wishes(question: DrawRequest) -> list[int] | None:
    """P, O and M of a draw without wishes; None if there are none or nothing is drawn."""
    if not question.wishes.any_asked or question.seated is not None:
        return None
    plain = question.with_wishes(Wishes(tables=question.wishes.tables, teams=question.wishes.teams))
    known = bounds.best_known(len(plain.players), plain.rounds)
    if MOVEMENTS[plain.movement].has_records and plain.is_quick and known is not None:
        return list(known)
    return list(plain.judge(plain.plan()).key)


@transaction.atomic
def store_draft(
    event: Event,
    first: int,
    plan: Plan,
    quality: Quality,
    by: User,
    at: datetime,
    *,
    seed: int,
    movement: str,
    wishes: Mapping[str, Any],
    former: bool = False,
    way: str = Draft.Way.DRAWN,
    follows: Mapping[str, Any] = MappingProxyType({}),
) -> Draft:
    """Store a draft, replacing an earlier one of the same draw."""
    claim()
    event.drafts.filter(seed=seed, movement=movement, from_round=first, former=former, way=way).delete()
    return Draft.objects.create(
        event=event,
        movement=movement,
        seed=seed,
        from_round=first,
        plan=plan.to_dict(),
        quality=quality.to_dict(),
        wishes=wishes,
        former=former,
        way=way,
        follows=dict(follows),
        made_by=by,
        made_at=at,
    )


def rounds_drawn(event: Event, first: int, movement: str) -> range:
    """The rounds of a draft that starts at round `first`."""
    return range(first, max(first, MOVEMENTS[movement].ahead(event.round_count)) + 1)


def whole_plan(rounds: Sequence[RoundPlan]) -> Plan:
    """The rounds as a plan for all players in them."""
    players = {player for plan in rounds for player in plan.placed}
    return Plan(tuple(sorted(players)), tuple(rounds))


def _next_alone(event: Event, number: int, movement: str, seed: int) -> NextRound:
    """The next round of a movement that seats each from the one before it."""
    after = event.rounds.get(number=number - 1)
    if after.status != Round.Status.CLOSED:
        message = _("With this movement round %(number)d is seated when round %(before)d is closed.")
        words = {"number": number, "before": after.number}
        raise Refused("before-not-closed", message % words, "movement")
    following = compute_next_round(event, after, movement=movement, seed=seed)
    if following.plan is None:
        sentences = " ".join(question.sentence for question in following.unanswered)
        raise Refused(
            "winner-missing", following.problem or sentences + " " + _("Enter it on the sheet first.")
        )
    return following


def _next_seed(event: Event) -> int:
    """The event's seed for its first draft, then one more than the latest."""
    latest = event.drafts.filter(former=False, way=Draft.Way.DRAWN).values_list("seed", flat=True).first()
    if latest is None:
        return event.seed
    return (latest + 1) % (LARGEST_SEED + 1)


def _refuse_too_few(count: int, number: int | None) -> None:
    """Refuse fewer than four players; `number` names the round if needed."""
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
    numbers = {"count": count} | ({"round": number} if number is not None else {})
    raise Refused("too-few", f"{here % words}; {needed % words}", numbers=numbers)


def refuse_if_seated(event: Event) -> None:
    """Raise `Refused` if a chart comes too late: one seats the whole event."""
    refuse_finished(event, FINISHED)
    if event.has_seating:
        message = _(
            "The seating is published. Withdraw it first: a chart of your own seats the whole event. That is "
            "possible until the first table reports."
        )
        raise Refused("already-published", message)


def draft_own_chart(event: Event, text: str, *, fill: bool = False, by: User, at: datetime) -> Draft:
    """Store the chart as a draft, with the rounds that the event needs.

    Of more rounds the first are taken. Rounds that it lacks are drawn to follow on it if `fill`, else it is
    refused. Raises `Refused`, or `RotationError` if what is missing cannot be drawn.
    """
    refuse_if_seated(event)
    fitted = fitted_chart(event, text)
    if fitted.problems:
        raise Refused("chart-unusable", in_words(fitted.problems[0].sentence), "chart")
    if fitted.missing and not fill:
        message = ngettext(
            "The chart is %(missing)d round short. Let it be drawn, or change the number of rounds.",
            "The chart is %(missing)d rounds short. Let them be drawn, or change the number of rounds.",
            fitted.missing,
        )
        raise Refused("chart-short", message % {"missing": fitted.missing}, "chart")
    rounds = (*fitted.rounds, *_filled(event, fitted))
    wishes = wishes_of(event).among(fitted.players)
    with transaction.atomic():  # a form that was sent before is stopped in `store_draft`, and deletes nothing
        event.drafts.filter(way=Draft.Way.OWN_CHART).delete()
        return store_draft(
            event,
            1,
            Plan(fitted.players, rounds),
            judge(rounds, players=fitted.players),
            by,
            at,
            seed=event.seed,
            movement=fitted.movement,
            wishes=wishes.to_dict() | {"plain": None},
            way=Draft.Way.OWN_CHART,
        )


def _filled(event: Event, fitted: FittedChart) -> tuple[RoundPlan, ...]:
    """The rounds that the chart lacks, drawn with its own as what was played before."""
    if not fitted.missing:
        return ()
    asked = wishes_of(event).among(fitted.players).asked(len(fitted.players))
    plan = draw_plan(
        fitted.players, fitted.missing, seed=event.seed, history=fitted.rounds, seconds=SECONDS, **asked
    )
    return plan.rounds
