"""Questions about rounds that are still open: ties, and rulings whose dealer or lone hand differs from the
sheet's.

The desk, a round's page and the rulings show the same list.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.models import Event, Round, Sheet
from tournament.models.sheets import OPEN_TIE
from tournament.state.dealers import other_dealers
from tournament.state.ruling_calls import other_calls

TIE, DEALER, CALL = "tie", "dealer", "call"


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


def open_questions(event: Event, round_: Round | None = None) -> tuple[OpenQuestion, ...]:
    """The open questions of an event, or of one of its rounds, by round and table."""
    rounds = event.rounds.begun()
    if round_ is not None:
        rounds = rounds.filter(pk=round_.pk)
    questions = [*_ties(event, rounds), *_rulings(event, rounds)]
    return tuple(sorted(questions, key=lambda question: (question.round, question.table)))


def _ties(event: Event, rounds: Iterable[Round]) -> Iterable[OpenQuestion]:
    tied = Sheet.objects.counting().filter(OPEN_TIE, table__round__in=rounds).order_by()
    for round_, table, points in tied.values_list("table__round__number", "table__number", "ns"):
        sentence = _("tied %(n)d–%(n)d: which side reached %(n)d first?") % {"n": points}
        url = reverse("sheets:tie", args=[event.slug, round_, table])
        yield OpenQuestion(TIE, round_, table, sentence, _("Answer"), url, "scorer")


def _rulings(event: Event, rounds: Iterable[Round]) -> Iterable[OpenQuestion]:
    """The rulings that a sheet contradicts, each with what it says."""
    contradicted = [(DEALER, other.ruling, other.sentence) for other in other_dealers(rounds)]
    contradicted += [(CALL, other.ruling, other.sentence) for other in other_calls(rounds)]
    for kind, ruling, sentence in contradicted:
        url = reverse("rulings:amend", args=[event.slug, ruling.number])
        place = ruling.table.round.number, ruling.table.number
        yield OpenQuestion(kind, *place, sentence, _("Rule again"), url, "director")
