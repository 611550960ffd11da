"""The director's answers before the next round is seated: who moves on as winner where no sheet says."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _lazy

from scoring.seats import SIDES, Side
from tournament.models.seating import SIDE_NAMES
from tournament.state.attendance import in_a_row
from tournament.state.next_round import NamedWinner, WinnerQuestion


class NextRoundForm(forms.Form):
    """A choice for each question, and the mark of the seating that was shown."""

    use_required_attribute = False
    seen = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)

    def __init__(self, questions: Sequence[WinnerQuestion], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.questions = tuple(questions)
        for question in self.questions:
            self.fields[_winner(question)] = forms.ChoiceField(
                label=question.sentence,
                choices=[(side.value, _side(question, side)) for side in SIDES],
                widget=forms.RadioSelect,
                initial=question.named.side.value if question.named else None,
                error_messages={
                    "required": _lazy("Choose a side: the next seating follows from it."),
                    "invalid_choice": _lazy("Choose one of the two sides."),
                },
                help_text=""
                if question.for_sheet
                else _lazy("This decides only who moves, not who won the round."),
            )
            if question.for_sheet:
                self.fields[_unsure(question)] = forms.BooleanField(
                    label=_lazy("Nobody knows: the side chosen moves on, the round stays a tie"),
                    required=False,
                    initial=question.named is not None,
                )

    @property
    def asked(self) -> list[forms.BoundField]:
        """The visible fields, in order."""
        return [field for field in self if not field.is_hidden]

    def named(self) -> Mapping[int, NamedWinner]:
        """The answers by table. Call it after `is_valid`, whatever that returned."""
        answers = {}
        for question in self.questions:
            side = self.cleaned_data.get(_winner(question))
            if side:
                first = question.for_sheet and not self.cleaned_data.get(_unsure(question))
                answers[question.table] = NamedWinner(Side(side), reached_first=first)
        return answers


def _winner(question: WinnerQuestion) -> str:
    return f"winner_{question.table}"


def _unsure(question: WinnerQuestion) -> str:
    return f"unsure_{question.table}"


def _side(question: WinnerQuestion, side: Side) -> str:
    """“North–South: 3 Cora Cole and 7 Gwen Gray”."""
    people = question.people[side]
    names = in_a_row([format_html("{} <bdi>{}</bdi>", player.number, player.name) for player in people])
    return format_html("<span><strong>{}</strong> {}</span>", SIDE_NAMES[side], SafeString(names))
