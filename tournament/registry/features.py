"""The registry of features: what an evening can have beyond the plain one. What is off is nowhere.

A new feature is an entry here. Its settings are shown inside its switch, and go back to what they were at
first when it is switched off; its pages answer 404 with how to switch it on; its papers are not listed.
Templates ask `event.has.money`.
"""

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext_lazy

from scoring.prizes import LONE_POT
from scoring.ruleset import PRESETS, Ruleset
from tournament.registry.event_settings import SETTING

REAL = "real"  # what a rehearsal has not: whatever would take it for a real evening
SEATING = "seating"  # what every event has, apart from those where the hall seats itself
Event = Any  # `models.Event`, which imports this module

# What everybody may see and change of the rules; all the others are the feature "house_rules".
USUAL_RULES = ("deals_per_round", "target", "lone_march_bonus")


def _nothing(_event: Event) -> int:
    return 0


def _changed_rules(event: Event) -> int:
    """How many values of the rules are others than the ruleset’s."""
    rules = Ruleset.from_dict(event.rules)  # the event as it is being changed keeps no copy
    return len(set(rules.differences(PRESETS[rules.preset])) - set(USUAL_RULES))


def _lines_of_cards(event: Event) -> int:
    return int(event.rounds.filter(card_lines__counting=True).count())


def _lone_pot_given(event: Event) -> bool:
    return hasattr(event, "prize_list") and LONE_POT in event.prize_list.sides


def _money_taken(event: Event) -> bool:
    return hasattr(event, "entry_fee") or event.cash_lines.exists()


@dataclass(frozen=True, slots=True)
class Feature:
    """One feature by its `key`; `who` says in one sentence who needs it.

    A key that is the name of a yes-or-no setting of an event is switched by that setting, and has its words.
    `page` is where it begins; `pages` are the names of its addresses, or of whole parts of the site.
    `counted` counts what an event has of it, told as `held`. `decides`: that acts on the seating or the
    points, so it has to go before the feature can. `scores_from`: the source of scores with which it is
    always on. `at_tables`: it needs tables that the site knows, so it is off if the hall seats itself.
    """

    key: str
    title: Any = ""
    who: Any = ""
    _: KW_ONLY
    settings: tuple[str, ...] = ()
    page: str = ""
    pages: tuple[str, ...] = ()
    papers: tuple[str, ...] = ()
    counted: Callable[[Event], int] = _nothing
    held: Any = ""
    decides: bool = False
    at_first: bool = False
    scores_from: str = ""
    at_tables: bool = False

    @property
    def has_own_setting(self) -> bool:
        return self.key in SETTING

    @property
    def name(self) -> Any:
        return SETTING[self.key].label if self.has_own_setting else self.title

    @property
    def reason(self) -> Any:
        """Who needs it, or what it does, in a sentence."""
        return SETTING[self.key].help if self.has_own_setting else self.who

    def is_on(self, event: Event) -> bool:
        if self.key == REAL:
            return not event.is_rehearsal
        if event.seats_itself and (self.at_tables or self.key == "cards"):
            return not self.at_tables  # there the cards are the results
        if self.key == SEATING or self.scores_from == event.scores_from:
            return True
        return bool(getattr(event, self.key)) if self.has_own_setting else self.key in event.features

    @property
    def place(self) -> str:
        """Where the settings page switches it: the id there."""
        usual = {"is_public": "id_is_public_field", "table_entry": "id_scores_from_field"}
        return usual.get(self.key, f"feature-{self.key}")

    def what_it_holds(self, event: Event) -> str:
        """What an event has of it, in words; empty for nothing. Takes a query."""
        count = self.counted(event)
        if not count or not self.held:
            return ""
        return str(self.held) if count is True else str(self.held % count)


