"""The round desk: seating, reported and missing tables; close, reopen and unlock a round; say why a table has
no sheet."""

from collections.abc import Sequence

from django.contrib import messages
from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from tournament.access import event_for, round_of, table_of
from tournament.forms.fields import add_domain_error
from tournament.forms.rounds import AwaitForm, CloseForm, NotPlayedForm, ReopenForm, UnlockForm
from tournament.forms.sheets import DisputeForm
from tournament.http import OfficialRequest
from tournament.models import Event, Round, Table
from tournament.models.people import role_suffices
from tournament.reports.rounds import RoundDesk
from tournament.reports.todos import closing_sentences, corrected_winners, offered, results_open, seats_open
from tournament.services import rounds as services
from tournament.services.common import why_finished
from tournament.services.errors import Refused
from tournament.services.events import why_not_finish
from tournament.services.next_round import ANY
from tournament.services.rounds import (
    DISPUTED,
    NOT_PLAYED,
    TABLES_FINISHED,
    TableMark,
    mark_table,
    unlock_round,
    why_not_mark,
    why_not_unlock,
    withdraw_mark,
)
from tournament.state.attendance import in_a_row
from tournament.state.clock import challenges_in
from tournament.state.next_round import upcoming_after_last
from tournament.state.open_items import ABOUT_RULINGS, AT_CLOSING, MISSING
from tournament.views.clock import clock_panel
from tournament.views.submissions import submissions_panel
from tournament.web.form_pages import act, actor, confirm_page, form_page, posted
from tournament.web.next_round_form import ask_next_round


@event_for("viewer")
@require_safe
def desk(request: OfficialRequest, event: Event, round: int) -> HttpResponse:
    """The tables of a round; for one that is not seated yet, when it will be."""
    to_come = upcoming_after_last(event)
    if round in to_come.numbers:
        context = {"number": round, "coming": to_come}
        return render(request, "rounds/unseated.html", context)
    round_ = round_of(event, round)
    still_open = results_open(event)
    desk = RoundDesk(round_, still_open)
    directs = request.role == "director" and not event.is_finished
    links = offered(event, request.role, desk.step.link, *desk.step.others)
    context = {
        "desk": desk,
        "link": next((link for link in links if link.url != request.path), None),
        "open": still_open.of_page(round_.number).in_lines,
        "seats": seats_open(event) if round_.status == Round.Status.OPEN else (),
        "open_questions": [*still_open.in_round(round_.number).questions, *corrected_winners(event, round_)],
        "scores": role_suffices(request.role, "scorer") and not event.is_finished,
        "directs": directs,
        "can_reopen": directs and services.why_not_reopen(round_) is None,
        "challenge": challenges_in(event).get(round_.number),
        "is_locked": round_.is_locked(timezone.now()),
    }
    context |= submissions_panel(request, event, round_)
    if round_.status == Round.Status.OPEN and not event.is_finished:
        context |= clock_panel(request, round_, "desk")
    return render(request, "rounds/desk.html", context)


@event_for("director")
@form_page
def close(request: OfficialRequest, event: Event, round: int) -> HttpResponse:
    """List what is missing, then close the round and open the next."""
    round_ = round_of(event, round)
    overview = RoundDesk(round_, results_open(event))
    questions = ask_next_round(request, event, round_) if round_.status == Round.Status.OPEN else None
    still_open = overview.open.in_round(round).with_codes(*AT_CLOSING)
    unanswered = {item.code for item in still_open} - ({MISSING} if event.awaits_cards else set())
    if questions and questions.closes_without_sheet:  # who won at a missing or tied table
        unanswered &= set(ABOUT_RULINGS)
    form = CloseForm(unanswered, posted(request))
    if request.method == "POST" and form.is_valid() and (questions is None or questions.answers):
        despite_missing = form.cleaned_data["despite_missing"] or not unanswered
        answers = questions.answers if questions and questions.answers else ANY
        try:
            following = services.close_round(
                round_, despite_missing=despite_missing, answers=answers, **actor(request)
            )
        except Refused as refused:
            add_domain_error(form, refused)
        else:
            messages.success(request, _("Round %(number)d is closed.") % {"number": round})
            if following:
                return redirect("sheets:enter_totals", event.slug, following.number)
            if overview.following:  # it is seated later
                return redirect("rounds:desk", event.slug, round)
            return redirect("events:overview" if why_not_finish(event) else "events:finish", event.slug)
    consequences = _closing(overview, closing_sentences(still_open), event.challenge_minutes)
    if questions and services.why_not_close(round_) is None:
        context = {"desk": overview, "form": form, "consequences": consequences, "asked": questions}
        title = _("Close round %(number)d?") % {"number": round}
        return render(request, "rounds/close_next.html", context | {"title": title})
    words = _("Close round %(number)d?"), _("Close round %(number)d")
    return _confirm(request, form, overview, words, consequences, services.why_not_close(round_))


