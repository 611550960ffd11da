"""Tally cards at the desk: which card, its lines, and the answers needed to make a sheet from cards."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import pgettext

from scoring.ruleset import Ruleset
from scoring.seats import SIDES, Side
from tournament.forms.fields import CountField, ReasonField, changed_data
from tournament.models import CardLine, Event
from tournament.models.cards import Noted
from tournament.models.seating import SIDE_NAMES
from tournament.reports.cards import CardRound
from tournament.services.cards import TypedRound
from tournament.services.errors import Refused
from tournament.words.figures import figure

SAT_OUT = "x"
LONE = "/"
CELL = re.compile(r"(?P<points>[-−]?[0-9]{1,3})(?P<loners>(?:[/a][0-9]{0,2})*)(?P<mark>[^\W\d_a]?)")
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


def won_letter() -> str:
    """The letter that marks a round as won, in the reader's language."""
    return pgettext("letter on a tally card: round won", "w")


def lost_letter() -> str:
    """The letter that marks a round as lost, in the reader's language."""
    return pgettext("letter on a tally card: round lost", "l")


def cell_of(noted: Noted) -> str:
    """A line as it is typed: `9`, `9/1w`, `x`."""
    if noted.sat_out:
        return SAT_OUT
    lone = f"{LONE}{noted.loners}" if noted.loners else ""
    mark = "" if noted.won is None else won_letter() if noted.won else lost_letter()
    return f"{noted.points}{lone}{mark}"


class CellField(forms.CharField):
    """A round of a card as it is typed: points, `/` and the lone marches, won or lost; `x` for a sit-out."""

    def __init__(self, rules: Ruleset, **kwargs: Any) -> None:
        self.rules = rules
        super().__init__(required=False, max_length=12, **kwargs)

    def clean(self, value: Any) -> Noted | None:
        text = str(super().clean(value)).replace(" ", "").lower()
        if not text:
            return None
        if text == SAT_OUT:
            return Noted(0, sat_out=True)
        cell = CELL.fullmatch(text)
        marks = {won_letter(): True, lost_letter(): False, "w": True, "l": False, "": None}
        if cell is None or cell["mark"] not in marks:
            message = _("Type the points, such as 9, or 9/1 with one lone march, or x for a sit-out.")
            raise forms.ValidationError(message)
        points = int(cell["points"].replace("−", "-"))
        if points < 0 and not self.rules.may_be_negative:
            raise forms.ValidationError(_("A number here is 0 or more."))
        loners = sum(int(times or 1) for times in re.findall(r"[/a]([0-9]*)", cell["loners"]))
        if loners and not self.rules.lone_hands:
            raise forms.ValidationError(_("Nobody may play alone under these rules."))
        return Noted(points, loners, marks[cell["mark"]])

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        return {"inputmode": "text", "autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}


class HallCardForm(forms.Form):
    """A card: `lines` are those it has already, by round. The total is compared with the sum; a difference is
    asked about once, and the rounds count."""

    card = CountField(
        digits=4,
        label=_lazy("Card number"),
        error_messages={"required": _lazy("Type the number on the card.")},
    )
    total = CountField(
        digits=4, required=False, signed=True, label=_lazy("Total written on the card"),
        help_text=_lazy("It’s compared with the rounds. Leave it empty if there is none."),
    )  # fmt: skip
    asked = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(
        self, data: Any = None, *, event: Event, lines: Mapping[int, CardLine], **kwargs: Any
    ) -> None:
        super().__init__(data, **kwargs)
        self.event, self.lines = event, lines
        self.rounds = range(1, event.round_count + 1)
        for number in self.rounds:
            line = lines.get(number)
            self.fields[f"r{number}"] = CellField(
                event.ruleset,
                label=_("Round %(n)d") % {"n": number},
                initial=cell_of(line.noted) if line else "",
            )
            self.fields[f"rev{number}"] = CountField(
                digits=5, empty=0, widget=forms.HiddenInput, initial=line.revision if line else 0
            )

    @property
    def cells(self) -> list[forms.BoundField]:
        return [self[f"r{number}"] for number in self.rounds]

    @property
    def revisions(self) -> list[forms.BoundField]:
        return [self[f"rev{number}"] for number in self.rounds]

    @property
    def asks_total(self) -> bool:
        """Whether the question about the total is open, so that the button says what it does."""
        return self.is_bound and "total" in self.errors

    @property
    def sum(self) -> int:
        return sum(noted.points for noted in self._noted() if noted)

    def _noted(self) -> list[Noted | None]:
        return [self.cleaned_data.get(f"r{number}") for number in self.rounds]

    def clean(self) -> dict[str, Any]:
        """Refuse a card without a line, and ask about a written total that is not the sum of the rounds."""
        values = self.cleaned_data
        if self.errors:
            return values
        noted = [line for line in self._noted() if line]
        if not noted and not self.lines:
            self.add_error("r1", _("Type the points of each round, or x where the player sat out."))
            return values
        written = values["total"]
        byes = sum(line.sat_out for line in noted) * self.event.bye.of(points=0, rounds=0)
        asked = f"{written}/{self.sum}"
        if written is not None and written not in (self.sum, self.sum + byes) and values["asked"] != asked:
            message = _(
                "The card says %(written)s, its rounds come to %(sum)s. Correct a round, or save it as it "
                "is: the rounds count."
            )
            figures = {"written": figure(written), "sum": figure(self.sum)}
            self.add_error("total", message % figures)
            self.data = changed_data(self.data, asked=asked)
        return values

    @property
    def is_of_its_page(self) -> bool:
        """Whether the number is still that of the page: another card's figures replace none of this one's."""
        return self.initial.get("card") in (None, self.cleaned_data["card"])

    def typed_rounds(self) -> dict[int, TypedRound]:
        """The typed lines by round number, for the service; call it on a valid form."""
        return {
            number: TypedRound(noted, self.cleaned_data[f"rev{number}"] if self.is_of_its_page else 0)
            for number, noted in zip(self.rounds, self._noted(), strict=True)
        }

    def refuse(self, lines: Mapping[int, Refused], now: Mapping[int, CardLine]) -> None:
        """Show each refusal beside its round; sent again, a stale line replaces the one shown now."""
        for number, problem in lines.items():
            self.add_error(f"r{number}", problem.message)
            if problem.code == "stale":
                line = now.get(number)
                self.data = changed_data(self.data, **{f"rev{number}": line.revision if line else 0})
