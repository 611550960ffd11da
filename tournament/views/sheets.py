"""Sheets: the totals grid, one table's sheet and history, entry deal by deal; restoring a version, answering
a tie, swapping scores."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from scoring.seats import PAIRS
from tournament.access import event_for, or_404, round_of, table_of
from tournament.forms.sheets import RestoreForm, SwapForm, TieForm
from tournament.http import OfficialRequest
from tournament.models import Event, Round, Sheet, Table
from tournament.reports.fit_clock import lateness
from tournament.reports.sheets import TotalsGrid, settled_grid, table_sheet, totals_grid
from tournament.reports.standings import StandingsChange
from tournament.reports.todos import seats_open, sheets_in, sheets_open
from tournament.services import sheets
from tournament.services import sheets as services
from tournament.state.next_round import number_after, round_seated_from
from tournament.views.clock import clock_panel
from tournament.web import deals_pad, totals_row
from tournament.web.entry_outcome import answer_to, entering
from tournament.web.form_pages import actor, answers_offline_queue, form_page, posted

READ_AGAIN = "sheets:read_again"
PAD_STATUS = {"": 200, "conflict": 409}  # any other state was refused: 422


@event_for("scorer")
@form_page
def enter_totals(request: OfficialRequest, event: Event, round: int, *, again: bool = False) -> HttpResponse:
    """The totals grid, a row per table. Without JavaScript all rows are sent and answered at once.

    `again`: the sheets are read a second time, into a grid that is empty until they agree.
    """
    round_ = round_of(event, round)
    grid = settled_grid(round_, again=again)
    if request.method != "POST":
        rows = totals_row.rows_of(event, grid.tables, request.GET)
        return _grid_page(request, event, round_, grid, rows, again=again)
    rows = [totals_row.save_row(request, event, round_, line, again=again) for line in grid.tables]
    refused = sum(row.status != 200 for row in rows)
    if not refused:
        messages.success(request, _("Everything typed is saved."))
        return redirect(READ_AGAIN if again else "sheets:enter_totals", event.slug, round_.number)
    words = ngettext("%(n)d row is not saved.", "%(n)d rows are not saved.", refused) % {"n": refused}
    messages.error(request, words)
    grid = settled_grid(round_, again=again)
    return _grid_page(request, event, round_, grid, totals_row.rows_now(event, rows, grid), again=again)


@answers_offline_queue
@event_for("scorer")
@require_POST
def save_row(
    request: OfficialRequest, event: Event, round: int, table: int, *, again: bool = False
) -> HttpResponse:
    """Save one row; answer a script with that row, a plain browser with a redirect or the whole page."""
    round_ = round_of(event, round)
    grid = totals_grid(round_, table, again=again)
    if not grid.tables:
        raise Http404
    row = totals_row.save_row(request, event, round_, grid.tables[0], always=True, again=again)
    if request.headers.get("X-Requested-With") == "sheets":
        now = settled_grid(round_, again=again, names_at=table)
        [row] = totals_row.rows_now(event, [row], now)
        context = {"row": row, **_around(request, event, round_, now, again=again)}
        return render(request, "sheets/row_answer.html", context, status=row.status)
    # Without the script one row's button sends the whole grid: the other rows are saved or asked about too,
    # so that nothing typed is lost.
    rows = [
        row if line.number == table else totals_row.save_row(request, event, round_, line, again=again)
        for line in totals_grid(round_, again=again).tables
    ]
    if all(row.status == 200 for row in rows):
        address = redirect(READ_AGAIN if again else "sheets:enter_totals", event.slug, round_.number)
        address["Location"] += f"#t{table}"
        return address
    now = settled_grid(round_, again=again)
    return _grid_page(request, event, round_, now, totals_row.rows_now(event, rows, now), again=again)


def _grid_page(
    request: OfficialRequest,
    event: Event,
    round_: Round,
    grid: TotalsGrid,
    rows: list[totals_row.TotalsRow],
    *,
    again: bool,
) -> HttpResponse:
    context = {
        "rows": rows,
        "asking": [row.table for row in rows if row.asks],
        "refused": [row.table for row in rows if row.state == "refused"],
        "reason": request.POST.get("reason", _("Second reading") if again else ""),
        "seated_next": round_seated_from(round_),
        # Who enters and closes round after round sees no other page.
        "seats": seats_open(event) if round_.status == Round.Status.OPEN else (),
        "directs": request.role == "director",
        "scores": request.role != "viewer",
        **_around(request, event, round_, grid, again=again),
    }
    if event.round_minutes and round_.status == Round.Status.OPEN and not event.is_finished:
        context |= clock_panel(request, round_, "totals")
    if context["directs"] and not again and round_.status == Round.Status.OPEN:
        context["late"] = lateness(event, timezone.now())
    return render(request, "sheets/enter_totals.html", context)


def _around(
    request: OfficialRequest, event: Event, round_: Round, grid: TotalsGrid, *, again: bool
) -> dict[str, Any]:
    """Context of what is around the grid, refreshed with every saved row; `closes`: may close the round,
    `following`: which one opens then, `open`: what is open about its tables once all are in."""
    closes = request.role == "director" and not event.is_finished and round_.status == Round.Status.OPEN
    closes = closes and not again
    still_open = () if again or grid.missing else sheets_open(event, round_).amiss.items
    return {
        "again": again,
        "save_row": "sheets:save_row_again" if again else "sheets:save_row",
        "closes": closes,
        "following": number_after(round_) if closes and (event.awaits_cards or not grid.missing) else None,
        "round": round_,
        "grid": grid,
        "open": still_open,
        "all_in": sheets_in(grid.reported, len(still_open)),
        "sums": grid.sums(event.ruleset),
        "lone_seats": PAIRS if event.ruleset.lone_hands else (),
    }


@event_for("viewer")
@require_safe
def show(request: OfficialRequest, event: Event, round: int, table: int) -> HttpResponse:
    """One table's sheet: points, deals, rulings and all earlier versions."""
    seated = table_of(event, round, table)
    sheet = table_sheet(seated, event.ruleset)
    context = {"round": seated.round, "sheet": sheet}
    items = sheets_open(event, seated.round).amiss
    context |= {"not_played": seated.not_played, "disputed": seated.disputed, "open": items.at_table(table)}
    context |= {"may_score": request.role != "viewer", "may_direct": request.role == "director"}
    return render(request, "sheets/show.html", context | _moved(seated))