@event_for("director")
@form_page
def reopen(request: OfficialRequest, event: Event, round: int) -> HttpResponse:
    """Ask for a reason, then reopen the round that was closed last."""
    round_ = round_of(event, round)
    form = ReopenForm(posted(request))
    done = _("Round %(number)d is open again.") % {"number": round}
    if act(request, services.reopen_round, round_, form=form, done=done):
        return redirect("rounds:desk", event.slug, round)
    overview = RoundDesk(round_, results_open(event))
    words = _("Open round %(number)d again?"), _("Open round %(number)d again")
    return _confirm(request, form, overview, words, _reopening(overview), services.why_not_reopen(round_))


@event_for("director")
@form_page
def unlock(request: OfficialRequest, event: Event, round: int) -> HttpResponse:
    """Ask for a reason, then unlock a round for corrections."""
    round_ = round_of(event, round)
    form = UnlockForm(posted(request))
    done = _("Round %(number)d can be corrected.") % {"number": round}
    if act(request, unlock_round, round_, form=form, done=done):
        return redirect("rounds:desk", event.slug, round)
    words = _("Unlock round %(number)d?"), _("Unlock round %(number)d")
    consequences = [
        _("Its sheets and rulings can be corrected, each with a reason, as after closing."),
        _("Players see until when it is open to challenge; then it locks again."),
    ]
    refused = why_not_unlock(round_, timezone.now())
    return _confirm(request, form, RoundDesk(round_, results_open(event)), words, consequences, refused)


def _confirm(
    request: OfficialRequest,
    form: Form,
    overview: RoundDesk,
    words: tuple[str, str],
    consequences: list[str],
    refused: Refused | None,
) -> HttpResponse:
    """Ask for confirmation before a round changes its state, or say why it cannot."""
    number = {"number": overview.number}
    title, submit = (text % number for text in words)
    return confirm_page(
        request,
        form,
        title=_("Round %(n)s stays as it is") % {"n": overview.number} if refused else title,
        consequences=consequences,
        submit=submit,
        cancel=reverse("rounds:desk", args=[request.event.slug, overview.number]),
        template="rounds/confirm.html",
        desk=overview,
        refused=refused,
        back=_("Back to round %(n)s") % {"n": overview.number},
    )


def _closing(overview: RoundDesk, still_open: Sequence[str], window: int | None) -> list[str]:
    """What is open about the round, and what closing it does, in sentences."""
    lines = [*still_open] or [_every_table(overview)]
    if overview.seats_next:
        lines.append(_("Round %(number)d is seated and opens.") % {"number": overview.following})
    elif overview.following:
        lines.append(_("Round %(number)d opens.") % {"number": overview.following})
    else:
        lines.append(_("It is the last round; the event can be finished then."))
    return [*lines, _correcting(window)]


def _every_table(overview: RoundDesk) -> str:
    left_out = [table.number for table in overview.tables if table.not_played]
    if not left_out:
        return _("Every table has reported.")
    words = ngettext(
        "Every table has reported except table %(tables)s, which was not played.",
        "Every table has reported except tables %(tables)s, which were not played.",
        len(left_out),
    )
    return words % {"tables": in_a_row(left_out)}


