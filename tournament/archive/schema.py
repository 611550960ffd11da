"""The shape of an archive, member by member in the order they are written.

The bounds are those of the site: they refuse only what no event here can hold.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from scoring.deal import TRICKS, Fate
from scoring.record import BYE_MODES
from scoring.rule_settings import SETTING, Setting
from scoring.ruleset import PRESETS
from scoring.rulings import CATALOGUE
from scoring.seats import SEATS, SIDES
from scoring.standings import KEYS
from tournament import event_settings
from tournament.archive.problems import ArchiveProblem
from tournament.archive.shape import (
    Chosen,
    Day,
    Digest,
    Integer,
    List,
    Maybe,
    Object,
    OneOf,
    Shape,
    Text,
    Truth,
    shown,
)
from tournament.models import Event, Player, Wish
from tournament.rotation.movements import MOVEMENTS
from tournament.rotation.planners.standings import PATTERNS
from tournament.services import (
    adjustments,
    drafts,
    groups,
    player_checks,
    reasons,
    teams,
    wishes,
)

FORMAT, VERSION = "euchre-event", 2
PLAYING, LEFT, DISQUALIFIED = "playing", Player.Status.LEFT.value, Player.Status.DISQUALIFIED.value
DEALS, TOTALS = "deals", "totals"
UNSAID_LANGUAGE = "en"  # the language of a file that names none
CARRIED, NOTHING = "points", "nothing"  # what players of a final bring along
MOST_TABLES = player_checks.MOST_PLAYERS // 4 + 1
MOST_DEALS = 500  # of one round, those dealt again included
MOST_RULINGS = 500  # of one round at one table
MOST_POINTS = 9999
MOST_CENTS = 1_000_000
MOST_ENTRIES = 10_000_000  # of a history
# A wish's kind in the file → in the database.
WISH_KINDS: Mapping[str, str] = {
    "apart": Wish.Kind.APART,
    "never-partners": Wish.Kind.NOT_PARTNERS,
    "partners-once": Wish.Kind.ONCE,
    "partners-always": Wish.Kind.COUPLE,
    "stays": Wish.Kind.STAYS,
}
STAYS = "stays"
LONGEST_LANGUAGE: int = Event._meta.get_field("language").max_length or 0
LONGEST_SLUG: int = Event._meta.get_field("slug").max_length or 0


@dataclass(frozen=True, slots=True)
class RuleValue:
    """A value of the rules, valid for its setting."""

    setting: Setting

    def check(self, value: Any, path: str) -> Iterator[ArchiveProblem]:
        if isinstance(value, (dict, list)) or not self.setting.accepts(value):
            facts = {"expected": self.setting.expected, "found": shown(value)}
            yield ArchiveProblem(path, _("must be %(expected)s, not %(found)s.") % facts)


def _by_seat(shape: Shape) -> Object:
    return Object({seat.value: shape for seat in SEATS})


def _by_side(shape: Shape) -> Object:
    return Object({side.value: shape for side in SIDES})


POINTS = Integer(0, MOST_POINTS)
SIGNED = Integer(-MOST_POINTS, MOST_POINTS)
NUMBER = Integer(1, player_checks.HIGHEST_NUMBER)
ROUND = Integer(1, event_settings.MAX_ROUNDS)
TEAM = Integer(1, teams.HIGHEST_TEAM)
SEAT = OneOf(tuple(seat.value for seat in SEATS))
SIDE = OneOf(tuple(side.value for side in SIDES))
DEALS_PLAYED = Maybe(Integer(1, MOST_DEALS))
FATE = OneOf(tuple(fate.value for fate in Fate))

RULES = Chosen(
    "preset",
    {
        preset: Object(
            {
                name: RuleValue(SETTING[name]) if name in SETTING else OneOf((preset,))
                for name in rules.to_dict()
            }
        )
        for preset, rules in PRESETS.items()
    },
)

WISH = Object(
    {
        "kind": OneOf(tuple(sorted(WISH_KINDS))),
        "players": List(NUMBER, 2),
        "table": Maybe(Integer(1, player_checks.HIGHEST_NUMBER)),
    }
)

EVENT = Object(
    {
        "name": Text(event_settings.LONGEST_NAME),
        "slug": Text(LONGEST_SLUG),
        "date": Day(),
        "venue": Text(event_settings.LONGEST_NAME, blank=True),
        "rounds": ROUND,
        "movement": OneOf(tuple(MOVEMENTS)),
        "seed": Integer(0, drafts.LARGEST_SEED),
        "rules": RULES,
        "bye_points": Object(
            {"mode": OneOf(BYE_MODES), "points": Integer(0, event_settings.MAX_BYE_POINTS)},
        ),
        "order": List(OneOf(tuple(KEYS)), len(KEYS)),
        "ranked_from": Integer(0, event_settings.MAX_ROUNDS),
        "wishes": List(WISH, wishes.MOST_WISHES),
        "stage_of": Maybe(Object({"event": Text(LONGEST_SLUG), "carry": OneOf((CARRIED, NOTHING))})),
    },
    {
        "language": Text(LONGEST_LANGUAGE),  # where it is another one than English (`facts`)
        "pattern": OneOf(tuple(PATTERNS)),  # where tables are made from the standings (`facts`)
        "mixed": Object({"what": OneOf(tuple(Event.Mixed.values)), "group": Text(groups.LONGEST_GROUP)}),
        "teams": Object(
            {"seated": OneOf(tuple(Event.Teams.values)), "floaters": List(TEAM, player_checks.MOST_PLAYERS)}
        ),
    },
)

PLAYER = Object(
    {
        "number": NUMBER,
        "name": Text(player_checks.LONGEST_NAME),
        "from_round": ROUND,
        "to_round": Maybe(ROUND),
        "status": OneOf((PLAYING, LEFT, DISQUALIFIED)),
        "ranked": Truth(),
        "groups": List(Text(groups.LONGEST_GROUP), groups.MOST_GROUPS),
        "team": Maybe(TEAM),  # only where the event has teams (`facts`)
    }
)

# A ruling on a deal; one of a totals sheet says besides whether the totals are as it makes them already.
# A fine is money: it stands in the file only where there is one.
SIDE_POINTS = Maybe(Object({"side": SIDE, "points": Integer(1, MOST_POINTS)}))
FINE: Mapping[str, Shape] = {"fine_cents": Integer(1, MOST_CENTS)}
RULING_MEMBERS: Mapping[str, Shape] = {
    "code": OneOf(tuple(CATALOGUE)),
    "offender": Maybe(SEAT),
    "dealer": Maybe(SEAT),
    "award": SIDE_POINTS,
    "forfeits": SIDE_POINTS,
    "fate": Maybe(FATE),
    "choice": Maybe(Text(40)),
    "cancels": List(SIDE, len(SIDES)),
    "proposed": Object({"points": POINTS, "fate": Maybe(FATE)}),
    "reason": Text(reasons.LONGEST_REASON, blank=True),
}

DEAL = Object(
    {
        "slot": Integer(1, MOST_DEALS),
        "attempt": Integer(1, MOST_DEALS),
        "dealer": SEAT,
        "call": Maybe(Object({"maker": SEAT, "lone": Maybe(SEAT), "lone_defender": Maybe(SEAT)})),
        "tricks": Maybe(Integer(0, TRICKS)),
        "supreme": Truth(),
        "rulings": List(Object(RULING_MEMBERS, FINE), MOST_RULINGS),
        "fate": FATE,
        "points": _by_side(POINTS),
    }
)


def _result(points: Shape) -> Mapping[str, Shape]:
    return {
        "totals": _by_side(points),
        "loners": _by_seat(Integer(0, MOST_DEALS)),
        "players": _by_seat(points),
        "winner": Maybe(SIDE),
    }


SHEET = Chosen(
    "entry",
    {
        DEALS: Object(
            {
                "entry": OneOf((DEALS,)),
                "deals_played": DEALS_PLAYED,
                "deals": List(DEAL, MOST_DEALS),
                **_result(POINTS),
            }
        ),
        TOTALS: Object(
            {
                "entry": OneOf((TOTALS,)),
                "deals_played": DEALS_PLAYED,
                "rulings": List(Object({**RULING_MEMBERS, "included": Truth()}, FINE), MOST_RULINGS),
                "reached_first": Maybe(SIDE),
                **_result(SIGNED),  # whether below 0 can be is for the event's rules
            }
        ),
    },
)

TABLE = Object(
    {
        "number": Integer(1, player_checks.HIGHEST_NUMBER),
        "seats": _by_seat(Maybe(NUMBER)),
        "first_dealer": Maybe(SEAT),
        "sheet": Maybe(SHEET),
    }
)

ROUND_PLAYED = Object(
    {
        "number": ROUND,
        "closed": Truth(),
        "sit_out": List(NUMBER, player_checks.MOST_PLAYERS),
        "tables": List(TABLE, MOST_TABLES),
    }
)

ADJUSTMENT = Object(
    {
        "player": NUMBER,
        "points": Integer(-adjustments.MOST_CARRIED, adjustments.MOST_CARRIED),
        "reason": Text(reasons.LONGEST_REASON),
    }
)

TALLY = Integer(-MOST_POINTS * 10, MOST_POINTS * 10)
STANDING = Object(
    {
        "place": Maybe(Integer(1, player_checks.MOST_PLAYERS)),
        "player": NUMBER,
        "points": TALLY,
        "rounds_won": TALLY,
        "loners": TALLY,
        "best_round": TALLY,
        "points_against": TALLY,
        "rounds_played": TALLY,
        "decided_by": Maybe(OneOf(tuple(KEYS))),
    }
)

HISTORY = Object({"entries": Integer(1, MOST_ENTRIES), "head": Digest()})

ARCHIVE = Object(
    {
        "format": OneOf((FORMAT,)),
        "version": OneOf((VERSION,)),
        "event": EVENT,
        "players": List(PLAYER, player_checks.MOST_PLAYERS),
        "rounds": List(ROUND_PLAYED, event_settings.MAX_ROUNDS),
        "adjustments": List(ADJUSTMENT, 10 * player_checks.MOST_PLAYERS),
        "standings": List(STANDING, player_checks.MOST_PLAYERS),
        "history": Maybe(HISTORY),
    }
)
