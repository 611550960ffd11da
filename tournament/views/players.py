"""The players of an event: list, import, add, edit, check in, change status, remove."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe
from django_tables2 import RequestConfig

from tournament.access import event_for, events_of, player_of, seasons_of
from tournament.forms.fields import number_in
from tournament.forms.grading import Known
from tournament.forms.players import (
    AddPlayerForm,
    EarlierForm,
    EditPlayerForm,
    ImportForm,
    NameForm,
    PlayerFilter,
    StatusForm,
)
from tournament.http import OfficialRequest, SignedInRequest
from tournament.listings import PlayerListing
from tournament.models import Event, Player
from tournament.models.money import entry_fee_of
from tournament.models.people import role_suffices
from tournament.reports import players as reports
from tournament.reports.money import door_money
from tournament.reports.players import couples_of, people_of
from tournament.running.qr import qr_svg
from tournament.services import players as services
from tournament.services.errors import Refused
from tournament.services.finals import add_earlier
from tournament.services.substitutions import add_for_helper
from tournament.services.wishes import not_possible
from tournament.state.attendance import STILL_SEATED, event_progress, helpers_from, still_seated, told_of
from tournament.state.groups import group_members
from tournament.web import event_cache
from tournament.web.addresses import for_phones, for_this_machine_only
from tournament.web.drafts import seat_them
from tournament.web.form_pages import act, actor, answers_offline_queue, attempt, form_page, posted
from tournament.words.figures import short_day
from tournament.words.sentences import within

SEEN = "seen"  # the address of the preview of a pasted list
MOST_OFFERED = 24  # matches shown as buttons


CODES = 250  # on one page; each takes some milliseconds to draw


@event_for("viewer")
@require_safe
def index(request: OfficialRequest, event: Event) -> HttpResponse:
    """List the players, filtered by number, name or status."""
    filters = PlayerFilter(request.GET)
    players = filters.chosen(event.players.in_order())
    directs, grouped = role_suffices(request.role, "director"), bool(group_members(event))
    table = PlayerListing(players, event=event, may_edit=directs, grouped=grouped)
    RequestConfig(request, paginate={"per_page": 100}).configure(table)
    has_fee = entry_fee_of(event) is not None
    context = {"filter": filters, "table": table, "count": reports.headcount(event), "has_fee": has_fee}
    context["numbers"] = reports.count_unnamed(event)
    return _render(request, event, "index", **context)


@event_for("director")
@form_page
def import_(request: OfficialRequest, event: Event) -> HttpResponse:
    """Paste a list, preview how it was read, settle the doubts; nothing is written before that.

    The list waits in the session and its preview is a page of its own, so that Back never asks to send again.
    """
    place = waiting_list_of(event)
    if request.method != "POST":
        return _import_preview(request, event, place)
    form = ImportForm(posted(request))
    if not form.is_valid():
        return _render(request, event, "import", form=form)
    form.grade(Known(event.players.names()))
    wanted = "import" in request.POST and form.was_seen
    if not wanted or form.open_lines or not form.rows():
        kept = ("text", "order", "here") if not form.was_seen else set(request.POST) - {"csrfmiddlewaretoken"}
        sent = {name: request.POST.get(name, "") for name in kept}
        if not form.was_seen:
            sent |= form.said_before(request.session.get(place, {}))
        request.session[place] = sent | {"checked": form.mark, "refused": wanted}
    else:
        when = {"from_round": _next_round(event), "here": form.cleaned_data["here"]}
        imports = partial(services.import_players, event, form.rows(), **when, **actor(request))
        if attempt(request, imports, form, _imported):
            request.session.pop(place, None)
            if when["here"] and not event.has_seating:
                return redirect(seat_them(request, event))
            return redirect("players:index", event.slug)
        return _render(request, event, "import", form=form, previewed=True)
    return redirect(f"{reverse('players:import', args=[event.slug])}?{SEEN}")


def take_list(request: SignedInRequest, event: Event, listed: ImportForm, *, here: bool) -> str:
    """Import the players of a new event; if they are `here`, draw their seating. The address to go on at.

    What may not be one person that comes is shown first, on the page of a pasted list.
    """
    if not listed.is_plain or not listed.rows():
        kept = {"text": listed.data["text"], "here": "on" if here else "", "checked": listed.mark}
        request.session[waiting_list_of(event)] = kept | {"refused": False}
        return f"{reverse('players:import', args=[event.slug])}?{SEEN}"
    services.import_players(event, listed.rows(), here=here, **actor(request))
    return seat_them(request, event) if here else event.get_absolute_url()


def take_numbers(request: SignedInRequest, event: Event, count: int, *, here: bool) -> str:
    """Give a new event so many players without names; the address to go on at, as of a list."""
    services.import_players(event, [services.PlayerRow("")] * count, here=here, **actor(request))
    return seat_them(request, event) if here else event.get_absolute_url()


def waiting_list_of(event: Event) -> str:
    """Where the session keeps a pasted list of this event until it is imported."""
    return f"import-{event.pk}"


def _import_preview(request: OfficialRequest, event: Event, place: str) -> HttpResponse:
    """The list that waits in the session, as it was read; a fresh page if none waits or is asked for."""
    kept = request.session.get(place)
    if kept is None or SEEN not in request.GET:
        request.session.pop(place, None)
        return _render(request, event, "import", form=ImportForm())
    form = ImportForm(kept)
    if not form.is_valid():
        return _render(request, event, "import", form=form)
    form.grade(Known(event.players.names()))
    return _render(request, event, "import", form=form, previewed=True, refused=kept["refused"])


@event_for("director")
@form_page
def earlier(request: OfficialRequest, event: Event) -> HttpResponse:
    """Add people of an earlier event or season that this official may see: the latest one, until another is
    chosen."""
    sources = _sources(request, event)
    wanted = request.GET.get("from", "")
    chosen = next((source for source in sources if source.key == wanted), next(iter(sources), None))
    people = people_of(chosen.events, event) if chosen else ()
    form = EarlierForm(people, posted(request))
    if request.method == "POST" and form.is_valid():
        players = list(Player.objects.filter(pk__in=form.cleaned_data["people"]).order_by("event", "number"))
        adds = partial(add_earlier, event, players, couples_of(players), **actor(request))
        if done := attempt(request, lambda: adds(from_round=_next_round(event)), form):
            added, left_out = done.result
            words = ngettext("%d player added.", "%d players added.", len(added))
            messages.success(request, words % len(added))
            for wish in left_out:
                messages.warning(request, not_possible(wish))
            return redirect("players:index", event.slug)
    context = {"sources": sources, "chosen": chosen, "people": people, "form": form}
    return _render(request, event, "earlier", **context)


def _imported(players: Sequence[Player]) -> str:
    return ngettext("%d player imported.", "%d players imported.", len(players)) % len(players)


def _named(player: Player) -> str:
    return _("%(name)s is number %(number)d.") % {"name": player.name, "number": player.number}


def _saved(player: Player) -> str:
    return _("%(name)s is saved.") % {"name": player.name}


def _new_status(player: Player) -> str:
    return _("%(name)s: %(status)s.") % {"name": player.name, "status": within(player.get_status_display())}


@dataclass(frozen=True, slots=True)
class _Source:
    """An earlier event, or a season with its events, to take people from."""

    key: str
    name: str
    events: tuple[Event, ...]


def _sources(request: OfficialRequest, event: Event) -> list[_Source]:
    mine = list(events_of(request.user).real().exclude(pk=event.pk).filter(players__isnull=False).distinct())
    events = [_Source(one.slug, f"{one.name}, {short_day(one.date)}", (one,)) for one in mine]
    seasons = [
        _Source(
            f"season:{season.slug}", season.name, tuple(one for one in season.events.all() if one in mine)
        )
        for season in seasons_of(request.user).prefetch_related("events")
    ]
    return [*events, *(season for season in seasons if season.events)]


@event_for("director")
@form_page
def add(request: OfficialRequest, event: Event) -> HttpResponse:
    """Add a player, then show an empty form for the next."""
    first = _next_round(event)
    helping = (
        event.has["helpers"] and event.has_seating and helpers_from(event.players.all(), first).helping > 0
    )
    form = AddPlayerForm(event, posted(request), helping=helping, initial={"from_round": first})

    def added() -> Player:
        typed = dict(form.cleaned_data)
        adds = add_for_helper if typed.pop("for_helper", False) else services.add_player
        return adds(event, **actor(request), **typed)

    if attempt(request, added, form, _named):
        return redirect("players:add" if "another" in request.POST else "players:index", event.slug)
    return _render(request, event, "add", form=form)


@answers_offline_queue
@event_for("scorer")
@form_page
def names(request: OfficialRequest, event: Event) -> HttpResponse:
    """Type the names of players who have only numbers, one after another."""
    unnamed = list(event.players.ordinary().filter(own_name="").in_order())
    form = NameForm(event, posted(request))

    def name() -> Player:
        player = player_of(event, form.cleaned_data["number"])
        words = form.cleaned_data["name"]
        return services.name_player(player, words, confirmed=form.cleaned_data["confirmed"], **actor(request))

    if attempt(request, name, form, _named):
        return redirect("players:names", event.slug)
    return _render(request, event, "names", form=form, blank=NameForm(event), unnamed=unnamed)


@event_for("director")
@require_POST
def how_many(request: OfficialRequest, event: Event) -> HttpResponse:
    """How many came, as typed or by one more or fewer, while some have only numbers and no score is in."""
    count = number_in(request.POST.get("count")) or 0
    step = {"more": 1, "fewer": -1}.get(request.POST.get("step", ""), 0)
    act(request, services.set_count, event, count + step)
    return redirect("events:overview", event.slug)


@event_for("director")
@require_safe
def links(request: OfficialRequest, event: Event) -> HttpResponse:
    """The players' secret links and QR codes, to hand out or print, a page at a time; `?player=` for one."""
    one = number_in(request.GET.get("player"))
    everybody = [player for player in event.players.in_order() if one in (None, player.number)]
    players = Paginator(everybody, CODES).get_page(request.GET.get("page"))
    addresses = [for_phones(request, reverse("player_page:show", args=[player.token])) for player in players]
    codes = [qr_svg(address) for address in addresses]
    context = {
        "links": list(zip(players, addresses, codes, strict=True)),
        "page": players,
        "live": event.links_live(timezone.localdate()),
        "here_only": any(for_this_machine_only(address) for address in addresses),
    }
    return _render(request, event, "links", **context)


