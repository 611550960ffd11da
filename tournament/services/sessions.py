"""List the sessions of an account, and end them.

A session names its account only in its encoded data, so all live sessions are read; there are few, since
players have none. A session's key is as good as a password, so pages get a `mark` instead.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.utils.crypto import salted_hmac

from tournament.models import User

BEGUN = "signed_in"  # key of a session's start: {"at": ISO time, "device": words}

# Names of devices and browsers by signs in the user agent; the first match counts.
SYSTEMS = (
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "Chromebook"),
    ("Windows", "Windows"), ("Mac OS", "Mac"), ("Linux", "Linux"),
)  # fmt: skip
BROWSERS = (("Edg", "Edge"), ("OPR", "Opera"), ("Firefox", "Firefox"), ("FxiOS", "Firefox"),
            ("Chrome", "Chrome"), ("CriOS", "Chrome"), ("Safari", "Safari"))  # fmt: skip


class SignedIn(NamedTuple):
    """One session: since when (None if unknown), on what device, until when."""

    mark: str
    since: datetime | None
    device: str
    ends: datetime


def session_start(at: datetime, user_agent: str) -> dict[str, str]:
    """What a session stores about its start under `BEGUN`."""
    return {"at": at.isoformat(), "device": device_of(user_agent)}


def device_of(user_agent: str) -> str:
    """Name a device by its user agent, in words its owner recognises; empty if unknown.

    >>> device_of("Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Mobile Safari/604.1")
    'iPhone, Safari'
    >>> device_of("curl/8.5")
    ''
    """
    words = (_first(SYSTEMS, user_agent), _first(BROWSERS, user_agent))
    return ", ".join(word for word in words if word)


def session_mark(key: str) -> str:
    """The mark that stands for a session's key on a page."""
    return salted_hmac("tournament.services.sessions", key).hexdigest()[:20]


def sessions_of(user: User, now: datetime) -> list[SignedIn]:
    """The account's live sessions, the latest first."""
    lines = [_signed_in(session, data) for session, data in _live(user, now)]
    return sorted(lines, key=lambda line: line.ends, reverse=True)


def end_sessions(user: User, now: datetime, *, mark: str | None = None, but: str | None = None) -> int:
    """End the session with this mark, or all but one; return how many."""
    keys = [session.session_key for session, _data in _live(user, now)]
    ending = [key for key in keys if mark in (None, session_mark(key)) and key != but]
    Session.objects.filter(session_key__in=ending).delete()
    return len(ending)


def forget_old(now: datetime) -> None:
    """Delete the sessions that have ended."""
    Session.objects.filter(expire_date__lt=now).delete()


def _live(user: User, now: datetime) -> Iterator[tuple[Session, Mapping[str, Any]]]:
    for session in Session.objects.filter(expire_date__gt=now):
        data = session.get_decoded()
        if data.get(SESSION_KEY) == str(user.pk):
            yield session, data


def _signed_in(session: Session, data: Mapping[str, Any]) -> SignedIn:
    start = data.get(BEGUN, {})
    since = datetime.fromisoformat(start["at"]) if "at" in start else None
    return SignedIn(session_mark(session.session_key), since, start.get("device", ""), session.expire_date)


def _first(names: tuple[tuple[str, str], ...], text: str) -> str:
    return next((name for sign, name in names if sign in text), "")
