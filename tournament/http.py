"""Requests with what the site's middleware and decorators put on them."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from tournament.models import User


class SiteRequest(HttpRequest):
    """A request that went through the site's middleware.

    `htmx` says whether a script sent it, `taken_over` which other laptop runs this site since, if one does,
    `alarm` what is wrong with the database, if anything is.
    """

    htmx: HtmxDetails
    taken_over: object
    alarm: str


class SignedInRequest(SiteRequest):
    """A request by a user who is signed in."""

    user: User


class OfficialRequest(SignedInRequest):
    """A request by an official: `access.event_for` has checked that their role at the event permits it."""

    role: str


class FolderRequest(HttpRequest):
    """A page asked for by `publish`, to be a file in a folder: nobody stands behind it, nothing is shared."""
