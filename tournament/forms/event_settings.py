"""All settings of an existing event, with every value of its rules."""

import json
from typing import Any

from django import forms
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _lazy

from scoring.rule_settings import settings_for
from scoring.ruleset import ABOUT, PRESETS, Ruleset
from scoring.standings import keys_for
from tournament.forms.clock import TIMES, TimesForm
from tournament.forms.events import ASK, FACTS, EventForm
from tournament.forms.fields import SITES_HELP, NumberField, SitesField, set_choices
from tournament.forms.ranking_order import KEY_FIELDS
from tournament.forms.rule_values import rule_field, rule_value
from tournament.models import Event
from tournament.sentences import in_words_lazy
from tournament.services.events import LONGEST_NAME, MAX_ROUNDS, WIFI_NAME, WIFI_PASSWORD
from tournament.services.reasons import LONGEST_REASON

# What players see, beside whether they see anything.
HALL = (
    "player_links", "short_names", "players_listed", "self_check_in", "hidden_rounds", "run_by", "wifi_name",
    "wifi_password", "framed_on",
)  # fmt: skip
AS_TYPED = {"autocomplete": "off", "spellcheck": "false", "autocapitalize": "none"}
# How scores are reported and confirmed.
SCORES = ("marches_noted", "table_entry", "pin_per_round", "second_eyes", "second_agrees")


