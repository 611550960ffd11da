"""A person whose browser runs the page's scripts: what those send, and where they put what is answered.

Addresses, fields, keys and revisions are read from the page and from its data attributes, as the scripts read
them: a test notices when a page forgets something.
"""

from typing import Any
from urllib.parse import urljoin
from xml.etree.ElementTree import Element

import html5lib
from django.http import HttpResponse

from tests.helpers.person import Person, _fields, _values, tree
from tests.helpers.sheet_entry import pad


class Scripted(Person):
    """Somebody at a browser with JavaScript. `label` are the words by which the last form would wait."""

    label = ""
    hears = True  # what is answered; else the answer about a row of the grid gets lost on its way
    _changed: HttpResponse | None = None
    _sent: tuple[str, dict[str, Any], dict[str, str]]

    @property
    def page(self) -> str:
        """As it is by now: a script changes it where it stands."""
        if self._changed is not self.response:
            return super().page
        return html5lib.serialize(self._tree(), omit_optional_tags=False, quote_attr_values="always")

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
        form = self._form_with(*typed)
        self._fill(form, typed, by_script=True)
        first = next(field for field in _fields(form) if field.get("name") in typed)
        places = [place for place in form.iter() if place.get("data-preview") and first in place.iter()]
        for place in places[-1:]:
            step = {"step": place.get("data-preview-step")} if place.get("data-preview-step") else {}
            ask = self.client.post if form.get("method") == "post" else self.client.get
            answer = ask(place.get("data-preview"), _values(form) | step, headers={"X-Preview": "1"})
            assert answer.status_code == 200, answer.status_code
            self._replace(self._with("id", place.get("data-preview-into").removeprefix("#")), answer)
            ids = [element.get("id") for element in self._tree().iter() if element.get("id")]
            assert len(ids) == len(set(ids)), "The answer brought along what is on the page already."
        return self

    def held(self, name: str) -> Any:
        """What the page would send for a field as it stands; None for nothing."""
        return _values(self._form_with(name)).get(name)

    def _form_with(self, *names: str) -> Element:
        named = ((form, {field.get("name") for field in _fields(form)}) for form in self._all("form"))
        return next(form for form, fields in named if fields.issuperset(names))

    def poll(self) -> HttpResponse:
        """Ask once for news of the region that keeps up by itself (js/page/updating.js)."""
        region = self._with("data-poll")
        etag = region.get("data-poll-etag")
        answer = self.client.get(region.get("data-poll"), headers={"If-None-Match": etag} if etag else {})
        if answer.status_code == 200:
            self._replace(region, answer)
            region.set("data-poll-etag", answer["ETag"])
        return answer

    def row(self, table: int = 1) -> Element:
        """A row of the totals grid."""
        return self._with("data-row", str(table))

    def leave(self, table: int = 1, words: str = "", /, **typed: Any) -> HttpResponse:
        """Type into a row of the totals grid and leave it, or press the button of these words in it: the row
        goes out by itself, and the answer takes its place (js/totals_grid/saving.js)."""
        row, form, own = self.row(table), self._with("data-totals"), f"t{table}-"
        own_reason = any(field.get("name") == f"{own}reason" for field in _fields(row))
        shared = {} if own_reason else {"reason"}  # one below the whole grid
        named = {name if name in shared else own + name: value for name, value in typed.items()}
        self._fill(form, named, by_script=True)
        held = {part.get("name"): part.get("data-held") for part in row.iter() if "data-held" in part.attrib}
        assert {name for name in named if not name.endswith("reason")} <= held.keys()
        button = self._button(words, within=row) if words else None
        assert button is None or "data-answer" in button.attrib
        sent = _values(form, button).items()
        data = {name: value for name, value in sent if name in ("reason", "keep") or name.startswith(own)}
        assert button is not None or data | held != data, f"Row {table} is as the server has it: not sent."
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
        self._note_change()

    def _send(self, form: Element, path: str, data: dict[str, Any]) -> None:
        """As anybody does; what can wait goes out by itself, and asks by its page (js/offline/forms.js)."""
        self.label = form.get("data-waits", "")
        answer = self._post(path, data, **self._who() if self.label else {})
        if answer.status_code == 204:
            self.visit(answer["X-Go"])
        elif 300 <= answer.status_code < 400:
            self.visit(urljoin(path, answer["Location"]))
            self.response.redirect_chain.append((self.path, answer.status_code))
        else:
            self._see(self.client.post(path, data, follow=True) if self.label else answer, path)

    def _who(self) -> dict[str, str]:
        """Who sends it, to which event (js/offline/sending.js)."""
        body = next(self._all("body"))
        return {"X_Waits": body.get("data-waiting-who", "-"), "X_Waits_Event": body.get("data-event-uid")}

    def _note_change(self) -> None:
        self._changed = self.response
        self._map(self._tree())

    def _with(self, name: str, value: str | None = None) -> Element:
        return _with(self._tree(), name, value)

    def _replace(self, region: Element, answer: HttpResponse) -> None:
        """What is in the region becomes what was answered."""
        region.text = ""
        region[:] = list(html5lib.parseFragment(answer.content.decode(), namespaceHTMLElements=False))
        self._note_change()


def played(*results: tuple[str, int], first: str = "N") -> dict[str, Any]:
    """What somebody fills in on the pad: (maker, tricks) for each deal, a lower-case maker plays alone."""
    return {name: value for name, value in pad(*results, first=first).items() if name != "revision"}


def _with(page: Element, name: str, value: str | None = None) -> Element:
    """The first element that has this attribute, or this value of it."""
    for element in page.iter():
        if element.get(name) is not None and value in (None, element.get(name)):
            return element
    raise AssertionError(f"Nothing on the page has {name}={value or '…'}")
