"""Sign in and out, change the password, list the sessions.

Too many wrong passwords lock the pair of name and address (`web.lockout`).
"""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout, update_session_auth_hash
from django.contrib.auth.forms import AuthenticationForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournament.access import signed_in
from tournament.forms.accounts import FirstPasswordForm, OldPasswordForm
from tournament.http import SignedInRequest
from tournament.running import program
from tournament.services import sessions as services
from tournament.web.form_pages import form_page, posted
from tournament.web.lockout import locked_page, remember_browser, turn
from tournament.web.sign_in import account_of_start_link, sign_in_here, use_start_link


@never_cache
@form_page
def sign_in(request: HttpRequest) -> HttpResponse:
    """Ask for name and password, then redirect to the page that needed them."""
    target = _target(request)
    if request.user.is_authenticated:
        return redirect(target)
    form = AuthenticationForm(request, posted(request))
    with turn(request) as mine:
        if not mine:
            return locked_page(request, None)
        if form.is_valid():
            sign_in_here(request, form.get_user())
            return remember_browser(request, redirect(target), form.get_user().username)
    # Only a hall's director can open a terminal on the site's own machine.
    remedy = program.command_line("changepassword", "director") if settings.PROFILE == "hall" else ""
    return render(request, "accounts/sign_in.html", {"form": form, "new_password": remedy})


@never_cache
@form_page
def start(request: HttpRequest, token: str) -> HttpResponse:
    """Sign the director in by the link in the terminal, with a password of their own if they choose one."""
    user = account_of_start_link(request, token)
    if user is None:
        return render(request, "accounts/start.html", status=410)
    form = FirstPasswordForm(user, posted(request))
    kept = "keep" in request.POST
    if (kept or form.is_valid()) and use_start_link(token):
        if not kept:
            form.save()
        sign_in_here(request, user)
        return remember_browser(request, redirect("events:index"), user.username)
    return render(request, "accounts/start.html", {"form": form, "account": user})


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """Sign out. To somebody who is not signed in there is nothing to say, nor to remember."""
    if not request.user.is_authenticated:
        return redirect("home")
    logout(request)
    messages.success(request, _("You are signed out."))
    return redirect("home")


@never_cache
@signed_in
@form_page
def change_password(request: SignedInRequest) -> HttpResponse:
    """Change the password, which signs other devices of the account out."""
    form = OldPasswordForm(request, posted(request))
    if form.is_valid():
        update_session_auth_hash(request, form.save())
        messages.success(request, _("Your password is changed."))
        return redirect("events:index")
    return render(request, "accounts/change_password.html", {"form": form})


@never_cache
@signed_in
@form_page
def sessions(request: SignedInRequest) -> HttpResponse:
    """List the devices that are signed in to this account, and sign them out."""
    now, here = timezone.now(), request.session.session_key or ""
    if request.method == "POST":
        mark = request.POST.get("session")
        ended = services.end_sessions(request.user, now, mark=mark, but=here)
        if ended:
            words = ngettext("Signed out on %d device.", "Signed out on %d devices.", ended)
            messages.success(request, words % ended)
        else:
            messages.info(request, _("That device is already signed out."))
        return redirect("accounts:sessions")
    context = {"sessions": services.sessions_of(request.user, now), "here": services.session_mark(here)}
    return render(request, "accounts/sessions.html", context)


def _target(request: HttpRequest) -> str:
    """Where to go after signing in: `?next=` if it is a page of this site, else the list of events."""
    target = request.GET.get("next", "")
    ours = url_has_allowed_host_and_scheme(target, {request.get_host()}, require_https=request.is_secure())
    # `redirect` takes a word without a slash for the name of a URL pattern.
    return target if ours and target.startswith("/") else resolve_url("events:index")
