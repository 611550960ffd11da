"""Convert a table's sheet from stored rows to an archive's values, and back to unsaved rows with a score."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scoring.catalogue import CATALOGUE
from scoring.deal import Deal, Fate, Struck, struck_of
from scoring.ruleset import Ruleset
from scoring.seats import SEATS, SIDES, Seat, Side
from scoring.sheet import RoundScore, score_deals
from tournament.archive.schema import DEALS, TOTALS
from tournament.models import Ruling
from tournament.state.sheet_scores import ScoredResult, TableResult, merge_rulings, score_result

Values = dict[str, Any]


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
    included = {
        row.number: ruling["included"]
        for row, ruling in zip(rows, sheet["rulings"], strict=True)
        if row.changes_points
    }
    struck = {
        row.number: off
        for row, ruling in zip(rows, sheet["rulings"], strict=True)
        if (off := struck_of(ruling.get("struck"))) and not ruling["included"]
    }
    return Written(_reported_totals(sheet, rows, included, struck), rows, included, winner)


def sheet_document(
    rules: Ruleset,
    reported: TableResult,
    rulings: Sequence[Ruling],
    included: Mapping[int, bool],
    result: RoundScore,
) -> Values:
    """The values of a sheet. `result` is its score, as stored or as just computed."""
    values: Values = {"entry": str(reported.entry), "deals_played": reported.deals_played}
    if reported.entry == DEALS:
        deals = merge_rulings(rules, reported, rulings)
        played = reported.deals_played
        scores = score_deals(rules, reported.dealt_first, deals, deals_played=played).deals
        values["deals"] = [
            _deal(deal, _on(deal, rulings), score.points) for deal, score in zip(deals, scores, strict=True)
        ]
    else:
        values["rulings"] = [
            _ruling(row, bool(included.get(row.number)), reported.written.get(row.number)) for row in rulings
        ]
        values["reached_first"] = reported.reached_first.value if reported.reached_first else None
    return values | {
        "totals": _by_side(result.totals),
        "loners": _by_seat(result.loners),
        "players": _by_seat(result.players),
        "winner": result.winner.value if result.winner else None,
    }


def _on(deal: Deal, rulings: Iterable[Ruling]) -> list[Ruling]:
    return [row for row in rulings if (row.slot, row.attempt) == (deal.slot, deal.attempt)]


def _deal(deal: Deal, rows: Iterable[Ruling], points: Mapping[Side, int]) -> Values:
    values = deal.to_dict()
    return values | {"rulings": [_ruling(row) for row in rows], "points": _by_side(points)}


def _ruling(row: Ruling, included: bool | None = None, written: object = None) -> Values:
    struck = written if isinstance(written, Struck) else None
    values = row.value(included, struck).to_dict() | {
        "proposed": {"points": row.proposed_points, "fate": row.proposed_fate or None},
        "reason": row.reason,
    }
    return values | {"fine_cents": row.fine_cents} if row.fine_cents else values


def _ruling_of(
    ruling: Values, rules: Ruleset, number: int, slot: int | None = None, attempt: int = 1
) -> Ruling:
    award, forfeits = ruling["award"], ruling["forfeits"]
    return Ruling(
        number=number,
        slot=slot,
        attempt=attempt,
        code=ruling["code"],
        offender=ruling["offender"] or "",
        dealer=ruling["dealer"] or "",
        award_side=award["side"] if award else "",
        award_points=award["points"] if award else 0,
        forfeit_side=forfeits["side"] if forfeits else "",
        forfeit_points=forfeits["points"] if forfeits else 0,
        fine_cents=ruling.get("fine_cents", 0),
        fate=ruling["fate"] or "",
        choice=ruling["choice"] or "",
        cancels=ruling["cancels"],
        warning=_is_warning(ruling, rules),
        proposed_points=ruling["proposed"]["points"],
        proposed_fate=ruling["proposed"]["fate"] or "",
        reason=ruling["reason"],
    )


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


def _by_side(values: Mapping[Side, int]) -> dict[str, int]:
    return {side.value: values[side] for side in SIDES}


def _by_seat(values: Mapping[Seat, int]) -> dict[str, int]:
    return {seat.value: values[seat] for seat in SEATS}
