"""The cards of a deal, to be examined for a renege."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.catalogue import CATALOGUE
from scoring.deal import TRICKS
from scoring.errors import BadCards
from scoring.pack import Card, parse_card
from scoring.renege_proof import Examination, examine
from scoring.ruleset import Ruleset
from scoring.seats import PAIRS, SEATS, Seat
from tournament.forms.fields import set_choices
from tournament.models import Table
from tournament.models.seating import SEAT_NAMES
from tournament.words.sentences import in_words, titled

SUITS = (("h", _lazy("hearts")), ("d", _lazy("diamonds")), ("s", _lazy("spades")), ("c", _lazy("clubs")))


DEAD = "*"  # after a card that cannot win


class CardsField(forms.CharField):
    """Playing cards as people write them, with spaces or commas between them, and a star after dead ones."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, max_length=40, **kwargs)

    def clean(self, value: Any) -> list[Card]:
        try:
            return [parse_card(card.rstrip(DEAD)) for card in cards_in(super().clean(value))]
        except BadCards as error:
            raise ValidationError(in_words(error.message), code=error.code) from None

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        return {"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false"}


def cards_in(typed: str) -> list[str]:
    """The cards of a field, each as it was typed."""
    return typed.replace(",", " ").split()


class ProofForm(forms.Form):
    """Trump, who led first, who played alone, each trick's cards in order of play, and the cards that were
    still held when the deal was stopped."""

    trump = forms.ChoiceField(
        label=_lazy("Trump"),
        choices=SUITS,
        widget=forms.RadioSelect,
        error_messages={"required": _lazy("Say which suit was trump.")},
    )
    leader = forms.ChoiceField(
        label=_lazy("Who led first?"),
        widget=forms.RadioSelect,
        error_messages={"required": _lazy("Say who led to the first trick.")},
    )
    alone = forms.ChoiceField(label=_lazy("Played alone"), required=False, widget=forms.RadioSelect)
    lone_defender = forms.ChoiceField(label=_lazy("Defended alone"), required=False, widget=forms.RadioSelect)

    def __init__(self, table: Table, rules: Ruleset, data: Any = None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self.rules = rules
        chairs = table.chairs()
        names = {
            seat: titled(title, chairs[seat].player) if seat in chairs else title
            for seat, title in SEAT_NAMES.items()
        }
        people = [(seat.value, name) for seat, name in names.items()]
        set_choices(self, "leader", people)
        for name, asked in (("alone", rules.lone_hands), ("lone_defender", rules.defend_alone)):
            if asked:
                set_choices(self, name, [("", _("nobody")), *people])
            else:
                del self.fields[name]
        for number in range(1, TRICKS + 1):
            self.fields[f"trick{number}"] = CardsField(label=_("Trick %(number)d") % {"number": number})
        for seat, name in names.items():
            self.fields[f"unplayed_{seat.value}"] = CardsField(label=name)

    @property
    def lone_fields(self) -> list[forms.BoundField]:
        """Who played alone and who defended alone, as far as these rules know it."""
        return [self[name] for name in ("alone", "lone_defender") if name in self.fields]

    @property
    def trick_fields(self) -> list[forms.BoundField]:
        return [self[f"trick{number}"] for number in range(1, TRICKS + 1)]

    @property
    def unplayed_fields(self) -> list[forms.BoundField]:
        return [self[f"unplayed_{seat.value}"] for seat in PAIRS]

    @property
    def has_unplayed(self) -> bool:
        """Whether a card was typed among those not played, which stay folded away otherwise."""
        return any(field.value() for field in self.unplayed_fields)

    def clean(self) -> dict[str, Any]:
        super().clean()
        asked = self.cleaned_data
        lone, defender = asked.get("alone"), asked.get("lone_defender")
        if defender and not lone:
            self.add_error("lone_defender", _lazy("Say against whom: nobody is down as playing alone."))
        elif lone and defender and Seat(lone).side is Seat(defender).side:
            self.add_error("lone_defender", _lazy("Only an opponent of the lone player can defend alone."))
        return asked

    def examination(self) -> Examination:
        """What the cards prove; call it on a valid form."""
        asked = self.cleaned_data
        tricks = [asked[field.name] for field in self.trick_fields]
        while tricks and not tricks[-1]:
            tricks.pop()
        unplayed = {seat: asked[f"unplayed_{seat.value}"] for seat in SEATS}
        return examine(
            asked["trump"],
            asked["leader"],
            tricks,
            lone=asked.get("alone") or None,
            deck=self.rules.deck,
            lone_defender=asked.get("lone_defender") or None,
            unplayed={seat: cards for seat, cards in unplayed.items() if cards},
            dead=self._dead(),
        )

    def _dead(self) -> set[Card]:
        """The cards with a star."""
        typed = [card for field in self.trick_fields for card in cards_in(str(field.value() or ""))]
        return {parse_card(card.rstrip(DEAD)) for card in typed if card.endswith(DEAD)}

    @property
    def knows_dead(self) -> bool:
        """Whether these rules have cards that cannot win: one that fell, or was led too early (T)."""
        return any(row.choice == "dropped" for row in CATALOGUE["exposed-card"].rows(self.rules))
