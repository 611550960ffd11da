"""Convert a table's sheet from stored rows to an archive's values, and back to unsaved rows with a score."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scoring.deal import Deal, Fate
from scoring.ruleset import Ruleset
from scoring.rulings import CATALOGUE
from scoring.seats import SEATS, SIDES, Seat, Side
from scoring.sheet import RoundScore, score_deals
from tournament.archive.schema import DEALS, TOTALS
from tournament.models import Ruling
from tournament.state.sheet_scores import ScoredResult, TableResult, merge_rulings, score_result

Values = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Written:
    """A sheet of a file as unsaved rows: the table's report, and the rulings on it."""

    reported: TableResult
    rulings: tuple[Ruling, ...]
    included: Mapping[int, bool]

    def counted(self, rules: Ruleset) -> ScoredResult:
        """Score the sheet; errors of `scoring` pass through."""
        return score_result(rules, self.reported, self.rulings, self.included)


def read(sheet: Values, first_dealer: Seat, rules: Ruleset, first_number: int = 1) -> Written:
    """Read a sheet's values. Rulings are numbered from `first_number` in the order of the file."""
    if sheet["entry"] == DEALS:
        placed = [(ruling, deal) for deal in sheet["deals"] for ruling in deal["rulings"]]
        rows = tuple(
            _row(ruling, rules, number, slot=deal["slot"], attempt=deal["attempt"])
            for number, (ruling, deal) in enumerate(placed, first_number)
        )
        deals = tuple(_as_reported(Deal.from_dict(deal)) for deal in sheet["deals"])
        return Written(TableResult(DEALS, deals, first_dealer=first_dealer), rows, {})
    rows = tuple(_row(ruling, rules, n) for n, ruling in enumerate(sheet["rulings"], first_number))
    included = {
        row.number: ruling["included"]
        for row, ruling in zip(rows, sheet["rulings"], strict=True)
        if row.award_side
    }
    return Written(_reported_totals(sheet, rows, included), rows, included)


def document(
    rules: Ruleset,
    first_dealer: Seat,
    reported: TableResult,
    rulings: Sequence[Ruling],
    included: Mapping[int, bool],
    result: RoundScore,
) -> Values:
    """The values of a sheet. `result` is its score, as stored or as just computed."""
    values: Values = {"entry": str(reported.entry)}
    if reported.entry == DEALS:
        deals = merge_rulings(rules, first_dealer, reported.deals, rulings)
        scores = score_deals(rules, first_dealer, deals).deals
        values["deals"] = [
            _deal(deal, _on(deal, rulings), score.points) for deal, score in zip(deals, scores, strict=True)
        ]
    else:
        values["rulings"] = [
            _ruling(row) | {"included": bool(included.get(row.number, False))} for row in rulings
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


def _ruling(row: Ruling) -> Values:
    return {
        **row.value().to_dict(),
        "proposed": {"points": row.proposed_points, "fate": row.proposed_fate or None},
        "reason": row.reason,
    }


def _row(ruling: Values, rules: Ruleset, number: int, slot: int | None = None, attempt: int = 1) -> Ruling:
    award = ruling["award"]
    return Ruling(
        number=number,
        slot=slot,
        attempt=attempt,
        code=ruling["code"],
        offender=ruling["offender"] or "",
        award_side=award["side"] if award else "",
        award_points=award["points"] if award else 0,
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


def _reported_totals(sheet: Values, rows: Iterable[Ruling], included: Mapping[int, bool]) -> TableResult:
    """The totals as the table reported them: the final ones minus the awards added."""
    added = dict.fromkeys(SIDES, 0)
    for row in rows:
        if row.award_side and not included[row.number]:
            added[Side(row.award_side)] += row.award_points
    totals = {side: sheet["totals"][side.value] - added[side] for side in SIDES}
    loners = {seat: sheet["loners"][seat.value] for seat in SEATS}
    first = Side(sheet["reached_first"]) if sheet["reached_first"] else None
    return TableResult(TOTALS, (), totals, loners, first)


def _by_side(found: Mapping[Side, int]) -> dict[str, int]:
    return {side.value: found[side] for side in SIDES}


def _by_seat(found: Mapping[Seat, int]) -> dict[str, int]:
    return {seat.value: found[seat] for seat in SEATS}
