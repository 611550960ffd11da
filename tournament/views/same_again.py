"""Make next week's event from this one."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.access import event_for
from tournament.forms.finals import SameAgainForm
from tournament.http import OfficialRequest
from tournament.models import Event
from tournament.reports.players import offer
from tournament.services.same_again import make_same_again
from tournament.services.wishes import not_possible
from tournament.web.form_pages import actor, form_page, posted, submitted


@event_for("director")
@form_page
def again(request: OfficialRequest, event: Event) -> HttpResponse:
    """Everything is filled in; the answer leads to the new event's desk."""
    today = timezone.localdate(timezone=event.zone)
    offered = offer(event, request.user, today)
    form = SameAgainForm(event, offered, posted(request))
    made = submitted(request, form, lambda: make_same_again(event, **form.values(), **actor(request)))
    if made is not None:
        new, left_out = made
        for wish in left_out:
            messages.warning(request, not_possible(wish))
        messages.success(request, _("“%(name)s” created. You are its director.") % {"name": new.name})
        return redirect("events:overview", new.slug)
    context = {"form": form, "over": offered.over.values()}
    context["cancel"] = reverse("events:overview", args=[event.slug])
    return render(request, "same_again/again.html", context)
