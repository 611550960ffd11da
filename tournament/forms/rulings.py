"""The ruling desk's forms: what happened, and what the director decides.

The first becomes a `RulingQuestion`. The rule's proposal then fills the second, which becomes the
`RulingDecision`.
"""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext as _t
from django.utils.translation import gettext_lazy as _

from scoring.catalogue import WRONG_DEALER
from scoring.deal import Award, Call, Fate
from scoring.ruleset import Ruleset
from scoring.rulings import Offence, Proposal, Who
from scoring.seats import SIDES, Seat, Side
from tournament.forms.fields import CountField, set_choices
from tournament.forms.totals_grid import NOBODY
from tournament.models.seating import SEAT_NAMES, SIDE_NAMES
from tournament.reports.rulings import RulingSummary, deal_choices
from tournament.services.rulings import LONGEST_REASON
from tournament.state.ruling_case import RulingCase
from tournament.state.ruling_decisions import RulingDecision, RulingQuestion

FATES = (
    ("", _("The deal goes on and its result counts")),
    (Fate.PASS.value, _("The deal ends; the next player deals")),
    (Fate.VOID_PASS.value, _("The deal is void; the next player deals")),
    (Fate.REDEAL.value, _("The deal is void; the same dealer deals again")),
)


class FindForm(forms.Form):
    """The search for an offence: a table, and what happened in plain words."""

    table = CountField(label=_("Table"), digits=4, required=False, empty=None)
    round = CountField(digits=4, required=False, empty=None, widget=forms.HiddenInput)
    deal = CountField(digits=2, required=False, empty=None, widget=forms.HiddenInput)
    q = forms.CharField(
        label=_("What happened?"),
        required=False,
        max_length=80,
        help_text=_("In plain words, such as “didn’t follow suit”, “spoke” or “six cards”."),
    )

    def __init__(self, data: Any = None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        waiting = "q" if data and data.get("table") else "table"
        self.fields[waiting].widget.attrs["autofocus"] = True


class ListForm(forms.Form):
    """Filter the list of rulings by words and by state."""

    q = forms.CharField(label=_("Offence, player or official"), required=False, max_length=80)
    state = forms.ChoiceField(
        label=_("State"),
        required=False,
        choices=[("", _("all")), ("in-force", _("in force")), ("other", _("amended or revoked"))],
    )

    def narrowed(self, lines: Iterable[RulingSummary]) -> list[RulingSummary]:
        """The lines that match; an invalid filter is ignored."""
        self.is_valid()
        words = self.cleaned_data.get("q", "").casefold().split()
        state = self.cleaned_data.get("state", "")
        return [
            line
            for line in lines
            if all(word in f"{line.offence} {line.player} {line.by}".casefold() for word in words)
            and (not state or line.in_force == (state == "in-force"))
        ]


class QuestionForm(forms.Form):
    """What happened, as far as the offence needs it. A deal on the sheet brings its own call."""

    deal = forms.ChoiceField(
        label=_("Deal"), error_messages={"required": _("Say in which deal it happened.")}
    )
    offender = forms.ChoiceField(label=_("Who did it?"), required=False, widget=forms.RadioSelect)
    dealer = forms.ChoiceField(
        label=_("Who dealt?"), widget=forms.RadioSelect, error_messages={"required": _("Say who dealt.")}
    )
    maker = forms.ChoiceField(
        label=_("Who made trump?"),
        required=False,
        widget=forms.RadioSelect,
        help_text=_("As far as it was known when the deal stopped."),
    )
    alone = forms.BooleanField(label=_("The maker plays alone"), required=False)
    choice = forms.ChoiceField(label=_("Choice"), required=False, widget=forms.RadioSelect)

    def __init__(self, case: RulingCase, offence: Offence, data: Any = None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self.offence = offence
        self.deals = {choice.value: choice for choice in deal_choices(case)}
        people = [(seat.value, f"{SEAT_NAMES[seat]}: {chair.player}") for seat, chair in case.chairs.items()]
        set_choices(self, "offender", people)
        set_choices(self, "dealer", people)
        set_choices(self, "maker", [("", _("nobody yet")), *people])
        self._offer_deals()
        rules = case.event.ruleset
        self._ask_dealer(rules)
        self._offer_choices(rules)
        if not rules.lone_hands:
            del self.fields["alone"]

    def _offer_deals(self) -> None:
        """Ask for no deal where only totals are known, and for no call where the sheet has every deal's."""
        if not self.deals:
            del self.fields["deal"]
            return
        set_choices(self, "deal", [("", _t("Choose")), *((c.value, c.label) for c in self.deals.values())])
        if all(choice.deal is not None for choice in self.deals.values()):
            for name in ("maker", "alone"):
                del self.fields[name]

    def _ask_dealer(self, rules: Ruleset) -> None:
        """Ask who dealt where that matters and no sheet says it.

        For offences that only a dealer can commit, "who did it" and "who dealt" are one question.
        """
        is_known = bool(self.deals) and all(choice.dealer for choice in self.deals.values())
        asks = self.offence.asks_dealer(rules) and (not is_known or self.offence.code == WRONG_DEALER)
        only_dealer = self.offence.who is Who.DEALER
        if asks and only_dealer:
            offender, dealer = self.fields["offender"], self.fields["dealer"]
            offender.label, offender.required = dealer.label, True
            offender.error_messages["required"] = dealer.error_messages["required"]
        if not asks or only_dealer:
            del self.fields["dealer"]

    def _offer_choices(self, rules: Ruleset) -> None:
        options: list[tuple[str, str]] = [
            (option.key, option.label) for option in self.offence.choices_in(rules)
        ]
        by_itself = bool(self.offence.warned_as) or any(
            row.choice is None for row in self.offence.rows(rules)
        )
        if not options:
            del self.fields["choice"]
            return
        if by_itself:
            options.insert(0, ("", _t("as the rule says")))
        set_choices(self, "choice", options)

    def question(self) -> RulingQuestion:
        """The question, once the form is valid."""
        values = self.cleaned_data
        deal = self.deals.get(values.get("deal", ""))
        slot, _dot, attempt = (deal.value if deal else "").partition(".")
        return RulingQuestion(
            code=self.offence.code,
            offender=Seat(values["offender"]) if values.get("offender") else None,
            slot=int(slot) if slot else None,
            attempt=int(attempt or 1),
            call=deal.deal.call if deal and deal.deal else self._call(),
            choice=values.get("choice") or None,
            dealer=Seat(values["dealer"]) if values.get("dealer") else None,
        )

    def _call(self) -> Call | None:
        maker = self.cleaned_data.get("maker")
        lone = Seat(maker) if maker and self.cleaned_data.get("alone") else None
        return Call(Seat(maker), lone) if maker else None


class RulingAnswerForm(forms.Form):
    """What the director decides, prefilled with the rule's proposal; a departure needs a reason."""

    points = CountField(label=_("Points"), digits=2, empty=0)
    side = forms.ChoiceField(
        label=_("To"),
        required=False,
        choices=[("", _("nobody")), *((side.value, label) for side, label in SIDE_NAMES.items())],
    )
    fate = forms.ChoiceField(label=_("The deal"), required=False, choices=FATES)
    cancels = forms.BooleanField(
        label=_("The offender’s side does not count its own points of this deal"), required=False
    )
    included = forms.TypedChoiceField(
        label=_("This table handed in totals. Are the points in them already?"),
        choices=[("no", _("no, add them")), ("yes", _("yes, they are in"))],
        coerce=lambda answer: answer == "yes",
        required=False,
        empty_value=None,
        widget=forms.RadioSelect,
    )
    reached_first = forms.ChoiceField(
        label=_("Which side reached this score first?"),
        choices=[*((side.value, label) for side, label in SIDE_NAMES.items()), (NOBODY, _("nobody can say"))],
        required=False,
        widget=forms.RadioSelect,
    )
    reason = forms.CharField(
        label=_("Reason"),
        required=False,
        max_length=LONGEST_REASON,
        help_text=_("Needed where you give something else than the rule proposes."),
        error_messages={"max_length": _("Keep the reason to %(limit_value)d characters.")},
    )

    def __init__(self, question: RulingQuestion, data: Any = None, *, on_totals: bool, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self.question = question
        if question.offender is None:
            del self.fields["cancels"]
        if not on_totals:
            del self.fields["included"], self.fields["reached_first"]

    @property
    def given(self) -> list[forms.BoundField]:
        """The fields of the decision, in order, without the tie: that is asked beside the effect."""
        return [field for field in self if field.name != "reached_first"]

    @staticmethod
    def proposed(proposal: Proposal) -> dict[str, Any]:
        """The form's initial values for the rule's proposal."""
        side = proposal.award.side if proposal.award else proposal.award_side
        return {
            "points": proposal.award.points if proposal.award else "" if proposal.open_award else 0,
            "side": side.value if side else "",
            "fate": proposal.fate.value if proposal.fate else "",
            "cancels": bool(proposal.cancels),
        }

    def clean(self) -> dict[str, Any]:
        super().clean()
        values = self.cleaned_data
        if values.get("points") and not values.get("side"):
            self.add_error("side", _("Say which side gets the points."))
        return values

    def decision(self) -> RulingDecision:
        """The decision, once the form is valid."""
        values = self.cleaned_data
        offender = self.question.offender
        award = Award(Side(values["side"]), values["points"]) if values["points"] and values["side"] else None
        return RulingDecision(
            question=self.question,
            award=award,
            fate=Fate(values["fate"]) if values["fate"] else None,
            cancels=(offender.side,) if values.get("cancels") and offender else (),
            included=values.get("included") if award else None,
            reason=values["reason"],
            reached_first=Side(first) if (first := values.get("reached_first")) in set(SIDES) else None,
            nobody_can_say=values.get("reached_first") == NOBODY,
        )


class RevokeForm(forms.Form):
    """Why a ruling is revoked."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        error_messages={
            "required": _("Say why the ruling is revoked; it stays on record."),
            "max_length": _("Keep the reason to %(limit_value)d characters."),
        },
    )
