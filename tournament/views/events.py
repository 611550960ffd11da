"""An official's events: list, create, overview, settings, finish, reopen, hand over."""

import logging
from datetime import datetime
from typing import Any

from django.conf import settings as site
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django_tables2 import RequestConfig

from scoring.prizes import LONE_POT
from scoring.ruleset import ABOUT
from tournament.access import directs_somewhere, event_for, events_of, seasons_of, signed_in
from tournament.backup import package, shelf
from tournament.backup.errors import BackupFailed
from tournament.forms.events import DeletionForm, NewEventForm, SettingsForm, first_settings, usual_order
from tournament.forms.fields import ReasonForm
from tournament.forms.rounds import FinaleForm, FinishForm
from tournament.http import OfficialRequest, SignedInRequest
from tournament.listings import EventListing
from tournament.models import Event, User
from tournament.models.people import role_suffices
from tournament.printing import jobs
from tournament.registry.features import REAL
from tournament.reports.event_overview import Evening
from tournament.reports.finale import finale
from tournament.reports.fit_clock import lateness
from tournament.reports.hand_over import hand_over as hand_over_parts
from tournament.reports.players import count_unnamed
from tournament.reports.prizes import lone_pot, prize_money, prize_winners
from tournament.reports.standings import ResultsDifference, event_results, results_difference
from tournament.reports.todos import completeness, offered, results_open
from tournament.running.qr import qr_svg
from tournament.services import events as services
from tournament.services import rounds as finale_services
from tournament.services.common import dry_run
from tournament.services.errors import Refused
from tournament.services.events import check_deletion, delete_event, is_empty
from tournament.state.results import results
from tournament.views.clock import clock_panel
from tournament.views.players import take_list, take_numbers
from tournament.views.submissions import submissions_panel
from tournament.web import caches
from tournament.web.addresses import for_phones, for_this_machine_only
from tournament.web.form_pages import act, actor, attempt, confirm_page, form_page, posted

log = logging.getLogger("tournament.registry.actions")
DELETED = "event.deleted"  # no action of an event: its history is deleted with it


@signed_in
@never_cache
@require_safe
def index(request: SignedInRequest) -> HttpResponse:
    """My events, the latest first."""
    table = EventListing(events_of(request.user).real().counted())
    RequestConfig(request, paginate={"per_page": 50}).configure(table)
    return render(request, "events/index.html", {"table": table})


@signed_in
@never_cache
@form_page
def new(request: SignedInRequest) -> HttpResponse:
    """Create an event; with its players listed, seat them at once. Only name and date are required."""
    first = first_settings(site.TIME_ZONE, timezone.localdate(), is_public=request.user.publishes)
    form = NewEventForm(posted(request), initial=first)
    if made := act(request, services.create_event, form=form):
        event, here = made.result, "later" not in request.POST
        if form.listed:
            return redirect(take_list(request, event, form.listed, here=here))
        if form.count:
            return redirect(take_numbers(request, event, form.count, here=here))
        messages.success(request, _("“%(name)s” created. You are its director.") % {"name": event.name})
        return redirect("events:overview", event.slug)
    may_import = directs_somewhere(request.user)
    context = {"form": form, "usual_order": usual_order(), "may_import": may_import}
    return render(request, "events/new.html", context)


