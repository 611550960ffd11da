"""A new event, its settings (a field for each setting and each value of the rules), and its deletion."""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from datetime import date as Date
from itertools import chain, count
from typing import Any, NamedTuple

from django import forms
from django.core.validators import MaxValueValidator
from django.utils import timezone, translation
from django.utils.crypto import salted_hmac
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.errors import BadRanking, BadRuleset
from scoring.rule_settings import BOUNDS, SETTING, Setting
from scoring.ruleset import ABOUT, PRESETS, Ruleset
from scoring.sentences import joined, marked
from scoring.standings import DEFAULT_ORDER, KEYS, check_order, keys_for
from tournament.forms.fields import (
    CountField,
    NumberField,
    NumbersField,
    QuietForm,
    ReasonField,
    ReasonForm,
    TimeOfDayField,
    movements,
    set_choices,
)
from tournament.forms.grading import Known
from tournament.forms.players import LONGEST_TEXT, ImportForm
from tournament.models import Event
from tournament.models.events import LAST_DAY
from tournament.registry import event_settings
from tournament.registry.event_settings import SETTINGS, EventSetting, SettingKind
from tournament.registry.features import ALL, FEATURE, FEATURES, USUAL_RULES, Feature
from tournament.rotation.movements import SELF
from tournament.running.program import USUAL_ZONES
from tournament.services.events import time_zones
from tournament.services.players import MOST_PLAYERS
from tournament.words import languages
from tournament.words.figures import day_and_month
from tournament.words.sentences import in_words, in_words_lazy, within, words_of

# The two values that differ most between halls are asked for at once; the others are in the settings.
JUST_HOW_MANY = re.compile(r"\s*([0-9]{1,6})(?:\s+(?:players|joueurs))?\s*", re.IGNORECASE)
ASKED_FIRST = ("lone_march_bonus", "lone_euchre")
ASK = "ask"  # decide what a sit-out scores when the first one is seated
PLACES = (_lazy("First"), _lazy("Second"), _lazy("Third"), _lazy("Fourth"), _lazy("Fifth"), _lazy("Sixth"))
KEY_FIELDS = tuple(f"key_{place}" for place in range(1, len(PLACES) + 1))
AS_TYPED = {"autocomplete": "off", "spellcheck": "false", "autocapitalize": "none"}


def setting_field(name: str) -> forms.Field:
    """The field for a setting of an event. Choices that depend on the site or the event, its form sets."""
    setting = event_settings.SETTING[name]
    words: dict[str, Any] = {
        "label": setting.label,
        "help_text": setting.help,
        "required": setting.required,
        "error_messages": dict(setting.errors),
    }
    choices: Any = getattr(Event._meta.get_field(name), "choices", None) or ()
    match setting.kind:
        case SettingKind.YES_NO:
            return forms.BooleanField(**words)
        case SettingKind.TEXT:
            attrs = {"autocomplete": "off"} if setting.required else {}  # nobody wants last week's name
            return forms.CharField(**words, max_length=setting.high, widget=forms.TextInput(attrs=attrs))
        case SettingKind.TYPED:
            widget = forms.TextInput(attrs=AS_TYPED)
            return forms.CharField(**words, max_length=setting.high, strip=not setting.secret, widget=widget)
        case SettingKind.NUMBER:
            return NumberField(**words, min_value=setting.low, max_value=setting.high)
        case SettingKind.MINUTES:
            return CountField(**words, digits=len(str(setting.high)))
        case SettingKind.NUMBERS:
            return NumbersField(**words)
        case SettingKind.CHOICE:
            return forms.ChoiceField(**words, choices=choices)
        case SettingKind.BUTTONS:
            return forms.ChoiceField(**words, choices=choices, widget=forms.RadioSelect)
        case SettingKind.DAY:
            latest = MaxValueValidator(LAST_DAY, setting.errors["invalid"])
            widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
            return forms.DateField(**words, widget=widget, validators=[latest])
        case SettingKind.TIME_OF_DAY:
            return TimeOfDayField(**words)
        case SettingKind.TIME_ZONE:
            attrs = {"list": "time-zones", "autocomplete": "off", "spellcheck": "false"}
            return forms.CharField(**words, max_length=setting.high, widget=forms.TextInput(attrs=attrs))
        case SettingKind.APART:
            raise TypeError(f"{name} has no field of its own")


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


