"""When the seating no longer fits: the choices side by side, and the choice that is made."""

from django.http import HttpResponse
from django.shortcuts import redirect, render

from tournament.access import event_for
from tournament.http import OfficialRequest
from tournament.models import Event
from tournament.reports import seating_choices as reports
from tournament.services import seating as services
from tournament.state.seating import WAYS, seating_at_odds, why_nothing_to_choose
from tournament.web.drafts import publish_url
from tournament.web.form_pages import actor, call_with_message, form_page


@event_for("director")
@form_page
def index(request: OfficialRequest, event: Event) -> HttpResponse:
    """Compare the choices; the one that is made becomes a draft, and is published after a last look."""
    if request.method == "POST" and request.POST.get("way") in WAYS:
        draft = call_with_message(request, services.choose, event, request.POST["way"], **actor(request))
        if draft is not None:
            return redirect(publish_url(draft))
        return redirect("seating_choices:index", event.slug)
    odds = seating_at_odds(event)
    found = reports.seating_choices(event, odds, services.first_to_replan(event)) if odds else None
    context = {
        "found": found,
        "nothing": None if found else why_nothing_to_choose(event),
        "first_drawn": services.first_to_replan(event) if odds else None,
    }
    return render(request, "seating_choices/index.html", context)
