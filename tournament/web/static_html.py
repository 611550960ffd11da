"""Turn a page of the site into one of a folder: its links lead to the files beside it.

What needs the site is left out: forms, buttons, scripts, and links to pages that are not in the folder.

It works on what a template rendered, so that there is one set of templates.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from html.parser import HTMLParser

# Takes an address as a page writes it; gives the address in the folder, None where it has none.
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
    return reader.found


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        if tag == "a" and (href := dict(attrs).get("href")):
            self.found.append(href)


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
        written, same = [], [_written(name, value) for name, value in attrs]
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
            written.append(_written(name, value and told))
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


def _written(name: str, value: str | None) -> str:
    return name if value is None else f'{name}="{escape(value)}"'
