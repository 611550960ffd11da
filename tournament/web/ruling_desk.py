"""The ruling desk's two forms, filled one after the other: the question, then what the director decides."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.urls import reverse

from scoring.catalogue import CATALOGUE, WRONG_DEALER
from scoring.deal import Struck
from scoring.errors import BadRuling
from scoring.offences import Offence, Option, Who
from scoring.ruling_effects import comes_off
from tournament.forms.fields import add_domain_error
from tournament.forms.prizes import money
from tournament.forms.rulings import (
    NOBODY_ALONE,
    USUAL_CHOICE,
    QuestionForm,
    RulingDecisionForm,
    written_value,
)
from tournament.forms.sheets import NOBODY
from tournament.models import Ruling, Sheet, Table
from tournament.models.sheets import Wrote
from tournament.reports import rulings as reports
from tournament.services.errors import Refused
from tournament.state.next_round import round_seated_from
from tournament.state.rulings import (
    Consideration,
    RulingDecision,
    RulingQuestion,
    consider,
    lone_of,
    read_case,
)
from tournament.state.sheet_scores import OtherDealer

ASK, ANSWER, MAKE = "ask", "answer", "make"  # how far the director has come


class RulingDesk:
    """One pass over the forms: the question, the rule's proposal, the decision, and what that changes.

    The rule is asked as soon as the question is complete. The effect of a complete decision is computed where
    a page shows it, and so not for a ruling that is made at once. `data` is what was sent, None if nothing
    has been asked yet.
    """

    def __init__(
        self,
        table: Table,
        code: str,
        data: Mapping[str, Any] | None,
        step: str,
        *,
        initial: Mapping[str, Any] | None = None,
        instead_of: Ruling | None = None,
        contradictions: Sequence[str] = (),
    ) -> None:
        self.case = read_case(table)
        self.offence = CATALOGUE[code]
        self.step = step
        self.instead_of = instead_of
        self.contradictions = contradictions
        self.question_form = QuestionForm(self.case, self.offence, data, initial=dict(initial or {}))
        self.considered: Consideration | None = None
        self.answer_form: RulingDecisionForm | None = None
        self._decided: RulingDecision | None = None
        self._see = ""
        if data is not None and self.question_form.is_valid():
            self._ask_rule(self.question_form.question(), data)

    def _ask_rule(self, question: RulingQuestion, data: Mapping[str, Any]) -> None:
        try:
            considered = self.considered = consider(self.case, question)
        except BadRuling as error:
            self._see = error.code.removeprefix("see:")
            self.refuse(error)
            return
        form = self.answer_form = self._answer_form(considered, data)
        if form.is_valid():
            self._decided = form.decision()

    def _effect(self) -> reports.RulingEffect | None:
        """What the decision changes; None if there is none yet. A tie that it makes has to be answered, and
        what the table wrote for a deal that leaves nothing."""
        if self.considered is None or self._decided is None or self.answer_form is None:
            return None
        effect = reports.ruling_effect(self.case, self.considered, self._decided, instead_of=self.instead_of)
        if effect.asks_tie:
            self.answer_form.fields["reached_first"].required = True  # as its label shows it
        if effect.asks_written:
            self.answer_form.fields["written"].required = True
        return effect

    def _answer_form(self, considered: Consideration, data: Mapping[str, Any]) -> RulingDecisionForm:
        """The decision as sent, or what the rule proposes if only the question was asked."""
        if self.step == ASK:
            side = considered.proposal.asks_forfeit
            made = self.case.made_in(considered.question, side, self.instead_of) if side else None
            data = RulingDecisionForm.proposed(considered.proposal, made) | {
                "included": data.get("included", ""),
                "reached_first": data.get("reached_first", ""),
                "written": data.get("written", ""),
                "own_points": data.get("own_points", ""),
                "fine_cents": data.get("fine_cents", ""),
                "reason": data.get("reason", ""),
            }
        return RulingDecisionForm(self.case, considered, data)

    @property
    def decision(self) -> RulingDecision | None:
        """What the director decided, None until the forms are complete."""
        form = self.answer_form
        return form.decision() if form is not None and form.is_valid() else None

    def refuse(self, error: Refused | BadRuling) -> None:
        """Put a service's refusal beside the field it names."""
        fields = self.question_form.fields
        if error.field == "call":
            error.field = "alone"
        if error.field == "dealer" and "dealer" not in fields:
            error.field = "offender"  # one question where only a dealer can have done it
        form = self.question_form if error.field in fields else self.answer_form
        add_domain_error(form or self.question_form, error)

    @property
    def outcomes(self) -> tuple[Option, ...]:
        """Where the rule has more than one outcome: each with what decides for it, as the printed card."""
        options = self.offence.options(self.case.event.ruleset)
        return options if len(options) > 1 else ()

    @property
    def instead(self) -> Offence | None:
        """The offence that this one really was, as far as the answers tell."""
        code = self.considered.proposal.see if self.considered else self._see
        offence = CATALOGUE.get(code)
        return offence if offence is not None and offence.rows(self.case.event.ruleset) else None

    def context(self) -> dict[str, Any]:
        event, table, considered = self.case.event, self.case.table, self.considered
        warned = self.case.warned_with(considered.question.offender) if considered else ()
        return {
            "table": table,
            "offence": self.offence,
            "rule": self.offence.text(event.ruleset),
            "source": self.offence.source(event.ruleset),
            "outcomes": self.outcomes,
            "instead": self.instead,
            "asked": self.question_form,
            "proposal": considered.proposal if considered else None,
            "answer": self.answer_form,
            "effect": self._effect(),
            "seated_next": round_seated_from(table.round),
            "warnings": reports.warnings_of(event, *warned),
            "partners_stay": len(warned) > 1,
            "late": considered is not None and self.case.claim_is_late(considered.question),
            "instead_of": self.instead_of,
            "contradictions": self.contradictions,
            "preview_url": reverse("rulings:preview", args=[event.slug, table.round.number, table.number]),
        }


