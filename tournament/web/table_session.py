"""The session of a phone at a table: a secret link, the table's PIN in a signed cookie, a seat. No account.

The link is a secret of 160 bits; the cookie is valid for one table in one round and is never sent from
another site's page. So forms here need no CSRF token (and without a referrer Django could not check one).
These pages are not cached, and no other page learns their address.
"""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Protocol, cast

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt

from scoring.seats import PAIRS, Seat
from tournament.access import TableLinkTarget, table_link_target
from tournament.forms.table_entry import PinForm
from tournament.models import Event, Submission, Table
from tournament.reports.players import told_after
from tournament.reports.submissions import table_submissions
from tournament.web import event_cache

# Headers of every page behind a secret link.
DISCREET = {
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex, nofollow",
    "Cache-Control": "private, no-store",
}
LASTS = 6 * 60 * 60  # seconds; longer than any round
MARK_LASTS = 24 * 60 * 60  # seconds; longer than any evening
MARK = "table-phone"  # the cookie of a browser's mark
LARGEST = 32 * 1024  # bytes; sixty deals fit in a third of it
NOT_YET = frozenset({"early", "idle"})
NOBODY_YET = "-"  # the PIN was given, but no seat is chosen yet


@dataclass(frozen=True, slots=True)
class TableSession:
    """A phone at an open link.

    `let_in`: the PIN was given; `seat`: the seat of whoever holds the phone, None until chosen; `device`: the
    mark of its browser, which stays the same while players hand the phone on.
    """

    way: TableLinkTarget
    let_in: bool
    seat: Seat | None
    device: str = ""

    @property
    def event(self) -> Event:
        return self.way.event

    @property
    def table(self) -> Table:
        return _table_of(self.way)

    @property
    def own_seat(self) -> Seat:
        """The seat of whoever holds the phone, for views that need it chosen (`at_table(seated=True)`)."""
        assert self.seat is not None
        return self.seat

    @property
    def token(self) -> str:
        return self.way.token


TableView = Callable[[HttpRequest, TableSession], HttpResponse]


class PhoneView(Protocol):
    """A page at a table; `for_phones` marks it, so that tests can ask every one of them."""

    for_phones: bool

    def __call__(self, request: HttpRequest, token: str) -> HttpResponse: ...


def at_table(*, seated: bool = True, late: bool = False) -> Callable[[TableView], PhoneView]:
    """Decorate a view taking `(request, phone)`: the URL's `token` becomes the phone's session.

    A link that is not open answers with a page that says why, and repeats the score that was sent there. With
    `seated`, the PIN and a seat are required; with `late`, a score is still taken once the round is closed.
    """

    def decorate(view: TableView) -> PhoneView:
        @csrf_exempt
        @wraps(view)
        def shown(request: HttpRequest, token: str) -> HttpResponse:
            answer = _answer(view, request, token, seated=seated, late=late)
            for name, value in DISCREET.items():
                answer[name] = value
            return answer

        marked = cast(PhoneView, shown)
        marked.for_phones = True
        return marked

    return decorate


def _answer(view: TableView, request: HttpRequest, token: str, *, seated: bool, late: bool) -> HttpResponse:
    unsent = _typed(request)
    try:
        way = table_link_target(token)
    except Http404:
        context: dict[str, Any] = {"why": "unknown", "unsent": unsent}
        return render(request, "table_entry/dead_link.html", context, status=404)
    if way.why and not (late and way.why == "closed" and request.method == "POST"):
        status = 409 if way.why in NOT_YET else 410
        told = event_cache.cached_seating(way.event).told
        context = {"why": way.why, "way": way, "unsent": unsent, "told": told} | _way_on(request, way)
        return render(request, "table_entry/dead_link.html", context, status=status)
    if way.is_sign:
        return redirect("table_entry:show", way.token)
    if _size(request) > LARGEST:
        return render(request, "table_entry/dead_link.html", {"why": "large", "way": way}, status=413)
    phone = _phone(request, way)
    if seated and phone.seat is None:
        if request.method in ("GET", "HEAD"):
            return redirect("table_entry:show", way.token)
        return ask_pin_or_seat(request, phone, PinForm(), status=403)
    return view(request, phone)


def _typed(request: HttpRequest) -> tuple[str, ...]:
    """The points and lone marches of a form of totals that was sent here, so that none is lost: NS, EW, then
    N, E, S, W. Empty if none was sent."""
    if request.method != "POST" or _size(request) > LARGEST:
        return ()
    typed = {name.partition("-")[2]: str(value)[:5] for name, value in request.POST.items()}
    sent = {name: value for name, value in typed.items() if value.isdecimal()}
    names = ("ns", "ew", *(f"lone_{seat.lower()}" for seat in PAIRS))
    return tuple(sent.get(name, "") for name in names) if {"ns", "ew"} & set(sent) else ()


