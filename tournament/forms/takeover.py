"""Where a copy for this laptop comes from: a file, or another laptop's address and the code shown there."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

LONGEST_ADDRESS, LONGEST_CODE = 200, 40


class BringForm(forms.Form):
    """A file, or else an address with its code."""

    use_required_attribute = False

    file = forms.FileField(
        label=_lazy("A backup file"),
        required=False,
        help_text=_lazy("From a USB stick: its name begins with euchre- and ends in .zip."),
        widget=forms.FileInput(attrs={"accept": ".zip,application/zip"}),
        error_messages={"empty": _lazy("The file is empty. Choose another one.")},
    )
    address = forms.CharField(
        label=_lazy("Or the first laptop’s address"),
        required=False,
        max_length=LONGEST_ADDRESS,
        help_text=_lazy("As it is shown there, such as http://192.168.1.20:8000/."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false", "inputmode": "url"}),
    )
    code = forms.CharField(
        label=_lazy("Its code"),
        required=False,
        max_length=LONGEST_CODE,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "spellcheck": "false", "autocapitalize": "none"}
        ),
    )

    def clean(self) -> dict[str, Any]:
        """Ask for one of the two, and for a code with an address."""
        values = super().clean() or {}
        if self.errors or values.get("file"):
            return values
        if not values.get("address"):
            self.add_error("file", _("Choose a file, or type the first laptop’s address and its code."))
        elif not values.get("code"):
            self.add_error("code", _("Type the code that the first laptop shows."))
        return values
