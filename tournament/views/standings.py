"""The standings for officials, and adjustments: points given or taken apart from the tables."""

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
from tournament.models import Event, Proposal
from tournament.models.people import may
from tournament.reports.groups import group_choice
from tournament.reports.open_items import results_open
from tournament.reports.players import find
from tournament.reports.standings import standings as read_standings
from tournament.services import adjustments as services
from tournament.services import proposals
from tournament.services.errors import Refused
from tournament.templatetags.euchre import signed
from tournament.web.form_pages import form_page, posted
from tournament.web.proposals import led_to_second
from tournament.web.service_calls import actor


@event_for("viewer")
@require_safe
def show(request: OfficialRequest, event: Event) -> HttpResponse:
    """The standings: sortable, filtered by name or number, now or as of an earlier round."""
    q = request.GET.get("q", "").strip()[:80]
    group = group_choice(event, request.GET.get("group"))
    standings = group.of(read_standings(event, through=number_in(request.GET.get("through"))))
    rows = find(standings.rows, q) if q else standings.rows
    cards_of = event.slug if may(request.role, "scorer") else ""
    table = StandingsListing(standings, list(rows), cards_of=cards_of)
    RequestConfig(request).configure(table)
    adjustments = event.adjustments.listed()
    still_open = results_open(event).amiss
    context = {
        "section": "standings",
        "standings": standings,
        "table": table,
        "q": q,
        "group": group,
        "adjustments": adjustments,
        "carried": [one for one in adjustments if one.carried],
        "open": still_open.in_lines,
        "open_questions": still_open.questions,
        "scores": may(request.role, "scorer"),
        "directs": request.role == "director",
    }
    return render(request, "standings/show.html", {"event": event} | context)


@event_for("director")
@form_page
def adjust(request: OfficialRequest, event: Event) -> HttpResponse:
    """Give or take points; `?player=12&points=9` prefills the form."""
    prefilled = {name: number_in(request.GET.get(name)) for name in ("player", "points")}
    form = AdjustmentForm(event, posted(request), initial=prefilled)
    if request.method == "POST" and form.is_valid():
        values = form.cleaned_data
        service = proposals.adjust if event.second_agrees else services.adjust
        try:
            done = service(values["player"], values["points"], values["reason"], **actor(request))
        except Refused as refused:
            add_domain_error(form, refused)
        else:
            if isinstance(done, Proposal):
                return led_to_second(request, done)
            facts = {"points": signed(values["points"]), "name": values["player"].name}
            messages.success(request, _("%(points)s points for %(name)s.") % facts)
            return redirect("standings:show", event.slug)
    return render(request, "standings/adjust.html", {"event": event, "section": "standings", "form": form})


@event_for("director")
@form_page
def revoke_adjustment(request: OfficialRequest, event: Event, adjustment: int) -> HttpResponse:
    """Ask for a reason, then revoke an adjustment."""
    record = get_object_or_404(event.adjustments.listed(), number=adjustment)
    form = RevokeAdjustmentForm(posted(request))
    if request.method == "POST" and form.is_valid():
        service = proposals.revoke_adjustment if event.second_agrees else services.revoke_adjustment
        try:
            done = service(record, **actor(request), reason=form.cleaned_data["reason"])
        except Refused as refused:
            add_domain_error(form, refused)
        else:
            if isinstance(done, Proposal):
                return led_to_second(request, done)
            messages.success(
                request,
                _("Revoked. The total of %(name)s no longer counts it.") % {"name": record.player.name},
            )
            return redirect("standings:show", event.slug)
    facts = {"points": signed(record.points), "name": record.player.name, "reason": record.in_words}
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
