"""What waits for a second official: see it, agree, refuse, take it back."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament.access import event_for
from tournament.forms.fields import ReasonForm
from tournament.http import OfficialRequest
from tournament.models import Event, Proposal
from tournament.models.people import role_suffices
from tournament.reports import proposals as reports
from tournament.services import proposals as services
from tournament.web.form_pages import actor, carried_out, confirm_page, form_page, posted, pressed
from tournament.web.sign_in import password_again


@event_for("viewer")
@require_safe
def index(request: OfficialRequest, event: Event) -> HttpResponse:
    """Everything that waits."""
    context = {
        "waiting": reports.waiting_proposals(event),
        "directs": role_suffices(request.role, "director"),
    }
    return render(request, "proposals/index.html", context)


@event_for("director")
@require_POST
@password_again
def agree(request: OfficialRequest, event: Event, proposal: int) -> HttpResponse:
    """Agree, and so do it."""
    asked = _proposal(event, proposal)
    if pressed(request, lambda: services.agree(asked, **actor(request))):
        messages.success(request, _("Done, with %(name)s and you in the history.") % {"name": asked.asked_by})
        event.refresh_from_db(fields=["second_agrees"])  # this may have been its end
    return redirect("proposals:index" if event.second_agrees else "events:overview", event.slug)


@event_for("director")
@form_page
def decline(request: OfficialRequest, event: Event, proposal: int) -> HttpResponse:
    """Ask why, then refuse it."""
    asked = _proposal(event, proposal)
    form = ReasonForm(posted(request))
    if carried_out(request, form, lambda: services.decline(asked, **form.cleaned_data, **actor(request))):
        words = _("Refused. %(name)s reads why in the history.")
        messages.success(request, words % {"name": asked.asked_by})
        return redirect("proposals:index", event.slug)
    return confirm_page(
        request,
        form,
        title=_("Refuse what %(name)s asked for?") % {"name": asked.asked_by},
        consequences=[
            capfirst(reports.waiting_proposal(asked).sentence),
            _("Nothing is changed. It no longer waits."),
        ],
        submit=_("Refuse it"),
        cancel=reverse("proposals:index", args=[event.slug]),
    )


@event_for("director")
@require_POST
def withdraw(request: OfficialRequest, event: Event, proposal: int) -> HttpResponse:
    """Take back what one asked for."""
    if pressed(request, lambda: services.withdraw(_proposal(event, proposal), **actor(request))):
        messages.success(request, _("Withdrawn. It no longer waits."))
    return redirect("proposals:index", event.slug)


def _proposal(event: Event, number: int) -> Proposal:
    return get_object_or_404(event.proposals.select_related("event", "asked_by", "player"), number=number)
