"""The print room: choose a paper; get it as a page, as a PDF, or as a thumbnail."""

import shutil
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, cast
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from tournament.access import Role, event_for
from tournament.forms.fields import number_in, read_numbers
from tournament.http import OfficialRequest
from tournament.models import Event
from tournament.models.people import role_suffices
from tournament.printing import jobs, kits
from tournament.printing import paper as rendering
from tournament.printing.faces import cut_names, without_face
from tournament.printing.kits import KITS, Bundle, Kit
from tournament.printing.paper import (
    SIZES,
    STOCKS,
    NotPrintable,
    Paper,
    PrintChoice,
    Printout,
    StockRun,
    stocks_of,
    usual_size,
)
from tournament.printing.papers import GROUPS, PAPERS, TONIGHT
from tournament.reports import cards
from tournament.reports.groups import group_choice
from tournament.rotation.movements import MOVEMENTS
from tournament.services import cards as services
from tournament.services.errors import Refused
from tournament.state.attendance import event_progress
from tournament.state.next_round import upcoming_after_last
from tournament.web.addresses import for_phones, for_this_machine_only
from tournament.web.form_pages import actor
from tournament.words.languages import spoken_at

SALT = "printed-cards"
COLOURS = ("red", "white")  # of cards on stock of their own
PENDING = 202  # a thumbnail that is not drawn yet


@event_for("viewer")
@require_safe
def index(request: OfficialRequest, event: Event) -> HttpResponse:
    """List the papers, with the chosen one's options, first sheet and number of sheets."""
    asked = request.GET.get("paper", "")
    selected = PAPERS.get(asked) or KITS.get(asked) or next(iter(PAPERS.values()))
    choice = _choice(request, event)
    try:
        printout, reason = _made(selected, event, choice), ""
    except NotPrintable as refusal:
        printout, reason = None, str(refusal)
    count = _sheets(printout)
    names = tuple(event.players.names().values())
    lacks_pango = jobs.lacks_pango()
    context: dict[str, Any] = {
        "tonight": [PAPERS[kind] for kind in TONIGHT if PAPERS[kind].is_used(event)],
        "groups": [
            (title, [PAPERS[kind] for kind in kinds if _is_listed(kind, selected.kind, event)])
            for title, kinds in GROUPS.items()
        ],
        "is_more": selected.kind not in TONIGHT,
        "kits": KITS.values(),
        "paper": selected,
        "bundle": printout if isinstance(printout, Bundle) else None,
        "stocks": _stocks(selected, printout),
        "colours": [(key, STOCKS[key]) for key in COLOURS] if MOVEMENTS[event.movement].colours else (),
        "choice": choice,
        "count": count,
        "reason": reason,
        "sizes": SIZES.values(),
        "rounds": event.rounds.numbers(),
        "coming": upcoming_after_last(event),
        "players": request.GET.get("players", ""),
        "faceless": _faceless(names, selected),
        "cut": _cut(names, printout),
        "lacking": jobs.pango_sentence() if lacks_pango else "",
        "has_pictures": not lacks_pango and shutil.which("pdftoppm") is not None,
    }
    if "group" in selected.asks:
        context["group"] = group_choice(event, choice.group)
    if isinstance(selected, Kit):
        context["offered"] = kits.offered(selected, event, choice)
        state = event_progress(event)
        if state.nothing_reported and role_suffices(request.role, Role.SCORER):
            context["open_round"] = state.open_round
    if count and ("changed" in selected.asks or selected.kind == kits.TONIGHT):
        context |= _printing_of_cards(request, event, choice, context["bundle"])
    part = "X-Preview" in request.headers  # only what the choices come to
    return render(request, "printing/shown.html" if part else "printing/index.html", context)


