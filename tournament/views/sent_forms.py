"""Where a form that was sent twice waits until the first sending has led somewhere."""

from django.core.signing import BadSignature
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournament.web.sent_once import where_to


@never_cache
@require_safe
def show(request: HttpRequest, token: str) -> HttpResponse:
    """Go where the form led; while it is being saved, a page that asks again by itself."""
    try:
        target = where_to(token)
    except BadSignature as problem:
        raise Http404 from problem
    return redirect(target) if target else render(request, "sent_forms/being_saved.html")
