"""The client's address behind our own proxies."""

from django.conf import settings
from django.http import HttpRequest


def client_address(request: HttpRequest) -> str:
    """The address that the outermost of our own proxies saw.

    Entries further left in X-Forwarded-For were written by the client and prove nothing.
    """
    direct = request.META.get("REMOTE_ADDR") or "127.0.0.1"  # none over a socket file
    if not settings.TRUSTED_PROXIES:
        return direct
    seen = [part.strip() for part in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",") if part.strip()]
    return seen[-settings.TRUSTED_PROXIES] if len(seen) >= settings.TRUSTED_PROXIES else direct
