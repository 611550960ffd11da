"""An event as the values of an archive: every fact that counts, and every result as stored or shown.

The members of every object stand here in the order in which they are written, but for those of `sheets`.
Left out are who did what, of which only the head is kept, and what no longer counts; `left_out` names what
a director might miss.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from scoring.record import BYE_MODES
from scoring.rule_settings import SETTING, USUALLY, Setting
from scoring.ruleset import PRESETS
from scoring.seats import SEATS
from scoring.standings import KEYS
from tournament.archive import sheets
from tournament.archive.shapes import (
    APART,
    SAME_ROW,
    Anything,
    ChosenByMember,
    Day,
    Integer,
    List,
    Maybe,
    Member,
    Object,
    OneOf,
    Shape,
    Text,
    Truth,
    shown_value,
)
from tournament.archive.text import ArchiveProblem
from tournament.models import Adjustment, CardLine, Event, Player, Round, Ruling, Sheet, Table, Wish
from tournament.models.seating import prefetched_chairs
from tournament.registry import actions, event_settings
from tournament.reports.standings import StandingsRow, standings
from tournament.rotation.movements import MOVEMENTS, SELF
from tournament.rotation.planners.standings import PATTERNS
from tournament.services import adjustments, cards, common, drafts, groups, players, teams, wishes
from tournament.services.common import lock_event
from tournament.state.attendance import GOING
from tournament.state.groups import in_order
from tournament.state.results import card_rounds
from tournament.state.sheet_scores import ScoredResult, TableResult, merge_rulings, score_of

Values = dict[str, Any]

FORMAT, VERSION, VERSION_3 = "euchre-event", 2, 3
PLAYING, LEFT, DISQUALIFIED = "playing", Player.Status.LEFT.value, Player.Status.DISQUALIFIED.value
UNSAID_LANGUAGE = "en"  # the language of a file that names none
MOST_TABLES = players.MOST_PLAYERS // 4 + 1
MOST_ENTRIES = 10_000_000  # of a history
STAYS = "stays"
LONGEST_LANGUAGE: int = Event._meta.get_field("language").max_length or 0
LONGEST_SLUG: int = Event._meta.get_field("slug").max_length or 0


@dataclass(frozen=True, slots=True)
class RuleValue(Shape):
    """A value of the rules, valid for its setting."""

    setting: Setting

    def check(self, value: Any, path: str) -> Iterator[ArchiveProblem]:
        if isinstance(value, (dict, list)) or not self.setting.accepts(value):
            facts = {"expected": self.setting.expected, "found": shown_value(value)}
            yield ArchiveProblem(path, _("must be %(expected)s, not %(found)s.") % facts)


NUMBER = Integer(1, players.HIGHEST_NUMBER)
ROUND = Integer(1, event_settings.MAX_ROUNDS)
TEAM = Integer(1, teams.HIGHEST_TEAM)
GROUP = Text(groups.LONGEST_GROUP)

RULES = ChosenByMember(
    "preset",
    {
        preset: Object(
            *(
                Member(name, RuleValue(SETTING[name]) if name in SETTING else OneOf((preset,)))
                for name in rules.to_dict()
            ),
            *(Member(name, RuleValue(SETTING[name]), optional=True) for name in USUALLY),
        )
        for preset, rules in PRESETS.items()
    },
)
BYE_POINTS = Object(
    Member("mode", OneOf(BYE_MODES), "bye_mode"),
    Member("points", Integer(0, event_settings.MAX_BYE_POINTS), "bye_points"),
)
WISH_KIND = OneOf(
    {
        "apart": Wish.Kind.APART,
        "never-partners": Wish.Kind.NOT_PARTNERS,
        "partners-always": Wish.Kind.COUPLE,
        "partners-once": Wish.Kind.ONCE,
        STAYS: Wish.Kind.STAYS,
    }
)
WISH = Object(
    Member("kind", WISH_KIND),
    Member("players", List(NUMBER, 2), APART),
    Member("table", Maybe(Integer(1, players.HIGHEST_NUMBER))),
)
MIXED = Object(
    Member("what", OneOf(tuple(Event.Mixed.values)), "mixed"), Member("group", GROUP, "mixed_group")
)
TEAMS = Object(
    Member("seated", OneOf(tuple(Event.Teams.values)), "teams"),
    Member("floaters", List(TEAM, players.MOST_PLAYERS), "floating_teams"),
)
# The event whose best play here, and whether their points are among the adjustments.
STAGE = Object(
    Member("event", Text(LONGEST_SLUG), "stage_of"),
    Member("carry", OneOf({"points": True, "nothing": False}), "stage_carries"),
)


def _wishes(event: Event) -> list[Values]:
    """What is wished of the seating, by kind, then players."""
    wished = [
        WISH.write(wish, players=sorted(one.number for one in (wish.player, wish.other) if one is not None))
        for wish in event.wishes.select_related("player", "other")
    ]
    return sorted(wished, key=lambda wish: (wish["kind"], wish["players"]))


def _house(event: Event) -> list[int]:
    return list(event.players.helpers().names())


def _by_standings(event: Event) -> bool:
    return MOVEMENTS[event.movement].needs_standings


EVENT = Object(
    Member("name", Text(event_settings.LONGEST_NAME)),
    Member("slug", Text(LONGEST_SLUG)),
    Member("date", Day()),
    Member("venue", Text(event_settings.LONGEST_NAME, blank=True)),
    Member("language", Text(LONGEST_LANGUAGE), optional=True, unsaid=UNSAID_LANGUAGE),
    Member("rounds", ROUND, "round_count"),
    Member("movement", OneOf(tuple(MOVEMENTS))),
    Member("pattern", OneOf(tuple(PATTERNS)), "standings_pattern", when=_by_standings, optional=True),
    Member("seed", Integer(0, drafts.LARGEST_SEED)),
    Member("rules", RULES, write=lambda event: event.ruleset.to_dict()),
    Member("bye_points", BYE_POINTS, SAME_ROW),
    Member("order", List(OneOf(tuple(KEYS)), len(KEYS))),
    Member("ranked_from", Integer(0, event_settings.MAX_ROUNDS)),
    Member("wishes", List(WISH, wishes.MOST_WISHES), APART, write=_wishes),
    Member("mixed", MIXED, SAME_ROW, when=attrgetter("mixed"), optional=True),
    Member("teams", TEAMS, SAME_ROW, when=attrgetter("teams"), optional=True),
    Member("house", List(NUMBER, players.MOST_PLAYERS), APART, write=_house, when=_house, optional=True),
    Member("stage_of", Maybe(STAGE), SAME_ROW, when=attrgetter("stage_of")),
)


def _status(player: Player) -> str:
    return player.status if player.status in GOING else PLAYING


PLAYER = Object(
    Member("number", NUMBER),
    Member("name", Text(players.LONGEST_NAME, blank=True), "own_name"),  # empty in version 3 only
    Member("from_round", ROUND),
    Member("to_round", Maybe(ROUND)),
    Member("status", OneOf((PLAYING, LEFT, DISQUALIFIED)), APART, write=_status),
    Member("ranked", Truth()),
    Member("groups", List(GROUP, groups.MOST_GROUPS), write=lambda one: sorted(one.groups), read=in_order),
    Member("team", Maybe(TEAM)),  # only if the event has teams (`facts`)
)

TABLE = Object(
    Member("number", Integer(1, players.HIGHEST_NUMBER)),
    Member("seats", sheets.by_seat(Maybe(NUMBER)), APART),
    Member("first_dealer", Maybe(sheets.SEAT)),
    Member("sheet", Maybe(sheets.SHEET), APART),
)
ROUND_PLAYED = Object(
    Member("number", ROUND),
    Member("closed", Truth(), APART, write=lambda round_: round_.status == Round.Status.CLOSED),
    Member("sit_out", List(NUMBER, players.MOST_PLAYERS), APART),
    Member("tables", List(TABLE, MOST_TABLES), APART),
)

# What a tally card says where the hall seats itself: points, or that the player sat out (`facts`).
_PLAYED: dict[str, Any] = {"when": lambda line: not line.sat_out, "optional": True}
CARD_LINE = Object(
    Member("round", ROUND, APART),
    Member("points", Integer(-cards.MOST_POINTS, cards.MOST_POINTS), **_PLAYED),
    Member("loners", Integer(0, cards.MOST_LONERS), **_PLAYED),
    Member("won", Maybe(Truth()), **_PLAYED),
    Member("sat_out", Truth(), optional=True, unsaid=False),
)
CARD = Object(Member("player", NUMBER), Member("rounds", List(CARD_LINE, event_settings.MAX_ROUNDS)))
CARDS = List(CARD, players.MOST_PLAYERS)


def _cards(event: Event) -> list[Values]:
    """What the tally cards say if the hall seats itself, by player and round."""
    cards: dict[int, list[Values]] = defaultdict(list)
    for facts in card_rounds([event])[event.pk]:
        for player in facts.sit_out:
            cards[player].append(CARD_LINE.write(CardLine(sat_out=True), round=facts.number))
        for player, line in facts.cards.items():
            said = CardLine(points=line.points, loners=line.loners, won=line.won)
            cards[player].append(CARD_LINE.write(said, round=facts.number))
    numbers = event.players.in_order().values_list("pk", "number")
    return [{"player": number, "rounds": cards[key]} for key, number in numbers if key in cards]


def _reason(adjustment: Adjustment) -> str:
    """Why points were given or taken, in the words of the format, whatever the reader's language."""
    if adjustment.carried:
        return adjustments.shortened_reason(f"Carried from “{adjustment.reason}”")
    if adjustment.ruling is None:
        return adjustment.reason
    return adjustments.shortened_reason(f"Ruling {adjustment.ruling.number}: {adjustment.ruling.reason}")


