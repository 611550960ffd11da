"""How an attempt to enter a score ended, for totals and deals, at the desk and on a phone."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from scoring.errors import ScoringError, TooFewDeals
from tournament.forms.errors import add_domain_error
from tournament.models import Round
from tournament.reports.sheets import Version, version_of
from tournament.reports.standings import StandingsChange
from tournament.sentences import in_words, words_of
from tournament.services.errors import Doubted, Refused, Stale
from tournament.web.correction_preview import ChangesStandings, show_first

EntryState = Literal["saved", "refused", "unlikely", "tie", "disagrees", "changes", "conflict", "bell"]


@dataclass(frozen=True, slots=True)
class EntryOutcome:
    """What a page shows after an attempt: a state with its message.

    `theirs` is the version that counts by now, for a conflict; `changes` are the players whose points or
    places a correction of a closed round would change; `problem` is the error itself. "bell" asks whether the
    bell came early, `fitting` are the numbers of deals after which these totals can stand.
    """

    state: EntryState
    message: str = ""
    theirs: Version | None = None
    changes: tuple[StandingsChange, ...] = ()
    problem: Refused | ScoringError | None = None
    fitting: tuple[int, ...] = ()

    @property
    def is_saved(self) -> bool:
        return self.state == "saved"


def try_to_enter(
    enter: Callable[[], object], *, round_: Round | None = None, accepted: bool = False
) -> EntryOutcome:
    """Call a service that saves a score, and say how it ended.

    With a closed `round_` whose standings the score would change, nothing is saved until that is accepted.
    """
    try:
        if round_ is not None:
            show_first(round_, enter, accepted=accepted)
        enter()
    except ChangesStandings as change:
        return EntryOutcome("changes", change.message, changes=change.players, problem=change)
    except Doubted as doubted:
        tie = next((doubt for doubt in doubted.doubts if doubt.code == "tie-open"), None)
        if tie:
            return EntryOutcome("tie", in_words(tie.message), problem=doubted)
        return EntryOutcome("unlikely", doubted.message, problem=doubted)
    except Stale as stale:
        theirs = version_of(stale.current) if stale.current else None
        return EntryOutcome("conflict", stale.message, theirs=theirs, problem=stale)
    except (Refused, ScoringError) as problem:
        if isinstance(problem, TooFewDeals) and problem.fitting:
            return EntryOutcome("bell", words_of(problem), problem=problem, fitting=problem.fitting)
        state: EntryState = "disagrees" if problem.code == "disagrees" else "refused"
        return EntryOutcome(state, words_of(problem), problem=problem)
    return EntryOutcome("saved")


def answer_to(
    request: HttpRequest, form: forms.Form, outcome: EntryOutcome, *, done: str, to: str, again: str
) -> HttpResponse | None:
    """Lead to the address `to` with the words `done` once saved, or to `again` where somebody else saved
    meanwhile. None where the page is shown once more: with what changes, or with a refusal on the form.
    """
    if outcome.is_saved:
        messages.success(request, done)
        return redirect(to)
    if outcome.state == "conflict":
        messages.warning(request, outcome.message)
        return redirect(again)
    if outcome.problem and not outcome.changes:
        add_domain_error(form, outcome.problem)
    return None
