"""The progress of a seating draw that runs in the background."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament.access import event_for
from tournament.http import OfficialRequest
from tournament.models import Event
from tournament.reports.seating_page import why_not_drawn
from tournament.services import draft_jobs as services
from tournament.web.drafts import address_of, draft_named, draft_url
from tournament.web.form_pages import act, actor


@event_for("director")
@require_safe
def show(request: OfficialRequest, event: Event, job: int) -> HttpResponse:
    """The progress of the draw, the draft when it is done, or why it failed."""
    record = get_object_or_404(event.draft_jobs.select_related("draft__event"), number=job)
    if record.ended_at and record.draft and not record.refused:
        return redirect(draft_url(record.draft))
    context = {
        "drawing": record,
        "key": record.draft.key if record.draft else "",
        "refused": why_not_drawn(record),
        "running": record.ended_at is None and not services.is_lost(record, timezone.now()),
    }
    return render(request, "draft_jobs/show.html", context)


@event_for("director")
@require_POST
def cancel(request: OfficialRequest, event: Event, job: int) -> HttpResponse:
    """End a draw under way; one that has ended meanwhile shows what it came to."""
    record = get_object_or_404(event.draft_jobs, number=job)
    if not services.cancel_draw(record, **actor(request)):
        return redirect("draft_jobs:show", event.slug, job)
    messages.success(request, _("The draw is cancelled. Nothing was changed."))
    return redirect("seating:index", event.slug)


@event_for("director")
@require_POST
def count(request: OfficialRequest, event: Event) -> HttpResponse:
    """Compute what each wish of a draft costs."""
    draft = draft_named(event, request.POST.get("draft", ""))
    if draft is None or draft.former:
        messages.error(request, _("That seating is gone: it was published or replaced."))
        return redirect("seating:index", event.slug)
    begun = act(request, services.count_or_begin, draft)
    return redirect(address_of(begun.result) if begun else draft_url(draft))
