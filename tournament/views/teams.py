"""Teams of two: how they are seated, who is in which, and their standings."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from tournament.access import event_for
from tournament.forms.fields import number_in
from tournament.forms.teams import JoinTeamForm, TeamLinesForm, TeamPairForm, TeamsForm
from tournament.forms.wishes import OFFERED, people_of
from tournament.http import OfficialRequest
from tournament.listings import team_listing
from tournament.models import Event
from tournament.reports.standings import standings as read_standings
from tournament.reports.teams import team_standings
from tournament.rotation.movements import MOVEMENTS
from tournament.services import teams as services
from tournament.state.results import results
from tournament.state.teams import Team, teams_of, without_team
from tournament.web.form_pages import act, form_page


@event_for("director")
@form_page
def index(request: OfficialRequest, event: Event) -> HttpResponse:
    """The setting, and if the event has teams, forming and dissolving them."""
    people = people_of(event)
    what = request.POST.get("what", "") if request.method == "POST" else ""
    data = {name: request.POST if name == what else None for name in ("setting", "pair", "lines", "join")}
    setting = TeamsForm(event, data["setting"], prefix="setting")
    pair = TeamPairForm(people, data["pair"], prefix="pair")
    lines = TeamLinesForm(people, data["lines"], prefix="lines")
    join = JoinTeamForm(event, people, data["join"], prefix="join")
    done = (
        act(request, services.set_teams, event, form=setting, done=lambda _none: _set_words(setting)),
        act(request, services.form_teams, event, form=pair, done=_formed),
        act(request, services.form_teams, event, form=lines, done=_formed),
        act(request, services.join_team, event, form=join, done=lambda _none: _joined_words(join)),
    )
    if any(done):  # only the form that was sent is valid
        return redirect("teams:index", event.slug)
    movement = MOVEMENTS[event.movement]
    context: dict[str, Any] = {
        "setting_form": setting,
        "pair_form": pair,
        "lines_form": lines,
        "join_form": join,
        "teams": teams_of(event),
        "left": without_team(event) if event.teams else (),
        "people": people,
        "offered": OFFERED,
        "seated": event.has_seating,
        "by_results": movement.needs_winners or movement.needs_standings,
        "partners_stay": movement.partners_stay,
    }
    return render(request, "teams/index.html", context)


@event_for("director")
@require_POST
def change(request: OfficialRequest, event: Event) -> HttpResponse:
    """The buttons: dissolve one team or all, pair those left, say that a team is a floater or not."""
    team = number_in(request.POST.get("team"))
    what = request.POST.get("what", "")
    if what == "rest":
        act(request, services.form_rest, event, confirmed=request.POST.get("confirmed") == "1", done=_formed)
    elif what in ("dissolve", "dissolve-all"):
        numbers = [one.number for one in teams_of(event)] if what == "dissolve-all" else [team or 0]
        act(request, services.dissolve, event, numbers, done=_dissolved)
    elif what in ("float", "count") and team:
        act(request, services.set_floats, event, team, what == "float")
    return redirect("teams:index", event.slug)


@event_for("viewer")
@require_safe
def standings(request: OfficialRequest, event: Event) -> HttpResponse:
    """The standings of the teams, now or as of an earlier round."""
    counted = results(event)
    table = read_standings(event, through=number_in(request.GET.get("through")), computed=counted)
    teams = team_standings(event, table, counted)
    context = {
        "standings": table,
        "teams": teams,
        "listing": team_listing(table, teams),
        "directs": request.role == "director",
    }
    return render(request, "teams/standings.html", context)


def _set_words(form: TeamsForm) -> str:
    return _("Saved.") if form.cleaned_data["teams"] else _("This event has no teams.")


def _joined_words(form: JoinTeamForm) -> str:
    return _("Their points count for team %(team)d.") % form.cleaned_data


def _formed(formed: list[Team]) -> str:
    words = ngettext("%(n)d team formed: %(teams)s.", "%(n)d teams formed: %(teams)s.", len(formed))
    return words % {"n": len(formed), "teams": services.teams_in_words(formed)}


def _dissolved(count: int) -> str:
    return ngettext("%(n)d team dissolved.", "%(n)d teams dissolved.", count) % {"n": count}
