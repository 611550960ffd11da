"""The registry of an event's settings: how each is asked, when it can be changed, what depends on it.

A new setting is a field of `models.Event`, whose verbose name is the history's word for it, and an entry
here. Forms, the check of a change, events made from this one, archives and the history read this table. The
values of the rules have one of their own (`scoring.rule_settings`).
"""

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field
from enum import Enum, auto
from typing import Any

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _lazy

MAX_ROUNDS = 60
MAX_BYE_POINTS = 99
LONGEST_NAME = 100
LONGEST_ZONE = 50
LONGEST_ROUND = 240  # minutes
LONGEST_CHALLENGE = 24 * 60  # minutes
BETWEEN_ROUNDS = 5  # minutes, to hand in the sheet and find the next table
WIFI_NAME = 32  # bytes
WIFI_PASSWORD = range(8, 64)  # letters


class SettingKind(Enum):
    """What a setting's value is, and so which field asks for it."""

    YES_NO = auto()
    TEXT = auto()  # `high`: its length
    TYPED = auto()  # text that no keyboard may correct
    NUMBER = auto()  # `low` to `high`; 0 if left empty
    MINUTES = auto()  # None if left empty
    NUMBERS = auto()  # text such as "3 6"
    CHOICE = auto()  # of a list; what it was if left empty
    BUTTONS = auto()  # a choice that shows all of them
    DAY = auto()
    TIME_OF_DAY = auto()
    TIME_ZONE = auto()
    APART = auto()  # no field of its own


class Until(Enum):
    """How long a setting can be changed."""

    SEATED = auto()  # until the seating is published
    FINISHED = auto()
    ALWAYS = auto()


@dataclass(frozen=True, slots=True)
class EventSetting:
    """One setting, by the `name` of its field of `Event`.

    `out_of_range` refuses a number that is not from `low` to `high`. `decides`: it decides results, so a
    change needs a reason once a round is closed. `asked_first`: the form of a new event asks it. `copied`:
    an event made from this one has it. `secret`: the history says only that it was changed.
    """

    name: str
    kind: SettingKind
    label: Any = ""
    help: Any = ""
    _: KW_ONLY
    low: int = 0
    high: int = 0
    errors: Mapping[str, Any] = field(default_factory=dict)
    out_of_range: Any = ""
    required: bool = False
    until: Until = Until.FINISHED
    decides: bool = False
    asked_first: bool = False
    copied: bool = True
    secret: bool = False