def _correcting(window: int | None) -> str:
    """What can still be corrected afterwards, and for how long."""
    if window is None:
        return _("A sheet can still be corrected afterwards, with a reason.")
    words = ngettext(
        "A sheet can be corrected with a reason for %(n)d minute; then the round is locked.",
        "A sheet can be corrected with a reason for %(n)d minutes; then the round is locked.",
        window,
    )
    return words % {"n": window}


def _reopening(overview: RoundDesk) -> list[str]:
    """What reopening the round does, in sentences."""
    lines = [_("Scores can be entered and changed again without giving a reason.")]
    if overview.in_play:
        words = _("Round %(number)d goes back to “not begun” until then.")
        if overview.coming:
            words = _("The seating of round %(number)d is removed; closing the round seats it again.")
        lines.append(words % {"number": overview.in_play.number})
    return lines


@event_for("director")
@form_page
def not_played(request: OfficialRequest, event: Event, round: int, table: int) -> HttpResponse:
    """Ask why the table was not played; if that is recorded already, offer to undo it."""
    return _mark_page(
        request,
        table_of(event, round, table),
        NOT_PLAYED,
        NotPlayedForm,
        _("Table %(table)d not played?"),
        [
            _("Its players get 0 points for round %(number)d.") % {"number": round},
            _("Nobody waits for its sheet any more. Players see that the table was not played."),
            _("If a sheet turns up, enter it: then it counts."),
        ],
        submit=_("Record as not played"),
        done=_("Table %(table)d: not played."),
        undo_title=_("Undo that table %(table)d was not played?"),
        undo=_("Await its sheet again"),
        undone=_("Table %(table)d is awaited again."),
    )


@event_for("scorer")
@form_page
def dispute(request: OfficialRequest, event: Event, round: int, table: int) -> HttpResponse:
    """Ask what is disputed on the paper sheet; if it is marked already, offer to withdraw the mark."""
    return _mark_page(
        request,
        table_of(event, round, table),
        DISPUTED,
        DisputeForm,
        _("Is the paper sheet of table %(table)d disputed?"),
        [
            _("Nothing counts for the table until its sheet is entered. Entering it settles the dispute."),
            _("Everybody sees that the table is disputed; only officials see why."),
        ],
        submit=_("Mark as disputed"),
        done=_("Table %(table)d: disputed."),
        undo_title=_("Is table %(table)d not disputed any more?"),
        undo=_("Withdraw the mark"),
        undone=_("Table %(table)d is no longer disputed."),
    )


def _mark_page(
    request: OfficialRequest,
    table: Table,
    mark: TableMark,
    form_class: type[Form],
    title: str,
    consequences: list[str],
    *,
    submit: str,
    done: str,
    undo_title: str,
    undo: str,
    undone: str,
) -> HttpResponse:
    """Ask for the reason and mark the table, or withdraw its mark; then lead back to the round."""
    event, number, words = table.round.event, table.round.number, {"table": table.number}
    service, refused = mark_table, why_not_mark(table, mark)
    if mark.is_on(table):
        service, refused = withdraw_mark, why_finished(event, TABLES_FINISHED)
        form_class, title, submit, done = AwaitForm, undo_title, undo, undone
        consequences = [
            _("The reason given was: %(why)s") % {"why": getattr(table, mark.field)},
            _("The table is shown as missing until its sheet is entered."),
        ]
    form = form_class(posted(request))
    if act(request, service, table, mark, form=form, done=done % words):
        return redirect("rounds:desk", event.slug, number)
    return confirm_page(
        request,
        form,
        refused=refused,
        title=title % words,
        submit=submit,
        consequences=consequences,
        cancel=reverse("rounds:desk", args=[event.slug, number]),
        crumb=_("Round %(n)s") % {"n": number},
        back=_("Back to round %(n)s") % {"n": number},
    )
