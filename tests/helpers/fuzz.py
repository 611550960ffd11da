"""Hostile requests to every address of the site, by every kind of visitor: nothing may answer 500.

Forms are read off the pages and sent back with some fields spoiled, so that a request gets past the first
check. The same seed asks the same questions.
"""

import io
import random
import re
import zipfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from django.core.signals import got_request_exception
from django.db import transaction
from django.http import HttpResponse
from django.test import Client

from tests.helpers.addresses import Page, pages
from tests.helpers.factories import make_user
from tests.helpers.whole_site import Site, everything
from tournament.models import Membership

HOSTILE: Sequence[str] = (
    "", " ", "0", "-1", "9" * 30, "1e9", "٣", "NaN", "\x00", "a\x00b", "\ufffd",
    "'\";--", "<script>alert(1)</script>", "{{ 7*7 }}", "%(x)s", "%s%n", "../../etc/passwd", "\u202edlrow",
    "A" * 300, "é" * 5_000, "\r\nSet-Cookie: a=b", "=HYPERLINK(1)", "on", "None", "null", "[]", "2026-13-45",
    "2026-02-30", "25:61", "Mars/Olympus", "🂡🂱", "\t7\t5\n6\t4", "true", "NS", "N", "1", "2", "director",
)  # fmt: skip
QUERY = (
    "q", "page", "per_page", "sort", "round", "size", "kind", "paper", "part", "v", "next", "number", "by",
    "player", "table", "from", "to", "of", "state", "_export", "sheets", "for", "seed", "movement",
)  # fmt: skip
TYPES = ("application/json", "text/plain", "application/x-www-form-urlencoded", "x")
USUAL = ("reason", "name", "text", "file", "accepted", "confirmed")
HEADERS = {
    "If-None-Match": ('"1"', "*", "W/", '"' * 50),
    "If-Modified-Since": ("yesterday", "Thu, 99 Foo 2026 99:99:99 GMT"),
    "Accept": ("", "*/*", "application/json", "\xff"),
    "Accept-Language": ("de", "xx-" + "y" * 200, ";q=", "en;q=9"),
    "Accept-Encoding": ("gzip", "br;q=x", "identity"),
    "X-Requested-With": ("sheets", "XMLHttpRequest"),
    "X-Preview": ("1", "\x01", "x" * 500),
    "Range": ("bytes=0-", "bytes=9-1"),
    "Origin": ("null", "https://elsewhere.example"),
    "Referer": ("https://elsewhere.example/p/x", "::"),
    "Cookie": ("sessionid=x; csrftoken=" + "y" * 500, "=;=;;", "messages=[]"),
    "X-Forwarded-For": ("1.2.3.4, ::1", "unknown"),
    "User-Agent": ("", "\\" * 300),
}
METHODS = ("get",) * 4 + ("post",) * 7 + ("head", "put", "patch", "delete", "options", "trace")
NAME = re.compile(r'<(?:input|select|textarea|button)\b[^>]*?\bname="([^"]+)"[^>]*?(?:\bvalue="([^"]*)")?')


@dataclass
class Outcome:
    """How many requests were made, what they answered, and what failed."""

    requests: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    pages: set[str] = field(default_factory=set)
    failures: list[str] = field(default_factory=list)


