"""A tie that is open: which side reached the score first, answered on the table's page."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.errors import ScoringError
from tournament.access import event_for, table_of
from tournament.forms.errors import add_domain_error
from tournament.forms.sheets import TieForm
from tournament.models import Event, Round
from tournament.reports.sheets import table_sheet
from tournament.reports.standings_diff import StandingsChange
from tournament.services import sheets as services
from tournament.services.errors import Refused, Stale
from tournament.state.next_round import round_seated_from
from tournament.web.correction_preview import ChangesStandings, show_first


@event_for("scorer")
@require_http_methods(["GET", "HEAD", "POST"])
def tie(request: HttpRequest, event: Event, round: int, table: int) -> HttpResponse:
    """Ask which side reached a tie first; the answer makes a new version of the table's sheet."""
    seated = table_of(event, round, table)
    sheet = table_sheet(seated, event.ruleset)
    counts = sheet.current
    if counts is None or not counts.tied or counts.entry != "totals":
        messages.info(request, _("Table %(table)d is not tied.") % {"table": table})
        return redirect("sheets:show", event.slug, round, table)
    is_closed = seated.round.status == Round.Status.CLOSED
    posted = request.POST if request.method == "POST" else None
    form = TieForm(posted, is_closed=is_closed, initial={"revision": counts.revision})
    changes: tuple[StandingsChange, ...] = ()
    if form.is_valid():
        asked = form.cleaned_data

        def act() -> None:
            services.settle_tie(
                seated,
                by=request.user,
                at=timezone.now(),
                reached_first=form.side,
                expected=asked["revision"],
                reason=asked.get("reason", ""),
            )

        try:
            show_first(seated.round, act, accepted=form.is_accepted)
            act()
        except ChangesStandings as change:
            changes = change.players
        except Stale as stale:
            messages.warning(request, stale.message)
            return redirect("sheets:tie", event.slug, round, table)
        except (Refused, ScoringError) as problem:
            add_domain_error(form, problem)
        else:
            messages.success(request, _("The tie of table %(table)d is answered.") % {"table": table})
            return redirect("sheets:show", event.slug, round, table)
    context = {
        "event": event,
        "section": "rounds",
        "round": seated.round,
        "sheet": sheet,
        "form": form,
        "changes": changes,
        "seated_next": round_seated_from(seated.round),
        "went_on": seated.moved_as_winner,
    }
    return render(request, "sheets/tie.html", context)
