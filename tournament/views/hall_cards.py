"""Count the cards of a hall that seats itself: one page, by keys alone."""

from collections import defaultdict
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.access import player_of
from tournament.forms.cards import HallCardForm, cell_of, lost_letter, won_letter
from tournament.http import OfficialRequest
from tournament.models import CardLine, Event, Player
from tournament.reports.cards import HallCards, hall_cards, lines_of
from tournament.services import cards as services
from tournament.services.cards import LinesRefused
from tournament.services.errors import Refused
from tournament.web.form_pages import actor, posted
from tournament.words.figures import figure


def type_card(request: OfficialRequest, event: Event, number: int | None = None) -> HttpResponse:
    """Type a card, or correct the one with this number; then the next."""
    known = player_of(event, number) if number is not None else None
    lines = lines_of(known) if known else {}
    form = HallCardForm(posted(request), event=event, lines=lines, initial={"card": number})
    status = 200
    if request.method == "POST":
        status = 422
        holder = _holder(form, event) if form.is_valid() else None
        if holder is not None and _saved(request, form, holder):
            _tell(request, event, holder)
            return redirect("cards:index", event.slug)
    cards = hall_cards(event)
    context = {
        "form": form,
        "player": known,
        "cards": cards,
        "blank": HallCardForm(event=event, lines={}),
        "holders": _holders(event, cards),
        "won": won_letter(),
        "lost": lost_letter(),
    }
    return render(request, "hall_cards/type_card.html", context, status=status)


def _holder(form: HallCardForm, event: Event) -> Player | None:
    """The player with the number typed, or None with the reason beside it."""
    number = form.cleaned_data["card"]
    holder = event.players.filter(number=number).first()
    if holder is None:
        form.add_error("card", _("There is no card %(number)d at this event.") % {"number": number})
        return None
    holder.event = event
    return holder


def _holders(event: Event, cards: HallCards) -> dict[str, list[Any]]:
    """Whose card each number is, the points of a typed one, and its rounds with the revision that counts."""
    told: dict[int, list[CardLine]] = defaultdict(list)
    for line in CardLine.objects.counting().filter(round__event=event).select_related("round", "player"):
        told[line.player.number].append(line)
    return {
        str(number): [
            name,
            figure(sum(line.noted.points for line in told[number])) if told[number] else "",
            [[line.round.number, cell_of(line.noted), line.revision] for line in told[number]],
        ]
        for number, name in cards.names.items()
    }


def _saved(request: OfficialRequest, form: HallCardForm, holder: Player) -> bool:
    try:
        services.enter_card(holder, form.typed_rounds(), **actor(request))
    except LinesRefused as refused:
        form.refuse(refused.lines, lines_of(holder))
        if refused.typed is not None:
            form.add_error(None, refused.message)
    except Refused as refused:
        form.add_error(None, refused.message)
    else:
        return True
    return False


def _tell(request: OfficialRequest, event: Event, holder: Player) -> None:
    """Tell what was saved, in figures to compare with the card in hand, and what of it cannot be."""
    noted = [line.noted for line in lines_of(holder).values()]
    cards: HallCards = hall_cards(event)
    figures = {
        "card": holder.number,
        "name": holder.name,
        "points": figure(sum(one.points for one in noted)),
        "n": len(noted),
    }
    words = ngettext(
        "Card %(card)d, %(name)s: %(points)s points in %(n)d round.",
        "Card %(card)d, %(name)s: %(points)s points in %(n)d rounds.",
        len(noted),
    )
    if not holder.own_name:
        words = ngettext(
            "Card %(card)d: %(points)s points in %(n)d round.",
            "Card %(card)d: %(points)s points in %(n)d rounds.",
            len(noted),
        )
    messages.success(request, words % figures)
    for doubt in cards.about(holder.number)[:3]:
        place = _("Card %(card)d, round %(round)d:") % {"card": holder.number, "round": doubt.round}
        messages.warning(request, f"{place} {doubt.sentence}")
