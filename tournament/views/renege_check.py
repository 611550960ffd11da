"""Check for a renege from the tricks that each side took."""

from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from scoring.cards import Examination, Renege, examine
from scoring.errors import BadCards
from scoring.rulings import CATALOGUE
from tournament.access import event_for, table_of
from tournament.forms.errors import add_domain_error
from tournament.forms.rulings import ProofForm
from tournament.http import OfficialRequest
from tournament.models import Event, Table


@event_for("director")
@require_safe
def prove(request: OfficialRequest, event: Event, round: int, table: int) -> HttpResponse:
    """Examine the tricks in the query string. Writes nothing; going back keeps what was typed."""
    seated = table_of(event, round, table)
    form = ProofForm(seated, request.GET if "trump" in request.GET else None, initial={"leader": "E"})
    proof = _examine(event, form) if form.is_bound and form.is_valid() else None
    chairs = seated.chairs()
    context = {
        "event": event,
        "section": "rulings",
        "table": seated,
        "form": form,
        "proof": proof,
        "reneges": [(renege, _ruling_url(event, seated, form, renege)) for renege in proof.reneges]
        if proof
        else [],
        "unproven_url": _make_url(event, seated, "renege-unproven")
        if CATALOGUE["renege-unproven"].rows(event.ruleset)
        else "",
        "winners": [
            (number, seat, chairs[seat].player if seat and seat in chairs else "")
            for number, seat in enumerate(proof.winners, start=1)
        ]
        if proof
        else [],
        "cards": ("9", "10", "J", "Q", "K", "A")
        if event.ruleset.deck == 24
        else ("7", "8", "9", "10", "J", "Q", "K", "A"),
    }
    return render(request, "renege_check/prove.html", context)


def _examine(event: Event, form: ProofForm) -> Examination | None:
    """What the cards prove; an unreadable card is reported beside its trick, and the result is None."""
    values = form.cleaned_data
    try:
        return examine(
            values["trump"],
            values["leader"],
            form.tricks(),
            alone=values["alone"] or None,
            deck=event.ruleset.deck,
        )
    except BadCards as error:
        place = (error.where or "").removeprefix("trick ").partition(",")[0]
        error.field = f"trick{place}" if place.isdecimal() else error.field
        add_domain_error(form, error)
        return None


def _ruling_url(event: Event, table: Table, form: ProofForm, renege: Renege) -> str:
    """The ruling desk's address, prefilled with what the cards prove."""
    alone = form.cleaned_data["alone"]
    call = {"maker": alone, "alone": "on"} if alone else {}
    return _make_url(event, table, "renege", offender=renege.seat.value, **call)


def _make_url(event: Event, table: Table, code: str, **answers: str) -> str:
    url = reverse("rulings:make", args=[event.slug, table.round.number, table.number])
    return f"{url}?{urlencode({'code': code} | answers)}"
