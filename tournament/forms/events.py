"""The settings of an event. The values of its rules come from `scoring.rule_settings`, one field each."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.crypto import salted_hmac
from django.utils.text import format_lazy
from django.utils.translation import gettext as _t
from django.utils.translation import gettext_lazy as _

from scoring.errors import BadRanking
from scoring.rule_settings import SETTING, SETTINGS, Setting
from scoring.ruleset import ABOUT, PRESETS, Ruleset
from scoring.standings import DEFAULT_ORDER, KEYS, check_order
from tournament.forms.clock import TIMES, TimesForm
from tournament.forms.fields import NumberField, movements
from tournament.forms.sit_outs import ByeForm
from tournament.models import Event
from tournament.services.events import LONGEST_NAME, MAX_ROUNDS, NewEvent, time_zones
from tournament.services.reasons import LONGEST_REASON

# Offered while typing; any other zone of the tz database is taken as well.
USUAL_ZONES = (
    "America/St_Johns", "America/Halifax", "America/Toronto", "America/Winnipeg", "America/Regina",
    "America/Edmonton", "America/Vancouver", "America/New_York", "America/Detroit", "America/Chicago",
    "America/Denver", "America/Phoenix", "America/Los_Angeles", "America/Anchorage", "Pacific/Honolulu",
    "Europe/London", "Europe/Dublin", "Europe/Jersey", "Europe/Paris", "Europe/Berlin", "Europe/Zurich",
    "Australia/Perth", "Australia/Adelaide", "Australia/Brisbane", "Australia/Sydney", "Pacific/Auckland",
    "UTC",
)  # fmt: skip
PLACES = (_("First"), _("Second"), _("Third"), _("Fourth"), _("Fifth"), _("Sixth"))
KEY_FIELDS = tuple(f"key_{place}" for place in range(1, len(PLACES) + 1))
# The two values that halls differ in are asked for with a new event; the others wait in its settings.
ASKED_FIRST = ("lone_march_bonus", "lone_euchre")
# What every event's form asks for, as settings of `services.events`; the rules and the order come on top.
FACTS = (
    "name", "date", "venue", "time_zone", "round_count", "movement", "bye_mode", "bye_points", "is_public",
)  # fmt: skip
# What players see, beside whether they see anything.
HALL = ("player_links", "short_names", "hidden_rounds", "run_by")
# How scores come in, and who looks at them.
SCORES = ("table_entry", "pin_per_round", "second_eyes")
ASK = "ask"  # leaves what a sit-out scores to be decided when the first is seated
_WORDS = {"True": True, "False": False}


class EventForm(ByeForm):
    """What every event has. Only name and date must be given; `order` is cleaned from the `key_…` fields."""

    use_required_attribute = False

    name = forms.CharField(
        label=_("Name"),
        max_length=LONGEST_NAME,
        help_text=_("As it stands on the poster and the tally cards."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={
            "required": _("Give the event a name."),
            "max_length": format_lazy(_("Keep the name to {most} characters."), most=LONGEST_NAME),
        },
    )
    date = forms.DateField(
        label=_("Date"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        error_messages={
            "required": _("Say on which day it is played."),
            "invalid": _("Write the day as 2026-11-20."),
        },
    )
    venue = forms.CharField(label=_("Venue"), max_length=LONGEST_NAME, required=False)
    time_zone = forms.CharField(
        label=_("Time zone of the hall"),
        max_length=50,
        help_text=_("Start typing a city: America/Toronto, Europe/London, …"),
        widget=forms.TextInput(attrs={"list": "time-zones", "autocomplete": "off", "spellcheck": "false"}),
        error_messages={"required": _("Choose the time zone of the hall, such as America/Toronto.")},
    )
    round_count = NumberField(
        label=_("Number of rounds"),
        min_value=1,
        max_value=MAX_ROUNDS,
        error_messages={
            "required": _("Say how many rounds are played; eight is usual."),
            "invalid": _("Write a whole number, such as 8."),
            "min_value": _("At least one round is played."),
            "max_value": format_lazy(_("At most {most} rounds fit."), most=MAX_ROUNDS),
        },
    )
    movement = forms.ChoiceField(
        label=_("How players move"), widget=forms.RadioSelect, choices=movements, required=False
    )
    bye_mode = forms.ChoiceField(
        label=_("A sit-out scores"),
        choices=[(ASK, _("Ask when somebody sits out")), *Event.ByeMode.choices],
        widget=forms.RadioSelect,
        help_text=_("Somebody sits out when the players are not a multiple of four."),
    )
    is_public = forms.BooleanField(
        label=_("Players may follow it on their phones"),
        required=False,
        help_text=_("Seating and standings can be seen without a login. Otherwise only officials see them."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", "–"), *((key.name, key.title) for key in KEYS.values())]
        for place, field in enumerate(KEY_FIELDS):
            self.fields[field] = forms.ChoiceField(label=PLACES[place], choices=choices, required=False)

    @property
    def key_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in KEY_FIELDS]

    @property
    def usual_zones(self) -> tuple[str, ...]:
        return USUAL_ZONES

    def clean_time_zone(self) -> str:
        zone = self.cleaned_data["time_zone"].replace(" ", "_")
        known = {name.casefold(): name for name in time_zones()}
        if zone.casefold() not in known:
            raise forms.ValidationError(_t("There is no such time zone. Choose one from the list."))
        return known[zone.casefold()]

    def clean_movement(self) -> str:
        return str(self.cleaned_data["movement"] or self.initial["movement"])

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        order = [cleaned[field] for field in KEY_FIELDS if cleaned.get(field)]
        cleaned["order"] = order or None
        if order:
            self._check_order(order)
        return cleaned

    def _check_order(self, order: list[str]) -> None:
        """Put what is wrong with the order beside the first choice that repeats or stands after a lot."""
        try:
            check_order(order)
        except BadRanking as error:
            chosen = [self.cleaned_data.get(field) for field in KEY_FIELDS]
            wrong = (
                field
                for place, field in enumerate(KEY_FIELDS)
                if chosen[place] and (chosen[place] in chosen[:place] or "lot" in chosen[:place])
            )
            self.add_error(next(wrong, KEY_FIELDS[0]), str(error))

    def facts(self) -> dict[str, Any]:
        """What `services.events` takes, the rules and the order aside."""
        facts = {name: self.cleaned_data[name] for name in FACTS}
        if facts["bye_mode"] == ASK:
            return facts | {"bye_mode": Event.ByeMode.NONE, "bye_points": 0, "bye_decided": False}
        return facts | {"bye_decided": True}


class NewEventForm(EventForm):
    """An event to be made: any ruleset, with the values that halls differ in."""

    preset = forms.ChoiceField(
        label=_("Ruleset"),
        widget=forms.RadioSelect,
        choices=[(key, f"{about.title}: {about.summary}") for key, about in ABOUT.items()],
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ASKED_FIRST:
            self.fields[name] = _rule_field(SETTING[name], empty=_("as the ruleset says"))

    @property
    def rule_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in ASKED_FIRST]

    def rules(self) -> Ruleset:
        """The ruleset chosen, with what was asked for. Raises `BadRuleset`."""
        values = {name: _value(SETTING[name], self.cleaned_data.get(name)) for name in ASKED_FIRST}
        given = {name: value for name, value in values.items() if value is not None}
        return PRESETS[self.cleaned_data["preset"]].changed(**given)

    def new_event(self) -> NewEvent:
        """The event to be created."""
        rules = self.rules()
        order = self.cleaned_data["order"] or rules.default_order
        return NewEvent(**self.facts(), rules=rules, order=order)


class SettingsForm(TimesForm, EventForm):
    """An event's settings with every value of its rules."""

    player_links = forms.BooleanField(
        label=_("Each player has a page of his own by secret link"),
        required=False,
        help_text=_("Until 30 days after the event. Switched off, every link opens nothing."),
    )
    short_names = forms.BooleanField(
        label=_("Show names as “Ann A.”"),
        required=False,
        help_text=_("On every page that players see. Officials and papers have the full names."),
    )
    hidden_rounds = NumberField(
        label=_("Last rounds hidden until the end"),
        min_value=0,
        max_value=MAX_ROUNDS - 1,
        required=False,
        help_text=_("Players see the standings up to the round before, until the event is finished."),
        error_messages={
            "invalid": _("Write a whole number, such as 2."),
            "min_value": _("Write 0 to hide nothing."),
            "max_value": _("At least one round has to be seen."),
        },
    )
    run_by = forms.CharField(
        label=_("Who runs it"),
        max_length=LONGEST_NAME,
        required=False,
        help_text=_("Stands on the players’ page. Left empty, the directors’ names stand there."),
    )

    table_entry = forms.BooleanField(
        label=_("Tables enter their own scores by phone"),
        required=False,
        help_text=_(
            "Each table gets a link and a PIN. One side enters, the other accepts; then it counts. "
            "Paper goes on working beside it."
        ),
    )
    pin_per_round = forms.BooleanField(
        label=_("A new PIN for each round"),
        required=False,
        help_text=_(
            "Printed on that round’s score sheets, not on the table signs. When the round closes, its PINs "
            "stop working."
        ),
    )
    second_eyes = forms.BooleanField(
        label=_("A second official confirms each sheet entered at the desk"),
        required=False,
        help_text=_(
            "Until then players do not see it. Nobody confirms his own; what both sides of a table agreed on "
            "needs nobody else. Sheets entered before stay as they are."
        ),
    )
    preset = forms.ChoiceField(
        label=_("Take all values from a ruleset"),
        required=False,
        choices=[("", _("keep the values below")), *((key, about.title) for key, about in ABOUT.items())],
        help_text=_("Choosing one replaces every value below."),
    )
    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        required=False,
        help_text=_("Needed once a round is closed and the counting changes."),
    )

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        self.event = event
        super().__init__(*args, initial=settings_of(event), **kwargs)
        self.fields[KEY_FIELDS[0]].required = True
        if event.rounds.exists():
            self.fields["movement"].disabled = True
            self.fields["movement"].help_text = _(
                "The seating is published; its page can change how they move."
            )
        self.fields[KEY_FIELDS[0]].error_messages["required"] = _("Choose what decides the places first.")
        for setting in SETTINGS:
            self.fields[setting.name] = _rule_field(setting)

    @property
    def rule_fields(self) -> list[forms.BoundField]:
        return [self[setting.name] for setting in SETTINGS]

    @property
    def hall_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in HALL]

    @property
    def score_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in SCORES]

    @property
    def rules_are_wrong(self) -> bool:
        """Whether the folded part holds an error and has to be shown."""
        return any(field.errors for field in self.rule_fields)

    def rules(self) -> Ruleset:
        """The rules as they shall be. Raises `BadRuleset`."""
        if preset := self.cleaned_data.get("preset"):
            return PRESETS[preset]
        values = {setting.name: _value(setting, self.cleaned_data.get(setting.name)) for setting in SETTINGS}
        return self.event.ruleset.changed(**values)

    def changes(self) -> dict[str, Any]:
        """The arguments of `change_event`."""
        hall = {name: self.cleaned_data[name] for name in HALL}
        hall["hidden_rounds"] = hall["hidden_rounds"] or 0
        kept = {name: self.cleaned_data[name] for name in (*TIMES, *SCORES)}
        return self.facts() | hall | kept | {"rules": self.rules(), "order": self.cleaned_data["order"]}

    @property
    def fingerprint(self) -> str:
        """A mark of what is asked for, so that only what was shown can be accepted."""
        asked = {name: str(value) for name, value in self.cleaned_data.items() if name != "reason"}
        return salted_hmac("settings", json.dumps(asked, sort_keys=True)).hexdigest()[:20]


