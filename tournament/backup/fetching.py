"""Fetch the copy that another laptop hands out, and tell that laptop once it is in place here."""

import json
import re
import urllib.error
import urllib.request
from collections.abc import Mapping
from datetime import datetime
from http.client import HTTPException, HTTPMessage
from typing import IO, Any
from urllib.parse import urlencode, urlsplit

from django.utils.translation import gettext as _

from tournament.backup import handover, shelf
from tournament.backup.errors import BackupFailed
from tournament.backup.facts import is_count
from tournament.backup.package import Package

FETCH, TOLD = "takeover/fetch/", "takeover/taken/"  # under a site's address
TICKET = "X-Handover"
SECONDS = 20.0  # without a word from the other laptop


class _Refuse(urllib.request.HTTPRedirectHandler):
    """Go nowhere else than where one was sent: a code is meant for one laptop."""

    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: HTTPMessage,
        newurl: str,
    ) -> None:
        return None


def address_of(text: str) -> str:
    """The address of a site from what was typed, as `192.168.1.20:8000`. Raises `BackupFailed`.

    >>> address_of("192.168.1.20:8000"), address_of("http://laptop.local/backups/?x=1")
    ('http://192.168.1.20:8000/', 'http://laptop.local/')
    """
    text = text.strip()
    try:
        parts = urlsplit(text if "://" in text else f"http://{text}")
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    name = parts.hostname or ""
    if parts.scheme not in ("http", "https") or not re.fullmatch(r"[\w.-]+", name, re.ASCII):
        raise BackupFailed(
            _(
                "That is not an address. Enter the one that the other laptop shows, such as "
                "http://192.168.1.20:8000/."
            )
        )
    return f"{parts.scheme}://{name}{f':{port}' if port else ''}/"


def fetch(address: str, code: str, at: datetime) -> Package:
    """Fetch a copy of the site at this address, and keep it on the shelf. Raises `BackupFailed`."""
    try:
        with _asked(address + FETCH, {"code": code}) as answer:
            ticket = str(answer.headers.get(TICKET, ""))
            copy = shelf.add_copy(answer, at)
    except urllib.error.HTTPError as refused:
        raise BackupFailed(_refusal(refused)) from refused
    except (OSError, HTTPException) as problem:
        raise BackupFailed(_unreachable(address)) from problem
    handover.keep_ticket(copy, address, ticket)
    return copy


def take_over_from_first(copy: Package, own_address: str) -> tuple[str, int] | None:
    """Note that this laptop runs the site now, then tell the first one over HTTP.

    Returns (its address, actions it saved after the copy); None if the copy was not fetched or there is
    nobody to tell. Raises `BackupFailed` if it does not answer (the note stays).
    """
    if not shelf.is_brought(copy.name):
        return None
    held = handover.ticket_for(copy)
    handover.in_place()
    if held is None:
        return None
    address, ticket = held
    try:
        with _asked(address + TOLD, {"ticket": ticket, "address": own_address}) as answer:
            since = json.loads(answer.read(1000))["since"]
        if not is_count(since):
            raise ValueError
        return address, since
    except (OSError, HTTPException, ValueError, KeyError, TypeError, RecursionError) as problem:
        raise BackupFailed(
            _(
                "The laptop at %(address)s could not be told. Stop the site there, so that nobody "
                "continues with it."
            )
            % {"address": address}
        ) from problem


def _asked(address: str, values: Mapping[str, str]) -> Any:
    request = urllib.request.Request(address, data=urlencode(values).encode(), method="POST")  # noqa: S310
    return urllib.request.build_opener(urllib.request.ProxyHandler({}), _Refuse).open(
        request, timeout=SECONDS
    )


def _refusal(refused: urllib.error.HTTPError) -> str:
    if refused.code == 404:
        return _(
            "This code does not work on the other laptop. A code lasts ten minutes, works once, and ends "
            "after five wrong tries: make a new one there, under Backups, Second laptop."
        )
    return _("The other laptop answered with error %(n)d. Bring the backup on a USB stick instead.") % {
        "n": refused.code
    }


def _unreachable(address: str) -> str:
    return _(
        "No site answers at %(address)s. Are both laptops on the same wifi? Otherwise bring the backup on a "
        "USB stick."
    ) % {"address": address}