class ByeForm(QuietForm):
    """What a sit-out scores: the mode, and the points if they are a fixed number."""

    bye_mode = setting_field("bye_mode")
    bye_points = setting_field("bye_points")

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        points_missing = "bye_points" not in self.errors and cleaned.get("bye_points") is None
        if cleaned.get("bye_mode") == Event.ByeMode.FIXED and points_missing:
            self.add_error("bye_points", _("Say how many points a sit-out scores."))
        cleaned["bye_points"] = cleaned.get("bye_points") or 0
        return cleaned


class EventForm(ByeForm):
    """What both forms of an event share: a field for each setting `asked`, `key_…` fields for the order."""

    asked: tuple[EventSetting, ...]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for setting in self.asked:
            self.fields[setting.name] = setting_field(setting.name)
        set_choices(self, "movement", movements())
        ask = (ASK, _lazy("Ask when someone sits out"))
        set_choices(self, "bye_mode", [ask, *Event.ByeMode.choices])
        if languages.are_several():
            set_choices(self, "language", languages.choices())
        else:
            del self.fields["language"]
        choices = [("", "–"), *((key.name, in_words_lazy(key.title)) for key in KEYS.values())]
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
        zones = {name.casefold(): name for name in time_zones()}
        if zone.casefold() not in zones:
            raise forms.ValidationError(_("There is no such time zone. Choose one from the list."))
        return zones[zone.casefold()]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        name, was, now = cleaned.get("name"), self.initial["date"], cleaned.get("date")
        if name and now and now != was:
            cleaned["name"] = name_for(name, was, now)
        order = [cleaned[field] for field in KEY_FIELDS if cleaned.get(field)]
        cleaned["order"] = order or None
        if order:
            self._check_order(order)
        return cleaned

    def _check_order(self, order: list[str]) -> None:
        """Show an error beside the first key that repeats, that comes after drawing lots, or that needs
        opponents if the hall seats itself."""
        movement = self.cleaned_data.get("movement") or self.initial["movement"]
        if self.cleaned_data.get("counts_cards"):
            movement = SELF
        at_tables = movement != SELF
        try:
            check_order(order, at_tables=at_tables)
        except BadRanking as error:
            choices = [self.cleaned_data.get(field) for field in KEY_FIELDS]
            wrong = (
                field
                for place, field in enumerate(KEY_FIELDS)
                if (chosen := choices[place])
                and (
                    chosen in choices[:place]
                    or "lot" in choices[:place]
                    or (KEYS[chosen].at_tables and not at_tables)
                )
            )
            self.add_error(next(wrong, KEY_FIELDS[0]), words_of(error))

    def settings(self) -> dict[str, Any]:
        """The settings as `services.events` takes them, without rules and order."""
        values = {one.name: self._value(one) for one in self.asked if one.name in self.fields}
        if values["bye_mode"] == ASK:
            return values | {"bye_mode": Event.ByeMode.NONE, "bye_points": 0, "bye_decided": False}
        return values | {"bye_decided": True}

    def _value(self, setting: EventSetting) -> Any:
        value = self.cleaned_data[setting.name]
        if setting.kind is SettingKind.NUMBER:
            return value or 0
        is_choice = setting.kind in (SettingKind.CHOICE, SettingKind.BUTTONS)
        return (value or self.initial[setting.name]) if is_choice else value


