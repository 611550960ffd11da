"""A table's totals, and what may be done to its sheet: settle a tie, restore, dispute, swap.

A row of the totals grid only checks that numbers are numbers; `scoring`, through the service, judges what is
impossible or unlikely. `was` is the row as the page showed it, so that an untouched row is never saved again.
"""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.deal import Struck
from scoring.ruleset import Ruleset
from scoring.seats import PAIRS, SIDES, Seat, Side
from tournament.forms.fields import (
    WHOLE_NUMBER,
    CountField,
    EntryForm,
    ReasonField,
    changed_data,
    let_be_negative,
    set_choices,
    shortened,
)
from tournament.models import Sheet
from tournament.models.seating import SEAT_NAMES, SIDE_NAMES, SIDES_IN_SHORT
from tournament.models.sheets import Written, Wrote
from tournament.reports.sheets import RoundTable
from tournament.state.sheet_scores import TableResult
from tournament.words.figures import figure
from tournament.words.figures import score as score_in_figures

NOTHING_STRUCK: Mapping[int, Struck] = {}
NOBODY = "-"  # the answer "nobody knows who reached it first"
REACHED_FIRST = [
    *((side.value, label) for side, label in SIDE_NAMES.items()),
    (NOBODY, _lazy("nobody knows")),
]
STRUCK = "struck"  # the totals hold what the table wrote for the deal of a ruling
OWN_SIDES = "sides"  # in place of another table


