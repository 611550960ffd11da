"""Prizes and raffles. Amounts are typed as 12 or 12.50 and kept in cents; a prize in kind is its name."""

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import pgettext

from scoring.prizes import LAST, LONE_POT, SIDE_PRIZES, prizes_for
from scoring.ruleset import Ruleset
from tournament.forms.fields import NumberField, QuietForm
from tournament.models import PrizeList
from tournament.services.prizes import LONGEST_TITLE
from tournament.state.groups import high_title, in_order
from tournament.words.names import tidy
from tournament.words.sentences import in_words

AMOUNT = re.compile(r"[0-9]{1,6}(?:[.,][0-9]{1,2})?")
THOUSANDS = re.compile(r"([0-9]{1,3})(?:,|[\u00a0\u202f ])([0-9]{3})(?=[.,]|$)")
PERCENT = re.compile(r"[0-9]{1,3}")
CURRENCY = re.compile(r"[$€£]")
BETWEEN = re.compile(r"[;\s]+|,(?=\s|$)")  # a comma within “12,50” is a decimal point
LINES = re.compile(r"[\n;]+")
COLON = re.compile(r"[:=：]")
TO = re.compile(r"\s*(?:[-–—]|\bto\b|\bà\b)\s*")
AND = re.compile(r"[\s,&]+(?:(?:and|et)\s+)?")
PLACES = re.compile(r"([0-9]{1,3})(?:st|nd|rd|th|er|re|e)?(?:-([0-9]{1,3})(?:st|nd|rd|th|er|re|e)?)?")
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


def prize_of(text: str) -> tuple[int, str]:
    """Parse one prize: an amount (`20`), a name (`Ham`) or both (`20 + Ham`); else ValidationError."""
    cents, names = 0, []
    for part in map(tidy, text.split("+")):
        if any(letter.isalpha() for letter in part):
            if CURRENCY.search(part):
                message = _("Write an amount and a name with a plus between, such as 20 + Ham.")
                raise forms.ValidationError(message)
            names.append(part)
        else:
            cents += cents_of(part)
    return cents, " + ".join(names)


def place_prizes_of(text: str) -> tuple[list[int], list[tuple[str, list[int]]]]:
    """Parse the prizes for places into the cents of each from the first on, and the names with their places.

    What is typed are amounts, first place first, and lines such as `1-4, 8, last: Bottle of wine` or `8: 10`.
    """
    plain, lines = [], []
    for line in filter(str.strip, LINES.split(text)):
        wanted, *rest = COLON.split(line, maxsplit=1)
        if rest:
            lines.append((_places_of(wanted), *prize_of(rest[0])))
        elif any(letter.isalpha() for letter in line):
            raise forms.ValidationError(
                _("Write amounts as 20 or 12.50, other prizes with their places: 1-4, 8: Ham.")
            )
        else:
            plain.append(line)
    cents = dict(enumerate(amounts_of(" ".join(plain)), start=1))
    things = []
    for places, amount, name in lines:
        if amount and LAST in places:
            raise forms.ValidationError(_("For money for the last place, use “Lowest total” below."))
        for place in places if amount else ():
            if cents.get(place):
                raise forms.ValidationError(_("Place %d has two amounts.") % place)
            cents[place] = amount
        if name:
            things.append((name, places))
    return [cents.get(place, 0) for place in range(1, max(cents, default=0) + 1)], things


def _places_of(text: str) -> list[int]:
    """Parse `1-4, 8 and last` into places."""
    places: list[int] = []
    last = {"last", pgettext("place", "last").casefold()}
    for part in filter(None, AND.split(TO.sub("-", text.strip().casefold()))):
        found = PLACES.fullmatch(part)
        if found is None and part not in last:
            message = _("Which places? “%(text)s” is not like 1-4, 8, last.") % {"text": text.strip()}
            raise forms.ValidationError(message)
        first, end = (int(found[1]), int(found[2] or found[1])) if found else (LAST, LAST)
        places += range(first, end + 1)
    if not places or len(places) != len(set(places)):
        raise forms.ValidationError(
            _("Which places? “%(text)s” is not like 1-4, 8, last.") % {"text": text.strip()}
        )
    return places


def _typed_places(prizes: PrizeList) -> str:
    """The prizes for places as they would be typed."""
    cents = prizes.places
    until = cents.index(0) if 0 in cents else len(cents)
    apart: dict[int, list[int]] = {}
    for place, amount in enumerate(cents[until:], start=until + 1):
        if amount:
            apart.setdefault(amount, []).append(place)
    lines = [" ".join(map(money, cents[:until]))] if until else []
    lines += [f"{_typed_list(places)}: {money(amount)}" for amount, places in apart.items()]
    lines += [f"{_typed_list(places)}: {name}" for name, places in prizes.in_kind]
    return "\n".join(lines)


def _typed_list(places: Sequence[int]) -> str:
    """Places as `1-4, 8, last`."""
    known = [place for place in places if place != LAST]
    runs = [list(run) for _step, run in groupby(known, key=lambda place: place - known.index(place))]
    words = [f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs]
    return ", ".join([*words, *([pgettext("place", "last")] if LAST in places else [])])


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


