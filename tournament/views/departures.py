"""Players go home: one or several in one act, then the choices for the seating."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournament.access import event_for
from tournament.forms.substitutions import GoneHomeForm
from tournament.http import OfficialRequest
from tournament.models import Event
from tournament.services import attendance as services
from tournament.state.attendance import names_of
from tournament.state.seating import seating_at_odds
from tournament.web.form_pages import actor, form_page, posted, submitted


@event_for("director")
@form_page
def index(request: OfficialRequest, event: Event) -> HttpResponse:
    """Ask who goes home, and lead to the choices if the seating no longer fits."""
    form = GoneHomeForm(event, posted(request))
    gone = submitted(
        request, form, lambda: services.leave_together(event, form.last_rounds, **actor(request))
    )
    if gone is not None:
        messages.success(request, _("Gone home: %(names)s.") % {"names": names_of(gone)})
        odds = seating_at_odds(event)
        return redirect("seating_choices:index" if odds else "substitutions:index", event.slug)
    context = {"form": form}
    return render(request, "departures/index.html", context)
