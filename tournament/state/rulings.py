"""A director's question about an offence, the decision given for it, and its case: the table it is held
against.

Also the rulings whose lone hand a later sheet contradicts. `services.rulings` stores a decision.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from scoring.catalogue import CATALOGUE, OVERMARKED, WRONG_DEALER
from scoring.catalogue.shared import CUT
from scoring.deal import Award, Call, Deal, Fate, Forfeit, Struck
from scoring.errors import ScoringError
from scoring.offences import Who
from scoring.points import score_deal
from scoring.reachable import writable
from scoring.ruleset import Ruleset
from scoring.ruling_effects import comes_off, strikes_alone, takes_back
from scoring.rulings import Outcome, Proposal, history_of, outcome_if_alone, propose
from scoring.seats import SEATS, SIDES, Seat, Side, dealer_of
from tournament.models.events import Event, Player
from tournament.models.history import AuditEntry
from tournament.models.rulings import Ruling
from tournament.models.seating import SEAT_NAMES, Round, Seating, Table
from tournament.models.sheets import Sheet, Written, Wrote
from tournament.registry import actions
from tournament.rotation.movements import MOVEMENTS
from tournament.state.sheet_scores import DealtDeal, dealt_at, dealt_deals
from tournament.words.sentences import in_words

MISDEAL = "misdeal"
NEXT_CUT = "next-cut"
MOST_OVERMARKED = 10  # points too many that a table is taken to have marked


@dataclass(frozen=True, slots=True)
class RulingQuestion:
    """What happened, in the director's words: which offence, who, in which deal, under which call.

    `slot` and `attempt` name the deal; None if the round is known by its totals only. `dealer` is who
    dealt, as the director says; a sheet of deals knows it better."""

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
    taken off the offender's own total, `fine_cents` is money and no points. `written` is what the table wrote
    for the deal, if totals that are not as ruled must lose it; None: not asked."""

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
    written: Written | None = None

    @classmethod
    def as_proposed(cls, question: RulingQuestion, proposal: Proposal, **answers: Any) -> "RulingDecision":
        """What the rule proposes, taken as it is, with the answers given beside it."""
        return cls(question, proposal.award, proposal.fate, proposal.cancels, **answers)

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
        counted = {side for side in (proposal.asks_forfeit, *struck) if side}
        other_count = self.forfeits is not None and self.forfeits.side not in counted
        no_count = proposal.asks_forfeit is not None and self.forfeits is None and not self.included
        return (
            given != proposed
            or set(self.cancels) != struck
            or other_count
            or no_count
            or bool(self.own_points)
        )


def title_of(code: str) -> str:
    """The offence in words; a code that a later version no longer knows stays readable."""
    return in_words(CATALOGUE[code].title) if code in CATALOGUE else code


@dataclass(frozen=True, slots=True)
class OtherCall:
    """A ruling made as if nobody, or somebody else, had played alone than the sheet says."""

    ruling: Ruling
    was_alone: bool
    by_sheet: Call

    @property
    def sentence(self) -> str:
        """“Ruling 3 was made as if nobody played alone; by the sheet East did.”"""
        lone = self.by_sheet.lone
        message = _("Ruling %(number)d was made as if nobody played alone; by the sheet %(alone)s did.")
        if lone is None:
            message = _("Ruling %(number)d was made with a lone hand; by the sheet nobody played alone.")
        elif self.was_alone:
            message = _(
                "Ruling %(number)d was made with another lone hand; by the sheet %(alone)s played alone."
            )
        return message % {"number": self.ruling.number, "alone": SEAT_NAMES[lone] if lone else ""}


def call_of(deal: Deal | None) -> Call | None:
    """Who made trump and who played alone, as far as a deal of the sheet says it."""
    return deal.call if deal is not None else None


def call_is_known(deal: Deal | None) -> bool:
    """Whether the sheet says who played alone: it has the call, or nobody made trump."""
    return deal is not None and (deal.call is not None or deal.fate is Fate.THROWN_IN)


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
    calls: list[OtherCall] = []
    for sheet in sheets:
        here = asked[sheet.table_id]
        dealt = dealt_at(here[0].table, sheet, here)
        calls += (other for r in here if (other := _other(r, dealt.get((r.slot or 0, r.attempt)), here)))
    return tuple(sorted(calls, key=lambda other: other.ruling.number))


def _left_of(call: Call | None, rulings: Iterable[Ruling]) -> Call | None:
    """The call that these rulings on its deal have left: a cancelled loner plays with the partner."""
    struck = any(strikes_alone(ruling.value()) for ruling in rulings)
    return Call(call.maker) if call is not None and struck else call


