"""Invite officials, and create an account by invitation."""

from django import forms
from django.contrib.auth import password_validation
from django.contrib.auth.forms import UsernameField
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _lazy

from tournament.models import Membership
from tournament.services.officials import LONGEST_NAME

Role = Membership.Role
LONGEST_USERNAME = 30
# What each role is for, shown where one is chosen.
ROLES = (
    (Role.SCORER.value, _lazy("Scorer: checks players in, enters scores, prints")),
    (Role.DIRECTOR.value, _lazy("Director: everything, rulings and settings included")),
    (Role.VIEWER.value, _lazy("Viewer: looks, changes nothing")),
)


class InviteForm(forms.Form):
    """Whom to invite, and with which role."""

    use_required_attribute = False

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


class NewAccountForm(forms.Form):
    """A new account by invitation. The service runs the site's password validators."""

    use_required_attribute = False

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