@event_for("director")
@form_page
def edit(request: OfficialRequest, event: Event, player: int) -> HttpResponse:
    """Edit name, number, note, and whether the player is ranked."""
    record = player_of(event, player)
    form = EditPlayerForm(record, posted(request), numbers_fixed=event.has_seating)
    if act(request, services.edit_player, record, form=form, done=_saved):
        return redirect("players:index", event.slug)
    return _render(
        request, event, "edit", form=form, player=record, why_not_remove=services.why_not_remove(record)
    )


@event_for("director")
@form_page
def set_status(request: OfficialRequest, event: Event, player: int) -> HttpResponse:
    """Mark a player as late, gone, disqualified or back."""
    record = player_of(event, player)
    form = StatusForm(record, posted(request))
    if act(request, services.set_status, record, form=form, done=_new_status):
        waiting = [one for one in still_seated(event) if one.pk == record.pk]
        if waiting:
            messages.warning(request, told_of(STILL_SEATED, waiting))
            return redirect("substitutions:make", event.slug, record.number)
        return redirect("players:index", event.slug)
    return _render(request, event, "set_status", form=form, player=record)


@event_for("director")
@form_page
def remove(request: OfficialRequest, event: Event, player: int) -> HttpResponse:
    """Ask for confirmation, then remove a player who was never seated; otherwise explain why not."""
    record = event.players.filter(number=player).first()
    if record is None:  # by the Back button, after taking out
        messages.info(request, _("This player is taken out already."))
        return redirect("players:index", event.slug)
    refused = services.why_not_remove(record)
    if request.method == "POST":
        try:
            services.remove_player(record, **actor(request))
        except Refused as why:
            refused = why
        else:
            messages.success(request, _("%(name)s is taken out.") % {"name": record.name})
            return redirect("players:index", event.slug)
    consequences = [_("The number becomes free. No score changes, because nothing was played.")]
    return _render(request, event, "remove", player=record, refused=refused, consequences=consequences)


