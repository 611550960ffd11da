"""Hand the site over to another laptop: a code for it, the copy that the code opens, who runs the site since.

Kept in a file of the data folder, not in the database: a copy that is put back on another laptop must not say
that yet another one has taken over. For a hall, which is one process.
"""

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from pathlib import Path
from secrets import token_urlsafe
from threading import RLock
from typing import Any

from django.conf import settings
from django.db.models import F, Max
from django.utils.crypto import constant_time_compare, salted_hmac

from tournament.backup import shelf
from tournament.backup.package import Package
from tournament.models import AuditEntry, Event
from tournament.passwords import random_password

LASTS = timedelta(minutes=10)  # a code
TICKET_LASTS = timedelta(hours=2)  # from fetching the copy to telling that it is in place
AHEAD = timedelta(minutes=1)  # a clock that was set back by more ends a code
MOST_WRONG = 5  # codes, of one address
LONGEST = 200  # characters of an address
_lock = RLock()


class UnknownTakeoverCode(Exception):
    """No code is open here, or it is another one."""


@dataclass(frozen=True, slots=True)
class Taken:
    """Another laptop runs this site: since when, and its address, which may be unknown (empty)."""

    at: datetime
    address: str


# --- on the first laptop ------------------------------------------------------------------------------------
def make_code(at: datetime) -> str:
    """Make a new code, which opens one copy within `LASTS`; one made before opens nothing any more."""
    code = random_password()
    _change(offer={"digest": _digest(code), "made": at.isoformat(), "wrong": {}})
    return code


def open_until(at: datetime) -> datetime | None:
    """Until when the code can be used; None if none is open."""
    made = _moment(_read().get("offer"), "made")
    return made + LASTS if made is not None and made - AHEAD <= at < made + LASTS else None


def end_code() -> None:
    """End the code."""
    _change(offer=None)


def hand_out(code: str, at: datetime, asker: str = "") -> tuple[Package, str]:
    """A copy of the site as it is now, and a ticket to tell with that it is in place elsewhere.

    Raises `UnknownTakeoverCode`; after `MOST_WRONG` wrong codes of one asker (an address), the right one
    opens nothing for them either, but for everybody else. Raises `BackupFailed`, and then the code is still
    open.
    """
    with _lock:
        held = _read().get("offer")
        if held is None or open_until(at) is None:
            raise UnknownTakeoverCode
        wrong = held["wrong"].get(asker, 0)
        if wrong >= MOST_WRONG:
            raise UnknownTakeoverCode
        if not constant_time_compare(_digest(code), held["digest"]):
            _change(offer=held | {"wrong": held["wrong"] | {asker: wrong + 1}})
            raise UnknownTakeoverCode
        last = AuditEntry.objects.aggregate(last=Max("pk"))["last"] or 0
        copy, ticket = shelf.take(shelf.HANDED_OVER, at), token_urlsafe(24)
        _change(offer=None, ticket={"digest": _digest(ticket), "made": at.isoformat(), "last": last})
    return copy, ticket


def note_takeover(ticket: str, address: str, at: datetime) -> int:
    """Note that another laptop runs the site now; return how many actions its copy lacks.

    Raises `UnknownTakeoverCode`.
    """
    with _lock:
        held = _read().get("ticket")
        made = _moment(held, "made")
        if held is None or made is None or not made - AHEAD <= at < made + TICKET_LASTS:
            raise UnknownTakeoverCode
        if not constant_time_compare(_digest(ticket), held["digest"]):
            raise UnknownTakeoverCode
        _change(ticket=None, taken={"at": at.isoformat(), "address": address[:LONGEST]})
    _let_pages_know()
    return AuditEntry.objects.real().filter(pk__gt=held["last"]).count()


def taken_over() -> Taken | None:
    """Which laptop runs this site instead; None if this one does. Asked by every request."""
    held = _read().get("taken")
    at = _moment(held, "at")
    return Taken(at, str(held["address"])) if held is not None and at is not None else None


def resume() -> None:
    """This laptop runs the site again."""
    _change(taken=None, ticket=None)
    _let_pages_know()


# --- on the second laptop -----------------------------------------------------------------------------------
def keep_ticket(copy: Package, address: str, ticket: str) -> None:
    """Keep what is needed to tell the first laptop once this copy has been put back."""
    _change(fetched={"name": copy.name, "address": address, "ticket": ticket})


def ticket_for(copy: Package) -> tuple[str, str] | None:
    """Whom to tell that this copy is in place, address and ticket; None for a copy that was not fetched."""
    held = _read().get("fetched")
    return (held["address"], held["ticket"]) if held and held["name"] == copy.name else None


def in_place() -> None:
    """A copy of elsewhere was put back here: this laptop runs the site, whatever was noted before."""
    _change(fetched=None, taken=None, ticket=None, offer=None)


# --- the file -----------------------------------------------------------------------------------------------
def _path() -> Path:
    return Path(settings.DATA_DIR) / "handover.json"


def _read() -> Mapping[str, Any]:
    try:
        about = _path().stat()
    except OSError:
        return {}
    return _content(_path(), about.st_mtime_ns, about.st_ino)


@lru_cache(maxsize=4)
def _content(path: Path, changed: int, number: int) -> Mapping[str, Any]:
    with suppress(OSError, ValueError):
        held = json.loads(path.read_text(encoding="utf-8"))
        if isinstance(held, dict):
            return held
    return {}


def _change(**values: Any) -> None:
    """Change what the file holds, in one step; nobody else on this machine can read it."""
    with _lock:
        held = {name: value for name, value in {**_read(), **values}.items() if value is not None}
        path = _path()
        part = path.with_name(f"{path.name}.part")
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            json.dump(held, file)
        part.replace(path)


def _moment(held: Mapping[str, Any] | None, name: str) -> datetime | None:
    with suppress(ValueError, KeyError, TypeError):
        return datetime.fromisoformat((held or {})[name])
    return None


def _digest(secret: str) -> str:
    typed = secret.strip().lower() if len(secret) < 20 else secret  # a code is copied by hand
    return salted_hmac("handover", typed, algorithm="sha256").hexdigest()


def _let_pages_know() -> None:
    """Phones and caches ask by an event's version: raise it, so that every page is made anew."""
    Event.objects.update(live_version=F("live_version") + 1)