@event_for("viewer")
@require_safe
def overview(request: OfficialRequest, event: Event) -> HttpResponse:
    """The director's desk: the next step and the state of every round."""
    desk = Evening(event, completeness(event))
    address = for_phones(request, reverse("public:event", args=[event.slug]))
    context: dict[str, Any] = {
        "desk": desk,
        "link": next(iter(offered(event, request.role, desk.step.link)), None),
        "others": offered(event, request.role, *desk.step.others),
        "may_enter": role_suffices(request.role, "scorer"),
        "may_direct": role_suffices(request.role, "director"),
        "numbers": count_unnamed(event),
        "phone_address": address,
        "phone_code": "" if for_this_machine_only(address) else qr_svg(address),
    }
    counted = results(event) if event.has[LONE_POT] or event.is_result_out else None
    if event.has[LONE_POT]:
        context["pot"] = lone_pot(event, computed=counted)
    if context["may_direct"]:
        context["late"] = lateness(event, timezone.now())
    open_round = event.open_round
    if event.is_result_out:
        context |= {
            "winners": prize_winners(event, computed=counted).top,
            "prizes": prize_money(event, computed=counted),
        }
        if context["may_direct"] and event.has[REAL]:
            context |= {"seasons": seasons_of(request.user), "counts_in": event.seasons.all()}
    elif open_round is not None and not event.is_finished:
        context |= clock_panel(request, open_round, "overview")
        context |= submissions_panel(request, event, open_round)
    return render(request, "events/overview.html", context)


@event_for("director")
@form_page
def settings(request: OfficialRequest, event: Event) -> HttpResponse:
    """Change the event's settings and any value of its rules."""
    form = SettingsForm(event, posted(request))
    effect, hides = None, []
    if request.method == "POST" and form.is_valid():
        actor_and_reason = {**actor(request), "reason": form.cleaned_data["reason"]}

        def change() -> Event:
            return services.change_event(event, **actor_and_reason, **form.changes())

        def look() -> ResultsDifference:
            return results_difference(event_results(event), dry_run(change, lambda: event_results(event)))

        tried = attempt(request, look, form)
        effect, hides = tried.result if tried else None, form.hides
        accepted = not (effect or hides) or request.POST.get("accepted") == form.fingerprint
        if accepted and attempt(request, change, form, _("The settings are saved.")):
            return redirect("events:settings", event.slug)
    context = {"form": form, "effect": effect, "hides": hides, "ruleset": ABOUT[event.ruleset.preset]}
    return render(request, "events/settings.html", context)


@event_for("director")
@form_page
def finish(request: OfficialRequest, event: Event) -> HttpResponse:
    """Ask for confirmation, then make the standings final."""
    refused = services.why_not_finish(event)
    still_open = results_open(event).amiss
    missing = still_open.missing
    initial = {"finale": not event.is_corrected}
    form = FinishForm(missing, posted(request), holds_back=event.holds_back, initial=initial)
    if request.method == "POST" and form.is_valid():
        left_out, with_finale = form.cleaned_data.get("missing", ()), form.cleaned_data.get("finale", False)
        try:
            services.finish_event(event, **actor(request), missing=left_out, finale=with_finale)
        except services.SheetsMissing as why:
            form.add_error(None, why.message)
        except Refused as why:
            refused = why
        else:
            messages.success(request, _("The event is finished. Thank you for the evening!"))
            return redirect("finale:reveal" if with_finale else "events:overview", event.slug)
    context = {
        "form": form,
        "refused": refused,
        "checklist": () if refused else Evening(event, still_open).checklist,
        "consequences": _what_finishing_means(),
    }
    return render(request, "events/finish.html", context)


@event_for("director")
@form_page
def reopen(request: OfficialRequest, event: Event) -> HttpResponse:
    """Ask for a reason, then allow corrections again."""
    form, seen = ReasonForm(posted(request)), finale(event).is_known
    if act(request, services.reopen_event, event, seen=seen, form=form, done=_("The event is open again.")):
        return redirect("events:overview", event.slug)
    consequences = [
        _("Scores can be corrected and rounds reopened again."),
        _("Everybody goes on seeing the result, as not final: being corrected.")
        if seen
        else _("The places revealed so far are hidden again."),
    ]
    return confirm_page(
        request,
        form,
        title=_("Reopen the event?"),
        consequences=consequences,
        submit=_("Reopen the event"),
        cancel=event.get_absolute_url(),
        crumb=_("Desk"),
    )


