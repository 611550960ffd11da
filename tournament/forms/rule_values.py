"""A form field for each value of a ruleset, from `scoring.rule_settings`."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _lazy

from scoring.rule_settings import Setting
from tournament.forms.fields import NumberField
from tournament.sentences import in_words_lazy


def rule_field(setting: Setting, empty: Any = None) -> forms.Field:
    """The field for one value of the rules; with `empty` it may be left open."""
    words: dict[str, Any] = {"label": in_words_lazy(setting.title), "help_text": in_words_lazy(setting.help)}
    nothing: Iterable[tuple[str, Any]] = [("", empty)] if empty else []
    if setting.choices:
        choices = [*nothing, *((str(value), in_words_lazy(label)) for value, label in setting.choices)]
        return forms.ChoiceField(**words, choices=choices, required=not empty)
    if empty:
        numbers = [(str(value), str(value)) for value in range(2, 5)]
        return forms.ChoiceField(**words, choices=[*nothing, *numbers], required=False)
    errors: Mapping[str, Any] = {
        "required": _lazy("Write a whole number."),
        "invalid": _lazy("Write a whole number."),
        "min_value": format_lazy(_lazy("At least {low}."), low=setting.low),
        "max_value": format_lazy(_lazy("At most {high}."), high=setting.high),
    }
    return NumberField(
        **words,
        min_value=setting.low,
        max_value=setting.high,
        required=not setting.optional,
        error_messages=errors,
    )


def rule_value(setting: Setting, cleaned: Any) -> Any:
    """Convert such a field's cleaned value to the setting's own type; None if it was left empty."""
    if cleaned in ("", None):
        return None
    if not setting.choices:
        return int(cleaned)
    return next((value for value, _label in setting.choices if str(value) == cleaned), None)
