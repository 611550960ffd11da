"""Enter a table's sheet on a phone: totals with lone marches, or deal by deal on the desk's pad."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scoring.seats import PAIRS, SIDES, Side
from tournament.forms.deals import DealsForm
from tournament.forms.fields import add_domain_error
from tournament.forms.sheets import NOBODY, signature
from tournament.forms.table_entry import TableTotalsForm
from tournament.models import Sheet, Submission
from tournament.reports.sheets import sitters_of, totals_grid
from tournament.reports.submissions import table_submissions
from tournament.services import submissions as services
from tournament.state.sheet_scores import TableResult, first_dealer_said
from tournament.web import deals_pad
from tournament.web.entry_outcome import EntryOutcome, entering
from tournament.web.form_pages import answers_offline_queue, form_page, posted
from tournament.web.table_session import TableSession, at_table, table_context
from tournament.web.totals_row import award_label


@answers_offline_queue
@at_table(late=True)
@form_page
def enter_totals(request: HttpRequest, phone: TableSession) -> HttpResponse:
    """Enter one side's report as two totals and the lone marches."""
    form = _totals_form(phone, posted(request))
    question: dict[str, Any] = {}
    if request.method == "POST" and form.is_valid():
        outcome = _submit(phone, form)
        if outcome.is_saved:
            return redirect("table_entry:show", phone.token)
        if outcome.state == "conflict":
            return _conflict(request, phone, outcome, form.totals, form.loners)
        if outcome.state in ("tie", "unlikely"):
            question = {"tie": outcome.state == "tie", "doubted": outcome.problem}
        elif outcome.state == "bell":
            question = {"fitting": outcome.fitting, "too_few": outcome.message}
        elif outcome.problem:
            add_domain_error(form, outcome.problem)
    sides = [(side, _people(phone, side), form[side.lower()]) for side in SIDES]
    lone = [(sitters_of(phone.table).get(seat), form[f"lone_{seat.lower()}"]) for seat in form.seats]
    me = sitters_of(phone.table).get(phone.own_seat)
    context = table_context(phone) | {"form": form, "sides": sides, "lone": lone, "me": me, **question}
    return render(request, "table_sheet/enter_totals.html", context, status=422 if form.errors else 200)


@answers_offline_queue
@at_table(late=True)
@form_page
def enter_deals(request: HttpRequest, phone: TableSession) -> HttpResponse:
    """Enter one side's report deal by deal."""
    if not phone.event.ruleset.has_deals:
        return _no_deals_page(request, phone)
    if request.method != "POST":
        return _pad_page(request, phone, deals_pad.pad_of(_deals_form(phone), phone.table))
    form = _deals_form(phone, request.POST)
    if "bell" in request.POST:
        return _pad_page(request, phone, deals_pad.pad_of(form, phone.table))
    if not form.is_complete():
        message = _("Nothing is reported yet. Look at what is marked.")
        return _pad_page(
            request, phone, deals_pad.pad_of(form, phone.table, state="refused", message=message)
        )
    outcome = _submit(phone, form)
    if outcome.is_saved:
        return redirect("table_entry:show", phone.token)
    if outcome.state == "conflict":
        return _conflict(request, phone, outcome, form.score.totals, form.score.loners)
    return _pad_page(request, phone, deals_pad.pad_after(outcome, form, phone.table))


@at_table()
@require_POST
def preview_deals(request: HttpRequest, phone: TableSession) -> HttpResponse:
    """Render the pad with the running score of what is typed so far; writes nothing."""
    if not phone.event.ruleset.has_deals:
        return _no_deals_page(request, phone)
    pad = deals_pad.pad_of(_deals_form(phone, request.POST), phone.table)
    return render(request, "sheets/pad.html", table_context(phone) | {"pad": pad, "is_preview": True})


def _no_deals_page(request: HttpRequest, phone: TableSession) -> HttpResponse:
    """The page in place of the pad, if the rules know no deals: it says why."""
    status = 200 if request.method == "GET" else 422
    return render(request, "table_sheet/no_deals.html", table_context(phone), status=status)


def _submit(phone: TableSession, form: TableTotalsForm | DealsForm) -> EntryOutcome:
    """Submit what the form says for the side that holds the phone."""
    with entering() as outcome:
        services.submit(
            phone.table,
            form.result,
            seat=phone.own_seat,
            device=phone.device,
            at=timezone.now(),
            included=form.entry.included,
            confirmed=form.is_confirmed,
            client_key=form.entry.client_key,
        )
    return outcome


def _basis(phone: TableSession) -> Submission | None:
    """What the form starts from: this side's own report, else the other side's, to be corrected."""
    live = list(phone.table.submissions.live())
    return next(iter(sorted(live, key=lambda report: report.side != phone.own_seat.side)), None)


def _totals_form(phone: TableSession, data: Any) -> TableTotalsForm:
    [row] = totals_grid(phone.table.round, phone.table.number).tables
    awards = {line.number: award_label(line) for line in row.awards if line.changes_points}
    basis = _basis(phone)
    start: dict[str, Any] = {}
    if basis is not None and basis.entry == Sheet.Entry.TOTALS:
        start = {"ns": basis.reported_ns, "ew": basis.reported_ew, "reached_first": basis.reached_first}
        start |= {"deals_played": basis.deals_played or ""}
        start |= {"reached_first": NOBODY} if basis.nobody_can_say else {}
        start |= {f"lone_{seat.lower()}": basis.loners[seat] or "" for seat in PAIRS}
        start |= {f"included_{n}": "yes" if answer else "no" for n, answer in basis.included.items()}
        start["was"] = signature(start)
    rules = phone.event.rules_in(phone.table.round.number)
    return TableTotalsForm(data, table=phone.table.number, rules=rules, awards=awards, initial=start)


def _deals_form(phone: TableSession, data: Any = None) -> DealsForm:
    basis = _basis(phone)
    reported = TableResult.of_submission(basis) if basis and basis.entry == Sheet.Entry.DEALS else None
    first_dealer = (reported and reported.first_dealer) or first_dealer_said(phone.table)
    return DealsForm(
        data,
        rules=phone.event.rules_in(phone.table.round.number),
        rulings=list(phone.table.rulings.in_force()),
        first_dealer=first_dealer,
        deals_played=reported.deals_played if reported else None,
        deals={(deal.slot, deal.attempt): deal for deal in reported.deals} if reported else {},
    )


def _people(phone: TableSession, side: Side) -> list[Any]:
    sitters = sitters_of(phone.table)
    return [sitters[seat] for seat in side.seats if seat in sitters]


def _pad_page(request: HttpRequest, phone: TableSession, pad: deals_pad.Pad) -> HttpResponse:
    status = 422 if pad.state == "refused" else 200
    return render(request, "table_sheet/enter_deals.html", table_context(phone) | {"pad": pad}, status=status)


def _conflict(
    request: HttpRequest, phone: TableSession, outcome: EntryOutcome, totals: Any, loners: Any
) -> HttpResponse:
    """Show both scores if another was recorded meanwhile; overwrite nothing."""
    context = table_context(phone) | {
        "now": table_submissions(phone.table),
        "message": outcome.message,
        "theirs": outcome.theirs,
        "typed": {"totals": totals, "loners": loners},
    }
    return render(request, "table_sheet/conflict.html", context, status=409)
