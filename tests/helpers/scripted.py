"""A person whose browser runs the page's scripts: what those send, and where they put what is answered.

Addresses, fields, keys and revisions are read from the page and from its data attributes, as the scripts read
them, and only what the page offers can be chosen: a test notices when a page forgets something.
"""

from typing import Any
from urllib.parse import urljoin
from xml.etree.ElementTree import Element

import html5lib
from django.http import HttpResponse
from django.utils.translation import gettext

from tests.helpers.person import Person, _text, _values, tree
from tests.helpers.sheet_entry import pad


class Scripted(Person):
    """Somebody at a browser with JavaScript. `label` are the words by which the last form would wait."""

    label = ""
    hears = True  # what is answered; else the answer about a row of the grid gets lost on its way
    _sent: tuple[str, dict[str, Any], dict[str, str]]

    def again(self) -> HttpResponse:
        """The same once more, byte for byte: pressed twice, or sent anew by who heard no answer."""
        path, data, headers = self._sent
        answer = self.client.post(path, data, headers=headers)
        answer.redirect_chain = []
        return answer

    def _post(self, path: str, data: dict[str, Any], **headers: str) -> HttpResponse:
        self._sent = path, data, {name.replace("_", "-"): value for name, value in headers.items()}
        return self.again()

    def fill(self, **typed: Any) -> "Scripted":
        """Fill fields in; the part of the page that they are in shows what comes of it (js/previews.js)."""
        form = next(form for form in self._all("form") if typed.keys() <= _named(form).keys())
        _fill(form, typed)
        first = _named(form)[next(iter(typed))][0]
        places = [place for place in form.iter() if place.get("data-preview") and first in place.iter()]
        for place in places[-1:]:
            step = {"step": place.get("data-preview-step")} if place.get("data-preview-step") else {}
            data = _sent(form) | step
            answer = self.client.post(place.get("data-preview"), data, headers={"X-Preview": "1"})
            assert answer.status_code == 200, answer.status_code
            _replace(self._with("id", place.get("data-preview-into").removeprefix("#")), answer)
            ids = [element.get("id") for element in self._tree().iter() if element.get("id")]
            assert len(ids) == len(set(ids)), "The answer brought along what is on the page already."
        return self

    def held(self, name: str) -> Any:
        """What the page would send for a field as it stands; None for nothing."""
        return _values(next(form for form in self._all("form") if name in _named(form))).get(name)

    def poll(self) -> HttpResponse:
        """Ask once for news of the region that keeps up by itself (js/page/updating.js)."""
        region = self._with("data-poll")
        etag = region.get("data-poll-etag")
        answer = self.client.get(region.get("data-poll"), headers={"If-None-Match": etag} if etag else {})
        if answer.status_code == 200:
            _replace(region, answer)
            region.set("data-poll-etag", answer["ETag"])
        return answer

    def row(self, table: int = 1) -> Element:
        """A row of the totals grid."""
        return self._with("data-row", str(table))

    def leave(self, table: int = 1, words: str = "", /, **typed: Any) -> HttpResponse:
        """Type into a row of the totals grid and leave it, or press the button of these words in it: the row
        goes out by itself, and the answer takes its place (js/totals_grid/saving.js)."""
        row, form = self.row(table), self._with("data-totals")
        own = {f"t{table}-{name}": value for name, value in typed.items()}
        if "reason" in typed and f"t{table}-reason" not in _named(form):  # one below the whole grid
            own["reason"] = own.pop(f"t{table}-reason")
        _fill(form, own)
        held = {part.get("name"): part.get("data-held") for part in row.iter() if "data-held" in part.attrib}
        assert {name for name in own if not name.endswith("reason")} <= held.keys()
        names = [name for name in _values(form) if name == "reason" or name.startswith(f"t{table}-")]
        data = {name: value for name, value in _sent(form).items() if name in names}
        buttons = {_text(each): each for each in row.iter("button") if "data-answer" in each.attrib}
        pressed = [each for text, each in buttons.items() if words and words in text]
        assert pressed or not words, f"Row {table} has no button {words!r}: {list(buttons)}"
        assert pressed or data | held != data, f"Row {table} is as the server has it: it is not sent."
        data |= {each.get("name"): each.get("value") for each in pressed[:1]}
        answer = self._post(row.get("data-waiting-here"), data, X_Requested_With="sheets", **self._who())
        if self.hears and answer.status_code in (200, 409, 422):
            self._take_row(row, form, tree(answer.content.decode()))
        return answer

    def _take_row(self, row: Element, form: Element, answer: Element) -> None:
        """The row and what is around the grid, as answered (js/totals_grid/answers.js)."""
        fresh = _with(answer, "data-row", row.get("data-row"))
        assert int(fresh.get("data-version")) >= int(row.get("data-version"))
        assert row.get("data-label")
        assert fresh.get("data-says") or fresh.get("data-state") == "missing"
        row.attrib.clear()
        row.attrib.update(fresh.attrib)
        row[:] = list(fresh)
        version = _with(answer, "data-totals-bar").get("data-version")
        assert int(version) >= int(form.get("data-version"))
        form.set("data-version", version)
        for part in ("data-totals-bar", "data-totals-sums", "data-totals-close"):
            _with(form, part)[:] = list(_with(answer, part))

    def press(self, words: str, /, **typed: Any) -> Person:
        """As anybody does; what can wait goes out by itself, and asks by its page (js/offline/forms.js)."""
        buttons = [each for each in self._all("button") if each.get("type", "submit") == "submit"]
        found = [each for each in buttons if gettext(words) in _text(each)]
        assert found, f"There is no button {words!r} on {self.path}: {[*map(_text, buttons)]}"
        button = found[0]
        around = [form for form in self._all("form") if button in form.iter()]
        form = self._with("id", button.get("form")) if button.get("form") else around[0]
        _fill(form, typed)
        self.label = form.get("data-waits", "")
        data = _sent(form) | ({button.get("name"): button.get("value", "")} if button.get("name") else {})
        path = button.get("formaction") or form.get("action") or self.path
        if form.get("method") != "post":
            return self._see(self.client.get(path, data, follow=True), path)
        answer = self._post(path, data, **self._who() if self.label else {})
        if answer.status_code == 204:
            return self.visit(answer["X-Go"])
        if 300 <= answer.status_code < 400:
            return self.visit(urljoin(path, answer["Location"]))
        return self._see(self.client.post(path, data, follow=True) if self.label else answer, path)

    def _who(self) -> dict[str, str]:
        """Who sends it, to which event (js/offline/sending.js)."""
        body = next(self._all("body"))
        return {"X_Waits": body.get("data-waiting-who", "-"), "X_Waits_Event": body.get("data-event-uid")}

    def _with(self, name: str, value: str | None = None) -> Element:
        return _with(self._tree(), name, value)


