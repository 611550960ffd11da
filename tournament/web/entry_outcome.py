"""How an attempt to enter a score ended, for totals and deals, at the desk and on a phone."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal

from django import forms
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from scoring.errors import ScoringError, TooFewDeals
from tournament.forms.fields import add_domain_error
from tournament.models import Round, Sheet
from tournament.reports.standings import StandingsChange, event_results, results_difference
from tournament.services.errors import Doubted, Refused, Stale, Unconfirmed
from tournament.words.sentences import in_words, words_of

EntryState = Literal["saved", "refused", "unlikely", "tie", "disagrees", "changes", "conflict", "bell"]


@dataclass(slots=True)
class EntryOutcome:
    """What a page shows after an attempt: a state with its message.

    `theirs` is the sheet that counts by now, for a conflict; `changes` are the players whose points or
    places a correction of a closed round would change; `problem` is the error itself. "bell" asks whether the
    bell came early, `fitting` are the numbers of deals after which these totals can stand.
    """

    state: EntryState = "saved"
    message: str = ""
    theirs: Sheet | None = None
    changes: tuple[StandingsChange, ...] = ()
    problem: Refused | ScoringError | None = None
    fitting: tuple[int, ...] = ()

    @property
    def is_saved(self) -> bool:
        return self.state == "saved"


class ChangesStandings(Unconfirmed):
    """The correction changes the points or places of `players`."""

    def __init__(self, players: Sequence[StandingsChange]) -> None:
        message = _("The round is closed, and this changes the standings. Nothing is saved yet.")
        super().__init__("standings-change", message, "accepted")
        self.players = tuple(players)


@contextmanager
def entering(round_: Round | None = None, *, accepted: bool = False) -> Iterator[EntryOutcome]:
    """Save a score within the block; the outcome says afterwards how that ended.

    With a closed `round_` whose standings the score would change, nothing is saved until that is accepted.
    """
    outcome = EntryOutcome()
    asks_first = round_ is not None and round_.status == Round.Status.CLOSED and not accepted
    try:
        if round_ is not None and asks_first:
            before = event_results(round_.event)
            with transaction.atomic():
                yield outcome
                if changed := results_difference(before, event_results(round_.event)).players:
                    raise ChangesStandings(changed)
        else:
            yield outcome
    except (Refused, ScoringError) as problem:
        _explain(outcome, problem)


def _explain(outcome: EntryOutcome, problem: Refused | ScoringError) -> None:
    """Set the state and the message that a problem leads to."""
    outcome.problem, outcome.message = problem, words_of(problem)
    match problem:
        case ChangesStandings():
            outcome.state, outcome.changes = "changes", problem.players
        case Doubted():
            tie = next((doubt for doubt in problem.doubts if doubt.code == "tie-open"), None)
            outcome.state = "tie" if tie else "unlikely"
            outcome.message = in_words(tie.message) if tie else problem.message
        case Stale():
            outcome.state = "conflict"
            outcome.theirs = problem.current
        case TooFewDeals() if problem.fitting:
            outcome.state, outcome.fitting = "bell", problem.fitting
        case _:
            outcome.state = "disagrees" if problem.code == "disagrees" else "refused"


def answer_to(
    request: HttpRequest, form: forms.Form, outcome: EntryOutcome, *, done: str, to: str, again: str
) -> HttpResponse | None:
    """Lead to the address `to` with the words `done` once saved, or to `again` if somebody else saved
    meanwhile. None if the page is shown once more: with what changes, or with a refusal on the form.
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
