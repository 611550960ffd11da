"""A new event made from an earlier one: a final, a second day, next week's evening."""

from collections.abc import Mapping, Sequence
from datetime import date as Date
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext

from scoring.rule_settings import SETTING as RULE
from tournament.forms.events import name_for, setting_field
from tournament.forms.fields import QuietForm, set_choices, set_queryset
from tournament.models import Event, Player, Season
from tournament.registry.event_settings import LONGEST_NAME, SETTING
from tournament.reports.finals import Cut, Qualifier
from tournament.reports.players import SameAgain
from tournament.services.finals import before_play
from tournament.state.attendance import Again
from tournament.words.sentences import in_words


class FinalForm(QuietForm):
    """A final: its name and day, who plays, and whether points are carried.

    Everything is filled in unless players are tied at the cut: one press makes the event.
    """

    POINTS, NOTHING = "points", "nothing"

    name = setting_field("name")
    date = setting_field("date")
    carry = forms.ChoiceField(
        label=_lazy("The players begin with"),
        widget=forms.RadioSelect,
        choices=[(NOTHING, _lazy("nothing: everybody at 0")), (POINTS, _lazy("the points they have"))],
        error_messages={"required": _lazy("Choose one.")},
    )
    people = forms.TypedMultipleChoiceField(
        label=_lazy("Who plays"),
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        error_messages={
            "required": _lazy("Tick who plays."),
            "invalid_choice": _lazy("The standings have changed meanwhile. Open the page again."),
        },
    )

    def __init__(
        self,
        offered: Sequence[Qualifier],
        drawn: Cut,
        data: Mapping[str, Any] | None = None,
        *,
        source: str,
        date: Date,
        carries: bool,
        carrying: str = "",
    ) -> None:
        """`carrying` says what becomes of points that are carried, if it is not what one expects."""
        name = str(_lazy("%(name)s: final") % {"name": source})
        first = {"date": date, "carry": self.POINTS if carries else self.NOTHING}
        first["name"] = name if len(name) <= LONGEST_NAME else source
        super().__init__(data, initial=first | {"people": [one.key for one in drawn.inside]})
        self.offered, self.drawn = offered, drawn
        self.fields["carry"].help_text = carrying
        set_choices(self, "people", [(one.key, one.player.name) for one in offered])

    def clean_people(self) -> list[int]:
        chosen: list[int] = self.cleaned_data["people"]
        if not self.drawn.settles(set(chosen)):
            raise forms.ValidationError(
                _lazy("Players are tied at the cut. Tick who of them plays, all of them if you like.")
            )
        return chosen

    @property
    def ticked(self) -> set[int]:
        """The people whose boxes are ticked."""
        values = self["people"].value() or []
        return {int(value) for value in values if str(value).isdecimal()}

    def values(self) -> dict[str, Any]:
        """The arguments of `make_final`."""
        told = self.cleaned_data
        chosen = set(told["people"])
        people: list[tuple[Player, int]] = [
            (one.player, one.points) for one in self.offered if one.key in chosen
        ]
        carries = told["carry"] == self.POINTS
        return {"people": people, "name": told["name"], "date": told["date"], "carries": carries}


class SameAgainForm(QuietForm):
    """Next week's event: its name and day, who is expected, and the seasons it counts for.

    Everything is filled in: one press makes the event.
    """

    name = setting_field("name")
    date = setting_field("date")
    people = forms.ChoiceField(label=_lazy("Who is expected?"), widget=forms.RadioSelect)
    seasons = forms.ModelMultipleChoiceField(
        Season.objects.none(),
        label=_lazy("It counts for"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"invalid_choice": _lazy("Choose from the seasons in the list.")},
    )

    def __init__(self, event: Event, offered: SameAgain, data: QueryDict | None = None) -> None:
        came = offered.counts[Again.CAME]
        name = name_for(event.name, event.date, offered.date)
        first = {"name": name, "date": offered.date, "seasons": offered.going_on}
        first["people"] = (Again.CAME if came else Again.LISTED).value
        super().__init__(data, initial=first)
        self.as_before = _as_before(event)
        listed = offered.counts[Again.LISTED]
        who_came = ngettext("Who came this time: %d player", "Who came this time: %d players", came)
        everybody = ngettext("Everybody on the list: %d player", "Everybody on the list: %d players", listed)
        words = {
            Again.CAME: who_came % came,
            Again.LISTED: everybody % listed,
            Again.NOBODY: _lazy("No one chosen yet"),
        }
        offered_people = [again for again in Again if again is Again.NOBODY or offered.counts[again]]
        set_choices(self, "people", [(again.value, words[again]) for again in offered_people])
        set_queryset(self, "seasons", Season.objects.filter(pk__in=[one.pk for one in offered.seasons]))
        if not offered.seasons:
            del self.fields["seasons"]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        name, was, now = cleaned.get("name"), self.initial["date"], cleaned.get("date")
        if name and now and now != was:
            cleaned["name"] = name_for(name, was, now)
        return cleaned

    def values(self) -> dict[str, Any]:
        """What `services.finals` takes."""
        told = self.cleaned_data
        return {
            "name": told["name"],
            "date": told["date"],
            "people": Again(told["people"]),
            "seasons": list(told.get("seasons", ())),
        }


def _as_before(event: Event) -> list[str]:
    """What the new event has as it was before this evening changed it: each setting with its value."""
    told = [(SETTING[what].label, was) for what, was in before_play(event).items()]
    if event.fewer_deals:
        told.append((in_words(RULE["deals_per_round"].title), event.ruleset.deals_per_round))
    shown = ({"what": label, "value": "–" if value in (None, "") else value} for label, value in told)
    return [_("%(what)s: %(value)s") % words for words in shown]