# fmt: off
EVENT = (
    EventSetting(
        "name", SettingKind.TEXT, _lazy("Name"), _lazy("As printed on the poster and the tally cards."),
        high=LONGEST_NAME, errors={
            "required": _lazy("Give the event a name."),
            "max_length": format_lazy(_lazy("Keep the name to {most} characters."), most=LONGEST_NAME),
        },
        required=True, until=Until.ALWAYS, asked_first=True, copied=False,
    ),
    EventSetting(
        "date", SettingKind.DAY, _lazy("Date"), errors={
            "required": _lazy("Say on which day it is played."),
            "invalid": _lazy("Write the day as 2026-11-20."),
        },
        required=True, until=Until.ALWAYS, asked_first=True, copied=False,
    ),
    EventSetting(
        "venue", SettingKind.TEXT, _lazy("Venue"), high=LONGEST_NAME, until=Until.ALWAYS, asked_first=True,
    ),
    EventSetting(
        "time_zone", SettingKind.TIME_ZONE, _lazy("Time zone of the hall"),
        _lazy("Start typing a city: America/Toronto, Europe/London, …"), high=LONGEST_ZONE,
        errors={"required": _lazy("Choose the time zone of the hall, such as America/Toronto.")},
        required=True, asked_first=True,
    ),
    EventSetting(
        "language", SettingKind.CHOICE, _lazy("Language of the event"), _lazy(
            "Of its papers and its big screen. Each phone shows its owner’s language, or this one where that "
            "is none of the list."
        ),
        until=Until.ALWAYS, asked_first=True,
    ),
    EventSetting(
        "is_public", SettingKind.YES_NO, _lazy("Players may follow it on their phones"),
        _lazy("Seating and standings can be seen without a login. Otherwise only officials see them."),
        until=Until.ALWAYS, asked_first=True,
    ),
    EventSetting(
        "player_links", SettingKind.YES_NO, _lazy("Each player has their own page by secret link"),
        _lazy("Until 30 days after the event. Switched off, every link opens nothing."), until=Until.ALWAYS,
    ),
    EventSetting(
        "short_names", SettingKind.YES_NO, _lazy("Show names as “Ann A.”"),
        _lazy("On every page that players see. Officials and papers have the full names."),
        until=Until.ALWAYS,
    ),
    EventSetting(
        "players_listed", SettingKind.YES_NO, _lazy("Show everybody who comes, before there is a seating"),
        _lazy("A list on the event’s page, with names as on every page that players see."),
        until=Until.ALWAYS,
    ),
    EventSetting(
        "self_check_in", SettingKind.YES_NO, _lazy("Players check themselves in by phone"), _lazy(
            "On the day, from two hours before the planned start: with the code on the check-in page, on its "
            "sign and on the big screen, or on their own page. The desk sees who did, and can undo it."
        ),
        until=Until.ALWAYS,
    ),
    EventSetting(
        "hidden_rounds", SettingKind.NUMBER, _lazy("Last rounds hidden until the end"),
        _lazy("Players see the standings up to the round before, until the event is finished."),
        high=MAX_ROUNDS - 1, errors={
            "invalid": _lazy("Write a whole number, such as 2."),
            "min_value": _lazy("Write 0 to hide nothing."),
            "max_value": _lazy("At least one round has to be seen."),
        },
        until=Until.ALWAYS,
    ),
    EventSetting(
        "run_by", SettingKind.TEXT, _lazy("Who runs it"),
        _lazy("Shown on the players’ page. If blank, the directors’ names are shown."), high=LONGEST_NAME,
        until=Until.ALWAYS,
    ),
    EventSetting(
        "wifi_name", SettingKind.TYPED, _lazy("Wifi network for players"), _lazy(
            "With its password on the big screen while people arrive, as text and as a code that phones "
            "scan. Whoever can open the big screen sees both, so name the guests’ network or leave it empty."
        ),
        high=WIFI_NAME, until=Until.ALWAYS,
    ),
    EventSetting(
        "wifi_password", SettingKind.TYPED, _lazy("Wifi password"),
        _lazy("Empty for a network without one. It’s in backups, but not in the archive or the history."),
        high=WIFI_PASSWORD[-1], until=Until.ALWAYS, secret=True,
    ),
    EventSetting("features", SettingKind.APART, until=Until.ALWAYS),  # tournament.registry.features
)
ROUNDS = (
    EventSetting(
        "round_count", SettingKind.NUMBER, _lazy("Number of rounds"), low=1, high=MAX_ROUNDS, errors={
            "required": _lazy("Say how many rounds are played; eight is usual."),
            "invalid": _lazy("Write a whole number, such as 8."),
            "min_value": _lazy("At least one round is played."),
            "max_value": format_lazy(_lazy("At most {most} rounds fit."), most=MAX_ROUNDS),
        },
        out_of_range=_lazy("An event has 1 to %d rounds."), required=True, until=Until.SEATED,
        asked_first=True,
    ),
    EventSetting(
        "movement", SettingKind.BUTTONS, _lazy("How players move"), until=Until.SEATED, asked_first=True,
    ),
    EventSetting(
        "standings_pattern", SettingKind.CHOICE, _lazy("Partners by standings"), _lazy(
            "Only where tables are made from the standings: which of the four at a table are partners. If "
            "two of them were partners before, two players next to each other in the standings switch "
            "seats."
        ),
    ),
)
PLACES = (
    EventSetting("order", SettingKind.APART, decides=True),
    EventSetting(
        "ranked_from", SettingKind.NUMBER, _lazy("Rounds needed for a place"), _lazy(
            "Who has played fewer at the end is listed without a place and takes no prize. Before the end it "
            "takes the same share of the rounds played so far. 0: everybody has a place."
        ),
        high=MAX_ROUNDS, errors={
            "invalid": _lazy("Write a whole number, such as 6."),
            "min_value": _lazy("Write 0 to give everybody a place."),
        },
        decides=True,
    ),
    EventSetting(
        "bye_mode", SettingKind.BUTTONS, _lazy("A sit-out scores"),
        _lazy("Someone sits out when the players are not a multiple of four."),
        errors={"required": _lazy("Choose what a sit-out scores.")}, required=True, decides=True,
        asked_first=True,
    ),
    EventSetting(
        "bye_points", SettingKind.NUMBER, _lazy("Points for a sit-out"),
        _lazy("Only where a sit-out scores a fixed number; clubs use 7 or 8."), high=MAX_BYE_POINTS, errors={
            "invalid": _lazy("Write a whole number, such as 7."),
            "min_value": _lazy("A sit-out cannot cost points."),
            "max_value": format_lazy(_lazy("At most {most} points."), most=MAX_BYE_POINTS),
        },
        out_of_range=_lazy("A sit-out scores 0 to %d points."), decides=True, asked_first=True,
    ),
    EventSetting("bye_decided", SettingKind.APART),
)
TIMES = (
    EventSetting(
        "starts_at", SettingKind.TIME_OF_DAY, _lazy("Planned start"), format_lazy(
            _lazy(
                "Such as 19:30 or 7:30 PM. Shown to players, with when the event is expected to end: with "
                "{minutes} minutes between rounds, and by the clock once play has begun."
            ),
            minutes=BETWEEN_ROUNDS,
        ),
        errors={"invalid": _lazy("Type a time such as 19:30 or 7:30 PM.")},
    ),
    EventSetting(
        "stops_at", SettingKind.TIME_OF_DAY, _lazy("We stop at"), _lazy(
            "Such as 21:30 or 9:30 PM. When the rounds take too long for that, the desk says so, and offers "
            "what can be done. If blank, it says nothing."
        ),
        errors={"invalid": _lazy("Type a time such as 21:30 or 9:30 PM.")},
    ),
    EventSetting(
        "round_minutes", SettingKind.MINUTES, _lazy("Minutes of a round"),
        _lazy("The clock starts with them. If blank, set it when you start the clock."), high=LONGEST_ROUND,
    ),
    EventSetting(
        "timed", SettingKind.YES_NO, _lazy("The clock ends each round"), _lazy(
            "When time is up, the deal in play is finished, and the side that leads wins; the table says how "
            "many deals it played. If it’s tied, the desk asks who had the points first."
        ),
    ),
    EventSetting(
        "break_after", SettingKind.NUMBERS, _lazy("Break after round"),
        _lazy("Such as 4, or 3, 6 for two breaks. If blank, there is none."),
    ),
    EventSetting(
        "break_minutes", SettingKind.NUMBERS, _lazy("Minutes of the break"),
        _lazy("One number for all breaks, or one for each: 15, 30."),
    ),
    EventSetting(
        "clock_warning", SettingKind.YES_NO, _lazy("The bell also rings five minutes before the end")
    ),
    EventSetting(
        "challenge_minutes", SettingKind.MINUTES, _lazy("Minutes in which a closed round may be challenged"),
        _lazy(
            "Afterwards the round is locked: a correction needs a director to unlock it with a reason. If "
            "blank, rounds are never locked."
        ),
        high=LONGEST_CHALLENGE, out_of_range=_lazy("A round can be challenged for %d minutes at most."),
    ),
)
SCORES = (
    EventSetting(
        "marches_noted", SettingKind.YES_NO,
        _lazy("Ask where a score needs a lone march that was not marked"),
        _lazy("Switch this off if nobody marks lone marches in your club."),
    ),
    EventSetting(
        "scores_from", SettingKind.BUTTONS, _lazy("Scores come from"), _lazy(
            "With cards at the end one press closes each round, and a sheet is made where a table’s cards "
            "agree. On phones one side of a table enters, the other accepts; paper still works too."
        ),
    ),
    EventSetting(
        "pin_per_round", SettingKind.YES_NO, _lazy("A new PIN for each round"), _lazy(
            "Printed on that round’s score sheets, not on the table signs. When the round closes, its PINs "
            "stop working."
        ),
    ),
)
RULES = (EventSetting("rules", SettingKind.APART, decides=True),)

# The parts of the settings page, and what each asks.
SETTINGS_BY_PART = {
    "event": EVENT, "rounds": ROUNDS, "places": PLACES, "times": TIMES, "scores": SCORES, "rules": RULES,
}
# fmt: on
SETTINGS = tuple(setting for settings in SETTINGS_BY_PART.values() for setting in settings)
SETTING: Mapping[str, EventSetting] = {setting.name: setting for setting in SETTINGS}
