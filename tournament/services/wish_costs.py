"""What each wish of a draft costs: how much less would be repeated if it were left out."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from tournament.models import Draft
from tournament.rotation.errors import RotationError
from tournament.services.drafts import DraftQuestion, Progress
from tournament.services.errors import Refused
from tournament.services.seating import question_now
from tournament.state.wishes import Wishes

SECONDS = 1.5  # of search for each wish


def count(draft: Draft, progress: Progress | None = None) -> Draft:
    """Draw once more without each wish in turn, and keep with the draft what that would gain."""
    asked = _question(draft)
    worth = [draft.quality[relation] for relation in ("P", "O", "M")]
    found: list[list[int]] = []
    wished = Wishes.from_dict(draft.wishes).wished
    for place, wish in enumerate(wished):
        found.append(_gain(asked.with_wishes(asked.wishes.without(wish)), worth))
        if progress is not None:
            progress((place + 1) / len(wished))
    draft.wishes = draft.wishes | {"costs": found}
    draft.save(update_fields=["wishes"])
    return draft


def is_quick(draft: Draft) -> bool:
    """Whether that takes no time to speak of."""
    asked = _question(draft)
    wishes = asked.wishes
    return all(asked.with_wishes(wishes.without(wish)).is_quick for wish in wishes.wished)


def _gain(asked: DraftQuestion, worth: Sequence[int]) -> list[int]:
    """How much lower P, O and M would be; all zero where the draw is no better without the wish."""
    try:
        found = asked.judge(asked.plan(seconds=SECONDS)).key
    except RotationError:
        return [0, 0, 0]
    if list(found) >= list(worth):
        return [0, 0, 0]
    return [with_it - without for with_it, without in zip(worth, found, strict=True)]


def _question(draft: Draft) -> DraftQuestion:
    """What was asked when the draft was drawn; refused where that is no longer what would be asked."""
    kept: dict[str, Any] = {"seed": draft.seed, "movement": draft.movement}
    if draft.event.has_seating:
        kept["from_round"] = draft.from_round
    asked = question_now(draft.event, **kept)
    wishes = Wishes.from_dict(draft.wishes)
    if draft.former or asked.first != draft.from_round or not wishes.are(asked.wishes):
        message = _("The draft no longer fits the wishes or the players; draw it again first.")
        raise Refused("draft-outdated", message)
    return asked
