"""Substitutions and absences: who is missing, who takes the seat, who returns, who goes home."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournament.access import event_for, player_of
from tournament.forms.substitutions import ChangeForm, ComeBackForm, GoneHomeForm
from tournament.http import OfficialRequest
from tournament.models import Event, Player
from tournament.models.substitutions import first_chair, first_unplayed
from tournament.reports import substitutions as reports
from tournament.reports.players import find_players
from tournament.reports.seating import seating
from tournament.reports.todos import seats_open
from tournament.services import attendance
from tournament.services import substitutions as services
from tournament.services.common import dry_run
from tournament.services.errors import Refused
from tournament.state.attendance import names_of, still_seated
from tournament.state.seating import seating_at_odds
from tournament.web.drafts import with_cards_to_print
from tournament.web.form_pages import actor, attempt, confirm_page, form_page, posted


@event_for("viewer")
@require_safe
def index(request: OfficialRequest, event: Event) -> HttpResponse:
    """Choose who is missing; list the changes made so far."""
    changes = reports.table_changes(event)
    q = request.GET.get("q", "").replace("\0", "").strip()[:80]
    chairs = changes.chairs
    if q:
        matches = {player.pk for player in find_players([chair.player for chair in chairs], q)}
        chairs = tuple(chair for chair in chairs if chair.player.pk in matches)
    going_on = changes.round and not event.is_finished
    gone = still_seated(event) if going_on else []
    named = {player.number for player in gone}
    context = {
        "found": changes,
        "chairs": chairs,
        "q": q,
        "searchable": len(changes.chairs) > 8,
        "directs": request.role == "director" and not event.is_finished,
        # One order for each departure: those whose seat waits for a substitute are listed with their links.
        "seats": [item for item in seats_open(event) if not named & set(item.players)] if going_on else [],
        "scores": request.role != "viewer",
        "gone": gone,
    }
    return _render(request, event, "index", **context)


@event_for("director")
@form_page
def make(request: OfficialRequest, event: Event, player: int) -> HttpResponse:
    """Choose who takes this player's seat; preview, then do it."""
    absent = player_of(event, player)
    first = first_chair(absent)
    if first is None or event.is_finished:
        return _render(request, event, "no_chair", player=absent)
    rounds = [number for number in reports.open_rounds(event) if number >= first]
    free = reports.free_players(event, first, absent)
    initial = {"from_round": first, "to_round": first, "plays_for": "himself"}
    form = ChangeForm(absent, rounds, free, posted(request), initial=initial)

    def act() -> Any:
        if form.is_empty_chair:
            return services.leave_empty(absent, **actor(request), **form.rounds)
        return services.substitute(absent, **actor(request), **form.arguments)

    done, effect = _shown_then_done(request, form, act, absent)
    if done:
        messages.success(request, with_cards_to_print(event, _("It is done. Nobody else moves.")))
        return redirect("substitutions:index", event.slug)
    context = {"title": _("%(name)s is missing") % {"name": absent.name}, "player": absent}
    return _render(request, event, "make", form=form, effect=effect, **context)


@event_for("director")
@form_page
def come_back(request: OfficialRequest, event: Event, player: int) -> HttpResponse:
    """Choose the round from which the player plays again; preview, then do it."""
    absent = player_of(event, player)
    rounds = [
        number
        for number in range(1, event.round_count + 1)
        if number >= (reports.current_round(event) or event.round_count + 1)
    ]
    form = ComeBackForm(absent, rounds, posted(request))

    def act() -> Any:
        return services.come_back(absent, **actor(request), **form.cleaned_data)

    done, effect = _shown_then_done(request, form, act, absent)
    if done:
        words = {"name": absent.name, "round": form.cleaned_data["from_round"]}
        back = _("%(name)s plays again from round %(round)d on.") % words
        messages.success(request, with_cards_to_print(event, back))
        return redirect("substitutions:index", event.slug)
    context = {"title": _("%(name)s comes back") % {"name": absent.name}, "player": absent}
    return _render(request, event, "come_back", form=form, effect=effect, **context)


@event_for("director")
@form_page
def undo(request: OfficialRequest, event: Event, change: int) -> HttpResponse:
    """Undo a substitution in the rounds not played yet."""
    record = get_object_or_404(event.substitutions.listed(), number=change)
    refused = services.why_not_withdraw(record)
    if request.method == "POST":
        try:
            services.withdraw_substitution(record, **actor(request))
        except Refused as why:
            refused = why
        else:
            messages.success(request, with_cards_to_print(event, _("The change is undone.")))
            return redirect("substitutions:index", event.slug)
    consequences = [
        _("%(name)s is back in the seat from round %(round)d.")
        % {"name": record.absent.name, "round": first_unplayed(record) or record.from_round},
        _("What is played stays with who played it. Nobody else moves."),
    ]
    return confirm_page(
        request,
        title=_("Undo this change?"),
        consequences=consequences,
        submit=_("Undo"),
        cancel=reverse("substitutions:index", args=[event.slug]),
        template="substitutions/undo.html",
        crumb=_("Changes at the tables"),
        sentence=reports.substitution_sentence(record),
        refused=refused,
        back=_("Back to the tables"),
    )


@event_for("director")
@form_page
def gone_home(request: OfficialRequest, event: Event) -> HttpResponse:
    """Ask who goes home, and lead to the choices if the seating no longer fits."""
    form = GoneHomeForm(event, posted(request))

    def leave() -> list[Player]:
        return attendance.leave_together(event, form.last_rounds, **actor(request))

    if attempt(request, leave, form, _gone):
        odds = seating_at_odds(event)
        return redirect("seating_choices:index" if odds else "substitutions:index", event.slug)
    context = {"form": form}
    return render(request, "substitutions/gone_home.html", context)


def _gone(players: list[Player]) -> str:
    return _("Gone home: %(names)s.") % {"names": names_of(players)}


def _shown_then_done(
    request: HttpRequest, form: ChangeForm | ComeBackForm, act: Callable[[], Any], about: Player
) -> tuple[bool, reports.SubstitutionEffect | None]:
    """Run `act` if its effect was shown and accepted, else dry-run it; return (done, effect)."""
    shown = attempt(request, lambda: dry_run(act, _look(about)), form)
    if shown is None or request.POST.get("accepted") != form.fingerprint:
        return False, shown.result if shown else None
    return attempt(request, act, form) is not None, None


def _look(about: Player) -> Callable[[], reports.SubstitutionEffect]:
    """A function that compares the seating at the time of its call with the seating now."""
    event = about.event
    before = seating(event)

    def look() -> reports.SubstitutionEffect:
        substitutes = reports.substitutes_of(about)
        return reports.substitution_effect(before, seating(event), about.number, *substitutes)

    return look


def _render(request: HttpRequest, event: Event, name: str, **context: Any) -> HttpResponse:
    return render(request, f"substitutions/{name}.html", context)