def first_settings(time_zone: str, today: Any) -> dict[str, Any]:
    """What a new event's form begins with."""
    return {
        "date": today,
        "time_zone": time_zone,
        "preset": "progressive",
        "round_count": 8,
        "movement": "chart",
        "bye_mode": ASK,
        "is_public": True,
    }


def settings_of(event: Event) -> dict[str, Any]:
    """An event's settings as its form begins with them."""
    rules = event.ruleset.to_dict()
    return (
        {name: getattr(event, name) for name in (*FACTS, *HALL, *TIMES, *SCORES)}
        | {name: "" if rules[name] is None else str(rules[name]) for name in SETTING}
        | dict(zip(KEY_FIELDS, event.order, strict=False))
        | ({} if event.bye_decided else {"bye_mode": ASK})
    )


def usual_order() -> str:
    """The order used when none is chosen, in words."""
    return ", ".join(KEYS[key].title.lower() for key in DEFAULT_ORDER)


def _rule_field(setting: Setting, empty: Any = None) -> forms.Field:
    """The field for one value of the rules; with `empty` it may be left open."""
    words: dict[str, Any] = {"label": setting.title, "help_text": setting.help}
    nothing: Iterable[tuple[str, Any]] = [("", empty)] if empty else []
    if setting.choices:
        choices = [*nothing, *((str(value), label) for value, label in setting.choices)]
        return forms.ChoiceField(**words, choices=choices, required=not empty)
    if empty:
        numbers = [(str(value), str(value)) for value in range(2, 5)]
        return forms.ChoiceField(**words, choices=[*nothing, *numbers], required=False)
    errors: Mapping[str, Any] = {
        "required": _("Write a whole number."),
        "invalid": _("Write a whole number."),
        "min_value": format_lazy(_("At least {low}."), low=setting.low),
        "max_value": format_lazy(_("At most {high}."), high=setting.high),
    }
    return NumberField(
        **words,
        min_value=setting.low,
        max_value=setting.high,
        required=not setting.optional,
        error_messages=errors,
    )


def _value(setting: Setting, given: Any) -> Any:
    """What a field of `_rule_field` holds, as the setting's own kind of value; None where left open."""
    if given in ("", None):
        return None
    if not setting.choices:
        return int(given)
    return next((value for value, _label in setting.choices if str(value) == given), None)


class ReasonForm(forms.Form):
    """Why something hard to undo is done."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        help_text=_("It is kept in the history of the event."),
        error_messages={"required": _("Say why; it is kept in the history of the event.")},
    )
