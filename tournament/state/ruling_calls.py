"""Who played alone, where a ruling hangs on it: when it has to be asked, and the rulings whose sheet says
otherwise.

A ruling stores what was proposed, not the call it was made with; so the call is judged by what it makes the
rules propose. Reading only.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.deal import Call, Deal, Fate
from scoring.errors import BadRuling
from scoring.ruleset import Ruleset
from scoring.rulings import CATALOGUE, History, propose
from scoring.seats import SEATS, Seat
from tournament.models.rulings import Ruling
from tournament.models.seating import SEAT_NAMES, Round
from tournament.models.sheets import Sheet
from tournament.state.dealers import DealtDeal, dealt_at
from tournament.state.ruling_decisions import RulingQuestion

Outcome = tuple[object, ...]
SAT_OUT: Outcome = ("sitting-out",)  # whoever did it played no card then


@dataclass(frozen=True, slots=True)
class OtherCall:
    """A ruling made as if nobody, or somebody else, had played alone than the sheet says."""

    ruling: Ruling
    was_alone: bool
    by_sheet: Call

    @property
    def sentence(self) -> str:
        """“Ruling 3 was made as if nobody played alone; by the sheet East did.”"""
        words = {"number": self.ruling.number}
        if self.by_sheet.lone is None:
            message = _("Ruling %(number)d was made with a lone hand; by the sheet nobody played alone.")
            return message % words
        words |= {"alone": SEAT_NAMES[self.by_sheet.lone]}
        if self.was_alone:
            message = _(
                "Ruling %(number)d was made with another lone hand; by the sheet %(alone)s played alone."
            )
            return message % words
        message = _("Ruling %(number)d was made as if nobody played alone; by the sheet %(alone)s did.")
        return message % words


def call_of(deal: Deal | None) -> Call | None:
    """Who made trump and who played alone, as far as a deal of the sheet says it."""
    return deal.call if deal is not None else None


def call_is_known(deal: Deal | None) -> bool:
    """Whether the sheet says who played alone: it has the call, or nobody made trump."""
    return deal is not None and (deal.call is not None or deal.fate is Fate.THROWN_IN)


def call_decides(rules: Ruleset, question: RulingQuestion) -> bool:
    """Whether the proposal hangs on who played alone, as far as the question is answered by now.

    What it leaves open (who did it, who dealt, a choice) is tried in every way.
    """
    if not rules.lone_hands:
        return False
    offence = CATALOGUE[question.code]
    choices = {row.choice for row in offence.rows(rules)} | {None}
    for offender in (question.offender,) if question.offender else (Seat.N, None):
        for dealer in (question.dealer,) if question.dealer else (*SEATS, None):
            for choice in (question.choice,) if question.choice else choices:
                case = (rules, question.code, offender, dealer, choice)
                outcomes = {_outcome(*case, lone) for lone in (None, *SEATS)}
                if len(outcomes - {None, SAT_OUT}) > 1:
                    return True
    return False


def lone_of(ruling: Ruling, rules: Ruleset) -> tuple[Seat | None, ...]:
    """Who may have been taken to play alone when this ruling was proposed, None for nobody; nobody first."""
    return tuple(lone for lone in (None, *SEATS) if _proposed(ruling, rules, lone) == _stored(ruling))


def other_calls(rounds: Iterable[Round]) -> tuple[OtherCall, ...]:
    """The rulings in force of these rounds that the sheet's call would have made others, by number."""
    rulings = Ruling.objects.in_force().filter(table__round__in=rounds, slot__isnull=False)
    asked: dict[int, list[Ruling]] = defaultdict(list)
    for ruling in rulings.select_related("table__round__event").order_by("number"):
        asked[ruling.table_id].append(ruling)
    if not asked:
        return ()
    sheets = Sheet.objects.counting().filter(table__in=asked, entry=Sheet.Entry.DEALS)
    found: list[OtherCall] = []
    for sheet in sheets:
        here = asked[sheet.table_id]
        dealt = dealt_at(here[0].table, sheet, here)
        found += (other for r in here if (other := _other(r, dealt.get((r.slot or 0, r.attempt)))))
    return tuple(sorted(found, key=lambda other: other.ruling.number))


def _other(ruling: Ruling, dealt: DealtDeal | None) -> OtherCall | None:
    """The call that the table wrote down, where the rules propose something else for it.

    What another call would have given too is the call's doing; anything else, such as rules that changed
    meanwhile, is not.
    """
    offence = CATALOGUE.get(ruling.code)
    if dealt is None or dealt.reported is None or offence is None or offence.strikes_alone:
        return None
    call, rules = dealt.reported, ruling.table.round.event.ruleset
    if _proposed(ruling, rules, call.lone) in (None, _stored(ruling)):
        return None
    taken = lone_of(ruling, rules)
    return OtherCall(ruling, None not in taken, call) if taken else None


def _stored(ruling: Ruling) -> Outcome:
    return ruling.proposed_points, ruling.proposed_fate


def _proposed(ruling: Ruling, rules: Ruleset, lone: Seat | None) -> Outcome | None:
    """The points and the fate that the rules propose, None where they have no answer."""
    offender = Seat(ruling.offender) if ruling.offender else None
    dealer = Seat(ruling.dealer) if ruling.dealer else None
    case = (rules, ruling.code, offender, dealer, ruling.choice or None)
    outcome = _outcome(*case, lone)
    return outcome[:2] if outcome else None


def _outcome(
    rules: Ruleset,
    code: str,
    offender: Seat | None,
    dealer: Seat | None,
    choice: str | None,
    lone: Seat | None,
) -> Outcome | None:
    """What the rules propose if this player is alone: points, fate and the rest; None where another fact is
    missing; a refusal by its code."""
    call = Call(lone, lone) if lone else None
    try:
        found = propose(code, rules, call, offender, History(), choice=choice, dealer=dealer)
    except BadRuling as error:
        return (error.code,) if error.code in ("nobody-alone", *SAT_OUT) else None
    points = found.award.points if found.award else 0
    return points, found.fate or "", found.award_side, found.cancels, found.strikes_alone
