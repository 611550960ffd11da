"""The ruling desk: find the offence, see what the rule gives and what it changes, rule, amend, revoke."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_tables2 import RequestConfig

from scoring.catalogue import WRONG_DEALER
from scoring.errors import BadRuling
from scoring.rulings import CATALOGUE, Proposal, Who
from tournament.access import event_for, table_of
from tournament.forms.errors import add_domain_error
from tournament.forms.numbers import number_in
from tournament.forms.rulings import FindForm, ListForm, QuestionForm, RevokeForm, RulingAnswerForm
from tournament.forms.totals_grid import NOBODY
from tournament.listings.rulings import RulingListing
from tournament.models import Event, Membership, Ruling, Sheet, Table
from tournament.reports import rulings as reports
from tournament.reports.open_questions import open_questions
from tournament.services import rulings as services
from tournament.services.errors import Refused
from tournament.state.dealers import OtherDealer, other_dealers
from tournament.state.next_round import round_seated_from
from tournament.state.ruling_decisions import RulingQuestion, player_at, proposal_for, title_of

ASK, ANSWER, MAKE = "ask", "answer", "make"  # how far the director has come


@event_for("viewer")
@require_safe
def index(request: HttpRequest, event: Event) -> HttpResponse:
    """The event's rulings, newest first, narrowed by words and state."""
    lines = [reports.ruling_summary(ruling) for ruling in reports.rulings(event)]
    form = ListForm(request.GET)
    listing = RulingListing(form.narrowed(lines), event=event)
    RequestConfig(request).configure(listing)
    context = {"event": event, "section": "rulings", "table": listing, "form": form, "any": bool(lines)}
    directs = request.role == Membership.Role.DIRECTOR and not event.is_finished
    context |= {"open_questions": open_questions(event), "directs": directs, "scores": directs}
    return render(request, "rulings/index.html", context)


@event_for("director")
@require_safe
def find(request: HttpRequest, event: Event) -> HttpResponse:
    """From a table number and plain words to the offence; each keystroke narrows the list."""
    form = FindForm(request.GET)
    valid = form.is_valid()
    number = form.cleaned_data.get("table")
    words = form.cleaned_data.get("q") or ""
    round_number = form.cleaned_data.get("round") or event.current_round_number
    table = None
    if valid and number and round_number:
        table = Table.objects.filter(round__event=event, round__number=round_number, number=number).first()
        if table is None:
            form.add_error(
                "table",
                _("Round %(round)d has no table %(table)d.") % {"round": round_number, "table": number},
            )
    context = {
        "event": event,
        "section": "rulings",
        "form": form,
        "table": table,
        "round_number": round_number,
        "deal": form.cleaned_data.get("deal"),
        "groups": reports.offence_groups(event, words),
    }
    return render(request, "rulings/offences.html" if request.htmx else "rulings/find.html", context)


