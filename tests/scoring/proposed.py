"""A ruling that gives exactly what the rules propose."""

from typing import Any

from scoring.deal import Ruling
from scoring.rulings import Proposal
from scoring.seats import Seat


def as_proposed(
    proposal: Proposal, code: str, offender: Seat | None = None, choice: str | None = None, **more: Any
) -> Ruling:
    """`more`: the dealer, whether the totals have it already, or what was taken off."""
    given = {"award": proposal.award, "fate": proposal.fate, "cancels": proposal.cancels}
    return Ruling(code, offender, choice=choice or proposal.choice, **given, **more)
