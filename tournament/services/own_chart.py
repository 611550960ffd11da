"""Make a draft of a chart that a director brings. Nothing is published, and no draw number repeats it."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.models import Draft, Event, User
from tournament.rotation.movements import draw_plan
from tournament.rotation.plan import Plan, RoundPlan
from tournament.rotation.quality import judge
from tournament.sentences import in_words
from tournament.services.common import refuse_finished
from tournament.services.drafts import store_draft
from tournament.services.errors import Refused
from tournament.services.next_round import FINISHED
from tournament.state.seating import FittedChart, fitted_chart
from tournament.state.wishes import wishes_of

SECONDS = 0.4  # of search for rounds that the chart lacks: somebody waits for the page


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