class NewEventForm(EventForm):
    """A new event: who plays, a ruleset, and the values that differ most between halls."""

    asked = tuple(setting for setting in SETTINGS if setting.asked_first)
    preset = forms.ChoiceField(
        label=_lazy("Ruleset"),
        widget=forms.RadioSelect,
        choices=[
            (key, in_words_lazy(joined((about.title, about.summary), ": "))) for key, about in ABOUT.items()
        ],
    )
    players = forms.CharField(
        label=_lazy("Who plays"),
        required=False,
        strip=False,
        max_length=LONGEST_TEXT,
        help_text=_lazy(
            "Paste the names of everybody who is here, one a line; or type just how many, such as 40. "
            "They get numbers, and names whenever you like."
        ),
        widget=forms.Textarea(attrs=AS_TYPED | {"rows": 8, "dir": "auto"}),
    )
    counts_cards = forms.BooleanField(
        label=_lazy("The hall seats itself: we only count the cards"),
        help_text=_lazy("For clubs where winners move up or everybody sits where they like."),
        required=False,
    )
    listed: ImportForm | None = None  # the names as they were read
    count = 0  # how many come, if only that was said

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not self.is_bound:
            self.fields["players"].widget.attrs["autofocus"] = True
        self.fields["deals_per_round"] = rule_field(SETTING["deals_per_round"])
        self.fields["deals_per_round"].help_text = _lazy("If blank, as the ruleset says: 8 for progressive.")
        for name in ASKED_FIRST:
            self.fields[name] = rule_field(SETTING[name], empty=_lazy("as the ruleset says"))
        for name in BOUNDS:
            self.fields[name] = rule_field(SETTING[name])

    @property
    def bound_fields(self) -> list[forms.BoundField]:
        """What a side can have in a round, asked if no deals are known."""
        return [self[name] for name in BOUNDS]

    def clean_players(self) -> str:
        """The list as it was pasted; what cannot be read as one is told beside it."""
        text = str(self.cleaned_data["players"])
        if (only := JUST_HOW_MANY.fullmatch(text)) is not None:
            self.count = int(only[1])
            if not 1 <= self.count <= MOST_PLAYERS:
                raise forms.ValidationError(_("An event has room for %d players.") % MOST_PLAYERS)
        elif text.strip():
            self.listed = ImportForm({"text": text})
            if not self.listed.is_valid():
                raise forms.ValidationError(list(self.listed.errors.get("text", [])))
            self.listed.grade(Known({}))
        return text

    def rules(self) -> Ruleset:
        """The chosen ruleset with the values given here. Raises `BadRuleset`."""
        asked = ("deals_per_round", *ASKED_FIRST, *BOUNDS)
        values = {name: rule_value(SETTING[name], self.cleaned_data.get(name)) for name in asked}
        changes = {name: value for name, value in values.items() if value is not None}
        usual = PRESETS[self.cleaned_data["preset"]]
        for name in changes.keys() & set(ASKED_FIRST):
            if not usual.has_deals:
                message = marked("No deals are known under these rules: leave this as the ruleset says.")
                raise BadRuleset(message, code="no-deals", field=name)
        return usual.changed(**changes)

    def settings(self) -> dict[str, Any]:
        """With the movement that the box means, if it is ticked."""
        return super().settings() | ({"movement": SELF} if self.cleaned_data["counts_cards"] else {})

    def values(self) -> dict[str, Any]:
        """The settings of the event to be created."""
        rules = self.rules()
        order = self.cleaned_data["order"] or rules.default_order
        return {**self.settings(), "rules": rules, "order": order}


# Shown before anything is switched on, in their order; a rule if the event's rules have it.
USUAL = (
    "name", "date", "starts_at", "round_count", *USUAL_RULES, "bye_mode", "bye_points", "movement",
    "standings_pattern", "scores_from", "pin_per_round", "is_public", "language",
)  # fmt: skip
BY_STANDINGS = ("by-standings", "standings-last")  # people.css asks for a pattern with these alone


class FeatureCard(NamedTuple):
    """A feature as the settings show it: its switch, and the fields inside."""

    feature: Feature
    switch: forms.BoundField
    fields: list[forms.BoundField]


