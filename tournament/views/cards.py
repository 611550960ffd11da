"""Enter tally cards at the desk, list their disagreements, and make sheets from cards that agree."""

from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from scoring.errors import ScoringError
from scoring.seats import SEATS, SIDES
from tournament.access import event_for, player_of, table_of
from tournament.forms.cards import NOBODY, CardForm, FindCardForm, TakeForm
from tournament.http import OfficialRequest
from tournament.models import Event, Player
from tournament.reports.cards import CardDisagreement, CardProposal, card_checks, card_of
from tournament.reports.todos import sheets_open
from tournament.services import cards as services
from tournament.services.cards import LinesRefused
from tournament.services.errors import Refused
from tournament.views.hall_cards import type_card
from tournament.web.form_pages import act, actor, answers_offline_queue, form_page
from tournament.words.figures import figure


@answers_offline_queue
@event_for("scorer")
@form_page
def index(request: OfficialRequest, event: Event) -> HttpResponse:
    """Ask for the next card's number; list where cards contradict sheets or each other. If the hall seats
    itself, type a card."""
    if event.seats_itself:
        return type_card(request, event)
    if request.method == "POST":
        return HttpResponseNotAllowed(["GET", "HEAD"])
    form = FindCardForm(request.GET if "card" in request.GET else None)
    if form.is_bound and form.is_valid():
        number = form.cleaned_data["card"]
        if event.has_player(number):
            return redirect("cards:card", event.slug, number)
        form.add_error("card", _("There is no card %(number)d at this event.") % {"number": number})
    checks = card_checks(event)
    context = {
        "form": form,
        "blank": FindCardForm(),
        "checks": checks,
        "disagreements": [(one, _sheet_address(event, one)) for one in checks.disagreements],
        "open": sheets_open(event).amiss,
        "reason": _("From the tally cards"),
        "finishes": event.awaits_cards
        and request.role == "director"
        and not (checks.missing or checks.proposals or checks.disagreements)
        and not event.rounds.exclude(status="closed").exists(),
    }
    return render(request, "cards/index.html", context)


@answers_offline_queue
@event_for("scorer")
@form_page
def card(request: OfficialRequest, event: Event, player: int) -> HttpResponse:
    """Enter one player's card, then ask for the next."""
    if event.seats_itself:
        return type_card(request, event, player)
    holder = player_of(event, player)
    holder.event = event
    form = CardForm(request.POST or None, rounds=card_of(holder), rules=event.ruleset)
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                services.enter_card(holder, form.lines(), **actor(request))
            except LinesRefused as refused:
                form.refuse(refused.lines)
                if refused.typed is not None:
                    form.add_error(None, refused.message)
            except Refused as refused:
                form.add_error(None, refused.message)
            else:
                _tell(request, event, holder)
                if event.awaits_cards:
                    _take_what_agrees(request, event)
                return redirect("cards:index", event.slug)
    context = {
        "player": holder,
        "form": form,
        "find": FindCardForm(),
        "disagreements": [(one, _sheet_address(event, one)) for one in card_checks(event).involving(player)],
    }
    return render(request, "cards/card.html", context, status=status)


def _tell(request: HttpRequest, event: Event, holder: Player) -> None:
    """Tell the official what was saved, in figures to compare with the card in hand."""
    lines = [round_.line.noted for round_ in card_of(holder) if round_.line]
    figures = {
        "n": len(lines),
        "card": holder.number,
        "name": holder.name,
        "points": figure(sum(one.points for one in lines)),
    }
    words = ngettext(
        "Card %(card)d, %(name)s: %(points)s points in %(n)d round.",
        "Card %(card)d, %(name)s: %(points)s points in %(n)d rounds.",
        len(lines),
    )
    messages.success(request, words % figures)


def _take_what_agrees(request: OfficialRequest, event: Event) -> None:
    """Make the sheets about which the cards leave no question."""
    for one in card_checks(event).plain:
        reason = _("From the tally cards") if one.closed else ""
        seen = one.agreed.in_short
        place, words = table_of(event, one.round, one.table), {"round": one.round, "table": one.table}
        done = _("Round %(round)d, table %(table)d: all cards agree, its sheet is made.") % words
        act(request, services.take_agreed_sheet, place, seen=seen, reason=reason, done=done)


@event_for("scorer")
@require_POST
def take(request: OfficialRequest, event: Event) -> HttpResponse:
    """Make one table's sheet from its cards; without a table, every sheet that raises no question."""
    form = TakeForm(request.POST)
    if not form.is_valid():
        messages.error(request, " ".join(str(error) for errors in form.errors.values() for error in errors))
        return redirect("cards:index", event.slug)
    values = form.cleaned_data
    proposals = card_checks(event).plain if values["table"] is None else _named(event, form)
    count, problems = 0, []
    for one in proposals:
        try:
            _take(request, event, form, one)
            count += 1
        except (Refused, ScoringError) as problem:
            place = _("Round %(round)d, table %(table)d:") % {"round": one.round, "table": one.table}
            problems.append(f"{place} {problem}")
    if count:
        words = ngettext(
            "%(n)d sheet was entered from the cards.", "%(n)d sheets were entered from the cards.", count
        )
        messages.success(request, words % {"n": count})
    for sentence in problems[:10]:
        messages.error(request, sentence)
    if not count and not problems:
        messages.warning(request, _("Nothing was entered: the cards have changed."))
    return redirect("cards:index", event.slug)


def _named(event: Event, form: TakeForm) -> list[CardProposal]:
    """The proposal that the form names, if it is still the same; else none."""
    values = form.cleaned_data
    return [
        one
        for one in card_checks(event).proposals
        if (one.round, one.table, one.agreed.in_short) == (values["round"], values["table"], values["seen"])
    ]


def _take(request: OfficialRequest, event: Event, form: TakeForm, one: CardProposal) -> None:
    """Make one table's agreed sheet, with the answer to its tie."""
    answers = form.cleaned_data
    services.take_agreed_sheet(
        table_of(event, one.round, one.table),
        **actor(request),
        seen=one.agreed.in_short,
        reached_first=form.side,
        nobody_can_say=answers["reached_first"] == NOBODY,
        reason=answers["reason"] if one.closed else "",
        confirmed=answers["confirmed"],
    )


def _sheet_address(event: Event, one: CardDisagreement) -> str:
    """Where the sheet is corrected: the table's row with the card's value filled in, or the table's page."""
    if one.table is None:
        return ""
    if one.sheet is None:
        return reverse("sheets:show", args=[event.slug, one.round, one.table])
    figures = {side.lower(): one.sheet.totals[side] for side in SIDES}
    figures |= {f"lone_{seat.lower()}": one.sheet.loners[seat] for seat in SEATS if one.sheet.loners[seat]}
    query = urlencode({"table": one.table, **figures})
    return f"{reverse('sheets:enter_totals', args=[event.slug, one.round])}?{query}#t{one.table}"
