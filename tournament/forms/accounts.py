"""Accounts and roles: passwords, asked for again before what only their owner may do; invitations."""

from typing import Any

from django import forms
from django.contrib.auth import password_validation
from django.contrib.auth.forms import PasswordChangeForm, SetPasswordForm, UsernameField
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _lazy

from tournament.forms.fields import QuietForm
from tournament.models import Membership, User
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


class _Lockable:
    """A form with a password that is not looked at once too many wrong ones were typed."""

    is_locked = False

    def lock(self) -> None:
        """Refuse whatever is typed, the right password too; call it before `is_valid`."""
        self.is_locked = True


class OldPasswordForm(_Lockable, PasswordChangeForm):
    """A new password, and the old one."""

    def clean_old_password(self) -> str:
        """The old password; refused if it is wrong, and unseen if the form is locked."""
        if self.is_locked:
            raise ValidationError(LOCKED, code="locked")
        return str(super().clean_old_password())

    def has_wrong_password(self) -> bool:
        """Whether another password than the old one was typed."""
        return self.has_error("old_password", "password_incorrect")


class FirstPasswordForm(SetPasswordForm):  # type: ignore[type-arg]  # generic in the stubs only
    """A password of the director's own choice, in place of the one in the terminal."""

    use_required_attribute = False


class PasswordAgainForm(_Lockable, QuietForm):
    """The password of whoever is signed in."""

    password_again = forms.CharField(
        label=_lazy("Password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password", "autofocus": True}),
        error_messages={"required": _lazy("Type your password.")},
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_password_again(self) -> str:
        typed = str(self.cleaned_data["password_again"])
        if self.is_locked:
            raise ValidationError(LOCKED, code="locked")
        if not self.user.check_password(typed):
            raise ValidationError(_lazy("That is not your password. Try again."), code="password_incorrect")
        return typed

    def has_wrong_password(self) -> bool:
        """Whether another password was typed."""
        return self.is_bound and self.has_error("password_again", "password_incorrect")


class SecondPasswordForm(_Lockable, QuietForm):
    """Name and password of a second official, to restore a backup; they have to be among `allowed`."""

    second = forms.CharField(
        label=_lazy("Sign-in name of a second director"),
        max_length=150,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
        error_messages={
            "required": _lazy("An event here asks for a second official: type their sign-in name.")
        },
    )
    second_password = forms.CharField(
        label=_lazy("Their password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
        error_messages={"required": _lazy("Let the second director type their password.")},
    )

    def __init__(self, allowed: QuerySet[User], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.allowed = allowed
        self.official: User | None = None

    @property
    def typed_name(self) -> str:
        return str(self.data.get("second", "")).strip()

    def clean(self) -> None:
        values = self.cleaned_data
        if not {"second", "second_password"} <= values.keys():
            return
        if self.is_locked:
            raise ValidationError({"second_password": ValidationError(LOCKED, code="locked")})
        user = self.allowed.filter(username=values["second"]).first()
        if user is None or not user.check_password(values["second_password"]):
            message = _lazy("No other director here has this name and this password.")
            raise ValidationError({"second_password": ValidationError(message, code="password_incorrect")})
        self.official = user

    def has_wrong_password(self) -> bool:
        """Whether a name and password were typed that do not open anything."""
        return self.is_bound and self.has_error("second_password", "password_incorrect")


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
