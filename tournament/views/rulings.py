"""The ruling desk: find the offence, see what the rule gives and what it changes, rule, amend, revoke."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django_tables2 import RequestConfig

from scoring.catalogue import CATALOGUE
from scoring.errors import BadRuling
from scoring.offences import Offence
from tournament.access import event_for, table_of
from tournament.forms.fields import number_in
from tournament.forms.rulings import FindForm, ListForm, RevokeForm, WrittenForm
from tournament.http import OfficialRequest
from tournament.listings import RulingListing
from tournament.models import Event, Membership, Ruling, Sheet, Table
from tournament.models.sheets import Wrote
from tournament.reports import rulings as reports
from tournament.reports.rulings import ruling_note
from tournament.reports.todos import open_questions
from tournament.services import rulings as services
from tournament.services.errors import Refused
from tournament.state.next_round import round_seated_from
from tournament.state.rulings import OtherCall, other_calls, read_case
from tournament.state.sheet_scores import OtherDealer, other_dealers
from tournament.web.form_pages import act, actor, confirm_page, form_page, posted
from tournament.web.ruling_desk import ANSWER, ASK, MAKE, RulingDesk, data_of


@event_for("viewer")
@require_safe
def index(request: OfficialRequest, event: Event) -> HttpResponse:
    """The event's rulings, newest first, narrowed by words and state."""
    listed = reports.rulings(event)
    form = ListForm(request.GET)
    listing = RulingListing(form.narrowed(listed), event=event)
    RequestConfig(request).configure(listing)
    context = {"table": listing, "form": form, "any": bool(listed)}
    context["fines"] = reports.fines(event)
    directs = request.role == Membership.Role.DIRECTOR and not event.is_finished
    context |= {"open_questions": open_questions(event), "directs": directs, "scores": directs}
    return render(request, "rulings/index.html", context)


@event_for("director")
@require_safe
def find(request: OfficialRequest, event: Event) -> HttpResponse:
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
    deal, chosen = form.cleaned_data.get("deal"), _chosen(event, form.cleaned_data.get("code", ""))
    context = {
        "form": form,
        "table": table,
        "chosen": chosen,
        "rest": urlencode({"code": chosen.code if chosen else "", **({"deal": deal} if deal else {})}),
        "round_number": round_number,
        "deal": deal,
        "frequent": () if words.strip() else reports.frequent_offences(event),
        "groups": reports.offence_groups(event, words),
    }
    if table is None and round_number:
        numbers = Table.objects.filter(round__event=event, round__number=round_number)
        context["numbers"] = numbers.order_by("number").values_list("number", flat=True)
    is_part = context["is_part"] = "X-Preview" in request.headers
    return render(request, "rulings/offences.html" if is_part else "rulings/find.html", context)


def _chosen(event: Event, code: str) -> Offence | None:
    """The offence chosen before its table, if the event's rules have it."""
    offence = CATALOGUE.get(code)
    return offence if offence is not None and offence.rows(event.ruleset) else None


def _code(request: HttpRequest, event: Event) -> str:
    """The offence asked for, or 404 if the event's rules do not have it."""
    code = request.POST.get("code") or request.GET.get("code") or ""
    if _chosen(event, code) is None:
        raise Http404
    return code


@event_for("director")
@form_page
def make(request: OfficialRequest, event: Event, round: int, table: int) -> HttpResponse:
    """Rule on an offence at a table; `?code=renege&offender=W&deal=3&alone=-` asks at once."""
    here = table_of(event, round, table)
    if not request.GET.get("code") and request.method != "POST":
        place = {"table": table, "round": round, "deal": request.GET.get("deal", "")}
        return redirect(f"{reverse('rulings:find', args=[event.slug])}?{urlencode(place)}")
    question_in_link = request.GET if "offender" in request.GET else None
    desk = RulingDesk(
        here,
        _code(request, event),
        request.POST if request.method == "POST" else question_in_link,
        request.POST.get("step", ASK),
        initial=request.GET.dict(),
    )
    ruling = _decide(request, desk, partial(services.make_ruling, here))
    if ruling is not None:
        messages.success(request, _("Ruling %(number)d is made.") % {"number": ruling.number})
        if ruling.stops_player:
            messages.info(request, _("%(name)s is disqualified from the event.") % {"name": ruling.player})
        return redirect("sheets:show", event.slug, round, table)
    return render(request, "rulings/make.html", desk.context())


@event_for("director")
@require_POST
def preview(request: OfficialRequest, event: Event, round: int, table: int) -> HttpResponse:
    """The rule's proposal and its effect while the director chooses; writes nothing."""
    step = ANSWER if request.POST.get("step") == ANSWER else ASK
    amended = number_in(request.POST.get("instead_of"))
    desk = RulingDesk(
        table_of(event, round, table),
        _code(request, event),
        request.POST,
        step,
        instead_of=event.rulings.filter(number=amended).first() if amended else None,
    )
    return render(request, "rulings/effect.html" if step == ANSWER else "rulings/answer.html", desk.context())