ADJUSTMENT = Object(
    Member("player", NUMBER, APART, write=attrgetter("player.number")),
    Member("points", Integer(-adjustments.MOST_CARRIED, adjustments.MOST_CARRIED)),
    Member("reason", Text(common.LONGEST_REASON), write=_reason),
)

TALLY = Integer(-sheets.MOST_POINTS * 10, sheets.MOST_POINTS * 10)
STANDING = Object(
    Member("place", Maybe(Integer(1, players.MOST_PLAYERS))),
    Member("player", NUMBER, "number"),
    Member("points", TALLY),
    Member("rounds_won", TALLY),
    Member("loners", TALLY),
    Member("best_round", TALLY),
    Member("points_against", TALLY, APART),
    Member("rounds_played", TALLY),
    Member("decided_by", Maybe(OneOf(tuple(KEYS)))),
)

HISTORY = Object(
    Member("entries", Integer(1, MOST_ENTRIES)),
    Member("head", Anything(), optional=True),  # a hash, until version 1.0.0
)


def _history(event: Event) -> Values | None:
    """How many entries the history has; an imported event’s goes on from its file’s."""
    entries = event.audit_entries.count()
    brought = event.audit_entries.filter(action=actions.EVENT_IMPORTED.code).first()
    if brought is not None:
        file = brought.facts.get("history")
        entries += (file["entries"] if file else 0) - (brought == event.audit_entries.first())
    return {"entries": entries} if entries else None


