"""An event's or a season's public pages as files with relative links, for any web space or a disk.

The pages are those of the site: each address is asked of the view that answers it, as somebody who is not
signed in, beginning at the front page and going where links lead. What needs the site or a script is left out
of them. The folder that is written replaces the one before it whole: beside it first, then exchanged.
"""

import posixpath
import re
import secrets
import shutil
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, quote, unquote, urljoin, urlsplit

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import Http404, HttpResponse, QueryDict
from django.urls import Resolver404, ResolverMatch, resolve, reverse
from django.utils.translation import gettext as _

from tournament.http import FolderRequest
from tournament.languages import nobody_asks
from tournament.models import Event, Season
from tournament.services.errors import Refused

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
    """A page of the site: its path, and of which round it is if the path does not say it."""

    path: str
    round: int | None = None


@dataclass(frozen=True, slots=True)
class CopiedPart:
    """The pages at and below the address `prefix`, written to `folder`.

    `unlinked` are files to copy, too, though no page has a link to them.
    """

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
        pages = {self._file(at): self._content(at, answer, static) for at, answer in self.answers.items()}
        return pages | dict(_static_files(static))

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
    """What the site answers to somebody who is not signed in; None if it shows nothing."""
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
    """A style sheet, font or icon: from our sources if pages name it so, else as it was collected."""
    if source := finders.find(name):
        with open(source, "rb") as file:
            return file.read()
    with staticfiles_storage.open(name) as file:
        content: bytes = file.read()
    return content


# Takes an address as a page writes it; gives the address in the folder, None if it has none.
Finder = Callable[[str], str | None]
Attributes = Sequence[tuple[str, str | None]]

