"""A table's sheet in an archive: its members, and how they become unsaved rows with a score again."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from operator import attrgetter, itemgetter
from typing import Any

from scoring.catalogue import CATALOGUE
from scoring.deal import TRICKS, Deal, Fate, Struck, struck_of
from scoring.ruleset import Ruleset
from scoring.seats import SEATS, SIDES, Seat, Side
from scoring.sheet import score_deals
from tournament.archive.shapes import (
    APART,
    SAME_ROW,
    ChosenByMember,
    Integer,
    List,
    Maybe,
    Member,
    Object,
    OneOf,
    Shape,
    Text,
    Truth,
)
from tournament.models import Ruling
from tournament.services import common
from tournament.state.sheet_scores import ScoredResult, TableResult, merge_rulings, score_result

Values = dict[str, Any]

DEALS, TOTALS = "deals", "totals"
MOST_DEALS = 500  # of one round, those dealt again included
MOST_RULINGS = 500  # of one round at one table
MOST_POINTS = 9999
MOST_CENTS = 1_000_000


def by_seat(shape: Shape) -> Object:
    """An object with a value for each seat."""
    return Object(*(Member(seat.value, shape, write=itemgetter(seat)) for seat in SEATS))


def _by_side(points: Shape) -> Object:
    return Object(*(Member(side.value, points, write=itemgetter(side)) for side in SIDES))


def _side_points(name: str) -> Shape:
    points = Integer(1, MOST_POINTS)
    return Maybe(Object(Member("side", SIDE, f"{name}_side"), Member("points", points, f"{name}_points")))


POINTS = Integer(0, MOST_POINTS)
SIGNED = Integer(-MOST_POINTS, MOST_POINTS)
SEAT = OneOf(tuple(seat.value for seat in SEATS))
SIDE = OneOf(tuple(side.value for side in SIDES))
FATE = OneOf(tuple(fate.value for fate in Fate))

STRUCK = Maybe(Object(Member("side", SIDE), Member("points", POINTS), Member("lone_march", Maybe(SEAT))))
PROPOSED = Object(Member("points", POINTS, "proposed_points"), Member("fate", Maybe(FATE), "proposed_fate"))


def _ruling(*on_totals: Member) -> Object:
    """A ruling; a fine is money: it stands in the file only if there is one."""
    return Object(
        Member("code", OneOf(tuple(CATALOGUE))),
        Member("offender", Maybe(SEAT)),
        Member("dealer", Maybe(SEAT)),
        Member("award", _side_points("award"), SAME_ROW, when=attrgetter("award_side")),
        Member("forfeits", _side_points("forfeit"), SAME_ROW, when=attrgetter("forfeit_side")),
        Member("fate", Maybe(FATE)),
        Member("choice", Maybe(Text(40))),
        Member("cancels", List(SIDE, len(SIDES))),
        *on_totals,
        Member("proposed", PROPOSED, SAME_ROW),
        Member("reason", Text(common.LONGEST_REASON, blank=True)),
        Member("fine_cents", Integer(1, MOST_CENTS), optional=True, unsaid=0),
    )


RULING = _ruling()
RULING_ON_TOTALS = _ruling(
    Member("included", Truth(), APART),  # whether the totals are as it makes them already
    Member("struck", STRUCK, APART, optional=True),
)
CALL = Object(Member("maker", SEAT), Member("lone", Maybe(SEAT)), Member("lone_defender", Maybe(SEAT)))
DEAL = Object(
    Member("slot", Integer(1, MOST_DEALS)),
    Member("attempt", Integer(1, MOST_DEALS)),
    Member("dealer", SEAT),
    Member("call", Maybe(CALL)),
    Member("tricks", Maybe(Integer(0, TRICKS))),
    Member("supreme", Truth()),
    Member("rulings", List(RULING, MOST_RULINGS), APART),
    Member("fate", FATE),
    Member("points", _by_side(POINTS), APART),
)


def _sheet(entry: str, points: Shape, *members: Member) -> Object:
    return Object(
        Member("entry", OneOf((entry,)), "reported.entry"),
        Member("deals_played", Maybe(Integer(1, MOST_DEALS)), "reported.deals_played"),
        *members,
        Member("totals", _by_side(points), "score.totals"),
        Member("loners", by_seat(Integer(0, MOST_DEALS)), "score.loners"),
        Member("players", by_seat(points), "score.players"),
        Member("winner", Maybe(SIDE), "score.winner"),
    )


SHEETS: Mapping[str, Object] = {
    DEALS: _sheet(DEALS, POINTS, Member("deals", List(DEAL, MOST_DEALS), APART)),
    TOTALS: _sheet(
        TOTALS,
        SIGNED,  # whether below 0 can be is for the event's rules
        Member("rulings", List(RULING_ON_TOTALS, MOST_RULINGS), APART),
        Member("reached_first", Maybe(SIDE), "reported.reached_first"),
    ),
}
SHEET = ChosenByMember("entry", SHEETS)


@dataclass(frozen=True, slots=True)
class Written:
    """A sheet of a file as unsaved rows: the table's report, the rulings on it, and who won in the file."""

    reported: TableResult
    rulings: tuple[Ruling, ...]
    included: Mapping[int, bool]
    winner: Side | None

    def counted(self, rules: Ruleset) -> ScoredResult:
        """Score the sheet; errors of `scoring` pass through. Who won by the rules of 1.0.0 has won."""
        result = score_result(rules, self.reported, self.rulings, self.included)
        if self.winner is result.score.winner or self.winner is not result.score.formerly:
            return result
        return replace(result, score=replace(result.score, winner=self.winner))


