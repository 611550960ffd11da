"""The seating page: draft, inspect, search, publish, withdraw, redraw, seat the next round; choices if it no
longer fits."""

from functools import partial
from typing import Any

from django.contrib import messages
from django.core.exceptions import NON_FIELD_ERRORS
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from tournament.access import event_for
from tournament.forms.fields import number_in
from tournament.forms.seating import DraftForm, FindPlayerForm, PublishForm, ReplanForm
from tournament.http import OfficialRequest
from tournament.models import Draft, Event, Round
from tournament.reports import seating_page
from tournament.reports.cards import to_print
from tournament.reports.seating import SeatingChart
from tournament.reports.seating_choices import HELPERS, helper_offers, seating_choices
from tournament.rotation.movements import MOVEMENTS
from tournament.services import seating as services
from tournament.services.attendance import set_helpers
from tournament.services.cards import note_printed
from tournament.services.draft_jobs import AGAIN, BUSY, draw_or_begin
from tournament.services.next_round import keep_seating, seat_next, why_not_seat
from tournament.services.substitutions import settle_with_helpers
from tournament.state.attendance import EventProgress, event_progress, seating_mismatch
from tournament.state.cards import CardsInHall
from tournament.state.next_round import changed_standings, changed_winners, round_to_seat_after
from tournament.state.seating import WAYS, seating_at_odds, why_nothing_to_choose
from tournament.web.drafts import (
    address_of,
    draft_among,
    draft_named,
    draft_url,
    drafts_of,
    publish_url,
    seat_them,
    with_cards_to_print,
)
from tournament.web.form_pages import act, actor, attempt, confirm_page, form_page
from tournament.web.next_round_form import ask_next_round

TOO_MANY = 429


@event_for("viewer")
@require_safe
def index(request: OfficialRequest, event: Event) -> HttpResponse:
    """The published seating, else a draft, else how many players are here to be seated."""
    return _page(request, event, event_progress(event))


@event_for("director")
@require_POST
def draft(request: OfficialRequest, event: Event) -> HttpResponse:
    """Draw a draft of the whole event, or of its unplayed rounds once seating is published."""
    state = event_progress(event)
    form = _draw_form(event, state, request.POST)
    if drawn := act(request, draw_or_begin, event, form=form):
        address = address_of(drawn.result)
        if "compare" in request.POST and "?draft=" in address:
            return redirect("seating_choices:index", event.slug)
        return redirect(address)
    answer = _page(request, event, state, form)
    if any(form.has_error(NON_FIELD_ERRORS, code) for code in BUSY):
        answer.status_code = TOO_MANY
        answer["Retry-After"] = str(AGAIN)
    return answer


@event_for("director")
@form_page
def publish(request: OfficialRequest, event: Event) -> HttpResponse:
    """Show the consequences, then publish a draft."""
    key = (request.POST if request.method == "POST" else request.GET).get("draft", "")
    draft_ = draft_named(event, key)
    if draft_ is None:
        messages.error(
            request, _("That seating is gone: it was published or replaced. This is the seating now.")
        )
        return redirect("seating:index", event.slug)
    is_post = request.method == "POST"
    state = event_progress(event)
    starts = _starts(draft_, state)
    form = PublishForm(request.POST if is_post else None, initial={"draft": key}, asks=draft_.asks_sit_outs)
    if is_post and form.is_valid():
        if not act(request, services.publish, draft_, bye=form.bye()):
            return redirect(draft_url(draft_))
        done = _("Round 1 has started.") if starts else _("The seating is published.")
        done = _("The former seating is restored.") if draft_.former else done
        messages.success(request, with_cards_to_print(event, done))
        if "papers" in request.POST:  # the cards go out now: later changes are held against them
            note_printed(event, event.uid, to_print(event, (), changed=False), **actor(request))
            return redirect(f"{reverse('printing:index', args=[event.slug])}?paper=tonight-kit#chosen")
        return redirect("seating:index", event.slug)
    if is_post and starts:
        return _page(request, event, state, start=form)
    title, submit = _("Publish new seating from round %(n)s on?"), _("Publish seating")
    if draft_.former:
        title, submit = _("Restore the former seating?"), _("Restore it")
    elif starts:
        title, submit = _("Start round 1 with this seating?"), _("Start round 1")
    return confirm_page(
        request,
        form,
        title=title % {"n": draft_.from_round},
        consequences=_consequences(draft_),
        submit=submit,
        cancel=draft_url(draft_),
    )


