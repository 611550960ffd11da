"""Sign an account in."""

from django.contrib.auth import login
from django.http import HttpRequest
from django.utils import timezone

from tournament.models import User
from tournament.services import sessions as services


def sign_in_here(request: HttpRequest, user: User, backend: str | None = None) -> None:
    """Sign this account in, and note the time and the browser for the list of sessions."""
    login(request, user, backend)
    request.session[services.BEGUN] = services.begun(timezone.now(), request.headers.get("User-Agent", ""))
