"""Questions about rounds that are still open: ties, and rulings whose dealer or lone hand differs from the
sheet's. They are items of `state.completeness`; the desk, a round's page and the rulings show the same list.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from tournament.models import Event, Round
from tournament.state.completeness import OpenItem, reseat_open, sheets_open


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """One question, with its table and the page that answers it; `needs` is the role for that."""

    kind: str
    round: int
    table: int
    sentence: str
    action: str
    url: str
    needs: str
    wrong: bool


def open_questions(event: Event, round_: Round | None = None) -> tuple[OpenQuestion, ...]:
    """The open questions of an event, or of one of its rounds, by round and table."""
    winners = (item for item in reseat_open(event) if round_ is None or item.round == round_.number)
    return questions_among([*sheets_open(event, round_).items, *winners])


def questions_among(items: Iterable[OpenItem]) -> tuple[OpenQuestion, ...]:
    """The questions among what is open."""
    return tuple(
        OpenQuestion(
            item.code,
            item.round or 0,
            item.tables[0],
            item.what,
            item.action,
            item.url,
            item.needs,
            item.wrong,
        )
        for item in items
        if item.is_question
    )