@event_for("director")
@form_page
def withdraw(request: OfficialRequest, event: Event) -> HttpResponse:
    """Withdraw the published seating while nothing has been reported."""
    if request.method == "POST":
        done = _("The seating is withdrawn. Only directors see it now.")
        act(request, services.withdraw, event, done=done)
        return redirect("seating:index", event.slug)
    if not event_progress(event).nothing_reported:
        messages.error(request, _("Tables have reported, so the seating stays. Redraw the remaining rounds."))
        return redirect("seating:index", event.slug)
    consequences = [
        _("Its rounds are withdrawn, and players no longer see their places."),
        _("Only directors see it then. It can be published as it is, or drawn again."),
        _("Cards already printed from it may not fit the next one."),
    ]
    return confirm_page(
        request,
        title=_("Withdraw the seating?"),
        consequences=consequences,
        submit=_("Withdraw it"),
        cancel=reverse("seating:index", args=[event.slug]),
        kind="danger",
    )


@event_for("director")
@form_page
def choices(request: OfficialRequest, event: Event) -> HttpResponse:
    """Compare the choices; the one that is made becomes a draft, and is published after a last look."""
    if request.method == "POST" and request.POST.get("way") in WAYS:
        if drawn := act(request, services.draft_choice, event, request.POST["way"]):
            return redirect(publish_url(drawn.result))
        return redirect("seating_choices:index", event.slug)
    if request.POST.get("way") == HELPERS:
        done = _("It is done. Nobody else moves.")
        act(request, settle_with_helpers, event, done=lambda _event: with_cards_to_print(event, done))
        return redirect("seating:index", event.slug)
    odds = seating_at_odds(event)
    found = seating_choices(event, odds, services.first_to_replan(event)) if odds else None
    context = {
        "found": found,
        "nothing": None if found else why_nothing_to_choose(event),
        "first_drawn": services.first_to_replan(event) if odds else None,
    }
    return render(request, "seating/choices.html", context)


def _starts(draft_: Draft, state: EventProgress) -> bool:
    """Whether publishing this draft starts the evening."""
    return draft_.from_round == 1 and not draft_.former and not state.published


def _page(
    request: OfficialRequest,
    event: Event,
    state: EventProgress,
    form: DraftForm | None = None,
    start: PublishForm | None = None,
) -> HttpResponse:
    """Render the seating page for the event's stage: draft, published, or neither. `form` and `start` were
    filled in wrongly."""
    directs = request.role == "director"
    offers = helper_offers(event, state) if directs else ()
    drafts = list(drafts_of(event)) if directs and not event.is_finished else []
    former = services.former_seating(event, state) if directs else None
    key = request.POST.get("draft") or request.GET.get("draft", "")
    requested = draft_among([*drafts, former], key)
    shown = requested or (drafts[0] if drafts and not state.published else None)
    context: dict[str, Any] = {"state": state, "directs": directs, "helper_offers": offers}
    if shown is not None:
        context |= {"draft": shown, "draft_key": shown.key, "seating": seating_page.draft_page(shown)}
        context["here"] = event.players.by_status()
        context["asks_sit_outs"] = shown.asks_sit_outs
        if _starts(shown, state):
            initial = {"draft": shown.key}
            context["start"] = start or PublishForm(initial=initial, asks=shown.asks_sit_outs)
        context["can_compare"] = seating_mismatch(event, state) if state.published else None
        context["coming_alone"] = MOVEMENTS[shown.movement].one_by_one
        context["last_alone"] = MOVEMENTS[shown.movement].last_alone
    elif state.published:
        context |= {"former_key": former and former.key, "former": former}
        context |= {
            "seating": seating_page.published_seating_page(event),
            "change": seating_mismatch(event, state),
            "changed_cards": CardsInHall(event).out_of_date(),
        }
        context |= _following(event, context["seating"].chart)
    else:
        context["here"] = event.players.by_status()
    if "seating" in context:
        find = FindPlayerForm(request.GET)
        q = find.data.get("q", "")[:80]
        context |= {
            "find": find,
            "q": q.strip(),
            "found": seating_page.matching_paths(context["seating"].by_name, q),
        }
    context |= {"drafts": seating_page.draft_lines(drafts), "can_replan": _can_replan(event, state)}
    if directs:
        context["wish_count"] = event.wishes.count()
        context["form"] = form or _draw_form(event, state, None, shown)
    return render(request, "seating/index.html", context)


def _following(event: Event, chart: SeatingChart) -> dict[str, Any]:
    """Context for movements seated from results: the rounds to come, and the one that can be seated now."""
    after = None if event.is_finished else round_to_seat_after(event)
    last = chart.rounds[-1].number
    return {
        "coming": chart.coming(event),
        "to_seat": after and after.number + 1,
        "seats_anew": bool(after and after.number < last),
    }


