"""A director's decision before it is stored: what was asked, what the rule proposes, what is given.

Reading and computing only; `services.rulings` stores a decision, `reports.rulings` shows what it would do.
"""

from dataclasses import dataclass

from django.db.models import Q

from scoring.catalogue import WRONG_DEALER
from scoring.deal import Award, Call, Deal, Fate
from scoring.rulings import CATALOGUE, History, Proposal, Who, history_of, propose
from scoring.seats import Seat, Side, dealer_of
from tournament.models.events import Event, Player
from tournament.models.rulings import Ruling
from tournament.models.seating import Table
from tournament.models.sheets import Sheet
from tournament.sentences import in_words
from tournament.state.dealers import dealt_at

MISDEAL = "misdeal"


@dataclass(frozen=True, slots=True)
class RulingQuestion:
    """What happened, in the director's words: which offence, who, in which deal, under which call.

    `slot` and `attempt` name the deal; None where the round is known by its totals only. `dealer` is who
    dealt, as the director says; a sheet of deals knows it better.
    """

    code: str
    offender: Seat | None = None
    slot: int | None = None
    attempt: int = 1
    call: Call | None = None
    choice: str | None = None
    dealer: Seat | None = None


@dataclass(frozen=True, slots=True)
class RulingDecision:
    """A question with the answer given. `fate` None lets the deal go on; `included` says of a round handed
    in as totals whether the award is in them already; `reached_first` or `nobody_can_say` answers the tie
    that the ruling makes of them."""

    question: RulingQuestion
    award: Award | None = None
    fate: Fate | None = None
    cancels: tuple[Side, ...] = ()
    included: bool | None = None
    reason: str = ""
    reached_first: Side | None = None
    nobody_can_say: bool = False

    @classmethod
    def as_proposed(
        cls,
        question: RulingQuestion,
        proposal: Proposal,
        *,
        included: bool | None = None,
        reason: str = "",
        reached_first: Side | None = None,
        nobody_can_say: bool = False,
    ) -> "RulingDecision":
        """What the rule proposes, taken as it is."""
        return cls(
            question,
            proposal.award,
            proposal.fate,
            proposal.cancels,
            included=included,
            reason=reason,
            reached_first=reached_first,
            nobody_can_say=nobody_can_say,
        )

    def departs_from(self, proposal: Proposal) -> bool:
        """Whether something else is given than the rule proposes. Where it leaves the award to the
        director, any award is as proposed."""
        award = proposal.award if not proposal.open_award else self.award
        return (self.award, self.fate, set(self.cancels)) != (award, proposal.fate, set(proposal.cancels))


def deals_played(table: Table) -> list[Deal]:
    """The deals on the sheet that counts; none where there is no sheet or only totals."""
    sheet = table.counting_sheet()
    if sheet is None or sheet.entry != Sheet.Entry.DEALS:
        return []
    return [Deal.from_dict(deal) for deal in sheet.deals]


def dealer_at(table: Table, slot: int | None, attempt: int = 1) -> Seat | None:
    """Who dealt, as far as sheets say it: the one that counts, else by turn from the first dealer that an
    earlier one named. None where no deal is named, or nobody has said who dealt first."""
    if slot is None:
        return None
    dealt = dealt_at(table).get((slot, attempt))
    if dealt is not None:
        return dealt.dealer
    first = table.known_dealer
    return dealer_of(first, slot) if first else None


def turn_at(table: Table, slot: int | None, attempt: int = 1) -> Seat | None:
    """Whose turn it was to deal, as far as sheets say it."""
    if slot is None:
        return None
    dealt = dealt_at(table).get((slot, attempt))
    if dealt is not None:
        return dealt.due
    return dealer_of(table.known_dealer, slot) if table.known_dealer else None


def dealer_for(table: Table, question: RulingQuestion) -> Seat | None:
    """Who dealt the deal in question: by the sheets, else as the director says.

    Whoever dealt out of turn is the dealer of that deal, whoever's turn it was.
    """
    offence = CATALOGUE.get(question.code)
    own = question.offender if offence is not None and offence.who is Who.DEALER else None
    said = question.dealer or own
    if question.code == WRONG_DEALER and said:
        return said
    return dealer_at(table, question.slot, question.attempt) or said


def offence_history(event: Event, table: Table, player: Player | None, dealer: Seat | None) -> History:
    """What is on file for this player at this event, and for this dealer in this round."""
    in_force = Ruling.objects.in_force().filter(event=event)
    misdeals = 0
    if dealer is not None:
        by_dealer = Q(dealer=dealer) | Q(dealer="", offender=dealer)
        misdeals = in_force.filter(by_dealer, table=table, code=MISDEAL).count()
    if player is None:
        return history_of((), misdeals)
    return history_of(in_force.filter(player=player).values_list("code", flat=True), misdeals)


def player_at(table: Table, seat: Seat | None) -> Player | None:
    """Who sits there, None for an empty chair."""
    chair = table.chairs().get(seat) if seat else None
    return chair.player if chair else None


def proposal_for(event: Event, table: Table, question: RulingQuestion) -> Proposal:
    """What the event's rules propose, warnings on file considered. Raises `BadRuling`."""
    dealer = dealer_for(table, question)
    return propose(
        question.code,
        event.ruleset,
        question.call,
        question.offender,
        offence_history(event, table, player_at(table, question.offender), dealer),
        choice=question.choice,
        dealer=dealer,
    )


def ruling_of(
    event: Event, table: Table, number: int, decision: RulingDecision, proposal: Proposal
) -> Ruling:
    """The decision as a row, not stored, without who and when."""
    question, award = decision.question, decision.award
    return Ruling(
        event=event,
        number=number,
        table=table,
        slot=question.slot,
        attempt=question.attempt,
        code=question.code,
        offender=question.offender or "",
        dealer=_dealer_noted(event, table, question),
        player=player_at(table, question.offender),
        award_side=award.side if award else "",
        award_points=award.points if award else 0,
        fate=decision.fate or "",
        choice=question.choice or proposal.choice or "",
        cancels=[side.value for side in decision.cancels],
        warning=proposal.warning,
        proposed_points=proposal.award.points if proposal.award else 0,
        proposed_fate=proposal.fate or "",
        reason=decision.reason,
    )


def _dealer_noted(event: Event, table: Table, question: RulingQuestion) -> str:
    """Whom the ruling took for the dealer, where that decides anything."""
    if not CATALOGUE[question.code].asks_dealer(event.ruleset):
        return ""
    dealer = dealer_for(table, question)
    return dealer.value if dealer else ""


def title_of(code: str) -> str:
    """The offence in words; a code that a later version no longer knows stays readable."""
    return in_words(CATALOGUE[code].title) if code in CATALOGUE else code
