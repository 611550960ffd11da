"""What a table's score is swapped with, and why."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.seats import Side
from tournament.figures import figure
from tournament.figures import score as score_in_figures
from tournament.forms.fields import CountField, set_choices
from tournament.models import Sheet
from tournament.reports.sheets import GridRow, Version
from tournament.services.common import LONGEST_REASON

SIDES = "sides"


class SwapForm(forms.Form):
    """The other table with the version that its choice showed, or the table's own two sides."""

    revision = CountField(digits=5, empty=0, widget=forms.HiddenInput)
    accepted = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)
    swap = forms.ChoiceField(
        label=_lazy("What is swapped?"),
        widget=forms.RadioSelect,
        error_messages={
            "required": _lazy("Choose what is swapped."),
            "invalid_choice": _lazy("That table’s score has changed. Choose again."),
        },
    )
    loners = forms.ChoiceField(
        label=_lazy("And the lone marches?"),
        required=False,
        widget=forms.RadioSelect,
        choices=[
            ("stay", _lazy("They stay with the players who made them")),
            ("move", _lazy("They were in the wrong columns too: N and E, S and W change places")),
        ],
    )
    reason = forms.CharField(
        label=_lazy("Reason"),
        max_length=LONGEST_REASON,
        help_text=_lazy("It’s kept in the table’s history."),
        error_messages={
            "required": _lazy("Say why the scores are swapped."),
            "max_length": _lazy("Keep the reason to %(limit_value)d characters."),
        },
    )

    def __init__(self, data: Any = None, *, mine: GridRow | None, others: Sequence[GridRow]) -> None:
        version = mine.version if mine else None
        super().__init__(data, initial={"revision": version.revision if version else 0})
        choices = [(f"{row.table}.{row.version.revision}", _with(row)) for row in others if row.version]
        self.asks_loners = False
        if version is not None and version.entry == Sheet.Entry.TOTALS:
            ns, ew = version.totals[Side.NS], version.totals[Side.EW]
            label = _("the two sides of this table: North–South get %(ew)s, East–West %(ns)s")
            choices.insert(0, (SIDES, label % {"ns": figure(ns), "ew": figure(ew)}))
            self.asks_loners = any(version.loners.values())
        set_choices(self, "swap", choices)
        if not self.asks_loners:
            del self.fields["loners"]

    def clean(self) -> dict[str, Any]:
        super().clean()
        sides = self.cleaned_data.get("swap") == SIDES
        if sides and self.asks_loners and not self.cleaned_data.get("loners"):
            self.add_error("loners", _("Say what becomes of the lone marches."))
        return self.cleaned_data

    # For the service, once the form is valid.
    @property
    def expected(self) -> int:
        return int(self.cleaned_data["revision"])

    @property
    def other(self) -> tuple[int, int] | None:
        """The other table with the revision that was shown, None for the table's own sides."""
        if self.cleaned_data["swap"] == SIDES:
            return None
        number, _dot, revision = self.cleaned_data["swap"].partition(".")
        return int(number), int(revision)

    @property
    def with_loners(self) -> bool:
        return bool(self.cleaned_data.get("loners") == "move")

    @property
    def act(self) -> str:
        """What is done, so that an acceptance holds for this only."""
        loners = self.data.get("loners", "") if "loners" in self.fields else ""
        return f"{self.data.get('swap', '')} {loners}".strip()

    @property
    def is_accepted(self) -> bool:
        return bool(self.cleaned_data["accepted"] == self.act)


def _with(row: GridRow) -> str:
    assert row.version is not None  # only tables with a score are offered
    words = {"table": row.table, "score": _score(row.version)}
    return _("with table %(table)d, which has %(score)s") % words


def _score(version: Version) -> str:
    """`7–5, lone marches N 1`."""
    score = score_in_figures(version.totals[Side.NS], version.totals[Side.EW])
    if version.lone_words:
        return _("%(score)s, lone marches %(seats)s") % {"score": score, "seats": version.lone_words}
    return score
