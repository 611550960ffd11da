"""Fields, numbers and errors that forms share, and the base form of every sheet entry."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.db.models import QuerySet
from django.forms.renderers import TemplatesSetting
from django.http import QueryDict
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.sentences import MINUS
from tournament.rotation.movements import MOVEMENTS, SEATING
from tournament.services.common import LONGEST_REASON
from tournament.services.sheets import SheetEntry
from tournament.words.sentences import in_words_lazy, words_of

WHOLE_NUMBER = re.compile(r"(?P<minus>[-−–]?)\s*(?P<digits>[0-9]+)")
FRENCH_TIME = re.compile(r"\s*([0-9]{1,2})\s*H\s*([0-9]{2})?\s*")  # 19 h 30, 19 h
MOST_DIGITS = 4  # as in addresses: 1 to 9999
MOST_ASKED = 2_000  # players in one request


class Renderer(TemplatesSetting):
    """How forms are drawn: `{{ form.name.as_field_group }}` is a field with its label, help and error."""

    field_template_name = "components/field.html"


class QuietForm(forms.Form):
    """A form that says itself what is missing; the browser does not."""

    use_required_attribute = False


class ReasonField(forms.CharField):
    """The reason for an action, as the history keeps it; `needed` says so if it is missing."""

    def __init__(self, *, needed: Any = None, **kwargs: Any) -> None:
        words = {"max_length": _lazy("Keep the reason to %(limit_value)d characters.")}
        kwargs.setdefault("label", _lazy("Reason"))
        kwargs.setdefault("error_messages", words | ({"required": needed} if needed else {}))
        super().__init__(max_length=LONGEST_REASON, **kwargs)


class CountField(forms.CharField):
    """A whole number as people write it: at most `digits` digits, 0–9 only.

    Django's integer field also accepts “5.0” and digits of other scripts. With `signed` it takes a minus, as
    any keyboard writes one.
    """

    def __init__(
        self, *, digits: int = 3, empty: int | None = None, signed: bool = False, **kwargs: Any
    ) -> None:
        self.digits = digits
        self.empty = empty
        self.signed = signed
        kwargs.setdefault("required", empty is None)
        super().__init__(**kwargs)

    def clean(self, value: Any) -> int | None:
        text = super().clean(value)
        if text in self.empty_values:
            return self.empty
        if number := WHOLE_NUMBER.fullmatch(text):
            digits = number["digits"].lstrip("0") or "0"
            if number["minus"] and not self.signed:
                raise ValidationError(_("A number here is 0 or more."), code="negative")
            if len(digits) <= self.digits:
                return -int(digits) if number["minus"] else int(digits)
            if number["minus"]:
                raise ValidationError(_("%(typed)s is too small.") % {"typed": shortened(text)}, code="small")
            raise ValidationError(_("%(typed)s is too large.") % {"typed": shortened(text)}, code="large")
        raise ValidationError(
            _("“%(typed)s” is not a whole number. Type one such as 7.") % {"typed": shortened(text)},
            code="number",
        )

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        if widget.is_hidden:
            return {}
        # The numeric keypads of phones have no minus.
        mode = "text" if self.signed else "numeric"
        return {"inputmode": mode, "autocomplete": "off", "size": self.digits + self.signed}


class NumberField(forms.IntegerField):
    """Django's integer field in a text box, which also takes a typographic minus (−).

    With `type="number"` a browser drops what is not a number, and no error could quote it.
    """

    widget = forms.TextInput

    def to_python(self, value: Any) -> int | None:
        return super().to_python(value.replace(MINUS, "-") if isinstance(value, str) else value)

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        if widget.is_hidden:
            return {}
        lowest = self.min_value() if callable(self.min_value) else self.min_value
        takes_negative = lowest is None or lowest < 0  # numeric keypads of phones have no minus
        return {"inputmode": "text" if takes_negative else "numeric", "autocomplete": "off"}


class NumbersField(forms.CharField):
    """Whole numbers with commas or spaces between, as text such as “3 6”; empty if left empty."""

    def __init__(self, **kwargs: Any) -> None:
        attrs = {"inputmode": "text", "autocomplete": "off", "class": "input-short"}
        kwargs.setdefault("required", False)
        super().__init__(max_length=60, widget=forms.TextInput(attrs=attrs), **kwargs)

    def clean(self, value: Any) -> str:
        words = super().clean(value).replace(",", " ").split()
        if not all(word.isascii() and word.isdecimal() and len(word) <= 3 for word in words):
            raise forms.ValidationError(_("Write whole numbers, such as 4, or 3, 6."), code="number")
        return " ".join(str(int(word)) for word in words)


class TimeOfDayField(forms.TimeField):
    """A time of day as people write it (19:30, 7:30 p.m., 19 h 30), as text such as 19:30; empty if left
    empty."""

    widget = forms.TextInput

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("required", False)
        super().__init__(input_formats=["%H:%M", "%H.%M", "%I:%M %p", "%I %p"], **kwargs)

    def clean(self, value: Any) -> str:
        typed = super().clean(_as_digits(value) if value else value)
        return f"{typed:%H:%M}" if typed else ""


def _as_digits(typed: str) -> str:
    """A time in figures: `P.M.` without its stops, and the French `19 h 30` and `19 h` as 19:30 and 19:00."""
    typed = typed.upper().replace("P.M.", "PM").replace("A.M.", "AM")
    if time := FRENCH_TIME.fullmatch(typed):
        return f"{time[1]}:{time[2] or '00'}"
    return typed


class SeatButtons(forms.RadioSelect):
    """Radio buttons for the seats, as large as a thumb; only the first can be where typing begins."""

    def __init__(self, attrs: dict[str, Any] | None = None, **kwargs: Any) -> None:
        super().__init__({"class": "seat-buttons"} | (attrs or {}), **kwargs)

    def create_option(
        self,
        name: str,
        value: Any,
        label: int | str,
        selected: bool,
        index: int,
        subindex: int | None = None,
        attrs: dict[str, Any] | None = None,
    ) -> dict[str, Any]:
        """One button."""
        option = super().create_option(name, value, label, selected, index, subindex, attrs)
        if index:
            option["attrs"].pop("autofocus", None)
        return option


def movements(warnings: Mapping[str, str] | None = None) -> list[tuple[str, Any]]:
    """The choices of a movement: (key, label with its rule and a warning, if any); with `warnings` those that
    the site can draw."""
    return [
        (
            movement.key,
            format_html(
                '<span><strong>{}</strong> <span class="soft">{}</span> <span class="{}">{}</span></span>',
                in_words_lazy(movement.title),
                in_words_lazy(movement.rule),
                "movement-warning",
                (warnings or {}).get(movement.key, ""),
            ),
        )
        for movement in (MOVEMENTS if warnings is None else SEATING).values()
    ]


def let_be_negative(form: forms.BaseForm, name: str) -> None:
    """Let a number take a minus, if that depends on the event."""
    field = form.fields[name]
    assert isinstance(field, CountField)
    field.signed = True
    field.widget.attrs |= field.widget_attrs(field.widget)


def set_choices(form: forms.BaseForm, name: str, choices: Iterable[tuple[Any, Any]]) -> None:
    """Set the choices of a field that depend on the event."""
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices = list(choices)


def set_queryset(form: forms.BaseForm, name: str, records: QuerySet[Any]) -> None:
    """Set the records of a field that depend on the event."""
    field = form.fields[name]
    assert isinstance(field, forms.ModelChoiceField)
    field.queryset = records


def changed_data(data: Mapping[str, Any], **changes: object) -> QueryDict:
    """A copy of the sent data with some values replaced. (`{**data}` of a QueryDict would hold lists.)"""
    copy = QueryDict(mutable=True)
    copy.update(data)
    for name, value in changes.items():
        copy[name] = str(value)
    return copy


def shortened(text: str) -> str:
    """The typed text, cut to 20 characters so that a sentence can quote it."""
    text = " ".join(text.split())
    return text if len(text) <= 20 else f"{text[:19]}…"


class EntryForm(forms.Form):
    """What a form for a sheet carries besides the score.

    `revision`: the one its page was made from. `key`: of this submission. `confirmed`: the unlikely values
    that were confirmed. `put`: the revision to replace knowingly. For a closed round also the `reason`, and
    `accepted`: the values whose effect on the standings was accepted.
    """

    revision = CountField(digits=5, empty=0, widget=forms.HiddenInput)
    key = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)
    confirmed = forms.CharField(required=False, max_length=200)
    accepted = forms.CharField(required=False, max_length=200)
    put = CountField(digits=5, empty=0)
    reason = ReasonField(required=False)

    @property
    def fingerprint(self) -> str:
        """A short text that differs if the typed score does: a confirmation is for these values only."""
        raise NotImplementedError

    # For the service, once the form is valid.
    @property
    def included(self) -> dict[int, bool]:
        """Whether the totals include the points of each ruling with an award, by its number."""
        return {}

    @property
    def entry(self) -> SheetEntry:
        """The circumstances of entering the sheet."""
        said = self.cleaned_data
        key = said["key"]
        if key and said["put"]:  # under its own key the page may have saved what these values replace
            key = f"{key[:58]}.{said['put']}"
        return SheetEntry(self.expected, self.included, self.is_confirmed, said["reason"], key or None)

    @property
    def is_answered(self) -> bool:
        """Whether a question about these values was answered: they are meant as they stand."""
        return any(self.cleaned_data[name] for name in ("confirmed", "accepted", "put"))

    @property
    def expected(self) -> int:
        """The revision these values are meant to replace: the page's, or the one that "use mine" named."""
        return int(self.cleaned_data["put"] or self.cleaned_data["revision"])

    @property
    def is_confirmed(self) -> bool:
        """Whether exactly these values were confirmed."""
        return bool(self.cleaned_data["confirmed"]) and self.cleaned_data["confirmed"] == self.fingerprint

    @property
    def is_accepted(self) -> bool:
        """Whether the effect of exactly these values was accepted."""
        return bool(self.cleaned_data["accepted"]) and self.cleaned_data["accepted"] == self.fingerprint


