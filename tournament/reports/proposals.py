"""What waits for a second official, in words, with what it would change."""

from dataclasses import dataclass

from scoring.errors import ScoringError
from tournament.models import Event, Proposal, Ruling, Table
from tournament.models.seating import prefetched_chairs
from tournament.reports import rulings
from tournament.reports.history import asked_in_words
from tournament.reports.rulings import RulingEffect
from tournament.state.rulings import RulingDecision, consider, read_case


@dataclass(frozen=True, slots=True)
class Waiting:
    """One proposal; `effect` is what a ruling would change, None for what is no ruling or fits no more."""

    proposal: Proposal
    sentence: str
    effect: RulingEffect | None


def waiting_proposals(event: Event) -> tuple[Waiting, ...]:
    """What waits, in the order in which it was asked for."""
    return tuple(waiting_proposal(one) for one in event.proposals.waiting())


def waiting_proposal(proposal: Proposal) -> Waiting:
    """One proposal in words, with what it would change."""
    sentence = asked_in_words({"action": proposal.action, "facts": proposal.facts})
    return Waiting(proposal, sentence, _effect(proposal))


def _effect(proposal: Proposal) -> RulingEffect | None:
    about, values = proposal.event, proposal.values
    ruling = Ruling.objects.select_related("table__round", "player")
    held = ruling.filter(event=about, number=values.get("ruling")).first()
    tables = Table.objects.select_related("round__event").prefetch_related(prefetched_chairs())
    if held is not None:
        table = tables.get(pk=held.table_id)
    else:
        here = tables.filter(round__event=about, round__number=values.get("round"))
        seated = here.filter(number=values.get("table")).first()
        if seated is None:
            return None
        table = seated
    case = read_case(table)
    if "decision" not in values:
        return rulings.revocation(case, held) if held is not None else None
    decision = RulingDecision.from_values(values["decision"])
    try:
        considered = consider(case, decision.question)
        return rulings.ruling_effect(case, considered, decision, instead_of=held)
    except ScoringError:
        return None  # the rules changed since
