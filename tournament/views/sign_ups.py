"""Sign-ups at the director's desk: the list, admitting and declining, settings."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from tournament.access import event_for
from tournament.forms.sign_ups import SignUpSettingsForm
from tournament.http import OfficialRequest
from tournament.models import Event, Player
from tournament.running.qr import qr_svg
from tournament.services import sign_ups as services
from tournament.state.waiting_list import sign_up_settings, sign_ups, why_sign_up_closed
from tournament.web.addresses import for_phones, for_this_machine_only
from tournament.web.form_pages import act, form_page, posted


@event_for("director")
@require_safe
def index(request: OfficialRequest, event: Event) -> HttpResponse:
    """List the sign-ups in the order received."""
    book = sign_ups(event)
    address = for_phones(request, reverse("public:sign_up", args=[event.slug]))
    context = {
        "book": book,
        "closed": why_sign_up_closed(event, book.settings, timezone.now()),
        "address": address,
        "code": "" if for_this_machine_only(address) else qr_svg(address),
    }
    return render(request, "sign_ups/index.html", context)


@event_for("director")
@form_page
def settings(request: OfficialRequest, event: Event) -> HttpResponse:
    """Set whether sign-up is open, for how many places, and until when."""
    form = SignUpSettingsForm(event, sign_up_settings(event), posted(request))
    if act(request, services.configure_sign_up, event, form=form, done=_("The sign-up is set.")):
        return redirect("sign_ups:index", event.slug)
    return render(request, "sign_ups/settings.html", {"form": form})


@event_for("director")
@require_POST
def admit(request: OfficialRequest, event: Event, sign_up: int) -> HttpResponse:
    """Admit one sign-up."""
    record = get_object_or_404(event.sign_ups, number=sign_up)
    act(request, services.admit, record, done=_admitted)
    return redirect("sign_ups:index", event.slug)


@event_for("director")
@require_POST
def admit_all(request: OfficialRequest, event: Event) -> HttpResponse:
    """Admit all sign-ups within the limit."""
    act(request, services.admit_all, event, done=_all_admitted)
    return redirect("sign_ups:index", event.slug)


@event_for("director")
@require_POST
def decline(request: OfficialRequest, event: Event, sign_up: int) -> HttpResponse:
    """Decline a sign-up; it can still be admitted later."""
    record = get_object_or_404(event.sign_ups, number=sign_up)
    act(request, services.decline, record, done=_("%(name)s is declined.") % {"name": record.name})
    return redirect("sign_ups:index", event.slug)


def _admitted(player: Player) -> str:
    return _("%(name)s plays as number %(number)s.") % {"name": player.name, "number": player.number}


def _all_admitted(count: int) -> str:
    return ngettext("%d player is accepted.", "%d players are accepted.", count) % count if count else ""
