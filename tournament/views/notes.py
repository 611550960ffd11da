"""Read and answer players' notes; announcements to the whole hall."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament.access import event_for
from tournament.forms.notes import AnnouncementForm, NoteAnswerForm
from tournament.http import OfficialRequest
from tournament.models import Event
from tournament.models.people import role_suffices
from tournament.services import notes as services
from tournament.web.form_pages import act, form_page, posted


@event_for("viewer")
@require_safe
def index(request: OfficialRequest, event: Event) -> HttpResponse:
    """Every note, the open ones first."""
    notes = event.notes.listed()
    context = {
        "open_notes": [note for note in notes if note.is_open],
        "done_notes": [note for note in notes if not note.is_open],
        "may_answer": role_suffices(request.role, "scorer"),
    }
    return render(request, "notes/index.html", context)


@event_for("scorer")
@form_page
def answer(request: OfficialRequest, event: Event, note: int) -> HttpResponse:
    """Answer a note, or mark it done without an answer."""
    record = get_object_or_404(event.notes.listed(), number=note)
    form = NoteAnswerForm(posted(request))
    done = _("The note of %(name)s is done.") % {"name": record.player.name}
    if act(request, services.answer_note, record, form=form, done=done):
        return redirect("notes:index", event.slug)
    context = {"note": record, "form": form}
    return render(request, "notes/answer.html", context)


@event_for("director")
@form_page
def announcements(request: OfficialRequest, event: Event) -> HttpResponse:
    """List the announcements on show, with a form to add one."""
    form = AnnouncementForm(posted(request))
    done = _("It is up on the big screen and on every phone.")
    if act(request, services.announce, event, form=form, done=done):
        return redirect("announcements:index", event.slug)
    shown = event.announcements.shown().listed()
    context = {"form": form, "announcements": shown}
    return render(request, "notes/announcements.html", context)


@event_for("director")
@require_POST
def take_down(request: OfficialRequest, event: Event, announcement: int) -> HttpResponse:
    """Take an announcement down."""
    entry = get_object_or_404(event.announcements, number=announcement)
    act(request, services.take_down, entry, done=_("It is taken down."))
    return redirect("announcements:index", event.slug)
