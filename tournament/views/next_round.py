"""Seating the next round from results: asked and shown before it counts, when a round is closed or later."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournament.access import event_for
from tournament.forms.errors import add_domain_error
from tournament.http import OfficialRequest
from tournament.models import Event
from tournament.services import next_round as services
from tournament.services.errors import Refused
from tournament.state.next_round import round_to_seat_after
from tournament.web.form_pages import form_page
from tournament.web.next_round_form import ask_next_round
from tournament.web.service_calls import actor


@event_for("director")
@form_page
def next_round(request: OfficialRequest, event: Event) -> HttpResponse:
    """Seat the round that waits, or the open one anew while nobody has reported from it."""
    after = round_to_seat_after(event)
    asked = ask_next_round(request, event, after) if after else None
    if asked is not None and asked.answers is not None and not asked.answers.wait:
        try:
            made = services.seat_next(event, asked.answers, **actor(request))
        except Refused as refused:
            add_domain_error(asked.form, refused)
        else:
            messages.success(request, _("Round %(number)d is seated.") % {"number": made.number})
            return redirect("rounds:desk", event.slug, made.number)
    context = {
        "event": event,
        "section": "seating",
        "asked": asked,
        "blocked": None if asked else services.why_not_seat(event),
        "again": asked and event.has_round(asked.found.number),
    }
    return render(request, "next_round/next_round.html", context)
