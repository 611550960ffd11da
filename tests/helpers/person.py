"""A person with a browser and no JavaScript: reads pages, fills forms in, presses buttons.

What a form holds is sent as it stands, hidden fields and choices made beforehand included, so that a test
notices when a page forgets something. What the page does not offer cannot be chosen. With JavaScript:
`tests.helpers.scripted`.
"""

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urljoin, urlsplit
from xml.etree.ElementTree import Element

import html5lib
from django.http import HttpResponse
from django.test import Client
from django.urls import resolve
from django.utils.translation import gettext

# What a button does where no words say it: the page that one comes to is the answer.
SAID_BY_THE_PAGE = (
    "accounts:", "backups:bring", "backups:restore", "draft_jobs:count", "events:new", "finale:",
    "groups:index", "language", "players:how_many", "players:import", "rehearsal:", "rounds:set_clock",
    "seasons:new", "seating:draft", "seating_choices:index", "self_check_in:", "sheets:save_row",
    "table_entry:", "teams:change",
)  # fmt: skip
FIELDS = {"input", "select", "textarea"}
TICKED = {"radio", "checkbox"}


class Person:
    """Somebody at a browser. `page` is the text of the page in front of them, `path` its address."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.path = ""
        self.response: HttpResponse | None = None
        # The answer seen last, the page as it is, and in what each of its parts stands.
        self._read: tuple[HttpResponse | None, Element, dict[Element, Element]] | None = None

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

    def press(self, words: str, beside: str = "", /, **typed: Any) -> "Person":
        """Fill the form that holds the button of these words in, and press it: the first one, or the one
        `beside` other words, such as a player's name.

        The words are in English, whatever language the site speaks meanwhile. A choice is named by its value
        or by its words; None unticks.
        """
        button = self._button(words, beside)
        form = self._form_of(button)
        self._fill(form, typed)
        path = button.get("formaction") or form.get("action") or self.path
        if form.get("method", "get").lower() != "post":
            return self._see(self.client.get(path, _values(form, button), follow=True), path)
        self._send(form, path, _values(form, button))
        if self.response.redirect_chain:
            assert self.told or said_by_the_page(path), f"Nothing is said of {words!r}, sent to {path}"
        return self

    def _send(self, form: Element, path: str, data: dict[str, Any]) -> None:
        came_from = {"Referer": f"http://testserver{self.path}"}
        self._see(self.client.post(path, data, follow=True, headers=came_from), path)

    @property
    def told(self) -> list[str]:
        """What the page says of what was just done."""
        places = [one for one in self._tree().iter() if one.get("role") in ("status", "alert")]
        return [_text(one) for one in places if _text(one) and not self._is_hidden(one)]

    def _is_hidden(self, element: Element | None) -> bool:
        while element is not None and element.get("hidden") is None:
            element = self._parents().get(element)
        return element is not None

    def publish(self, **asked: Any) -> "Person":
        """Publish the draft on the page; what is only `asked` of some drafts is typed where it is asked."""
        start, words = gettext("Start round 1"), gettext("Publish seating")
        if any(words in _text(link) for link in self._all("a")):
            self.follow(words)
        starts = any(start in _text(button) for button in self._all("button"))
        on_page = {field.get("name") for field in self._all("input")}
        typed = {name: value for name, value in asked.items() if name in on_page}
        return self.press("Start round 1" if starts else "Publish seating", **typed)

    def _button(self, words: str, beside: str = "", within: Element | None = None) -> Element:
        words, inside = gettext(words), self._tree() if within is None else within
        buttons = [one for one in inside.iter("button") if one.get("type", "submit") == "submit"]
        buttons = [one for one in buttons if self._form_of(one) is not None and one.get("disabled") is None]
        found = [one for one in buttons if words in (one.get("aria-label") or "", _text(one))]
        found = found or [one for one in buttons if words in f"{_text(one)} {one.get('aria-label', '')}"]
        found = [one for one in found if not beside or self._distance(one, beside) < float("inf")]
        assert found, f"There is no button {words!r} {beside!r} on {self.path}: {[*map(_text, buttons)]}"
        return min(found, key=lambda one: self._distance(one, beside)) if beside else found[0]

    def _distance(self, element: Element, beside: str) -> float:
        """How much is read of the smallest part that holds the element and these words."""
        parents, whole = self._parents(), re.compile(rf"(?<!\w){re.escape(beside)}(?!\w)")
        while not whole.search(_text(element)):
            if (element := parents.get(element)) is None:
                return float("inf")
        return len(_text(element))

    def _parents(self) -> dict[Element, Element]:
        self._tree()
        return self._read[2]

    def _form_of(self, element: Element | None) -> Element | None:
        if name := element.get("form"):
            return next(form for form in self._all("form") if form.get("id") == name)
        parents = self._parents()
        while element is not None and element.tag != "form":
            element = parents.get(element)
        return element

    def _fill(self, form: Element, typed: dict[str, Any], *, by_script: bool = False) -> None:
        """Type and choose in the page, as far as hands can; a script of ours writes hidden fields, too, and
        unchooses.

        Of a hidden field may be said what it holds.
        """
        for name, value in typed.items():
            fields = [field for field in _fields(form) if field.get("name") == name]
            unseen = [field for field in fields if field.get("type") == "hidden" and not by_script]
            seen = [field for field in fields if field not in unseen or field.get("value") == str(value)]
            names = sorted({field.get("name") for field in _fields(form)})
            assert seen, f"The form on {self.path} has no field {name!r} to fill in; it has {names}"
            field = seen[0]
            if field.get("type") in TICKED:
                several = field.get("type") == "checkbox" or (by_script and value is None)
                self._choose(seen, "checked", value, several=several)
            elif field.tag == "select":
                several = field.get("multiple") is not None
                self._choose(list(field.iter("option")), "selected", value, several=several)
            elif field.tag == "textarea":
                field[:], field.text = [], str(value)
            else:
                is_file = field.get("type") == "file"
                assert not is_file or form.get("enctype") == "multipart/form-data", f"{name} goes nowhere"
                field.set("value", value if is_file else "" if value is None else str(value))

    def _choose(self, options: list[Element], mark: str, value: Any, *, several: bool) -> None:
        wanted = list(value) if isinstance(value, (list, tuple, set)) else [] if value is None else [value]
        chosen = [self._option(options, str(one)) for one in wanted]
        assert several or len(chosen) == 1, f"One has to be chosen, not {value!r}"
        for option in options:
            option.attrib.pop(mark, None)
            if option in chosen:
                option.set(mark, "")

    def _option(self, options: list[Element], wanted: str) -> Element:
        for told in (_value, self._words):
            for option in options:
                if told(option) == wanted and option.get("disabled") is None:
                    return option
        raise AssertionError(f"{wanted!r} is not offered on {self.path}: {[*map(_value, options)]}")

    def _words(self, option: Element) -> str:
        """What an option or the label of a box reads."""
        labels = (one for one in self._all("label") if one.get("for") == option.get("id"))
        return _text(option if option.tag == "option" else next(labels, option))

    def _see(self, response: HttpResponse, path: str) -> "Person":
        self.response = response
        self.path = (response.redirect_chain[-1][0] if response.redirect_chain else path).partition("#")[0]
        assert response.status_code < 500, f"{self.path} answered {response.status_code}"
        page = "" if response.streaming else response.content.decode(errors="ignore")
        assert "<html" not in page or not (wrong := unsound(page)), (self.path, wrong)
        return self

    def _tree(self) -> Element:
        """The page's elements; parsing takes longer than the page, so it is done once."""
        if self._read is None or self._read[0] is not self.response:
            root = tree(self.page)
            for part in root.iter("template"):
                part.clear()  # for scripts: nobody sees or sends it
            self._map(root)
        return self._read[1]

    def _map(self, root: Element) -> None:
        """Note in what each element of the page stands."""
        self._read = self.response, root, {child: parent for parent in root.iter() for child in parent}

    def _all(self, tag: str) -> Any:
        return self._tree().iter(tag)