class SettingsForm(TimesForm, EventForm):
    """An event's settings with every value of its rules."""

    player_links = forms.BooleanField(
        label=_lazy("Each player has their own page by secret link"),
        required=False,
        help_text=_lazy("Until 30 days after the event. Switched off, every link opens nothing."),
    )
    short_names = forms.BooleanField(
        label=_lazy("Show names as “Ann A.”"),
        required=False,
        help_text=_lazy("On every page that players see. Officials and papers have the full names."),
    )
    players_listed = forms.BooleanField(
        label=_lazy("Show everybody who comes, before there is a seating"),
        required=False,
        help_text=_lazy("A list on the event’s page, with names as on every page that players see."),
    )
    self_check_in = forms.BooleanField(
        label=_lazy("Players check themselves in by phone"),
        required=False,
        help_text=_lazy(
            "On the day, from two hours before the planned start: with the code on the check-in page, on its "
            "sign and on the big screen, or on their own page. The desk sees who did, and can undo it."
        ),
    )
    hidden_rounds = NumberField(
        label=_lazy("Last rounds hidden until the end"),
        min_value=0,
        max_value=MAX_ROUNDS - 1,
        required=False,
        help_text=_lazy("Players see the standings up to the round before, until the event is finished."),
        error_messages={
            "invalid": _lazy("Write a whole number, such as 2."),
            "min_value": _lazy("Write 0 to hide nothing."),
            "max_value": _lazy("At least one round has to be seen."),
        },
    )
    run_by = forms.CharField(
        label=_lazy("Who runs it"),
        max_length=LONGEST_NAME,
        required=False,
        help_text=_lazy("Shown on the players’ page. If blank, the directors’ names are shown."),
    )

    wifi_name = forms.CharField(
        label=_lazy("Wifi network for players"),
        max_length=WIFI_NAME,
        required=False,
        help_text=_lazy(
            "With its password on the big screen while people arrive, as text and as a code that phones "
            "scan. Whoever can open the big screen sees both, so name the guests’ network or leave it empty."
        ),
        widget=forms.TextInput(attrs=AS_TYPED),
    )
    wifi_password = forms.CharField(
        label=_lazy("Wifi password"),
        max_length=WIFI_PASSWORD[-1],
        required=False,
        strip=False,
        help_text=_lazy(
            "Empty for a network without one. It’s in backups, but not in the archive or the history."
        ),
        widget=forms.TextInput(attrs=AS_TYPED),
    )
    framed_on = SitesField(label=_lazy("Your site may show the result"), help_text=SITES_HELP)
    ranked_from = NumberField(
        label=_lazy("Rounds needed for a place"),
        min_value=0,
        max_value=MAX_ROUNDS,
        required=False,
        help_text=_lazy(
            "Who has played fewer at the end is listed without a place and takes no prize. Before the end it "
            "takes the same share of the rounds played so far. 0: everybody has a place."
        ),
        error_messages={
            "invalid": _lazy("Write a whole number, such as 6."),
            "min_value": _lazy("Write 0 to give everybody a place."),
        },
    )

    standings_pattern = forms.ChoiceField(
        label=_lazy("Partners by standings"),
        choices=Event.Pattern.choices,
        required=False,
        help_text=_lazy(
            "Only where tables are made from the standings: which of the four at a table are partners. If "
            "two of them were partners before, two players next to each other in the standings switch "
            "seats."
        ),
    )

    table_entry = forms.BooleanField(
        label=_lazy("Tables enter their own scores by phone"),
        required=False,
        help_text=_lazy(
            "Each table gets a link and a PIN. One side enters, the other accepts; then it counts. Paper "
            "sheets still work too."
        ),
    )
    marches_noted = forms.BooleanField(
        label=_lazy("Ask where a score needs a lone march that was not marked"),
        required=False,
        help_text=_lazy("Switch this off if nobody marks lone marches in your club."),
    )
    pin_per_round = forms.BooleanField(
        label=_lazy("A new PIN for each round"),
        required=False,
        help_text=_lazy(
            "Printed on that round’s score sheets, not on the table signs. When the round closes, its PINs "
            "stop working."
        ),
    )
    second_eyes = forms.BooleanField(
        label=_lazy("A second official confirms each sheet entered at the desk"),
        required=False,
        help_text=_lazy(
            "Until then players do not see it. Nobody confirms their own; what both sides of a table agreed "
            "on needs nobody else. Sheets entered before stay as they are."
        ),
    )
    second_agrees = forms.BooleanField(
        label=_lazy("A second director agrees to each ruling and each change of points"),
        required=False,
        help_text=_lazy(
            "Until then it doesn’t count. Switching this off also needs a second director. To restore a "
            "backup of the site, two people then have to give their passwords."
        ),
    )
    preset = forms.ChoiceField(
        label=_lazy("Take all values from a ruleset"),
        required=False,
        choices=[
            ("", _lazy("keep the values below")),
            *((key, in_words_lazy(about.title)) for key, about in ABOUT.items()),
        ],
        help_text=_lazy("Choosing one replaces every value below."),
    )
    reason = forms.CharField(
        label=_lazy("Reason"),
        max_length=LONGEST_REASON,
        required=False,
        help_text=_lazy("Needed once a round is closed and the counting changes."),
    )

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        self.event = event
        super().__init__(*args, initial=settings_of(event), **kwargs)
        self.fields[KEY_FIELDS[0]].required = True
        if event.has_seating:
            self.fields["movement"].disabled = True
            self.fields["movement"].help_text = _lazy(
                "The seating is published; its page can change how they move."
            )
        self.fields[KEY_FIELDS[0]].error_messages["required"] = _lazy("Choose what decides the places first.")
        if event.ruleset.target is None and not event.timed:
            del self.fields["timed"]  # a number of deals ends the round
        self.settings = settings_for(event.ruleset)
        for setting in self.settings:
            self.fields[setting.name] = rule_field(setting)
        keys = [("", "–"), *((k.name, in_words_lazy(k.title)) for k in keys_for(event.ruleset).values())]
        for name in KEY_FIELDS:
            set_choices(self, name, keys)

    @property
    def rule_fields(self) -> list[forms.BoundField]:
        return [self[setting.name] for setting in self.settings]

    @property
    def hall_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in HALL]

    @property
    def score_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in SCORES]

    @property
    def rules_are_wrong(self) -> bool:
        """Whether a rule has an error, so that the folded section has to be open."""
        return any(field.errors for field in self.rule_fields)

    def rules(self) -> Ruleset:
        """The ruleset as chosen. Raises `BadRuleset`."""
        if preset := self.cleaned_data.get("preset"):
            return PRESETS[preset]
        values = {
            setting.name: rule_value(setting, self.cleaned_data.get(setting.name))
            for setting in self.settings
        }
        return self.event.ruleset.changed(**values)

    def changes(self) -> dict[str, Any]:
        """The arguments of `change_event`."""
        hall = {name: self.cleaned_data[name] for name in HALL}
        hall["hidden_rounds"] = hall["hidden_rounds"] or 0
        kept = {name: self.cleaned_data[name] for name in (*TIMES, *SCORES) if name in self.fields}
        counts = {
            "rules": self.rules(),
            "order": self.cleaned_data["order"],
            "ranked_from": self.cleaned_data["ranked_from"] or 0,
            "standings_pattern": self.cleaned_data["standings_pattern"] or self.event.standings_pattern,
        }
        return self.facts() | hall | kept | counts

    @property
    def fingerprint(self) -> str:
        """A hash of the settings, so that only the effect that was shown can be accepted."""
        settings = {name: str(value) for name, value in self.cleaned_data.items() if name != "reason"}
        return salted_hmac("settings", json.dumps(settings, sort_keys=True)).hexdigest()[:20]


def settings_of(event: Event) -> dict[str, Any]:
    """An event's settings as the form's initial values."""
    rules = event.ruleset.to_dict()
    return (
        {
            name: getattr(event, name)
            for name in (*FACTS, *HALL, *TIMES, *SCORES, "ranked_from", "standings_pattern")
        }
        | {name: "" if value is None else str(value) for name, value in rules.items() if name != "preset"}
        | dict(zip(KEY_FIELDS, event.order, strict=False))
        | ({} if event.bye_decided else {"bye_mode": ASK})
    )
