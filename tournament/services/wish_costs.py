"""The cost of each wish of a draft: how much less would be repeated without it."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from tournament.models import Draft
from tournament.rotation.plan import RotationError
from tournament.services.drafts import DrawRequest, Progress
from tournament.services.errors import Refused
from tournament.services.seating import question_now
from tournament.state.wishes import Wishes

SECONDS = 1.5  # seconds of search per wish


def count_wish_costs(draft: Draft, progress: Progress | None = None) -> Draft:
    """Redraw without each wish in turn, and store with the draft what that would gain."""
    question = _question(draft)
    worth = [draft.quality[relation] for relation in ("P", "O", "M")]
    costs: list[list[int]] = []
    wished = Wishes.from_dict(draft.wishes).wished
    for place, wish in enumerate(wished):
        costs.append(_gain(question.with_wishes(question.wishes.without(wish)), worth))
        if progress is not None:
            progress((place + 1) / len(wished))
    draft.wishes = draft.wishes | {"costs": costs}
    draft.save(update_fields=["wishes"])
    return draft


def is_quick(draft: Draft) -> bool:
    """Whether `count_wish_costs` is quick."""
    question = _question(draft)
    wishes = question.wishes
    return all(question.with_wishes(wishes.without(wish)).is_quick for wish in wishes.wished)


def _gain(question: DrawRequest, worth: Sequence[int]) -> list[int]:
    """How much lower P, O and M would be; all zero if the draw is no better without the wish."""
    try:
        key = question.judge(question.plan(seconds=SECONDS)).key
    except RotationError:
        return [0, 0, 0]
    if list(key) >= list(worth):
        return [0, 0, 0]
    return [with_it - without for with_it, without in zip(worth, key, strict=True)]


def _question(draft: Draft) -> DrawRequest:
    """The question the draft was drawn from; refused if the same draw would ask another one now."""
    arguments: dict[str, Any] = {"seed": draft.seed, "movement": draft.movement}
    if draft.event.has_seating:
        arguments["from_round"] = draft.from_round
    question = question_now(draft.event, **arguments)
    wishes = Wishes.from_dict(draft.wishes)
    if draft.former or question.first != draft.from_round or not wishes.same_as(question.wishes):
        message = _("The seating no longer fits the requests or the players; draw it again first.")
        raise Refused("draft-outdated", message)
    return question
