"""A person with a browser and no JavaScript: reads pages, fills forms in, presses buttons.

What a form holds is sent as it stands, hidden fields and choices made beforehand included, so that a test
notices when a page forgets something.
"""

import re
from typing import Any
from urllib.parse import urljoin
from xml.etree.ElementTree import Element

import html5lib
from django.http import HttpResponse
from django.test import Client
from django.utils.translation import gettext


class Person:
    """Somebody at a browser. `page` is the text of the page in front of them, `path` its address."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.path = ""
        self.response: HttpResponse | None = None
        self._read: tuple[HttpResponse, Element] | None = None  # the page that was parsed last, and its tree

    def visit(self, path: str) -> "Person":
        return self._see(self.client.get(path, follow=True), path)

    @property
    def page(self) -> str:
        return self.response.content.decode()

    @property
    def text(self) -> str:
        """What can be read on the page, spaces tidied."""
        main = next(self._all("main"), self._tree())
        return " ".join(" ".join(main.itertext()).split())

    def follow(self, words: str) -> "Person":
        """Follow the first link that reads so."""
        for link in self._all("a"):
            if words in _text(link):
                return self.visit(self._address(link.get("href")))
        raise AssertionError(
            f"There is no link {words!r} on {self.path}: {[_text(a) for a in self._all('a')]}"
        )

    def _address(self, href: str) -> str:
        """Where a link of this page leads; “?…” alone stays on the page, with another query."""
        if href.startswith("?"):
            return self.path.partition("?")[0] + href.removesuffix("?")
        return urljoin(self.path, href)

    def press(self, words: str, /, **typed: Any) -> "Person":
        """Fill the form that holds the button of these words in, and press it.

        The words are in English, whatever language the site speaks meanwhile.
        """
        words = gettext(words)
        for form in self._all("form"):
            elsewhere = [other for other in self._all("button") if other.get("form", "-") == form.get("id")]
            for button in (*form.iter("button"), *elsewhere):
                if words in _text(button) and button.get("type", "submit") == "submit":
                    return self._send(form, button, typed)
        buttons = [_text(button) for form in self._all("form") for button in form.iter("button")]
        raise AssertionError(f"There is no button {words!r} on {self.path}: {buttons}")

    def publish(self, **asked: Any) -> "Person":
        """Publish the draft on the page; what is only `asked` of some drafts is typed where it is asked."""
        start, words = gettext("Start round 1"), gettext("Publish seating")
        if any(words in _text(link) for link in self._all("a")):
            self.follow(words)
        starts = any(start in _text(button) for button in self._all("button"))
        on_page = {field.get("name") for field in self._all("input")}
        typed = {name: value for name, value in asked.items() if name in on_page}
        return self.press("Start round 1" if starts else "Publish seating", **typed)

    def _send(self, form: Element, button: Element, typed: dict[str, Any]) -> "Person":
        data = {**_values(form), **typed}
        if button.get("name"):
            data[button.get("name")] = button.get("value", "")
        names = {field.get("name") for field in form.iter() if field.get("name")}
        assert set(typed) <= names, f"The form has no field {set(typed) - names}; it has {sorted(names)}"
        data = {name: value for name, value in data.items() if value is not None}
        path = button.get("formaction") or form.get("action") or self.path
        if form.get("method", "get").lower() == "post":
            return self._see(self.client.post(path, data, follow=True), path)
        return self._see(self.client.get(path, data, follow=True), path)

    def _see(self, response: HttpResponse, path: str) -> "Person":
        self.response = response
        self.path = response.redirect_chain[-1][0] if response.redirect_chain else path
        assert response.status_code < 500, f"{self.path} answered {response.status_code}"
        return self

    def _tree(self) -> Element:
        """The page's elements; parsing takes longer than the page, so it is done once."""
        if self._read is None or self._read[0] is not self.response:
            self._read = self.response, tree(self.page)
        return self._read[1]

    def _all(self, tag: str) -> Any:
        return self._tree().iter(tag)


def tree(page: str) -> Element:
    """A page's elements, read as leniently as a browser does."""
    return html5lib.parse(page, namespaceHTMLElements=False)


def words(answer: HttpResponse) -> str:
    """What a reader sees of an answer, of a part of a page as well, spaces tidied."""
    html = re.sub(r"<(script|style|template|head)\b.*?</\1>", " ", answer.content.decode(), flags=re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def _text(element: Element) -> str:
    return " ".join("".join(element.itertext()).split())


def _values(form: Element) -> dict[str, Any]:
    """What the form would send as it stands."""
    found: dict[str, Any] = {}
    for field in form.iter():
        name = field.get("name")
        if not name or field.get("disabled") is not None:
            continue
        if field.tag == "textarea":
            found[name] = "".join(field.itertext()).removeprefix("\n")
        elif field.tag == "select":
            options = list(field.iter("option"))
            chosen = [option for option in options if option.get("selected") is not None] or options[:1]
            found[name] = chosen[0].get("value", _text(chosen[0])) if chosen else None
        elif field.tag == "input" and field.get("type") in {"radio", "checkbox"}:
            if field.get("checked") is not None:
                found[name] = field.get("value", "on")
        elif field.tag == "input":
            found[name] = field.get("value", "")
    return found