@event_for("scorer")
@form_page
def check_in(request: OfficialRequest, event: Event) -> HttpResponse:
    """Check in by number or part of a name; several matches are offered as buttons."""
    desk = reports.check_in_desk(event)
    answer: dict[str, Any] = {}
    if request.method == "POST":
        answer = _answer(request, desk)
        if not answer:
            return redirect("players:check_in", event.slug)
    context = _door(request, event, desk) | _sign(request, event) | answer
    return _render(request, event, "check_in", **context)


@event_for("scorer")
@require_safe
def arrivals(request: OfficialRequest, event: Event) -> HttpResponse:
    """The parts of the check-in page that change when a phone checks somebody in; 304 while nothing has."""
    etag = event_cache.etag(event, request.role)
    answer = get_conditional_response(request, etag=etag)
    if answer is None:
        answer = _render(request, event, "arrivals", **_door(request, event, reports.check_in_desk(event)))
    answer["ETag"] = etag
    return answer


def _door(request: OfficialRequest, event: Event, desk: reports.CheckInDesk) -> dict[str, Any]:
    """Who is here and who is awaited, and whether the seating can be drawn from here."""
    draws = (
        role_suffices(request.role, "director")
        and desk.enough_for_a_table
        and event.current_round_number is None
    )
    return {
        "desk": desk,
        "draws": draws,
        "money": door_money(event, desk.players),
        "arrivals_etag": event_cache.etag(event, request.role),
    }


