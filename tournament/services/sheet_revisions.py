"""The steps of a change of a sheet: lock, compare revisions, score the report, ask why, write the next.

The actions are in `services.sheets`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db.models import Max
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.errors import BadDeal, BadSheet
from scoring.sentences import Sentence
from scoring.sheet import NextDeal, next_deal
from tournament.models import Event, Round, Ruling, Sheet, Submission, Table, User
from tournament.models.sheets import Written, Wrote
from tournament.services.common import checked_reason, lock_event, refuse_finished, refuse_locked
from tournament.services.errors import Incomplete, Refused, Stale, Unanswered
from tournament.state.sheet_scores import (
    ScoredResult,
    TableResult,
    merge_rulings,
    score_result,
    with_tie_answer,
)
from tournament.words.sentences import in_words

FINISHED = gettext_lazy("The event is finished. Reopen it before changing a sheet.")


def lock_table(table: Table, locked: Event | None = None) -> tuple[Event, Table]:
    """The event's row, locked, and the table as it is now; refused if no sheet can be written.

    `locked` is the event, if the caller holds its lock.
    """
    event = locked or lock_event(Event(pk=table.round.event_id))
    refuse_finished(event, FINISHED)
    table = Table.objects.select_related("round").get(pk=table.pk)
    table.round.event = event
    if table.round.status == Round.Status.PLANNED:
        message = _("Round %(number)d has not begun: close the rounds before it first.")
        raise Refused("round-not-open", message % {"number": table.round.number})
    return event, table


def check_expected(current: Sheet | None, expected: int) -> None:
    """Raise `Stale` if another revision counts than the page was made from."""
    if expected == (current.revision if current else 0):
        return
    if current is None:
        raise Stale(_("The sheet this page was made from does not count any more."), None)
    message = _("%(who)s saved this table meanwhile. Nothing was overwritten.")
    raise Stale(message % {"who": current.entered_by or _("Another official")}, current)


def reason_for(round_: Round, reason: str, at: datetime, *, always: str = "") -> str:
    """The reason, tidied; required for a closed round, while a locked round is refused. With
    `always`, the sentence that asks for it, also for an open one."""
    refuse_locked(round_, at)
    message = _("Round %(number)d is closed: say why its sheet changes.") % {"number": round_.number}
    return checked_reason(reason, needed=message if round_.status == Round.Status.CLOSED else always)


def write_revision(
    table: Table, scored: ScoredResult, *, by: User | None, at: datetime, typed: bool = True, **columns: Any
) -> Sheet:
    """Write the next revision, which counts from now on; `typed` means entered by hand, not recounted."""
    last = table.sheets.aggregate(last=Max("revision"))["last"] or 0
    table.sheets.counting().update(counting=False)
    # A sheet proves that the table was played, and settles what was disputed about an earlier paper.
    changes = {name: "" for name in ("not_played", "disputed") if getattr(table, name)}
    first_dealer = scored.reported.first_dealer
    if first_dealer is not None and table.first_dealer != first_dealer:
        changes["first_dealer"] = first_dealer.value
    if changes:
        Table.objects.filter(pk=table.pk).update(**changes)
    return Sheet.objects.create(
        table=table,
        revision=last + 1,
        # A recount is explained by the ruling or rule change that caused it.
        late_correction=typed and last > 0 and table.round.status == Round.Status.CLOSED,
        entered_by=by,
        entered_at=at,
        **columns,
        **scored.fields(),
    )


def score_facts(score: Sheet | Submission) -> dict[str, Any]:
    """What a table scored, as the history keeps it."""
    facts: dict[str, Any] = {"ns": score.ns, "ew": score.ew}
    if loners := {seat.value: times for seat, times in score.loners.items() if times}:
        facts["loners"] = loners
    if score.deals_played:
        facts["deals"] = score.deals_played
    return facts | ({"first": score.reached_first} if score.reached_first else {})


def score_with_rulings(
    event: Event, table: Table, reported: TableResult, included: Mapping[int, bool], *bases: Sheet | None
) -> ScoredResult:
    """Score a report with the table's rulings in force; answers stored with `bases` still hold.

    Writes nothing. Raises what entering the report would.
    """
    rulings = list(table.rulings.in_force().select_related("replaces"))
    answers: dict[int, bool] = {}
    if reported.entry == Sheet.Entry.TOTALS:
        answers = _answers(rulings, included, *bases)
        said = bases if any(bases) or not rulings else (table.sheets.first(),)
        reported = replace(reported, written=_written(rulings, reported, included, *said))
    else:
        _check_places(rulings)
    rules = event.rules_in(table.round.number)
    scored = score_result(rules, reported, rulings, answers)
    if not scored.score.complete:
        missing = _missing_deal(event, scored)
        message = _("The round is not complete: %(deal)s is missing.")
        raise Incomplete(message % {"deal": in_words(missing.where) if missing else ""}, missing)
    return with_tie_answer(rules, scored, reported)


def problem_facts(problem: BadDeal | BadSheet | Incomplete) -> dict[str, object]:
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


def _written(
    rulings: Sequence[Ruling], reported: TableResult, included: Mapping[int, bool], *bases: Sheet | None
) -> dict[int, Written]:
    """What the table had written for the deal of each ruling: as said now, else as before of the same
    figures; of other ones the table has to be asked. Nothing of it is in totals that are as ruled. A ruling
    that replaced another inherits what was said of that one."""
    figures = reported.totals, reported.loners
    said: dict[int, Written] = {
        number: one if (base.reported, base.noted) == figures else Wrote.OPEN
        for base in reversed(bases)
        if base
        for number, one in base.written.items()
    } | dict(reported.written)
    written = {}
    for ruling in rulings:
        replaced = getattr(ruling, "replaces", None)
        one = said.get(ruling.number, said.get(replaced.number) if replaced else None)
        if one is not None and not included.get(ruling.number):
            written[ruling.number] = one
    return written


def _check_places(rulings: Sequence[Ruling]) -> None:
    """Refuse rulings without a deal in a round entered deal by deal."""
    for ruling in rulings:
        if ruling.slot is None and (ruling.changes_points or ruling.cancels or ruling.fate):
            message = _("Ruling %(number)d names no deal. Revoke it, enter the deals, then make it again.")
            raise Refused("ruling-without-deal", message % {"number": ruling.number})
