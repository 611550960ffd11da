"""Mark a table's paper sheet as disputed, or withdraw that."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.access import event_for, table_of
from tournament.forms.rounds import AwaitForm
from tournament.forms.sheets import DisputeForm
from tournament.http import OfficialRequest
from tournament.models import Event
from tournament.services import disputed_sheets as services
from tournament.web.form_pages import actor, carried_out, confirm_page, form_page, posted


@event_for("scorer")
@form_page
def dispute(request: OfficialRequest, event: Event, round: int, table: int) -> HttpResponse:
    """Ask what is disputed; if the sheet is marked already, offer to withdraw the mark."""
    table_ = table_of(event, round, table)
    words = {"round": round, "table": table}
    marked = table_.disputed
    form = (AwaitForm if marked else DisputeForm)(posted(request))
    act = services.settle if marked else services.dispute_sheet
    if carried_out(
        request, form, lambda: act(table_, **actor(request), reason=form.cleaned_data.get("reason", ""))
    ):
        message = _("Table %(table)d is no longer disputed.") if marked else _("Table %(table)d: disputed.")
        messages.success(request, message % words)
        return redirect("rounds:desk", event.slug, round)
    if marked:
        title, submit = _("Is table %(table)d not disputed any more?"), _("Withdraw the mark")
        consequences = [
            _("The reason given was: %(why)s") % {"why": marked},
            _("The table is shown as missing until its sheet is entered."),
        ]
    else:
        title, submit = _("Is the paper sheet of table %(table)d disputed?"), _("Mark as disputed")
        consequences = [
            _("Nothing counts for the table until its sheet is entered. Entering it settles the dispute."),
            _("Everybody sees that the table is disputed; only officials see why."),
        ]
    return confirm_page(
        request,
        form,
        refused=None if marked and not event.is_finished else services.why_not_dispute(table_),
        title=title % words,
        submit=submit,
        consequences=consequences,
        cancel=reverse("rounds:desk", args=[event.slug, round]),
        crumb=_("Round %(n)s") % {"n": round},
        back=_("Back to round %(n)s") % {"n": round},
    )
