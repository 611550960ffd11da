"""What players and the director write to each other: a note, its answer, an announcement to the hall."""

from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _lazy

from tournament.forms.fields import QuietForm
from tournament.services.notes import LONGEST, LONGEST_ANNOUNCEMENT

LONG = {"max_length": format_lazy(_lazy("Keep it to {most} characters."), most=LONGEST)}


class NoteForm(QuietForm):
    """A player's note to the director."""

    text = forms.CharField(
        label=_lazy("What should the director know?"),
        max_length=LONGEST,
        help_text=_lazy("For example: our round 3 was 9, not 6."),
        widget=forms.Textarea(attrs={"rows": 3, "autocomplete": "off"}),
        error_messages=LONG | {"required": _lazy("Write what the director should know.")},
    )


class NoteAnswerForm(forms.Form):
    """The director's answer to a note."""

    answer = forms.CharField(
        label=_lazy("Answer"),
        max_length=LONGEST,
        required=False,
        help_text=_lazy("The player reads it on their own page. Without one they see that the note is done."),
        error_messages=LONG,
    )


class AnnouncementForm(QuietForm):
    """The text of an announcement."""

    text = forms.CharField(
        label=_lazy("What should everybody know?"),
        max_length=LONGEST_ANNOUNCEMENT,
        help_text=_lazy("For example: Round 5 begins at 20:15. Supper is in the kitchen."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={
            "required": _lazy("Write what everybody should know."),
            "max_length": format_lazy(
                _lazy("Keep it to {most} characters: it is read from the back of the hall."),
                most=LONGEST_ANNOUNCEMENT,
            ),
        },
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # A browser would cut a longer text silently; so it is refused, whole, with a sentence.
        self.fields["text"].widget.attrs.pop("maxlength", None)
