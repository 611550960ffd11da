"""A table's page on a phone: the PIN, who holds the phone, the reports, the other side's answer."""

from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from scoring.errors import ScoringError
from scoring.seats import Seat
from tournament.forms.table_entry import PinForm, SeatForm, SubmissionAnswerForm
from tournament.models import Submission
from tournament.reports.rulings import table_notes
from tournament.reports.submissions import table_submissions
from tournament.services import submissions as services
from tournament.services.errors import Refused, Stale
from tournament.services.table_links import PinAnswer, give_pin
from tournament.web import event_cache
from tournament.web.form_pages import form_page
from tournament.web.table_session import (
    TableSession,
    ask_pin_or_seat,
    at_table,
    forget,
    let_in,
    seat_in_next_round,
    table_context,
)
from tournament.words.sentences import words_of


@at_table(seated=False)
@require_safe
def show(request: HttpRequest, phone: TableSession) -> HttpResponse:
    """What this table has reported, and what to do next."""
    if phone.seat is None:
        link = phone.way.link
        pause = _pause(link.locked_until) if link.is_locked(timezone.now()) else ""
        return ask_pin_or_seat(request, phone, PinForm(), problem=pause if not phone.let_in else "")
    return _page(request, phone)


@at_table()
@require_safe
def live(request: HttpRequest, phone: TableSession) -> HttpResponse:
    """The part of the page that refreshes itself while the other side answers on another phone."""
    etag = _etag(phone)
    answer = get_conditional_response(request, etag=etag)
    if answer is None:
        answer = render(request, "table_entry/live.html", _shown(phone))
    answer["ETag"] = etag
    return answer


@at_table(seated=False)
@form_page
def pin(request: HttpRequest, phone: TableSession) -> HttpResponse:
    """Check the PIN; too many wrong ones lock this table's PIN for some minutes."""
    if request.method != "POST" or phone.let_in:
        return redirect("table_entry:show", phone.token)
    form = PinForm(request.POST)
    if not form.is_valid():
        return ask_pin_or_seat(request, phone, form, status=422)
    verdict = give_pin(
        phone.way.link, form.cleaned_data["pin"], round_number=phone.table.round.number, at=timezone.now()
    )
    if verdict.right:
        return let_in(request, redirect("table_entry:show", phone.token), phone.way)
    form.add_error("pin", _wrong(verdict))
    answer = ask_pin_or_seat(request, phone, form, status=429 if verdict.locked_until else 403)
    if verdict.locked_until:
        answer["Retry-After"] = str(max(1, round((verdict.locked_until - timezone.now()).total_seconds())))
    return answer


def _wrong(verdict: PinAnswer) -> str:
    if verdict.locked_until is None:
        words = ngettext(
            "That is not this table’s PIN. %(n)d more try, then there is a pause.",
            "That is not this table’s PIN. %(n)d more tries, then there is a pause.",
            verdict.tries_left,
        )
        return words % {"n": verdict.tries_left}
    return _pause(verdict.locked_until)


def _pause(locked_until: datetime | None) -> str:
    """How long no PIN is taken at a table; empty for no pause."""
    if locked_until is None or locked_until <= timezone.now():
        return ""
    minutes = max(1, -(-int((locked_until - timezone.now()).total_seconds()) // 60))
    words = ngettext(
        "Too many wrong PINs at this table. Wait %(n)d minute, or ask the director for a new one.",
        "Too many wrong PINs at this table. Wait %(n)d minutes, or ask the director for a new one.",
        minutes,
    )
    return words % {"n": minutes}


@at_table(seated=False)
@form_page
def sit(request: HttpRequest, phone: TableSession) -> HttpResponse:
    """Say who holds the phone."""
    if request.method != "POST" or not phone.let_in:
        return redirect("table_entry:show", phone.token)
    form = SeatForm(request.POST)
    if not form.is_valid() or form.cleaned_data["seat"] not in phone.table.chairs():
        return ask_pin_or_seat(
            request, phone, PinForm(), status=422, problem=_("Choose one of the four players.")
        )
    return let_in(request, redirect("table_entry:show", phone.token), phone.way, form.cleaned_data["seat"])


@at_table(seated=False)
@require_POST
def leave(request: HttpRequest, phone: TableSession) -> HttpResponse:
    """Hand the phone on: ask again who holds it, but not for the PIN."""
    answer = redirect("table_entry:show", phone.token)
    return let_in(request, answer, phone.way) if phone.let_in else forget(answer, phone.way)


@at_table()
@form_page
def answer(request: HttpRequest, phone: TableSession) -> HttpResponse:
    """Accept, dispute or withdraw a report, from another phone or from one that was handed across."""
    if request.method != "POST":
        return redirect("table_entry:show", phone.token)
    form = SubmissionAnswerForm(request.POST)
    if not form.is_valid():
        return _page(
            request, phone, problem=_("Choose who answers, then press the button again."), status=422
        )
    try:
        _do(form, phone)
    except Stale as stale:
        return _page(request, phone, problem=stale.message, status=409)
    except (Refused, ScoringError) as problem:
        return _page(request, phone, problem=words_of(problem), status=409)
    return redirect("table_entry:show", phone.token)


def _do(form: SubmissionAnswerForm, phone: TableSession) -> Submission:
    """Send the answer for the player who holds the phone, or for the one it was handed to."""
    values, at = form.cleaned_data, timezone.now()
    if values["answer"] == "withdraw":
        return services.withdraw(phone.table, values["report"], seat=phone.own_seat, at=at)
    handed_to: Seat | None = values["seat"]
    answerer: dict[str, Any] = {
        "seat": handed_to or phone.own_seat,
        "device": phone.device,
        "same_phone": handed_to not in (None, phone.own_seat),
    }
    if values["answer"] == "accept":
        return services.accept(phone.table, values["report"], at=at, **answerer)
    return services.dispute(phone.table, values["report"], words=values["words"], at=at, **answerer)


def _page(request: HttpRequest, phone: TableSession, *, problem: str = "", status: int = 200) -> HttpResponse:
    context = _shown(phone) | {"problem": problem, "etag": _etag(phone)}
    return render(request, "table_entry/show.html", context, status=status)


def _shown(phone: TableSession) -> dict[str, object]:
    now = table_submissions(phone.table)
    side = phone.own_seat.side
    theirs = now.reports.get(side.other)
    return table_context(phone) | {
        **seat_in_next_round(phone),
        "now": now,
        "notes": table_notes(phone.table),
        "me": now.sitters[phone.own_seat],
        "mine": now.reports.get(side),
        "theirs": theirs,
        "is_their_phone": theirs is not None and theirs.device == phone.device,
        "others": [now.sitters[seat] for seat in side.other.seats if seat in now.sitters],
    }


def _etag(phone: TableSession) -> str:
    return event_cache.etag(phone.event, phone.seat)
