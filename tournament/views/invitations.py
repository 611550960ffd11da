"""Accept an invitation by its secret link, with an existing account or a new one."""

from collections.abc import Callable
from functools import partial, wraps

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournament.access import invitation_of, role_at
from tournament.forms.accounts import NewAccountForm
from tournament.forms.fields import add_domain_error
from tournament.models import Invitation
from tournament.services import officials as services
from tournament.services.errors import Refused
from tournament.web.form_pages import attempt, form_page, posted
from tournament.web.lockout import remember_browser
from tournament.web.sign_in import sign_in_here
from tournament.words.sentences import within

GONE = 410

View = Callable[..., HttpResponse]


def invited(view: View) -> View:
    """Decorate a view taking `(request, invitation)`: the link's secret becomes the invitation, or 404.

    One that is no longer open answers 410. Browsers do not cache these pages, and other sites do not learn
    their address.
    """

    @wraps(view)
    @never_cache
    def opened(request: HttpRequest, token: str) -> HttpResponse:
        invitation = invitation_of(token)
        if invitation.is_open(timezone.now()):
            response = view(request, invitation)
        elif request.user.is_authenticated and role_at(invitation.event, request.user):
            response = redirect("events:overview", invitation.event.slug)
        else:
            response = render(request, "invitations/dead.html", status=GONE)
        response["Referrer-Policy"] = "same-origin"
        response["X-Robots-Tag"] = "noindex"
        return response

    return opened


@invited
@form_page
def show(request: HttpRequest, invitation: Invitation) -> HttpResponse:
    """Show the invitation; a visitor without an account makes one here."""
    form = NewAccountForm(posted(request))
    joined = None
    if not request.user.is_authenticated and form.is_valid():
        joined = _join_anew(request, invitation, form)
    return joined or render(request, "invitations/show.html", {"invitation": invitation, "form": form})


@invited
@require_POST
def accept(request: HttpRequest, invitation: Invitation) -> HttpResponse:
    """Accept the role with the account that is signed in."""
    if not request.user.is_authenticated:
        return redirect("invitations:show", invitation.token)
    join = partial(services.join, invitation, user=request.user, at=timezone.now())
    if joined := attempt(request, join):
        return _welcome(request, invitation, joined.result.get_role_display())
    return redirect("invitations:show", invitation.token)


def _join_anew(request: HttpRequest, invitation: Invitation, form: NewAccountForm) -> HttpResponse | None:
    typed = {name: form.cleaned_data[name] for name in ("username", "name", "password")}
    try:
        membership = services.join_with_new_account(invitation, at=timezone.now(), **typed)
    except Refused as refused:
        add_domain_error(form, refused)
    except ValidationError as error:
        problems = error.message_dict if hasattr(error, "error_dict") else {"password": error.messages}
        for field, sentences in problems.items():
            form.add_error(field if field in form.fields else None, sentences)
    else:
        sign_in_here(request, membership.user)
        welcome = _welcome(request, invitation, membership.get_role_display())
        return remember_browser(request, welcome, membership.user.username)
    return None


def _welcome(request: HttpRequest, invitation: Invitation, role: str) -> HttpResponse:
    words = {"role": within(role), "event": invitation.event.name}
    messages.success(request, _("Your role in “%(event)s” is now: %(role)s.") % words)
    return redirect("events:overview", invitation.event.slug)
