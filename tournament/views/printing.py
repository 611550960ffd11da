"""The print room: choose a paper; get it as a page, as a PDF, or as a thumbnail."""

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

PENDING = 202  # a thumbnail that is not drawn yet


@event_for("viewer")
@require_safe
def index(request: OfficialRequest, event: Event) -> HttpResponse:
    """List the papers, with the chosen one's options, first sheet and number of sheets."""
    selected = PAPERS.get(request.GET.get("paper", "")) or next(iter(PAPERS.values()))
    choice = _choice(request, event)
    try:
        count, reason = len(selected.make(event, choice).sheets), ""
    except NotPrintable as refusal:
        count, reason = 0, str(refusal)
    context = {
        "event": event,
        "section": "print",
        "groups": GROUPS,
        "papers": PAPERS,
        "paper": selected,
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
    selected, choice = _paper(kind), _choice(request, event)
    try:
        html = rendering.page(selected, event, choice)
    except NotPrintable as reason:
        return _explain(request, event, selected, str(reason))
    _write_fingerprints(selected, event, choice)
    return HttpResponse(html)


@event_for("viewer")
@require_safe
def pdf(request: OfficialRequest, event: Event, kind: str) -> HttpResponse:
    """One paper as a PDF; until it is ready, a page that shows progress and polls."""
    selected, choice = _paper(kind), _choice(request, event)
    try:
        html = rendering.source(selected, event, choice)
    except NotPrintable as reason:
        return _explain(request, event, selected, str(reason))
    job = jobs.order(html)
    if job.reason:
        return _explain(request, event, selected, _why(job.reason))
    if job.path is None:
        sheets = len(selected.make(event, choice).sheets)
        context = {"event": event, "section": "print", "paper": selected, "found": job, "sheets": sheets}
        return render(request, "printing/pdf.html", context)
    _write_fingerprints(selected, event, choice)
    name = f"{event.slug}-{selected.kind}-{choice.size.key}.pdf"
    return _file(job.path.read_bytes(), "application/pdf", name)


@event_for("viewer")
@require_safe
def picture(request: OfficialRequest, event: Event, kind: str) -> HttpResponse:
    """A thumbnail of a paper's first sheet; 202 while it is being drawn, 404 if it cannot be made."""
    try:
        html = rendering.source(_paper(kind), event, _choice(request, event), first_only=True)
    except NotPrintable:
        raise Http404 from None
    job = jobs.order(html, "png")
    if job.reason:
        raise Http404
    if job.path is None:
        return HttpResponse(status=PENDING)
    return _file(job.path.read_bytes(), "image/png", f"{kind}.png")


def _paper(kind: str) -> Paper:
    if kind not in PAPERS:
        raise Http404
    return PAPERS[kind]


def _choice(request: OfficialRequest, event: Event) -> PrintChoice:
    """The options in the query string; unknown values are ignored."""
    query = request.GET
    round_ = number_in(query.get("round"))
    is_known = round_ is not None and round_ <= event.round_count
    site = for_phones(request, "/")
    return PrintChoice(
        size=SIZES.get(query.get("size", "")) or usual_size(event.time_zone),
        round=round_ if is_known else None,
        players=read_numbers(query.get("players", "")),
        count=number_in(query.get("count")),
        changed=query.get("changed") == "1",
        site="" if for_this_machine_only(site) else site,
        own_pages=request.role == Role.DIRECTOR,  # only directors may hand out secret links
    )


def _asked(request: HttpRequest, choice: PrintChoice) -> dict[str, str | int]:
    """The options as query parameters, without empty ones."""
    parameters = {
        "size": choice.size.key,
        "round": choice.round,
        "players": request.GET.get("players"),
        "changed": "1" if choice.changed else "",
        "count": choice.count,
    }
    return {name: value for name, value in parameters.items() if value}


def _write_fingerprints(selected: Paper, event: Event, choice: PrintChoice) -> None:
    """After a whole set of cards, store their fingerprints. Note: a GET writes a file here."""
    if "changed" in selected.asks and not choice.players and not choice.changed:
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


def _explain(request: HttpRequest, event: Event, selected: Paper, reason: str) -> HttpResponse:
    messages.error(request, reason)
    return redirect(f"{reverse('printing:index', args=[event.slug])}?paper={selected.kind}")