# fmt: off
FEATURES = (
    Feature("is_public", pages=("players:links",)),
    Feature(
        "phones_show", _lazy("What phones show"),
        _lazy("For clubs that shorten names, give out no links, or show beforehand who comes."),
        settings=("player_links", "short_names", "players_listed"),
    ),
    Feature(
        "board", _lazy("Big screen"),
        _lazy("A screen in the hall shows who sits where, the clock and the standings."),
        pages=("public:board", "public:board_live"), at_first=True, at_tables=True,
    ),
    Feature(
        "wifi", _lazy("Wifi for players"), _lazy("The big screen shows the network while people arrive."),
        settings=("wifi_name", "wifi_password"),
    ),
    Feature(
        "rulings", _lazy("Rulings"),
        _lazy("For a director who rules on a renege, a lead out of turn and other offences by the book."),
        page="rulings:index", pages=("rulings",), papers=("ruling-slips",),
        counted=lambda event: event.rulings.count(),
        held=ngettext_lazy("%d ruling", "%d rulings"), decides=True, at_first=True, at_tables=True,
    ),
    Feature(
        "hall", _lazy("Where it’s played"),
        _lazy("For the poster: the place, who runs it. And the hall’s time zone."),
        settings=("venue", "run_by", "time_zone"),
    ),
    Feature(
        "clock", _lazy("Clock and agenda"),
        _lazy("For evenings with a time for each round, breaks, a bell, or a time to stop."),
        settings=(
            "stops_at", "round_minutes", "timed", "break_after", "break_minutes", "clock_warning",
        ),
        pages=("rounds:clock", "rounds:set_clock", "events:fit_clock"), at_tables=True,
    ),
    Feature(
        "places", _lazy("A tie-break of your own"),
        _lazy("For clubs that decide places in an order of their own, or ask for rounds to be ranked."),
        settings=("order", "ranked_from"),
    ),
    Feature(
        "house_rules", _lazy("Every value of the rules"),
        _lazy("For clubs that count or penalise in a way of their own."), counted=_changed_rules,
    ),
    Feature(
        "checks", _lazy("Checks of scores"),
        _lazy("For evenings where a closed round can be challenged, or nobody marks lone marches."),
        settings=("marches_noted", "challenge_minutes"),
    ),
    Feature("self_check_in", pages=("self_check_in",), at_tables=True),
    Feature(
        "deals", _lazy("Sheets deal by deal at the desk"),
        _lazy("For a desk that types every deal, and can then check whether a renege is proved."),
        pages=("sheets:enter_deals", "sheets:preview_deals"),
        counted=lambda event: event.rounds.filter(tables__sheets__entry="deals").count(), at_tables=True,
    ),
    Feature(
        "cards", _lazy("Typed tally cards"),
        _lazy("For a desk that compares the players’ cards with the sheets."),
        page="cards:index", pages=("cards",), counted=_lines_of_cards,
        held=ngettext_lazy("%d line of a tally card", "%d lines of tally cards"), scores_from="cards",
    ),
    Feature(
        "sign_up", _lazy("Sign-up"), _lazy("For clubs whose players say beforehand that they will come."),
        page="sign_ups:index", pages=("sign_ups", "public:sign_up"),
        counted=lambda event: event.sign_ups.count(),
        held=ngettext_lazy("%d sign-up", "%d sign-ups"),
    ),
    Feature(
        "groups", _lazy("Groups of players"),
        _lazy("For prizes or standings of their own: ladies and gentlemen, clubs, age groups."),
        page="groups:index", pages=("groups",),
        counted=lambda event: event.players.exclude(groups=[]).count(),
        held=ngettext_lazy("%d player in a group", "%d players in groups"), decides=True,
    ),
    Feature(
        "teams", _lazy("Teams of two"), _lazy("For evenings where two players add their points together."),
        page="teams:index", pages=("teams", "public:teams"), papers=("team-standings",),
        counted=lambda event: bool(event.teams), held=_lazy("teams"), decides=True, at_tables=True,
    ),
    Feature(
        "wishes", _lazy("Requests"), _lazy(
            "For players who ask to sit with somebody, or never to; for mixed tables, and numbers of tables."
        ),
        page="wishes:index", pages=("wishes",),
        counted=lambda event: event.wishes.count() + bool(event.mixed) + bool(event.tables),
        held=ngettext_lazy("%d request", "%d requests"), decides=True, at_tables=True,
    ),
    Feature(
        "own_chart", _lazy("A chart of your own"), _lazy("For clubs with a printed chart that they trust."),
        page="own_chart:index", pages=("own_chart",), at_tables=True,
    ),
    Feature(
        "helpers", _lazy("A helper plays"), _lazy(
            "For a number of players that is no multiple of four: a helper fills in, and nobody sits out."
        ),
        pages=("seating:helpers",), counted=lambda event: event.players.helpers().count(),
        held=ngettext_lazy("%d helper", "%d helpers"), decides=True, at_tables=True,
    ),
    Feature(
        "money", _lazy("Entry fee and cash"),
        _lazy("For a door where money is taken, and a box that is counted."),
        page="money:settings", pages=("money",), papers=("cash-sheet", "fifty-tickets", "fifty-cash-sheet"),
        counted=_money_taken, held=_lazy("an entry fee, or cash"), decides=True,
    ),
    Feature(
        LONE_POT, _lazy("Pot for lone marches"), _lazy(
            "For a pot that changes hands all evening: whoever made most lone marches in a round holds it. "
            "What its last holder takes is set with the prizes."
        ),
        counted=_lone_pot_given, held=_lazy("a prize for its last holder"), decides=True,
    ),
    Feature(
        "finale", _lazy("Hidden rounds and finale"),
        _lazy("For an evening that ends with the winners shown one by one."),
        settings=("hidden_rounds",), pages=("finale",),
    ),
    Feature(
        "second_reading", _lazy("Second reading of the sheets"),
        _lazy("For a desk that types every sheet twice, so that no typing error stays."),
        pages=("sheets:read_again", "sheets:save_row_again"), at_tables=True,
    ),
    Feature(
        "rehearsal", _lazy("Rehearse tonight"), _lazy(
            "For a director who wants to try the evening before the doors open: a copy that plays itself."
        ),
        page="rehearsal:show", pages=("rehearsal",), at_tables=True,
        counted=lambda event: hasattr(event, "rehearsal"), held=_lazy("an open rehearsal"),
    ),
    Feature(
        "hand_over", _lazy("Hand over"),
        _lazy("For clubs where somebody else runs the next evening: one page to print, and the backup."),
        page="events:hand_over", pages=("events:hand_over",), papers=("hand-over",),
    ),
    Feature(
        "site", _lazy("On your club’s site"),
        _lazy("For clubs whose own site reads the standings and the seating from here, as JSON."),
        pages=("public:standings_json", "public:rounds_json"),
    ),
)
# fmt: on
SEATING_PAPERS = (
    "seating-by-name",
    "rounds-by-name",
    "seating-by-table",
    "rotation",
    "rotation-without-names",
    "wall-board",
)
TABLE_PAPERS = (
    "table-signs",
    "seat-markers",
    "movement-cards",
    "score-sheets",
    "score-pad",
    "result-slips",
    "blank-slips",
)
TABLES = Feature(
    SEATING,
    _lazy("Seating"),
    page="seating:index",
    at_tables=True,
    pages=(
        "seating",
        "seating_choices",
        "draft_jobs",
        "rounds",
        "sheets",
        "submissions",
        "substitutions",
        "departures",
        "seat_corrections",
        "players:check_in",
        "players:arrivals",
        "public:seating",
        "public:round",
    ),
    papers=(*SEATING_PAPERS, *TABLE_PAPERS),
)
ONLY_REAL = Feature(
    REAL,
    _lazy("Only at the real evening"),
    pages=("archive", "officials", "events:same_again", "events:final", "events:delete"),
)
TABLE_ENTRY = Feature(
    "table_entry",
    _lazy("Tables enter their own scores by phone"),
    _lazy("Each table gets a link and a PIN. One side enters, the other accepts; then it counts."),
    page="table_links:index",
    pages=("table_links",),
    scores_from="tables",
    at_tables=True,
)
FEATURE = {feature.key: feature for feature in (*FEATURES, TABLES, TABLE_ENTRY, ONLY_REAL)}
ALL = tuple(feature.key for feature in FEATURES if not feature.has_own_setting)
AT_FIRST = tuple(feature.key for feature in FEATURES if feature.at_first)
FEATURE_OF_PAGE = {page: feature for feature in FEATURE.values() for page in feature.pages}
FEATURE_OF_PAPER = {paper: feature for feature in FEATURE.values() for paper in feature.papers}


