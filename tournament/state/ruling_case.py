"""What a ruling at a table has to know: the sheet, its deals and dealers, the rulings in force, who sits
where. Read once; the rule's proposal and its effect are then computed from the same facts.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.catalogue import WRONG_DEALER
from scoring.errors import ScoringError
from scoring.points import score_deal
from scoring.rulings import CATALOGUE, Proposal, Who, history_of, propose
from scoring.seats import Seat, Side, dealer_of
from tournament.models.events import Event, Player
from tournament.models.rulings import Ruling
from tournament.models.seating import Round, Seating, Table
from tournament.models.sheets import Sheet
from tournament.rotation.movements import MOVEMENTS
from tournament.state.dealers import DealtDeal, deals_of
from tournament.state.ruling_decisions import RulingDecision, RulingQuestion

MISDEAL = "misdeal"
CLAIMS = ("renege", "renege-mutual")  # what a player claims, and what the rules set a time for
NEXT_CUT = "next-cut"


@dataclass(frozen=True, slots=True)
class RulingCase:
    """A table as a ruling finds it.

    `sheet` is the one that counts, `rulings` are those in force by number, `dealt` are the deals of a sheet
    of deals (with those that a ruling ended) by slot and attempt.
    """

    event: Event
    table: Table
    sheet: Sheet | None
    rulings: tuple[Ruling, ...]
    dealt: Mapping[tuple[int, int], DealtDeal]
    chairs: Mapping[Seat, Seating]

    @property
    def on_totals(self) -> bool:
        """Whether the table handed in totals."""
        return self.sheet is not None and self.sheet.entry == Sheet.Entry.TOTALS

    def without(self, ruling: Ruling | None) -> tuple[Ruling, ...]:
        """The rulings in force, except one."""
        return tuple(other for other in self.rulings if ruling is None or other.pk != ruling.pk)

    def about_deal(self, slot: int | None, attempt: int) -> tuple[Ruling, ...]:
        """The rulings in force about one deal."""
        return tuple(r for r in self.rulings if (r.slot, r.attempt) == (slot, attempt))

    def player_at(self, seat: Seat | None) -> Player | None:
        """Who sits there, None for an empty chair."""
        chair = self.chairs.get(seat) if seat else None
        return chair.player if chair else None

    def warned_with(self, seat: Seat | None) -> tuple[Player, ...]:
        """Whose warnings count for whoever sits there: their own, and where partners stay together for the
        whole event, their partner's."""
        stays = MOVEMENTS[self.event.movement].partners_stay
        seats = () if seat is None else (seat, seat.partner) if stays else (seat,)
        return tuple(player for one in seats if (player := self.player_at(one)) is not None)

    def dealer_at(self, slot: int | None, attempt: int = 1) -> Seat | None:
        """Who dealt, as far as sheets say it: the one that counts, else by turn from the first dealer that
        an earlier one named. None where no deal is named, or nobody has said who dealt first."""
        dealt = self.dealt.get((slot or 0, attempt))
        return dealt.dealer if dealt else self._by_turn(slot)

    def turn_at(self, slot: int | None, attempt: int = 1) -> Seat | None:
        """Whose turn it was to deal, as far as sheets say it."""
        dealt = self.dealt.get((slot or 0, attempt))
        return dealt.due if dealt else self._by_turn(slot)

    def dealer_for(self, question: RulingQuestion) -> Seat | None:
        """Who dealt the deal in question: by the sheets, else as the director says.

        Whoever dealt out of turn is the dealer of that deal, whoever's turn it was.
        """
        offence = CATALOGUE.get(question.code)
        own = question.offender if offence is not None and offence.who is Who.DEALER else None
        named = question.dealer or own
        if question.code == WRONG_DEALER and named:
            return named
        return self.dealer_at(question.slot, question.attempt) or named

    def made_in(self, question: RulingQuestion, side: Side, without: Ruling | None = None) -> int | None:
        """What a side made in a deal by play and rulings, one left out; None where no sheet says it."""
        dealt = self.dealt
        if without is not None:
            dealt = deals_of(self.table, self.sheet, self.without(without))
        deal = dealt.get((question.slot or 0, question.attempt))
        if deal is None:
            return None
        try:
            return score_deal(self.event.ruleset, deal.deal).points[side]
        except ScoringError:
            return None

    def claim_is_late(self, question: RulingQuestion) -> bool:
        """Whether a renege is claimed after the time that the rules leave for it: until the next deal is cut,
        or until the round is signed, which is when it is closed. Totals are handed in after the last deal."""
        if question.code not in CLAIMS:
            return False
        if self.table.round.status == Round.Status.CLOSED:
            return True
        if self.sheet is None or self.event.ruleset.claim_limit != NEXT_CUT:
            return False
        place = (question.slot or 0, question.attempt)
        return self.on_totals or place < max(self.dealt, default=place)

    def _by_turn(self, slot: int | None) -> Seat | None:
        first = self.table.known_dealer or self.event.ruleset.always_deals_first
        return dealer_of(first, slot) if first and slot is not None else None