class SettingsForm(EventForm):
    """An event's settings: the usual ones, and a switch for each feature with its settings inside."""

    asked = tuple(setting for setting in SETTINGS if setting.kind is not SettingKind.APART)
    preset = forms.ChoiceField(
        label=_lazy("Take all values from a ruleset"),
        required=False,
        choices=[
            ("", _lazy("keep the values below")),
            *((key, in_words_lazy(about.title)) for key, about in ABOUT.items()),
        ],
        help_text=_lazy("Choosing one replaces every value below."),
    )
    reason = ReasonField(
        required=False, help_text=_lazy("Needed once a round is closed and the counting changes.")
    )

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        self.event = event
        initial = {setting.name: getattr(event, setting.name) for setting in self.asked}
        rules = asdict(event.ruleset)
        initial |= {
            name: "" if value is None else str(value) for name, value in rules.items() if name != "preset"
        }
        initial |= dict(zip(KEY_FIELDS, event.order, strict=False))
        if not event.bye_decided:
            initial["bye_mode"] = ASK
        super().__init__(*args, initial=initial, **kwargs)
        self.fields[KEY_FIELDS[0]].required = True
        set_choices(self, "scores_from", Event.ScoresFrom.choices)
        if event.rounds.exists():
            self.fields["movement"].disabled = True  # the page of the seating can change it
        self.fields[KEY_FIELDS[0]].error_messages["required"] = _lazy("Choose what decides the places first.")
        if event.ruleset.target is None and not event.timed:
            del self.fields["timed"]  # a number of deals ends the round
        self.rule_settings = event.ruleset.settings
        for setting in self.rule_settings:
            self.fields[setting.name] = rule_field(setting)
        known = keys_for(event.ruleset, at_tables=not event.seats_itself)
        keys = [("", "–"), *((key.name, in_words_lazy(key.title)) for key in known.values())]
        for name in KEY_FIELDS:
            set_choices(self, name, keys)
        if not event.rounds.closed().exists():
            self.fields["reason"].widget = forms.HiddenInput()
        for feature in FEATURES:
            if not feature.has_own_setting:
                self.fields[f"on_{feature.key}"] = forms.BooleanField(
                    label=feature.name, help_text=feature.reason, required=False, initial=feature.is_on(event)
                )

    def clean(self) -> dict[str, Any]:
        """Ignore what was typed in the settings of features that are off: they stay as they were."""
        cleaned = super().clean()
        for card in self.cards:
            if not cleaned.get(card.switch.name):
                for field in card.fields:
                    self.errors.pop(field.name, None)
                    cleaned.setdefault(field.name, field.initial)
        if not cleaned.get("on_places"):
            cleaned["order"] = self.event.order
        return cleaned

    @property
    def usual(self) -> list[forms.BoundField]:
        """The fields that are always shown; what ends a round is its deals or its points."""
        left_out = {"target" if self.event.ruleset.target is None else "deals_per_round"}
        if self.fields["movement"].disabled:
            left_out.add("movement")
            if self.event.movement not in BY_STANDINGS:
                left_out.add("standings_pattern")
        if self.event.seats_itself:
            left_out |= {"scores_from", "pin_per_round"}  # the cards are the results
        return [self[name] for name in USUAL if name in self.fields and name not in left_out]

    @property
    def cards(self) -> list[FeatureCard]:
        """The features that are switched here, those that are on first."""
        cards = [
            FeatureCard(one, self[_switch_of(one)], [self[name] for name in self._inside(one)])
            for one in FEATURES
            if one.key not in USUAL and not self._is_out_of_place(one)
        ]
        return sorted(cards, key=lambda card: not card.feature.is_on(self.event))

    def _is_out_of_place(self, feature: Feature) -> bool:
        """Whether nobody can switch it here: if the hall seats itself there are no tables, but cards."""
        if feature.key == "cards":
            return self.event.seats_itself or self.event.scores_from == Event.ScoresFrom.CARDS
        return self.event.seats_itself and feature.at_tables

    def _inside(self, feature: Feature) -> list[str]:
        """The names of the fields inside a feature."""
        names = [name for name in feature.settings if name in self.fields]
        if feature.key == "places":
            return [*KEY_FIELDS, *names]
        if feature.key == "house_rules":
            rules = (setting.name for setting in self.rule_settings)
            shown = {field.name for field in self.usual}
            return ["preset", *(name for name in rules if name not in shown)]
        return names

    def rules(self) -> Ruleset:
        """The ruleset as chosen. Raises `BadRuleset`."""
        with_all = self.cleaned_data["on_house_rules"]
        if with_all and (preset := self.cleaned_data.get("preset")):
            return PRESETS[preset]
        values = {
            setting.name: rule_value(setting, self.cleaned_data.get(setting.name))
            for setting in self.rule_settings
            if with_all or setting.name in USUAL_RULES
        }
        return self.event.ruleset.changed(**values)

    def changes(self) -> dict[str, Any]:
        """The arguments of `change_event`."""
        kept = {key for key in self.event.features if self._is_out_of_place(FEATURE[key])}
        features = [key for key in ALL if key in kept or self.cleaned_data[f"on_{key}"]]
        return self.settings() | {
            "rules": self.rules(),
            "order": self.cleaned_data["order"],
            "features": features,
        }

    @property
    def hides(self) -> list[str]:
        """What the event has of the features that were switched off: it is hidden until they are on again."""
        off = [
            card.feature
            for card in self.cards
            if not self.cleaned_data.get(card.switch.name) and card.feature.is_on(self.event)
        ]
        return [held for one in off if not one.decides and (held := one.what_it_holds(self.event))]

    @property
    def fingerprint(self) -> str:
        """A hash of the settings, so that only the effect that was shown can be accepted."""
        settings = {name: str(value) for name, value in self.cleaned_data.items() if name != "reason"}
        return salted_hmac("settings", json.dumps(settings, sort_keys=True)).hexdigest()[:20]


