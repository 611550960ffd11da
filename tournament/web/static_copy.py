"""An event's or a season's public pages as files with relative links, for any web space or a disk.

The pages are those of the site: each address is asked of the view that answers it, as somebody who is not
signed in, beginning at the front page and going where links lead.
"""

import posixpath
import re
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, quote, unquote, urljoin, urlsplit

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import Http404, HttpResponse, QueryDict
from django.urls import Resolver404, ResolverMatch, resolve, reverse

from tournament.http import FolderRequest
from tournament.languages import nobody_asks
from tournament.models import Event, Season
from tournament.web.static_html import for_folder, links_in

# What is copied. The rest needs the site: signing up, searching, other orders, papers, the big screen.
COPIED = frozenset(
    {"event", "standings", "teams", "seating", "round", "players", "player", "final", "rules", "csv", "xlsx"}
    | {"show", "person"}
)
# Links whose text is worth reading without the page: a season's, an event's or a player's name.
NAMING = frozenset({"season:show", "season:person", "public:event", "public:final", "public:player"})
BY_ROUND = frozenset({"standings", "seating"})  # pages with one more for each round
STATIC = "static/"
CSS_ADDRESS = re.compile(r"""url\(\s*["']?(?!data:)([^"')]+)["']?\s*\)""")
TRIES = 3


@dataclass(frozen=True, slots=True)
class CopiedPage:
    """A page of the site: its path, and of which round it is where that is not in the path."""

    path: str
    round: int | None = None


@dataclass(frozen=True, slots=True)
class CopiedPart:
    """What is copied from one address on down, in which folder it is, and what no page of it leads to."""

    prefix: str
    folder: str = ""
    unlinked: tuple[str, ...] = ()


def copy_of_event(event: Event) -> dict[str, bytes]:
    """The files of a public event, by their paths in the folder."""
    return _unchanged([event], [_part(event)])


def copy_of_season(season: Season) -> dict[str, bytes]:
    """The files of a public season and of its public events, as far as they are seated."""
    public = season.events.filter(is_public=True, rounds__isnull=False).distinct().order_by("date", "pk")
    events = list(public)
    own = CopiedPart(reverse("season:show", args=[season.slug]), unlinked=("standings.json",))
    return _unchanged([season, *events], [own, *(_part(event, f"events/{event.slug}/") for event in events)])


def _part(event: Event, folder: str = "") -> CopiedPart:
    unlinked = ("standings.json", "rounds.json")
    return CopiedPart(reverse("public:event", args=[event.slug]), folder, unlinked)


def _unchanged(shown: Sequence[Event | Season], parts: Sequence[CopiedPart]) -> dict[str, bytes]:
    """The copy of one moment: made again if something changed meanwhile, at last as it is then."""
    for _try in range(TRIES):
        before = _versions(shown)
        files = _Copy(parts).files()
        if _versions(shown) == before:
            break
    return files


def _versions(shown: Sequence[Event | Season]) -> list[int]:
    for one in shown:
        one.refresh_from_db()
    return [one.live_version if isinstance(one, Event) else one.version for one in shown]