def data_of(ruling: Ruling, other: OtherDealer | None) -> dict[str, str]:
    """A ruling as the desk's forms would have sent it.

    What only a dealer can do was done by the dealer that the sheet names (`other`), if it names another.
    """
    sheet = Sheet.objects.counting_at(ruling.table)
    reached_first = ""
    if sheet is not None and sheet.ns == sheet.ew:
        reached_first = sheet.reached_first or (NOBODY if sheet.nobody_can_say else "")
    offender = ruling.offender
    by_dealer = CATALOGUE[ruling.code].who is Who.DEALER and ruling.code != WRONG_DEALER
    if other is not None and by_dealer and offender:
        offender = other.by_sheet.value
    deal = "" if ruling.slot is None else str(ruling.slot)
    data = {
        "deal": deal if ruling.attempt == 1 else f"{deal}.{ruling.attempt}",
        "offender": offender,
        "dealer": ruling.dealer,
        "reached_first": reached_first,
        "choice": ruling.choice or USUAL_CHOICE,
        "points": str(ruling.award_points),
        "side": ruling.award_side,
        "fate": ruling.fate,
        "forfeits": str(ruling.forfeit_points or ""),
        "own_points": str(abs(ruling.adjustment.points)) if hasattr(ruling, "adjustment") else "",
        "fine_cents": money(ruling.fine_cents) if ruling.fine_cents else "",
        "included": _included(sheet, ruling),
        "written": _written(ruling),
        "alone": _alone(ruling),
    }
    return data | {"cancels": "on"} if ruling.cancels else data


def _included(sheet: Sheet | None, ruling: Ruling) -> str:
    """What was answered for these totals."""
    if sheet is None:
        return ""
    answer = False if ruling.number in sheet.written else sheet.included.get(ruling.number)
    return {None: "", True: "yes", False: "no"}[answer]


def _written(ruling: Ruling) -> str:
    """What the table was said to have written for the deal: whatever brings off what came off."""
    case = read_case(ruling.table)
    written = case.sheet.written.get(ruling.number) if case.sheet else None
    if not isinstance(written, Struck):
        nothing = Wrote.NOTHING if _included(case.sheet, ruling) == "no" else ""
        return (written or nothing) if case.takes_back(ruling) else ""
    tried = case.writable(case.question_of(ruling))
    rules, value = case.event.ruleset, ruling.value()
    return next((written_value(one) for one in tried if comes_off(rules, value, one) == written), "")


def _alone(ruling: Ruling) -> str:
    """Who was said to play alone, as far as the proposal shows it; else it is asked again."""
    lone = lone_of(ruling, ruling.table.round.event.ruleset)
    if None in lone:
        return NOBODY_ALONE
    return lone[0].value if len(lone) == 1 and lone[0] else ""
