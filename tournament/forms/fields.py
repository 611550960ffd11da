"""Fields that forms share: whole numbers as people write them, and what every entered sheet carries."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import QueryDict
from django.utils.html import format_html
from django.utils.translation import gettext as _t
from django.utils.translation import gettext_lazy as _

from tournament.rotation.movements import MOVEMENTS
from tournament.services.reasons import LONGEST_REASON


class CountField(forms.CharField):
    """A whole number as people write it: plain digits 0–9 only, `digits` of them at most.

    Django's own integer field takes “5.0” and digits of other scripts, and caps by a number instead of a
    sentence.
    """

    def __init__(self, *, digits: int = 3, empty: int | None = None, **kwargs: Any) -> None:
        self.digits = digits
        self.empty = empty
        kwargs.setdefault("required", empty is None)
        super().__init__(**kwargs)

    def clean(self, value: Any) -> int | None:
        text = super().clean(value)
        if text in self.empty_values:
            return self.empty
        if re.fullmatch(r"[0-9]+", text):
            digits = text.lstrip("0") or "0"
            if len(digits) <= self.digits:
                return int(digits)
            raise ValidationError(_t("%(typed)s is too large.") % {"typed": shortened(text)}, code="large")
        if re.fullmatch(r"[-−–]\s*[0-9]+", text):
            raise ValidationError(_t("A number here is 0 or more."), code="negative")
        raise ValidationError(
            _t("“%(typed)s” is not a whole number. Type one such as 7.") % {"typed": shortened(text)},
            code="number",
        )

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        if widget.is_hidden:
            return {}
        return {"inputmode": "numeric", "autocomplete": "off", "size": self.digits}


class NumberField(forms.IntegerField):
    """Django's own field in a box for text: with `type="number"` a browser drops what is no number, so that
    nothing could be said about it. A minus as printed is one."""

    widget = forms.TextInput

    def to_python(self, value: Any) -> int | None:
        return super().to_python(value.replace("−", "-") if isinstance(value, str) else value)

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        if widget.is_hidden:
            return {}
        lowest = self.min_value() if callable(self.min_value) else self.min_value
        below = lowest is None or lowest < 0  # a phone's digits come without a minus
        return {"inputmode": "text" if below else "numeric", "autocomplete": "off"}


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
    """The movements to choose from, each with its rule and what stands against it, by key."""
    return [
        (
            movement.key,
            format_html(
                '<span><strong>{}</strong> <span class="soft">{}</span> <span class="{}">{}</span></span>',
                movement.title,
                movement.rule,
                "movement-warning",
                (warnings or {}).get(movement.key, ""),
            ),
        )
        for movement in MOVEMENTS.values()
    ]


def set_choices(form: forms.BaseForm, name: str, choices: Iterable[tuple[Any, Any]]) -> None:
    """Fill in the choices of a field that depend on the event."""
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices = list(choices)


def set_queryset(form: forms.BaseForm, name: str, records: QuerySet[Any]) -> None:
    """Fill in the records to choose from that depend on the event."""
    field = form.fields[name]
    assert isinstance(field, forms.ModelChoiceField)
    field.queryset = records


def changed_data(data: Mapping[str, Any], **changes: object) -> QueryDict:
    """What was sent, with some values changed. (`{**data}` of a QueryDict would hold lists.)"""
    changed = QueryDict(mutable=True)
    changed.update(data)
    for name, value in changes.items():
        changed[name] = str(value)
    return changed


def shortened(text: str) -> str:
    """What was typed, short enough for a sentence about it."""
    text = " ".join(text.split())
    return text if len(text) <= 20 else f"{text[:19]}…"


class EntryForm(forms.Form):
    """What a form for a sheet carries besides the score: the revision its page was made from, the key of this
    submission, what was asked and answered about it; for a closed round the reason, and that its effect
    on the standings was accepted."""

    revision = CountField(digits=5, empty=0, widget=forms.HiddenInput)
    key = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)
    confirmed = forms.CharField(required=False, max_length=200)
    accepted = forms.CharField(required=False, max_length=200)
    put = CountField(digits=5, empty=0)
    reason = forms.CharField(
        required=False,
        label=_("Reason"),
        max_length=LONGEST_REASON,
        error_messages={"max_length": _("Keep the reason to %(limit_value)d characters.")},
    )
