"""The second official's password, where what is done cannot wait for them: restoring a backup."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _lazy

from tournament.forms.accounts import LOCKED
from tournament.models import User


class SecondPasswordForm(forms.Form):
    """Name and password of somebody among `allowed`; `lock` refuses without looking at them."""

    use_required_attribute = False

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
        self.is_locked = False
        self.official: User | None = None

    def lock(self) -> None:
        self.is_locked = True

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
