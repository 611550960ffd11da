"""Every page that links lead to, and a browser's page in somebody's hands, with ears for what it does."""

import html
import re
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urljoin, urlsplit

from django.urls import Resolver404, resolve
from playwright.sync_api import BrowserContext, ElementHandle, Error

from tests.hands.evenings import DEEP, GIVEN, World
from tests.hands.report import Faults
from tests.helpers.whole_site import NO_PAGES

SCRIPT = Path(__file__).with_name("page.js").read_text(encoding="utf-8")
LAPTOP, PHONE, SMALL = (1280, 900), (390, 800), (320, 700)
REFUSALS = {400, 401, 403, 409, 413, 422, 423, 429}  # what a POST may be answered with
# To sign out and to take the evening elsewhere ends what is tried; tests of their own do it.
NEVER = re.compile(r"takeover:|accounts:sign_out|language|backups:restore")
HREF = re.compile(r'<a\b[^>]*?\shref="([^"#]*)')
NOT_OURS = ("//", "/static/")
# In how many states a page is asked for, and in how many it is operated.
STATES, AGAIN = (4, 3) if DEEP else (2, 1)


@dataclass(frozen=True, slots=True)
class Place:
    """A page of one kind, `name`, as somebody reaches it."""

    who: str
    name: str
    path: str
    source: str


def name_of(path: str) -> str:
    """The page's name with what is asked beside it, such as `rulings:new?code`."""
    parts = urlsplit(path)
    asked = sorted({name for name, _ in parse_qsl(parts.query, keep_blank_values=True)} - {"next"})
    return resolve(parts.path).view_name + ("?" + "&".join(asked) if asked else "")


@cache
def crawl(world: World, who: str) -> tuple[list[Place], Faults]:
    """Every page that somebody reaches by links, each kind in a few states, and what links lead astray."""
    client, faults, places = world.client(who), Faults(), list[Place]()
    queue = [(path, "") for path in world.starts[who]]
    asked, taken = set(world.starts[who]), Counter[str]()
    for path, came_from in queue:
        try:
            name = name_of(path)
        except Resolver404:
            faults.add(came_from, "a link leads nowhere", path)
            continue
        taken[name] += 1
        left_out = name.partition("?")[0] in NO_PAGES or NEVER.search(name)
        if left_out or (came_from and taken[name] > STATES):
            continue
        answer = client.get(path, follow=True)
        faults.tried["pages asked for"] += 1
        if answer.status_code >= 400:
            if came_from:
                faults.add(f"{came_from}, {who}", f"a link leads to {answer.status_code}", path)
        elif answer["Content-Type"].startswith("text/html") and not answer.redirect_chain:
            source = answer.content.decode()
            places.append(Place(who, name, path, source))
            for link in HREF.findall(source):
                there = urljoin(path, html.unescape(link))
                if there.startswith("/") and not there.startswith(NOT_OURS) and there not in asked:
                    asked.add(there)
                    queue.append((there, name))
    return places, faults


def operated(world: World, *whose: str) -> list[Place]:
    """One page of each kind for each of these, the first found; in `make soak` a few of each."""
    count, chosen = Counter[tuple[str, str]](), list[Place]()
    for place in [place for who in whose for place in crawl(world, who)[0]]:
        count[place.who, place.name] += 1
        if count[place.who, place.name] <= AGAIN:
            chosen.append(place)
    return chosen


