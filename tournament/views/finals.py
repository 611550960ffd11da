"""Make an event from an earlier one: a final of an event or of a season, or next week's evening.

Two days as one are a final with everybody.
"""

from collections.abc import Iterable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.access import event_for, season_for
from tournament.forms.fields import number_in
from tournament.forms.finals import FinalForm, SameAgainForm
from tournament.http import OfficialRequest, SignedInRequest
from tournament.models import Event, Season, User, Wish
from tournament.reports import finals as reports
from tournament.reports.players import same_again_offer
from tournament.reports.seasons import season_standings
from tournament.services.finals import make_final, make_same_again
from tournament.services.seasons import directed
from tournament.services.wishes import not_possible
from tournament.web.form_pages import act, form_page, posted

EVERYBODY = "all"


@event_for("director")
@form_page
def of_event(request: OfficialRequest, event: Event) -> HttpResponse:
    """The first eight, `?top=` others, or everybody; the answer leads to the final's desk."""
    cancel = reverse("events:overview", args=[event.slug])
    if not event.is_finished:
        messages.warning(request, _("Finish the event first: a final takes its best players."))
        return redirect(cancel)
    offered = reports.of_event(event)
    form = _form(request, request.user, event, offered)
    if made := act(request, make_final, event, season=None, form=form):
        return _shown(request, *made.result)
    context = {"form": form, "cancel": cancel}
    return render(request, "finals/of_event.html", context | _asked(request))


@season_for
@form_page
def of_season(request: SignedInRequest, season: Season) -> HttpResponse:
    """The best of the season; all else is as at its latest event that this user directs."""
    standings = season_standings(season)
    cancel = reverse("seasons:show", args=[season.slug])
    counted = [one.pk for one in standings.counted]
    event = directed(request.user).filter(pk__in=counted).order_by("-date", "-pk").first()
    if event is None:
        message = _("A final is made like the latest event of the season that you direct; none counts yet.")
        messages.warning(request, message)
        return redirect(cancel)
    offered = reports.of_season(standings)
    form = _form(request, request.user, event, offered, season)
    if made := act(request, make_final, event, season=season, form=form):
        return _shown(request, *made.result)
    context = {"season": season, "like": event, "form": form, "cancel": cancel}
    return render(request, "finals/of_season.html", context | _asked(request))


@event_for("director")
@form_page
def same_again(request: OfficialRequest, event: Event) -> HttpResponse:
    """Create the next evening like this one: settings, players and requests taken over; then show it.

    One warning for each request that could not come along.
    """
    today = timezone.localdate(timezone=event.zone)
    offered = same_again_offer(event, request.user, today)
    form = SameAgainForm(event, offered, posted(request))
    if made := act(request, make_same_again, event, form=form):
        return _shown(request, *made.result)
    context = {"form": form, "over": offered.over.values()}
    return render(request, "finals/same_again.html", context)


def _asked(request: HttpRequest) -> dict[str, object]:
    return {"everybody": request.GET.get("top") == EVERYBODY}


def _form(
    request: HttpRequest,
    user: User,
    event: Event,
    offered: tuple[reports.Qualifier, ...],
    season: Season | None = None,
) -> FinalForm:
    everybody = request.GET.get("top") == EVERYBODY
    top = len(offered) if everybody else number_in(request.GET.get("top")) or reports.USUAL
    today = timezone.localdate(timezone=event.zone)
    return FinalForm(
        offered,
        reports.cut_after(offered, top),
        posted(request),
        source=event.name if season is None else season.name,
        date=reports.date_of_final(event, user, today, everybody=everybody),
        carries=everybody,
        carrying=reports.what_carrying_means(event, season),
    )


def _shown(request: SignedInRequest, new: Event, left_out: Iterable[Wish]) -> HttpResponse:
    """The new event, with a warning for each request that could not come along."""
    for wish in left_out:
        messages.warning(request, not_possible(wish))
    messages.success(request, _("“%(name)s” created. You are its director.") % {"name": new.name})
    return redirect("events:overview", new.slug)