def _switch_of(feature: Feature) -> str:
    """The name of the field that switches a feature."""
    return feature.key if feature.has_own_setting else f"on_{feature.key}"


def first_settings(time_zone: str, today: Any, *, is_public: bool = True) -> dict[str, Any]:
    """The initial values of a new event's form."""
    return {
        "name": _set_apart(_usual_name(today), today),
        "date": today,
        "time_zone": time_zone,
        "language": languages.site_language(),
        "preset": "progressive",
        "round_count": 8,
        "movement": "chart",
        "bye_mode": ASK,
        "is_public": is_public,
    }


def name_for(name: str, was: Date, now: Date) -> str:
    """The name with the new day in it if it is the one that the site wrote for the old day, in any language
    and any country's way; one that nobody else has on that day.
    """
    bare = re.sub(r" \([0-9]+\)$", "", name)
    for language, _name in languages.choices():
        for zone in ("America/Toronto", "UTC"):
            with translation.override(language), timezone.override(zone):
                if bare == _usual_name(was):
                    return _set_apart(_usual_name(now), now)
    return name


def _usual_name(day: Date) -> str:
    return _("Euchre, %(day)s") % {"day": day_and_month(day, weekday=True)}


def _set_apart(name: str, day: Date) -> str:
    """The name, with a number behind it if another event of that day has it."""
    taken = set(Event.objects.filter(date=day, name__startswith=name).values_list("name", flat=True))
    names = chain([name], (f"{name} ({number})" for number in count(2)))
    return next(one for one in names if one not in taken)


def usual_order() -> str:
    """The order used when none is chosen, in words."""
    return ", ".join(within(in_words(KEYS[key].title)) for key in DEFAULT_ORDER)


class DeletionForm(ReasonForm):
    """The event's name, typed, and a reason; neither for an event that is empty."""

    name = forms.CharField(
        label=_lazy("The event’s name"),
        max_length=200,
        help_text=_lazy("Type it, so that no other event is deleted by mistake."),
        error_messages={"required": _lazy("Type the event’s name.")},
    )
    field_order = ("name", "reason")

    def __init__(self, data: Mapping[str, Any] | None = None, *, is_empty: bool) -> None:
        super().__init__(data)
        self.fields["reason"].help_text = _lazy("It’s kept in the site’s log.")
        self.fields["reason"].error_messages["required"] = _lazy("Say why; it’s kept in the site’s log.")
        if is_empty:
            del self.fields["name"], self.fields["reason"]
