"""Money at the door: the entry fee, one player's dues, lines of the cash sheet, the count."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _lazy

from tournament.forms.fields import QuietForm, set_choices
from tournament.forms.prizes import PLAIN, AmountField, money
from tournament.models import Dues, EntryFee
from tournament.services.money import LONGEST_WORDS
from tournament.state.money import dues_fingerprint


class EntryFeeForm(QuietForm):
    """What playing costs, and what of it feeds the prizes."""

    price = AmountField(
        label=_lazy("Entry fee"), help_text=_lazy("Such as 10. If blank, nothing is taken at the door.")
    )
    members_price = AmountField(
        label=_lazy("Members’ price"), help_text=_lazy("If blank, members pay the same as everybody.")
    )
    to_pot = AmountField(
        label=_lazy("Of each entry fee for the prizes"),
        help_text=_lazy(
            "This goes into the pot, the rest to the house. If blank, all of it goes into the pot."
        ),
    )
    added = AmountField(
        label=_lazy("Added to the pot by the house"),
        help_text=_lazy("Out of what the house keeps of the fees."),
    )
    opening = AmountField(
        label=_lazy("Cash in the box at the start"), help_text=_lazy("The change you begin with.")
    )
    ticket = AmountField(
        label=_lazy("A 50/50 ticket costs"),
        help_text=_lazy("It’s printed on the tickets. If blank, it isn’t."),
    )

    def __init__(self, fee: EntryFee | None, data: Mapping[str, Any] | None = None) -> None:
        names = ("price", "members_price", "to_pot", "added", "opening", "ticket")
        held = {name: getattr(fee, name) for name in names} if fee is not None else {}
        super().__init__(data, initial={name: _typed(name, cents) for name, cents in held.items()})

    def values(self) -> dict[str, Any]:
        """The arguments of `set_entry_fee`."""
        told = self.cleaned_data
        return {**told, "added": told["added"] or 0, "opening": told["opening"] or 0}


class DuesForm(QuietForm):
    """What one player owes or has paid. `seen` is what the page was made from."""

    member = forms.BooleanField(label=_lazy("Pays the members’ price"), required=False)
    state = forms.ChoiceField(label=_lazy("Entry fee"), widget=forms.RadioSelect, choices=Dues.State.choices)
    cents = AmountField(label=_lazy("Amount paid"), help_text=_lazy("If blank, the price."))
    seen = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)

    def __init__(self, dues: Dues, fee: EntryFee, data: Mapping[str, Any] | None = None) -> None:
        first = {"member": dues.member, "state": dues.state, "seen": dues_fingerprint(dues)}
        first["cents"] = money(dues.cents) if dues.state == Dues.State.PAID else ""
        super().__init__(data, initial=first)
        if fee.members_price is None and not dues.member:
            del self.fields["member"]

    def values(self) -> dict[str, Any]:
        """The arguments of `set_dues`."""
        return {"member": False, **self.cleaned_data}


class CashLineForm(QuietForm):
    """Cash that goes into the box or out of it."""

    IN, OUT = "in", "out"

    way = forms.ChoiceField(
        label=_lazy("The money goes"),
        widget=forms.RadioSelect,
        choices=[(IN, _lazy("into the box")), (OUT, _lazy("out of the box"))],
        error_messages={"required": _lazy("Choose one.")},
    )
    cents = AmountField(label=_lazy("Amount"))
    words = forms.CharField(
        label=_lazy("What for"),
        max_length=LONGEST_WORDS,
        help_text=_lazy("Such as coffee, or the hall’s rent."),
        widget=forms.TextInput(attrs=PLAIN),
        error_messages={"required": _lazy("Say what for, such as coffee or the hall’s rent.")},
    )

    def clean_cents(self) -> int:
        return _needed(self.cleaned_data["cents"])

    def values(self) -> dict[str, Any]:
        """The arguments of `add_cash`."""
        told = self.cleaned_data
        return {"cents": told["cents"] if told["way"] == self.IN else -told["cents"], "words": told["words"]}


class CountForm(QuietForm):
    """What was counted in the box, and whether the prizes are out of it already."""

    PAID, NOT_YET = "paid", "not-yet"

    counted = AmountField(label=_lazy("Counted in the box"))
    prizes = forms.ChoiceField(
        label=_lazy("The prizes"), widget=forms.RadioSelect, error_messages={"required": _lazy("Choose one.")}
    )

    def __init__(self, fee: EntryFee, data: Mapping[str, Any] | None = None, *, given: str) -> None:
        first = {}
        if fee.counted is not None:
            first = {"counted": money(fee.counted), "prizes": self.PAID if fee.prizes_paid else self.NOT_YET}
        super().__init__(data, initial=first)
        paid = _lazy("have been paid out of the box: %(amount)s") % {"amount": given}
        set_choices(self, "prizes", [(self.PAID, paid), (self.NOT_YET, _lazy("are still in the box"))])

    def clean_counted(self) -> int:
        return _needed(self.cleaned_data["counted"])

    def values(self) -> dict[str, Any]:
        """The arguments of `count_cash`."""
        told = self.cleaned_data
        return {"counted": told["counted"], "prizes_paid": told["prizes"] == self.PAID}


def _typed(name: str, cents: int | None) -> str:
    """An amount as it would be typed; what is 0 by default is left blank."""
    return "" if cents is None or (not cents and name in ("added", "opening")) else money(cents)


def _needed(cents: int | None) -> int:
    if cents is None:
        raise forms.ValidationError(_lazy("Enter an amount, such as 20 or 12.50."))
    return cents
