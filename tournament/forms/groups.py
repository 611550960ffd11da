"""Groups of players: naming one, and ticking who is in it."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _lazy

from tournament.forms.fields import set_choices
from tournament.services.groups import LONGEST_GROUP


class GroupForm(forms.Form):
    """The name of a group of one's own."""

    use_required_attribute = False

    group = forms.CharField(
        label=_lazy("Another group"),
        max_length=LONGEST_GROUP,
        help_text=_lazy("One or two words, such as juniors or Tuesday club."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "dir": "auto"}),
        error_messages={"required": _lazy("Give the group a name.")},
    )


class MembersForm(forms.Form):
    """Tick boxes for everybody; `was` are the numbers that were ticked when the page was made.

    Only what differs from them is changed, so that two officials can tick at a time.
    """

    was = forms.CharField(required=False, max_length=10_000, widget=forms.HiddenInput)
    members = forms.TypedMultipleChoiceField(coerce=int, required=False)

    def __init__(
        self, numbers: Iterable[int], members: Collection[int], data: Mapping[str, Any] | None = None
    ) -> None:
        ticked = sorted(members)
        super().__init__(data, initial={"members": ticked, "was": " ".join(map(str, ticked))})
        set_choices(self, "members", [(number, str(number)) for number in numbers])

    @property
    def ticked(self) -> set[int]:
        """The numbers whose boxes are ticked."""
        return {int(number) for number in self["members"].value() or [] if str(number).isdecimal()}

    @property
    def joining(self) -> set[int]:
        return set(self.cleaned_data["members"]) - self._before

    @property
    def leaving(self) -> set[int]:
        return self._before - set(self.cleaned_data["members"])

    @property
    def _before(self) -> set[int]:
        words = self.cleaned_data["was"].split()
        return {int(word) for word in words if word.isascii() and word.isdecimal() and len(word) <= 4}
