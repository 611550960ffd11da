"""An official's events: list, create, overview, settings, finish, reopen."""

from django.conf import settings as site
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django_tables2 import RequestConfig

from scoring.ruleset import ABOUT
from tournament.access import event_for, events_of
from tournament.forms.event_settings import SettingsForm
from tournament.forms.events import NewEventForm, first_settings
from tournament.forms.ranking_order import usual_order
from tournament.forms.reasons import ReasonForm
from tournament.forms.rounds import FinishForm
from tournament.http import OfficialRequest, SignedInRequest
from tournament.listings.people import EventListing
from tournament.models import Event
from tournament.models.people import may
from tournament.reports.event_overview import Link
from tournament.reports.event_overview import overview as overview_of
from tournament.reports.finishing import finishing_checklist
from tournament.reports.standings_diff import event_results, results_difference
from tournament.services import events as services
from tournament.services.confirmations import is_alone
from tournament.services.dry_run import dry_run
from tournament.services.errors import Refused
from tournament.state.missing_sheets import missing_sheets
from tournament.web.clock_panel import clock_panel
from tournament.web.form_pages import form_page, posted
from tournament.web.service_calls import actor, call_on_form
from tournament.web.submissions_panel import submissions_panel

ALONE = _lazy(
    "You are the only official who enters or directs here, and nobody confirms his own: invite another one, "
    "or players see none of your sheets."
)


@login_required
@never_cache
@require_safe
def index(request: SignedInRequest) -> HttpResponse:
    """My events, the latest first."""
    table = EventListing(events_of(request.user).counted())
    RequestConfig(request, paginate={"per_page": 50}).configure(table)
    return render(request, "events/index.html", {"table": table})


@login_required
@never_cache
@form_page
def new(request: SignedInRequest) -> HttpResponse:
    """Create an event; only name and date are required, the rest has defaults."""
    first = first_settings(site.TIME_ZONE, timezone.localdate())
    form = NewEventForm(posted(request), initial=first)
    if request.method == "POST" and form.is_valid():
        event = call_on_form(form, lambda: services.create_event(form.new_event(), **actor(request)))
        if event is not None:
            messages.success(request, _("“%(name)s” is made. You direct it.") % {"name": event.name})
            return redirect("events:overview", event.slug)
    return render(request, "events/new.html", {"form": form, "usual_order": usual_order()})


@event_for("viewer")
@require_safe
def overview(request: OfficialRequest, event: Event) -> HttpResponse:
    """The director's desk: the next step and the state of every round."""
    desk = overview_of(event)
    context = {
        "event": event,
        "section": "overview",
        "desk": desk,
        "link": next(iter(_offered(request, event, desk.step.link)), None),
        "others": _offered(request, event, *desk.step.others),
        "may_enter": may(request.role, "scorer"),
        "may_direct": may(request.role, "director"),
    }
    open_round = event.open_round
    if open_round is not None and not event.is_finished:
        context |= clock_panel(request, open_round, "overview")
        context |= submissions_panel(request, event, open_round)
    return render(request, "events/overview.html", context)


@event_for("director")
@form_page
def settings(request: OfficialRequest, event: Event) -> HttpResponse:
    """Change the event's settings and any value of its rules."""
    form = SettingsForm(event, posted(request))
    effect = None
    if request.method == "POST" and form.is_valid():
        actor_and_reason = {**actor(request), "reason": form.cleaned_data["reason"]}

        def change() -> Event:
            return services.change_event(event, **actor_and_reason, **form.changes())

        effect = call_on_form(
            form,
            lambda: results_difference(event_results(event), dry_run(change, lambda: event_results(event))),
        )
        accepted = not effect or request.POST.get("accepted") == form.fingerprint
        if effect is not None and accepted and call_on_form(form, change) is not None:
            messages.success(request, _("The settings are saved."))
            if form.cleaned_data["second_eyes"] and not event.second_eyes and is_alone(event):
                messages.warning(request, ALONE)
            return redirect("events:settings", event.slug)
    context = {"section": "settings", "form": form, "effect": effect, "ruleset": ABOUT[event.ruleset.preset]}
    return render(request, "events/settings.html", {"event": event} | context)


@event_for("director")
@form_page
def finish(request: OfficialRequest, event: Event) -> HttpResponse:
    """Ask for confirmation, then make the standings final."""
    refused = services.why_not_finish(event)
    missing = missing_sheets(event)
    form = FinishForm(missing, posted(request))
    if request.method == "POST" and form.is_valid():
        try:
            services.finish_event(event, **actor(request), missing=form.cleaned_data.get("missing", ()))
        except services.SheetsMissing as why:
            form.add_error(None, why.message)
        except Refused as why:
            refused = why
        else:
            messages.success(request, _("The event is finished. Thank you for the evening!"))
            return redirect("events:overview", event.slug)
    context = {
        "event": event,
        "section": "overview",
        "form": form,
        "missing": missing,
        "refused": refused,
        "checklist": () if refused else finishing_checklist(event, missing),
        "consequences": _what_finishing_means(),
    }
    return render(request, "events/finish.html", context)


@event_for("director")
@form_page
def reopen(request: OfficialRequest, event: Event) -> HttpResponse:
    """Ask for a reason, then allow corrections again."""
    form = ReasonForm(posted(request))
    if request.method == "POST" and form.is_valid():
        reason = form.cleaned_data["reason"]
        if call_on_form(form, services.reopen_event, event, reason=reason, **actor(request)) is not None:
            messages.success(request, _("The event is open again."))
            return redirect("events:overview", event.slug)
    context = {
        "form": form,
        "section": "overview",
        "consequences": [
            _("Scores can be corrected and rounds reopened again."),
            _("Players see that the standings are no longer final."),
        ],
    }
    return render(request, "events/reopen.html", {"event": event} | context)


def _offered(request: OfficialRequest, event: Event, *links: Link) -> list[dict[str, str]]:
    """The links that this official may follow: (address, label)."""
    allowed = (link for link in links if may(request.role, link.needs))
    return [
        {"url": reverse(link.page, args=[event.slug, *link.args]), "words": link.words} for link in allowed
    ]


def _what_finishing_means() -> list[str]:
    return [
        _("The standings are final, and players see them as such."),
        _("Nothing more can be entered. A director can reopen the event with a reason."),
    ]
