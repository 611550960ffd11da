"""Next week's event: its name and day, who is expected, and the seasons it counts for."""

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext

from tournament.forms.events import setting_field
from tournament.forms.fields import set_choices, set_queryset
from tournament.models import Event, Season
from tournament.reports.players import SameAgain
from tournament.state.attendance import Again


class SameAgainForm(forms.Form):
    """Everything is filled in: one press makes the event."""

    use_required_attribute = False

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
        first = {"name": event.name, "date": offered.date, "seasons": offered.going_on}
        first["people"] = (Again.CAME if came else Again.LISTED).value
        super().__init__(data, initial=first)
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

    def values(self) -> dict[str, Any]:
        """What `services.same_again` takes."""
        told = self.cleaned_data
        return {
            "name": told["name"],
            "date": told["date"],
            "people": Again(told["people"]),
            "seasons": list(told.get("seasons", ())),
        }
