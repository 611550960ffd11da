"""Sign-up at the director's desk: who asked, who is let in, what is offered."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.access import event_for
from tournament.forms.errors import add_domain_error
from tournament.forms.signups import SignUpSettingsForm
from tournament.models import Event
from tournament.models.places import settings_of, sign_ups, why_closed
from tournament.qr import qr_svg
from tournament.services import signups as services
from tournament.services.errors import Refused
from tournament.views.addresses import for_phones, for_this_machine_only


@event_for("director")
@require_safe
def index(request: HttpRequest, event: Event) -> HttpResponse:
    """Everybody who asked, in the order of asking."""
    book = sign_ups(event)
    address = for_phones(request, reverse("public:sign_up", args=[event.slug]))
    context = {
        "event": event,
        "section": "players",
        "book": book,
        "closed": why_closed(event, book.settings, timezone.now()),
        "address": address,
        "code": "" if for_this_machine_only(address) else qr_svg(address),
    }
    return render(request, "signups/index.html", context)


@event_for("director")
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest, event: Event) -> HttpResponse:
    """Open or closed, how many places, until when."""
    form = SignUpSettingsForm(event, settings_of(event), request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            services.set_sign_up(event, by=request.user, at=timezone.now(), **form.cleaned_data)
        except Refused as refused:
            add_domain_error(form, refused)
        else:
            messages.success(request, _("The sign-up is set."))
            return redirect("signups:index", event.slug)
    return render(request, "signups/settings.html", {"event": event, "section": "players", "form": form})


@event_for("director")
@require_POST
def admit(request: HttpRequest, event: Event, sign_up: int) -> HttpResponse:
    """Let one in."""
    held = get_object_or_404(event.sign_ups, number=sign_up)
    player = _try(request, services.admit, held)
    if player is not None:
        facts = {"name": player.name, "number": player.number}
        messages.success(request, _("%(name)s plays as number %(number)s.") % facts)
    return redirect("signups:index", event.slug)


@event_for("director")
@require_POST
def admit_all(request: HttpRequest, event: Event) -> HttpResponse:
    """Let everybody in who is within the limit."""
    count = _try(request, services.admit_all, event)
    if count:
        words = ngettext("%d player is admitted.", "%d players are admitted.", count)
        messages.success(request, words % count)
    return redirect("signups:index", event.slug)


@event_for("director")
@require_POST
def decline(request: HttpRequest, event: Event, sign_up: int) -> HttpResponse:
    """Not this one; he can still be admitted later."""
    held = get_object_or_404(event.sign_ups, number=sign_up)
    if _try(request, services.decline, held) is not None:
        messages.success(request, _("%(name)s is declined.") % {"name": held.name})
    return redirect("signups:index", event.slug)


def _try(request: HttpRequest, act: Callable[..., Any], what: Any) -> Any:
    """Do it, or say why not."""
    try:
        return act(what, by=request.user, at=timezone.now())
    except Refused as refused:
        messages.error(request, refused.message)
        return None