ARCHIVE = Object(
    Member("format", OneOf((FORMAT,)), APART),
    Member("version", OneOf((VERSION, VERSION_3)), APART),
    Member("event", EVENT, SAME_ROW),
    Member("players", List(PLAYER, players.MOST_PLAYERS), APART),
    Member("rounds", List(ROUND_PLAYED, event_settings.MAX_ROUNDS), APART),
    Member("cards", CARDS, write=_cards, when=attrgetter("seats_itself"), optional=True),
    Member("adjustments", List(ADJUSTMENT, 10 * players.MOST_PLAYERS), APART),
    Member("standings", List(STANDING, players.MOST_PLAYERS), APART),
    Member("history", Maybe(HISTORY), write=_history),
)


def document(event: Event) -> Values:
    """The archive of an event, with members in the order they are written."""
    written = ARCHIVE.write(
        event,
        format=FORMAT,
        version=VERSION,
        players=[PLAYER.write(player) for player in event.players.order_by("number")],
        rounds=(rounds := _rounds(event)),
        adjustments=[ADJUSTMENT.write(made) for made in event.adjustments.in_force().listed()],
        standings=standings_lines(standings(event, with_no_shows=True).rows, rounds),
    )
    return in_version(written, version_needed(written))


def standings_lines(rows: Iterable[StandingsRow], rounds: list[Values]) -> list[Values]:
    """The lines of the standings, of rounds as the archive has them."""
    against = sheets.points_against(rounds)
    return [STANDING.write(row, points_against=against.get(row.number, 0)) for row in rows]


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


