"""Rehearse tonight: start the copy, press on through its rounds and accidents, end it."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament.access import event_for
from tournament.http import OfficialRequest
from tournament.models import Event
from tournament.printing import jobs
from tournament.simulation import rehearsal
from tournament.web import caches
from tournament.web.form_pages import act, actor


@event_for("director")
@require_safe
def show(request: OfficialRequest, event: Event) -> HttpResponse:
    """Where the rehearsal is: what happened in this round, what to do about it, and the button to go on."""
    copy = rehearsal.rehearsal_of(event)
    round_ = copy.open_round if copy else None
    played = round_ is not None and rehearsal.is_played(round_)
    real = (copy and copy.rehearsal_of) or event
    context: dict[str, Any] = {"copy": copy, "round": round_, "played": played, "real": real}
    context["ends"] = real if real.has["rehearsal"] else copy  # what is still there when it is pressed twice
    if copy is None:
        context["refused"] = rehearsal.why_not_rehearse(event)
    if copy is not None and round_ is not None and played:
        context["is_last"] = not copy.rounds.filter(number__gt=round_.number).exists()
        accident = rehearsal.accident_in(round_)
        if accident is not None:
            path = reverse(accident.page, args=[copy.slug, *accident.args])
            context |= {"accident": accident, "where": path + accident.tail}
    return render(request, "rehearsal/show.html", context)


@event_for("director")
@require_POST
def press(request: OfficialRequest, event: Event) -> HttpResponse:
    """Start the rehearsal of an evening; in one that is open, go on."""
    copy = rehearsal.rehearsal_of(event)
    if copy is None:
        made = act(request, rehearsal.start, event)
        return redirect("rehearsal:show", (made.result if made else event).slug)
    act(request, rehearsal.play_open_round, copy)
    return redirect("rehearsal:show", copy.slug)


@event_for("director")
@require_POST
def end(request: OfficialRequest, event: Event) -> HttpResponse:
    """Delete the rehearsal, and lead back to the evening's desk."""
    copy = rehearsal.rehearsal_of(event)
    if copy is None or copy.rehearsal_of is None:
        return redirect("events:overview", event.slug)
    real = copy.rehearsal_of
    rehearsal.end(copy, at=actor(request)["at"])
    jobs.forget_event_papers(copy.slug)
    caches.forget()
    messages.success(request, _("The rehearsal is deleted. This is the real evening."))
    return redirect("events:overview", real.slug)
