"""A director's question about an offence, and the decision given for it, before anything is stored.

Values only: `ruling_case` holds them against a table, `services.rulings` stores a decision.
"""

from dataclasses import dataclass

from scoring.deal import Award, Call, Fate, Forfeit
from scoring.rulings import CATALOGUE, Proposal
from scoring.seats import Seat, Side
from tournament.sentences import in_words


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
    forfeits: Forfeit | None = None
    fine_cents: int = 0

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


def title_of(code: str) -> str:
    """The offence in words; a code that a later version no longer knows stays readable."""
    return in_words(CATALOGUE[code].title) if code in CATALOGUE else code
