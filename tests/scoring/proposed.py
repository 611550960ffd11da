"""A ruling that gives exactly what the rules propose, and both in the words of the tables of cases."""

from typing import Any

from scoring.deal import Call, Fate, Ruling
from scoring.rulings import Proposal
from scoring.seats import Seat


def as_proposed(
    proposal: Proposal, code: str, offender: Seat | None = None, choice: str | None = None, **more: Any
) -> Ruling:
    """`more`: the dealer, whether the totals have it already, or what was taken off."""
    given = {"award": proposal.award, "fate": proposal.fate, "cancels": proposal.cancels}
    return Ruling(code, offender, choice=choice or proposal.choice, **given, **more)


ENDS = {None: "goes on", Fate.PASS: "over", Fate.VOID_PASS: "void", Fate.REDEAL: "again"}


def words_of(proposal: Proposal) -> str:
    """`EW 2, over`; `?` where the director says how many."""
    points = "?" if proposal.open_award else proposal.award and proposal.award.points
    given = f"{proposal.award_side.value} {points}, " if proposal.award_side else ""
    return given + ENDS[proposal.fate]


def call_of(words: str) -> tuple[Call | None, int | None]:
    """`E! 3`: East alone, who takes three tricks; `-`: no call is known."""
    seat, *tricks = words.split()
    if seat == "-":
        return None, None
    return Call(Seat(seat[0]), Seat(seat[0]) if seat.endswith("!") else None), int(tricks[0])
