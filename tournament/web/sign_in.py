"""Sign an account in."""

from django.contrib.auth import login
from django.http import HttpRequest
from django.utils import timezone

from tournament.models import User
from tournament.services import sessions as services
from tournament.services.sent_forms import forget_old


def sign_in_here(request: HttpRequest, user: User, backend: str | None = None) -> None:
    """Sign this account in, and note the time and the browser for the list of sessions.

    Old marks of sent forms are deleted on the way: here nobody waits for a score to be saved.
    """
    login(request, user, backend)
    now = timezone.now()
    request.session[services.BEGUN] = services.begun(now, request.headers.get("User-Agent", ""))
    forget_old(now)