class ReasonForm(forms.Form):
    """A required reason for what is hard to undo."""

    reason = ReasonField(
        help_text=_lazy("It’s kept in the history."), needed=_lazy("Say why; it’s kept in the history.")
    )


def number_in(text: str | None) -> int | None:
    """The number from 1 to 9999 in `text`; None for anything else.

    >>> number_in("12"), number_in("0"), number_in("99999999999"), number_in("x"), number_in(None)
    (12, None, None, None, None)
    """
    digits = (text or "").strip()
    if not digits.isascii() or not digits.isdigit() or len(digits) > MOST_DIGITS:
        return None
    return int(digits) or None


def read_numbers(text: str) -> tuple[int, ...]:
    """Players' numbers as people write lists and ranges of them; 0, whom nobody is, for anything else.

    >>> read_numbers("3, 7-9 12"), read_numbers("x, 99999"), read_numbers("9-7")
    ((3, 7, 8, 9, 12), (0,), (0,))
    """
    numbers: set[int] = set()
    for part in text[: 5 * MOST_ASKED].replace(",", " ").replace(";", " ").replace("–", "-").split():
        first, dash, last = part.partition("-")
        low, high = number_in(first), number_in(last if dash else first)
        numbers.update(range(low, high + 1) if low and high and low <= high else (0,))
    return tuple(sorted(numbers)[:MOST_ASKED])


def add_domain_error(form: forms.BaseForm, error: Exception) -> None:
    """Show an error of `services`, `scoring` or `rotation` beside the field it names, else above the form.

    Such an error has a sentence and may have a `code` and a `field`; a field the form lacks is ignored.
    """
    field = getattr(error, "field", None)
    if field == "order" and field not in form.fields:
        field = "key_1"  # the order of an event's form is made of its keys
    if f"on_{field}" in form.fields and field not in form.fields:
        field = f"on_{field}"  # the switch of a feature
    place = field if field in form.fields else NON_FIELD_ERRORS
    form.add_error(place, ValidationError(words_of(error), code=getattr(error, "code", None)))
