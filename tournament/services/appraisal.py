"""What a table's report comes to with its rulings in force, checked before anything is written."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from scoring.seats import SEATS
from scoring.sheet import next_deal
from tournament.models import Event, Ruling, Sheet, Table
from tournament.services.errors import Incomplete, Refused, Unanswered
from tournament.state.sheet_scores import ScoredResult, TableResult, answered, merge_rulings, score_result


def appraise(
    event: Event, table: Table, reported: TableResult, given: Mapping[int, bool], *bases: Sheet | None
) -> ScoredResult:
    """What a report comes to with the table's rulings in force; the answers of `bases` are still good.

    Nothing is written. Raises what entering it would.
    """
    rulings = list(table.rulings.in_force().select_related("replaces"))
    answers: dict[int, bool] = {}
    if reported.entry == Sheet.Entry.TOTALS:
        answers = _answers(rulings, given, *bases)
    else:
        _check_places(rulings)
    counted = score_result(event.ruleset, reported, rulings, answers)
    if not counted.score.complete:
        raise Incomplete("incomplete", _missing_deal(event, counted), "deals")
    return answered(event.ruleset, counted, reported)


def _missing_deal(event: Event, counted: ScoredResult) -> str:
    reported = counted.reported
    first = reported.first_dealer or SEATS[0]
    done = merge_rulings(event.ruleset, first, reported.deals, counted.rulings)
    due = next_deal(event.ruleset, first, done)
    return _("The round is not complete: %(deal)s is missing.") % {"deal": due.where if due else ""}


def _answers(rulings: Sequence[Ruling], given: Mapping[int, bool], *bases: Sheet | None) -> dict[int, bool]:
    """Of each ruling that changed points, whether the totals are so already: as answered now, else as
    answered before.

    A ruling that replaced another inherits its answer.
    """
    known = {
        row["number"]: row["included"]
        for sheet in reversed(bases)
        if sheet
        for row in sheet.rulings
        if row["included"] is not None
    } | dict(given)
    answers = {}
    for ruling in rulings:
        if not ruling.changes_points:
            continue
        replaced = getattr(ruling, "replaces", None)
        answer = known.get(ruling.number, known.get(replaced.number) if replaced else None)
        if answer is None:
            message = _("Say of ruling %(number)d whether its points are in these totals.")
            field = f"included_{ruling.number}"
            raise Unanswered("included-missing", message % {"number": ruling.number}, field)
        answers[ruling.number] = answer
    return answers


def _check_places(rulings: Sequence[Ruling]) -> None:
    """A round known deal by deal needs to know in which deal a ruling fell."""
    for ruling in rulings:
        if ruling.slot is None and (ruling.changes_points or ruling.cancels or ruling.fate):
            message = _("Ruling %(number)d names no deal. Amend it to name one, then enter the deals.")
            raise Refused("ruling-without-deal", message % {"number": ruling.number})
