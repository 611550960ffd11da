"""Wrong passwords are counted by name and address, as one hall shares one address; many lock that pair.
Who has many addresses (a whole network of IPv6 counts as one) is stopped by the larger sum for the name.

A browser in which the name signed in before counts by itself: a phone in the hall cannot lock the director's
laptop. A lock ends after its time, whatever is tried meanwhile. Rows hold nothing but that pair and a number.
Such a browser has a signed cookie. Passwords are checked and set two at a time, since hashing one takes most
of a second of a processor: whoever finds both turns taken is told at once and tries again.
"""

import logging
import math
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from axes.handlers.database import AxesDatabaseHandler
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm
from django.core import signing
from django.core.exceptions import NON_FIELD_ERRORS
from django.db import transaction
from django.db.models import Q, QuerySet
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from tournament.background import take_turn
from tournament.forms.fields import refuse_unread
from tournament.models import User
from tournament.web.addresses import client_address, network_of

log = logging.getLogger(__name__)
MOST: int = settings.AXES_FAILURE_LIMIT
MOST_EVERYWHERE = 4 * MOST  # of one name, from all browsers that are not known
LOCKED_FOR = timedelta(hours=settings.AXES_COOLOFF_TIME)
OLD_PASSWORD = "old password"  # noqa: S105  where a password is asked for again in a session
EVERYWHERE = "unknown browsers"
ANYWHERE = "0.0.0.0"  # noqa: S104  no address to listen at: of tries that are not counted by address
LONGEST = 150  # characters of a sign-in name
MOST_AT_ONCE = 2
AGAIN = 3  # seconds until one may try again
BUSY, TOO_MANY = "busy", 429
COOKIE = "known-browser"
COOKIE_LASTS = timedelta(days=400)  # browsers keep none longer
MOST_NAMES = 10


@dataclass(frozen=True, slots=True)
class Tries:
    """Wrong passwords for one name, counted by where they come from."""

    username: str
    address: str
    mark: str = ""  # of a browser, or where a password is asked for

    @property
    def is_locked(self) -> bool:
        """Whether they are too many, lately."""
        return bool(self._locks().exists())

    @property
    def seconds_locked(self) -> int:
        """Seconds until the lock ends, rounded up, at least 1. Only if is_locked."""
        row = self._locks().order_by("-attempt_time").first()
        left = row.attempt_time + LOCKED_FOR - timezone.now() if row is not None else timedelta()
        return max(1, math.ceil(left.total_seconds()))

    @transaction.atomic
    def count(self) -> None:
        """Count one more."""
        now = timezone.now()
        forget_old(now)
        for key in self._keys:
            row, _made = AccessAttempt.objects.select_for_update().get_or_create(
                **key, defaults={"failures_since_start": 0}
            )
            row.failures_since_start, row.attempt_time = row.failures_since_start + 1, now
            row.save()

    def forget(self) -> None:
        """The right password was given."""
        AccessAttempt.objects.filter(**self._keys[0]).delete()

    @property
    def _keys(self) -> list[dict[str, str]]:
        """Of the rows in which they are counted: their own, and the sum of all unknown browsers."""
        name = self.username[:LONGEST]
        own = {"username": name, "ip_address": self.address, "user_agent": self.mark}
        if self.mark:
            return [own]
        return [own, {"username": name, "ip_address": ANYWHERE, "user_agent": EVERYWHERE}]

    def _locks(self) -> QuerySet[AccessAttempt]:
        """The rows that lock now."""
        now = timezone.now()  # the clock may have been ahead: a time to come is not lately
        lately = Q(attempt_time__gt=now - LOCKED_FOR, attempt_time__lt=now + LOCKED_FOR)
        too_many = Q()
        for key, most in zip(self._keys, (MOST, MOST_EVERYWHERE), strict=False):
            too_many |= Q(**key, failures_since_start__gte=most)
        rows: QuerySet[AccessAttempt] = AccessAttempt.objects.filter(lately & too_many)
        return rows


def tries_at_sign_in(request: HttpRequest, username: str) -> Tries:
    """Tries to sign in under this name: from this browser if it is known, else from its address."""
    mark = browser_mark(request, username)
    return Tries(username, ANYWHERE if mark else network_of(client_address(request)), mark)


def tries_when_signed_in(username: str) -> Tries:
    """Tries of this account's password on pages that ask for one again, by somebody who is signed in."""
    return Tries(username, ANYWHERE, OLD_PASSWORD)


def forget_old(now: datetime) -> None:
    """Delete the rows of locks that are over, and what earlier versions noted of each sign-in."""
    over = Q(attempt_time__lte=now - LOCKED_FOR) | Q(attempt_time__gt=now + LOCKED_FOR)
    for kept in (AccessAttempt, AccessLog, AccessFailureLog):
        kept.objects.filter(over).delete()