@event_for("scorer")
@require_POST
def printed(request: OfficialRequest, event: Event, kind: str) -> HttpResponse:
    """Note that the cards, or the kit, which the print room showed were printed."""
    selected = KITS.get(kind) or _paper(kind)
    try:
        shown = signing.loads(request.POST.get("cards", ""), salt=SALT)
    except signing.BadSignature:
        shown = {"uid": "", "cards": {}, "papers": ()}
    try:
        services.note_printed(event, **shown, **actor(request))
    except Refused as refused:
        return _explain(request, event, selected, refused.message)
    if shown["papers"]:
        messages.success(request, _("The kit is noted as printed."))
    else:
        count = len(shown["cards"])
        words = ngettext("%d card is noted as printed.", "%d cards are noted as printed.", count)
        messages.success(request, words % count)
    return redirect(f"{reverse('printing:index', args=[event.slug])}?paper={selected.kind}")


@event_for("viewer")
@require_safe
def paper(request: OfficialRequest, event: Event, kind: str) -> HttpResponse:
    """One paper as a page that the browser prints."""
    selected, choice = _paper(kind), _choice(request, event)
    try:
        printout = selected.make(event, choice)
    except NotPrintable as reason:
        return _explain(request, event, selected, str(reason))
    return HttpResponse(rendering.page(selected, event, choice, printout))


@event_for("viewer")
@require_safe
def pdf(request: OfficialRequest, event: Event, kind: str) -> HttpResponse:
    """A paper or a kit as a PDF; until it is ready, a page that shows progress and polls."""
    selected, choice = KITS.get(kind) or _paper(kind), _choice(request, event)
    try:
        printout = _made_for_paper(selected, event, choice)
    except NotPrintable as reason:
        return _explain(request, event, selected, str(reason))
    if isinstance(selected, Paper):
        html = rendering.source(selected, event, choice, cast(Printout, printout))
    else:
        html = kits.source(cast(Bundle, printout), event, choice)
    job = jobs.order_paper(html, of=event.slug)
    if job.reason:
        return _explain(request, event, selected, _why(job.reason))
    if job.path is None:
        context: dict[str, Any] = {
            "paper": selected,
            "choice": choice,
            "found": job,
            "sheets": _sheets(printout),
        }
        return render(request, "printing/pdf.html", context)
    return _file(job.path.read_bytes(), "application/pdf", _file_name(event, selected, choice))


@event_for("viewer")
@require_safe
def picture(request: OfficialRequest, event: Event, kind: str) -> HttpResponse:
    """A thumbnail of a paper's first sheet; a blank one while it is being drawn, 404 if it cannot be made."""
    selected, choice = _paper(kind), _choice(request, event)
    try:
        printout = selected.make(event, choice)
        html = rendering.source(selected, event, choice, printout, first_only=True)
    except NotPrintable:
        raise Http404 from None
    job = jobs.order_paper(html, "png", of=event.slug)
    if job.reason:
        raise Http404
    if job.path is None:
        width, height = sorted((choice.size.width, choice.size.height), reverse=printout.sheets[0].wide)
        blank = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"/>'
        return HttpResponse(blank, content_type="image/svg+xml", status=PENDING)
    return _file(job.path.read_bytes(), "image/png", f"{kind}.png")


def _is_listed(kind: str, chosen: str, event: Event) -> bool:
    """Whether a paper stands among more papers: one that the event has a use for, or the chosen one."""
    return kind not in TONIGHT and (kind == chosen or PAPERS[kind].is_used(event))


def _paper(kind: str) -> Paper:
    if kind not in PAPERS:
        raise Http404
    return PAPERS[kind]


def _made(selected: Paper | Kit, event: Event, choice: PrintChoice) -> Printout | Bundle:
    """The paper's sheets, or the kit's papers; raises `NotPrintable`."""
    if isinstance(selected, Kit):
        return kits.bundle(selected, event, choice)
    return selected.make(event, choice)


def _made_for_paper(selected: Paper | Kit, event: Event, choice: PrintChoice) -> Printout | Bundle:
    """The same in the event's language, also what a kit's cover says is left out of it."""
    with spoken_at(event), suppress(NotPrintable):
        return _made(selected, event, choice)
    return _made(selected, event, choice)  # raises in the reader's language