@dataclass(slots=True)
class _Desk:
    """One pass over the forms: what was asked, what the rule proposes, what is given, what that changes."""

    event: Event
    table: Table
    code: str
    data: QueryDict | None
    step: str
    instead_of: Ruling | None = None
    proposal: Proposal | None = None
    answer: RulingAnswerForm | None = None
    effect: reports.RulingEffect | None = None
    asked: QuestionForm | None = None
    other_dealer: OtherDealer | None = None

    def look(self, initial: dict[str, Any]) -> None:
        """Ask the rule as soon as the question is complete, and show the effect as soon as the answer is."""
        self.asked = QuestionForm(self.event, self.table, CATALOGUE[self.code], self.data, initial=initial)
        if not self.asked.is_bound or not self.asked.is_valid():
            return
        question = self.asked.question()
        try:
            self.proposal = proposal_for(self.event, self.table, question)
        except BadRuling as error:
            add_domain_error(self.asked, error)
            return
        self.answer = self._answer(question)
        if self.answer.is_valid():
            self.effect = reports.ruling_effect(
                self.event, self.table, self.answer.decision(), instead_of=self.instead_of
            )
            if self.effect.asks_tie:
                self.answer.fields["reached_first"].required = True  # as its label shows it

    def _answer(self, question: RulingQuestion) -> RulingAnswerForm:
        """What was given, or where only the question was asked, what the rule proposes."""
        sheet = self.table.counting_sheet()
        on_totals = sheet is not None and sheet.entry == Sheet.Entry.TOTALS
        given = self.data
        if self.step == ASK:
            given = RulingAnswerForm.proposed(self.proposal) | {
                "included": self.data.get("included", "no"),
                "reached_first": self.data.get("reached_first", ""),
                "reason": self.data.get("reason", ""),
            }
        return RulingAnswerForm(question, given, on_totals=on_totals)

    @property
    def complete(self) -> bool:
        return self.answer is not None and self.answer.is_valid()

    def refuse(self, error: Exception) -> None:
        """Put a service's answer beside the field it names."""
        field = getattr(error, "field", None)
        if field == "dealer" and field not in self.asked.fields:
            error.field = field = "offender"  # one question where only a dealer can have done it
        add_domain_error(self.asked if field in self.asked.fields else self.answer, error)

    def context(self) -> dict[str, Any]:
        offence = CATALOGUE[self.code]
        question = self.asked.question() if self.proposal else None
        return {
            "event": self.event,
            "section": "rulings",
            "table": self.table,
            "offence": offence,
            "rule": offence.text(self.event.ruleset),
            "source": offence.source(self.event.ruleset),
            "asked": self.asked,
            "proposal": self.proposal,
            "answer": self.answer,
            "effect": self.effect,
            "seated_next": round_seated_from(self.table.round),
            "warnings": reports.warnings_of(
                self.event, player_at(self.table, question.offender) if question else None
            ),
            "instead_of": self.instead_of,
            "other_dealer": self.other_dealer,
            "preview_url": reverse(
                "rulings:preview", args=[self.event.slug, self.table.round.number, self.table.number]
            ),
        }


def _code(request: HttpRequest, event: Event) -> str:
    """The offence asked for, or 404 where the event's rules do not have it."""
    code = request.POST.get("code") or request.GET.get("code") or ""
    if code not in CATALOGUE or not CATALOGUE[code].rows(event.ruleset):
        raise Http404
    return code


@event_for("director")
@require_http_methods(["GET", "HEAD", "POST"])
def make(request: HttpRequest, event: Event, round: int, table: int) -> HttpResponse:
    """Rule on an offence at a table; `?code=renege&offender=W&deal=3` asks at once."""
    here = table_of(event, round, table)
    if not request.GET.get("code") and request.method != "POST":
        place = {"table": table, "round": round, "deal": number_in(request.GET.get("deal")) or ""}
        return redirect(f"{reverse('rulings:find', args=[event.slug])}?{urlencode(place)}")
    posted = request.method == "POST"
    known = posted or "offender" in request.GET
    desk = _Desk(
        event,
        here,
        _code(request, event),
        (request.POST if posted else request.GET) if known else None,
        request.POST.get("step", ASK),
    )
    desk.look(request.GET.dict())
    ruling = _decide(request, desk, partial(services.make_ruling, here))
    if ruling is not None:
        messages.success(request, _("Ruling %(number)d is made.") % {"number": ruling.number})
        return redirect("sheets:show", event.slug, round, table)
    return render(request, "rulings/make.html", desk.context())


@event_for("director")
@require_POST
def preview(request: HttpRequest, event: Event, round: int, table: int) -> HttpResponse:
    """The rule's proposal and its effect while the director chooses; writes nothing."""
    step = ANSWER if request.POST.get("step") == ANSWER else ASK
    amended = request.POST.get("instead_of", "")
    desk = _Desk(
        event,
        table_of(event, round, table),
        _code(request, event),
        request.POST,
        step,
        event.rulings.filter(number=int(amended)).first()
        if amended.isdecimal() and len(amended) < 5
        else None,
    )
    desk.look({})
    return render(request, "rulings/effect.html" if step == ANSWER else "rulings/answer.html", desk.context())


@event_for("viewer")
@require_safe
def show(request: HttpRequest, event: Event, ruling: int) -> HttpResponse:
    """One ruling: what was proposed, what was given, what became of it."""
    held = _ruling(event, ruling)
    offence = CATALOGUE.get(held.code)
    context = {
        "event": event,
        "section": "rulings",
        "ruling": held,
        "line": reports.ruling_summary(held),
        "rule": offence.text(event.ruleset) if offence else "",
        "source": offence.source(event.ruleset) if offence else "",
    }
    return render(request, "rulings/show.html", context)


