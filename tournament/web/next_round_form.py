"""The questions before the next round is seated, shown on their own page or when closing a round."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from tournament.forms.seating import NextRoundForm, SitOutForm
from tournament.models import Event, Round
from tournament.reports.seating import NextSeating, next_seating
from tournament.rotation.movements import MOVEMENTS, Movement
from tournament.services.next_round import Answers
from tournament.state.next_round import (
    NextRound,
    compute_next_round,
    next_round_unseated,
    round_to_seat_after,
)

LOOK, SEAT, WAIT = "look", "seat", "wait"  # the buttons of the page


@dataclass(frozen=True, slots=True)
class NextRoundQuestions:
    """What a director answers before a round is seated; `answers` is None until everything is accepted.

    `sit_outs` asks what a sit-out scores, if a player sits out and nobody has decided it yet.
    """

    form: NextRoundForm
    following: NextRound
    seating: NextSeating | None
    movement: Movement
    answers: Answers | None
    sit_outs: SitOutForm

    @property
    def closes_without_sheet(self) -> bool:
        """Whether naming a table's winner also confirms closing the round without its sheet."""
        return self.movement.needs_winners


def ask_next_round(request: HttpRequest, event: Event, after: Round) -> NextRoundQuestions | None:
    """The questions about the round after `after`, with the answers sent.

    None if that round does not exist, or cannot be seated now.
    """
    if event.is_finished or not (next_round_unseated(after) or round_to_seat_after(event) == after):
        return None
    following = compute_next_round(event, after)
    sit_outs = _sit_outs(event, following)
    is_post = request.method == "POST"
    form = NextRoundForm(following.questions, request.POST if is_post else None)
    answers = None
    if is_post:
        valid, mark = form.is_valid(), form.cleaned_data.get("seen", "")
        following = compute_next_round(event, after, form.named())
        do = request.POST.get("do")
        sit_outs = _sit_outs(event, following, request.POST if do == SEAT else None)
        is_complete = do == SEAT and sit_outs.is_valid()
        if do == WAIT:
            form, answers = NextRoundForm(following.questions), Answers(wait=True)
        elif do == SEAT and valid and mark and mark == following.mark:
            answers = Answers(form.named(), mark=mark, bye=sit_outs.bye()) if is_complete else None
        elif do == SEAT and mark:
            form.add_error(None, _("Something has changed since this seating was shown. Look at it again."))
    movement = MOVEMENTS[event.movement]
    seating = None
    if following.plan is not None:
        seating = next_seating(
            event, following.plan, following.last, following.winners, movement.colours, following.standing
        )
    return NextRoundQuestions(form, following, seating, movement, answers, sit_outs)


def _sit_outs(event: Event, following: NextRound, data: Any = None) -> SitOutForm:
    sits_out = following.plan is not None and bool(following.plan.sit_out)
    return SitOutForm(data, asks=sits_out and not event.bye_decided)
