"""Who may do what at an event. Finding is permitting: a view gets its event only if its caller may use it.

Somebody who is not signed in is sent to sign in; somebody without any role at the event gets 404, as if it
did not exist; a member without the right gets 403.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db.models import Count, OuterRef, Subquery
from django.http import Http404
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render, resolve_url
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import cache_control

from scoring.seats import Seat
from tournament.http import OfficialRequest, SignedInRequest, SiteRequest, page_of
from tournament.models import (
    Event,
    Invitation,
    Membership,
    Note,
    Player,
    Round,
    Season,
    SignUp,
    Table,
    TableLink,
    User,
)
from tournament.models.events import EventQuerySet
from tournament.models.people import role_suffices
from tournament.models.seasons import SeasonQuerySet
from tournament.models.seating import prefetched_chairs
from tournament.registry.features import missing_for
from tournament.words.languages import speak_at

Role = Membership.Role
P = ParamSpec("P")
Found = TypeVar("Found")
View = Callable[..., HttpResponseBase]  # as a URL calls it
EventView = Callable[Concatenate[OfficialRequest, Event, P], HttpResponseBase]
SeasonView = Callable[Concatenate[SignedInRequest, Season, P], HttpResponseBase]
OwnerView = Callable[Concatenate[SignedInRequest, P], HttpResponseBase]


def or_404(found: Found | None) -> Found:
    """What there is; without it the page does not exist."""
    if found is None:
        raise Http404
    return found


def events_of(user: User) -> EventQuerySet:
    """The events that exist for this user."""
    return Event.objects.all() if user.is_superuser else Event.objects.filter(memberships__user=user)


def role_at(event: Event, user: User) -> str | None:
    """The role this user holds at the event, None for an outsider."""
    if user.is_superuser:
        return Role.DIRECTOR
    return event.memberships.filter(user=user).values_list("role", flat=True).first()


def directs_somewhere(user: User) -> bool:
    """Whether this user directs an event, or the whole site."""
    return user.is_superuser or user.memberships.filter(role=Role.DIRECTOR).exists()


def event_for(role: str) -> Callable[[EventView[P]], View]:
    """Decorate a view taking `(request, event, …)`: the URL's `slug` becomes the event, or 404 or 403.

    A page of a feature that is off is a 404 that says how to switch it on. The view finds the role held in
    `request.role`; its templates have the event (`http.event_page`).
    """

    def decorate(view: EventView[P]) -> View:
        @wraps(view)
        def permitted(
            request: OfficialRequest, slug: str, *args: P.args, **kwargs: P.kwargs
        ) -> HttpResponseBase:
            event = get_object_or_404(events_of(request.user), slug=slug)
            held = or_404(role_at(event, request.user))
            speak_at(event)
            if not role_suffices(held, role):
                raise PermissionDenied
            request.event, request.role = event, held
            missing = missing_for(event, request.resolver_match.view_name if request.resolver_match else "")
            if missing is not None:
                return render(request, "features/off.html", {"feature": missing}, status=404)
            return view(request, event, *args, **kwargs)

        return cache_control(private=True, no_store=True)(signed_in(permitted))

    return decorate


def signed_in(view: Callable[..., HttpResponseBase]) -> View:
    """Decorate a view for those who are signed in; others sign in first.

    A form of somebody who was signed out meanwhile is not carried out: they are led back to its page, where
    js/page/unsaved.js puts what was typed into its fields again.
    """
    guarded = login_required(view)

    @wraps(view)
    def led(request: SiteRequest, /, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.method == "POST" and not request.user.is_authenticated:
            asked = urlencode({"next": urlsplit(page_of(request))._replace(scheme="", netloc="").geturl()})
            return redirect(f"{resolve_url(settings.LOGIN_URL)}?{asked}&unsaved=")
        return guarded(request, *args, **kwargs)

    return led


def owner_only(view: OwnerView[P]) -> View:
    """Decorate a view of the whole site: for those who direct every event; for others it does not exist."""

    @wraps(view)
    def permitted(request: SignedInRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if not request.user.is_superuser:
            raise Http404
        return view(request, *args, **kwargs)

    return cache_control(private=True, no_store=True)(signed_in(permitted))


def public_event(slug: str) -> Event:
    """An event that anybody may look at, or 404: a private event does not exist for the public."""
    return _spoken(get_object_or_404(Event, slug=slug, is_public=True))


def season_for(view: SeasonView[P]) -> View:
    """Decorate a view taking `(request, season, …)`: the `slug` becomes a season that one runs, or 404."""

    @wraps(view)
    def permitted(request: SignedInRequest, slug: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        season = get_object_or_404(seasons_of(request.user), slug=slug)
        return view(request, season, *args, **kwargs)

    return cache_control(private=True, no_store=True)(signed_in(permitted))


def seasons_of(user: User) -> SeasonQuerySet:
    """The seasons that this user runs."""
    return Season.objects.all() if user.is_superuser else user.seasons.all()


@dataclass(frozen=True, slots=True)
class Holder:
    """Whom a secret link belongs to, and whether it still opens anything; `notes` counts the notes sent."""

    player: Player
    notes: int
    live: bool


def holder_of(token: str, today: date) -> Holder:
    """The holder of a secret link with the event, found with one small query, or 404."""
    sent = (
        Note.objects.filter(player=OuterRef("pk")).values("player").annotate(sent=Count("pk")).values("sent")
    )
    players = Player.objects.select_related("event").annotate(sent=Subquery(sent))
    player = get_object_or_404(players, token=token)
    speak_at(player.event)
    return Holder(player, getattr(player, "sent", None) or 0, player.event.links_live(today))


def invitation_of(token: str) -> Invitation:
    """The invitation with this secret, whether or not it can still be taken, or 404."""
    invitation = get_object_or_404(Invitation.objects.select_related("event", "made_by"), token=token)
    speak_at(invitation.event)
    return invitation


def event_of_sign(token: str) -> Event:
    """The event at which players check in by the sign with this secret, or 404."""
    return _spoken(get_object_or_404(Event, here_token=token, self_check_in=True, is_public=True))


def _spoken(event: Event) -> Event:
    """The event, in whose language readers go on who asked for none of ours."""
    speak_at(event)
    return event


def sign_up_of(token: str) -> SignUp:
    """The sign-up with this secret, or 404."""
    sign_up = get_object_or_404(SignUp.objects.select_related("event", "player"), token=token)
    speak_at(sign_up.event)
    return sign_up


@dataclass(frozen=True, slots=True)
class TableLinkTarget:
    """Where a table's secret link leads: to one table in one round, or nowhere, and then why.

    `why` is empty, or one of revoked, off, finished, closed, gone, early, idle. `is_sign` marks the link of
    the table's sign, which only leads on to the link of the round that is open.
    """

    link: TableLink
    table: Table | None
    is_sign: bool
    why: str

    @property
    def event(self) -> Event:
        return self.link.event

    @property
    def token(self) -> str:
        """The secret of this table in this round; ask only if there is a table."""
        assert self.table is not None
        return self.link.for_round(self.table.round.number)


def table_link_target(token: str) -> TableLinkTarget:
    """Where a table's link leads, or 404 for a secret that was never given out."""
    links = TableLink.objects.select_related("event")
    key, hyphen, rest = token.partition("-")
    if not hyphen:
        link, number = get_object_or_404(links, token=token), None
    else:
        number = rest.partition("-")[0]
        if not (key.isdecimal() and number.isdecimal() and len(key) < 18 and len(number) < 5):
            raise Http404
        link = get_object_or_404(links, pk=int(key))
        if not constant_time_compare(token, link.for_round(int(number))):
            raise Http404
    speak_at(link.event)
    tables = Table.objects.select_related("round__event").prefetch_related(prefetched_chairs())
    tables = tables.filter(round__event=link.event_id, number=link.number)
    if number is None:
        table = tables.filter(round__status=Round.Status.OPEN).first()
    else:
        table = tables.filter(round__number=int(number)).first()
    return TableLinkTarget(link, table, number is None, _why_not(link, table, is_sign=number is None))


