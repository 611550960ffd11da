"""Sign an account in."""

from django.contrib.auth import login
from django.http import HttpRequest
from django.utils import timezone

from tournament.models import User
from tournament.services import sent_forms
from tournament.services import sessions as services
from tournament.web import lockout


def sign_in_here(request: HttpRequest, user: User, backend: str | None = None) -> None:
    """Sign this account in, and note the time and the browser for the list of sessions.

    Old sessions, sent forms and wrong passwords are forgotten on the way: here nobody waits for a score.
    """
    login(request, user, backend)
    now = timezone.now()
    request.session[services.BEGUN] = services.begun(now, request.headers.get("User-Agent", ""))
    services.forget_old(now)
    sent_forms.forget_old(now)
    lockout.forget_old(now)
