"""A seating beside the figures that others have published: for the curious."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from tournament.access import event_for
from tournament.http import OfficialRequest
from tournament.models import Event
from tournament.reports import seating_page
from tournament.reports.seating_page import published_page
from tournament.web.drafts import draft_named, draft_url


@event_for("viewer")
@require_safe
def index(request: OfficialRequest, event: Event) -> HttpResponse:
    """Compare the published seating, or the draft that the address names, which only directors see."""
    key = request.GET.get("draft", "")
    draft = draft_named(event, key) if key and request.role == "director" else None
    if draft is None and not event.has_seating:
        return redirect("seating:index", event.slug)
    shown = seating_page.drafted(draft) if draft else seating_page.published(event)
    back = draft_url(draft) if draft else None
    context = {
        "page": published_page(shown),
        "draft": draft,
        "back": back,
    }
    return render(request, "published_figures/index.html", context)
