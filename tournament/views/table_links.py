"""The tables' links and PINs, for directors: list, complete, renew, revoke."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from tournament.access import event_for
from tournament.http import OfficialRequest
from tournament.models import Event
from tournament.reports.submissions import link_lines
from tournament.running.qr import qr_svg
from tournament.services import table_links as services
from tournament.web.addresses import for_phones, for_this_machine_only
from tournament.web.form_pages import act, confirm_page, form_page


@event_for("director")
@require_safe
def index(request: OfficialRequest, event: Event) -> HttpResponse:
    """Every table's link with its QR code and PIN, and the state of its reporting."""
    lines = link_lines(event, timezone.now())
    address = {line.number: _address(request, line.link.token) for line in lines if line.link}
    rows = [
        (line, address.get(line.number, ""), qr_svg(address[line.number]) if line.link else "")
        for line in lines
    ]
    context = {
        "lines": rows,
        "missing": sum(line.never_made for line in lines),
        "here_only": any(for_this_machine_only(one) for one in address.values()),
        "round": event.open_round,
    }
    return render(request, "table_links/index.html", context)


@event_for("director")
@require_POST
def complete(request: OfficialRequest, event: Event) -> HttpResponse:
    """Make the links of tables that have none yet."""
    count = services.complete_links(event, at=timezone.now())
    words = ngettext("%(n)d link is made.", "%(n)d links are made.", count) % {"n": count}
    messages.success(request, words)
    return redirect("table_links:index", event.slug)


@event_for("director")
@form_page
def renew(request: OfficialRequest, event: Event, table: int) -> HttpResponse:
    """Ask for confirmation, then give a table a new link and PIN."""
    _known(event, table)
    if request.method == "POST":
        done = _("Table %(table)d has a new link and PIN.") % {"table": table}
        act(request, services.renew_link, event, table, done=done)
        return redirect(reverse("table_links:index", args=[event.slug]) + f"#table-{table}")
    return confirm_page(
        request,
        title=_("Give table %(table)d a new link and PIN?") % {"table": table},
        consequences=[
            _("The old code opens nothing any more, and phones that had given the old PIN are out."),
            _("Its sign and score sheets must be printed again."),
            _("What the table has reported stays."),
        ],
        submit=_("Revoke and renew"),
        cancel=reverse("table_links:index", args=[event.slug]),
        kind="danger",
    )


@event_for("director")
@form_page
def revoke(request: OfficialRequest, event: Event, table: int) -> HttpResponse:
    """Ask for confirmation, then revoke a table's link; its scores are entered at the desk."""
    _known(event, table)
    if request.method == "POST":
        done = _("The link of table %(table)d is closed.") % {"table": table}
        act(request, services.revoke_link, event, table, done=done)
        return redirect(reverse("table_links:index", args=[event.slug]) + f"#table-{table}")
    return confirm_page(
        request,
        title=_("Close the link of table %(table)d?") % {"table": table},
        consequences=[
            _("Nothing more is reported from this table by phone until it gets a new link."),
            _("What the table has reported stays."),
        ],
        submit=_("Close it"),
        cancel=reverse("table_links:index", args=[event.slug]),
        kind="danger",
    )


def _known(event: Event, table: int) -> None:
    if not event.has_table(table):
        raise Http404


def _address(request: HttpRequest, token: str) -> str:
    return for_phones(request, reverse("table_entry:show", args=[token]))
