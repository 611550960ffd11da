"""How a seating is drawn and published, a chart of one's own, and the answers that the next round needs."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.record import ByePoints
from scoring.seats import SIDES, Side
from tournament.forms.events import ByeForm
from tournament.forms.fields import NumberField, QuietForm, movements, set_choices
from tournament.models import Event
from tournament.models.seating import SIDE_NAMES
from tournament.reports.seating_choices import judged_movements
from tournament.rotation.chart_text import LARGEST as LARGEST_CHART
from tournament.services.drafts import LARGEST_SEED
from tournament.state.attendance import in_a_row
from tournament.state.next_round import NamedWinner, WinnerQuestion
from tournament.words.names import number_beside


class SitOutForm(ByeForm):
    """The question when a seating has sit-outs; without `asks`, an empty form."""

    def __init__(self, *args: Any, asks: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["bye_mode"].label = _lazy("What does a sit-out score?")
        self.fields["bye_mode"].help_text = _lazy(
            "Players sit out in this seating, and nobody has decided this yet. Every player sees it."
        )
        self.asks = asks
        if not asks:
            del self.fields["bye_mode"], self.fields["bye_points"]

    def bye(self) -> ByePoints | None:
        """The answer, or None if nothing was asked."""
        if not self.asks:
            return None
        mode = self.cleaned_data["bye_mode"]
        points = self.cleaned_data["bye_points"] if mode == Event.ByeMode.FIXED else 0
        return ByePoints(mode, points)


class DraftForm(forms.Form):
    """How to draw: the movement, and the seed to repeat an earlier draw."""

    movement = forms.ChoiceField(label=_lazy("How players move"), widget=forms.RadioSelect)
    seed = NumberField(
        label=_lazy("Draw number"),
        help_text=_lazy("The same number draws the same seating again. If blank, a new one is chosen."),
        required=False,
        min_value=0,
        max_value=LARGEST_SEED,
    )

    def __init__(self, event: Event, *args: Any, first: int = 1, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        warnings = {offer.movement.key: offer.warning for offer in judged_movements(event, first)}
        set_choices(self, "movement", movements(warnings))
        self.fields["movement"].initial = event.movement


class ReplanForm(DraftForm):
    """The same for unplayed rounds, with the round to start from."""

    from_round = forms.TypedChoiceField(label=_lazy("Redraw from"), coerce=int)
    field_order = ("from_round", "movement", "seed")

    def __init__(self, event: Event, first: int, *args: Any, **kwargs: Any) -> None:
        super().__init__(event, *args, first=first, **kwargs)
        choices = [
            (n, _lazy("round %(number)d") % {"number": n}) for n in range(first, event.round_count + 1)
        ]
        set_choices(self, "from_round", choices)


class PublishForm(SitOutForm):
    """The draft that was shown, as another may have replaced it, and what a sit-out scores if undecided."""

    draft = forms.CharField(widget=forms.HiddenInput, max_length=60)


class FindPlayerForm(forms.Form):
    """A player's number or part of a name."""

    q = forms.CharField(
        label=_lazy("Name or number"),
        required=False,
        max_length=80,
        widget=forms.TextInput(attrs={"type": "search", "autocomplete": "off", "data-hotkey": "/"}),
    )


class OwnChartForm(QuietForm):
    """A chart as text; a file takes the place of what is in the field."""

    chart = forms.CharField(
        label=_lazy("Chart"),
        strip=False,
        max_length=LARGEST_CHART,
        help_text=_lazy(
            "One table in a line, partners together: 12 7 v 3 9. An empty line or “Round 2” begins the next "
            "round; “sit out: 5 6” may name who sits out. Or what planrotation --json prints."
        ),
        widget=forms.Textarea(attrs={"rows": 14, "autocomplete": "off", "spellcheck": "false", "dir": "ltr"}),
        error_messages={
            "required": _lazy("Paste a chart, or choose a file."),
            "max_length": format_lazy(_lazy("A chart has {most} characters at most."), most=LARGEST_CHART),
        },
    )
    file = forms.FileField(
        label=_lazy("Or a file"),
        required=False,
        help_text=_lazy("Text or JSON. It takes the place of what is in the field."),
        widget=forms.FileInput(attrs={"accept": ".txt,.json,.csv,text/plain,application/json"}),
        error_messages={"empty": _lazy("The file is empty. Choose another one.")},
    )

    def clean_file(self) -> Any:
        """Refuse a file that is too large, before reading any of it."""
        file = self.cleaned_data["file"]
        if file and file.size > LARGEST_CHART:
            message = _("The file is larger than %(most)d KB; no chart is as large as that.")
            raise forms.ValidationError(message % {"most": LARGEST_CHART // 1000}, code="too-large")
        return file

    def clean(self) -> dict[str, Any]:
        """Take the text from the file, if there is one."""
        values = super().clean() or {}
        if file := values.get("file"):
            text = file.read().decode("utf-8-sig", errors="replace").replace("\x00", "�")
            values["chart"] = "\n".join(text.splitlines())
            self.errors.pop("chart", None)
        return values

    @classmethod
    def with_text(cls, text: str) -> "OwnChartForm":
        """The form as if this text had been typed, so that nothing of a file is lost."""
        return cls({"chart": text})


class NextRoundForm(QuietForm):
    """Who moves on as winner from tables whose sheets do not say: a choice for each question.

    `seen` is the mark of the seating that was shown.
    """

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
    names = in_a_row(
        [
            format_html("{} <bdi>{}</bdi>", number_beside(player.number, player.name), player.name)
            for player in people
        ]
    )
    return format_html("<span><strong>{}</strong> {}</span>", SIDE_NAMES[side], SafeString(names))