class TotalsForm(EntryForm):
    """One table's totals. `awards`: rulings whose points may be in the totals, number → label; `struck`: what
    the table had written for the deals of some of them."""

    was = forms.CharField(required=False, max_length=200, widget=forms.HiddenInput)
    ns = CountField(
        label=_lazy("North–South points"),
        error_messages={"required": _lazy("Type the points of North–South.")},
    )
    ew = CountField(
        label=_lazy("East–West points"), error_messages={"required": _lazy("Type the points of East–West.")}
    )
    reached_first = forms.ChoiceField(
        required=False,
        label=_lazy("Tie: reached first by"),
        choices=[("", ""), *REACHED_FIRST],
        widget=forms.HiddenInput,
    )

    deals_played = CountField(
        digits=2,
        required=False,
        label=_lazy("Deals played, if the bell came early"),
        widget=forms.HiddenInput,
    )

    def __init__(
        self,
        data: Any = None,
        *,
        table: int,
        rules: Ruleset,
        awards: Mapping[int, str],
        struck: Mapping[int, Struck] = NOTHING_STRUCK,
        **kwargs: Any,
    ) -> None:
        super().__init__(data, prefix=f"t{table}", **kwargs)
        self.rules = rules
        for side in SIDES:
            if rules.may_be_negative:
                let_be_negative(self, side.lower())
            if rules.counts_lost:
                self.fields[side.lower()].label = _("%(side)s: points lost") % {"side": SIDE_NAMES[side]}
        self.awards, self.struck = awards, struck
        self.is_proposed = False
        self.seats = PAIRS if rules.lone_hands else ()
        for seat in self.seats:
            label = _lazy("%(seat)s: lone marches") % {"seat": SEAT_NAMES[seat]}
            self.fields[f"lone_{seat.lower()}"] = lone = CountField(digits=2, empty=0, label=label)
            lone.widget.attrs["placeholder"] = " "  # for `:placeholder-shown`: whether there is a figure
        for number, label in awards.items():
            self.fields[f"included_{number}"] = forms.ChoiceField(
                label=label,
                choices=[
                    ("", _lazy("choose")),
                    ("yes", _lazy("already included")),
                    ("no", _lazy("add to these totals")),
                    *([(STRUCK, _off_words(struck[number]))] if number in struck else ()),
                ],
                error_messages={
                    "required": _lazy("Say of ruling %d whether its points are in these totals.") % number
                },
            )
        if self.is_bound:
            self._drop_the_answer_to_other_figures()
        self.initial.setdefault("key", secrets.token_urlsafe(12))
        # Each cell carries the server's value, so that Esc restores it even if a refused value is shown.
        for name in self.signed():
            self.fields[name].widget.attrs["data-held"] = self.initial.get(name, "")

    def _drop_the_answer_to_other_figures(self) -> None:
        """Drop a saved answer to a tie if the figures have changed, so that the question is asked again.

        It is dropped from `was` too, so that giving the same answer again counts as a change.
        """
        first, was = self.add_prefix("reached_first"), self.add_prefix("was")
        saved = dict(part.partition("=")[::2] for part in self.data.get(was, "").split())
        if not saved.get("reached_first") or self.data.get(first) != saved["reached_first"]:
            return
        figures = ["ns", "ew", *(f"included_{number}" for number in self.awards)]
        typed = {name: str(self.data.get(self.add_prefix(name), "")).strip() for name in figures}
        if any(typed[name] != saved.get(name, "") for name in figures):
            forgotten = {first: "", was: signature(saved | {"reached_first": ""})}
            self.data = changed_data(self.data, **forgotten)

    def propose(self, figures: Mapping[str, str]) -> None:
        """Prefill a row that was not sent with these figures; `data-held` keeps the server's values."""
        for name in self.signed():
            text = figures.get(name, "")
            if len(text) <= 4 and (number := WHOLE_NUMBER.fullmatch(text)):
                self.is_proposed = True
                self.initial[name] = -int(number["digits"]) if number["minus"] else int(number["digits"])

    @property
    def loner_cells(self) -> list[forms.BoundField]:
        """The lone-march fields in the order of papers; none if the rules have no loners."""
        return [self[f"lone_{seat.lower()}"] for seat in self.seats]

    @property
    def award_cells(self) -> list[forms.BoundField]:
        """One question for each ruling that gave points at this table."""
        return [self[f"included_{number}"] for number in self.awards]

    @property
    def cells(self) -> list[forms.BoundField]:
        """The fields always shown in the row."""
        return [self["ns"], self["ew"], *self.loner_cells, *self.award_cells]

    def is_blank(self) -> bool:
        """Whether none of the row's figures was typed."""
        names = ["ns", "ew", "deals_played", *(f"lone_{seat.lower()}" for seat in self.seats)]
        return not any(str(self.data.get(self.add_prefix(name), "")).strip() for name in names)

    @property
    def fingerprint(self) -> str:
        """The signature of the row as sent, to compare with `was`."""
        return signature({name: self.data.get(self.add_prefix(name), "") for name in self.signed()})

    def is_touched(self) -> bool:
        """Whether the row was changed since the page was made, or one of its buttons pressed."""
        pressed = any(self.data.get(self.add_prefix(name)) for name in ("confirmed", "accepted", "put"))
        return pressed or self.fingerprint != self.data.get(self.add_prefix("was"), "")

    def signed(self) -> list[str]:
        """The fields that the row's signature covers."""
        loners = [f"lone_{seat.lower()}" for seat in self.seats]
        return [
            "ns",
            "ew",
            *loners,
            "reached_first",
            "deals_played",
            *(f"included_{number}" for number in self.awards),
        ]

    # For the service, once the form is valid.
    @property
    def totals(self) -> dict[Side, int]:
        return {side: self.cleaned_data[side.lower()] for side in SIDES}

    @property
    def loners(self) -> dict[Seat, int]:
        return {seat: self.cleaned_data.get(f"lone_{seat.lower()}", 0) for seat in PAIRS}

    @property
    def result(self) -> TableResult:
        """The table's report; an answer left over from a former tie is ignored."""
        answer = self.cleaned_data["reached_first"] if self._may_tie else ""
        side = Side(answer) if answer in set(SIDES) else None
        told = TableResult(
            Sheet.Entry.TOTALS, (), self.totals, self.loners, deals_played=self.deals, written=self.written
        )
        return told.answering(side, nobody_can_say=answer == NOBODY)

    @property
    def _may_tie(self) -> bool:
        """Whether the final totals can be equal: awards still to be added may level what was typed."""
        return len(set(self.totals.values())) == 1 or bool(self.awards)

    @property
    def deals(self) -> int | None:
        """How many deals the bell let the table play; None for the whole round."""
        played: int | None = self.cleaned_data["deals_played"]
        return played if played and played != self.rules.deals_per_round else None

    @property
    def fewer_deals(self) -> range:
        """The numbers of deals to choose from beside the whole round; none for a game to a target."""
        return range((self.rules.deals_per_round or 1) - 1, 0, -1)

    @property
    def deals_held(self) -> int | None:
        """The number of deals that the row shows, None for the whole round."""
        text = str(self["deals_played"].value() or "").strip()
        held = int(text) if text.isascii() and text.isdigit() and len(text) <= 2 else 0
        return held if held and held != self.rules.deals_per_round else None

    @property
    def included(self) -> dict[int, bool]:
        return {number: self.cleaned_data[f"included_{number}"] == "yes" for number in self.awards}

    @property
    def written(self) -> dict[int, Written]:
        """What of these totals comes off, where the table had written something for the deal of a ruling."""
        answers = {number: self.cleaned_data[f"included_{number}"] for number in self.struck}
        return {n: self.struck[n] if answer == STRUCK else Wrote.NOTHING for n, answer in answers.items()}


