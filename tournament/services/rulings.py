"""A director's rulings: made, amended, revoked. Each takes effect on the table's sheet in the same
transaction.

What the rule proposes is recorded beside what the director gave; a departure from it needs a reason.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.catalogue import OTHER
from scoring.deal import Fate, Struck, struck_values
from tournament.models import Adjustment, Round, Ruling, Table, User
from tournament.models.seating import SIDE_NAMES
from tournament.models.sheets import Written, Wrote
from tournament.registry import actions
from tournament.services.adjustments import MOST_POINTS, revoke_with_ruling, take_with_ruling
from tournament.services.common import checked_reason, lock_event_of, next_number, record, refuse_locked
from tournament.services.errors import Refused
from tournament.services.players import come_back_with_ruling, disqualify_with_ruling
from tournament.services.sheets import NO_ANSWERS, NOT_ASKED, recount
from tournament.state.rulings import (
    Consideration,
    RulingCase,
    RulingDecision,
    RulingQuestion,
    consider,
    read_case,
)
from tournament.words.figures import figure, score
from tournament.words.names import tidy

LATE_CLAIM = gettext_lazy("The time for this claim is over. Say why you rule on it all the same.")
WRITTEN_MISSING = gettext_lazy("Say what this table wrote for that deal, or that you don’t know it.")
MOMENTS = timedelta(seconds=10)


@transaction.atomic
def make_ruling(table: Table, *, by: User, at: datetime, decision: RulingDecision) -> Ruling:
    """Rule on an offence at this table; its sheet, if there is one, is counted anew.

    Raises `Refused`, and passes `BadRuling` through (an offence the rules lack, an answer that is missing).
    """
    case = _lock(table, at)
    ruling = _write(case, by=by, at=at, decision=decision)
    facts = _facts(ruling, case.comes_off(ruling, decision))
    record(case.event, actions.RULING_MADE, by=by, at=at, **facts)
    _recount(case, ruling, by=by, at=at, decision=decision)
    return ruling


@transaction.atomic
def amend_ruling(ruling: Ruling, *, by: User, at: datetime, decision: RulingDecision) -> Ruling:
    """Put another decision in the place of this one, which stays on record. A reason is needed."""
    case = _lock(ruling.table, at)
    old = _in_force(ruling)
    # The old one steps aside first, so that its own warning does not weigh on the new proposal.
    reason = checked_reason(decision.reason, needed=_("Say why the ruling is changed; both stay on record."))
    _revoke(old, by=by, at=at, reason=reason)
    case = replace(case, rulings=case.without(old))
    new = _write(case, by=by, at=at, decision=decision, instead_of=old)
    old.replaced_by = new
    old.save(update_fields=["replaced_by"])
    facts = _facts(new, case.comes_off(new, decision)) | {"old": old.number}
    record(case.event, actions.RULING_AMENDED, by=by, at=at, **facts)
    _recount(case, new, by=by, at=at, decision=decision)
    return new


@transaction.atomic
def revoke_ruling(ruling: Ruling, *, by: User, at: datetime, reason: str) -> Ruling:
    """Let the ruling count no longer: the sheet is counted as if it had never been made. It stays on
    record."""
    case = _lock(ruling.table, at)
    old = _in_force(ruling)
    reason = checked_reason(reason, needed=_("Say why the ruling is revoked; it stays on record."))
    _revoke(old, by=by, at=at, reason=reason)
    facts = _facts(old) | {"reason": old.revoked_reason}
    record(case.event, actions.RULING_REVOKED, by=by, at=at, **facts)
    _recount(case, old, by=by, at=at)
    return old


@transaction.atomic
def answer_written(ruling: Ruling, *, by: User, at: datetime, written: Written | None) -> None:
    """Say what the table wrote for the deal of a ruling that was made without knowing it."""
    case = _lock(ruling.table, at)
    held = _in_force(ruling)
    if written is None or written is Wrote.OPEN:
        raise Refused("written-missing", _("Say what this table wrote for that deal."), "written")
    if case.sheet is None or case.sheet.written.get(held.number) is not Wrote.OPEN:
        raise Refused("written-known", _("What the table wrote is known by now. Nothing was changed."))
    off = case.comes_off(held, RulingDecision(case.question_of(held), written=written))
    reason = _("Ruling %(number)d") % {"number": held.number}
    recount(case.event, case.table, case.sheet, by=by, at=at, reason=reason, written=off)


def _write(
    case: RulingCase, *, by: User, at: datetime, decision: RulingDecision, instead_of: Ruling | None = None
) -> Ruling:
    """Check the decision against the rule and the table, and store it."""
    question = decision.question
    if question.offender is not None and case.player_at(question.offender) is None:
        raise Refused(
            "offender-not-seated", _("Nobody sits there at this table. Choose who did it."), "offender"
        )
    _check_repeated(case, decision, at)
    considered = consider(case, question)
    ruling = considered.ruling(case, next_number(case.event.rulings), decision)
    _check_deal(case, ruling, decision, instead_of)
    proposal = considered.proposal
    if proposal.open_award and proposal.award_side and decision.award is None and not tidy(decision.reason):
        raise Refused(
            "award-missing", _("This rule leaves the points to you: enter them, or say why none."), "points"
        )
    _check_own(considered, decision)
    _check_forfeits(case, considered, decision, instead_of)
    needed = str(LATE_CLAIM) if case.claim_is_late(question) else ""
    if question.code == OTHER:
        needed = _("Say why: no rule says it for you.")
    if ruling.stops_player:
        needed = _("Say why; a disqualification takes a reason.")
    if decision.departs_from(proposal):
        needed = _("This departs from what the rule proposes. Say why; players can read it.")
    ruling.reason = checked_reason(decision.reason, needed=needed)
    ruling.made_by, ruling.made_at = by, at
    ruling.save(force_insert=True)
    take_with_ruling(ruling, decision.own_points)
    disqualify_with_ruling(ruling)
    return ruling


def _check_own(considered: Consideration, decision: RulingDecision) -> None:
    """A penalty off somebody's own total, or a fine, needs somebody."""
    if (decision.own_points or decision.fine_cents) and considered.player is None:
        raise Refused("offender-missing", _("Choose who did it: the penalty needs a player."), "offender")
    if not 0 <= decision.own_points <= MOST_POINTS:
        message = _("Take at most %(most)d points away.") % {"most": MOST_POINTS}
        raise Refused("points-range", message, "own_points")