def count_wrong_password(tries: Tries, address: str) -> bool:
    """Count and log one more wrong password; whether that locks."""
    tries.count()
    locks = tries.is_locked
    _log(tries.username, address, locks=locks)
    return locks


class LockOut(AxesDatabaseHandler):  # type: ignore[misc]  # axes has no types
    """What axes asks and tells; its own handler keeps every request's data."""

    def is_locked(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> bool:
        return tries_at_sign_in(request, _name(credentials)).is_locked

    def user_login_failed(
        self, sender: Any, credentials: dict[str, Any], request: HttpRequest | None = None, **kwargs: Any
    ) -> None:
        if request is None or getattr(request, "axes_locked_out", False):
            return  # refused before a password was looked at
        if count_wrong_password(tries_at_sign_in(request, _name(credentials)), client_address(request)):
            request.axes_locked_out = True  # type: ignore[attr-defined]  # axes' middleware looks for it
            request.axes_credentials = credentials  # type: ignore[attr-defined]

    def user_logged_in(self, sender: Any, request: HttpRequest, user: User, **kwargs: Any) -> None:
        tries_at_sign_in(request, user.username).forget()

    def user_logged_out(self, sender: Any, request: HttpRequest, user: User, **kwargs: Any) -> None:
        """Nothing: nobody keeps a list of who signed in where, beside the sessions."""


def locked_page(
    request: HttpRequest, response: HttpResponse | None, credentials: dict[str, Any] | None
) -> HttpResponse:
    """The form to sign in, with the name that was typed and when to try again."""
    name = _name(credentials) or request.POST.get("username", "")
    seconds = tries_at_sign_in(request, name).seconds_locked
    here, sign_in = request.get_full_path(), reverse("accounts:sign_in")
    context = {
        "form": AuthenticationForm(request, initial={"username": name}),
        "minutes": math.ceil(seconds / 60),
        "action": here if request.path == sign_in else sign_in,
    }
    page = render(request, "accounts/locked_out.html", context, status=429)
    page["Retry-After"] = str(seconds)
    return page


def _name(credentials: dict[str, Any] | None) -> str:
    return str((credentials or {}).get("username") or "")


def _log(username: str, address: str, *, locks: bool) -> None:
    """Name an account that exists; anything else that is typed there may be a password."""
    known = User.objects.filter(username=username).exists()
    if not known:
        log.warning("Wrong sign-in name from %s", address)
    else:
        log.warning("Wrong password for %s from %s", username, address)
    if locks:
        log.warning(
            "Too many wrong passwords: locked the sign-in of %s from %s",
            username if known else "a name",
            address,
        )


def remember_browser(request: HttpRequest, response: HttpResponse, username: str) -> HttpResponse:
    """Mark this browser as one in which this account signed in."""
    mark, names = _read(request)
    mark = mark or secrets.token_hex(8)
    names = [_word(username), *(name for name in names if name != _word(username))][:MOST_NAMES]
    response.set_cookie(
        COOKIE,
        signing.dumps([mark, names], salt=COOKIE),
        max_age=COOKIE_LASTS,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
    return response


def browser_mark(request: HttpRequest, username: str) -> str:
    """The mark of this browser if this account signed in here before, else empty."""
    mark, names = _read(request)
    return mark if _word(username) in names else ""


def _word(username: str) -> str:
    """A word for a sign-in name, which no cookie tells."""
    return salted_hmac(COOKIE, username).hexdigest()[:16]


def _read(request: HttpRequest) -> tuple[str, list[str]]:
    try:
        mark, names = signing.loads(request.COOKIES.get(COOKIE, ""), salt=COOKIE, max_age=COOKIE_LASTS)
    except (signing.BadSignature, ValueError):
        return "", []
    return mark, names


@contextmanager
def password_turn(request: HttpRequest, form: BaseForm) -> Iterator[bool]:
    """Whether this form was sent and may be looked at now; one that may not says why."""
    if request.method != "POST":
        yield False
        return
    with take_turn("passwords", MOST_AT_ONCE) as mine:
        if not mine:
            sentence = _(
                "Several people are signing in. Wait a few seconds, then type your password and send again."
            )
            refuse_unread(form, BUSY, sentence)
        yield mine


def refused_if_busy(form: BaseForm, page: HttpResponse) -> HttpResponse:
    """The page with the form; 429 if there was no turn."""
    if form.has_error(NON_FIELD_ERRORS, BUSY):
        page.status_code = TOO_MANY
        page["Retry-After"] = str(AGAIN)
    return page
