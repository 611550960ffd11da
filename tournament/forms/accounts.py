"""Change a password, and type it again before what only its owner may do."""

from typing import Any

from django import forms
from django.contrib.auth.forms import PasswordChangeForm, SetPasswordForm
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _lazy

from tournament.models import User

LOCKED = _lazy("Too many wrong passwords. Wait a quarter of an hour.")


class OldPasswordForm(PasswordChangeForm):
    """A new password, and the old one; `lock` refuses without looking at the old one."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.is_locked = False

    def lock(self) -> None:
        self.is_locked = True

    def clean_old_password(self) -> str:
        if self.is_locked:
            raise ValidationError(LOCKED, code="locked")
        return str(super().clean_old_password())

    def has_wrong_password(self) -> bool:
        """Whether another password than the old one was typed."""
        return self.has_error("old_password", "password_incorrect")


class FirstPasswordForm(SetPasswordForm):  # type: ignore[type-arg]  # generic in the stubs only
    """A password of the director's own choice, in place of the one in the terminal."""

    use_required_attribute = False


class PasswordAgainForm(forms.Form):
    """The password of whoever is signed in; `lock` refuses without looking at it."""

    use_required_attribute = False

    password_again = forms.CharField(
        label=_lazy("Password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password", "autofocus": True}),
        error_messages={"required": _lazy("Type your password.")},
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        self.is_locked = False

    def lock(self) -> None:
        self.is_locked = True

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
