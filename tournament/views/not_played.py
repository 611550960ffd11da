"""Record a table as not played, or undo that."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.access import event_for, table_of
from tournament.forms.rounds import AwaitForm, NotPlayedForm
from tournament.http import OfficialRequest
from tournament.models import Event, Table
from tournament.services import not_played as services
from tournament.web.form_pages import actor, carried_out, confirm_page, form_page, posted


@event_for("director")
@form_page
def not_played(request: OfficialRequest, event: Event, round: int, table: int) -> HttpResponse:
    """Ask why the table was not played; if that is recorded already, offer to undo it."""
    table_ = table_of(event, round, table)
    words = {"round": round, "table": table}
    recorded = table_.not_played
    form = (AwaitForm if recorded else NotPlayedForm)(posted(request))
    act = services.await_again if recorded else services.say_not_played
    if carried_out(
        request, form, lambda: act(table_, **actor(request), reason=form.cleaned_data.get("reason", ""))
    ):
        message = _("Table %(table)d is awaited again.") if recorded else _("Table %(table)d: not played.")
        messages.success(request, message % words)
        return redirect("rounds:desk", event.slug, round)
    title = _("Undo that table %(table)d was not played?") if recorded else _("Table %(table)d not played?")
    return confirm_page(
        request,
        form,
        refused=None if recorded and not event.is_finished else services.why_not_say(table_),
        title=title % words,
        submit=_("Await its sheet again") if recorded else _("Record as not played"),
        consequences=_taking_back(table_) if recorded else _saying(table_),
        cancel=reverse("rounds:desk", args=[event.slug, round]),
        crumb=_("Round %(n)s") % {"n": round},
        back=_("Back to round %(n)s") % {"n": round},
    )


def _saying(table: Table) -> list[str]:
    return [
        _("Its players get 0 points for round %(number)d.") % {"number": table.round.number},
        _("Nobody waits for its sheet any more. Players see that the table was not played."),
        _("If a sheet turns up, enter it: then it counts."),
    ]


def _taking_back(table: Table) -> list[str]:
    return [
        _("The reason given was: %(why)s") % {"why": table.not_played},
        _("The table is shown as missing until its sheet is entered."),
    ]