@event_for("director")
@form_page
def delete(request: OfficialRequest, event: Event) -> HttpResponse:
    """Ask for confirmation, with the event's name and a reason unless it is empty; then delete the event."""
    empty = is_empty(event)
    form = DeletionForm(posted(request), is_empty=empty)
    done = _("“%(name)s” is deleted.") % {"name": event.name}
    if act(request, _delete_with_backup, event, form=form, done=done):
        return redirect("events:index")
    return confirm_page(
        request,
        form,
        title=_("Delete “%(name)s”?") % {"name": event.name},
        consequences=_what_deleting_means(event, empty),
        submit=_("Delete the event"),
        cancel=reverse("events:settings", args=[event.slug]),
        crumb=_("Settings"),
        kind="danger",
    )


@event_for("director")
@require_safe
def hand_over(request: OfficialRequest, event: Event) -> HttpResponse:
    """What somebody else needs to run the next evening, with its paper and, for whoever owns the site, the
    newest backup for a stick."""
    address = for_phones(request, "/")
    parts = hand_over_parts(event, site="" if for_this_machine_only(address) else address)
    names = shelf.names() if request.user.is_superuser else []
    newest = names[0].removesuffix(".zip") if names else ""
    newest_at, by_host = shelf.newest_at() if newest else None, package.is_kept_by_host()
    context = {"parts": parts, "newest": newest, "newest_at": newest_at, "by_host": by_host}
    return render(request, "events/hand_over.html", context)


@event_for("director")
@form_page
def reveal_finale(request: OfficialRequest, event: Event) -> HttpResponse:
    """One large button for the next place; what everybody sees now, and what comes next."""
    form = FinaleForm(posted(request))
    refused = finale_services.why_not_reveal(event)
    show = finale(event)
    if request.method == "POST" and form.is_valid():
        step, seen = form.cleaned_data["step"], form.cleaned_data["seen"]

        def press() -> Event:
            return finale_services.reveal(event, step, seen=seen, of=show.steps, **actor(request))

        if attempt(request, press, form):
            return redirect("finale:reveal", event.slug)
        event.refresh_from_db()
        show = finale(event)
    context = {"form": form, "refused": refused, "show": show}
    return render(request, "events/reveal_finale.html", context)


def _what_finishing_means() -> list[str]:
    return [
        _("The standings are final, and players see them as such."),
        _("Nothing more can be entered. A director can reopen the event with a reason."),
    ]


def _delete_with_backup(event: Event, *, by: User, at: datetime, name: str = "", reason: str = "") -> None:
    """Delete the event; raises `Refused`, also if the site's backup of one that was played cannot be made."""
    reason = check_deletion(event, name, reason)
    if not is_empty(event) and not package.is_kept_by_host():
        try:
            shelf.take(shelf.BEFORE_DELETION)
        except BackupFailed as problem:
            message = _("The event is not deleted, because no backup could be made: %(problem)s")
            raise Refused("no-backup", message % {"problem": problem}) from problem
    facts = {"action": DELETED, "event": event.slug, "user": by.get_username(), "reason": reason}
    delete_event(event, at=at, name=name, reason=reason)
    log.info("%(user)s: %(action)s at %(event)s (%(reason)s)", facts, extra={"facts": facts})
    jobs.forget_event_papers(event.slug)
    caches.forget()


def _what_deleting_means(event: Event, empty: bool) -> list[str]:
    if empty:
        return [_("Nothing was seated and nothing was played yet.")]
    rounds = event.rounds.count()
    return [
        ngettext(
            "Its players, its %d round, all scores and rulings are deleted. Its links open nothing.",
            "Its players, its %d rounds, all scores and rulings are deleted. Its links open nothing.",
            rounds,
        )
        % rounds,
        _("Seasons add up without it."),
        _("Only a backup that whoever hosts this site has made brings the event back.")
        if package.is_kept_by_host()
        else _("A backup of the site is made first. Only restoring it brings the event back."),
    ]