@event_for("director")
@require_http_methods(["GET", "HEAD", "POST"])
def amend(request: HttpRequest, event: Event, ruling: int) -> HttpResponse:
    """Change what was decided; the first decision stays on record."""
    held = _ruling(event, ruling)
    if not held.is_in_force:
        messages.error(request, _("This ruling has been amended or revoked already."))
        return redirect("rulings:show", event.slug, ruling)
    here = table_of(event, held.table.round.number, held.table.number)
    other = _other_dealer(held)
    data, step = request.POST, request.POST.get("step", ANSWER)
    if request.method != "POST":
        # With another dealer the rule is asked anew, instead of showing what it said of the first one.
        data, step = _given(held, other), ASK if other else ANSWER
    desk = _Desk(event, here, held.code, data, step, held)
    desk.other_dealer = other
    desk.look({})
    new = _decide(request, desk, partial(services.amend_ruling, held))
    if new is not None:
        messages.success(request, _("Ruling %(number)d stands in its place.") % {"number": new.number})
        return redirect("rulings:show", event.slug, new.number)
    return render(request, "rulings/amend.html", desk.context())


@event_for("director")
@require_http_methods(["GET", "HEAD", "POST"])
def revoke(request: HttpRequest, event: Event, ruling: int) -> HttpResponse:
    """Ask why, show what changes, then let a ruling count no longer."""
    held = _ruling(event, ruling)
    form = RevokeForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            services.revoke_ruling(
                held, by=request.user, at=timezone.now(), reason=form.cleaned_data["reason"]
            )
        except Refused as error:
            add_domain_error(form, error)
        else:
            messages.success(request, _("Ruling %(number)d is revoked.") % {"number": ruling})
            return redirect("rulings:show", event.slug, ruling)
    context = {
        "event": event,
        "section": "rulings",
        "ruling": held,
        "form": form,
        "title": _("Revoke ruling %(number)d, %(offence)s?")
        % {"number": ruling, "offence": title_of(held.code)},
        "effect": reports.revocation(event, held),
        "seated_next": round_seated_from(held.table.round),
    }
    return render(request, "rulings/revoke.html", context)


def _decide(request: HttpRequest, desk: _Desk, act: Callable[..., Ruling]) -> Ruling | None:
    """Rule, once the director has said so and everything is answered; a refusal comes back into the forms."""
    if request.method != "POST" or desk.step != MAKE or not desk.complete:
        return None
    try:
        return act(by=request.user, at=timezone.now(), decision=desk.answer.decision())
    except (Refused, BadRuling) as error:
        desk.refuse(error)
        return None


def _ruling(event: Event, number: int) -> Ruling:
    return get_object_or_404(reports.rulings(event), number=number)


def _other_dealer(ruling: Ruling) -> OtherDealer | None:
    """What the sheet says against the dealer that this ruling was made with."""
    found = other_dealers([ruling.table.round])
    return next((other for other in found if other.ruling.pk == ruling.pk), None)


def _given(ruling: Ruling, other: OtherDealer | None) -> QueryDict:
    """A ruling as the forms would have sent it; what only a dealer can do, the dealer of the sheet has
    done."""
    sheet = ruling.table.counting_sheet()
    answered = sheet is not None and sheet.ns == sheet.ew
    first = sheet.reached_first or (NOBODY if sheet.nobody_can_say else "") if answered else ""
    offender = ruling.offender
    own = CATALOGUE[ruling.code].who is Who.DEALER and ruling.code != WRONG_DEALER
    if other is not None and own and offender:
        offender = other.by_sheet.value
    data = QueryDict(mutable=True)
    deal = "" if ruling.slot is None else str(ruling.slot)
    data.update(
        {
            "deal": deal if ruling.attempt == 1 else f"{deal}.{ruling.attempt}",
            "offender": offender,
            "dealer": ruling.dealer,
            "reached_first": first,
            "choice": ruling.choice,
            "points": str(ruling.award_points),
            "side": ruling.award_side,
            "fate": ruling.fate,
            "included": "no",
        }
    )
    if ruling.cancels:
        data["cancels"] = "on"
    return data
