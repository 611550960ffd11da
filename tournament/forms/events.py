"""A new event, and the fields it shares with the settings form (`forms.event_settings`)."""

from typing import Any

from django import forms
from django.core.validators import MaxValueValidator
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.errors import BadRuleset
from scoring.rule_settings import BOUNDS, SETTING
from scoring.ruleset import ABOUT, PRESETS, Ruleset
from scoring.sentences import joined, marked
from tournament import languages
from tournament.forms.fields import NumberField, movements, set_choices
from tournament.forms.ranking_order import RankingOrderForm
from tournament.forms.rule_values import rule_field, rule_value
from tournament.forms.sit_outs import ByeForm
from tournament.models import Event
from tournament.models.events import LAST_DAY
from tournament.sentences import in_words_lazy
from tournament.services.events import LONGEST_NAME, MAX_ROUNDS, NewEvent, time_zones

# Suggested while typing; any other zone of the tz database is accepted as well.
USUAL_ZONES = (
    "America/St_Johns", "America/Halifax", "America/Toronto", "America/Winnipeg", "America/Regina",
    "America/Edmonton", "America/Vancouver", "America/New_York", "America/Detroit", "America/Chicago",
    "America/Denver", "America/Phoenix", "America/Los_Angeles", "America/Anchorage", "Pacific/Honolulu",
    "Europe/London", "Europe/Dublin", "Europe/Jersey", "Europe/Paris", "Europe/Berlin", "Europe/Zurich",
    "Australia/Perth", "Australia/Adelaide", "Australia/Brisbane", "Australia/Sydney", "Pacific/Auckland",
    "UTC",
)  # fmt: skip
# The two values that differ most between halls are asked for at once; the others are in the settings.
ASKED_FIRST = ("lone_march_bonus", "lone_euchre")
# The fields both event forms share, as `services.events` takes them; rules and order are added.
FACTS = (
    "name", "date", "venue", "time_zone", "language", "round_count", "movement", "bye_mode",
    "bye_points", "is_public",
)  # fmt: skip
ASK = "ask"  # decide what a sit-out scores when the first one is seated


