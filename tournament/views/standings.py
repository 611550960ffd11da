"""The standings as officials see them, and points given or taken beside the tables."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django_tables2 import RequestConfig

from tournament.access import event_for
from tournament.forms.adjustments import AdjustmentForm, RevokeAdjustmentForm
from tournament.forms.errors import add_domain_error
from tournament.forms.numbers import number_in
from tournament.http import OfficialRequest
from tournament.listings.standings import StandingsListing
from tournament.models import Event
from tournament.reports.confirmations import to_confirm
from tournament.reports.players import find
from tournament.reports.standings import standings as read_standings
from tournament.services import adjustments as services
from tournament.services.errors import Refused
from tournament.templatetags.euchre import signed
from tournament.web.form_pages import form_page, posted
from tournament.web.service_calls import actor


@event_for("viewer")
@require_safe
def show(request: OfficialRequest, event: Event) -> HttpResponse:
    """The grid: sorted, narrowed by name or number, now or as it stood after a round."""
    q = request.GET.get("q", "").strip()[:80]
    standings = read_standings(event, through=number_in(request.GET.get("through")))
    rows = find(standings.rows, q) if q else standings.rows
    table = StandingsListing(standings, list(rows))
    RequestConfig(request).configure(table)
    adjustments = event.adjustments.select_related("player", "made_by", "revoked_by", "ruling").order_by(
        "number"
    )
    context = {
        "section": "standings",
        "standings": standings,
        "table": table,
        "q": q,
        "adjustments": adjustments,
        "waiting": to_confirm(event),
        "directs": request.role == "director",
    }
    return render(request, "standings/show.html", {"event": event} | context)


@event_for("director")
@form_page
def adjust(request: OfficialRequest, event: Event) -> HttpResponse:
    """Give or take points; `?player=12&points=9` fills the form in beforehand."""
    chosen = {name: number_in(request.GET.get(name)) for name in ("player", "points")}
    form = AdjustmentForm(event, posted(request), initial=chosen)
    if request.method == "POST" and form.is_valid():
        asked = form.cleaned_data
        try:
            services.adjust(asked["player"], asked["points"], asked["reason"], **actor(request))
        except Refused as refused:
            add_domain_error(form, refused)
        else:
            facts = {"points": signed(asked["points"]), "name": asked["player"].name}
            messages.success(request, _("%(points)s points for %(name)s.") % facts)
            return redirect("standings:show", event.slug)
    return render(request, "standings/adjust.html", {"event": event, "section": "standings", "form": form})


@event_for("director")
@form_page
def revoke_adjustment(request: OfficialRequest, event: Event, adjustment: int) -> HttpResponse:
    """Ask why, then let an adjustment count no longer."""
    held = get_object_or_404(event.adjustments.select_related("player"), number=adjustment)
    form = RevokeAdjustmentForm(posted(request))
    if request.method == "POST" and form.is_valid():
        try:
            services.revoke_adjustment(held, **actor(request), reason=form.cleaned_data["reason"])
        except Refused as refused:
            add_domain_error(form, refused)
        else:
            messages.success(
                request, _("Revoked. The total of %(name)s no longer counts it.") % {"name": held.player.name}
            )
            return redirect("standings:show", event.slug)
    facts = {"points": signed(held.points), "name": held.player.name, "reason": held.reason}
    context = {
        "title": _("Revoke %(points)s points for %(name)s?") % facts,
        "consequences": [
            _("They were given for this reason: %(reason)s") % facts,
            _("The total counts without them from now on. The adjustment stays on record as revoked."),
        ],
    }
    return render(
        request,
        "standings/revoke_adjustment.html",
        {"event": event, "section": "standings", "form": form} | context,
    )
