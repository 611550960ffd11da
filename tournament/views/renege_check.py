"""Prove it: the tricks lying before their winners show whether somebody reneged."""

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
from tournament.forms.rulings import NOBODY_ALONE, ProofForm
from tournament.http import OfficialRequest
from tournament.models import Event, Table


@event_for("director")
@require_safe
def prove(request: OfficialRequest, event: Event, round: int, table: int) -> HttpResponse:
    """Read the tricks from the address: nothing is written, and going back keeps what was typed."""
    here = table_of(event, round, table)
    form = ProofForm(here, request.GET if "trump" in request.GET else None, initial={"leader": "E"})
    proof = _examine(event, form) if form.is_bound and form.is_valid() else None
    chairs = here.chairs()
    context = {
        "event": event,
        "section": "rulings",
        "table": here,
        "form": form,
        "proof": proof,
        "reneges": [(renege, _ruling_url(event, here, form, renege)) for renege in proof.reneges]
        if proof
        else [],
        "unproven_url": _make_url(event, here, "renege-unproven")
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
    return render(request, "rulings/renege_check.html", context)


def _examine(event: Event, form: ProofForm) -> Examination | None:
    """What the cards prove; a card that cannot be read comes back beside its trick."""
    asked = form.cleaned_data
    try:
        return examine(
            asked["trump"],
            asked["leader"],
            form.tricks(),
            alone=asked["alone"] or None,
            deck=event.ruleset.deck,
        )
    except BadCards as error:
        place = (error.where or "").removeprefix("trick ").partition(",")[0]
        error.field = f"trick{place}" if place.isdecimal() else error.field
        add_domain_error(form, error)
        return None


def _ruling_url(event: Event, table: Table, form: ProofForm, renege: Renege) -> str:
    """The ruling desk, filled with what the cards prove."""
    alone = form.cleaned_data["alone"] or NOBODY_ALONE
    return _make_url(event, table, "renege", offender=renege.seat.value, alone=alone)


def _make_url(event: Event, table: Table, code: str, **known: str) -> str:
    url = reverse("rulings:make", args=[event.slug, table.round.number, table.number])
    return f"{url}?{urlencode({'code': code} | known)}"