class EventForm(RankingOrderForm, ByeForm):
    """The fields that both event forms share. Only name and date are required."""

    use_required_attribute = False

    name = forms.CharField(
        label=_lazy("Name"),
        max_length=LONGEST_NAME,
        help_text=_lazy("As printed on the poster and the tally cards."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={
            "required": _lazy("Give the event a name."),
            "max_length": format_lazy(_lazy("Keep the name to {most} characters."), most=LONGEST_NAME),
        },
    )
    date = forms.DateField(
        label=_lazy("Date"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        validators=[MaxValueValidator(LAST_DAY, _lazy("Write the day as 2026-11-20."))],
        error_messages={
            "required": _lazy("Say on which day it is played."),
            "invalid": _lazy("Write the day as 2026-11-20."),
        },
    )
    venue = forms.CharField(label=_lazy("Venue"), max_length=LONGEST_NAME, required=False)
    time_zone = forms.CharField(
        label=_lazy("Time zone of the hall"),
        max_length=50,
        help_text=_lazy("Start typing a city: America/Toronto, Europe/London, …"),
        widget=forms.TextInput(attrs={"list": "time-zones", "autocomplete": "off", "spellcheck": "false"}),
        error_messages={"required": _lazy("Choose the time zone of the hall, such as America/Toronto.")},
    )
    language = forms.ChoiceField(
        label=_lazy("Language of the event"),
        required=False,
        help_text=_lazy(
            "Of its papers and its big screen. Each phone shows its owner’s language, or this one where that "
            "is none of the list."
        ),
    )
    round_count = NumberField(
        label=_lazy("Number of rounds"),
        min_value=1,
        max_value=MAX_ROUNDS,
        error_messages={
            "required": _lazy("Say how many rounds are played; eight is usual."),
            "invalid": _lazy("Write a whole number, such as 8."),
            "min_value": _lazy("At least one round is played."),
            "max_value": format_lazy(_lazy("At most {most} rounds fit."), most=MAX_ROUNDS),
        },
    )
    movement = forms.ChoiceField(
        label=_lazy("How players move"), widget=forms.RadioSelect, choices=movements, required=False
    )
    bye_mode = forms.ChoiceField(
        label=_lazy("A sit-out scores"),
        choices=[(ASK, _lazy("Ask when someone sits out")), *Event.ByeMode.choices],
        widget=forms.RadioSelect,
        help_text=_lazy("Someone sits out when the players are not a multiple of four."),
    )
    is_public = forms.BooleanField(
        label=_lazy("Players may follow it on their phones"),
        required=False,
        help_text=_lazy(
            "Seating and standings can be seen without a login. Otherwise only officials see them."
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if languages.are_several():
            set_choices(self, "language", languages.choices())
        else:
            del self.fields["language"]

    @property
    def usual_zones(self) -> tuple[str, ...]:
        return USUAL_ZONES

    def clean_time_zone(self) -> str:
        zone = self.cleaned_data["time_zone"].replace(" ", "_")
        zones = {name.casefold(): name for name in time_zones()}
        if zone.casefold() not in zones:
            raise forms.ValidationError(_("There is no such time zone. Choose one from the list."))
        return zones[zone.casefold()]

    def clean_language(self) -> str:
        return str(self.cleaned_data["language"] or self.initial["language"])

    def clean_movement(self) -> str:
        return str(self.cleaned_data["movement"] or self.initial["movement"])

    def facts(self) -> dict[str, Any]:
        """The facts for `services.events`, without rules and order."""
        facts = {name: self.cleaned_data[name] for name in FACTS if name in self.fields}
        if facts["bye_mode"] == ASK:
            return facts | {"bye_mode": Event.ByeMode.NONE, "bye_points": 0, "bye_decided": False}
        return facts | {"bye_decided": True}


class NewEventForm(EventForm):
    """A new event: a ruleset, with the values that differ most between halls."""

    preset = forms.ChoiceField(
        label=_lazy("Ruleset"),
        widget=forms.RadioSelect,
        choices=[
            (key, in_words_lazy(joined((about.title, about.summary), ": "))) for key, about in ABOUT.items()
        ],
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not self.is_bound:
            self.fields["name"].widget.attrs["autofocus"] = True
        for name in ASKED_FIRST:
            self.fields[name] = rule_field(SETTING[name], empty=_lazy("as the ruleset says"))
        for name in BOUNDS:
            self.fields[name] = rule_field(SETTING[name])

    @property
    def rule_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in ASKED_FIRST]

    @property
    def bound_fields(self) -> list[forms.BoundField]:
        """What a side can have in a round, asked where no deals are known."""
        return [self[name] for name in BOUNDS]

    def rules(self) -> Ruleset:
        """The chosen ruleset with the values given here. Raises `BadRuleset`."""
        asked = (*ASKED_FIRST, *BOUNDS)
        values = {name: rule_value(SETTING[name], self.cleaned_data.get(name)) for name in asked}
        changes = {name: value for name, value in values.items() if value is not None}
        usual = PRESETS[self.cleaned_data["preset"]]
        for name in changes.keys() & set(ASKED_FIRST):
            if not usual.has_deals:
                message = marked("No deals are known under these rules: leave this as the ruleset says.")
                raise BadRuleset(message, code="no-deals", field=name)
        return usual.changed(**changes)

    def new_event(self) -> NewEvent:
        """The event to be created."""
        rules = self.rules()
        order = self.cleaned_data["order"] or rules.default_order
        return NewEvent(**self.facts(), rules=rules, order=order)


def first_settings(time_zone: str, today: Any, *, is_public: bool = True) -> dict[str, Any]:
    """The initial values of a new event's form."""
    return {
        "date": today,
        "time_zone": time_zone,
        "language": languages.usual(),
        "preset": "progressive",
        "round_count": 8,
        "movement": "chart",
        "bye_mode": ASK,
        "is_public": is_public,
    }
