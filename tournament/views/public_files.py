"""Download the public standings as a spreadsheet or a PDF. They hold nothing that the page does not show."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.archive.lists import TYPES, public_standings
from tournament.models import Event
from tournament.printing import jobs
from tournament.printing.paper import NotPrintable, PrintChoice, source, usual_size
from tournament.printing.papers import PAPERS
from tournament.reports.agenda import calendar_file
from tournament.reports.public import Now
from tournament.web import event_cache
from tournament.web.public_pages import earlier_round, for_everybody
from tournament.words.languages import spoken_at

IN_PICTURE = 5  # players


@for_everybody
def csv(request: HttpRequest, event: Event) -> HttpResponse:
    """The standings as CSV; `?round=` as of an earlier round."""
    return _list(request, event, "csv")


@for_everybody
def xlsx(request: HttpRequest, event: Event) -> HttpResponse:
    """The standings as a workbook; `?round=` as of an earlier round."""
    return _list(request, event, "xlsx")


@for_everybody
def pdf(request: HttpRequest, event: Event) -> HttpResponse:
    """The standings as a PDF, in the paper size usual where the event takes place."""
    through = earlier_round(event, request.GET.get("round"))
    try:
        html = event_cache.per_event_version(event, "paper", lambda: _paper(event, through), through)
    except NotPrintable as why:
        return _sorry(request, event, str(why), 404)
    job = jobs.order_paper(html, of=event.slug, public=True)
    if job.reason == "busy":
        return _sorry(
            request, event, _("Too many papers are being made just now. Try again in a minute."), 503
        )
    if job.reason:
        return _sorry(request, event, _("The PDF cannot be made here. The list can be printed instead."), 503)
    if job.path is None:
        context = {"event": event, "section": "standings", "found": job}
        return render(request, "public_files/pdf.html", context, status=202)
    return _file(event, through, "pdf", "application/pdf", job.path.read_bytes())


@for_everybody
def calendar(request: HttpRequest, event: Event) -> HttpResponse:
    """The event for a phone's calendar."""
    address = request.build_absolute_uri(reverse("public:event", args=[event.slug]))
    body = calendar_file(event, address, event_cache.cached_progress(event).as_of)
    disposition = f'attachment; filename="{event.slug}.ics"'
    headers = {"Content-Disposition": disposition}
    return HttpResponse(body, content_type="text/calendar; charset=utf-8", headers=headers)


@for_everybody
def picture(request: HttpRequest, event: Event) -> HttpResponse:
    """The first places as a picture of 1200 × 630 pixels, to be shared; 404 until the result is out.

    While it is drawn the answer is 503: those who fetch such pictures come again.
    """
    job = order_picture(event)
    if job is None or job.reason not in ("", "busy"):
        raise Http404
    if job.path is None:
        return HttpResponse(status=503, headers={"Retry-After": "3"})
    name = f'inline; filename="{event.slug}-result.png"'
    return HttpResponse(
        job.path.read_bytes(), content_type="image/png", headers={"Content-Disposition": name}
    )


def order_picture(event: Event) -> jobs.State | None:
    """Have the picture of the result drawn, unless it is; None while there is no result to be seen."""
    with spoken_at(event):
        now = event_cache.cached_progress(event)
        if not event.is_result_out or not now.top:
            return None
        html = event_cache.per_event_version(event, "picture", lambda: _picture(event, now))
    return jobs.order_paper(html, "png", of=event.slug, public=True)


def _picture(event: Event, now: Now) -> str:
    shown, more = now.top[:IN_PICTURE], max(0, len([row for row in now.top if row.place == 1]) - IN_PICTURE)
    context = {"event": event, "now": now, "rows": shown, "more": more}
    return render_to_string("public_files/picture.html", context)


def _paper(event: Event, through: int | None) -> str:
    choice = PrintChoice(size=usual_size(event.time_zone), round=through, for_everybody=True)
    return source(PAPERS["standings"], event, choice)


def _list(request: HttpRequest, event: Event, kind: str) -> HttpResponse:
    through = earlier_round(event, request.GET.get("round"))
    with spoken_at(event):
        standings = event_cache.cached_progress(event, through).standings
        body = event_cache.per_event_version(
            event, f"file-{kind}", lambda: public_standings(standings, kind), through
        )
    return _file(event, through, kind, TYPES[kind], body)


def _file(event: Event, through: int | None, kind: str, content_type: str, body: bytes) -> HttpResponse:
    name = f"{event.slug}-standings{f'-round-{through}' if through else ''}.{kind}"
    disposition = "inline" if kind == "pdf" else "attachment"
    headers = {"Content-Disposition": f'{disposition}; filename="{name}"'}
    return HttpResponse(body, content_type=content_type, headers=headers)


def _sorry(request: HttpRequest, event: Event, reason: str, status: int) -> HttpResponse:
    context = {"event": event, "section": "standings", "why": reason}
    return render(request, "public_files/no_paper.html", context, status=status)
