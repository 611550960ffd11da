"""Announcements to the whole hall."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournament.access import event_for
from tournament.forms.notes import AnnouncementForm
from tournament.http import OfficialRequest
from tournament.models import Event
from tournament.services import announcements as services
from tournament.web.form_pages import actor, carried_out, form_page, posted


@event_for("director")
@form_page
def index(request: OfficialRequest, event: Event) -> HttpResponse:
    """List the announcements on show, with a form to add one."""
    form = AnnouncementForm(posted(request))
    if carried_out(
        request, form, lambda: services.announce(event, form.cleaned_data["text"], **actor(request))
    ):
        messages.success(request, _("It is up on the big screen and on every phone."))
        return redirect("announcements:index", event.slug)
    shown = event.announcements.shown().listed()
    context = {"form": form, "announcements": shown}
    return render(request, "announcements/index.html", context)


@event_for("director")
@require_POST
def take_down(request: OfficialRequest, event: Event, announcement: int) -> HttpResponse:
    """Take an announcement down."""
    entry = get_object_or_404(event.announcements, number=announcement)
    services.take_down(entry, **actor(request))
    messages.success(request, _("It is taken down."))
    return redirect("announcements:index", event.slug)