def at_first() -> list[str]:
    """The features of a new event, apart from those that a setting switches."""
    return list(AT_FIRST)


class Switches:
    """What is on at an event, as templates ask: `event.has.money`. Raises KeyError for what is no feature."""

    def __init__(self, event: Event) -> None:
        self._event = event

    def __getitem__(self, key: str) -> bool:
        return FEATURE[key].is_on(self._event)


def missing_for(event: Event, page: str) -> Feature | None:
    """The feature that the page with this name belongs to, if it is off at the event."""
    feature = FEATURE_OF_PAGE.get(page) or FEATURE_OF_PAGE.get(page.partition(":")[0])
    return None if feature is None or feature.is_on(event) else feature


def switch_on_what_is_used(event: Event, *, data: bool = False) -> None:
    """Switch on what an event has settings of; with `data` also what it has data of, in a query each."""
    used = {one.key for one in FEATURES if _is_set(one, event) or (data and one.counted(event))}
    event.features = [key for key in ALL if key in used.union(event.features)]


def _is_set(feature: Feature, event: Event) -> bool:
    if feature.key == "house_rules":
        return bool(_changed_rules(event))
    return any(getattr(event, name) != _at_first(event, name) for name in feature.settings)


def _at_first(event: Event, name: str) -> Any:
    """The value that a setting has as long as nobody chooses another."""
    if name == "order":
        return list(Ruleset.from_dict(event.rules).default_order)
    if name == "time_zone":
        return event.time_zone  # nobody's choice is the usual one
    return event._meta.get_field(name).get_default()


def reset(event: Event, feature: Feature) -> None:
    """Give the settings of a feature the values they had at first, unless a setting switches it."""
    for name in () if feature.has_own_setting else feature.settings:
        setattr(event, name, _at_first(event, name))
