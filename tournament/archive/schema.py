"""The shape of an archive, member by member in the order they are written, and the shapes that it is made of.

Each `check` yields every problem with its place, so that a director sees all of them at once. The bounds are
those of the site: they refuse only what no event here can hold.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Protocol

from django.utils.translation import gettext as _

from scoring.catalogue import CATALOGUE
from scoring.deal import TRICKS, Fate
from scoring.record import BYE_MODES
from scoring.rule_settings import SETTING, USUALLY, Setting
from scoring.ruleset import PRESETS
from scoring.seats import SEATS, SIDES
from scoring.standings import KEYS
from tournament import event_settings
from tournament.archive.text import ArchiveProblem, ObjectWithDuplicateKeys, member_path
from tournament.models import Event, Player, Wish
from tournament.models.events import LAST_DAY
from tournament.names import has_unseen
from tournament.rotation.movements import MOVEMENTS, SELF
from tournament.rotation.planners.standings import PATTERNS
from tournament.services import adjustments, cards, common, drafts, groups, players, teams, wishes

LONGEST_SHOWN = 60


class Shape(Protocol):
    """Something that values can be checked against."""

    def check(self, value: Any, path: str) -> Iterator[ArchiveProblem]:
        """The problems of `value`, which is at `path`."""
        ...


@dataclass(frozen=True, slots=True)
class Object:
    """An object with exactly these members; those that are `optional` may be missing."""

    members: Mapping[str, Shape]
    optional: Mapping[str, Shape] = field(default_factory=dict)

    def check(self, value: Any, path: str) -> Iterator[ArchiveProblem]:
        if not isinstance(value, dict):
            yield ArchiveProblem(path, _("must be an object, not %(found)s.") % {"found": shown_value(value)})
            return
        for name in value.twice if isinstance(value, ObjectWithDuplicateKeys) else ():
            yield ArchiveProblem(member_path(path, short_text(name)), _("appears more than once."))
        for name in value:
            if name not in self.members and name not in self.optional:
                yield ArchiveProblem(member_path(path, short_text(name)), _("is not known here."))
        for name, shape in self.members.items():
            if name in value:
                yield from shape.check(value[name], member_path(path, name))
            else:
                yield ArchiveProblem(member_path(path, name), _("is missing."))
        for name, shape in self.optional.items():
            if name in value:
                yield from shape.check(value[name], member_path(path, name))


@dataclass(frozen=True, slots=True)
class List:
    """A list of at most `most` members of one shape."""

    member: Shape
    most: int

    def check(self, value: Any, path: str) -> Iterator[ArchiveProblem]:
        if not isinstance(value, list):
            yield ArchiveProblem(path, _("must be a list, not %(found)s.") % {"found": shown_value(value)})
            return
        if len(value) > self.most:
            facts = {"most": self.most, "found": len(value)}
            yield ArchiveProblem(path, _("has %(found)d members; there can be %(most)d at most.") % facts)
            return
        for index, member in enumerate(value):
            yield from self.member.check(member, member_path(path, index))


@dataclass(frozen=True, slots=True)
class Integer:
    """A whole number from `low` to `high`."""

    low: int
    high: int

    def check(self, value: Any, path: str) -> Iterator[ArchiveProblem]:
        if isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high:
            return
        facts = {"low": self.low, "high": self.high, "found": shown_value(value)}
        yield ArchiveProblem(
            path, _("must be a whole number from %(low)d to %(high)d, not %(found)s.") % facts
        )


@dataclass(frozen=True, slots=True)
class Truth:
    """True or false."""

    def check(self, value: Any, path: str) -> Iterator[ArchiveProblem]:
        if not isinstance(value, bool):
            yield ArchiveProblem(
                path, _("must be true or false, not %(found)s.") % {"found": shown_value(value)}
            )


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text with at most `most` characters, none of them invisible."""

    most: int
    blank: bool = False

    def check(self, value: Any, path: str) -> Iterator[ArchiveProblem]:
        if not isinstance(value, str):
            yield ArchiveProblem(path, _("must be text, not %(found)s.") % {"found": shown_value(value)})
        elif len(value) > self.most:
            facts = {"most": self.most, "found": len(value)}
            yield ArchiveProblem(path, _("has %(found)d characters; keep it to %(most)d.") % facts)
        elif has_unseen(value):
            message = _("holds a character that cannot be seen: %(found)s.")
            yield ArchiveProblem(path, message % {"found": shown_value(value, ascii_only=True)})
        elif not self.blank and not value.strip():
            yield ArchiveProblem(path, _("must not be empty."))


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of some words, or exactly this value."""

    known: tuple[str | int, ...]

    def check(self, value: Any, path: str) -> Iterator[ArchiveProblem]:
        if any(value == known and type(value) is type(known) for known in self.known):
            return
        facts = {"known": ", ".join(map(shown_value, self.known)), "found": shown_value(value)}
        message = (
            _("must be %(known)s, not %(found)s.")
            if len(self.known) == 1
            else _("must be one of %(known)s, not %(found)s.")
        )
        yield ArchiveProblem(path, message % facts)


@dataclass(frozen=True, slots=True)
class Day:
    """A date as YYYY-MM-DD, not so late that no day follows."""

    def check(self, value: Any, path: str) -> Iterator[ArchiveProblem]:
        try:
            day = date.fromisoformat(value) if isinstance(value, str) else None
            if day is not None and day.isoformat() == value and day <= LAST_DAY:
                return
        except ValueError:
            pass
        message = _("must be a date such as 2026-11-20, not %(found)s.")
        yield ArchiveProblem(path, message % {"found": shown_value(value)})


@dataclass(frozen=True, slots=True)
class Anything:
    """Any value: it is checked elsewhere."""

    def check(self, value: Any, path: str) -> Iterator[ArchiveProblem]:
        return iter(())


@dataclass(frozen=True, slots=True)
class Maybe:
    """This shape, or null."""

    shape: Shape

    def check(self, value: Any, path: str) -> Iterator[ArchiveProblem]:
        return self.shape.check(value, path) if value is not None else iter(())


@dataclass(frozen=True, slots=True)
class ChosenByMember:
    """An object whose member `by` names the one of several shapes that it must have."""

    by: str
    shapes: Mapping[str, Shape]

    def check(self, value: Any, path: str) -> Iterator[ArchiveProblem]:
        kind = value.get(self.by) if isinstance(value, dict) else None
        if isinstance(kind, str) and kind in self.shapes:
            return self.shapes[kind].check(value, path)
        if not isinstance(value, dict):
            return Object({}).check(value, path)
        return OneOf(tuple(self.shapes)).check(kind, member_path(path, self.by))


def shown_value(value: Any, *, ascii_only: bool = False) -> str:
    """Format a value for a sentence: short, and on one line.

    >>> shown_value("Ann"), shown_value([1, 2]), shown_value({}), shown_value(None), shown_value(1.5)
    ('"Ann"', 'a list', 'an object', 'null', '1.5')
    """
    if isinstance(value, dict):
        return _("an object")
    if isinstance(value, list):
        return _("a list")
    if isinstance(value, int) and abs(value) >= 10**18:
        return _("a very large number")
    return short_text(
        json.dumps(value, ensure_ascii=ascii_only or (isinstance(value, str) and has_unseen(value)))
    )


def short_text(text: str) -> str:
    """Cut a text for use in a sentence, and remove invisible characters."""
    text = text[: LONGEST_SHOWN + 1]
    if not text.isprintable():
        text = text.encode("unicode_escape").decode("ascii")
    return text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 1] + "…"


FORMAT, VERSION, VERSION_3 = "euchre-event", 2, 3
PLAYING, LEFT, DISQUALIFIED = "playing", Player.Status.LEFT.value, Player.Status.DISQUALIFIED.value
DEALS, TOTALS = "deals", "totals"
UNSAID_LANGUAGE = "en"  # the language of a file that names none
CARRIED, NOTHING = "points", "nothing"  # what players of a final bring along
MOST_TABLES = players.MOST_PLAYERS // 4 + 1
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


def version_needed(archive: Mapping[str, Any]) -> int:
    """The version that can say all that this document does, whatever it says of itself."""
    nameless = any(player["name"] == "" for player in archive["players"])
    told = nameless or archive["event"].get("house") or archive["event"]["movement"] == SELF
    struck = any(ruling.get("struck") for ruling in rulings_on_totals(archive))
    return VERSION_3 if told or struck else VERSION


def in_version(archive: dict[str, Any], version: object) -> dict[str, Any]:
    """A document as this version writes it: rulings on totals say only from version 3 on what they struck."""
    for ruling in rulings_on_totals(archive) if version == VERSION else ():
        ruling.pop("struck", None)
    return archive | {"version": version}


def rulings_on_totals(archive: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The rulings on all sheets of totals."""
    for round_ in archive["rounds"]:
        for table in round_["tables"]:
            yield from (table["sheet"] or {}).get("rulings", ())