VOID = frozenset(
    {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
)
LEFT_OUT = frozenset({"script", "noscript", "form", "button", "iframe"})
HIDDEN = frozenset({"hidden", "data-me", "data-needs-site"})  # attributes of what a folder cannot do
LINKS_LEFT_OUT = frozenset({"manifest", "preload", "modulepreload"})  # refused from a disk, or for scripts
SHARED = ("og:url", "og:image", "twitter:")  # they name the site's own address
LIVE = ("data-poll-", "data-me")  # for scripts; `data-poll` alone stays, as style sheets know it
PLAIN_WITHOUT_TARGET = frozenset({"listing-sort"})  # links whose text stays, by class


@dataclass(slots=True)
class _Open:
    """An element that is open: where it begins, and whether something was left out of it or is in it."""

    tag: str
    at: int
    lacks: bool = False
    holds: bool = False
    shown: bool = True  # false for a link whose text alone stays


def for_folder(html: str, page: Finder, resource: Finder, *, keeps_text: Callable[[str], bool]) -> str:
    """The page with addresses of pages and of resources exchanged.

    A link whose page is not in the folder keeps its text if `keeps_text` says so of its address; else it
    goes, and so does each element that holds nothing else.
    """
    writer = _Writer(page, resource, keeps_text)
    writer.feed(html)
    writer.close()
    return "".join(writer.out)


def links_in(html: str) -> list[str]:
    """The addresses that a page's links lead to."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return reader.hrefs


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.hrefs: list[str] = []

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        if tag == "a" and (href := dict(attrs).get("href")):
            self.hrefs.append(href)


class _Writer(HTMLParser):
    def __init__(self, page: Finder, resource: Finder, keeps_text: Callable[[str], bool]) -> None:
        super().__init__(convert_charrefs=False)
        self.page, self.resource, self.keeps_text = page, resource, keeps_text
        self.out: list[str] = []
        self.open: list[_Open] = []
        self.skipped: list[str] = []  # open elements within what is left out

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        if self.skipped:
            if tag not in VOID:
                self.skipped.append(tag)
            return
        values = dict(attrs)
        if self._is_left_out(tag, values):
            self._leave_out(tag)
            return
        if tag == "a" and not self._has_target(values.get("href") or ""):
            if self._keeps_text(values):
                self.open.append(_Open(tag, len(self.out), shown=False))
            else:
                self._leave_out(tag)
            return
        if tag in VOID:
            self._holds()
        else:
            self.open.append(_Open(tag, len(self.out)))
        self.out.append(self._start(tag, attrs))

    def handle_startendtag(self, tag: str, attrs: Attributes) -> None:
        if not self.skipped:
            self._holds()
            self.out.append(self.get_starttag_text() or "")

    def handle_endtag(self, tag: str) -> None:
        if self.skipped:
            if tag in self.skipped:
                while self.skipped.pop() != tag:
                    pass
            return
        if not any(one.tag == tag for one in self.open):
            return
        while (one := self.open.pop()).tag != tag:
            pass
        if one.lacks and not one.holds:
            del self.out[one.at :]
            self._lacks()
            return
        if one.holds or one.shown:
            self._holds()
        if one.shown:
            self.out.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        self._text(data, bool(data.strip()))

    def handle_entityref(self, name: str) -> None:
        self._text(f"&{name};", True)

    def handle_charref(self, name: str) -> None:
        self._text(f"&#{name};", True)

    def handle_decl(self, decl: str) -> None:
        self.out.append(f"<!{decl}>")

    def _text(self, text: str, counts: bool) -> None:
        if not self.skipped:
            self.out.append(text)
            if counts:
                self._holds()

    def _is_left_out(self, tag: str, values: dict[str, str | None]) -> bool:
        if tag == "link":
            return values.get("rel") in LINKS_LEFT_OUT
        if tag == "meta":
            return (values.get("property") or values.get("name") or "").startswith(SHARED)
        return tag in LEFT_OUT or not HIDDEN.isdisjoint(values)

    def _has_target(self, href: str) -> bool:
        return href.startswith("#") or self.page(href) is not None

    def _keeps_text(self, values: dict[str, str | None]) -> bool:
        classes = (values.get("class") or "").split()
        return bool(PLAIN_WITHOUT_TARGET & set(classes)) or (
            "button" not in classes and self.keeps_text(values.get("href") or "")
        )

    def _start(self, tag: str, attrs: Attributes) -> str:
        """The tag as it was, or with other addresses."""
        written, same = [], [_as_html(name, value) for name, value in attrs]
        for name, value in attrs:
            told = value or ""
            if name.startswith(LIVE):
                continue
            if name == "data-poll":
                told = ""
            elif tag == "a" and name == "href" and not told.startswith("#"):
                told = self.page(told) or ""
            elif name in ("src", "href") and tag != "a":
                told = self.resource(told) or told
            written.append(_as_html(name, value and told))
        changed = f"<{' '.join([tag, *written])}>"
        return changed if written != same else self.get_starttag_text() or ""

    def _leave_out(self, tag: str) -> None:
        self._lacks()
        if tag not in VOID:
            self.skipped.append(tag)

    def _holds(self) -> None:
        if self.open:
            self.open[-1].holds = True

    def _lacks(self) -> None:
        if self.open:
            self.open[-1].lacks = True


def _as_html(name: str, value: str | None) -> str:
    return name if value is None else f'{name}="{escape(value)}"'


MARK = "euchre-director.txt"  # tells the next time that the folder is ours to replace
MARK_BEGINS = "Euchre Director: this folder is replaced whole"


def write_folder(files: Mapping[str, bytes], out: Path) -> None:
    """Make `out` hold these files and nothing else. Raises `Refused` for a folder that is not ours, and
    `OSError`; then it is as it was before."""
    out = out.resolve()
    check_folder(out)
    out.parent.mkdir(parents=True, exist_ok=True)
    beside = _hidden(out)
    try:
        beside.mkdir()
        for name, content in files.items():
            file = beside / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        (beside / MARK).write_text(f"{MARK_BEGINS} when it is published again.\n", encoding="ascii")
        _exchange(beside, out)
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def check_folder(out: Path) -> None:
    """Raise `Refused` if something is in the way that this program did not make."""
    if not out.exists():
        return
    if not out.is_dir():
        raise Refused("no-folder", _("%(path)s is a file. Name a folder.") % {"path": out})
    mark = out / MARK
    ours = mark.is_file() and mark.read_bytes().startswith(MARK_BEGINS.encode())
    if not ours and any(out.iterdir()):
        message = _(
            "%(path)s is not empty and was not published by this program. Name a new or empty folder."
        )
        raise Refused("not-ours", message % {"path": out})


def _exchange(new: Path, out: Path) -> None:
    """Put the new folder where the old one is, which is put back if that fails."""
    old = _hidden(out)
    was_there = out.exists()
    if was_there:
        out.rename(old)
    try:
        new.rename(out)
    except OSError:
        if was_there:
            old.rename(out)
        raise
    shutil.rmtree(old, ignore_errors=True)


def _hidden(out: Path) -> Path:
    """A name beside it that nothing has yet."""
    return out.with_name(f".{out.name}-{secrets.token_hex(4)}")
