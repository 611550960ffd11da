"""Prizes and raffles. Amounts are typed as 12 or 12.50 and kept in cents."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.prizes import SIDE_PRIZES, prizes_for
from scoring.ruleset import Ruleset
from tournament.forms.fields import NumberField
from tournament.models import PrizeList
from tournament.sentences import in_words
from tournament.services.prizes import LONGEST_TITLE
from tournament.state.groups import high_title, in_order

AMOUNT = re.compile(r"[0-9]{1,6}(?:[.,][0-9]{1,2})?")
THOUSANDS = re.compile(r"([0-9]{1,3})(?:,|[\u00a0\u202f ])([0-9]{3})(?=[.,]|$)")
PERCENT = re.compile(r"[0-9]{1,3}")
CURRENCY = re.compile(r"[$€£]")
BETWEEN = re.compile(r"[;\s]+|,(?=\s|$)")  # a comma within “12,50” is a decimal point
PLAIN = {"autocomplete": "off"}


def cents_of(text: str) -> int:
    """Parse `12`, `12.5`, `12,50 $`, `$12`, `1,200` or `1 200` into cents; else ValidationError."""
    amount = THOUSANDS.sub(r"\1\2", CURRENCY.sub("", text).strip())
    if not AMOUNT.fullmatch(amount):
        raise forms.ValidationError(_("Write amounts as 20 or 12.50."))
    whole, _point, part = amount.replace(",", ".").partition(".")
    return int(whole) * 100 + int(part.ljust(2, "0") or 0)


def amounts_of(text: str) -> list[int]:
    """Parse `50 30 20` or `$50, $30, $20` into cents; raises ValidationError for what is no amount."""
    pieces = [piece for piece in BETWEEN.split(CURRENCY.sub(" ", text)) if piece]
    apart = [part for piece in pieces for part in (piece.split(",") if _is_list(piece) else [piece])]
    return [cents_of(part) for part in apart]


def _is_list(piece: str) -> bool:
    """Whether commas without spaces separate amounts: `50,30,20`, but not `12,50` or `1,200`."""
    return piece.count(",") > 1 and not THOUSANDS.match(piece)


def money(cents: int) -> str:
    """Format cents as `12.50`, or as `12` for a whole amount."""
    return f"{cents // 100}.{cents % 100:02d}" if cents % 100 else str(cents // 100)


class AmountField(forms.CharField):
    """An amount in cents, or None if left empty."""

    def __init__(self, **kwargs: Any) -> None:
        attrs = PLAIN | {"inputmode": "decimal", "class": "input-short"}
        super().__init__(max_length=12, required=False, widget=forms.TextInput(attrs=attrs), **kwargs)

    def clean(self, value: Any) -> int | None:
        text = super().clean(value)
        return cents_of(text) if text else None


class PrizeForm(forms.Form):
    """Money for places and side prizes, and who is excluded."""

    places = forms.CharField(
        label=_lazy("Money for places"),
        max_length=400,
        required=False,
        help_text=_lazy("First place first, such as $50, $30, $20. Shared places pool and split theirs."),
        widget=forms.TextInput(attrs=PLAIN),
    )
    shares = forms.CharField(
        label=_lazy("Or shares of the pot"),
        max_length=400,
        required=False,
        help_text=_lazy(
            "Percent, first place first, such as 50 30 20: of what the side prizes leave. "
            "The amounts follow as players pay."
        ),
        widget=forms.TextInput(attrs=PLAIN),
    )
    nobody_twice = forms.BooleanField(label=_lazy("Nobody takes two side prizes"), required=False)
    first_takes_none = forms.BooleanField(label=_lazy("First place takes no side prize"), required=False)
    lowest_rounds = NumberField(
        label=_lazy("Lowest total: rounds played or sat out, at least"),
        required=False,
        min_value=1,
        max_value=60,
        help_text=_lazy("If blank, only players who were in every round can win it."),
    )
    excluded = forms.CharField(
        label=_lazy("Who takes no prize"),
        max_length=400,
        required=False,
        help_text=_lazy("Numbers of players, with spaces between, such as the organisers: 4 17."),
        widget=forms.TextInput(attrs=PLAIN),
    )
    field_order = (
        *("places", "shares", *SIDE_PRIZES),
        *("lowest_rounds", "nobody_twice", "first_takes_none", "excluded"),
    )

    def __init__(
        self,
        prizes: PrizeList | None,
        data: Mapping[str, Any] | None = None,
        *,
        rules: Ruleset,
        groups: Iterable[str] = (),
        has_pot: bool = False,
    ) -> None:
        """`groups` are those that the event has; the best of each can get a prize."""
        super().__init__(data, initial=_prize_values(prizes) if prizes else {})
        if not has_pot:
            del self.fields["shares"]
        held = prizes.sides if prizes else {}  # one that was set under other rules can still be taken out
        self.sides = [name for name in SIDE_PRIZES if name in prizes_for(rules) or name in held]
        for prize in (SIDE_PRIZES[name] for name in self.sides):
            self.fields[prize.name] = AmountField(
                label=in_words(prize.title),
                help_text=_lazy("Money for it; 0 for a prize without, empty for none."),
            )
        self.groups = {f"high_{at}": group for at, group in enumerate(in_order({*groups, *_held(prizes)}))}
        for name, group in self.groups.items():
            self.fields[name] = AmountField(
                label=high_title(group),
                help_text=_lazy(
                    "For the best placed in this group; 0 for a prize without money, empty for none."
                ),
            )
            self.initial[name] = money(_held(prizes)[group]) if group in _held(prizes) else ""
        places, *rest = self.field_order
        self.order_fields((places, *self.groups, *rest))

    def clean_places(self) -> list[int]:
        return amounts_of(self.cleaned_data["places"])

    def clean_shares(self) -> list[int]:
        pieces = BETWEEN.split(self.cleaned_data["shares"].replace("%", " ").strip())
        shares = [piece for piece in pieces if piece]
        if not all(PERCENT.fullmatch(share) and int(share) for share in shares):
            raise forms.ValidationError(_("Write whole percent of 1 or more, such as 50 30 20."))
        return [int(share) for share in shares]

    def clean_excluded(self) -> list[int]:
        words = self.cleaned_data["excluded"].replace(",", " ").split()
        if not all(word.isascii() and word.isdigit() and len(word) <= 4 for word in words):
            raise forms.ValidationError(_("Write the players’ numbers with spaces between, such as 4 17."))
        return [int(word) for word in words]

    def prizes(self) -> dict[str, Any]:
        """The arguments of `set_prizes`."""
        values = self.cleaned_data
        sides = {name: values[name] for name in self.sides if values[name] is not None}
        names = ("places", "nobody_twice", "first_takes_none", "lowest_rounds", "excluded")
        best = {group: values[name] for name, group in self.groups.items() if values[name] is not None}
        given = {name: values[name] for name in names} | {"sides": sides, "groups": best}
        return given | {"shares": values["shares"]} if "shares" in values else given


class DoorForm(forms.Form):
    """A door prize to draw among the players."""

    title = forms.CharField(
        label=_lazy("Door prize"),
        max_length=LONGEST_TITLE,
        required=False,
        help_text=_lazy("Such as: a bottle of wine."),
        widget=forms.TextInput(attrs=PLAIN),
    )


class FiftyForm(forms.Form):
    """The tickets sold and the money taken."""

    use_required_attribute = False

    first = NumberField(label=_lazy("First ticket"), min_value=1, max_value=9_999_999, initial=1)
    last = NumberField(label=_lazy("Last ticket"), min_value=1, max_value=9_999_999)
    pot = AmountField(label=_lazy("Money taken"))


def _held(prizes: PrizeList | None) -> Mapping[str, int]:
    """The prizes of groups that are set."""
    return prizes.groups if prizes else {}


def _prize_values(prizes: PrizeList) -> dict[str, Any]:
    numbers = prizes.excluded.order_by("number").values_list("number", flat=True)
    return {
        "places": " ".join(money(cents) for cents in prizes.places),
        "shares": " ".join(map(str, prizes.shares)),
        "nobody_twice": prizes.nobody_twice,
        "first_takes_none": prizes.first_takes_none,
        "lowest_rounds": prizes.lowest_rounds,
        "excluded": " ".join(map(str, numbers)),
    } | {name: money(cents) for name, cents in prizes.sides.items()}
