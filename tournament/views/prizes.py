"""Prizes: who takes what as the standings are now, what is given, and draws by lot."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournament.access import event_for, may
from tournament.forms.prizes import DoorForm, FiftyForm, PrizeForm
from tournament.models import Event, PrizeList
from tournament.reports.prizes import prize_money
from tournament.services import prizes as services
from tournament.web.service_calls import actor, call_on_form

page = require_http_methods(["GET", "HEAD", "POST"])


@event_for("viewer")
@require_safe
def index(request: HttpRequest, event: Event) -> HttpResponse:
    """The list of prizes, to read out and to print."""
    shown = {"prizes": prize_money(event), "may_direct": may(request.role, "director")}
    return render(request, "prizes/index.html", {"event": event, "section": "standings"} | shown)


@event_for("director")
@page
def settings(request: HttpRequest, event: Event) -> HttpResponse:
    """What is given for places and beside them, and who takes none."""
    held = PrizeList.objects.filter(event=event).first()
    form = PrizeForm(held, request.POST if request.method == "POST" else None)
    if (
        request.method == "POST"
        and form.is_valid()
        and call_on_form(form, services.set_prizes, event, **actor(request), **form.prizes())
    ):
        messages.success(request, _("The prizes are set."))
        return redirect("prizes:index", event.slug)
    return render(request, "prizes/settings.html", {"event": event, "section": "standings", "form": form})


@event_for("director")
@page
def draw(request: HttpRequest, event: Event) -> HttpResponse:
    """Draw a door prize or a fifty-fifty; what was drawn stays on record with its seed."""
    posted = request.POST if request.method == "POST" else None
    fifty = posted is not None and "fifty" in posted
    door_form = DoorForm(None if fifty else posted, auto_id="door_%s")
    fifty_form = FiftyForm(posted if fifty else None, auto_id="fifty_%s")
    form: forms.Form = fifty_form if fifty else door_form
    if posted is not None and form.is_valid():
        asked: dict[str, Any] = dict(form.cleaned_data)
        if fifty:
            asked["pot"] = asked["pot"] or 0
        draw_it = services.draw_fifty_fifty if fifty else services.draw_door_prize
        made = call_on_form(form, draw_it, event, **actor(request), **asked)
        if made is not None:
            facts = {"what": made.get_kind_display(), "drawn": f"{made.drawn} {made.name}".strip()}
            messages.success(request, _("%(what)s: %(drawn)s") % facts)
            return redirect("prizes:index", event.slug)
    context = {"event": event, "section": "standings", "door_form": door_form, "fifty_form": fifty_form}
    return render(request, "prizes/draw.html", context)