@dataclass(frozen=True, slots=True)
class Consideration:
    """A question considered: whose offence it is, who dealt, and what the rule proposes."""

    question: RulingQuestion
    player: Player | None
    dealer: Seat | None
    proposal: Proposal

    def ruling(self, case: RulingCase, number: int, decision: RulingDecision) -> Ruling:
        """The decision as a row, not stored, without who and when."""
        question, award, proposal = decision.question, decision.award, self.proposal
        forfeits = decision.forfeits
        asks_dealer = CATALOGUE[question.code].asks_dealer(case.event.ruleset)
        return Ruling(
            event=case.event,
            number=number,
            table=case.table,
            slot=question.slot,
            attempt=question.attempt,
            code=question.code,
            offender=question.offender or "",
            dealer=self.dealer.value if self.dealer and asks_dealer else "",
            player=self.player,
            award_side=award.side if award else "",
            award_points=award.points if award else 0,
            fate=decision.fate or "",
            choice=question.choice or proposal.choice or "",
            cancels=[side.value for side in decision.cancels],
            forfeit_side=forfeits.side if forfeits else "",
            forfeit_points=forfeits.points if forfeits else 0,
            fine_cents=decision.fine_cents,
            warning=proposal.warning,
            proposed_points=proposal.award.points if proposal.award else 0,
            proposed_fate=proposal.fate or "",
            reason=decision.reason,
        )


def read_case(table: Table) -> RulingCase:
    """The table as it is now: three queries, and those of its round and event where they are not loaded."""
    sheet = table.counting_sheet()
    rulings = tuple(table.rulings.in_force().select_related("replaces").order_by("number"))
    return RulingCase(
        table.round.event, table, sheet, rulings, deals_of(table, sheet, rulings), table.chairs()
    )


def consider(case: RulingCase, question: RulingQuestion) -> Consideration:
    """What the event's rules propose, with what is on file of the player and of the dealer.

    Raises `BadRuling` where the rules cannot propose anything.
    """
    player, dealer = case.player_at(question.offender), case.dealer_for(question)
    on_file: list[str] = []
    if warned := case.warned_with(question.offender):
        in_force = Ruling.objects.in_force().filter(event=case.event, player__in=warned)
        on_file = list(in_force.values_list("code", flat=True))
    proposal = propose(
        question.code,
        case.event.ruleset,
        question.call,
        question.offender,
        history_of(on_file, _misdeals(case, dealer)),
        choice=question.choice,
        dealer=dealer,
    )
    return Consideration(question, player, dealer, proposal)


def _misdeals(case: RulingCase, dealer: Seat | None) -> int:
    """Misdeals that this dealer had in the round before."""
    if dealer is None:
        return 0
    return sum(r.code == MISDEAL and (r.dealer or r.offender) == dealer for r in case.rulings)


def proposal_for(table: Table, question: RulingQuestion) -> Proposal:
    """What the rules propose at this table. Raises `BadRuling`."""
    return consider(read_case(table), question).proposal