class Tab:
    """A page of a browser in somebody's hands: it is opened anew, looked at, pressed, typed on; and heard."""

    def __init__(self, world: World, context: BrowserContext, base: str, who: str, faults: Faults) -> None:
        self.world, self.base, self.who, self.faults = world, base, who, faults
        self.context, self.page, self.at = context, context.new_page(), ""
        self.page.set_default_timeout(60_000)
        self.open: set[Any] = set()
        self.hush()
        page = self.page
        page.on("pageerror", lambda error: self.troubles.append(("page error", str(error).split("\n")[0])))
        page.on("console", self._said)
        page.on("request", self._asked)
        page.on("requestfinished", lambda request: self.open.discard(request))
        page.on("requestfailed", lambda request: self.open.discard(request))
        page.on("response", self._answered)
        page.on("dialog", self._dialog)
        page.on("download", lambda _file: self.facts.append("download"))
        page.on("popup", self._popup)
        page.on("framenavigated", lambda frame: self.moves.append(frame.url))

    def hush(self) -> None:
        """Forget what was heard so far."""
        self.troubles: list[tuple[str, str]] = []
        self.facts: list[str] = []
        self.moves: list[str] = []
        self.asked, self.sent = 0, 0

    def _said(self, message: Any) -> None:
        if message.type == "error" and not message.text.startswith("Failed to load resource"):
            self.troubles.append(("console error", message.text))

    def _asked(self, request: Any) -> None:
        if request.url.startswith(("data:", "blob:")):
            return
        if not request.url.startswith(self.base):
            self.troubles.append(("asks another host", request.url))
        if request.resource_type in ("document", "fetch", "xhr", "image", "ping"):
            self.asked += 1
            self.open.add(request)
        if request.method not in ("GET", "HEAD"):
            self.sent += 1
            self.world.dirty = True

    def _answered(self, answer: Any) -> None:
        refused = answer.status in REFUSALS and answer.request.method == "POST"
        if answer.status >= 400 and not refused:
            self.troubles.append((f"answer {answer.status}", f"{answer.request.method} {answer.url}"))

    def _dialog(self, dialog: Any) -> None:
        self.facts.append(f"dialog {dialog.type}")
        with suppress(Error):
            dialog.accept()

    def _popup(self, page: Any) -> None:
        self.facts.append("new tab")
        with suppress(Error):
            page.close()

    def go(self, place: Place) -> None:
        self.at = f"{place.name}, {place.who}"
        self.page.goto(self.base + place.path)

    def fresh(self, place: Place) -> None:
        """The page as it is before anybody touches it."""
        if self.world.dirty:
            self.page.goto(f"{self.base}/healthz")
            self.page.evaluate("localStorage.clear(), sessionStorage.clear()")
            if self.who in GIVEN:  # their pages are kept by version, and versions go back
                self.context.new_cdp_session(self.page).send("Network.clearBrowserCache")
            self.world.back()
            self.context.clear_cookies()
        given = self.world.cookies[self.who].items()
        self.context.add_cookies([{"name": name, "value": value, "url": self.base} for name, value in given])
        self.go(place)
        self.hush()

    def settle(self, most: float = 8) -> None:
        """Wait until nothing is on its way and the page is there."""
        until, calm = time.monotonic() + most, 0
        while calm < 2 and time.monotonic() < until:
            self.page.wait_for_timeout(40)
            ready = False
            with suppress(Error):  # it goes to another page just now
                ready = self.page.evaluate("document.readyState") == "complete"
            calm = calm + 1 if ready and not self.open else 0

    def heard(self, doing: str) -> None:
        """Tell of what the browser complained about meanwhile."""
        for kind, words in self.troubles:
            self.faults.add(self.at, kind, f"{words.replace(self.base, '')} ({doing})")
        self.troubles.clear()

    def tell(self, kind: str, what: str) -> None:
        self.faults.add(self.at, kind, what)

    def ask(self, call: str, *args: Any) -> Any:
        """What a function of page.js answers."""
        return self.page.evaluate(f"(args) => hands.{call}(...args)", list(args))

    def find(self, control: dict[str, Any]) -> ElementHandle | None:
        wanted = [control["key"], control["nth"]]
        return self.page.evaluate_handle("(args) => hands.find(...args)", wanted).as_element()

    def values(self, control: dict[str, Any]) -> dict[str, list[str]] | None:
        """What the control's form would send now; None if the control is not there."""
        script = "(args) => { const e = hands.find(...args); return e && hands.values(e.form); }"
        held: dict[str, list[str]] | None = self.page.evaluate(script, [control["key"], control["nth"]])
        return held

    def press(self, element: ElementHandle, times: int = 1) -> bool:
        """Click where a hand would, in the middle of what shows, once or quickly again."""
        spot = self.page.evaluate("(e) => hands.middle(e)", element)
        if not spot:
            return False
        self.page.mouse.move(*spot)
        for _ in range(times):
            self.page.mouse.down()
            self.page.mouse.up()
        return True

    def look(self) -> None:
        """See what is wrong with the page as it is, on a laptop and on phones."""
        for size in (LAPTOP, PHONE, SMALL):
            self.page.set_viewport_size({"width": size[0], "height": size[1]})
            for words in self.page.evaluate(f"hands.look({str(size == LAPTOP).lower()})"):
                self.tell(f"at {size[0]}", words)
        self.page.set_viewport_size({"width": LAPTOP[0], "height": LAPTOP[1]})
