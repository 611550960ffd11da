"""A round typed deal by deal: one row for each deal due under the event's rules and the table's rulings.

The rows follow from what is typed: a redeal adds a row, and a game that is over gets no more. Rows report
impossible deals; only the service decides whether the whole round can be saved.
"""

import hashlib
import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.catalogue import WRONG_DEALER
from scoring.deal import TRICKS, Call, Deal, Fate
from scoring.errors import ScoringError
from scoring.points import check_deal
from scoring.ruleset import Ruleset
from scoring.seats import PAIRS, SEATS, Seat
from scoring.sheet import NextDeal, RoundScore, next_deal, score_deals
from tournament.forms.fields import EntryForm, changed_data, set_choices
from tournament.models import Ruling, Sheet
from tournament.models.seating import SEAT_LETTERS, SEAT_NAMES
from tournament.state.sheet_scores import TableResult, apply_rulings
from tournament.words.sentences import words_of

SEAT_CHOICES = [(seat.value, title) for seat, title in SEAT_NAMES.items()]
PASSED = "-"  # nobody made trump
# Letters for a deal that was not played out and that the table recorded without a ruling.
UNPLAYED: Mapping[str, Fate] = {PASSED: Fate.THROWN_IN, "R": Fate.REDEAL, "V": Fate.VOID_PASS}
MOST_ROWS = 60  # more redeals than this come from tampering, not from a table
DEAL_FIELD = re.compile(r"(d[0-9]{1,3}(?:a[0-9]{1,3})?)-(?:maker|tricks)")
FIELD_OF = {
    "call": "maker",
    "fate": "maker",
    "slot": "maker",
    "attempt": "maker",
    "dealer": "maker",
    "lone": "alone",
}


class DealForm(forms.Form):
    """One deal: who made trump, whether alone, the makers' tricks, and whatever else the rules allow."""

    maker = forms.ChoiceField(required=False, label=_lazy("Maker"), widget=forms.RadioSelect)
    alone = forms.BooleanField(required=False, label=_lazy("alone"))
    partner_alone = forms.BooleanField(required=False, label=_lazy("partner alone"))
    lone_defender = forms.ChoiceField(
        required=False, label=_lazy("Defended alone"), choices=[("", _lazy("nobody")), *SEAT_CHOICES]
    )
    tricks = forms.ChoiceField(
        required=False,
        label=_lazy("Makers’ tricks"),
        choices=[(str(number), str(number)) for number in range(TRICKS + 1)],
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": _lazy("The makers took 0 to 5 tricks.")},
    )
    supreme = forms.BooleanField(required=False, label=_lazy("supreme"))
    dealer = forms.ChoiceField(required=False, label=_lazy("Dealt by"), choices=SEAT_CHOICES)

    def __init__(self, data: Any, *, due: NextDeal, rules: Ruleset, out_of_turn: bool, **kwargs: Any) -> None:
        prefix = prefix_of(due.slot, due.attempt)
        if out_of_turn and data is not None and f"{prefix}-dealer" not in data:
            # The page had no such field yet; without a value the browser would preselect North.
            data = changed_data(data, **{f"{prefix}-dealer": due.dealer.value})
        super().__init__(data, prefix=prefix, **kwargs)
        self.due = due
        self.is_unfinished = False
        passed = [] if rules.all_pass == "stick" else [(PASSED, _lazy("passed"))]  # noqa: S105
        set_choices(
            self,
            "maker",
            [
                *((seat.value, SEAT_LETTERS[seat]) for seat in PAIRS),
                *passed,
                ("R", _("dealt again")),
                ("V", _("void, deal passes")),
            ],
        )
        allowed = {
            "alone": rules.lone_hands,
            "partner_alone": rules.either_plays_alone,
            "lone_defender": rules.defend_alone,
            "supreme": rules.supreme,
            "dealer": out_of_turn,
        }
        for name, is_allowed in allowed.items():
            if not is_allowed:
                del self.fields[name]
        if out_of_turn:
            self.initial.setdefault("dealer", due.dealer.value)

    def clean(self) -> dict[str, Any]:
        super().clean()
        typed = self.cleaned_data
        if typed.get("alone") and typed.get("partner_alone"):
            self.add_error("partner_alone", _lazy("Either the maker or the partner plays alone: untick one."))
        return typed

    def value(self, name: str) -> Any:
        """The value typed, or the initial one if nothing was sent; None if it is invalid."""
        if name not in self.fields:
            return None
        if not self.is_bound:
            return self.initial.get(name)
        self.is_valid()
        return self.cleaned_data.get(name)

    @property
    def makers(self) -> list[Any]:
        """The choices always shown: who made trump, and passed."""
        return [radio for radio in self["maker"] if radio.data["value"] not in ("R", "V")]

    @property
    def unplayed(self) -> list[Any]:
        """The rare choices: deals that were not played out."""
        return [radio for radio in self["maker"] if radio.data["value"] in ("R", "V")]

    @property
    def is_unplayed(self) -> bool:
        return self.value("maker") in ("R", "V")

    def is_blank(self) -> bool:
        return not any(
            self.value(name) not in (None, "", False)
            for name in ("maker", "alone", "partner_alone", "tricks", "supreme")
        )

    def deal(self) -> Deal:
        """The deal as typed, complete or not. Raises `ScoringError` for an impossible call."""
        maker, tricks = self.value("maker"), self.value("tricks")
        call = self._call(Seat(maker)) if maker and maker not in UNPLAYED else None
        lone_sweep = call is not None and call.alone and tricks == str(TRICKS)
        return Deal(
            slot=self.due.slot,
            attempt=self.due.attempt,
            dealer=Seat(self.value("dealer") or self.due.dealer),
            call=call,
            tricks=None if tricks in (None, "") else int(tricks),
            # All five alone are a supreme if there is one; nobody has to tick it (J).
            supreme=bool(self.value("supreme")) or ("supreme" in self.fields and lone_sweep),
            fate=UNPLAYED.get(maker, Fate.PLAYED),
        )

    def _call(self, maker: Seat) -> Call:
        defender = self.value("lone_defender")
        lone = maker if self.value("alone") else maker.partner if self.value("partner_alone") else None
        return Call(maker, lone, Seat(defender) if defender else None)

    def blame(self, problem: ScoringError) -> None:
        """Show a `ScoringError` beside the field it names."""
        self.is_unfinished = problem.code in ("call-missing", "tricks-missing")
        field = FIELD_OF.get(problem.field or "", problem.field)
        self.is_valid()
        self.add_error(field if field in self.fields else None, words_of(problem))


