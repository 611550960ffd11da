"""Make sending a form twice the same as sending it once, on every page and without a script.

The key of a form is its CSRF token: Django masks it differently for every page it renders, so it identifies
the page sent. Forms without one, behind secret links, carry a `sent_key`. The token, the sender, the address
and everything typed make the key of a submission (`services.sent_forms`), so a form corrected after going
back is a different one.

Exceptions are scores (they have keys and revisions of their own), requests that scripts repeat by
themselves, and accounts.
"""

import secrets
from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Any

from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.crypto import salted_hmac

from tournament.http import SiteRequest, page_of
from tournament.services.sent_forms import Repeated, Sent, answer_of, keep_answer, sending

TOKENS = ("csrfmiddlewaretoken", "sent_key")
LEFT_OUT = frozenset({"table_entry", "accounts"})  # whole parts of the site
SCORES = frozenset(
    {
        "sheets:enter_totals",
        "sheets:save_row",
        "sheets:save_row_again",
        "sheets:enter_deals",
        "sheets:preview_deals",
    }
)
_SCRIPTS = frozenset({"X-Preview", "X-Waits"})  # headers of our scripts, which repeat their requests
REDIRECTS = (301, 302, 303)
SALT = "sent once, waiting"


def new_key() -> str:
    """A `sent_key` for a form without the usual token."""
    return secrets.token_urlsafe(12)


class SentRequest(SiteRequest):
    """A request with the form that it sends."""

    sent: Sent


class SentOnce:
    """Middleware: identify the form that a request sends, and answer a repetition like the first one.

    No repetition waits in a thread for the first one: its browser does, on a page that asks again by itself.
    """

    def __init__(self, get_response: Callable[[SentRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: SentRequest) -> HttpResponse:
        sent = request.sent = Sent()
        with sending(sent):
            answer = self.get_response(request)
        if sent.claimed:
            keep_answer(sent, answer["Location"] if answer.status_code in REDIRECTS else page_of(request))
        elif answer.status_code >= 400:  # what the first sending did may be why the form is no longer valid
            return _led(request, sent.key) or answer
        return answer

    def process_view(
        self, request: SentRequest, view: Callable[..., Any], *_rest: Any
    ) -> HttpResponse | None:
        """Identify the form, once the address is known and the CSRF check has passed."""
        match = request.resolver_match
        name = match.view_name if match else ""
        left_out = name in SCORES or name.partition(":")[0] in LEFT_OUT
        if request.method != "POST" or left_out or not _SCRIPTS.isdisjoint(request.headers):
            return None
        if token := next((request.POST[name] for name in TOKENS if request.POST.get(name)), ""):
            request.sent.key = _key(request, token)
        return _led(request, request.sent.key)

    def process_exception(self, request: HttpRequest, problem: Exception) -> HttpResponse | None:
        """Redirect a repetition to where the first one led, to wait while that is under way, or back to its
        page if nobody will tell."""
        if not isinstance(problem, Repeated):
            return None
        return _led(request, problem.key) or redirect(page_of(request))


def _led(request: HttpRequest, key: str) -> HttpResponse | None:
    """To where the first sending of a form led, to wait while it is under way, or None."""
    answer = answer_of(key) if key else None
    if answer == "":
        return redirect("sent_form", signing.dumps((key, page_of(request)), salt=SALT))
    return redirect(answer) if answer else None


def where_to(token: str) -> str:
    """Where a repetition that waits goes now: empty while the first one is under way.

    Raises `BadSignature` if we did not send it to wait.
    """
    key, page = signing.loads(token, salt=SALT)
    answer = answer_of(key)
    return page if answer is None else answer


def _key(request: HttpRequest, token: str) -> str:
    """A keyed digest of the submission, which does not reveal what was typed."""
    sender = request.user.pk if request.user.is_authenticated else "-"
    digest = sha256(repr((token, sender, request.get_full_path())).encode())
    for part in _typed(request):
        digest.update(sha256(part).digest())
    return salted_hmac("sent once", digest.hexdigest(), algorithm="sha256").hexdigest()


def _typed(request: HttpRequest) -> Iterator[bytes]:
    for name, values in sorted(request.POST.lists()):
        if name not in TOKENS:
            yield repr((name, values)).encode("utf-8", "surrogatepass")
    for name, files in sorted(request.FILES.lists()):
        for file in files:
            digest = sha256()
            for chunk in file.chunks():
                digest.update(chunk)
            file.seek(0)
            yield repr((name, file.name, digest.hexdigest())).encode("utf-8", "surrogatepass")