def _other(ruling: Ruling, dealt: DealtDeal | None, here: Iterable[Ruling]) -> OtherCall | None:
    """The call that the table wrote down, as rulings before have left it, if the rules propose something else
    for it. What another call would have given is the call's doing; rules that changed meanwhile are not."""
    offence = CATALOGUE.get(ruling.code)
    if dealt is None or dealt.reported is None or offence is None or offence.strikes_alone:
        return None
    place, rules = (ruling.slot, ruling.attempt), ruling.table.round.event.ruleset
    before = (one for one in here if (one.slot, one.attempt) == place and one.number < ruling.number)
    call = _left_of(dealt.reported, before) or dealt.reported
    if _proposed(ruling, rules, call.lone) in (None, _stored(ruling)):
        return None
    taken = lone_of(ruling, rules)
    return OtherCall(ruling, None not in taken, call) if taken else None


def _stored(ruling: Ruling) -> Outcome:
    return ruling.proposed_points, ruling.proposed_fate


def _proposed(ruling: Ruling, rules: Ruleset, lone: Seat | None) -> Outcome | None:
    """The points and the fate that the rules propose, None if they have no answer."""
    offender = Seat(ruling.offender) if ruling.offender else None
    dealer = Seat(ruling.dealer) if ruling.dealer else None
    case = (rules, ruling.code, offender, dealer, ruling.choice or None)
    outcome = outcome_if_alone(*case, lone)
    return outcome[:2] if outcome else None


def disqualified_by(ruling: Ruling) -> Mapping[str, Any] | None:
    """The presence that a player had before a ruling disqualified them; None if it did not, or somebody has
    marked them otherwise since."""
    if not ruling.stops_player or ruling.player is None:
        return None
    entries = AuditEntry.objects.filter(event=ruling.event_id, action=actions.PLAYER_DISQUALIFIED.code)
    facts = entries.filter(facts__ruling=ruling.number).values_list("facts", flat=True).first()
    if facts is None or any(getattr(ruling.player, name) != now for name, now in facts["after"].items()):
        return None
    before: Mapping[str, Any] = facts["before"]
    return before


# What a player claims, and what the rules set a time for.
CLAIMS = ("renege", "renege-mutual", "cards-mixed", "called-card-refused")


