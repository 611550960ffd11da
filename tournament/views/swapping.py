"""Swap a table's score with another table's, or its two sides."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.access import event_for, table_of
from tournament.forms.sheets import SwapForm
from tournament.http import OfficialRequest
from tournament.models import Event
from tournament.reports.sheets import table_sheet, totals_grid
from tournament.reports.standings import StandingsChange
from tournament.services import swapping as services
from tournament.state.next_round import round_seated_from
from tournament.web.entry_outcome import EntryOutcome, answer_to, entering
from tournament.web.form_pages import actor, form_page, posted


@event_for("scorer")
@form_page
def swap(request: OfficialRequest, event: Event, round: int, table: int) -> HttpResponse:
    """Ask what is swapped and why; for a closed round show the effect on the standings first."""
    seated = table_of(event, round, table)
    rows = {row.number: row for row in totals_grid(seated.round).tables if row.sheet}
    others = [row for row in rows.values() if row.number != table]
    mine = rows.get(table)
    form = SwapForm(posted(request), mine=mine, others=others)
    changes: tuple[StandingsChange, ...] = ()
    blocked = services.why_not_swap(seated)
    if request.method == "POST" and blocked is None and form.is_valid():
        outcome = _try(request, event, round, table, form)
        done, of_table = _("The scores are swapped."), [event.slug, round, table]
        to, again = reverse("sheets:show", args=of_table), reverse("sheets:swap", args=of_table)
        if (answer := answer_to(request, form, outcome, done=done, to=to, again=again)) is not None:
            return answer
        changes = outcome.changes
    context = {
        "round": seated.round,
        "sheet": table_sheet(seated, event.ruleset),
        "form": form,
        "changes": changes,
        "blocked": blocked,
        "seated_next": round_seated_from(seated.round),
        "went_on": seated.moved_as_winner,
    }
    return render(request, "swapping/swap.html", context, status=422 if form.errors else 200)


def _try(request: OfficialRequest, event: Event, round: int, table: int, form: SwapForm) -> EntryOutcome:
    seated = table_of(event, round, table)
    given: dict[str, Any] = {
        "expected": form.expected,
        "reason": form.cleaned_data["reason"],
        **actor(request),
    }
    with entering(seated.round, accepted=form.is_accepted) as outcome:
        if form.other is None:
            services.swap_sides(seated, with_loners=form.loners_move_too, **given)
        else:
            number, revision = form.other
            other = table_of(event, round, number)
            services.swap_tables(seated, other, other_expected=revision, **given)
    return outcome