@event_for("viewer")
@require_safe
def show(request: OfficialRequest, event: Event, ruling: int) -> HttpResponse:
    """One ruling: what was proposed, what was given, what became of it."""
    held = _ruling(event, ruling)
    offence = CATALOGUE.get(held.code)
    sheet = Sheet.objects.counting_at(held.table)
    context = {
        "ruling": held,
        "off": reports.written_off(sheet, held),
        "is_open": sheet is not None and sheet.written.get(held.number) is Wrote.OPEN,
        "rule": offence.text(event.ruleset) if offence else "",
        "source": offence.source(event.ruleset) if offence else "",
    }
    return render(request, "rulings/show.html", context)


@event_for("viewer")
@require_safe
def note(request: OfficialRequest, event: Event, ruling: int) -> HttpResponse:
    """One ruling for its table, to print or to show: what was ruled, by which rule, what it changed."""
    held = _ruling(event, ruling)
    context = {"note": ruling_note(read_case(held.table), held)}
    return render(request, "rulings/note.html", context)


@event_for("director")
@form_page
def amend(request: OfficialRequest, event: Event, ruling: int) -> HttpResponse:
    """Change what was decided; the first decision stays on record."""
    held = _ruling(event, ruling)
    if not held.is_in_force:
        messages.error(request, _("This ruling has been amended or revoked already."))
        return redirect("rulings:show", event.slug, ruling)
    here = table_of(event, held.table.round.number, held.table.number)
    other, other_call = _other_dealer(held), _other_call(held)
    data: Mapping[str, Any] = request.POST
    step = request.POST.get("step", ANSWER)
    if request.method != "POST":
        # Where the sheet says otherwise the rule is asked again, instead of showing its first answer.
        data, step = data_of(held, other), ASK if other or other_call else ANSWER
    contradictions = [other_words.sentence for other_words in (other, other_call) if other_words]
    desk = RulingDesk(here, held.code, data, step, instead_of=held, contradictions=contradictions)
    new = _decide(request, desk, partial(services.amend_ruling, held))
    if new is not None:
        messages.success(request, _("Ruling %(number)d replaces it.") % {"number": new.number})
        return redirect("rulings:show", event.slug, new.number)
    return render(request, "rulings/amend.html", desk.context())


@event_for("director")
@form_page
def revoke(request: OfficialRequest, event: Event, ruling: int) -> HttpResponse:
    """Ask why, show what changes, then let a ruling count no longer."""
    held = _ruling(event, ruling)
    form = RevokeForm(posted(request))
    done = _("Ruling %(number)d is revoked.") % {"number": ruling}
    if act(request, services.revoke_ruling, held, form=form, done=done):
        return redirect("rulings:show", event.slug, ruling)
    words = {"number": ruling, "offence": held.title}
    return confirm_page(
        request,
        form,
        title=_("Revoke ruling %(number)d, %(offence)s?") % words,
        consequences=(),
        submit=_("Revoke the ruling"),
        cancel=reverse("rulings:show", args=[event.slug, ruling]),
        template="rulings/revoke.html",
        kind="danger",
        ruling=held,
        effect=reports.revocation(read_case(held.table), held),
        seated_next=round_seated_from(held.table.round),
    )


@event_for("director")
@form_page
def written(request: OfficialRequest, event: Event, ruling: int) -> HttpResponse:
    """Say what a table wrote for the deal of a ruling, once somebody has asked it."""
    held = _ruling(event, ruling)
    case = read_case(held.table)
    form = WrittenForm(posted(request), case, held)
    done = _("The table’s totals are counted anew.")
    if act(request, services.answer_written, held, form=form, done=done):
        return redirect("rulings:show", event.slug, ruling)
    words = {"table": held.table.number, "number": ruling, "offence": held.title}
    return confirm_page(
        request,
        form,
        title=_("What did table %(table)d write for the deal of ruling %(number)d, %(offence)s?") % words,
        consequences=(),
        submit=_("Count it so"),
        cancel=reverse("rulings:show", args=[event.slug, ruling]),
    )


def _decide(request: OfficialRequest, desk: RulingDesk, service: Callable[..., Ruling]) -> Ruling | None:
    """The ruling made, None until complete forms are sent; a refusal comes into the forms."""
    if request.method != "POST" or desk.step != MAKE or desk.decision is None:
        return None
    try:
        return service(**actor(request), decision=desk.decision)
    except (Refused, BadRuling) as error:
        desk.refuse(error)
        return None


def _ruling(event: Event, number: int) -> Ruling:
    return get_object_or_404(reports.rulings(event), number=number)


def _other_dealer(ruling: Ruling) -> OtherDealer | None:
    """What the sheet says against the dealer that this ruling was made with."""
    others = other_dealers([ruling.table.round])
    return next((other for other in others if other.ruling.pk == ruling.pk), None)


def _other_call(ruling: Ruling) -> OtherCall | None:
    """What the sheet says against the lone hand that this ruling was made with."""
    others = other_calls([ruling.table.round])
    return next((other for other in others if other.ruling.pk == ruling.pk), None)
