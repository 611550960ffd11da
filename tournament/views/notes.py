"""Players' notes on the desk: reading and answering them."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournament.access import event_for, may
from tournament.forms.errors import add_domain_error
from tournament.forms.notes import NoteAnswerForm
from tournament.models import Event
from tournament.services import notes as services
from tournament.services.errors import Refused


@event_for("viewer")
@require_safe
def index(request: HttpRequest, event: Event) -> HttpResponse:
    """Every note, the open ones first."""
    notes = event.notes.select_related("player", "done_by").order_by("-number")
    context = {
        "section": "overview",
        "open_notes": [note for note in notes if note.is_open],
        "done_notes": [note for note in notes if not note.is_open],
        "may_answer": may(request.role, "scorer"),
    }
    return render(request, "notes/index.html", {"event": event} | context)


@event_for("scorer")
@require_http_methods(["GET", "HEAD", "POST"])
def answer(request: HttpRequest, event: Event, note: int) -> HttpResponse:
    """Say what was done about a note, or only that it is done."""
    held = get_object_or_404(event.notes.select_related("player"), number=note)
    form = NoteAnswerForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            services.answer_note(held, by=request.user, at=timezone.now(), answer=form.cleaned_data["answer"])
        except Refused as refused:
            add_domain_error(form, refused)
        else:
            messages.success(request, _("The note of %(name)s is done.") % {"name": held.player.name})
            return redirect("notes:index", event.slug)
    context = {"event": event, "section": "overview", "note": held, "form": form}
    return render(request, "notes/answer.html", context)
