"""Score a table's report with its rulings in force, before anything is written."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from scoring.errors import BadDeal, BadSheet
from scoring.sentences import Sentence
from scoring.sheet import NextDeal, next_deal
from tournament.models import Event, Ruling, Sheet, Table
from tournament.sentences import in_words
from tournament.services.errors import Incomplete, Refused, Unanswered
from tournament.state.sheet_scores import ScoredResult, TableResult, answered, merge_rulings, score_result


def appraise(
    event: Event, table: Table, reported: TableResult, included: Mapping[int, bool], *bases: Sheet | None
) -> ScoredResult:
    """Score a report with the table's rulings in force; answers stored with `bases` still hold.

    Writes nothing. Raises what entering the report would.
    """
    rulings = list(table.rulings.in_force().select_related("replaces"))
    answers: dict[int, bool] = {}
    if reported.entry == Sheet.Entry.TOTALS:
        answers = _answers(rulings, included, *bases)
    else:
        _check_places(rulings)
    scored = score_result(event.ruleset, reported, rulings, answers)
    if not scored.score.complete:
        missing = _missing_deal(event, scored)
        message = _("The round is not complete: %(deal)s is missing.")
        raise Incomplete(message % {"deal": in_words(missing.where) if missing else ""}, missing)
    return answered(event.ruleset, scored, reported)


def facts_of(problem: BadDeal | BadSheet | Incomplete) -> dict[str, object]:
    """Why a report cannot be counted, as the history keeps it: the code, and the deal if it is about one."""
    if isinstance(problem, Incomplete):
        missing = problem.missing
        return {"code": problem.code} | (
            {"slot": missing.slot, "attempt": missing.attempt} if missing else {}
        )
    return {"code": problem.code} | (problem.where.values if isinstance(problem.where, Sentence) else {})


def _missing_deal(event: Event, scored: ScoredResult) -> NextDeal | None:
    reported = scored.reported
    deals = merge_rulings(event.ruleset, reported, scored.rulings)
    return next_deal(event.ruleset, reported.dealt_first, deals, deals_played=reported.deals_played)


def _answers(
    rulings: Sequence[Ruling], included: Mapping[int, bool], *bases: Sheet | None
) -> dict[int, bool]:
    """For each ruling that changed points, whether the totals are so already: as answered now, else before.

    A ruling that replaced another inherits its answer.
    """
    answer_by_number = {
        row["number"]: row["included"]
        for sheet in reversed(bases)
        if sheet
        for row in sheet.rulings
        if row["included"] is not None
    } | dict(included)
    answers = {}
    for ruling in rulings:
        if not ruling.changes_points:
            continue
        replaced = getattr(ruling, "replaces", None)
        answer = answer_by_number.get(
            ruling.number, answer_by_number.get(replaced.number) if replaced else None
        )
        if answer is None:
            message = _("Say of ruling %(number)d whether its points are in these totals.")
            field = f"included_{ruling.number}"
            raise Unanswered("included-missing", message % {"number": ruling.number}, field)
        answers[ruling.number] = answer
    return answers


def _check_places(rulings: Sequence[Ruling]) -> None:
    """Refuse rulings without a deal in a round entered deal by deal."""
    for ruling in rulings:
        if ruling.slot is None and (ruling.changes_points or ruling.cancels or ruling.fate):
            message = _("Ruling %(number)d names no deal. Amend it to name one, then enter the deals.")
            raise Refused("ruling-without-deal", message % {"number": ruling.number})