@dataclass(frozen=True, slots=True)
class DealRow:
    """A deal that is due, with its rulings. `deal` is None until complete; `ended`: what ruling ended it."""

    due: NextDeal
    form: DealForm
    rulings: tuple[Ruling, ...]
    deal: Deal | None
    ended: Ruling | None

    @property
    def incomplete(self) -> bool:
        """Whether the deal is merely unfinished, which is no error while somebody types."""
        return self.deal is None and self.form.is_unfinished

    @property
    def value(self) -> str:
        """The deal as the ruling desk names it: “3”, dealt again “3.2”."""
        slot, attempt = self.due.slot, self.due.attempt
        return str(slot) if attempt == 1 else f"{slot}.{attempt}"

    @property
    def key(self) -> str:
        """The prefix of this deal's fields, as `prefix_of` makes it."""
        return prefix_of(self.due.slot, self.due.attempt)


class DealsForm(EntryForm):
    """A round deal by deal: the first dealer, the deals, and the revision the page was made from."""

    first_dealer = forms.ChoiceField(
        label=_lazy("Who deals first?"),
        choices=SEAT_CHOICES,
        widget=forms.RadioSelect,
        error_messages={
            "required": _lazy("Say who dealt first."),
            "invalid_choice": _lazy("Say who dealt first."),
        },
    )

    deals_played = forms.CharField(required=False, max_length=2, widget=forms.HiddenInput)

    def __init__(
        self,
        data: Any = None,
        *,
        rules: Ruleset,
        rulings: Sequence[Ruling],
        first_dealer: Seat | None,
        deals: Mapping[tuple[int, int], Deal] | None = None,
        deals_played: int | None = None,
        revision: int = 0,
    ) -> None:
        if data is not None and data.get("bell"):  # the button, where no script heard it
            data = changed_data(data, deals_played=data["bell"])
        initial: dict[str, Any] = {"deals_played": deals_played or ""}
        initial |= {"first_dealer": first_dealer, "revision": revision, "key": secrets.token_urlsafe(12)}
        super().__init__(data, initial=initial)
        self.rules = rules
        self.rulings = rulings
        self.started_with = deals or {}
        self.rows = tuple(self._rows())

    @property
    def dealer(self) -> Seat | None:
        """The first dealer as chosen; the initial one if the choice is invalid; None until somebody says."""
        choice = self["first_dealer"].value()
        initial: Seat | None = self.initial["first_dealer"]
        return Seat(choice) if choice in set(SEATS) else initial

    @property
    def played(self) -> int | None:
        """How many deals the bell let the table play, None for the whole round."""
        text = str(self["deals_played"].value() or "").strip()
        deals = int(text) if text.isascii() and text.isdigit() and len(text) <= 2 else 0
        return deals if 0 < deals < (self.rules.deals_per_round or 100) else None

    @property
    def may_end_after(self) -> int | None:
        """After how many deals the bell can have ended the round: those typed, with none begun after them."""
        gap = self.gap()
        if gap is None or gap.due.attempt > 1 or gap.due.slot == 1 or not gap.form.is_blank():
            return None
        later = self.rows[self.rows.index(gap) + 1 :]
        return None if any(row.deal for row in later) or self.surplus() else gap.due.slot - 1

    @property
    def _counts_from(self) -> Seat:
        """The seat that the rows are laid out from.

        Which deals are due, and what they score, is the same whoever dealt first. Until that is known no
        dealer is shown, and nothing can be saved.
        """
        return self.dealer or SEATS[0]

    def _rows(self) -> Any:
        """Yield a row for each deal that is due; an untyped one counts as made by its dealer."""
        deals: list[Deal] = []
        while len(deals) < MOST_ROWS:
            due = next_deal(self.rules, self._counts_from, deals, deals_played=self.played)
            if due is None:
                return
            row = self._row_due(due)
            deals.append(row.deal or Deal(due.slot, due.attempt, due.dealer, Call(due.dealer), tricks=3))
            yield row

    def _row_due(self, due: NextDeal) -> DealRow:
        rulings = tuple(r for r in self.rulings if (r.slot, r.attempt) == (due.slot, due.attempt))
        ended = next((ruling for ruling in rulings if ruling.value().ends_deal), None)
        out_of_turn = ended is None and any(ruling.code == WRONG_DEALER for ruling in rulings)
        out_of_turn = out_of_turn and self.dealer is not None
        form = DealForm(
            self.data if self.is_bound else None,
            due=due,
            rules=self.rules,
            out_of_turn=out_of_turn,
            initial=initial_of(self.started_with.get((due.slot, due.attempt))),
        )
        deal = None
        if ended or not form.is_blank():
            deal = self._checked(form, rulings)
        return DealRow(due, form, rulings, deal, ended)

    def _checked(self, form: DealForm, rulings: Sequence[Ruling]) -> Deal | None:
        """The deal with its rulings; None if it is incomplete, with an error beside the field."""
        try:
            deal = apply_rulings(form.deal(), rulings)
            check_deal(self.rules, deal)
        except ScoringError as problem:
            if self.is_bound:
                form.blame(problem)
            return None
        return None if form.is_bound and form.errors else deal

    @property
    def score(self) -> RoundScore:
        """The score of the deals up to the first incomplete one."""
        return score_deals(self.rules, self._counts_from, self.counted, deals_played=self.played)

    @property
    def counted(self) -> list[Deal]:
        """The deals up to the first gap, with their rulings applied."""
        deals: list[Deal] = []
        for row in self.rows:
            if row.deal is None:
                break
            deals.append(row.deal)
        return deals

    @property
    def reported(self) -> list[Deal]:
        """The deals as the table reported them; the service applies the rulings."""
        return [row.form.deal() for row in self.rows if row.deal is not None]

    def gap(self) -> DealRow | None:
        """The first deal that is due but missing or incomplete; None for a complete round."""
        return next((row for row in self.rows if row.deal is None), None)

    def is_complete(self) -> bool:
        """Whether every deal of the round is complete; puts an error on the first that is not."""
        if self.surplus():
            self.add_error(None, _("The round was over before the last deals typed; they are left out."))
            return False
        gap = self.gap()
        if gap is None:
            return self.is_valid()
        if not gap.form.errors:
            gap.form.add_error("maker", _("Enter this deal: who made trump, and how many tricks."))
        self.is_valid()
        return False

    def surplus(self) -> list[str]:
        """The field prefixes of deals typed after the round was over."""
        due = {row.key for row in self.rows}
        typed = {
            match[1] for name, value in self.data.items() if value and (match := DEAL_FIELD.fullmatch(name))
        }
        return sorted(typed - due)

    @property
    def result(self) -> TableResult:
        """The table's report."""
        return TableResult(
            Sheet.Entry.DEALS, tuple(self.reported), first_dealer=self.dealer, deals_played=self.played
        )

    @property
    def fingerprint(self) -> str:
        """A short hash of the deals, the first dealer and how many deals were played."""
        report = repr([deal.to_dict() for deal in self.reported]) + (self.dealer or "")
        report += f" of {self.played}" if self.played else ""
        return hashlib.sha256(report.encode()).hexdigest()[:16]


def prefix_of(slot: int, attempt: int) -> str:
    """The prefix of a deal's fields: `d3`, or `d3a2` for its first redeal."""
    return f"d{slot}" if attempt == 1 else f"d{slot}a{attempt}"


def initial_of(deal: Deal | None) -> dict[str, Any]:
    """A row's initial values for a saved deal."""
    if deal is None:
        return {}
    call = deal.call
    unplayed = {fate: letter for letter, fate in UNPLAYED.items()}
    return {
        "maker": unplayed.get(deal.fate) or (call.maker.value if call else ""),
        "alone": bool(call and call.lone is call.maker),
        "partner_alone": bool(call and call.lone is call.maker.partner),
        "lone_defender": call.lone_defender.value if call and call.lone_defender else "",
        "tricks": "" if deal.tricks is None else str(deal.tricks),
        "supreme": deal.supreme,
        "dealer": deal.dealer.value,
    }
