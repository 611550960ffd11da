"""What the director tells the whole hall."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournament.access import event_for
from tournament.forms.announcements import AnnouncementForm
from tournament.forms.errors import add_domain_error
from tournament.models import Event
from tournament.services import announcements as services
from tournament.services.errors import Refused


@event_for("director")
@require_http_methods(["GET", "HEAD", "POST"])
def index(request: HttpRequest, event: Event) -> HttpResponse:
    """What is up, and a form for more."""
    form = AnnouncementForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            services.announce(event, form.cleaned_data["text"], by=request.user, at=timezone.now())
        except Refused as refused:
            add_domain_error(form, refused)
        else:
            messages.success(request, _("It is up on the big screen and on every phone."))
            return redirect("announcements:index", event.slug)
    shown = event.announcements.shown().select_related("made_by").order_by("-number")
    context = {"event": event, "section": "overview", "form": form, "announcements": shown}
    return render(request, "announcements/index.html", context)


@event_for("director")
@require_POST
def take_down(request: HttpRequest, event: Event, announcement: int) -> HttpResponse:
    """Show one no longer."""
    held = get_object_or_404(event.announcements, number=announcement)
    services.take_down(held, by=request.user, at=timezone.now())
    messages.success(request, _("It is taken down."))
    return redirect("announcements:index", event.slug)