def own_table_link(player: Player) -> tuple[TableLinkTarget, Seat] | None:
    """The way to the table where this player sits in the open round, and the seat; None for none."""
    event = player.event
    if not event.table_entry or event.is_finished:
        return None
    seated = player.seatings.filter(round__status=Round.Status.OPEN, table__isnull=False)
    seating = seated.select_related("table").first()
    if seating is None or seating.table is None:
        return None
    link = event.table_links.live().filter(number=seating.table.number).first()
    if link is None:
        return None
    return table_link_target(link.token), Seat(seating.seat)


def _why_not(link: TableLink, table: Table | None, *, is_sign: bool) -> str:
    """What keeps a table's link from opening anything now, empty for nothing."""
    event = link.event
    if link.revoked_at is not None:
        return "revoked"
    if not event.table_entry:
        return "off"
    if event.is_finished:
        return "finished"
    if table is None:
        return "idle" if is_sign else "gone"
    if table.round.status == Round.Status.CLOSED:
        return "closed"
    return "early" if table.round.status == Round.Status.PLANNED else ""


def round_of(event: Event, number: int) -> Round:
    """A published round of the event, or 404."""
    return get_object_or_404(Round.objects.select_related("event"), event=event, number=number)


def table_of(event: Event, round_number: int, number: int) -> Table:
    """A table of a published round with its seatings, or 404."""
    tables = Table.objects.select_related("round__event").prefetch_related(prefetched_chairs())
    return get_object_or_404(tables, round__event=event, round__number=round_number, number=number)


def player_of(event: Event, number: int) -> Player:
    """A player of the event, or 404."""
    return get_object_or_404(Player, event=event, number=number)
