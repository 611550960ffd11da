"""Settle an open tie: which side reached the score first."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.access import event_for, table_of
from tournament.forms.sheets import TieForm
from tournament.http import OfficialRequest
from tournament.models import Event, Round
from tournament.reports.sheets import table_sheet
from tournament.reports.standings import StandingsChange
from tournament.services import sheets as services
from tournament.state.next_round import round_seated_from
from tournament.web.entry_outcome import answer_to, entering
from tournament.web.form_pages import actor, form_page, posted


@event_for("scorer")
@form_page
def tie(request: OfficialRequest, event: Event, round: int, table: int) -> HttpResponse:
    """Ask which side reached the tied score first; the answer becomes a new version of the sheet."""
    seated = table_of(event, round, table)
    sheet = table_sheet(seated, event.ruleset)
    counts = sheet.current
    if counts is None or not counts.tied or counts.entry != "totals":
        messages.info(request, _("Table %(table)d is not tied.") % {"table": table})
        return redirect("sheets:show", event.slug, round, table)
    is_closed = seated.round.status == Round.Status.CLOSED
    data = posted(request)
    form = TieForm(data, is_closed=is_closed, initial={"revision": counts.revision})
    changes: tuple[StandingsChange, ...] = ()
    if form.is_valid():
        with entering(seated.round, accepted=form.is_accepted) as outcome:
            services.settle_tie(
                seated,
                **actor(request),
                reached_first=form.side,
                expected=form.cleaned_data["revision"],
                reason=form.cleaned_data.get("reason", ""),
            )
        done = _("The tie of table %(table)d is answered.") % {"table": table}
        of_table = [event.slug, round, table]
        to, again = reverse("sheets:show", args=of_table), reverse("sheets:tie", args=of_table)
        if (answer := answer_to(request, form, outcome, done=done, to=to, again=again)) is not None:
            return answer
        changes = outcome.changes
    context = {
        "round": seated.round,
        "sheet": sheet,
        "form": form,
        "changes": changes,
        "seated_next": round_seated_from(seated.round),
        "went_on": seated.moved_as_winner,
    }
    return render(request, "ties/tie.html", context)
