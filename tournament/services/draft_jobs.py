"""Draws that take seconds: run in a separate process, with their progress in the database.

So the browser is answered at once, every server process knows the progress, and a draw that was killed is
recognised by its silence. Only finished drafts are stored. Quick draws are made directly.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tournament.models import Draft, DraftJob, Event, User
from tournament.rotation.plan import RotationError
from tournament.running import background, program
from tournament.services.common import lock_event, next_number
from tournament.services.drafts import DrawRequest, Progress, draw
from tournament.services.errors import Refused
from tournament.services.seating import question_now
from tournament.services.sent_forms import claim
from tournament.state.wishes import Wishes

log = logging.getLogger(__name__)
Purpose = DraftJob.Purpose
FAILED = "failed"  # the code of a draw that ended in an error
NOT_STARTED = "not-started"
CANCELLED = "cancelled"
SILENCE = timedelta(seconds=20)  # a draw without a sign of life for so long is lost
MOST_AT_ONCE = 2  # draws of the whole site; each takes a processor
AGAIN = 30  # seconds until one may try again
BUSY = frozenset({"draw-under-way", "draws-busy"})
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


class Cancelled(Exception):
    """Raised by `tell` to end a draw that a director has cancelled."""


def draw_or_begin(event: Event, *, by: User, at: datetime, **arguments: Any) -> Draft | DraftJob:
    """Make the draft if that is quick, else begin a background draw for it.

    `arguments` are those of `seating.question_now`; what that refuses is refused here at once.
    """
    question = question_now(event, **arguments)
    if question.is_quick:
        return draw(event, question, by=by, at=at)
    kept = {"movement": question.movement, "seed": question.seed}
    if question.first > 1 or event.has_seating:
        kept["from_round"] = question.first
    return begin_draw(event, Purpose.DRAFT, kept, by=by, at=at)


def count_or_begin(draft: Draft, *, by: User, at: datetime) -> Draft | DraftJob:
    """Compute what each wish of the draft costs: directly if that is quick, else in the background."""
    if is_quick(draft):
        return count_wish_costs(draft)
    return begin_draw(draft.event, Purpose.COSTS, {}, by=by, at=at, draft=draft)


def begin_draw(
    event: Event,
    purpose: str,
    question: Mapping[str, Any],
    *,
    by: User,
    at: datetime,
    draft: Draft | None = None,
) -> DraftJob:
    """The running draw with the same question, or a new one."""
    job, is_new = _find_or_create(event, purpose, question, by, at, draft)
    if is_new:
        try:
            launch_draw(job)
        except OSError as problem:
            log.error("A seating draw could not be started: %s", problem)
            _stored(job).update(refused=NOT_STARTED, ended_at=at, percent=100)
    return job


@transaction.atomic
def _find_or_create(
    event: Event, purpose: str, question: Mapping[str, Any], by: User, at: datetime, draft: Draft | None
) -> tuple[DraftJob, bool]:
    """The draw's row, and whether it is new; deletes the rows of old draws."""
    event = lock_event(event)
    alive = DraftJob.objects.filter(ended_at=None, seen_at__gt=at - SILENCE, seen_at__lt=at + SILENCE)
    here = alive.filter(event=event)
    if (running := here.filter(purpose=purpose, asked=question, draft=draft).first()) is not None:
        return running, False
    if here.exists():
        message = _("A draw of this event is under way: wait until it has ended, then draw again.")
        raise Refused("draw-under-way", message)
    if alive.count() >= MOST_AT_ONCE:
        message = _("Other events are being drawn just now. Try again in half a minute.")
        raise Refused("draws-busy", message)
    number = next_number(event.draft_jobs)
    event.draft_jobs.filter(asked_at__lt=at - timedelta(hours=1)).delete()
    job = DraftJob.objects.create(
        event=event,
        number=number,
        purpose=purpose,
        asked=question,
        asked_by=by,
        asked_at=at,
        seen_at=at,
        draft=draft,
    )
    return job, True


def launch_draw(drawing: DraftJob) -> None:
    """Start the draw in a separate process."""
    background.start_command(program.own_process("drawseating", str(drawing.pk)))


def run_draw(drawing: DraftJob, *, clock: Callable[[], datetime], tell: Progress) -> None:
    """Make the draw and store its outcome; `tell` is called with its progress, 0.0 to 1.0.

    Of a draw that was cancelled nothing is kept, whether `tell` noticed in time or not.
    """
    refused, facts = FAILED, {}
    draft = drawing.draft
    if not _stored(drawing).exists():
        return
    try:
        if drawing.purpose == Purpose.COSTS:
            draft = count_wish_costs(drawing.draft, tell) if drawing.draft else None
        else:
            question = question_now(drawing.event, **drawing.asked)
            draft = draw(drawing.event, question, by=drawing.asked_by, at=clock(), progress=tell)
        refused = ""
    except Cancelled:
        refused = CANCELLED
    except (Refused, RotationError) as error:
        refused, facts = error.code, _numbers(error)
    finally:
        ended = {"refused": refused, "refused_facts": facts, "ended_at": clock(), "percent": 100}
        _stored(drawing).exclude(refused=CANCELLED).update(draft=draft, **ended)
        if draft is not None and drawing.purpose == Purpose.DRAFT and is_cancelled(drawing):
            draft.delete()  # it was done before its process noticed


def _numbers(error: Refused | RotationError) -> dict[str, int]:
    """The numbers that a refusal names: players, tables, rounds."""
    if isinstance(error, Refused):
        return error.numbers
    return {name: value for name, value in error.message.values.items() if isinstance(value, int)}


def _stored(drawing: DraftJob) -> QuerySet[DraftJob]:
    """The draw as stored, unless after a restore its key belongs to another draw."""
    return DraftJob.objects.filter(pk=drawing.pk, event__uid=drawing.event.uid)


def note_progress(drawing: DraftJob, part: float, at: datetime) -> bool:
    """Store the draw's progress, as a sign of life; False if a director has cancelled the draw."""
    percent = max(0, min(99, int(100 * part)))
    alive = _stored(drawing).filter(ended_at=None).update(seen_at=at, percent=percent)
    return bool(alive) or not is_cancelled(drawing)


def is_cancelled(drawing: DraftJob) -> bool:
    """Whether a director has cancelled the draw."""
    return _stored(drawing).filter(refused=CANCELLED).exists()


@transaction.atomic
def cancel_draw(drawing: DraftJob, *, by: User, at: datetime) -> bool:
    """End a draw under way: its process stops at its next sign of life. False if it has ended already."""
    claim()
    ended = {"refused": CANCELLED, "ended_at": at, "percent": 100}
    return bool(_stored(drawing).filter(ended_at=None).update(**ended))


def is_lost(drawing: DraftJob, now: datetime) -> bool:
    """Whether the draw died; a sign of life from the future comes from a clock that was set back."""
    return drawing.ended_at is None and abs(now - drawing.seen_at) > SILENCE


def wait_for_draw(drawing: DraftJob, seconds: float) -> DraftJob:
    """Wait until the draw has ended, at most this many seconds; return it as it is then."""
    for _glance in background.glances(seconds):
        if drawing.ended_at is not None:
            break
        drawing.refresh_from_db()
    return drawing
