"""Draws that take seconds: made in a process of their own, their progress kept in the database.

So a browser is answered at once, every server process can say how far a draw is, and one that was stopped
half-way is known by its silence; nothing but a finished draft is ever kept. What is at hand is drawn at once.
"""

import logging
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tournament.models import Draft, DraftJob, Event, User
from tournament.rotation.errors import RotationError
from tournament.sentences import words_of
from tournament.services import wish_costs
from tournament.services.common import lock_event, next_number
from tournament.services.drafts import Progress, draw
from tournament.services.errors import Refused
from tournament.services.seating import question_now

log = logging.getLogger(__name__)

Purpose = DraftJob.Purpose
SILENCE = timedelta(seconds=20)  # after which a draw counts as stopped half-way
GLANCE = 0.05  # seconds between two looks of `wait`

_started: list["subprocess.Popen[bytes]"] = []


def draw_or_begin(event: Event, *, by: User, at: datetime, **asked: Any) -> Draft | DraftJob:
    """The draft where its answer is at hand, else the draw that was begun for it.

    `asked` is what `seating.question_now` takes; what it refuses is refused here at once.
    """
    question = question_now(event, **asked)
    if question.is_quick:
        return draw(event, question, by=by, at=at)
    kept = {"movement": question.movement, "seed": question.seed}
    if question.first > 1 or event.has_seating:
        kept["from_round"] = question.first
    return begin(event, Purpose.DRAFT, kept, by=by, at=at)


def count_or_begin(draft: Draft, *, by: User, at: datetime) -> Draft | DraftJob:
    """Count what each wish of the draft costs: at once where that is at hand, else in a draw of its own."""
    if wish_costs.is_quick(draft):
        return wish_costs.count(draft)
    return begin(draft.event, Purpose.COSTS, {}, by=by, at=at, draft=draft)


def begin(
    event: Event,
    purpose: str,
    asked: Mapping[str, Any],
    *,
    by: User,
    at: datetime,
    draft: Draft | None = None,
) -> DraftJob:
    """See that this is drawn: by the draw under way that asks the same, else by a new one."""
    made, is_new = _noted(event, purpose, asked, by, at, draft)
    if is_new:
        launch(made)
    return made


@transaction.atomic
def _noted(
    event: Event, purpose: str, asked: Mapping[str, Any], by: User, at: datetime, draft: Draft | None
) -> tuple[DraftJob, bool]:
    """The row of the draw, and whether it is a new one; rows of draws long over are dropped."""
    event = lock_event(event)
    under_way = event.draft_jobs.filter(purpose=purpose, asked=asked, draft=draft, ended_at=None)
    heard_lately = under_way.filter(seen_at__gt=at - SILENCE, seen_at__lt=at + SILENCE)
    if (running := heard_lately.first()) is not None:
        return running, False
    number = next_number(event.draft_jobs)
    event.draft_jobs.filter(asked_at__lt=at - timedelta(hours=1)).delete()
    made = DraftJob.objects.create(
        event=event,
        number=number,
        purpose=purpose,
        asked=asked,
        asked_by=by,
        asked_at=at,
        seen_at=at,
        draft=draft,
    )
    return made, True


def launch(drawing: DraftJob) -> None:
    """Begin the draw in a process of its own."""
    _started[:] = [process for process in _started if process.poll() is None]  # the ended ones are let go
    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "drawseating", str(drawing.pk)]
    options: dict[str, Any] = {"cwd": settings.BASE_DIR, "stdin": subprocess.DEVNULL}
    _started.append(subprocess.Popen(command, stdout=subprocess.DEVNULL, **options))  # noqa: S603  our own


def run(drawing: DraftJob, *, clock: Callable[[], datetime], tell: Progress) -> None:
    """Make the draw and note what became of it; `tell` hears how far it is, 0.0 to 1.0."""
    refused = _("The draw failed; the server's log says why. Nothing was changed.")
    draft = drawing.draft
    if not _row(drawing).exists():
        return
    try:
        if drawing.purpose == Purpose.COSTS:
            draft = wish_costs.count(drawing.draft, tell) if drawing.draft else None
        else:
            question = question_now(drawing.event, **drawing.asked)
            draft = draw(drawing.event, question, by=drawing.asked_by, at=clock(), progress=tell)
        refused = ""
    except (Refused, RotationError) as error:
        refused = words_of(error)
    finally:
        _row(drawing).update(draft=draft, refused=refused[:300], ended_at=clock(), percent=100)


def _row(drawing: DraftJob) -> QuerySet[DraftJob]:
    """The draw's row, unless a restored backup has given its key to another draw since."""
    return DraftJob.objects.filter(pk=drawing.pk, event__uid=drawing.event.uid)


def note_progress(drawing: DraftJob, part: float, at: datetime) -> None:
    """Keep a sign of life."""
    percent = max(0, min(99, int(100 * part)))
    _row(drawing).filter(ended_at=None).update(seen_at=at, percent=percent)


def is_lost(drawing: DraftJob, now: datetime) -> bool:
    """Whether the draw was stopped half-way; a sign of life from the future is of a clock set back since."""
    return drawing.ended_at is None and abs(now - drawing.seen_at) > SILENCE


def wait(drawing: DraftJob, seconds: float) -> DraftJob:
    """The draw once it has ended, or as it is after so many seconds."""
    until = time.monotonic() + seconds
    while drawing.ended_at is None and time.monotonic() < until:
        time.sleep(GLANCE)
        drawing.refresh_from_db()
    return drawing