class Fuzzer:
    """One event in the hands of people who mean no good."""

    def __init__(self, site: Site, rng: random.Random) -> None:
        self.site, self.rng = site, rng
        self.clients = dict(self._clients())
        for client in self.clients.values():
            client.raise_request_exception = False
        self.pages = [page for page in pages() if page.name != "accounts:sign_out"]
        self.outcome = Outcome()
        self.raised: list[BaseException] = []

    def _clients(self) -> Iterator[tuple[str, Client]]:
        """Nobody, a phone at a table, a scorer, and the owner of the site twice: most pages are theirs."""
        yield "anybody", Client()
        yield "phone", self.site.client("phone")
        yield "owner", self.site.client("owner")
        yield "owner again", self.site.client("owner")
        scorer = make_user("sam")
        Membership.objects.create(event=self.site.playing, user=scorer, role="scorer")
        client = Client()
        client.force_login(scorer)
        yield "scorer", client

    def run(self, requests: int) -> Outcome:
        """Make that many requests."""

        def note(**told: Any) -> None:
            import sys

            self.raised.append(sys.exc_info()[1])

        got_request_exception.connect(note, weak=False)
        try:
            for _ in range(requests):
                self._ask(self.rng.choice(self.pages))
        finally:
            got_request_exception.disconnect(note)
        return self.outcome

    def _ask(self, page: Page) -> None:
        rng = self.rng
        who, client = rng.choice(list(self.clients.items()))
        method = rng.choice(METHODS)
        address = self._address(page)
        told: dict[str, Any] = {"headers": self._headers()}
        if method in ("post", "put", "patch"):
            told |= self._body(page, client)
        self.raised.clear()
        answer: HttpResponse = getattr(client, method)(address, **told)
        if answer.streaming:
            b"".join(answer.streaming_content)
        self.outcome.requests += 1
        self.outcome.statuses[answer.status_code] += 1
        self.outcome.pages.add(page.name)
        if answer.status_code >= 500 or self.raised:
            why = f"{type(self.raised[0]).__name__}: {self.raised[0]}" if self.raised else ""
            told.pop("headers")
            told_short = {name: str(value)[:300] for name, value in told.items()}
            self.outcome.failures.append(
                f"{answer.status_code} {who} {method} {page.name} {address[:200]} {told_short} {why[:300]}"
            )

    def _address(self, page: Page) -> str:
        rng = self.rng
        values = self.site.values_for(page.name)
        if rng.random() < 0.2:
            spoiled = {name: quote(rng.choice(HOSTILE)[:200], safe="") or "x" for name in page.needs}
            values = values | {name: spoiled[name] for name in spoiled if rng.random() < 0.5}
        asked = {rng.choice(QUERY): rng.choice(HOSTILE) for _ in range(rng.choice((0, 0, 1, 3)))}
        query = "&".join(f"{name}={quote(value[:2_000], safe='')}" for name, value in asked.items())
        junk = rng.choice(("", "", "", "&%ff=%c3%28", "&" * 20))
        return page.address(values) + (f"?{query}{junk}" if query or junk else "")

    def _headers(self) -> dict[str, str]:
        names = self.rng.sample(sorted(HEADERS), self.rng.choice((0, 0, 1, 2)))
        return {name: self.rng.choice(HEADERS[name]) for name in names}

    def _body(self, page: Page, client: Client) -> dict[str, Any]:
        """A form of the page with some fields spoiled; or something that no form sends."""
        rng = self.rng
        kind = rng.random()
        if kind < 0.08:
            content_type = rng.choice(
                ("application/json", "text/plain", "application/x-www-form-urlencoded", "x")
            )
            return {"data": rng.randbytes(rng.choice((0, 5, 500))), "content_type": content_type}
        if kind < 0.12:
            broken = b'--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc'
            return {"data": broken, "content_type": "multipart/form-data; boundary=x"}
        fields = self._fields(page, client)
        for name in rng.sample(sorted(fields), min(len(fields), rng.choice((0, 1, 2, 5)))):
            fields[name] = rng.choice(HOSTILE)
        if rng.random() < 0.3:
            fields[rng.choice(("reason", "name", "text", "file", "accepted", "confirmed"))] = rng.choice(
                HOSTILE
            )
        if rng.random() < 0.15 and fields:
            fields[rng.choice(sorted(fields))] = self._file()
        return {"data": fields}

    def _fields(self, page: Page, client: Client) -> dict[str, Any]:
        answer = client.get(page.address(self.site.values_for(page.name)))
        text = "" if answer.streaming else answer.content.decode(errors="replace")
        return dict(NAME.findall(text))

    def _file(self) -> io.BytesIO:
        rng = self.rng
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("xl/workbook.xml", b"<a/>" * 1_000)
        odd = (b"", b"\xff\xfe", b"[" * 5_000, b'{"format": "euchre-event"}', b"name\n=1+1\n")
        file = io.BytesIO(rng.choice((*odd, packed.getvalue(), rng.randbytes(2_000))))
        file.name = rng.choice(("a.json", "a.xlsx", "a.zip", "../../a.csv", "\u202e.json", "a"))
        return file


def fuzz(requests: int, seed: int, *, each: int = 400) -> Outcome:
    """That many requests in all, `each` of them to a fresh site, since what they do ages one quickly."""
    total, rng = Outcome(), random.Random(seed)
    while total.requests < requests:
        with transaction.atomic():
            found = Fuzzer(everything(), rng).run(min(each, requests - total.requests))
            transaction.set_rollback(True)
        total.requests += found.requests
        total.statuses += found.statuses
        total.pages |= found.pages
        total.failures += found.failures
    return total