def _check_forfeits(
    case: RulingCase, considered: Consideration, decision: RulingDecision, instead_of: Ruling | None
) -> None:
    """Points taken off are a number that the side has: totals know no deal whose points could be struck."""
    question, forfeits = decision.question, decision.forfeits
    counted = considered.proposal.asks_forfeit
    struck = decision.cancels[0] if case.on_totals and decision.cancels else None
    side = struck or (counted if not tidy(decision.reason) else None)
    if side and forfeits is None and not decision.included:
        message = _("Say how many points are taken off.")
        if case.on_totals:
            message = _("Say how many points are taken off, or that the totals are without them already.")
        raise Refused("forfeits-missing", message, "forfeits")
    made = case.made_in(question, forfeits.side, instead_of) if forfeits else None
    if forfeits is not None and made is not None and forfeits.points > made:
        message = _("%(side)s made %(points)d in this deal, so at most %(points)d can be taken off.")
        facts = {"side": SIDE_NAMES[forfeits.side], "points": made}
        raise Refused("forfeits-too-many", message % facts, "forfeits")


def _lock(table: Table, at: datetime) -> RulingCase:
    """The table as it is once the event's row is locked; refused if no ruling can be made or changed in
    its round."""
    finished = _("The event is finished. Reopen it before making or changing a ruling.")
    _event, table = lock_event_of(table, unfinished=finished)
    if table.round.status == Round.Status.PLANNED:
        message = _("Round %(number)d has not begun, so there is nothing to rule on yet.")
        raise Refused("round-not-open", message % {"number": table.round.number})
    refuse_locked(table.round, at)
    return read_case(table)


def _in_force(ruling: Ruling) -> Ruling:
    """The ruling as it is now; refused if somebody changed it meanwhile."""
    current = Ruling.objects.select_related("table__round__event", "player").get(pk=ruling.pk)
    if not current.is_in_force:
        message = _("Ruling %(number)d has been amended or revoked already; nothing was changed.")
        raise Refused("not-in-force", message % {"number": current.number})
    return current


def _revoke(ruling: Ruling, *, by: User, at: datetime, reason: str) -> None:
    ruling.revoked_by, ruling.revoked_at, ruling.revoked_reason = by, at, reason
    ruling.save(update_fields=["revoked_by", "revoked_at", "revoked_reason"])
    revoke_with_ruling(ruling)
    come_back_with_ruling(ruling)


def _check_repeated(case: RulingCase, decision: RulingDecision, at: datetime) -> None:
    """A form sent twice makes one ruling: the same again within moments is a second press of the button."""
    question, award = decision.question, decision.award
    wanted = (question.code, question.offender or "", award.points if award else 0, decision.fate or "")
    for ruling in case.about_deal(question.slot, question.attempt):
        if (ruling.code, ruling.offender, ruling.award_points, ruling.fate) != wanted:
            continue
        if at - MOMENTS < ruling.made_at <= at:
            message = _("Ruling %(number)d, just made, says the same. It was not made twice.")
            raise Refused("repeated", message % {"number": ruling.number})


