"""Requests with what the site's own middleware and decorators put on them."""

from django.http import HttpRequest

from tournament.models import User


class OfficialRequest(HttpRequest):
    """A request of somebody who is signed in and may do this at the event: `access` has seen to it."""

    user: User
    role: str