def said_by_the_page(path: str) -> bool:
    return resolve(urlsplit(path).path).view_name.startswith(SAID_BY_THE_PAGE)


def tree(page: str) -> Element:
    """A page's elements, read as leniently as a browser does."""
    return html5lib.parse(page, namespaceHTMLElements=False)


def unsound(page: str) -> list[str]:
    """What leads nowhere on a page: a link, the name of an id, a form without the token that others have."""
    ids = set(re.findall(r'\sid="([^"]*)"', page))
    named = re.findall(r'\s(?:for|form|list|aria-labelledby|aria-describedby|aria-controls)="([^"]*)"', page)
    links = re.findall(r"<a\b(?![^>]*hidden)[^>]*>", page)
    forms = re.findall(r'<form\b[^>]*method="post".*?</form>', page, re.DOTALL)
    guarded = "csrfmiddlewaretoken" in page  # pages for everybody have no token
    return [
        *(name for names in named for name in names.split() if name not in ids),
        *(link for link in links if not re.search(r'\shref="([./#?]|https?:|mailto:|data:)', link)),
        *(form for form in forms if guarded and not re.search("csrfmiddlewaretoken|/language/", form)),
    ]


def words(answer: HttpResponse) -> str:
    """What a reader sees of an answer, of a part of a page as well, spaces tidied."""
    html = re.sub(r"<(script|style|template|head)\b.*?</\1>", " ", answer.content.decode(), flags=re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def _text(element: Element) -> str:
    return " ".join("".join(element.itertext()).split())


def _fields(form: Element) -> Iterator[Element]:
    """What can be filled in, and what is sent along."""
    for field in form.iter():
        if field.tag in FIELDS and field.get("name") and field.get("disabled") is None:
            yield field


def _value(option: Element) -> str:
    return option.get("value", _text(option) if option.tag == "option" else "on")


def _values(form: Element, button: Element | None = None) -> dict[str, Any]:
    """What the form would send as it stands, and its button among it: a list where a name is there twice."""
    found: dict[str, list[Any]] = {}
    fields = {*_fields(form)}
    inside = list(form.iter())
    for field in inside if button is None or button in inside else [*inside, button]:
        if field is button and field.get("name"):
            values = [field.get("value", "")]
        elif field not in fields:
            continue
        elif field.tag == "textarea":
            values = ["".join(field.itertext())]
        elif field.tag == "select":
            options = list(field.iter("option"))
            chosen = [option for option in options if option.get("selected") is not None]
            first = [one for one in options if one.get("disabled") is None][: field.get("multiple") is None]
            values = [_value(option) for option in chosen or first]
        elif field.get("type") in TICKED:
            values = [_value(field)] if field.get("checked") is not None else []
        else:
            values = [field.get("value", "")]
        found.setdefault(field.get("name"), []).extend(values)
    return {name: told[0] if len(told) == 1 else told for name, told in found.items() if told}