def _check_totals(case: RulingCase, ruling: Ruling, decision: RulingDecision) -> None:
    """Of totals has to be said whether they are as ruled and, if not, what they hold that comes off."""
    asks = case.takes_back(ruling)
    if (decision.changes_points or decision.cancels or asks) and decision.included is None:
        message = _("This table handed in totals: say whether the ruling is in them already.")
        raise Refused("included-missing", message, "included")
    if asks and not decision.included and decision.written is None:
        raise Refused("written-missing", str(WRITTEN_MISSING), "written")


def _check_deal(
    case: RulingCase, ruling: Ruling, decision: RulingDecision, instead_of: Ruling | None
) -> None:
    """The deal must be one that this round has had, and not be ended already in another way. A table need not
    write down a deal that a ruling ended: what takes that ruling's place is about the same deal."""
    if not case.event.ruleset.has_deals:
        _check_no_deal(decision)
    if case.on_totals:
        _check_totals(case, ruling, decision)
        return
    question = decision.question
    if not case.event.ruleset.has_deals:
        return
    if question.slot is None:
        raise Refused("deal-missing", _("Say in which deal it happened."), "deal")
    replaced = (instead_of.slot, instead_of.attempt) if instead_of else None
    if replaced != (question.slot, question.attempt):
        _check_played(case, question)
    if refusal := case.contradiction(decision):
        raise Refused("contradiction", refusal, "deal")


def _check_no_deal(decision: RulingDecision) -> None:
    """If no deals are known a ruling gives points to a side or takes them off, and ends no deal."""
    ends = decision.fate not in (None, Fate.PLAYED)
    if decision.question.slot is not None or ends or decision.cancels:
        message = _("No deals are known under these rules: give a side points, or take some off its total.")
        raise Refused("no-deals", message, "points")


def _check_played(case: RulingCase, question: RulingQuestion) -> None:
    slots = case.event.rules_in(case.table.round.number).deals_per_round
    if case.sheet is not None:
        written = {place for place, dealt in case.dealt.items() if dealt.written}
        ruled = {(ruling.slot, ruling.attempt) for ruling in case.rulings}
        if (question.slot, question.attempt) not in written | ruled:
            message = _("This table’s sheet has no such deal. Choose one that was played.")
            raise Refused("deal-not-played", message, "deal")
    elif slots and (question.slot or 0) > slots:
        message = _("A round has %(deals)d deals.") % {"deals": slots}
        raise Refused("deal-not-played", message, "deal")


def _recount(
    case: RulingCase, ruling: Ruling, *, by: User, at: datetime, decision: RulingDecision | None = None
) -> None:
    """Count the table's sheet anew. A tie that a decision makes has to be answered with it; one that a
    revocation makes is open, for nobody could be asked before it was there."""
    included = decision.included if decision else None
    sheet = recount(
        case.event,
        case.table,
        case.sheet,
        by=by,
        at=at,
        reason=_("Ruling %(number)d") % {"number": ruling.number},
        included=NO_ANSWERS if included is None else {ruling.number: included},
        written=case.comes_off(ruling, decision) if decision else NOT_ASKED,
        reached_first=decision.reached_first if decision else None,
        nobody_can_say=decision is not None and decision.nobody_can_say,
    )
    if decision is not None and sheet is not None and sheet.tie_is_open:
        message = _("This makes it %(score)s. Say which side reached %(points)s first.")
        facts = {"points": figure(sheet.ns), "score": score(sheet.ns, sheet.ew)}
        raise Refused("tie-open", message % facts, "reached_first")


def _facts(ruling: Ruling, written: Mapping[int, Written] = NOT_ASKED) -> dict[str, object]:
    """What the audit's sentence names; names as they are now, so that it survives a rename."""
    award: dict[str, object] = {}
    if ruling.award_side:
        award = {"points": ruling.award_points, "side": ruling.award_side}
    if ruling.forfeit_side:
        award["off"] = {"points": ruling.forfeit_points, "side": ruling.forfeit_side}
    if isinstance(off := written.get(ruling.number), Struck):
        award["struck"] = struck_values(off)
    if own := Adjustment.objects.filter(ruling=ruling).values_list("points", flat=True).first():
        award["own"] = own
    if ruling.fine_cents:
        award["fine"] = ruling.fine_cents
    return {
        "number": ruling.number,
        "round": ruling.table.round.number,
        "table": ruling.table.number,
        "offence": ruling.code,
        "name": ruling.player.noted_name if ruling.player else "",
        "award": award or None,
        "reason": ruling.reason,
    }
