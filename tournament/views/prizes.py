"""Prizes: the winners by the current standings, the amounts, and raffles."""

from collections.abc import Callable

from django import forms
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scoring.prizes import LONE_POT
from tournament.access import event_for
from tournament.forms.prizes import DoorForm, FiftyForm, PrizeForm
from tournament.http import OfficialRequest
from tournament.models import Event, Raffle
from tournament.models.money import entry_fee_of
from tournament.models.people import role_suffices
from tournament.models.prizes import prize_list_of
from tournament.reports.money import pot_check
from tournament.reports.prizes import prize_money
from tournament.services import prizes as services
from tournament.state.groups import group_members
from tournament.web.form_pages import act, form_page, posted


@event_for("viewer")
@require_safe
def index(request: OfficialRequest, event: Event) -> HttpResponse:
    """The list of prizes, to read out and to print."""
    context = {
        "prizes": prize_money(event),
        "check": pot_check(event),
        "may_direct": role_suffices(request.role, "director"),
    }
    return render(request, "prizes/index.html", context)


@event_for("director")
@form_page
def settings(request: OfficialRequest, event: Event) -> HttpResponse:
    """What is given for places and beside them, and who takes none."""
    prize_list = prize_list_of(event)
    groups, has_pot = group_members(event), entry_fee_of(event) is not None or "shares" in request.POST
    form = PrizeForm(
        prize_list,
        posted(request),
        rules=event.ruleset,
        groups=groups,
        has_pot=has_pot,
        has_lone_pot=event.has[LONE_POT] and event.ruleset.lone_hands,
    )
    if act(request, services.set_prizes, event, form=form, done=_("The prizes are set.")):
        return redirect("prizes:index", event.slug)
    return render(request, "prizes/settings.html", {"form": form})


@event_for("director")
@form_page
def draw(request: OfficialRequest, event: Event) -> HttpResponse:
    """Draw a door prize or a fifty-fifty; the result is recorded with its seed."""
    data = posted(request)
    fifty = data is not None and data.get("what") == "fifty"
    door_form = DoorForm(None if fifty else data, auto_id="door_%s")
    fee = entry_fee_of(event)
    ticket = fee.ticket if fee is not None else None
    fifty_form = FiftyForm(data if fifty else None, auto_id="fifty_%s", ticket=ticket)
    form: forms.Form = fifty_form if fifty else door_form
    draw_prize: Callable[..., Raffle] = services.draw_fifty_fifty if fifty else services.draw_door_prize
    if act(request, draw_prize, event, form=form, done=_drawn):
        return redirect("prizes:index", event.slug)
    context = {"door_form": door_form, "fifty_form": fifty_form}
    return render(request, "prizes/draw.html", context)


def _drawn(raffle: Raffle) -> str:
    facts = {"what": raffle.get_kind_display(), "drawn": f"{raffle.drawn} {raffle.winner}".strip()}
    return _("%(what)s: %(drawn)s") % facts
