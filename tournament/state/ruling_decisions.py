"""A director's question about an offence, and the decision given for it, before anything is stored.

Values only: `ruling_case` holds them against a table, `services.rulings` stores a decision.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, TypeVar

from scoring.deal import Award, Call, Fate, Forfeit
from scoring.rulings import CATALOGUE, Proposal
from scoring.seats import Seat, Side
from tournament.sentences import in_words

Value = TypeVar("Value")


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
    that the ruling makes of them. `own_points` are
    taken off the offender's own total, `fine_cents` is money and no points."""

    question: RulingQuestion
    award: Award | None = None
    fate: Fate | None = None
    cancels: tuple[Side, ...] = ()
    included: bool | None = None
    reason: str = ""
    reached_first: Side | None = None
    nobody_can_say: bool = False
    forfeits: Forfeit | None = None
    own_points: int = 0
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
        forfeits: Forfeit | None = None,
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
            forfeits=forfeits,
        )

    def to_values(self) -> dict[str, Any]:
        """As JSON keeps it; `from_values` is the way back."""
        return asdict(self)  # its enumerations are strings

    @classmethod
    def from_values(cls, values: Mapping[str, Any]) -> "RulingDecision":
        """The decision that `to_values` was asked of."""
        asked, award, off = values["question"], values["award"], values["forfeits"]
        call = asked["call"]
        question = asked | {
            "offender": _or_none(Seat, asked["offender"]),
            "dealer": _or_none(Seat, asked["dealer"]),
            "call": call and _call(call),
        }
        return cls(
            **{
                **values,
                "question": RulingQuestion(**question),
                "award": award and Award(Side(award["side"]), award["points"]),
                "fate": _or_none(Fate, values["fate"]),
                "cancels": tuple(Side(side) for side in values["cancels"]),
                "reached_first": _or_none(Side, values["reached_first"]),
                "forfeits": off and Forfeit(Side(off["side"]), off["points"]),
            }
        )

    @property
    def changes_points(self) -> bool:
        """Whether it gives a side points or takes a number of them off."""
        return self.award is not None or self.forfeits is not None

    def departs_from(self, proposal: Proposal) -> bool:
        """Whether something else is given than the rule proposes. Where it leaves the award to the
        director, any award is as proposed; so is any number of points off the side whose count it asks for,
        or whose points it strikes. Points off the offender's own total are never the rule's."""
        award = proposal.award if not proposal.open_award else self.award
        given, proposed = (self.award, self.fate), (award, proposal.fate)
        struck = set(proposal.cancels)
        counted = {side for side in (asks_forfeit(proposal), *struck) if side}
        other_count = self.forfeits is not None and self.forfeits.side not in counted
        no_count = asks_forfeit(proposal) is not None and self.forfeits is None and not self.included
        return (
            given != proposed
            or set(self.cancels) != struck
            or other_count
            or no_count
            or bool(self.own_points)
        )


def _call(call: Mapping[str, str | None]) -> Call:
    lone, defender = _or_none(Seat, call["lone"]), _or_none(Seat, call["lone_defender"])
    return Call(Seat(str(call["maker"])), lone, defender)


def _or_none(kind: Callable[[str], Value], code: str | None) -> Value | None:
    return None if code is None else kind(code)


def asks_forfeit(proposal: Proposal) -> Side | None:
    """The side off which the rule takes a number of points that only the director knows."""
    side: Side | None = getattr(proposal, "asks_forfeit", None)
    return side


def title_of(code: str) -> str:
    """The offence in words; a code that a later version no longer knows stays readable."""
    return in_words(CATALOGUE[code].title) if code in CATALOGUE else code