class PrizeField(forms.CharField):
    """A prize as (cents, name), or None if left empty."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            max_length=LONGEST_TITLE + 12, required=False, widget=forms.TextInput(attrs=PLAIN), **kwargs
        )

    def clean(self, value: Any) -> tuple[int, str] | None:
        text = super().clean(value)
        return prize_of(text) if text else None


class PrizeForm(forms.Form):
    """What is given for places and beside them, and who is excluded."""

    places = forms.CharField(
        label=_lazy("Prizes for places"),
        max_length=2000,
        required=False,
        help_text=_lazy(
            "Money, first place first: $50, $30, $20. Anything else on a line of its own, with its places: "
            "1-4, 8: Bottle of wine. The last place is “last”. Shared places split money, and draw or choose "
            "for the rest."
        ),
        widget=forms.Textarea(attrs=PLAIN | {"rows": 4}),
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
        label=_lazy("Lowest total and last place: rounds played or sat out, at least"),
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
        *("places", "shares", LONE_POT, *SIDE_PRIZES),
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
        has_lone_pot: bool = False,
    ) -> None:
        """`groups` are those that the event has; the best of each can get a prize. `has_pot` is about that of
        the entry fees, `has_lone_pot` about the one for lone marches."""
        super().__init__(data, initial=_prize_values(prizes) if prizes else {})
        if not has_pot:
            del self.fields["shares"]
        held = prizes.sides if prizes else {}  # one that was set under other rules can still be taken out
        self.sides = [name for name in SIDE_PRIZES if name in prizes_for(rules) or name in held]
        for prize in (SIDE_PRIZES[name] for name in self.sides):
            self.fields[prize.name] = PrizeField(
                label=in_words(prize.title), help_text=_lazy("Such as 20, Ham, or 20 + Ham; empty for none.")
            )
        if has_lone_pot:
            self.sides.append(LONE_POT)
            self.fields[LONE_POT] = PrizeField(
                label=_lazy("Pot for lone marches"),
                help_text=_lazy("What its holder takes at the end, such as 20 or Ham; empty for nothing."),
            )
        self.groups = {f"high_{at}": group for at, group in enumerate(in_order({*groups, *_held(prizes)}))}
        for name, group in self.groups.items():
            self.fields[name] = PrizeField(
                label=high_title(group),
                help_text=_lazy("For the best placed in this group, such as 20 or Ham; empty for none."),
            )
            if prizes and group in prizes.groups:
                self.initial[name] = _typed(prizes.groups[group], prizes.groups_in_kind.get(group, ""))
        places, *rest = self.field_order
        self.order_fields((places, *self.groups, *rest))

    def clean_places(self) -> tuple[list[int], list[tuple[str, list[int]]]]:
        return place_prizes_of(self.cleaned_data["places"])

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

    def values(self) -> dict[str, Any]:
        """The arguments of `set_prizes`."""
        values = self.cleaned_data
        places, in_kind = values["places"]
        sides = {name: values[name] for name in self.sides if values[name] is not None}
        best = {group: values[name] for name, group in self.groups.items() if values[name] is not None}
        names = ("nobody_twice", "first_takes_none", "lowest_rounds", "excluded", "shares")
        return {name: values[name] for name in names if name in values} | {
            "places": places,
            "in_kind": in_kind,
            "sides": {name: cents for name, (cents, _thing) in sides.items()},
            "sides_in_kind": {name: thing for name, (_cents, thing) in sides.items() if thing},
            "groups": {group: cents for group, (cents, _thing) in best.items()},
            "groups_in_kind": {group: thing for group, (_cents, thing) in best.items() if thing},
        }


class DoorForm(forms.Form):
    """A door prize to draw among the players."""

    title = forms.CharField(
        label=_lazy("Door prize"),
        max_length=LONGEST_TITLE,
        required=False,
        help_text=_lazy("Such as: a bottle of wine."),
        widget=forms.TextInput(attrs=PLAIN),
    )


class FiftyForm(QuietForm):
    """The tickets sold and the money taken."""

    first = NumberField(label=_lazy("First ticket"), min_value=1, max_value=9_999_999, initial=1)
    last = NumberField(label=_lazy("Last ticket"), min_value=1, max_value=9_999_999)
    pot = AmountField(label=_lazy("Money taken"))

    def __init__(self, data: Mapping[str, Any] | None = None, *, ticket: int | None, **kwargs: Any) -> None:
        """`ticket` is what one costs, in cents, if that is known."""
        super().__init__(data, **kwargs)
        self.ticket = ticket
        if ticket:
            self.fields["pot"].help_text = _("If blank, what all these tickets cost.")

    def clean(self) -> dict[str, Any]:
        values = self.cleaned_data
        if {"first", "last", "pot"} <= values.keys() and values["pot"] is None:
            values["pot"] = max(0, values["last"] - values["first"] + 1) * (self.ticket or 0)
        return values


def _held(prizes: PrizeList | None) -> Mapping[str, int]:
    """The prizes of groups that are set."""
    return prizes.groups if prizes else {}


def _prize_values(prizes: PrizeList) -> dict[str, Any]:
    numbers = prizes.excluded.order_by("number").values_list("number", flat=True)
    return {
        "places": _typed_places(prizes),
        "shares": " ".join(map(str, prizes.shares)),
        "nobody_twice": prizes.nobody_twice,
        "first_takes_none": prizes.first_takes_none,
        "lowest_rounds": prizes.lowest_rounds,
        "excluded": " ".join(map(str, numbers)),
    } | {name: _typed(cents, prizes.sides_in_kind.get(name, "")) for name, cents in prizes.sides.items()}


def _typed(cents: int, thing: str) -> str:
    """One prize as it would be typed."""
    return " + ".join([*([money(cents)] if cents or not thing else []), *([thing] if thing else [])])