def played(*results: tuple[str, int], first: str = "N") -> dict[str, Any]:
    """What somebody fills in on the pad: (maker, tricks) for each deal, a lower-case maker plays alone."""
    return {name: value for name, value in pad(*results, first=first).items() if name != "revision"}


def _with(page: Element, name: str, value: str | None = None) -> Element:
    """The first element that has this attribute, or this value of it."""
    for element in page.iter():
        if element.get(name) is not None and value in (None, element.get(name)):
            return element
    raise AssertionError(f"Nothing on the page has {name}={value or '…'}")


def _sent(form: Element) -> dict[str, Any]:
    return {name: value for name, value in _values(form).items() if value is not None}


def _named(form: Element) -> dict[str, list[Element]]:
    found: dict[str, list[Element]] = {}
    for field in form.iter():
        if field.tag in ("input", "select", "textarea") and field.get("name"):
            found.setdefault(field.get("name"), []).append(field)
    return found


def _fill(form: Element, typed: dict[str, Any]) -> None:
    """Fill fields of a form in; of radios, boxes and lists only what they offer, None for nothing."""
    named = _named(form)
    assert typed.keys() <= named.keys(), f"The form has no {set(typed) - set(named)}; it has {sorted(named)}"
    for name, value in typed.items():
        chosen, fields = None if value is None else str(value), named[name]
        if fields[0].tag == "select":
            _choose(list(fields[0].iter("option")), "selected", chosen, name)
        elif fields[0].get("type") in ("radio", "checkbox"):
            _choose(fields, "checked", chosen, name)
        elif fields[0].tag == "textarea":
            fields[0].text = chosen or ""
        else:
            fields[-1].set("value", chosen or "")


def _choose(options: list[Element], mark: str, value: str | None, name: str) -> None:
    for option in options:
        option.attrib.pop(mark, None)
    found = [option for option in options if value == option.get("value", _text(option) or "on")]
    assert found or value is None, f"{name} does not offer {value}: {[o.get('value') for o in options]}"
    for option in found[:1]:
        option.set(mark, "")


def _replace(region: Element, answer: HttpResponse) -> None:
    """What is in the region becomes what was answered."""
    region.text = ""
    region[:] = list(html5lib.parseFragment(answer.content.decode(), namespaceHTMLElements=False))
