"""The guide inside: docs/evening.md and docs/trouble.md as pages, in the reader's language.

A translation is docs/LANGUAGE/PAGE.md with the same headings in the same order; without one the guide is in
English. Both keep the English names of the headings as anchors, so that a link leads to the same place.
"""

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token

from tournament.running import program

PAGES = ("evening", "trouble")
FOLDER = program.HERE / "docs" if program.IS_CHECKOUT else program.HERE / "tournament" / "guide_texts"
_MARKDOWN = MarkdownIt("commonmark").enable("table")


@cache
def guide_page(page: str, language: str) -> SafeString:
    """A page of the guide as HTML. Raises KeyError for one that there is not."""
    if page not in PAGES:
        raise KeyError(page)
    original = FOLDER / f"{page}.md"
    translated = FOLDER / language / f"{page}.md"
    tokens = _MARKDOWN.parse((translated if translated.exists() else original).read_text(encoding="utf-8"))
    headings = [token for token in tokens if token.type == "heading_open"]
    for heading, anchor in zip(headings, _anchors(original), strict=True):
        heading.attrSet("id", anchor)
    for token in tokens:
        _lead_within(token.children or ())
    html: str = _MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {})
    return mark_safe(html)  # noqa: S308 - our own texts


def _anchors(path: Path) -> list[str]:
    """The headings as a code host links to them."""
    titles = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return [re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles]


def _lead_within(line: Sequence[Token]) -> None:
    """Lead links to the guide's pages; what leads to other files of the documentation is no link here."""
    leads = True
    for token in line:
        if token.type == "link_open":
            page, hash_, anchor = str(token.attrGet("href")).partition("#")
            name = page.removesuffix(".md")
            leads = not page or name in PAGES
            if page and leads:
                token.attrSet("href", reverse("guide", args=[name]) + hash_ + anchor)
        if token.type in ("link_open", "link_close") and not leads:
            token.type, token.tag, token.nesting, token.content = "text", "", 0, ""
