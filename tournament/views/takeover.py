"""The second laptop: show a code on the first one; bring a copy to the second one, which then takes over.

Only in a hall, and for the owner; the two addresses that laptops ask each other open by a code and a ticket.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe

from tournament import program
from tournament.access import owner_only
from tournament.backup import fetching, handover, shelf
from tournament.backup.errors import BackupFailed
from tournament.forms.archive import BringForm
from tournament.http import SignedInRequest
from tournament.services.sent_forms import claim_alone
from tournament.web import caches
from tournament.web.addresses import for_phones, mark_of_address
from tournament.web.form_pages import form_page, posted
from tournament.web.sign_in import password_again

CODE = "handover_code"  # in the session of whoever asked for it: no copy holds sessions


def hall_only(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Decorate a view that a hosted site does not have."""

    @wraps(view)
    def here(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if settings.PROFILE != "hall":
            raise Http404
        return view(request, *args, **kwargs)

    return here


@hall_only
@owner_only
@require_safe
def index(request: SignedInRequest) -> HttpResponse:
    """What to do with two laptops, and the code while one is open."""
    until = handover.open_until(timezone.now())
    code = request.session.get(CODE) if until else None
    address = for_phones(request, "/")
    context = {
        "until": until,
        "code": code,
        "address": address,
        "line": program.command_line("takeover", address, code or _("CODE")),
        "file_line": program.command_line("takeover", _("FILE")),
    }
    return render(request, "takeover/index.html", context)


@hall_only
@owner_only
@require_POST
@password_again
def offer(request: SignedInRequest) -> HttpResponse:
    """Make a code."""
    claim_alone()
    request.session[CODE] = handover.make_code(timezone.now())
    return redirect("takeover:index")


@hall_only
@owner_only
@require_POST
def withdraw(request: SignedInRequest) -> HttpResponse:
    """End the code."""
    handover.end_code()
    request.session.pop(CODE, None)
    messages.success(request, _("The code opens nothing any more."))
    return redirect("takeover:index")


@sensitive_post_parameters("code")
@hall_only
@owner_only
@form_page
@password_again
def bring(request: SignedInRequest) -> HttpResponse:
    """Take a copy from a file or from another laptop; what it would change is shown before it is put back."""
    form = BringForm(posted(request), request.FILES if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        values, at = form.cleaned_data, timezone.now()
        try:
            if values["file"]:
                copy = shelf.add_copy(values["file"].file, at)
            else:
                copy = fetching.fetch(fetching.address_of(values["address"]), values["code"], at)
        except BackupFailed as problem:
            form.add_error("file" if values["file"] else "address", problem.message)
        else:
            return redirect("backups:restore", copy.stem)
    return render(request, "takeover/bring.html", {"form": form})


@hall_only
@owner_only
@require_POST
@password_again
def resume(request: SignedInRequest) -> HttpResponse:
    """Go on on this laptop after all."""
    handover.resume()
    caches.forget()
    messages.success(request, _("This laptop saves again. Stop the site on the other one."))
    return redirect("takeover:index")


@sensitive_post_parameters("code")
@csrf_exempt  # no browser asks here, and the code is the secret
@hall_only
@cache_control(private=True, no_store=True)
@require_POST
def fetch(request: HttpRequest) -> HttpResponseBase:
    """The copy for another laptop that knows the code."""
    try:
        copy, ticket = handover.hand_out(
            request.POST.get("code", ""), timezone.now(), mark_of_address(request, "takeover")
        )
    except handover.UnknownTakeoverCode:
        raise Http404 from None
    except BackupFailed as problem:
        return HttpResponse(problem.message, status=503, content_type="text/plain; charset=utf-8")
    answer = FileResponse(copy.path.open("rb"), as_attachment=True, filename=copy.name)
    answer[fetching.TICKET] = ticket
    return answer


@csrf_exempt  # no browser asks here, and the ticket is the secret
@hall_only
@cache_control(private=True, no_store=True)
@require_POST
def taken(request: HttpRequest) -> JsonResponse:
    """Another laptop says that it has put the copy back, and where it serves."""
    try:
        address = fetching.address_of(request.POST.get("address", ""))
    except BackupFailed:
        address = ""
    try:
        since = handover.note_takeover(request.POST.get("ticket", ""), address, timezone.now())
    except handover.UnknownTakeoverCode:
        raise Http404 from None
    caches.forget()
    return JsonResponse({"since": since})
