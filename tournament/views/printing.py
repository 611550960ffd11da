"""Papers to print: the choice of them, each as a page for the browser and as a PDF."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournament.access import event_for
from tournament.forms.numbers import number_in
from tournament.models import Event
from tournament.printing import render as rendering
from tournament.printing.papers import PAPERS, SIZES, Choice, NotPrintable, Paper
from tournament.printing.render import PANGO, PdfUnavailable


@event_for("viewer")
@require_safe
def index(request: HttpRequest, event: Event) -> HttpResponse:
    """What can be printed, for which round, on which paper."""
    context = {
        "event": event,
        "section": "print",
        "papers": PAPERS.values(),
        "sizes": SIZES.values(),
        "size": _size(request, event),
        "rounds": event.rounds.order_by("number").values_list("number", flat=True),
    }
    return render(request, "printing/index.html", context)


@event_for("viewer")
@require_safe
def paper(request: HttpRequest, event: Event, kind: str) -> HttpResponse:
    """One paper as a page that the browser prints."""
    chosen = _paper(kind)
    try:
        return HttpResponse(rendering.page(chosen, event, _choice(request, event)))
    except NotPrintable as reason:
        return _explain(request, event, str(reason))


@event_for("viewer")
@require_safe
def pdf(request: HttpRequest, event: Event, kind: str) -> HttpResponse:
    """One paper as a PDF."""
    chosen, choice = _paper(kind), _choice(request, event)
    try:
        body = rendering.pdf(chosen, event, choice)
    except NotPrintable as reason:
        return _explain(request, event, str(reason))
    except PdfUnavailable:
        return _explain(
            request,
            event,
            _(
                "This machine cannot make PDFs yet: it lacks Pango. Install it with “%(line)s”, or print "
                "from the browser."
            )
            % {"line": PANGO},
        )
    name = f"{event.slug}-{chosen.kind}-{choice.size.key}.pdf"
    headers = {"Content-Disposition": f'inline; filename="{name}"'}
    return HttpResponse(body, content_type="application/pdf", headers=headers)


def _paper(kind: str) -> Paper:
    if kind not in PAPERS:
        raise Http404
    return PAPERS[kind]


def _choice(request: HttpRequest, event: Event) -> Choice:
    """The size and round asked for; what is not known counts as not asked."""
    wanted = number_in(request.GET.get("round"))
    known = wanted is not None and event.rounds.filter(number=wanted).exists()
    return Choice(SIZES[_size(request, event)], wanted if known else None)


def _size(request: HttpRequest, event: Event) -> str:
    """The paper asked for, else the one usual where the event takes place."""
    asked = request.GET.get("size")
    if asked in SIZES:
        return asked
    return "letter" if event.time_zone.startswith("America/") else "a4"


def _explain(request: HttpRequest, event: Event, reason: str) -> HttpResponse:
    messages.error(request, reason)
    return redirect("printing:index", event.slug)
