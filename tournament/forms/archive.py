"""Files from elsewhere: an event's archive, and a backup of another laptop."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.archive.document import LONGEST_SLUG
from tournament.archive.text import LARGEST, loads
from tournament.forms.fields import QuietForm


class ArchiveForm(QuietForm):
    """An archive, and a short name for the event if its own is taken here."""

    file = forms.FileField(
        label=_lazy("Archive"),
        help_text=_lazy("A file that “Download the archive” made, its name ending in .json."),
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
        error_messages={
            "required": _lazy("Choose the file."),
            "empty": _lazy("The file is empty. Choose another one."),
        },
    )
    slug = forms.CharField(
        label=_lazy("Short name"),
        required=False,
        max_length=LONGEST_SLUG,
        help_text=_lazy("Only where another event has the archive’s own: letters, digits and hyphens."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )

    def clean_file(self) -> Any:
        """Refuse a file that is too large, before reading any of it."""
        file = self.cleaned_data["file"]
        if file.size > LARGEST:
            message = _("The file is larger than %(most)d MB; no event is as large as that.")
            raise forms.ValidationError(message % {"most": LARGEST // 1024**2}, code="too-large")
        return file

    def archive(self) -> Any:
        """The file's values, once the form is valid. Raises `BadArchive`."""
        return loads(self.cleaned_data["file"].read())


class BringForm(QuietForm):
    """A backup file from another laptop."""

    file = forms.FileField(
        label=_lazy("A backup file"),
        help_text=_lazy("From a USB stick: its name begins with euchre- and ends in .zip."),
        widget=forms.FileInput(attrs={"accept": ".zip,application/zip"}),
        error_messages={
            "required": _lazy("Choose the file."),
            "empty": _lazy("The file is empty. Choose another one."),
        },
    )