def ask_pin_or_seat(
    request: HttpRequest, phone: TableSession, form: PinForm, *, status: int = 200, **more: Any
) -> HttpResponse:
    """Ask for the PIN, or, once it was given, for the seat of whoever holds the phone."""
    page = "table_entry/who.html" if phone.let_in else "table_entry/pin.html"
    return render(request, page, table_context(phone) | {"form": form} | more, status=status)


def table_context(phone: TableSession) -> dict[str, Any]:
    """The context that every page at a table needs."""
    return {
        "event": phone.event,
        "round": phone.table.round,
        "table": phone.table,
        "token": phone.token,
        "seat": phone.seat,
        "side": phone.seat and phone.seat.side,
    }


def seat_in_next_round(phone: TableSession) -> dict[str, Any]:
    """Where whoever holds the phone sits after this round, as far as it is published."""
    number, here = phone.table.chairs()[phone.own_seat].player.number, phone.table.round.number
    where = event_cache.cached_seating(phone.event)
    return {
        "number": number,
        "stops": [stop for stop in where.stops(number) if stop.round > here],
        "told": where.told or told_after(phone.event, here),
        "open_round": where.open_round,
    }


def _way_on(request: HttpRequest, way: TableLinkTarget) -> dict[str, Any]:
    """After a round has closed: the next seat of whoever held this phone, if that is known, and what their
    side sent too late."""
    if way.table is None or way.why != "closed":
        return {}
    phone = _phone(request, way)
    if phone.seat is None:
        return {}
    now = table_submissions(phone.table)
    report = now.reports.get(phone.seat.side)
    late = report if report and report.state == Submission.State.LATE else None
    more = {"late": late, "now": now, "me": now.sitters[phone.seat], "side": phone.seat.side}
    return {"event": phone.event} | seat_in_next_round(phone) | more


def let_in(
    request: HttpRequest, answer: HttpResponse, way: TableLinkTarget, seat: Seat | None = None
) -> HttpResponse:
    """Set cookies that remember the PIN of this table, the seat, and the browser's mark.

    The mark is stored twice: with the PIN, so that deleting it means giving the PIN again; and for the whole
    site, so that a player's own link and the next round's link find it.
    """
    device = _phone(request, way).device or _mark(request) or secrets.token_hex(8)
    holder = _who(_table_of(way), seat) if seat else NOBODY_YET
    options = {"httponly": True, "samesite": "Lax", "secure": settings.SESSION_COOKIE_SECURE}
    path = reverse("table_entry:show", args=[way.token])
    answer.set_signed_cookie(
        _cookie(way), f"{device} {holder}", salt=_salt(way), max_age=LASTS, path=path, **options
    )
    answer.set_signed_cookie(MARK, device, salt=MARK, max_age=MARK_LASTS, **options)
    return answer


def forget(answer: HttpResponse, way: TableLinkTarget) -> HttpResponse:
    answer.delete_cookie(_cookie(way), path=reverse("table_entry:show", args=[way.token]))
    return answer


def _phone(request: HttpRequest, way: TableLinkTarget) -> TableSession:
    cookie = request.get_signed_cookie(_cookie(way), default="", salt=_salt(way), max_age=LASTS) or ""
    device, _space, holder = cookie.partition(" ")
    table = _table_of(way)
    seat = next((seat for seat in table.chairs() if holder == _who(table, seat)), None)
    return TableSession(way, bool(cookie), seat, device)


def _table_of(way: TableLinkTarget) -> Table:
    """The table of a link that is open."""
    assert way.table is not None
    return way.table


def _mark(request: HttpRequest) -> str:
    """The random mark that this browser got at an earlier table; nothing else identifies it."""
    return request.get_signed_cookie(MARK, default="", salt=MARK, max_age=MARK_LASTS) or ""


def _who(table: Table, seat: Seat) -> str:
    """A seat with its player, so that the phone asks again who holds it after a substitution."""
    return f"{seat.value} {table.chairs()[seat].player_id}"


def _cookie(way: TableLinkTarget) -> str:
    return f"table-{way.link.pk}-{_table_of(way).round.number}"


def _salt(way: TableLinkTarget) -> str:
    """A salt that binds a cookie to the link and to this table.

    So the PIN is asked again after reseating a round, and after a restore, when a new table may get the
    primary key of an old one.
    """
    return f"table phone {way.token} {_table_of(way).pk} {way.event.uid}"


def _size(request: HttpRequest) -> int:
    length = request.headers.get("Content-Length") or "0"
    return int(length) if length.isdecimal() and len(length) < 12 else LARGEST + 1
