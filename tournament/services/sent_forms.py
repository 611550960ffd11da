"""One form sent twice is one action: a double click, a page sent again after a pause of the network.

Who answers a request says which form it is (`submitted`); the first action that writes claims it in its own
transaction (`claim`, which `common.lock_event` calls). So the mark is stored with what was done, and is gone
where that was refused. A repetition finds the mark and raises `Repeated` before anything is written.
"""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone

from tournament.models import SentForm

KEPT = timedelta(days=2)  # longer than any page stays open during an event
PATIENCE = timedelta(seconds=15)  # in which the first request, still under way, may tell its answer


@dataclass(slots=True)
class Sent:
    """The form that a request sends: its key, empty for one that may be sent again, and a mark of this very
    request."""

    key: str = ""
    request: str = field(default_factory=lambda: secrets.token_hex(8))
    claimed: bool = False


class Repeated(Exception):
    """This form was sent before and did what it asks for."""

    def __init__(self, key: str) -> None:
        super().__init__("This form was sent before.")
        self.key = key


_sent: ContextVar[Sent | None] = ContextVar("sent", default=None)


@contextmanager
def sending(sent: Sent) -> Iterator[None]:
    """Within this, actions belong to a form that was sent."""
    before = _sent.set(sent)
    try:
        yield
    finally:
        _sent.reset(before)


def claim() -> None:
    """Mark the form of this request as having done what it asks for; raises `Repeated` if another request
    has. Call it in the transaction that writes, once what it writes to is locked."""
    sent = _sent.get()
    if sent is None or not sent.key:
        return
    row = SentForm.objects.filter(key=sent.key).first()
    if row is None:
        row = _mark_request(sent)
    if row is None or row.request != sent.request:
        raise Repeated(sent.key)
    sent.claimed = True


def claim_alone() -> None:
    """Call `claim` in a transaction of its own, before something is done outside the database."""
    with transaction.atomic():
        claim()


def keep_answer(sent: Sent, answer: str) -> None:
    """Keep where this request led, for its repetitions."""
    SentForm.objects.filter(key=sent.key, request=sent.request).update(answer=answer[:500])


def answer_of(key: str) -> str | None:
    """Where the first request with this form led: empty while under way, None if nobody will tell."""
    mark = SentForm.objects.filter(key=key).first()
    if mark is None or not (mark.answer or abs(timezone.now() - mark.at) < PATIENCE):
        return None
    return mark.answer


def forget_old(now: datetime) -> None:
    """Delete the marks of forms that no page still holds."""
    SentForm.objects.filter(at__lt=now - KEPT).delete()


def _mark_request(sent: Sent) -> SentForm | None:
    """The mark of this request; None if another request wrote one at the same moment."""
    try:
        with transaction.atomic():
            return SentForm.objects.create(key=sent.key, request=sent.request, at=timezone.now())
    except IntegrityError:
        return None