class _Copy:
    """One copy: the pages found so far, and the files that they need."""

    def __init__(self, parts: Sequence[CopiedPart]) -> None:
        self.parts = parts
        self.answers: dict[CopiedPage, HttpResponse] = {}

    def files(self) -> dict[str, bytes]:
        """Every file by its path in the folder."""
        self._visit()
        static: set[str] = set()
        found = {self._file(at): self._content(at, answer, static) for at, answer in self.answers.items()}
        return found | dict(_static_files(static))

    def _visit(self) -> None:
        first = ((part.prefix, *(part.prefix + file for file in part.unlinked)) for part in self.parts)
        coming = deque(CopiedPage(path) for paths in first for path in paths)
        seen = set(coming)
        while coming:
            at = coming.popleft()
            answer = _answer(at)
            if answer is None:
                continue
            self.answers[at] = answer
            if _is_page(answer):
                links = (self._address(href, at) for href in links_in(answer.content.decode()))
                new = dict.fromkeys(link for link in links if link is not None and link not in seen)
                coming.extend(new)
                seen.update(new)

    def _address(self, href: str, at: CopiedPage) -> CopiedPage | None:
        """The page of this copy that a link on the page `at` leads to."""
        parts = urlsplit(urljoin(at.path, href))
        if parts.scheme or parts.netloc or (match := self._match(parts.path)) is None:
            return None
        query = parse_qs(parts.query)
        if match.url_name == "event" and list(query) == ["player"] and query["player"][0].isdecimal():
            own = CopiedPage(f"{parts.path}players/{int(query['player'][0])}/")
            # From their own page it leads to their present seat.
            return CopiedPage(f"{parts.path}seating/") if own == at else own
        if not query:
            return CopiedPage(parts.path)
        if match.url_name in BY_ROUND and list(query) == ["round"] and query["round"][0].isdecimal():
            return CopiedPage(parts.path, int(query["round"][0]))
        return None

    def _match(self, path: str) -> ResolverMatch | None:
        if not any(path.startswith(part.prefix) for part in self.parts):
            return None
        try:
            match = resolve(path)
        except Resolver404:
            return None
        return match if match.url_name in COPIED else None

    def _file(self, at: CopiedPage) -> str:
        """The path of a page's file in the folder."""
        part = next(part for part in self.parts if at.path.startswith(part.prefix))
        path = part.folder + at.path.removeprefix(part.prefix)
        if path and not path.endswith("/"):
            return path
        return f"{path}{'index' if at.round is None else f'round-{at.round}'}.html"

    def _content(self, at: CopiedPage, answer: HttpResponse, static: set[str]) -> bytes:
        """A page with relative links; notes in `static` which style sheets, fonts and icons it needs."""
        if not _is_page(answer):
            return bytes(answer.content)
        here = posixpath.dirname(self._file(at))

        def page(href: str) -> str | None:
            parts = urlsplit(href)
            if parts.scheme or parts.netloc:
                return href
            target = self._address(href, at)
            if target not in self.answers or target is None:
                return None
            return _relative(self._file(target), here) + (f"#{parts.fragment}" if parts.fragment else "")

        def resource(address: str) -> str | None:
            path = urlsplit(address).path
            if not path.startswith(settings.STATIC_URL):
                return None
            name = unquote(path.removeprefix(settings.STATIC_URL))
            static.add(name)
            return _relative(STATIC + name, here)

        html = for_folder(answer.content.decode(), page, resource, keeps_text=_names_something)
        return html.encode()


def _is_page(answer: HttpResponse) -> bool:
    return answer["Content-Type"].startswith("text/html")


def _relative(file: str, folder: str) -> str:
    return quote(posixpath.relpath(file, folder or "."))


def _names_something(href: str) -> bool:
    """Whether a link's text is worth reading without its page."""
    try:
        match = resolve(urlsplit(href).path)
    except Resolver404:
        return False
    return match.view_name in NAMING


def _answer(at: CopiedPage) -> HttpResponse | None:
    """What the site answers to somebody who is not signed in; None where it shows nothing."""
    request: Any = FolderRequest()
    request.method = "GET"
    request.path = request.path_info = at.path
    request.GET = QueryDict("" if at.round is None else f"round={at.round}")
    request.user = AnonymousUser()
    request.resolver_match = match = resolve(at.path)
    try:
        with nobody_asks():
            answer: HttpResponse = match.func(request, *match.args, **match.kwargs)
    except Http404:
        return None
    return answer if answer.status_code == 200 else None


def _static_files(names: set[str]) -> Iterator[tuple[str, bytes]]:
    """Files that pages ask for, and those that their style sheets ask for, by their paths in the folder."""
    coming, seen = deque(sorted(names)), set(names)
    while coming:
        name = coming.popleft()
        content = _static_content(name)
        yield STATIC + name, content
        if name.endswith(".css"):
            for address in CSS_ADDRESS.findall(content.decode()):
                needed = posixpath.normpath(posixpath.join(posixpath.dirname(name), urlsplit(address).path))
                if needed not in seen:
                    seen.add(needed)
                    coming.append(needed)


def _static_content(name: str) -> bytes:
    """A style sheet, font or icon: from our sources where pages name it so, else as it was collected."""
    if source := finders.find(name):
        with open(source, "rb") as file:
            return file.read()
    with staticfiles_storage.open(name) as file:
        content: bytes = file.read()
    return content
