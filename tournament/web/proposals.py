"""Where what waits for a second official leads."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournament.models import Proposal


def led_to_second(request: HttpRequest, proposal: Proposal) -> HttpResponse:
    """Say that it waits, on the page where it does."""
    messages.info(
        request, _("It waits for a second official. Nothing is changed until another director agrees.")
    )
    return redirect("proposals:index", proposal.event.slug)
