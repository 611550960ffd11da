"""Wishes for the seating: players by number or name, tables by number."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.forms.fields import CountField, QuietForm, set_choices, shortened
from tournament.models import Event, Player, Wish
from tournament.reports.players import LONGEST, find_or_guess
from tournament.reports.seating import SeatedPerson
from tournament.state.attendance import names_of
from tournament.state.groups import group_members, group_title, in_order

NUMBERED = re.compile(r"\s*#?\s*([0-9]{1,4})\b", re.ASCII)
OFFERED = "wish-players"  # id of the list of names that the browser suggests
PAIRS = [(kind.value, kind.label) for kind in Wish.Kind if kind != Wish.Kind.STAYS]


class PlayerField(forms.CharField):
    """A player by number or name, allowing typos; “7 Gwen Gray”, as the list suggests it, is number 7."""

    def __init__(self, **kwargs: Any) -> None:
        attrs = {"autocomplete": "off", "spellcheck": "false", "dir": "auto", "list": OFFERED}
        words = {"required": _lazy("Say who it is: the number, or part of the name.")}
        super().__init__(
            max_length=LONGEST + 10, widget=forms.TextInput(attrs=attrs), error_messages=words, **kwargs
        )
        self.players: Sequence[Player] = ()

    def clean(self, value: Any) -> Player:
        text = super().clean(value)
        number = NUMBERED.match(text)
        people = [SeatedPerson(player.number, player.name) for player in self.players]
        numbers = {person.number for person in find_or_guess(people, number[1] if number else text)}
        matches = [player for player in self.players if player.number in numbers]
        if len(matches) == 1:
            return matches[0]
        if matches:
            message = _("Several fit: %(names)s. Type the number.") % {"names": names_of(matches)}
            raise ValidationError(message, code="several")
        if number:
            raise ValidationError(_("Nobody here has number %s.") % number[1], code="nobody")
        message = _("Nobody here is called “%s”. Try the number, or fewer letters.") % shortened(text)
        raise ValidationError(message, code="nobody")


class _PeopleForm(QuietForm):
    """A form with fields for players, all chosen from `players`."""

    def __init__(self, players: Sequence[Player], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            if isinstance(field, PlayerField):
                field.players = players


class PairForm(_PeopleForm):
    """A wish about two players."""

    player = PlayerField(label=_lazy("One player"), help_text=_lazy("Number, or part of the name."))
    other = PlayerField(label=_lazy("The other player"))
    kind = forms.ChoiceField(
        label=_lazy("Request"), choices=PAIRS, widget=forms.RadioSelect, initial=PAIRS[0][0]
    )


class StaysForm(_PeopleForm):
    """A player who stays at one table."""

    player = PlayerField(label=_lazy("Player"), help_text=_lazy("Number, or part of the name."))
    table = CountField(label=_lazy("Table"))


class TablesForm(forms.Form):
    """The numbers of the hall's tables."""

    tables = forms.CharField(
        label=_lazy("Table numbers"),
        required=False,
        max_length=200,
        help_text=_lazy(
            "For example 1-4, 6-10. To leave a table out, type: not 13. If blank: 1, 2, 3 and so on."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )


class MixedForm(QuietForm):
    """Which group every draw mixes with the others, and how."""

    group = forms.ChoiceField(label=_lazy("Mix this group with the others"), required=False)
    mixed = forms.ChoiceField(label=_lazy("How"), required=False, widget=forms.RadioSelect)

    def __init__(self, event: Event, data: Mapping[str, Any] | None = None, **kwargs: Any) -> None:
        super().__init__(data, initial={"group": event.mixed_group, "mixed": event.mixed}, **kwargs)
        groups = in_order({*group_members(event), *filter(None, [event.mixed_group])})
        self.has_groups = bool(groups)
        set_choices(self, "group", [("", "–"), *((group, group_title(group)) for group in groups)])
        set_choices(
            self,
            "mixed",
            [
                ("", _lazy("No")),
                (
                    Event.Mixed.PARTNERS,
                    _lazy("Partners: nobody in it partners another of it, as far as it goes"),
                ),
                (Event.Mixed.TABLES, _lazy("Tables: spread evenly over the tables")),
            ],
        )

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if cleaned.get("mixed") and not cleaned.get("group"):
            self.add_error("group", _("Choose the group."))
        elif "group" in self.changed_data and cleaned.get("group") and not cleaned.get("mixed"):
            self.add_error("mixed", _("Say how this group is mixed, or choose no group."))
        return cleaned


def people_of(event: Event) -> list[Player]:
    """The players that wishes can be about: everybody who has not left or been disqualified."""
    absent = (Player.Status.LEFT, Player.Status.DISQUALIFIED)
    return list(event.players.exclude(status__in=absent).order_by("number"))