@dataclass(frozen=True, slots=True)
class RuleValue:
    """A value of the rules, valid for its setting."""

    setting: Setting

    def check(self, value: Any, path: str) -> Iterator[ArchiveProblem]:
        if isinstance(value, (dict, list)) or not self.setting.accepts(value):
            facts = {"expected": self.setting.expected, "found": shown_value(value)}
            yield ArchiveProblem(path, _("must be %(expected)s, not %(found)s.") % facts)


def _by_seat(shape: Shape) -> Object:
    return Object({seat.value: shape for seat in SEATS})


def _by_side(shape: Shape) -> Object:
    return Object({side.value: shape for side in SIDES})


POINTS = Integer(0, MOST_POINTS)
SIGNED = Integer(-MOST_POINTS, MOST_POINTS)
NUMBER = Integer(1, players.HIGHEST_NUMBER)
ROUND = Integer(1, event_settings.MAX_ROUNDS)
TEAM = Integer(1, teams.HIGHEST_TEAM)
SEAT = OneOf(tuple(seat.value for seat in SEATS))
SIDE = OneOf(tuple(side.value for side in SIDES))
DEALS_PLAYED = Maybe(Integer(1, MOST_DEALS))
FATE = OneOf(tuple(fate.value for fate in Fate))

RULES = ChosenByMember(
    "preset",
    {
        preset: Object(
            {
                name: RuleValue(SETTING[name]) if name in SETTING else OneOf((preset,))
                for name in rules.to_dict()
            },
            {name: RuleValue(SETTING[name]) for name in USUALLY},
        )
        for preset, rules in PRESETS.items()
    },
)