def _draw_form(event: Event, state: EventProgress, data: Any, draft_: Draft | None = None) -> DraftForm:
    """The form to draw the whole event, or its unplayed rounds."""
    initial: dict[str, Any] = {"movement": draft_.movement} if draft_ else {}
    if not state.published:
        return DraftForm(event, data, initial=initial)
    initial["from_round"] = draft_.from_round if draft_ else services.first_to_replan(event, state)
    return ReplanForm(event, state.last_played + 1, data, initial=initial)


def _can_replan(event: Event, state: EventProgress) -> bool:
    return state.published and not event.is_finished and state.last_played < event.round_count


def _consequences(draft: Draft) -> list[str]:
    """What publishing this draft does, in sentences."""
    page = seating_page.draft_page(draft)
    words = {"first": draft.from_round}
    alone = MOVEMENTS[draft.movement].one_by_one
    if draft.from_round == 1 and not draft.former:
        lines = [
            f"{page.size}.",
            _("Round 1 opens at once: scores can be entered, and tally cards can be printed."),
        ]
        lines.append(_("It can be withdrawn until the first table reports."))
    else:
        if draft.way == Draft.Way.NOBODY_MOVES:
            change = _("From round %(first)d on nobody moves who is seated already; played rounds stay.")
        elif draft.way == Draft.Way.FEWEST_CARDS:
            change = _("The seating from round %(first)d on changes as little as it can; played rounds stay.")
        elif draft.former:
            change = _("Round %(first)d and the rounds after it are seated as they were before the new plan.")
        elif alone:
            change = _("Round %(first)d is seated again; what is played stays as it is.")
        else:
            change = _(
                "Round %(first)d and the rounds after it are seated again; what is played stays as it is."
            )
        lines = [change % words, page.cards.sentence]
        if page.wishes and page.wishes.unheeded:
            lines.append(
                ngettext(
                    "%(count)d seating request isn’t met. See “Look at it”.",
                    "%(count)d seating requests aren’t met. See “Look at it”.",
                    page.wishes.unheeded,
                )
                % {"count": page.wishes.unheeded}
            )
        if page.change and draft.former:
            lines.append(
                _("It does not fit those who are here now: %(change)s") % {"change": page.change.sentence()}
            )
        if draft.from_round == event_progress(draft.event).open_round:
            lines.append(_("Round %(first)d is open: call the players back before they begin.") % words)
    if alone:
        lines.append(_("Every later round is seated when the one before it is closed."))
    if MOVEMENTS[draft.movement].last_alone and page.chart.rounds[-1].number < draft.event.round_count:
        lines.append(_("The last round is seated by the standings when the one before it is closed."))
    if draft.event.is_public:
        lines.append(_("Players see their places on the public page."))
    return lines


@event_for("director")
@require_POST
def helpers(request: OfficialRequest, event: Event) -> HttpResponse:
    """Let so many helpers play, then draw anew, or go on to the choices if the seating is published."""
    count = number_in(request.POST.get("count")) or 0
    if act(request, set_helpers, event, count) and not event.has_seating:
        movement = request.POST.get("movement")
        return redirect(seat_them(request, event, movement if movement in MOVEMENTS else None))
    return redirect("seating_choices:index" if seating_at_odds(event) else "seating:index", event.slug)


def _seated(round_: Round) -> str:
    return _("Round %(number)d is seated.") % {"number": round_.number}


LEAVE = "leave"  # the button that leaves the seating as it is


@event_for("director")
@form_page
def next_round(request: OfficialRequest, event: Event) -> HttpResponse:
    """Seat the next round, or reseat the open one while nothing has been reported from it."""
    if request.method == "POST" and request.POST.get("do") == LEAVE:
        act(request, keep_seating, event, done=_("The seating stays as it is."))
        return redirect("events:overview", event.slug)
    after = round_to_seat_after(event)
    questions = ask_next_round(request, event, after) if after else None
    if questions is not None and questions.answers is not None and not questions.answers.wait:
        seat = partial(seat_next, event, questions.answers, **actor(request))
        if seated := attempt(request, seat, questions.form, _seated):
            return redirect("rounds:desk", event.slug, seated.result.number)
    context = {
        "asked": questions,
        "blocked": None if questions else why_not_seat(event),
        "again": questions and event.has_round(questions.following.number),
        "changed": changed_winners(event),
        "reordered": changed_standings(event),
        "helper_offers": helper_offers(event, event_progress(event)),
    }
    return render(request, "seating/next_round.html", context)
