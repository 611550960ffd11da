"""Seat the next round from results, after closing a round: questions, preview, confirmation."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournament.access import event_for
from tournament.forms.fields import add_domain_error
from tournament.http import OfficialRequest
from tournament.models import Event
from tournament.services import next_round as services
from tournament.services.errors import Refused
from tournament.state.next_round import changed_standings, changed_winners, round_to_seat_after
from tournament.web.form_pages import actor, call_with_message, form_page
from tournament.web.next_round_form import ask_next_round

LEAVE = "leave"  # the button that leaves the seating as it is


@event_for("director")
@form_page
def next_round(request: OfficialRequest, event: Event) -> HttpResponse:
    """Seat the next round, or reseat the open one while nothing has been reported from it."""
    if request.method == "POST" and request.POST.get("do") == LEAVE:
        if call_with_message(request, services.keep_seating, event, **actor(request)):
            messages.success(request, _("The seating stays as it is."))
        return redirect("events:overview", event.slug)
    after = round_to_seat_after(event)
    questions = ask_next_round(request, event, after) if after else None
    if questions is not None and questions.answers is not None and not questions.answers.wait:
        try:
            seated = services.seat_next(event, questions.answers, **actor(request))
        except Refused as refused:
            add_domain_error(questions.form, refused)
        else:
            messages.success(request, _("Round %(number)d is seated.") % {"number": seated.number})
            return redirect("rounds:desk", event.slug, seated.number)
    context = {
        "asked": questions,
        "blocked": None if questions else services.why_not_seat(event),
        "again": questions and event.has_round(questions.following.number),
        "changed": changed_winners(event),
        "reordered": changed_standings(event),
    }
    return render(request, "next_round/next_round.html", context)
