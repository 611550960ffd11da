"""The reason for something that is hard to undo."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _lazy

from tournament.services.common import LONGEST_REASON


class ReasonForm(forms.Form):
    """A required reason."""

    reason = forms.CharField(
        label=_lazy("Reason"),
        max_length=LONGEST_REASON,
        help_text=_lazy("It’s kept in the history."),
        error_messages={"required": _lazy("Say why; it’s kept in the history.")},
    )


class DeletionForm(ReasonForm):
    """The event's name, typed, and a reason; neither for an event that is empty."""

    name = forms.CharField(
        label=_lazy("The event’s name"),
        max_length=200,
        help_text=_lazy("Type it, so that no other event is deleted by mistake."),
        error_messages={"required": _lazy("Type the event’s name.")},
    )
    field_order = ("name", "reason")

    def __init__(self, data: Mapping[str, Any] | None = None, *, is_empty: bool) -> None:
        super().__init__(data)
        self.fields["reason"].help_text = _lazy("It’s kept in the site’s log.")
        self.fields["reason"].error_messages["required"] = _lazy("Say why; it’s kept in the site’s log.")
        if is_empty:
            del self.fields["name"], self.fields["reason"]
