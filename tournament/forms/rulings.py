"""The ruling desk's forms: what happened, and what the director decides.

The first becomes a `RulingQuestion`. The rule's proposal then fills the second, which becomes the
`RulingDecision`.
"""

from collections.abc import Iterable
from typing import Any, cast

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.catalogue import DISQUALIFIED, OTHER, OVERMARKED, WRONG_DEALER
from scoring.deal import Award, Call, Fate, Forfeit, Struck
from scoring.offences import Offence, Who
from scoring.ruleset import Ruleset
from scoring.rulings import Proposal, call_decides, choice_decides
from scoring.seats import SEATS, SIDES, Seat, Side
from tournament.forms.fields import CountField, ReasonField, SeatButtons, set_choices
from tournament.forms.prizes import AmountField
from tournament.forms.sheets import NOBODY
from tournament.models import Ruling
from tournament.models.rulings import fate_words
from tournament.models.seating import SEAT_NAMES, SIDE_NAMES
from tournament.models.sheets import Written, Wrote, written_words
from tournament.reports.rulings import deal_choices
from tournament.state.rulings import (
    Consideration,
    RulingCase,
    RulingDecision,
    RulingQuestion,
    call_is_known,
    call_of,
)
from tournament.words.names import matches
from tournament.words.sentences import in_words, titled

WRITTEN_NEEDED = _lazy("Say what this table wrote for that deal.")
FURTHER = ("own_points", "fine_cents")
NOBODY_ALONE = "-"  # the answer that everybody played
USUAL_CHOICE = "-"  # the outcome that needs no choice of its own
FATES = ("", Fate.PASS.value, Fate.VOID_PASS.value, Fate.REDEAL.value)


