"""The public standings to take away: as a list for a spreadsheet, and as a paper. Nothing stands in them that
does not stand on the page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from tournament.archive.lists import TYPES, public_standings
from tournament.models import Event
from tournament.printing import jobs
from tournament.printing.papers import PAPERS
from tournament.printing.printout import NotPrintable, PrintChoice, usual_size
from tournament.printing.render import source
from tournament.web import event_cache
from tournament.web.public_pages import earlier_round, for_everybody


@for_everybody
def csv(request: HttpRequest, event: Event) -> HttpResponse:
    """For a spreadsheet; `?round=` as they stood after that round."""
    return _list(request, event, "csv")


@for_everybody
def xlsx(request: HttpRequest, event: Event) -> HttpResponse:
    """As a workbook."""
    return _list(request, event, "xlsx")


@for_everybody
def pdf(request: HttpRequest, event: Event) -> HttpResponse:
    """On paper, in the size usual where the event takes place."""
    asked = earlier_round(event, request.GET.get("round"))
    try:
        html = event_cache.per_event_version(event, "paper", lambda: _paper(event, asked), asked)
    except NotPrintable as why:
        return _sorry(request, event, str(why), 404)
    found = jobs.order(html)
    if found.reason == "busy":
        return _sorry(
            request, event, _("Too many papers are being made just now. Try again in a minute."), 503
        )
    if found.reason:
        return _sorry(request, event, _("The PDF cannot be made here. The list can be printed instead."), 503)
    if found.path is None:
        context = {"event": event, "section": "standings", "found": found}
        return render(request, "public_files/pdf.html", context, status=202)
    return _file(event, asked, "pdf", "application/pdf", found.path.read_bytes())


def _paper(event: Event, asked: int | None) -> str:
    choice = PrintChoice(size=usual_size(event.time_zone), round=asked, for_everybody=True)
    return source(PAPERS["standings"], event, choice)


def _list(request: HttpRequest, event: Event, kind: str) -> HttpResponse:
    asked = earlier_round(event, request.GET.get("round"))
    shown = event_cache.now(event, asked).standings
    body = event_cache.per_event_version(event, f"file-{kind}", lambda: public_standings(shown, kind), asked)
    return _file(event, asked, kind, TYPES[kind], body)


def _file(event: Event, asked: int | None, kind: str, content_type: str, body: bytes) -> HttpResponse:
    name = f"{event.slug}-standings{f'-round-{asked}' if asked else ''}.{kind}"
    where = "inline" if kind == "pdf" else "attachment"
    headers = {"Content-Disposition": f'{where}; filename="{name}"'}
    return HttpResponse(body, content_type=content_type, headers=headers)


def _sorry(request: HttpRequest, event: Event, why: str, status: int) -> HttpResponse:
    context = {"event": event, "section": "standings", "why": why}
    return render(request, "public_files/no_paper.html", context, status=status)
