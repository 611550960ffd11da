"""The standings for officials, and adjustments: points given or taken apart from the tables."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournament.access import event_for
from tournament.forms.adjustments import AdjustmentForm, RevokeAdjustmentForm
from tournament.forms.fields import number_in
from tournament.http import OfficialRequest
from tournament.listings import officials_listing
from tournament.models import Event
from tournament.models.people import role_suffices
from tournament.reports.groups import group_choice
from tournament.reports.players import find_players
from tournament.reports.prizes import lone_pot
from tournament.reports.standings import standings as read_standings
from tournament.reports.todos import results_open
from tournament.services import adjustments as services
from tournament.state.results import results
from tournament.templatetags.euchre import signed
from tournament.web.form_pages import act, confirm_page, form_page, posted


@event_for("viewer")
@require_safe
def show(request: OfficialRequest, event: Event) -> HttpResponse:
    """The standings: sortable, filtered by name or number, now or as of an earlier round."""
    q = request.GET.get("q", "").strip()[:80]
    group = group_choice(event, request.GET.get("group"))
    counted = results(event)
    standings = group.of(
        read_standings(event, through=number_in(request.GET.get("through")), computed=counted)
    )
    rows = find_players(standings.rows, q) if q else standings.rows
    cards_of = event.slug if event.has["cards"] and role_suffices(request.role, "scorer") else ""
    adjustments = event.adjustments.listed()
    still_open = results_open(event).amiss
    context = {
        "standings": standings,
        "pot": None if group.chosen else lone_pot(event, computed=counted, through=standings.through),
        "listing": officials_listing(standings, rows, request.GET, cards_of),
        "q": q,
        "group": group,
        "adjustments": adjustments,
        "carried": [one for one in adjustments if one.carried],
        "open": still_open.in_lines,
        "open_questions": still_open.questions,
        "scores": role_suffices(request.role, "scorer"),
        "directs": request.role == "director",
    }
    return render(request, "standings/show.html", context)


@event_for("director")
@form_page
def adjust(request: OfficialRequest, event: Event) -> HttpResponse:
    """Give or take points; `?player=12&points=9` prefills the form."""
    prefilled = {name: number_in(request.GET.get(name)) for name in ("player", "points")}
    form = AdjustmentForm(event, posted(request), initial=prefilled)
    if act(request, services.adjust, form=form):
        facts = {"points": signed(form.cleaned_data["points"]), "name": form.cleaned_data["player"].name}
        messages.success(request, _("%(points)s points for %(name)s.") % facts)
        return redirect("standings:show", event.slug)
    return render(request, "standings/adjust.html", {"form": form})


@event_for("director")
@form_page
def revoke_adjustment(request: OfficialRequest, event: Event, adjustment: int) -> HttpResponse:
    """Ask for a reason, then revoke an adjustment."""
    record = get_object_or_404(event.adjustments.listed(), number=adjustment)
    form = RevokeAdjustmentForm(posted(request))
    facts = {"points": signed(record.points), "name": record.player.name, "reason": record.in_words}
    done = _("Revoked. The total of %(name)s no longer counts it.") % facts
    if act(request, services.revoke_adjustment, record, form=form, done=done):
        return redirect("standings:show", event.slug)
    consequences = [
        _("They were given for this reason: %(reason)s") % facts,
        _("The total counts without them from now on. The adjustment stays on record as revoked."),
    ]
    return confirm_page(
        request,
        form,
        title=_("Revoke %(points)s points for %(name)s?") % facts,
        consequences=consequences,
        submit=_("Revoke it"),
        cancel=reverse("standings:show", args=[event.slug]),
    )