@transaction.atomic
def snapshot(event: Event) -> Values:
    """A consistent archive of an event: nobody can save anything while it is read."""
    return document(lock_event(event))


def left_out(event: Event) -> list[str]:
    """What counts at this event but is not part of its archive, in sentences."""
    rulings = _rulings(event)
    omissions = []
    ruled = Ruling.objects.in_force().filter(event=event).values("table")
    for table in _tables(event).filter(~Q(not_played="", disputed="") | Q(pk__in=ruled)):
        if table.not_played:
            message = _("Table %(table)d of round %(round)d was not played: %(why)s")
            facts = {"round": table.round.number, "table": table.number, "why": table.not_played}
            omissions.append(message % facts)
        if table.disputed:
            message = _("The paper sheet of table %(table)d, round %(round)d, is disputed: %(why)s")
            facts = {"round": table.round.number, "table": table.number, "why": table.disputed}
            omissions.append(message % facts)
        if not rulings[table.pk]:
            continue
        sheet = _counting(table)
        facts = {"round": table.round.number, "table": table.number}
        placed = (
            _dealt(event, table, sheet, rulings[table.pk]) if sheet and sheet.entry == sheets.DEALS else None
        )
        for row in rulings[table.pk]:
            if sheet is None:
                message = _("Ruling %(number)d: table %(table)d of round %(round)d has not reported.")
            elif placed is not None and (row.slot, row.attempt) not in placed:
                message = _("Ruling %(number)d: table %(table)d of round %(round)d had no such deal.")
            else:
                continue
            omissions.append(message % (facts | {"number": row.number}))
    return omissions


def _rounds(event: Event) -> list[Values]:
    out: dict[int, list[int]] = defaultdict(list)
    sitting = event.rounds.filter(seatings__table=None, seatings__isnull=False)
    for number, player in sitting.values_list("number", "seatings__player__number"):
        out[number].append(player)
    rulings = _rulings(event)
    tables: dict[int, list[Values]] = defaultdict(list)
    for table in _tables(event):
        tables[table.round.number].append(_table(event, table, rulings[table.pk]))
    return [
        ROUND_PLAYED.write(round_, sit_out=sorted(out[round_.number]), tables=tables[round_.number])
        for round_ in event.rounds.order_by("number")
    ]


def _tables(event: Event) -> QuerySet[Table]:
    """The event's tables in order, with who sits there and every revision of their sheets."""
    tables = Table.objects.filter(round__event=event).order_by("round__number", "number")
    return tables.select_related("round").prefetch_related(prefetched_chairs(), "sheets")


def _rulings(event: Event) -> Mapping[int, list[Ruling]]:
    """Table's key → its rulings in force, by number."""
    in_force: dict[int, list[Ruling]] = defaultdict(list)
    for row in Ruling.objects.in_force().filter(event=event).order_by("number"):
        in_force[row.table_id].append(row)
    return in_force


def _counting(table: Table) -> Sheet | None:
    return next((sheet for sheet in table.sheets.all() if sheet.counting), None)


def _table(event: Event, table: Table, rulings: list[Ruling]) -> Values:
    """Deals and rulings as they are now, results as stored; `checking` compares them."""
    chairs, sheet, values = table.chairs(), _counting(table), None
    if sheet is not None:
        included = {row["number"]: row["included"] for row in sheet.rulings}
        scored = ScoredResult(_reported(sheet, table), tuple(rulings), included, score_of(sheet))
        values = sheets.sheet_document(event.ruleset, scored)
    seats = {seat.value: chairs[seat].player.number if seat in chairs else None for seat in SEATS}
    return TABLE.write(table, seats=seats, sheet=values)


def _reported(sheet: Sheet, table: Table) -> TableResult:
    """What the table wrote down, and the first dealer whom the file names."""
    reported = TableResult.of(sheet, table)
    first = table.known_dealer or reported.first_dealer
    return replace(reported, first_dealer=first) if sheet.entry == sheets.DEALS else reported


def _dealt(event: Event, table: Table, sheet: Sheet, rulings: list[Ruling]) -> set[tuple[int | None, int]]:
    deals = merge_rulings(event.ruleset, _reported(sheet, table), rulings)
    return {(deal.slot, deal.attempt) for deal in deals}