class FindForm(forms.Form):
    """The search for an offence: a table, and what happened in plain words."""

    table = CountField(label=_lazy("Table"), digits=4, required=False, empty=None)
    round = CountField(digits=4, required=False, empty=None, widget=forms.HiddenInput)
    deal = forms.CharField(required=False, max_length=6, widget=forms.HiddenInput)
    code = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)
    q = forms.CharField(
        label=_lazy("What happened?"),
        required=False,
        max_length=80,
        help_text=_lazy("In plain words, such as “didn’t follow suit”, “spoke” or “six cards”."),
    )

    def __init__(self, data: Any = None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        waiting = "q" if data and data.get("table") else "table"
        self.fields[waiting].widget.attrs["autofocus"] = True


class ListForm(forms.Form):
    """Filter the list of rulings by words and by state."""

    q = forms.CharField(label=_lazy("Offence, player or official"), required=False, max_length=80)
    state = forms.ChoiceField(
        label=_lazy("State"),
        required=False,
        choices=[("", _lazy("all")), ("in-force", _lazy("in force")), ("other", _lazy("amended or revoked"))],
    )

    def narrowed(self, rulings: Iterable[Ruling]) -> list[Ruling]:
        """The rulings that match; an invalid filter is ignored."""
        self.is_valid()
        words = self.cleaned_data.get("q", "").strip()
        state = self.cleaned_data.get("state", "")
        return [
            ruling
            for ruling in rulings
            if (not words or matches(f"{ruling.title} {ruling.player or ''} {ruling.made_by or ''}", words))
            and (not state or ruling.is_in_force == (state == "in-force"))
        ]


class QuestionForm(forms.Form):
    """What happened, as far as the offence needs it. A deal on the sheet brings its own call.

    The questions are in the order in which each decides whether the next is needed; `needless` names those
    that decide nothing after the answers given, and what was answered to them before is dropped.
    """

    deal = forms.ChoiceField(
        label=_lazy("Deal"),
        required=False,
        error_messages={"required": _lazy("Say in which deal it happened.")},
    )
    offender = forms.ChoiceField(label=_lazy("Who did it?"), required=False, widget=SeatButtons)
    dealer = forms.ChoiceField(
        label=_lazy("Who dealt?"), widget=SeatButtons, error_messages={"required": _lazy("Say who dealt.")}
    )
    choice = forms.ChoiceField(
        label=_lazy("What applies?"),
        required=False,
        widget=forms.RadioSelect,
        error_messages={"required": _lazy("Say what applies: it decides.")},
    )
    alone = forms.ChoiceField(label=_lazy("Who played alone?"), required=False, widget=SeatButtons)
    lone_defender = forms.ChoiceField(label=_lazy("Who defended alone?"), required=False, widget=SeatButtons)

    def __init__(self, case: RulingCase, offence: Offence, data: Any = None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self.case = case
        self.offence = offence
        self.needless: tuple[str, ...] = ()
        self.deals = {choice.value: choice for choice in deal_choices(case)}
        people = [(seat.value, titled(SEAT_NAMES[seat], chair.player)) for seat, chair in case.chairs.items()]
        for name in ("offender", "dealer"):
            set_choices(self, name, people)
        for name in ("alone", "lone_defender"):
            set_choices(self, name, [(NOBODY_ALONE, _lazy("nobody")), *people])
        self.rules = rules = case.event.ruleset
        self._offer_deals(case)
        self._ask_dealer(rules)
        self._ask_call(rules)
        self._offer_choices(rules)
        if offence.who is Who.LONE_PARTNER:
            del self.fields["offender"]  # who played alone says who it was
        next(iter(self.fields.values())).widget.attrs["autofocus"] = True
        if not self.is_bound:
            self._mark_needed()

    def _offer_deals(self, case: RulingCase) -> None:
        """A round known by totals has no deals to choose from. A sheet of deals is asked which one first, for
        it knows the rest of that deal; before there is a sheet the deal decides nothing and comes last."""
        if not self.deals:
            del self.fields["deal"]
            return
        set_choices(self, "deal", [("", _("Choose")), *((c.value, c.label) for c in self.deals.values())])
        self.deal_decides = any(choice.deal or choice.dealer for choice in self.deals.values())
        if not self.deal_decides:
            self.order_fields([name for name in self.fields if name != "deal"])

    def _ask_call(self, rules: Ruleset) -> None:
        """Ask who played alone if that decides points for this offence and no sheet says it."""
        known = bool(self.deals) and all(call_is_known(choice.deal) for choice in self.deals.values())
        if known or not call_decides(rules, self.offence.code):
            del self.fields["alone"]
        if "alone" not in self.fields or not rules.defend_alone:
            del self.fields["lone_defender"]

    def _mark_needed(self) -> None:
        """Show as needed what a ruling needs, though the rule can be asked before some of it is said."""
        for name in {"deal", "alone"} & self.fields.keys():
            self.fields[name].required = True
        if "choice" in self.fields:
            self.fields["choice"].required = not self.offence.warns(self.rules)
        if self.offence.who is Who.PLAYER:
            self.fields["offender"].required = True

    def clean(self) -> dict[str, Any]:
        """What the proposal hangs on must be said; nothing is taken for granted."""
        super().clean()
        asked = self.cleaned_data
        if "deal" in self.fields and self.deal_decides and not asked.get("deal"):
            self.add_error("deal", self.fields["deal"].error_messages["required"])
        if self._defends_own_side(asked.get("alone"), asked.get("lone_defender")):
            self.add_error("lone_defender", _lazy("Whoever defends alone is on the other side."))
        waits = self.offence.who is Who.PLAYER and not asked.get("offender")
        if waits:
            self.errors.pop("dealer", None)  # who did it is asked first
        if "choice" in self.fields and not self.errors and not waits:
            self._need_choice(self.question())
        if "alone" in self.fields and not self.errors and not waits:
            self._need_call(self.question())
        self._mark_needed()
        return asked

    def _need_choice(self, question: RulingQuestion) -> None:
        """Ask what applies only if it decides for whoever did it; a warning follows from the file."""
        dealer = self.case.dealer_for(question)
        if not choice_decides(self.offence, self.rules, question.offender, dealer):
            self.needless += ("choice",)
            self.cleaned_data["choice"] = ""
        elif not self.cleaned_data.get("choice") and not self.offence.warns(self.rules):
            self.add_error("choice", self.fields["choice"].error_messages["required"])

    def _need_call(self, question: RulingQuestion) -> None:
        """Ask who played alone only if it decides points after the other answers."""
        deal = self.deals.get(self.cleaned_data.get("deal", ""))
        known = deal is not None and call_is_known(deal.deal)
        facts = (question.offender, question.dealer, question.choice)
        if known or not call_decides(self.rules, question.code, *facts):
            self.needless += ("alone", "lone_defender")
            self.cleaned_data["alone"] = ""
        elif not self.cleaned_data.get("alone"):
            self.add_error("alone", _lazy("Say who played alone, or that nobody did."))

    def _ask_dealer(self, rules: Ruleset) -> None:
        """Ask who dealt if that matters and no sheet says it.

        For offences that only a dealer can commit, "who did it" and "who dealt" are one question.
        """
        is_known = bool(self.deals) and all(choice.dealer for choice in self.deals.values())
        asks = self.offence.asks_dealer(rules) and (not is_known or self.offence.code == WRONG_DEALER)
        only_dealer = self.offence.who is Who.DEALER
        if asks and self.offence.who is Who.NOBODY:
            self.fields["offender"].label = in_words(self.offence.question)  # another one than who dealt
        if asks and only_dealer:
            offender, dealer = self.fields["offender"], self.fields["dealer"]
            offender.label, offender.required = dealer.label, True
            offender.error_messages["required"] = dealer.error_messages["required"]
        if not asks or only_dealer:
            del self.fields["dealer"]

    def _offer_choices(self, rules: Ruleset) -> None:
        """What decides between the outcomes, with nothing chosen, as the printed card says it.

        A warning, or the penalty after one, follows by itself from what is on file.
        """
        options = [(option.key, in_words(option.label)) for option in self.offence.choices_in(rules)]
        if not options:
            del self.fields["choice"]
            return
        rows = self.offence.rows(rules)
        usual = [row.condition for row in rows if row.choice is None and not row.by]
        if self.offence.warns(self.rules):
            options.insert(0, ("", _("As this event’s rulings say")))
        elif usual:
            options.insert(0, (USUAL_CHOICE, in_words(usual[0]) if usual[0] else _("as the rule says")))
        if (asked := self.offence.asked(rules)) is not None:
            self.fields["choice"].label = in_words(asked)
        cast(Any, self.fields["choice"]).decides = True
        set_choices(self, "choice", options)

    @staticmethod
    def _defends_own_side(alone: str | None, defender: str | None) -> bool:
        named = [Seat(one) for one in (alone, defender) if one in set(SEATS)]
        return len(named) == 2 and named[0].side is named[1].side

    def question(self) -> RulingQuestion:
        """The question, once the form is valid."""
        values = self.cleaned_data
        deal = self.deals.get(values.get("deal", ""))
        slot, _dot, attempt = (deal.value if deal else "").partition(".")
        call = call_of(deal.deal) if deal and call_is_known(deal.deal) else self._call()
        offender = Seat(values["offender"]) if values.get("offender") else None
        if self.offence.who is Who.LONE_PARTNER and call is not None and call.lone is not None:
            offender = call.lone.partner
        return RulingQuestion(
            code=self.offence.code,
            offender=offender,
            slot=int(slot) if slot else None,
            attempt=int(attempt or 1),
            call=call,
            choice=None if (choice := values.get("choice")) in ("", None, USUAL_CHOICE) else choice,
            dealer=Seat(values["dealer"]) if values.get("dealer") else None,
        )

    def _call(self) -> Call | None:
        """The call as far as the director knows it. Who of the side made trump decides nothing."""
        alone, defender = self.cleaned_data.get("alone"), self.cleaned_data.get("lone_defender")
        if not alone or alone == NOBODY_ALONE:
            return None
        return Call(Seat(alone), Seat(alone), Seat(defender) if defender in set(SEATS) else None)


class WrittenField(forms.TypedChoiceField):
    """What a table that handed in totals wrote for the deal of a ruling: a `Written`, or None."""

    def __init__(self) -> None:
        super().__init__(
            label=_lazy("What did this table write for that deal?"),
            help_text=_lazy("It comes off, a lone march too. Leave out what another ruling has taken off."),
            required=False,
            coerce=_written,
            empty_value=None,
        )

    def offer(self, case: RulingCase, question: RulingQuestion, *others: Wrote) -> None:
        """Let it choose among what the table can have written, and these answers beside a score."""
        if question.code == OVERMARKED:
            self.label, self.help_text = _("How many points too many did this table write?"), ""
        scores = [(written_value(one), written_words(one)) for one in case.writable(question)]
        beside = [(one.value, one.label) for one in others]
        self.choices = [("", _("Choose")), *beside[:1], *scores, *beside[1:]]


def written_value(written: Written) -> str:
    """What a table wrote, as its field holds it: “NS-4-N”."""
    if isinstance(written, Wrote):
        return written.value
    return f"{written.side.value}-{written.points}-{written.lone_march or ''}"


def _written(value: str) -> Written:
    side, _dash, rest = value.partition("-")
    if not rest:
        return Wrote(value)
    points, _dash, seat = rest.partition("-")
    return Struck(Side(side), int(points), Seat(seat) if seat else None)


class WrittenForm(forms.Form):
    """What a table wrote for the deal of a ruling, once it was asked."""

    written = WrittenField()

    def __init__(self, data: Any, case: RulingCase, ruling: Ruling) -> None:
        super().__init__(data)
        field = cast(WrittenField, self.fields["written"])
        field.offer(case, case.question_of(ruling), Wrote.NOTHING)
        field.required = True
        field.error_messages["required"] = str(WRITTEN_NEEDED)


class RulingDecisionForm(forms.Form):
    """What the director decides, prefilled with the rule's proposal; a departure needs a reason."""

    points = CountField(label=_lazy("Points"), digits=2, empty=0)
    side = forms.ChoiceField(
        label=_lazy("To"),
        required=False,
        choices=[("", _lazy("nobody")), *((side.value, label) for side, label in SIDE_NAMES.items())],
    )
    fate = forms.ChoiceField(label=_lazy("The deal"), required=False)
    cancels = forms.BooleanField(
        label=_lazy("The offender’s side does not count its own points of this deal"), required=False
    )
    forfeits = CountField(
        label=_lazy("How many points are taken off?"),
        digits=2,
        required=False,
        empty=None,
        help_text=_lazy("Taken from what the offender’s side made in that deal."),
    )
    included = forms.TypedChoiceField(
        label=_lazy("This table handed in totals. Is the ruling in them already?"),
        choices=[("no", _lazy("no, change them")), ("yes", _lazy("yes, they are as ruled"))],
        coerce=lambda answer: answer == "yes",
        required=False,
        empty_value=None,
        widget=forms.RadioSelect,
    )
    written = WrittenField()
    reached_first = forms.ChoiceField(
        label=_lazy("Which side reached this score first?"),
        choices=[
            *((side.value, label) for side, label in SIDE_NAMES.items()),
            (NOBODY, _lazy("nobody can say")),
        ],
        required=False,
        widget=forms.RadioSelect,
    )
    own_points = CountField(
        label=_lazy("Points off the offender’s own total"),
        digits=2,
        empty=0,
        help_text=_lazy("Only from that player’s total, on top of what the sides get."),
    )
    fine_cents = AmountField(
        label=_lazy("Fine, in money"), help_text=_lazy("Noted with the ruling; no points.")
    )
    reason = ReasonField(
        required=False, help_text=_lazy("Required if your decision differs from what the rule proposes.")
    )

    def __init__(self, case: RulingCase, considered: Consideration, data: Any = None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self.question, proposal = considered.question, considered.proposal
        code = self.question.code
        for name in ("points", "side", "fate"):
            cast(Any, self.fields[name]).decides = True  # its empty choice is a decision as well
        set_choices(self, "fate", [(fate, capfirst(fate_words(code, fate))) for fate in FATES])
        self.is_late = case.claim_is_late(self.question)
        self.has_deals = has_deals = case.event.ruleset.has_deals
        by_total = case.on_totals or not has_deals
        self.counted = proposal.asks_forfeit or (self._offending() if by_total else None)
        if self._offending() is None:
            del self.fields["cancels"], self.fields["own_points"], self.fields["fine_cents"]
        if not has_deals:
            self._speak_of_totals()
        strikes = (
            not has_deals
            or bool(proposal.cancels)
            or bool(data and (data.get("cancels") or data.get("forfeits")))
        )
        if self.counted is None or not (proposal.asks_forfeit or strikes):
            del self.fields["forfeits"]
        if not case.on_totals:
            del self.fields["included"], self.fields["reached_first"], self.fields["written"]
        else:
            cast(WrittenField, self.fields["written"]).offer(case, self.question, *Wrote)
        if case.event.ruleset.counts_lost:
            self._speak_of_points_lost()

    def _offending(self) -> Side | None:
        return self.question.offender.side if self.question.offender else None

    def _speak_of_totals(self) -> None:
        """If no deals are known a ruling cannot end one: it changes totals."""
        del self.fields["fate"]
        self.fields.pop("cancels", None)
        self.fields["forfeits"].help_text = _("Off the total of the offender’s side; empty for none.")

    def _speak_of_points_lost(self) -> None:
        """If points are lost, an award is what the offenders lose."""
        self.fields["points"].label, self.fields["side"].label = _("Points lost"), _("By")
        if "own_points" in self.fields:
            self.fields["own_points"].label = _("Points lost by the offender alone")
            self.fields["own_points"].help_text = _("By nobody else, and beside what the sides lose.")

    @property
    def given(self) -> list[forms.BoundField]:
        """What is given, in order; what the table wrote for the deal, and the tie that comes of it, are asked
        about beside the effect."""
        return [field for field in self if field.name not in ("reached_first", "written", *FURTHER)]

    @property
    def further(self) -> list[forms.BoundField]:
        """What a ruling may do beside, seldom asked for."""
        return [self[name] for name in FURTHER if name in self.fields]

    @property
    def has_further(self) -> bool:
        """Whether any of that is given."""
        return any(field.value() not in (None, "", "0", 0) or field.errors for field in self.further)

    @staticmethod
    def proposed(proposal: Proposal, made: int | None = None) -> dict[str, Any]:
        """The form's values for what the rule proposes; `made` is what the side made that loses points."""
        side = proposal.award.side if proposal.award else proposal.award_side
        return {
            "points": proposal.award.points if proposal.award else "" if proposal.open_award else 0,
            "side": side.value if side else "",
            "fate": proposal.fate.value if proposal.fate else "",
            "cancels": bool(proposal.cancels),
            "forfeits": "" if made is None else made,
        }

    def clean(self) -> dict[str, Any]:
        super().clean()
        values = self.cleaned_data
        if values.get("points") and not values.get("side"):
            self.add_error("side", _lazy("Say which side gets the points."))
        self._mark_needed()
        return values

    def _mark_needed(self) -> None:
        """Show as needed what the ruling cannot do without; what is missing is refused when it is made."""
        given = self.cleaned_data
        changes = any(given.get(name) for name in ("points", "cancels", "forfeits"))
        off = self.has_deals and not given.get("included")
        needed = {
            "included": changes,
            "forfeits": off,
            "reason": self.is_late or self.question.code in (DISQUALIFIED, OTHER),
        }
        for name in needed.keys() & self.fields.keys():
            self.fields[name].required = needed[name]

    def decision(self) -> RulingDecision:
        """What is given; call it on a valid form."""
        given = self.cleaned_data
        offending = self._offending()
        award = Award(Side(given["side"]), given["points"]) if given["points"] and given["side"] else None
        off = given.get("forfeits")
        return RulingDecision(
            question=self.question,
            award=award,
            fate=Fate(given["fate"]) if given.get("fate") else None,
            cancels=(offending,) if given.get("cancels") and offending else (),
            included=given.get("included"),
            reason=given["reason"],
            reached_first=Side(first) if (first := given.get("reached_first")) in set(SIDES) else None,
            nobody_can_say=given.get("reached_first") == NOBODY,
            forfeits=Forfeit(self.counted, off) if off and self.counted else None,
            written=given.get("written"),
            own_points=given.get("own_points") or 0,
            fine_cents=given.get("fine_cents") or 0,
        )


class RevokeForm(forms.Form):
    """Why a ruling is revoked."""

    reason = ReasonField(needed=_lazy("Say why the ruling is revoked; it stays on record."))
