"""Groups of players: which there are, and who is in each."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext

from tournament.access import event_for
from tournament.forms.players import GroupForm, MembersForm
from tournament.http import OfficialRequest
from tournament.models import Event
from tournament.services import groups as services
from tournament.services.errors import Refused
from tournament.state.groups import SUGGESTED, group_members, group_title, in_order
from tournament.web.form_pages import actor, attempt, form_page, posted


@event_for("director")
@form_page
def index(request: OfficialRequest, event: Event) -> HttpResponse:
    """The groups of the event, the suggested ones among them; a new one leads to the page of its players."""
    groups = group_members(event)
    form = GroupForm(posted(request))
    if named := attempt(request, lambda: services.checked_group(form.cleaned_data["group"]), form):
        return redirect("groups:members", event.slug, named.result)
    context = {
        "groups": [
            (group, group_title(group), len(groups.get(group, ())))
            for group in in_order([*groups, *SUGGESTED])
        ],
        "form": form,
    }
    return render(request, "groups/index.html", context)


@event_for("director")
@form_page
def members(request: OfficialRequest, event: Event, group: str) -> HttpResponse:
    """Who is in one group: a box to tick for each player."""
    try:
        group = services.checked_group(group)
    except Refused as refused:
        raise Http404 from refused
    there = group_members(event).get(group, frozenset())
    people = list(event.players.in_order())
    form = MembersForm([player.number for player in people], there, posted(request))

    def change() -> None:
        services.change_groups(event, {group: form.joining}, {group: form.leaving}, **actor(request))

    if attempt(request, change, form):
        now_in = len(group_members(event).get(group, ()))
        words = ngettext("%(group)s: %(n)d player.", "%(group)s: %(n)d players.", now_in)
        messages.success(request, words % {"group": group_title(group), "n": now_in})
        return redirect("groups:index", event.slug)
    context = {"group": group, "title": group_title(group), "people": people, "form": form}
    return render(request, "groups/members.html", context)
