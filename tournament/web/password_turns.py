"""Passwords are checked and set two at a time: hashing one takes most of a second of a processor.

Whoever finds both turns taken is told at once and tries again; sixteen who sign in do not stop the hall.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.exceptions import NON_FIELD_ERRORS
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tournament.background import turn
from tournament.forms.errors import refuse_unread

MOST_AT_ONCE = 2
AGAIN = 3  # seconds until one may try again
BUSY, TOO_MANY = "busy", 429


@contextmanager
def password_turn(request: HttpRequest, form: BaseForm) -> Iterator[bool]:
    """Whether this form was sent and may be looked at now; one that may not says why."""
    if request.method != "POST":
        yield False
        return
    with turn("passwords", MOST_AT_ONCE) as mine:
        if not mine:
            sentence = _(
                "Several people are signing in. Wait a few seconds, then type your password and send again."
            )
            refuse_unread(form, BUSY, sentence)
        yield mine


def told(form: BaseForm, page: HttpResponse) -> HttpResponse:
    """The page with the form; 429 where there was no turn."""
    if form.has_error(NON_FIELD_ERRORS, BUSY):
        page.status_code = TOO_MANY
        page["Retry-After"] = str(AGAIN)
    return page
