"""The pad for entering a round deal by deal: its form, its running score, and saving it.

The pages are in `views.sheets` and, for phones, in `views.table_sheet`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.points import DealScore
from scoring.seats import SIDES, Seat
from scoring.sheet import RoundScore
from tournament.forms.deals import DealRow, DealsForm
from tournament.http import SignedInRequest
from tournament.models import Event, Sheet, Table
from tournament.models.seating import SIDE_NAMES
from tournament.reports.sheets import Sitter, reached_after, sitters_of
from tournament.reports.standings import StandingsChange
from tournament.services import sheets as services
from tournament.state.sheet_scores import TableResult, first_dealer_said
from tournament.web.entry_outcome import EntryOutcome, entering
from tournament.web.form_pages import actor


@dataclass(frozen=True, slots=True)
class PadRow:
    """A row of the pad with the score of its deal; `worth` is None for a deal after a gap, `dealer` until
    somebody says who dealt first."""

    row: DealRow
    dealer: Seat | None
    sitter: Sitter | None
    worth: DealScore | None


@dataclass(frozen=True, slots=True)
class Pad:
    """Everything the pad shows. `state` is empty, refused, unlikely, disagrees, changes or conflict.

    `changes` are the players whose points or places a correction of a closed round would change.
    """

    form: DealsForm
    rows: tuple[PadRow, ...]
    sitters: Mapping[Seat, Sitter]
    score: RoundScore
    tied_in: int | None
    state: str = ""
    message: str = ""
    theirs: Sheet | None = None
    changes: tuple[StandingsChange, ...] = ()

    @property
    def sides(self) -> list[dict[str, Any]]:
        """Both sides with their total and their players' points, North–South first."""
        return [
            {
                "side": side,
                "total": self.score.totals[side],
                "won": self.score.winner is side,
                "players": [
                    {"seat": seat, "sitter": self.sitters.get(seat), "points": self.score.players[seat]}
                    for seat in side.seats
                ],
            }
            for side in SIDES
        ]

    @property
    def note(self) -> str:
        """How many deals are counted, or what decided the round."""
        if not self.score.complete:
            count = len(self.score.deals)
            return ngettext("%(n)d deal counted.", "%(n)d deals counted.", count) % {"n": count}
        if not self.score.tied:
            if self.form.played:
                return _("The bell came early; the round is complete.")
            return _("The round is complete.")
        if self.tied_in is None or self.score.reached_first is None:
            return _("Tied, and both sides reached that score in the same deal: nobody wins the round.")
        side = SIDE_NAMES[self.score.reached_first]
        return _("Tied: %(side)s reached that score first, in deal %(deal)d.") % {
            "side": side,
            "deal": self.tied_in,
        }


def form_for(event: Event, table: Table, data: Any = None) -> DealsForm:
    """The pad's form, filled from the version that counts, or the latest one if a ruling set it aside."""
    current = Sheet.objects.counting_at(table)
    basis = current or table.sheets.order_by("-revision").first()
    deals, first, played = {}, first_dealer_said(table), None
    if basis is not None and basis.entry == Sheet.Entry.DEALS:
        reported = TableResult.of(basis, table)
        deals = {(deal.slot, deal.attempt): deal for deal in reported.deals}
        first, played = reported.first_dealer or first, reported.deals_played
    return DealsForm(
        data,
        rules=event.rules_in(table.round.number),
        rulings=list(table.rulings.in_force()),
        first_dealer=first,
        deals=deals,
        deals_played=played,
        revision=current.revision if current else 0,
    )


def pad_of(form: DealsForm, table: Table, **answer: Any) -> Pad:
    """The pad with its running score."""
    sitters = sitters_of(table)
    score = form.score
    worth = (*score.deals, *[None] * len(form.rows))
    rows = []
    for row, deal in zip(form.rows, worth, strict=False):
        dealer = row.due.dealer if form.dealer else None
        rows.append(PadRow(row, dealer, sitters.get(dealer) if dealer else None, deal))
    tied_in = reached_after(score, [row.due.slot for row in form.rows]) if score.tied else None
    return Pad(form, tuple(rows), sitters, score, tied_in, **answer)


def save_deals(request: SignedInRequest, form: DealsForm, table: Table) -> Pad | None:
    """Save the round; None when it is saved, else the pad with the reason."""
    if not form.is_complete() or form.dealer is None:
        return pad_of(
            form, table, state="refused", message=_("Nothing is saved yet. Look at what is marked.")
        )
    with entering(table.round, accepted=form.is_accepted) as outcome:
        services.enter_sheet(table, form.result, form.entry, **actor(request))
    return None if outcome.is_saved else pad_after(outcome, form, table)


def pad_after(outcome: EntryOutcome, form: DealsForm, table: Table) -> Pad:
    """The pad of a round that was not saved."""
    state: str = outcome.state
    if state == "tie":
        state = "unlikely"  # deals show who reached the score first
    if outcome.problem and outcome.problem.code == "reason-missing":
        state = "disagrees"  # the pad asks for the reason there
    return pad_of(
        form, table, state=state, message=outcome.message, theirs=outcome.theirs, changes=outcome.changes
    )
