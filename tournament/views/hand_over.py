"""Hand over: what somebody else needs to run the next evening, and the backup to take along."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament.access import event_for
from tournament.backup import shelf
from tournament.http import OfficialRequest
from tournament.models import Event
from tournament.reports.hand_over import hand_over
from tournament.web.addresses import for_phones, for_this_machine_only


@event_for("director")
@require_safe
def show(request: OfficialRequest, event: Event) -> HttpResponse:
    """The page, with its paper and, for whoever owns the site, the newest backup for a stick."""
    address = for_phones(request, "/")
    parts = hand_over(event, site="" if for_this_machine_only(address) else address)
    names = shelf.names() if request.user.is_superuser else []
    newest = names[0].removesuffix(".zip") if names else ""
    context = {"parts": parts, "newest": newest, "newest_at": shelf.newest_at() if newest else None}
    return render(request, "hand_over/show.html", context)
