"""A season at its director's desk: standings, settings, events."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournament.access import season_for, seasons_of, signed_in
from tournament.forms.seasons import SeasonEventsForm, SeasonForm, SeasonSettingsForm
from tournament.http import SignedInRequest
from tournament.models import Season
from tournament.services import seasons as services
from tournament.web.event_cache import season_cache_key, standings_context, standings_file
from tournament.web.form_pages import act, attempt, form_page, posted


@signed_in
@never_cache
@require_safe
def index(request: SignedInRequest) -> HttpResponse:
    """The seasons that one runs."""
    seasons = seasons_of(request.user).counted()
    return render(request, "seasons/index.html", {"seasons": seasons})


@signed_in
@never_cache
@form_page
def new(request: SignedInRequest) -> HttpResponse:
    """Create a season by name, then ask for its events."""
    form = SeasonForm(posted(request))
    if made := act(request, services.create_season, form=form):
        asked = f"?{request.GET.urlencode()}" if request.GET else ""  # which event it is begun with
        return redirect(reverse("seasons:events", args=[made.result.slug]) + asked)
    return render(request, "seasons/new.html", {"form": form})


@season_for
@require_safe
def show(request: SignedInRequest, season: Season) -> HttpResponse:
    """The season's standings, and how many doubts about names are open."""
    context = standings_context(request, season_cache_key(season.slug), public=False)
    context["alike"] = len(context["standings"].matching.alike())
    return render(request, "seasons/show.html", context)


@season_for
@require_safe
def csv(request: SignedInRequest, season: Season) -> HttpResponse:
    """The standings as CSV, of private seasons too."""
    return standings_file(season_cache_key(season.slug), "csv")


@season_for
@require_safe
def xlsx(request: SignedInRequest, season: Season) -> HttpResponse:
    """The standings as a workbook."""
    return standings_file(season_cache_key(season.slug), "xlsx")


@season_for
@form_page
def settings(request: SignedInRequest, season: Season) -> HttpResponse:
    """Set how the season counts, who sees it and who runs it."""
    form = SeasonSettingsForm(season, posted(request))

    def change() -> None:
        services.change_season(season, by=request.user, **form.cleaned_data)

    if attempt(request, change, form, _("The season is set.")):
        return redirect("seasons:show", season.slug)
    return render(request, "seasons/settings.html", {"season": season, "form": form})


@season_for
@form_page
def events(request: SignedInRequest, season: Season) -> HttpResponse:
    """Choose the season's events."""
    asked = request.GET.get("event", "")
    form = SeasonEventsForm(season, request.user, posted(request), with_event=asked)

    def choose() -> None:
        services.choose_events(season, form.cleaned_data["events"], by=request.user)

    if attempt(request, choose, form, _("The events are chosen.")):
        return redirect("seasons:show", season.slug)
    return render(request, "seasons/events.html", {"season": season, "form": form})
