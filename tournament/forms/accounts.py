"""Accounts and roles: passwords, asked for again before what only their owner may do; invitations."""

from typing import Any

from axes.helpers import get_client_ip_address
from axes.utils import reset
from django import forms
from django.contrib.auth import authenticate, password_validation
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.forms import PasswordChangeForm, SetPasswordForm, UsernameField
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _lazy

from tournament.forms.fields import QuietForm
from tournament.http import SignedInRequest
from tournament.models import Membership
from tournament.services.officials import LONGEST_NAME

LOCKED = _lazy("Too many wrong passwords. Wait a quarter of an hour.")
Role = Membership.Role
LONGEST_USERNAME = 30
# What each role is for, shown where one is chosen.
ROLES = (
    (Role.SCORER.value, _lazy("Scorer: checks players in, enters scores, prints")),
    (Role.DIRECTOR.value, _lazy("Director: everything, rulings and settings included")),
    (Role.VIEWER.value, _lazy("Viewer: looks, changes nothing")),
)


def account_of(request: HttpRequest, username: str, password: str) -> AbstractBaseUser | None:
    """The account of this name and password. Wrong ones are counted, and after too many none is looked at."""
    user = authenticate(request, username=username, password=password)
    if getattr(request, "axes_locked_out", False):
        raise ValidationError(LOCKED, code="locked")
    if user is not None:
        reset(ip=get_client_ip_address(request), username=username)
    return user


class OldPasswordForm(PasswordChangeForm):
    """A new password, and the old one."""

    def __init__(self, request: SignedInRequest, *args: Any, **kwargs: Any) -> None:
        super().__init__(request.user, *args, **kwargs)
        self.request = request

    def clean_old_password(self) -> str:
        """The old password; refused if it is wrong."""
        typed = str(self.cleaned_data["old_password"])
        if account_of(self.request, self.user.get_username(), typed) is None:
            raise ValidationError(self.error_messages["password_incorrect"], code="password_incorrect")
        return typed


class FirstPasswordForm(SetPasswordForm):  # type: ignore[type-arg]  # generic in the stubs only
    """A password of the director's own choice, in place of the one in the terminal."""

    use_required_attribute = False


class PasswordAgainForm(QuietForm):
    """The password of whoever is signed in."""

    password_again = forms.CharField(
        label=_lazy("Password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password", "autofocus": True}),
        error_messages={"required": _lazy("Type your password.")},
    )

    def __init__(self, request: SignedInRequest, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request = request

    def clean_password_again(self) -> str:
        typed = str(self.cleaned_data["password_again"])
        if account_of(self.request, self.request.user.username, typed) is None:
            raise ValidationError(_lazy("That is not your password. Try again."), code="password_incorrect")
        return typed


class InviteForm(QuietForm):
    """Whom to invite, and with which role."""

    role = forms.ChoiceField(
        label=_lazy("As what?"),
        choices=ROLES,
        initial=Role.SCORER.value,
        widget=forms.RadioSelect,
        error_messages={
            "required": _lazy("Choose one of the roles."),
            "invalid_choice": _lazy("Choose one of the roles."),
        },
    )
    meant_for = forms.CharField(
        label=_lazy("Who is it for?"),
        required=False,
        max_length=LONGEST_NAME,
        help_text=_lazy("A name for your own list. Whoever opens the link first takes the role."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"max_length": format_lazy(_lazy("Keep it to {most} characters."), most=LONGEST_NAME)},
    )


class RoleForm(forms.Form):
    """A member's role; the service refuses an unknown one."""

    role = forms.ChoiceField(
        label=_lazy("Role"),
        choices=Role.choices,
        error_messages={"invalid_choice": _lazy("Choose one of the roles.")},
    )


class NewAccountForm(QuietForm):
    """A new account by invitation. The service runs the site's password validators."""

    name = forms.CharField(
        label=_lazy("Your name"),
        max_length=LONGEST_NAME,
        help_text=_lazy("As the history of the event shows it. Nobody else here has the same."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
        error_messages={"required": _lazy("Type your name.")},
    )
    username = UsernameField(
        label=_lazy("Sign-in name"),
        max_length=LONGEST_USERNAME,
        help_text=_lazy("Short; letters, digits and . - _ only."),
        error_messages={
            "required": _lazy("Choose the name you will sign in with."),
            "max_length": format_lazy(_lazy("Keep it to {most} characters."), most=LONGEST_USERNAME),
        },
    )
    password = forms.CharField(
        label=_lazy("Password"),
        strip=False,
        help_text=password_validation.password_validators_help_text_html,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        error_messages={"required": _lazy("Choose a password.")},
    )
    again = forms.CharField(
        label=_lazy("The same password again"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        error_messages={"required": _lazy("Type the password once more.")},
    )

    def clean(self) -> dict[str, str]:
        data = super().clean() or {}
        if data.get("password") and data.get("again") and data["password"] != data["again"]:
            self.add_error("again", _lazy("The two passwords differ. Type the same one twice."))
        return data
