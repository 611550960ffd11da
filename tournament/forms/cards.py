"""Tally cards at the desk: which card, its lines, and the answers needed to make a sheet from cards."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.ruleset import Ruleset
from scoring.seats import SIDES, Side
from tournament.forms.fields import CountField, ReasonField, changed_data
from tournament.models.cards import Noted
from tournament.models.seating import SIDE_NAMES
from tournament.reports.cards import CardRound
from tournament.services.cards import TypedRound
from tournament.services.errors import Refused

NOBODY = "-"


class FindCardForm(forms.Form):
    """The number on the card."""

    card = CountField(
        digits=4,
        label=_lazy("Card number"),
        error_messages={"required": _lazy("Type the number on the card.")},
    )


@dataclass(frozen=True, slots=True)
class CardCell:
    """One round of the card with its fields; None if nothing can be typed."""

    round: CardRound
    points: forms.BoundField | None
    loners: forms.BoundField | None


class CardForm(forms.Form):
    """A card's lines: for each round played, the points, lone marches and the revision they replace."""

    def __init__(
        self, data: Any = None, *, rounds: Sequence[CardRound], rules: Ruleset, **kwargs: Any
    ) -> None:
        super().__init__(data, **kwargs)
        self.rounds = rounds
        self.open = [round_ for round_ in rounds if round_.is_open_to_typing]
        self.lone_hands = rules.lone_hands
        for round_ in self.open:
            number, line = round_.number, round_.line
            self.fields[f"r{number}"] = CountField(
                required=False,
                signed=rules.may_be_negative,
                label=_("Round %(n)d: points") % {"n": number},
                initial=line.noted.points if line else "",
            )
            self.fields[f"rev{number}"] = CountField(
                digits=5, empty=0, widget=forms.HiddenInput, initial=line.revision if line else 0
            )
        for round_ in self.open if rules.lone_hands else ():
            self.fields[f"lone{round_.number}"] = CountField(
                digits=2,
                empty=0,
                label=_("Round %(n)d: lone marches") % {"n": round_.number},
                initial=(round_.line.noted.loners or "") if round_.line else "",
            )

    def _cell(self, round_: CardRound) -> CardCell:
        number = round_.number
        names = (f"r{number}", f"lone{number}")
        return CardCell(round_, *(self[name] if name in self.fields else None for name in names))

    @property
    def cells(self) -> list[CardCell]:
        return [self._cell(round_) for round_ in self.rounds]

    @property
    def revisions(self) -> list[forms.BoundField]:
        return [self[f"rev{round_.number}"] for round_ in self.open]

    def clean(self) -> dict[str, Any]:
        """Require points wherever lone marches are given."""
        values = self.cleaned_data
        for round_ in self.open:
            points, lone = f"r{round_.number}", f"lone{round_.number}"
            if values.get(lone) and points in values and values[points] is None:
                self.add_error(points, _("Type the points as well."))
        return values

    def lines(self) -> dict[int, TypedRound]:
        """The typed lines by round, for the service."""
        return dict(self._lines())

    def _lines(self) -> Iterator[tuple[int, TypedRound]]:
        for round_ in self.open:
            number = round_.number
            points = self.cleaned_data[f"r{number}"]
            noted = None if points is None else Noted(points, self.cleaned_data.get(f"lone{number}", 0))
            yield number, TypedRound(noted, self.cleaned_data[f"rev{number}"])

    def refuse(self, lines: Mapping[int, Refused]) -> None:
        """Show each refusal beside its round; sent again, a stale line replaces the one shown now."""
        now = {round_.number: round_.line for round_ in self.rounds}
        for number, problem in lines.items():
            name = f"lone{number}" if problem.field == "loners" else f"r{number}"
            self.add_error(name if name in self.fields else None, problem.message)
            if problem.code == "stale" and f"rev{number}" in self.fields:
                line = now[number]
                revision = line.revision if line else 0
                self.data = changed_data(self.data, **{f"rev{number}": revision})


class TakeForm(forms.Form):
    """A table whose cards agree, as the page showed it; without a table, all that raise no question."""

    round = CountField(digits=4, required=False)
    table = CountField(digits=4, required=False)
    seen = forms.CharField(required=False, max_length=80)
    reached_first = forms.ChoiceField(
        required=False,
        choices=[("", ""), *((s.value, SIDE_NAMES[s]) for s in SIDES), (NOBODY, _lazy("nobody knows"))],
    )
    confirmed = forms.BooleanField(required=False)
    reason = ReasonField(required=False, label=_lazy("Reason, for rounds that are closed"))

    @property
    def side(self) -> Side | None:
        answer = self.cleaned_data["reached_first"]
        return Side(answer) if answer in set(SIDES) else None
