"""Export and import an event's archive, and download its lists as spreadsheets."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournament.access import directs_somewhere, event_for, signed_in
from tournament.archive.document import left_out, snapshot
from tournament.archive.importing import delete_unfinished_imports, import_event
from tournament.archive.lists import LISTS, TYPES, list_file
from tournament.archive.text import ArchiveProblem, BadArchive, dumps
from tournament.forms.archive import ArchiveForm
from tournament.http import OfficialRequest, SignedInRequest
from tournament.models import Event
from tournament.registry.features import FEATURE
from tournament.running.background import take_turn
from tournament.web import public_pages
from tournament.web.form_pages import actor, form_page

AGAIN, TOO_MANY = 60, 429  # seconds until one may try again; the status that says so


@event_for("scorer")
@require_safe
def index(request: OfficialRequest, event: Event) -> HttpResponse:
    """The files to download: the archive and the lists."""
    lists = [(kind, listed) for kind, listed in LISTS.items() if kind not in FEATURE or event.has[kind]]
    context = {"lists": lists, "left_out": left_out(event)}
    return render(request, "archive/index.html", context)


@event_for("scorer")
@require_safe
def event_json(request: OfficialRequest, event: Event) -> HttpResponse:
    """The whole event as an archive: one consistent snapshot."""
    return _file(dumps(snapshot(event)).encode(), "application/json", f"{event.slug}.json")


@event_for("viewer")
@require_safe
def results_page(request: OfficialRequest, event: Event) -> HttpResponse:
    """The result as one page, to send or to put on a club's own site."""
    return _file(public_pages.results_page(event).encode(), "text/html", f"{event.slug}-results.html")


@event_for("scorer")
@require_safe
def csv(request: OfficialRequest, event: Event, kind: str) -> HttpResponse:
    """One list as CSV."""
    return _list(event, kind, "csv")


@event_for("scorer")
@require_safe
def xlsx(request: OfficialRequest, event: Event, kind: str) -> HttpResponse:
    """One list as a workbook."""
    return _list(event, kind, "xlsx")


@signed_in
@never_cache
@form_page
def import_(request: SignedInRequest) -> HttpResponse:
    """Import an event from an archive; if anything is wrong, list it and write nothing."""
    if not directs_somewhere(request.user):
        raise PermissionDenied
    form = ArchiveForm(request.POST, request.FILES) if request.method == "POST" else ArchiveForm()
    problems: tuple[ArchiveProblem, ...] = ()
    if request.method == "POST" and form.is_valid():
        with take_turn("imports", 1) as mine:
            if not mine:
                return _busy(request, form)
            delete_unfinished_imports(timezone.now())
            try:
                event = import_event(form.archive(), **actor(request), slug=form.cleaned_data["slug"])
            except BadArchive as bad:
                problems = bad.problems
            else:
                message = _("“%(name)s” imported. You are its director; only officials see it so far.")
                messages.success(request, message % {"name": event.name})
                return redirect("events:overview", event.slug)
    return render(request, "archive/import.html", {"form": form, "problems": problems})


def _busy(request: HttpRequest, form: ArchiveForm) -> HttpResponse:
    form.add_error(
        None, _("Another archive is being imported. Wait a minute, then choose the file once more.")
    )
    answer = render(request, "archive/import.html", {"form": form, "problems": ()}, status=TOO_MANY)
    answer["Retry-After"] = str(AGAIN)
    return answer


def _list(event: Event, kind: str, suffix: str) -> HttpResponse:
    if kind not in LISTS:
        raise Http404
    return _file(list_file(LISTS[kind], event, suffix), TYPES[suffix], f"{event.slug}-{kind}.{suffix}")


def _file(body: bytes, content_type: str, name: str) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(body, content_type=content_type, headers=headers)
