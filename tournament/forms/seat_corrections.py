"""Who sat where: two tables, or two players, to be exchanged in rounds that have begun."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _lazy

from tournament.forms.fields import NumberField, set_choices
from tournament.models import Event, Player
from tournament.services.common import LONGEST_REASON

ROUND = _lazy("round %d")


class CorrectionForm(forms.Form):
    """What both corrections ask: the reason."""

    use_required_attribute = False

    reason = forms.CharField(
        label=_lazy("What happened"),
        max_length=LONGEST_REASON,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": _lazy("Say what happened; it’s kept in the history.")},
    )

    def __init__(self, event: Event, rounds: Sequence[int], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.event = event
        for name in {"round", "from_round", "to_round"} & set(self.fields):
            set_choices(self, name, [(number, ROUND % number) for number in rounds])

    @property
    def fingerprint(self) -> str:
        """A hash of the request, so that only the effect that was shown can be accepted."""
        answers = sorted((name, str(value)) for name, value in self.cleaned_data.items())
        return salted_hmac("seat-correction", f"{self.event.pk} {answers}").hexdigest()[:20]


class ExchangeTablesForm(CorrectionForm):
    """Two tables that sat at each other's place."""

    round = forms.TypedChoiceField(label=_lazy("Round"), coerce=int)
    table = NumberField(label=_lazy("Table"), min_value=1)
    other = NumberField(label=_lazy("and table"), min_value=1)
    field_order = ("round", "table", "other", "reason")


class ExchangePlayersForm(CorrectionForm):
    """Two players who sat in each other's place."""

    player = forms.TypedChoiceField(label=_lazy("Player"))
    other = forms.TypedChoiceField(label=_lazy("and player"))
    from_round = forms.TypedChoiceField(label=_lazy("From"), coerce=int)
    to_round = forms.TypedChoiceField(label=_lazy("Until the end of"), coerce=int)
    field_order = ("player", "other", "from_round", "to_round", "reason")

    def __init__(self, event: Event, rounds: Sequence[int], *args: Any, **kwargs: Any) -> None:
        super().__init__(event, rounds, *args, **kwargs)
        self.people: dict[str, Player] = {str(p.number): p for p in event.players.order_by("number")}
        choices = [("", _lazy("Choose")), *((n, f"{n} {p.name}") for n, p in self.people.items())]
        for name in ("player", "other"):
            set_choices(self, name, choices)

    @property
    def arguments(self) -> dict[str, Any]:
        """The arguments of `services.seat_corrections.exchange_players`."""
        people = {name: self.people[self.cleaned_data[name]] for name in ("player", "other")}
        return self.cleaned_data | people