def _off_words(struck: Struck) -> str:
    """What to do with totals that hold the deal: “4 off N–S, then count it”; short, for a cell."""
    words = {"points": struck.points, "side": SIDES_IN_SHORT[struck.side]}
    return _("%(points)d off %(side)s, then count it") % words


def signature(values: Mapping[str, Any]) -> str:
    """A row's values in one line; an empty lone-march field equals zero."""
    parts = [(name, shortened(str("" if value is None else value))) for name, value in values.items()]
    return " ".join(
        f"{name}={value}"
        for name, value in parts
        if value and not (name.startswith("lone_") and value == "0")
    )


class TieForm(forms.Form):
    """Who reached a tie first, and the version the page was made from.

    For a closed round also the reason, and the answer whose effect on the standings was accepted.
    """

    revision = CountField(digits=5, empty=0, widget=forms.HiddenInput)
    answer = forms.ChoiceField(
        label=_lazy("Which side reached this score first?"),
        choices=[
            *((side.value, label) for side, label in SIDE_NAMES.items()),
            (NOBODY, _lazy("nobody can say")),
        ],
        widget=forms.RadioSelect,
        error_messages={"required": _lazy("Choose one of the three answers.")},
    )
    accepted = forms.CharField(required=False, max_length=2, widget=forms.HiddenInput)
    reason = ReasonField(
        required=False, help_text=_lazy("The round is closed, so the table’s history keeps why.")
    )

    def __init__(self, *args: Any, is_closed: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not is_closed:
            del self.fields["reason"]

    # For the service, once the form is valid.
    @property
    def side(self) -> Side | None:
        answer = self.cleaned_data["answer"]
        return None if answer == NOBODY else Side(answer)

    @property
    def is_accepted(self) -> bool:
        return bool(self.cleaned_data["accepted"] == self.cleaned_data["answer"])


class RestoreForm(forms.Form):
    """Why an earlier version should count again, and the version the page was made from.

    For a closed round also whether its effect on the standings was accepted.
    """

    revision = CountField(digits=5, empty=0, widget=forms.HiddenInput)
    accepted = forms.BooleanField(required=False, widget=forms.HiddenInput)
    reason = ReasonField(required=False, help_text=_lazy("It’s kept in the table’s history."))

    @property
    def is_accepted(self) -> bool:
        return bool(self.cleaned_data["accepted"])


class DisputeForm(forms.Form):
    """What the sides do not agree about."""

    reason = ReasonField(
        label=_lazy("What is disputed?"),
        help_text=_lazy("For the officials; it’s kept in the event’s history."),
        needed=_lazy("Say what the sides do not agree about."),
    )


class SwapForm(forms.Form):
    """The other table with the version that its choice showed, or the table's own two sides."""

    revision = CountField(digits=5, empty=0, widget=forms.HiddenInput)
    accepted = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)
    swap = forms.ChoiceField(
        label=_lazy("What is swapped?"),
        widget=forms.RadioSelect,
        error_messages={
            "required": _lazy("Choose what is swapped."),
            "invalid_choice": _lazy("That table’s score has changed. Choose again."),
        },
    )
    loners = forms.ChoiceField(
        label=_lazy("And the lone marches?"),
        required=False,
        widget=forms.RadioSelect,
        choices=[
            ("stay", _lazy("They stay with the players who made them")),
            ("move", _lazy("They were in the wrong columns too: N and E, S and W change places")),
        ],
    )
    reason = ReasonField(
        help_text=_lazy("It’s kept in the table’s history."), needed=_lazy("Say why the scores are swapped.")
    )

    def __init__(self, data: Any = None, *, mine: RoundTable | None, others: Sequence[RoundTable]) -> None:
        sheet = mine.sheet if mine else None
        super().__init__(data, initial={"revision": sheet.revision if sheet else 0})
        choices = [(f"{row.number}.{row.sheet.revision}", _with(row)) for row in others if row.sheet]
        self.asks_loners = False
        if sheet is not None and sheet.entry == Sheet.Entry.TOTALS:
            ns, ew = sheet.totals[Side.NS], sheet.totals[Side.EW]
            label = _("the two sides of this table: North–South get %(ew)s, East–West %(ns)s")
            choices.insert(0, (OWN_SIDES, label % {"ns": figure(ns), "ew": figure(ew)}))
            self.asks_loners = any(sheet.loners.values())
        set_choices(self, "swap", choices)
        if not self.asks_loners:
            del self.fields["loners"]

    def clean(self) -> dict[str, Any]:
        super().clean()
        sides = self.cleaned_data.get("swap") == OWN_SIDES
        if sides and self.asks_loners and not self.cleaned_data.get("loners"):
            self.add_error("loners", _("Say what becomes of the lone marches."))
        return self.cleaned_data

    # For the service, once the form is valid.
    @property
    def expected(self) -> int:
        return int(self.cleaned_data["revision"])

    @property
    def other(self) -> tuple[int, int] | None:
        """The other table with the revision that was shown, None for the table's own sides."""
        if self.cleaned_data["swap"] == OWN_SIDES:
            return None
        number, _dot, revision = self.cleaned_data["swap"].partition(".")
        return int(number), int(revision)

    @property
    def loners_move_too(self) -> bool:
        """Whether the lone marches change sides too; False if the form did not ask. Only after is_valid()."""
        return bool(self.cleaned_data.get("loners") == "move")

    @property
    def fingerprint(self) -> str:
        """The swap that was asked for: an acceptance of its effect is for this one only."""
        loners = self.data.get("loners", "") if "loners" in self.fields else ""
        return f"{self.data.get('swap', '')} {loners}".strip()

    @property
    def is_accepted(self) -> bool:
        return bool(self.cleaned_data["accepted"] == self.fingerprint)


def _with(row: RoundTable) -> str:
    assert row.sheet is not None  # only tables with a score are offered
    words = {"table": row.number, "score": _score(row.sheet)}
    return _("with table %(table)d, which has %(score)s") % words


def _score(sheet: Sheet) -> str:
    """`7–5, lone marches N 1`."""
    score = score_in_figures(sheet.totals[Side.NS], sheet.totals[Side.EW])
    if sheet.lone_words:
        return _("%(score)s, lone marches %(seats)s") % {"score": score, "seats": sheet.lone_words}
    return score
