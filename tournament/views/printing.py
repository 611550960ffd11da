"""The print room: choosing a paper, each as a page for the browser, as a PDF, and as a small picture."""

import shutil

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournament.access import Role, event_for
from tournament.forms.numbers import number_in
from tournament.forms.printing import read_numbers
from tournament.http import OfficialRequest
from tournament.models import Event
from tournament.printing import jobs
from tournament.printing import render as rendering
from tournament.printing.card_fingerprints import write_fingerprints
from tournament.printing.papers import GROUPS, PAPERS, Paper
from tournament.printing.printout import SIZES, NotPrintable, PrintChoice, usual_size
from tournament.printing.render import PANGO
from tournament.state.next_round import upcoming_after_last
from tournament.web.hall_urls import for_phones, for_this_machine_only

PENDING = 202  # a picture that is not drawn yet


@event_for("viewer")
@require_safe
def index(request: OfficialRequest, event: Event) -> HttpResponse:
    """What can be printed; of the paper chosen its options, its first sheet, its number of sheets."""
    chosen = PAPERS.get(request.GET.get("paper", "")) or next(iter(PAPERS.values()))
    choice = _choice(request, event)
    try:
        count, reason = len(chosen.make(event, choice).sheets), ""
    except NotPrintable as refusal:
        count, reason = 0, str(refusal)
    context = {
        "event": event,
        "section": "print",
        "groups": GROUPS,
        "papers": PAPERS,
        "paper": chosen,
        "choice": choice,
        "count": count,
        "reason": reason,
        "sizes": SIZES.values(),
        "rounds": event.rounds.numbers(),
        "coming": upcoming_after_last(event),
        "query": urlencode(_asked(request, choice)),
        "players": request.GET.get("players", ""),
        "has_pictures": shutil.which("pdftoppm") is not None,
    }
    return render(request, "printing/index.html", context)


@event_for("viewer")
@require_safe
def paper(request: OfficialRequest, event: Event, kind: str) -> HttpResponse:
    """One paper as a page that the browser prints."""
    chosen, choice = _paper(kind), _choice(request, event)
    try:
        html = rendering.page(chosen, event, choice)
    except NotPrintable as reason:
        return _explain(request, event, chosen, str(reason))
    _write_fingerprints(chosen, event, choice)
    return HttpResponse(html)


@event_for("viewer")
@require_safe
def pdf(request: OfficialRequest, event: Event, kind: str) -> HttpResponse:
    """One paper as a PDF; until it is made, a page that says how far it is and asks again."""
    chosen, choice = _paper(kind), _choice(request, event)
    try:
        html = rendering.source(chosen, event, choice)
    except NotPrintable as reason:
        return _explain(request, event, chosen, str(reason))
    found = jobs.order(html)
    if found.reason:
        return _explain(request, event, chosen, _why(found.reason))
    if found.path is None:
        sheets = len(chosen.make(event, choice).sheets)
        context = {"event": event, "section": "print", "paper": chosen, "found": found, "sheets": sheets}
        return render(request, "printing/pdf.html", context)
    _write_fingerprints(chosen, event, choice)
    name = f"{event.slug}-{chosen.kind}-{choice.size.key}.pdf"
    return _file(found.path.read_bytes(), "application/pdf", name)


@event_for("viewer")
@require_safe
def picture(request: OfficialRequest, event: Event, kind: str) -> HttpResponse:
    """A paper's first sheet as a small picture; 202 while it is drawn, 404 where it cannot be made."""
    try:
        html = rendering.source(_paper(kind), event, _choice(request, event), first_only=True)
    except NotPrintable:
        raise Http404 from None
    found = jobs.order(html, "png")
    if found.reason:
        raise Http404
    if found.path is None:
        return HttpResponse(status=PENDING)
    return _file(found.path.read_bytes(), "image/png", f"{kind}.png")


def _paper(kind: str) -> Paper:
    if kind not in PAPERS:
        raise Http404
    return PAPERS[kind]


def _choice(request: OfficialRequest, event: Event) -> PrintChoice:
    """The choice asked for; what is not known counts as not asked."""
    query = request.GET
    round_ = number_in(query.get("round"))
    known = round_ is not None and round_ <= event.round_count
    site = for_phones(request, "/")
    return PrintChoice(
        size=SIZES.get(query.get("size", "")) or usual_size(event.time_zone),
        round=round_ if known else None,
        players=read_numbers(query.get("players", "")),
        count=number_in(query.get("count")),
        changed=query.get("changed") == "1",
        site="" if for_this_machine_only(site) else site,
        own_pages=request.role == Role.DIRECTOR,  # secret links are the director's to hand out
    )


def _asked(request: HttpRequest, choice: PrintChoice) -> dict[str, str | int]:
    """The choice as a query string says it."""
    asked = {
        "size": choice.size.key,
        "round": choice.round,
        "players": request.GET.get("players"),
        "changed": "1" if choice.changed else "",
        "count": choice.count,
    }
    return {name: value for name, value in asked.items() if value}


def _write_fingerprints(chosen: Paper, event: Event, choice: PrintChoice) -> None:
    """After a whole set of cards, write which cards it had. A GET leads here, and it writes a file."""
    if "changed" in chosen.asks and not choice.players and not choice.changed:
        write_fingerprints(event)


def _file(body: bytes, content_type: str, name: str) -> HttpResponse:
    headers = {"Content-Disposition": f'inline; filename="{name}"'}
    return HttpResponse(body, content_type=content_type, headers=headers)


def _why(reason: str) -> str:
    if reason == "pango":
        return _(
            "This machine cannot make PDFs yet: it lacks Pango. Install it with “%(line)s”, or print "
            "from the browser."
        ) % {"line": PANGO}
    if reason in ("full", "unwritable"):
        return _("The PDF can’t be saved: %(why)s. You can print from the browser instead.") % {
            "why": _("the disk is full") if reason == "full" else _("the data folder can’t be written")
        }
    if reason == "busy":
        return _("Too many papers are being made just now. Try again in a minute, or print from the browser.")
    return _("The PDF could not be made; the server's log says why. You can print from the browser instead.")


def _explain(request: HttpRequest, event: Event, chosen: Paper, reason: str) -> HttpResponse:
    messages.error(request, reason)
    return redirect(f"{reverse('printing:index', args=[event.slug])}?paper={chosen.kind}")