WISH = Object(
    {
        "kind": OneOf(tuple(sorted(WISH_KINDS))),
        "players": List(NUMBER, 2),
        "table": Maybe(Integer(1, players.HIGHEST_NUMBER)),
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
        "bye_points": Object({"mode": OneOf(BYE_MODES), "points": Integer(0, event_settings.MAX_BYE_POINTS)}),
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
            {"seated": OneOf(tuple(Event.Teams.values)), "floaters": List(TEAM, players.MOST_PLAYERS)}
        ),
        "house": List(NUMBER, players.MOST_PLAYERS),  # if helpers of the house fill chairs (`facts`)
    },
)

PLAYER = Object(
    {
        "number": NUMBER,
        "name": Text(players.LONGEST_NAME, blank=True),  # empty in version 3 only
        "from_round": ROUND,
        "to_round": Maybe(ROUND),
        "status": OneOf((PLAYING, LEFT, DISQUALIFIED)),
        "ranked": Truth(),
        "groups": List(Text(groups.LONGEST_GROUP), groups.MOST_GROUPS),
        "team": Maybe(TEAM),  # only if the event has teams (`facts`)
    }
)

# A ruling on a deal; one of a totals sheet says besides whether the totals are as it makes them already.
# A fine is money: it stands in the file only if there is one.
SIDE_POINTS = Maybe(Object({"side": SIDE, "points": Integer(1, MOST_POINTS)}))
STRUCK = Maybe(Object({"side": SIDE, "points": POINTS, "lone_march": Maybe(SEAT)}))
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
    "reason": Text(common.LONGEST_REASON, blank=True),
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


SHEET = ChosenByMember(
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
                "rulings": List(
                    Object({**RULING_MEMBERS, "included": Truth()}, {**FINE, "struck": STRUCK}), MOST_RULINGS
                ),
                "reached_first": Maybe(SIDE),
                **_result(SIGNED),  # whether below 0 can be is for the event's rules
            }
        ),
    },
)

TABLE = Object(
    {
        "number": Integer(1, players.HIGHEST_NUMBER),
        "seats": _by_seat(Maybe(NUMBER)),
        "first_dealer": Maybe(SEAT),
        "sheet": Maybe(SHEET),
    }
)

ROUND_PLAYED = Object(
    {
        "number": ROUND,
        "closed": Truth(),
        "sit_out": List(NUMBER, players.MOST_PLAYERS),
        "tables": List(TABLE, MOST_TABLES),
    }
)

# What a tally card says where the hall seats itself: points, or that the player sat out (`facts`).
CARD_POINTS = Integer(-cards.MOST_POINTS, cards.MOST_POINTS)
CARD_LINE = Object(
    {"round": ROUND},
    {
        "points": CARD_POINTS,
        "loners": Integer(0, cards.MOST_LONERS),
        "won": Maybe(Truth()),
        "sat_out": Truth(),
    },
)
CARD = Object({"player": NUMBER, "rounds": List(CARD_LINE, event_settings.MAX_ROUNDS)})

ADJUSTMENT = Object(
    {
        "player": NUMBER,
        "points": Integer(-adjustments.MOST_CARRIED, adjustments.MOST_CARRIED),
        "reason": Text(common.LONGEST_REASON),
    }
)

TALLY = Integer(-MOST_POINTS * 10, MOST_POINTS * 10)
STANDING = Object(
    {
        "place": Maybe(Integer(1, players.MOST_PLAYERS)),
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

HISTORY = Object({"entries": Integer(1, MOST_ENTRIES)}, {"head": Anything()})  # a hash, until version 1.0.0

ARCHIVE = Object(
    {
        "format": OneOf((FORMAT,)),
        "version": OneOf((VERSION, VERSION_3)),
        "event": EVENT,
        "players": List(PLAYER, players.MOST_PLAYERS),
        "rounds": List(ROUND_PLAYED, event_settings.MAX_ROUNDS),
        "adjustments": List(ADJUSTMENT, 10 * players.MOST_PLAYERS),
        "standings": List(STANDING, players.MOST_PLAYERS),
        "history": Maybe(HISTORY),
    },
    {"cards": List(CARD, players.MOST_PLAYERS)},  # where the hall seats itself (`facts`)
)