@dataclass(frozen=True, slots=True)
class RulingCase:
    """A table as a ruling finds it.

    `sheet` is the one that counts, `rulings` are those in force by number, `dealt` are the deals of a sheet
    of deals (with those that a ruling ended) by slot and attempt."""

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

    def takes_back(self, ruling: Ruling) -> bool:
        """Whether a ruling takes back what the table wrote for its deal, which totals do not show."""
        return self.on_totals and takes_back(self.event.ruleset, ruling.value())

    def comes_off(self, ruling: Ruling, decision: RulingDecision) -> dict[int, Written]:
        """What comes off the totals by a ruling, by its number, as far as the decision says it."""
        written = decision.written
        if written is None or decision.included or not self.takes_back(ruling):
            return {}
        if isinstance(written, Struck):
            written = comes_off(self.event.ruleset, ruling.value(), written) or Wrote.NOTHING
        return {ruling.number: written}

    @staticmethod
    def question_of(ruling: Ruling) -> RulingQuestion:
        """What a ruling was about, as far as its deal and its offender say it."""
        offender = Seat(ruling.offender) if ruling.offender else None
        return RulingQuestion(ruling.code, offender, ruling.slot, ruling.attempt)

    def writable(self, question: RulingQuestion) -> tuple[Struck, ...]:
        """What the table can have written for a deal, as its totals and lone marches allow; where too much
        was marked, how much too much."""
        sheet = self.sheet
        if sheet is None or not self.on_totals:
            return ()
        sides = (question.offender.side,) if question.offender else SIDES
        choices = writable(self.event.ruleset)
        if question.code == OVERMARKED:
            choices = tuple(Struck(side, many) for side in sides for many in range(1, MOST_OVERMARKED + 1))
        return tuple(
            one
            for one in choices
            if one.points <= sheet.reported[one.side]
            and (one.lone_march is None or sheet.noted[one.lone_march])
        )

    def about_deal(self, slot: int | None, attempt: int) -> tuple[Ruling, ...]:
        """The rulings in force about one deal."""
        return tuple(r for r in self.rulings if (r.slot, r.attempt) == (slot, attempt))

    def attempts_at(self, slot: int) -> int:
        """How often a deal was dealt, as far as rulings in force say it was dealt again."""
        again = {ruling.attempt for ruling in self.rulings if ruling.slot == slot and self._again(ruling)}
        return next(attempt for attempt in range(1, len(again) + 2) if attempt not in again)

    def _again(self, ruling: Ruling) -> bool:
        """Whether its deal is dealt again, by the same dealer or, where a void deal is replayed, the next."""
        void = ruling.fate == Fate.VOID_PASS and not self.event.ruleset.void_uses_slot
        return void or ruling.fate == Fate.REDEAL

    def contradiction(self, decision: RulingDecision, without: Ruling | None = None) -> str:
        """Why a decision cannot be made beside the rulings in force; empty if it can. A deal ends once: a
        second ruling may neither end it in another way nor give points for ending it again."""
        question = decision.question
        if self.on_totals or question.slot is None or decision.fate in (None, Fate.PLAYED):
            return ""
        for other in self.about_deal(question.slot, question.attempt):
            if other.fate in ("", Fate.PLAYED) or (without is not None and other.pk == without.pk):
                continue
            twice = other.award_side and decision.award and not CATALOGUE[question.code].frees_totals
            if other.fate == decision.fate and not twice:
                continue
            again = _("By ruling %(number)d this deal was dealt again. Choose the deal dealt again.")
            ended = _(
                "Ruling %(number)d has ended this deal already. Only if it was wrong, amend or revoke it."
            )
            return (again if self._again(other) else ended) % {"number": other.number}
        return ""

    def player_at(self, seat: Seat | None) -> Player | None:
        """Who sits there, None for an empty chair."""
        chair = self.chairs.get(seat) if seat else None
        return chair.player if chair else None

    def warned_with(self, seat: Seat | None) -> tuple[Player, ...]:
        """Whose warnings count for whoever sits there: their own, and if partners stay together for the
        whole event, their partner's."""
        stays = MOVEMENTS[self.event.movement].partners_stay
        seats = () if seat is None else (seat, seat.partner) if stays else (seat,)
        return tuple(player for one in seats if (player := self.player_at(one)) is not None)

    def dealer_at(self, slot: int | None, attempt: int = 1) -> Seat | None:
        """Who dealt, as far as sheets say it: the one that counts, else by turn from the first dealer that
        an earlier one named. None if no deal is named, or nobody has said who dealt first."""
        dealt = self.dealt.get((slot or 0, attempt))
        return dealt.dealer if dealt else self._by_turn(slot, attempt)

    def turn_at(self, slot: int | None, attempt: int = 1) -> Seat | None:
        """Whose turn it was to deal, as far as sheets say it."""
        dealt = self.dealt.get((slot or 0, attempt))
        return dealt.due if dealt else self._by_turn(slot, attempt)

    def dealer_for(self, question: RulingQuestion) -> Seat | None:
        """Who dealt the deal in question: by the sheets, else as the director says.

        Whoever dealt out of turn is the dealer of that deal, whoever's turn it was."""
        offence = CATALOGUE.get(question.code)
        own = question.offender if offence is not None and offence.who is Who.DEALER else None
        named = question.dealer or own
        if question.code == WRONG_DEALER and named:
            return named
        return self.dealer_at(question.slot, question.attempt) or named

    def made_in(self, question: RulingQuestion, side: Side, without: Ruling | None = None) -> int | None:
        """What a side made in a deal by play and rulings, one left out; None if no sheet says it."""
        dealt = self.dealt
        if without is not None:
            dealt = dealt_deals(self.table, self.sheet, self.without(without))
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
        if question.code not in CLAIMS or question.choice == CUT.key:
            return False
        if self.table.round.status == Round.Status.CLOSED:
            return True
        if self.sheet is None or self.event.ruleset.claim_limit != NEXT_CUT:
            return False
        place = (question.slot or 0, question.attempt)
        return self.on_totals or place < max(self.dealt, default=place)

    def _by_turn(self, slot: int | None, attempt: int) -> Seat | None:
        first = self.table.known_dealer or self.event.ruleset.always_deals_first
        voids = (r for r in self.rulings if r.fate == Fate.VOID_PASS and self._again(r))
        passed = sum((r.slot or 0, r.attempt) < (slot or 0, attempt) for r in voids)
        return dealer_of(first, slot + passed) if first and slot is not None else None


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
    """The table as it is now: three queries, and those of its round and event if they are not loaded."""
    sheet = Sheet.objects.counting_at(table)
    rulings = tuple(table.rulings.in_force().select_related("replaces").order_by("number"))
    return RulingCase(
        table.round.event, table, sheet, rulings, dealt_deals(table, sheet, rulings), table.chairs()
    )


def consider(case: RulingCase, question: RulingQuestion) -> Consideration:
    """What the event's rules propose, with what is on file of the player and of the dealer.

    Raises `BadRuling` if the rules cannot propose anything."""
    player, dealer = case.player_at(question.offender), case.dealer_for(question)
    on_file: list[str] = []
    if warned := case.warned_with(question.offender):
        in_force = Ruling.objects.in_force().filter(event=case.event, player__in=warned)
        on_file = list(in_force.values_list("code", flat=True))
    here = case.about_deal(question.slot, question.attempt) if question.slot else ()
    proposal = propose(
        question.code,
        case.event.ruleset,
        _left_of(question.call, (other for other in here if other.code != question.code)),
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