def _sheets(printout: Printout | Bundle | None) -> int:
    if printout is None:
        return 0
    return printout.sheets if isinstance(printout, Bundle) else len(printout.sheets)


def _stocks(selected: Paper | Kit, printout: Printout | Bundle | None) -> list[StockRun]:
    """On which stock a paper's sheets go, if not all are plain."""
    if not isinstance(selected, Paper) or not isinstance(printout, Printout):
        return []
    runs = list(stocks_of(selected, printout))
    return [] if all(run.stock == "plain" for run in runs) else runs


def _faceless(names: Sequence[str], selected: Paper | Kit) -> tuple[str, ...]:
    """The names that stand on the paper and that this machine has no letters for."""
    if isinstance(selected, Paper) and not selected.has_names:
        return ()
    return without_face(names)


def _cut(names: Sequence[str], printout: Printout | Bundle | None) -> tuple[str, ...]:
    """The names that the paper, or one of the kit's, has no room for."""
    if isinstance(printout, Bundle):
        cut = {name for part in printout.parts for name in cut_names(part.printout, names)}
        return tuple(name for name in names if name in cut)
    return cut_names(printout, names) if printout else ()


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
        large=query.get("large") == "1",
        stock=query.get("stock", "") if query.get("stock") in COLOURS else "",
        site="" if for_this_machine_only(site) else site,
        own_pages=request.role == Role.DIRECTOR,  # only directors may hand out secret links
        group=group_choice(event, query["group"]).chosen if query.get("group") else "",
        papers=tuple(kind for kind in query.getlist("part") if kind in PAPERS) if "part" in query else None,
    )


def _printing_of_cards(
    request: OfficialRequest, event: Event, choice: PrintChoice, bundle: Bundle | None
) -> dict[str, Any]:
    """Who noted the last printing, and what “I printed these” notes: the cards as this page shows them, and
    of a kit its papers."""
    papers = [part.paper.kind for part in bundle.parts] if bundle else []
    has_cards = not bundle or "tally-cards" in papers
    shown_cards = (
        cards.to_print(event, choice.players, changed=choice.changed, stock=choice.stock) if has_cards else {}
    )
    shown = {"uid": event.uid, "cards": shown_cards, "papers": papers}
    return {
        "last_print": cards.last_print(event),
        "cards_shown": role_suffices(request.role, Role.SCORER)
        and signing.dumps(shown, salt=SALT, compress=True),
        "card_count": len(shown_cards) or len(papers),
    }


def _file(body: bytes, content_type: str, name: str) -> HttpResponse:
    headers = {"Content-Disposition": f'inline; filename="{name}"'}
    return HttpResponse(body, content_type=content_type, headers=headers)


def _file_name(event: Event, selected: Paper | Kit, choice: PrintChoice) -> str:
    """Event, paper, round and time, so that two files in a folder are told apart."""
    there = timezone.now().astimezone(ZoneInfo(event.time_zone))
    round_ = f"-round-{choice.round}" if choice.round and "round" in selected.asks else ""
    large = "-large" if choice.large and "large" in selected.asks else ""
    return f"{event.slug}-{selected.kind}{round_}{large}-{choice.size.key}-{there:%H%M}.pdf"


def _why(reason: str) -> str:
    if reason == "pango":
        return jobs.pango_sentence()
    if reason in ("full", "unwritable"):
        return _("The PDF can’t be saved: %(why)s. You can print from the browser instead.") % {
            "why": _("the disk is full") if reason == "full" else _("the data folder can’t be written")
        }
    if reason == "busy":
        return _("Too many papers are being made just now. Try again in a minute, or print from the browser.")
    return _("The PDF could not be made; the server’s log says why. You can print from the browser instead.")


def _explain(request: HttpRequest, event: Event, selected: Paper | Kit, reason: str) -> HttpResponse:
    """Say why nothing is printed where it was chosen, with the choices as they were."""
    messages.error(request, reason)
    asked = request.GET.copy()
    asked["paper"] = selected.kind
    return redirect(f"{reverse('printing:index', args=[event.slug])}?{asked.urlencode()}")
