"""The order of the ranking keys."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _lazy

from scoring.errors import BadRanking
from scoring.standings import DEFAULT_ORDER, KEYS, check_order
from tournament.sentences import in_words, in_words_lazy, within, words_of

PLACES = (_lazy("First"), _lazy("Second"), _lazy("Third"), _lazy("Fourth"), _lazy("Fifth"), _lazy("Sixth"))
KEY_FIELDS = tuple(f"key_{place}" for place in range(1, len(PLACES) + 1))


class RankingOrderForm(forms.Form):
    """The part of an event's form that orders the ranking keys; `order` is built from the `key_…` fields."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", "–"), *((key.name, in_words_lazy(key.title)) for key in KEYS.values())]
        for place, field in enumerate(KEY_FIELDS):
            self.fields[field] = forms.ChoiceField(label=PLACES[place], choices=choices, required=False)

    @property
    def key_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in KEY_FIELDS]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        order = [cleaned[field] for field in KEY_FIELDS if cleaned.get(field)]
        cleaned["order"] = order or None
        if order:
            self._check_order(order)
        return cleaned

    def _check_order(self, order: list[str]) -> None:
        """Show an error beside the first key that repeats, or that comes after drawing lots."""
        try:
            check_order(order)
        except BadRanking as error:
            choices = [self.cleaned_data.get(field) for field in KEY_FIELDS]
            wrong = (
                field
                for place, field in enumerate(KEY_FIELDS)
                if choices[place] and (choices[place] in choices[:place] or "lot" in choices[:place])
            )
            self.add_error(next(wrong, KEY_FIELDS[0]), words_of(error))


def usual_order() -> str:
    """The order used when none is chosen, in words."""
    return ", ".join(within(in_words(KEYS[key].title)) for key in DEFAULT_ORDER)