@answers_offline_queue
@event_for("scorer")
@form_page
def enter_deals(request: OfficialRequest, event: Event, round: int, table: int) -> HttpResponse:
    """Enter one table's round deal by deal."""
    seated = table_of(event, round, table)
    if not event.ruleset.has_deals:
        return no_deals_page(request, event, seated)
    if request.method != "POST":
        return _deals_page(
            request, event, seated, deals_pad.pad_of(deals_pad.form_for(event, seated), seated)
        )
    form = deals_pad.form_for(event, seated, request.POST)
    if "bell" in request.POST:
        return _deals_page(request, event, seated, deals_pad.pad_of(form, seated))
    unsaved = deals_pad.save_deals(request, form, seated)
    if unsaved is None:
        messages.success(request, _("Table %(table)d is saved.") % {"table": table})
        return redirect("sheets:show", event.slug, round, table)
    return _deals_page(request, event, seated, unsaved)


@event_for("scorer")
@require_POST
def preview_deals(request: OfficialRequest, event: Event, round: int, table: int) -> HttpResponse:
    """Render the pad with the running score of what is typed so far; writes nothing."""
    seated = table_of(event, round, table)
    if not event.ruleset.has_deals:
        return no_deals_page(request, event, seated)
    pad = deals_pad.pad_of(deals_pad.form_for(event, seated, request.POST), seated)
    context = {"round": seated.round, "table": seated, "pad": pad, "is_preview": True}
    return render(request, "sheets/pad.html", context)


def no_deals_page(request: OfficialRequest, event: Event, table: Table) -> HttpResponse:
    """The page in place of one that needs deals, if the rules know none: it says why."""
    context = {"table": table}
    status = 200 if request.method == "GET" else 422
    return render(request, "sheets/no_deals.html", context, status=status)


def _deals_page(request: HttpRequest, event: Event, table: Table, pad: deals_pad.Pad) -> HttpResponse:
    context = {
        "round": table.round,
        "table": table,
        "pad": pad,
        "current": Sheet.objects.counting_at(table),
        **_moved(table),
    }
    status = PAD_STATUS.get(pad.state, 422)
    return render(request, "sheets/enter_deals.html", context, status=status)


