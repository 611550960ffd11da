"""An announcement to the whole hall."""

from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _lazy

from tournament.services.announcements import LONGEST


class AnnouncementForm(forms.Form):
    """The text of an announcement."""

    use_required_attribute = False

    text = forms.CharField(
        label=_lazy("What should everybody know?"),
        max_length=LONGEST,
        help_text=_lazy("For example: Round 5 begins at 20:15. Supper is in the kitchen."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={
            "required": _lazy("Write what everybody should know."),
            "max_length": format_lazy(
                _lazy("Keep it to {most} characters: it is read from the back of the hall."), most=LONGEST
            ),
        },
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # A browser would cut a longer text silently; so it is refused, whole, with a sentence.
        self.fields["text"].widget.attrs.pop("maxlength", None)
