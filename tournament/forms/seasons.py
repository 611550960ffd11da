"""A season: its name, how it counts, its events, and who is who."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django import forms
from django.db.models import Q
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.forms.fields import CountField, QuietForm, set_choices, set_queryset
from tournament.models import Event, Membership, Season, User
from tournament.services.seasons import LONGEST_NAME, MOST_NAMESAKES, directed
from tournament.state.season_identity import SeasonEntry
from tournament.words.figures import short_day


class SeasonForm(QuietForm):
    """A new season: only its name."""

    name = forms.CharField(
        label=_lazy("Name of the season"),
        max_length=LONGEST_NAME,
        help_text=_lazy("For example: Legion hall, winter 2026."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={
            "required": _lazy("Give the season a name."),
            "max_length": format_lazy(_lazy("Keep the name to {most} characters."), most=LONGEST_NAME),
        },
    )


class SeasonSettingsForm(SeasonForm):
    """How a season counts, who sees it, who runs it."""

    method = forms.ChoiceField(
        label=_lazy("What decides"), choices=Season.Method.choices, widget=forms.RadioSelect
    )
    best_of = CountField(
        label=_lazy("How many events count"),
        digits=3,
        help_text=_lazy("Only if the best events count: how many of each player’s best events are added up."),
    )
    least_events = CountField(
        label=_lazy("Events needed for a place"),
        digits=3,
        help_text=_lazy("Players with fewer events are listed below, without a place."),
    )
    is_public = forms.BooleanField(
        label=_lazy("Anybody may see the season’s page"),
        required=False,
        help_text=_lazy(
            "Also the results of its private events. Names are short where one of its events has them short."
        ),
    )
    owners = forms.ModelMultipleChoiceField(
        label=_lazy("Who runs it"),
        queryset=User.objects.none(),
        widget=forms.CheckboxSelectMultiple,
        help_text=_lazy("Directors of its events can be chosen."),
        error_messages={"required": _lazy("Someone has to run the season.")},
    )

    def __init__(self, season: Season, data: Mapping[str, Any] | None = None) -> None:
        names = ("name", "method", "best_of", "least_events", "is_public")
        first = {name: getattr(season, name) for name in names} | {"owners": season.owners.all()}
        super().__init__(data, initial=first)
        directs = Q(memberships__event__in=season.events.all(), memberships__role=Membership.Role.DIRECTOR)
        may = User.objects.filter(directs | Q(seasons=season)).distinct().order_by("name", "username")
        set_queryset(self, "owners", may)


if TYPE_CHECKING:
    EventMultipleChoiceField = forms.ModelMultipleChoiceField[Event]
else:  # only Django's stubs make the field generic
    EventMultipleChoiceField = forms.ModelMultipleChoiceField


class EventChoices(EventMultipleChoiceField):
    """A choice of events, labelled by name and date."""

    def label_from_instance(self, event: Event) -> str:
        words = f"{event.name}, {short_day(event.date)}"
        return words if event.is_finished else _("%(event)s (not finished)") % {"event": words}


class SeasonEventsForm(forms.Form):
    """Which of the official's events belong to the season."""

    events = EventChoices(
        label=_lazy("Events"),
        queryset=Event.objects.none(),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(
        self, season: Season, by: User, data: Mapping[str, Any] | None = None, *, with_event: str = ""
    ) -> None:
        """`with_event`: the short name of an event that is ticked, too, until something else is sent."""
        ticked = Q(seasons=season) | Q(slug=with_event)
        super().__init__(data, initial={"events": Event.objects.filter(ticked).distinct()})
        set_queryset(self, "events", directed(by).order_by("-date", "-pk"))


class SamePersonForm(forms.Form):
    """The other name a person played under."""

    other = forms.ChoiceField(
        label=_lazy("Also played as"), error_messages={"required": _lazy("Choose a name.")}
    )

    def __init__(self, people: Iterable[tuple[str, str]], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_choices(self, "other", [("", _lazy("choose a name")), *people])


class TellApartForm(forms.Form):
    """Which person each player of a shared name is: a field per player, `p` and the player's key."""

    def __init__(
        self, entries: Sequence[tuple[SeasonEntry, str]], placed: dict[int, int], *args: Any, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.keys = [entry.player for entry, _words in entries]
        most = min(MOST_NAMESAKES, max(2, len(entries)))
        choices = [(n, format_lazy(_lazy("Person {n}"), n=n)) for n in range(1, most + 1)]
        for entry, words in entries:
            self.fields[f"p{entry.player}"] = forms.TypedChoiceField(
                label=words, coerce=int, choices=choices, initial=placed.get(entry.player, 1)
            )

    def labels(self) -> dict[int, int]:
        """Player key → which person."""
        return {key: self.cleaned_data[f"p{key}"] for key in self.keys}