def _sign(request: OfficialRequest, event: Event) -> dict[str, Any]:
    """The code with which players check in, empty if no phone could open it."""
    if not (event.self_check_in and event.is_public):
        return {}
    address = for_phones(request, reverse("self_check_in:show", args=[event.here_token]))
    return {"sign": True, "sign_code": "" if for_this_machine_only(address) else qr_svg(address)}


def _answer(request: OfficialRequest, desk: reports.CheckInDesk) -> dict[str, Any]:
    """Do what the check-in desk asked for; return the context that explains it if that failed."""
    by_number = {player.number: player for player in desk.players}
    for name, service in (("undo", services.undo_check_in), ("number", services.check_in)):
        if player := by_number.get(number_in(request.POST.get(name)) or 0):
            return _mark(request, service, player)
    query = request.POST.get("who", "").replace("\x00", "").strip()[:80]
    matches = reports.find_players(desk.players, query)
    if len(matches) == 1:
        return _mark(request, services.check_in, matches[0], query)
    return {
        "asked": query,
        "found": matches[:MOST_OFFERED],
        "more": len(matches) > MOST_OFFERED,
        "nobody": not matches,
    }


def _mark(
    request: OfficialRequest, act: Callable[..., Player], player: Player, query: str = ""
) -> dict[str, Any]:
    try:
        done = act(player, **actor(request))
    except Refused as refused:
        return {"refused": refused.message, "asked": query}
    if done.status != Player.Status.HERE:
        messages.success(request, _new_status(done))
    return {}


def _next_round(event: Event) -> int:
    """The first round that a player who arrives now can play in."""
    return min(event_progress(event).last_begun + 1, event.round_count)


def _render(request: OfficialRequest, event: Event, name: str, **context: Any) -> HttpResponse:
    shared = {"may_direct": role_suffices(request.role, "director")}
    return render(request, f"players/{name}.html", shared | context)
