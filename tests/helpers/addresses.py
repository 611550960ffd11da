"""Every address of the site, from the resolver: so a page that is added is asked about as well."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import unescape
from typing import Any

from django.http import HttpResponse
from django.test import Client
from django.urls import URLResolver, get_resolver, reverse

from tournament.models import Event, Season

HREF = re.compile(r'(?:href|action)="(/[^"#?]*)')


@dataclass(frozen=True, slots=True)
class Page:
    """A page by its full name, such as `sheets:show`; `route` holds what its address is made of."""

    name: str
    view: Callable[..., HttpResponse]
    route: str
    needs: frozenset[str]

    def address(self, values: Mapping[str, Any]) -> str:
        """The address with these values filled in."""
        return re.sub(r"<(?:[a-z]+:)?([a-z_]+)>", lambda part: str(values[part[1]]), self.route)


def pages(
    patterns: Sequence[Any] | None = None,
    space: str = "",
    route: str = "/",
    needs: frozenset[str] = frozenset(),
) -> Iterator[Page]:
    """Every page there is."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        here, path = needs | set(pattern.pattern.converters), route + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            inner = f"{pattern.namespace}:" if pattern.namespace else space
            yield from pages(pattern.url_patterns, inner, path, here)
        else:
            yield Page(f"{space}{pattern.name}", pattern.callback, path, here)


def at(place: Event | Season, name: str, *args: Any) -> str:
    """The address of a page of an event or a season, such as `at(event, "sheets:show", 1, 2)`."""
    return reverse(name, args=[place.slug, *args])


def pages_from(desk: Client, start: str, within: str) -> dict[str, str]:
    """The pages of an event that links lead to, by path, with their HTML."""
    pages: dict[str, str] = {}
    waiting = [start]
    while waiting:
        path = waiting.pop()
        if path in pages or within not in path or path.endswith((".pdf", ".png", ".csv", ".xlsx", ".json")):
            continue
        answer = desk.get(path)
        if answer.status_code != 200 or "html" not in answer["Content-Type"]:
            assert answer.status_code in (200, 302, 405), (path, answer.status_code)
            continue
        pages[path] = answer.content.decode()
        waiting += [unescape(link) for link in HREF.findall(pages[path])]
    return pages
