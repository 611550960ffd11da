"""The big screen: a slide show of seating by table and by name, standings and announcements."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from tournament.models import Event, Round
from tournament.qr import qr_svg
from tournament.web import event_cache
from tournament.web.compression import compressed
from tournament.web.hall_urls import for_phones, for_this_machine_only
from tournament.web.public_pages import for_everybody

SHOWS = {"": _("Everything"), "tables": _("Tables"), "names": _("A to Z"), "standings": _("Standings")}


@for_everybody
def board(request: HttpRequest, event: Event) -> HttpResponse:
    """The big screen; `?show=tables|names|standings` shows only that, for halls with two projectors."""
    show = _show(request)
    address = reverse("public:board_live", args=[event.slug])
    phones = for_phones(request, reverse("public:event", args=[event.slug]))
    context = {
        "event": event,
        "section": "board",
        "show": show,
        "shows": SHOWS.items(),
        "live_url": f"{address}?show={show}" if show else address,
        "etag": event_cache.etag(event),
        "fragment": _slides(event, show),
        "phones": phones.partition("://")[2].rstrip("/"),
        "code": "" if for_this_machine_only(phones) else qr_svg(phones),
    }
    return render(request, "board/board.html", context)


@for_everybody
def live(request: HttpRequest, event: Event) -> HttpResponse:
    """The slides, which the big screen polls."""
    return compressed(request, _slides(event, _show(request)))


def _show(request: HttpRequest) -> str:
    choice = request.GET.get("show", "")
    return choice if choice in SHOWS else ""


def _slides(event: Event, show: str) -> SafeString:
    return event_cache.per_event_version(event, "board", lambda: _rendered(event, show), show)


def _rendered(event: Event, show: str) -> SafeString:
    """Render the slides: the current round with the standings; once it is closed, the standings alone."""
    now, whereabouts = event_cache.now(event), event_cache.where(event)
    current = whereabouts.current
    to_play = current if current and current.status != Round.Status.CLOSED and not event.is_finished else None
    context = {
        "event": event,
        "now": now,
        "round": to_play,
        "coming": whereabouts.coming,
        "tables": bool(to_play) and show in ("", "tables"),
        "names": whereabouts.a_to_z(to_play) if to_play and show in ("", "names") else (),
        "rows": now.standings.rows if now.standings.begun and show in ("", "standings") else (),
    }
    return render_to_string("board/live.html", context)