def read_sheet(table: Values, rules: Ruleset, first_number: int = 1) -> Written:
    """Read a table's sheet. Rulings are numbered from `first_number` in the order of the file."""
    sheet = table["sheet"]
    winner = Side(sheet["winner"]) if sheet["winner"] else None
    if sheet["entry"] == DEALS:
        placed = [(ruling, deal) for deal in sheet["deals"] for ruling in deal["rulings"]]
        rows = tuple(
            _ruling_of(ruling, rules, number, slot=deal["slot"], attempt=deal["attempt"])
            for number, (ruling, deal) in enumerate(placed, first_number)
        )
        deals = tuple(_as_reported(Deal.from_dict(deal)) for deal in sheet["deals"])
        first_dealer = Seat(table["first_dealer"])
        reported = TableResult(DEALS, deals, first_dealer=first_dealer, deals_played=sheet["deals_played"])
        return Written(reported, rows, {}, winner)
    rows = tuple(_ruling_of(ruling, rules, n) for n, ruling in enumerate(sheet["rulings"], first_number))
    included: dict[int, bool] = {}
    struck: dict[int, Struck] = {}
    for row, ruling in zip(rows, sheet["rulings"], strict=True):
        if row.changes_points:
            included[row.number] = ruling["included"]
        if (off := struck_of(ruling.get("struck"))) and not ruling["included"]:
            struck[row.number] = off
    return Written(_reported_totals(sheet, rows, included, struck), rows, included, winner)


def sheet_document(rules: Ruleset, sheet: ScoredResult) -> Values:
    """The values of a sheet with its score, as stored or as just computed."""
    reported, rulings, written = sheet.reported, sheet.rulings, sheet.reported.written
    if reported.entry == TOTALS:
        ruled = []
        for row in rulings:
            included, off = bool(sheet.included.get(row.number)), written.get(row.number)
            struck = STRUCK.write(off if isinstance(off, Struck) and not included else None)
            ruled.append(RULING_ON_TOTALS.write(row, included=included, struck=struck))
        return SHEETS[TOTALS].write(sheet, rulings=ruled)
    deals = merge_rulings(rules, reported, rulings)
    scored = score_deals(rules, reported.dealt_first, deals, deals_played=reported.deals_played)
    dealt = []
    for deal, score in zip(deals, scored.deals, strict=True):
        on_it = [row for row in rulings if (row.slot, row.attempt) == (deal.slot, deal.attempt)]
        points = {side.value: score.points[side] for side in SIDES}
        dealt.append(DEAL.write(deal, rulings=[RULING.write(row) for row in on_it], points=points))
    return SHEETS[DEALS].write(sheet, deals=dealt)


def _ruling_of(
    ruling: Values, rules: Ruleset, number: int, slot: int | None = None, attempt: int = 1
) -> Ruling:
    facts = RULING.read(ruling)
    return Ruling(number=number, slot=slot, attempt=attempt, warning=_is_warning(ruling, rules), **facts)


def _is_warning(ruling: Values, rules: Ruleset) -> bool:
    """Whether the rule applied only warns; the rules say so, not the file."""
    rows = CATALOGUE[ruling["code"]].rows(rules)
    return any(row.warning for row in rows if row.choice in (None, ruling["choice"]))


def _as_reported(deal: Deal) -> Deal:
    """The deal without its rulings. If one of them ended it, the file lacks the table's own result."""
    ended = any(ruling.ends_deal for ruling in deal.rulings)
    return replace(deal, rulings=(), fate=Fate.PLAYED if ended else deal.fate)


def _reported_totals(
    sheet: Values, rows: Iterable[Ruling], included: Mapping[int, bool], struck: Mapping[int, Struck]
) -> TableResult:
    """The totals as the table reported them: the final ones without what rulings added, and with what they
    took off and struck."""
    totals = {side: sheet["totals"][side.value] for side in SIDES}
    for row in rows:
        if included.get(row.number, True):
            continue
        if row.award_side:
            totals[Side(row.award_side)] -= row.award_points
        if row.forfeit_side:
            totals[Side(row.forfeit_side)] += row.forfeit_points
    loners = {seat: sheet["loners"][seat.value] for seat in SEATS}
    for off in struck.values():
        totals[off.side] += off.points
        if off.lone_march is not None:
            loners[off.lone_march] += 1
    first = Side(sheet["reached_first"]) if sheet["reached_first"] else None
    played = sheet["deals_played"]
    return TableResult(TOTALS, (), totals, loners, first, deals_played=played, written=struck)


def points_against(rounds: Iterable[Values]) -> Mapping[int, int]:
    """Player number → what the opponents' side scored in the rounds played, bonuses left out."""
    points: Counter[int] = Counter()
    for table in (table for round_ in rounds for table in round_["tables"] if table["sheet"]):
        for seat, player in table["seats"].items():
            if player is not None:
                points[player] += table["sheet"]["totals"][Seat(seat).side.other.value]
    return points
