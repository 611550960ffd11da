"""Correct who sat where: two tables, or two players, in rounds that have begun."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournament.access import event_for
from tournament.forms.substitutions import CorrectionForm, ExchangePlayersForm, ExchangeTablesForm
from tournament.http import OfficialRequest
from tournament.models import Event
from tournament.reports.substitutions import before_correction
from tournament.services import seat_corrections as services
from tournament.services.common import dry_run
from tournament.state.next_round import round_to_seat_after
from tournament.web.form_pages import actor, attempt, form_page, posted


@event_for("director")
@form_page
def tables(request: OfficialRequest, event: Event) -> HttpResponse:
    """Two tables sat at each other's place: show the effect, then exchange them."""
    rounds = event.rounds.begun().numbers()
    form = ExchangeTablesForm(event, rounds, posted(request), initial={"round": max(rounds, default=0)})

    def act() -> Any:
        return services.exchange_tables(event, **actor(request), **form.cleaned_data)

    title = _("Two tables sat at each other’s place")
    text = _("Their results go to those who played there. No sheet changes.")
    return _page(request, event, "tables", form, act, title=title, text=text)


@event_for("director")
@form_page
def players(request: OfficialRequest, event: Event) -> HttpResponse:
    """A player sat in another's seat: show the effect, then exchange them."""
    rounds = event.rounds.begun().numbers()
    last = max(rounds, default=0)
    form = ExchangePlayersForm(event, rounds, posted(request), initial={"from_round": last, "to_round": last})

    def act() -> Any:
        return services.exchange_players(**actor(request), **form.arguments)

    title = _("A player sat in another’s seat")
    text = _("Both change places in the rounds you choose, and so do their results. No sheet changes.")
    return _page(request, event, "players", form, act, title=title, text=text)


def _then(request: OfficialRequest, event: Event, form: CorrectionForm) -> str:
    """The page after a correction: if the open round was seated from a corrected one, that question."""
    after = round_to_seat_after(event)
    corrected = form.cleaned_data.get("to_round", form.cleaned_data.get("round"))
    if after is None or after.number != corrected or not event.has_round(after.number + 1):
        return "substitutions:index"
    words = {"round": after.number, "next": after.number + 1}
    messages.warning(
        request,
        _("Round %(next)d was seated from round %(round)d. Redo its seating, or go back and leave it.")
        % words,
    )
    return "seating:next_round"


def _page(
    request: OfficialRequest,
    event: Event,
    name: str,
    form: CorrectionForm,
    act: Callable[[], Any],
    **words: str,
) -> HttpResponse:
    """Run `act` if its effect was shown and accepted, else show the effect or the form."""
    effect: dict[str, Any] | None = None
    if request.method == "POST" and form.is_valid():
        if request.POST.get("accepted") == form.fingerprint:
            done = _("Who sat where is corrected. “Undo” puts it back as it was.")
            if attempt(request, act, form, done):
                return redirect(_then(request, event, form), event.slug)
        elif shown := attempt(request, lambda: dry_run(act, before_correction(event)), form):
            effect = shown.result
    context = {"form": form, "effect": effect, "begun": event.rounds.begun().exists()}
    return render(request, f"seat_corrections/{name}.html", context | words)
