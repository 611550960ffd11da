"""Check for a renege from the tricks that each side took."""

from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from scoring.catalogue import CATALOGUE
from scoring.pack import BENNY, Card, pack_of
from scoring.renege_proof import Renege
from scoring.ruleset import Ruleset
from tournament.access import event_for, table_of
from tournament.forms.renege_check import ProofForm
from tournament.forms.rulings import NOBODY_ALONE
from tournament.http import OfficialRequest
from tournament.models import Event, Table
from tournament.views.sheets import no_deals_page


@event_for("director")
@require_safe
def prove(request: OfficialRequest, event: Event, round: int, table: int) -> HttpResponse:
    """Read the tricks from the address: nothing is written, and going back keeps what was typed."""
    seated = table_of(event, round, table)
    if not event.ruleset.has_deals:
        return no_deals_page(request, event, seated)
    form = ProofForm(seated, event.ruleset, request.GET if len(request.GET) else None)
    proof = form.examination() if form.is_bound and form.is_valid() else None
    chairs = seated.chairs()
    context = {
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
        "palette": _palette(event.ruleset),
        "benny": BENNY if event.ruleset.has_benny else None,
    }
    return render(request, "renege_check/prove.html", context)


def _palette(rules: Ruleset) -> list[tuple[str, list[Card]]]:
    """The pack as rows of buttons, a row a suit."""
    pack = pack_of(rules.deck)
    return [(letter, [card for card in pack if card.suit == letter and card != BENNY]) for letter in "hdsc"]


def _ruling_url(event: Event, table: Table, form: ProofForm, renege: Renege) -> str:
    """The ruling desk's address, prefilled with what the cards prove."""
    values = form.cleaned_data
    call = {"alone": values.get("alone") or NOBODY_ALONE}
    if values.get("lone_defender"):
        call["lone_defender"] = values["lone_defender"]
    return _make_url(event, table, "renege", offender=renege.seat.value, **call)


def _make_url(event: Event, table: Table, code: str, **answers: str) -> str:
    url = reverse("rulings:make", args=[event.slug, table.round.number, table.number])
    return f"{url}?{urlencode({'code': code} | answers)}"