def _moved(table: Table) -> dict[str, Any]:
    """Context: the round already seated from this one, and which side moved on as winners."""
    return {"seated_next": round_seated_from(table.round), "went_on": table.moved_as_winner}


@event_for("scorer")
@form_page
def restore(request: OfficialRequest, event: Event, round: int, table: int, revision: int) -> HttpResponse:
    """Ask for confirmation, then let an earlier version of the sheet count again."""
    seated = table_of(event, round, table)
    sheet = table_sheet(seated, event.ruleset)
    old = or_404(next((sheet for sheet, _changes in sheet.history if sheet.revision == revision), None))
    counting = sheet.current.revision if sheet.current else 0
    form = RestoreForm(posted(request), initial={"revision": counting})

    def change() -> None:
        values = form.cleaned_data
        services.restore_sheet(
            seated, revision, expected=values["revision"], reason=values["reason"], **actor(request)
        )

    done = _("Version %(number)d counts again.") % {"number": revision}
    return _change_sheet(request, "restore", seated, form, change, done, sheet=sheet, old=old)


@event_for("scorer")
@form_page
def tie(request: OfficialRequest, event: Event, round: int, table: int) -> HttpResponse:
    """Ask which side reached the tied score first; the answer becomes a new version of the sheet."""
    seated = table_of(event, round, table)
    sheet = table_sheet(seated, event.ruleset)
    counts = sheet.current
    if counts is None or not counts.tied or counts.entry != "totals":
        messages.info(request, _("Table %(table)d is not tied.") % {"table": table})
        return redirect("sheets:show", event.slug, round, table)
    is_closed = seated.round.status == Round.Status.CLOSED
    form = TieForm(posted(request), is_closed=is_closed, initial={"revision": counts.revision})

    def change() -> None:
        services.settle_tie(
            seated,
            **actor(request),
            reached_first=form.side,
            expected=form.cleaned_data["revision"],
            reason=form.cleaned_data.get("reason", ""),
        )

    done = _("The tie of table %(table)d is answered.") % {"table": table}
    return _change_sheet(request, "tie", seated, form, change, done, sheet=sheet)


@event_for("scorer")
@form_page
def swap(request: OfficialRequest, event: Event, round: int, table: int) -> HttpResponse:
    """Ask whether the table's score is swapped with another table's, or its two sides, and why."""
    seated = table_of(event, round, table)
    rows = {row.number: row for row in totals_grid(seated.round).tables if row.sheet}
    others = [row for row in rows.values() if row.number != table]
    form = SwapForm(posted(request), mine=rows.get(table), others=others)
    blocked = sheets.why_not_swap(seated)

    def change() -> None:
        given: dict[str, Any] = {"expected": form.expected, "reason": form.cleaned_data["reason"]}
        if form.other is None:
            sheets.swap_sides(seated, with_loners=form.loners_move_too, **given, **actor(request))
        else:
            number, revision = form.other
            other = table_of(event, round, number)
            sheets.swap_tables(seated, other, other_expected=revision, **given, **actor(request))

    done, sheet = _("The scores are swapped."), table_sheet(seated, event.ruleset)
    may = None if blocked else change
    return _change_sheet(request, "swap", seated, form, may, done, sheet=sheet, blocked=blocked)


def _change_sheet(
    request: OfficialRequest,
    page: str,
    table: Table,
    form: RestoreForm | TieForm | SwapForm,
    change: Callable[[], None] | None,
    done: str,
    **shown: object,
) -> HttpResponse:
    """Change what counts for the table as the form says, then lead to its sheet.

    For a closed round the page first shows the effect on the standings. With no `change` it is only shown.
    """
    changes: tuple[StandingsChange, ...] = ()
    if request.method == "POST" and change is not None and form.is_valid():
        with entering(table.round, accepted=form.is_accepted) as outcome:
            change()
        to = reverse("sheets:show", args=[table.round.event.slug, table.round.number, table.number])
        if (answer := answer_to(request, form, outcome, done=done, to=to, again=request.path)) is not None:
            return answer
        changes = outcome.changes
    context = {"round": table.round, "form": form, "changes": changes, **_moved(table), **shown}
    return render(request, f"sheets/{page}.html", context, status=422 if form.errors else 200)
