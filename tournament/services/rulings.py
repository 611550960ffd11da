"""A director's rulings: made, amended, revoked. Each takes effect on the table's sheet in the same transaction.

What the rule proposes is recorded beside what the director gave; a departure from it needs a reason.
"""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.deal import Award, Call, Fate
from scoring.rulings import CATALOGUE, Proposal, propose
from scoring.seats import Seat, Side
from tournament.models import Event, Player, Ruling, Sheet, Table, User
from tournament.models.names import tidy
from tournament.models.seating import Round
from tournament.services.common import hold, next_number, record
from tournament.services.errors import Refused
from tournament.services.sheets import recount


@dataclass(frozen=True, slots=True)
class Decision:
    """What a director decided. `slot` and `attempt` name the deal (None: the round is known by totals only);
    `fate` None lets the deal go on; `included` says of a totals sheet whether the award is already in it."""

    code: str
    offender: Seat | None = None
    slot: int | None = None
    attempt: int = 1
    call: Call | None = None
    choice: str | None = None
    award: Award | None = None
    fate: Fate | None = None
    cancels: tuple[Side, ...] = ()
    reason: str = ""
    included: bool | None = None


@transaction.atomic
def make_ruling(table: Table, *, by: User, at: datetime, decision: Decision) -> Ruling:
    """Rule on an offence at this table; its sheet, if there is one, is counted anew."""
    event = _playing(hold(table.round.event), table.round)
    ruling = _write(event, table, by=by, at=at, decision=decision)
    record(event, "ruling.made", by=by, at=at, **_facts(ruling))
    _recount(ruling, by=by, at=at, included=decision.included)
    return ruling


@transaction.atomic
def amend_ruling(ruling: Ruling, *, by: User, at: datetime, decision: Decision) -> Ruling:
    """Put another decision in the place of this one, which stays on record. A reason is needed."""
    event = _playing(hold(ruling.event), ruling.table.round)
    old = _in_force(ruling)
    if not tidy(decision.reason):
        raise Refused("reason-missing", _("Say why the ruling is changed; both versions stay on record."), "reason")
    # The old one steps aside first, so that its own warning or award does not weigh on the new proposal.
    old.revoked_by, old.revoked_at, old.revoked_reason = by, at, tidy(decision.reason)
    old.save(update_fields=["revoked_by", "revoked_at", "revoked_reason"])
    new = _write(event, old.table, by=by, at=at, decision=decision)
    old.replaced_by = new
    old.save(update_fields=["replaced_by"])
    record(event, "ruling.amended", by=by, at=at, **_facts(new), old=old.number)
    _recount(new, by=by, at=at, included=decision.included)
    return new


@transaction.atomic
def revoke_ruling(ruling: Ruling, *, by: User, at: datetime, reason: str) -> Ruling:
    """Let the ruling count no longer: the sheet is counted as if it had never been made. It stays on record."""
    event = _playing(hold(ruling.event), ruling.table.round)
    old = _in_force(ruling)
    old.revoked_by, old.revoked_at, old.revoked_reason = by, at, tidy(reason)
    if not old.revoked_reason:
        raise Refused("reason-missing", _("Say why the ruling is revoked; it stays on record."), "reason")
    old.save(update_fields=["revoked_by", "revoked_at", "revoked_reason"])
    record(event, "ruling.revoked", by=by, at=at, **_facts(old), why=old.revoked_reason)
    _recount(old, by=by, at=at, included=None)
    return old


def _write(event: Event, table: Table, *, by: User, at: datetime, decision: Decision) -> Ruling:
    """Check the decision against the rule and the table, and store it."""
    player = _offender(table, decision.offender)
    proposal = propose(
        decision.code,
        event.ruleset,
        decision.call,
        decision.offender,
        Ruling.objects.history(event, player),
        choice=decision.choice,
    )
    _check_deal(event, table, decision)
    reason = tidy(decision.reason)
    if departs(decision, proposal) and not reason:
        message = _("This departs from what the rule proposes. Say why; players can read it.")
        raise Refused("reason-missing", message, "reason")
    return Ruling.objects.create(
        event=event,
        number=next_number(event.rulings),
        table=table,
        slot=decision.slot,
        attempt=decision.attempt,
        code=decision.code,
        offender=decision.offender or "",
        player=player,
        award_side=decision.award.side if decision.award else "",
        award_points=decision.award.points if decision.award else 0,
        fate=decision.fate or "",
        choice=decision.choice or "",
        cancels=[side.value for side in decision.cancels],
        warning=proposal.warning,
        proposed_points=proposal.award.points if proposal.award else 0,
        proposed_fate=proposal.fate or "",
        reason=reason,
        made_by=by,
        made_at=at,
    )


def departs(decision: Decision, proposal: Proposal) -> bool:
    """Whether the director gives something else than the rule proposes, where the rule proposes anything."""
    if proposal.open_award:
        return not decision.reason and decision.code == "other"
    return (decision.award, decision.fate, set(decision.cancels)) != (
        proposal.award,
        proposal.fate,
        set(proposal.cancels),
    )


def _playing(event: Event, round_: Round) -> Event:
    if event.is_finished:
        raise Refused("event-finished", _("The event is finished. Reopen it before making or changing a ruling."))
    if round_.status == Round.Status.PLANNED:
        message = _("Round %(number)d has not begun, so there is nothing to rule on yet.") % {"number": round_.number}
        raise Refused("round-not-open", message, "round")
    return event


def _in_force(ruling: Ruling) -> Ruling:
    """The ruling as it is now; refused where somebody changed it meanwhile."""
    held = Ruling.objects.select_related("table__round__event").get(pk=ruling.pk)
    if not held.is_in_force:
        message = _("Ruling %(number)d has been amended or revoked already; nothing was changed.")
        raise Refused("not-in-force", message % {"number": held.number})
    return held


def _offender(table: Table, seat: Seat | None) -> Player | None:
    if seat is None:
        return None
    chair = table.chairs().get(seat)
    if chair is None:
        raise Refused("offender-not-seated", _("Nobody sits there at this table. Choose who did it."), "offender")
    return chair.player


def _check_deal(event: Event, table: Table, decision: Decision) -> None:
    """The deal must be one that this round has had, and not ended by another ruling in another way."""
    sheet = table.sheets.filter(counting=True).first()
    if sheet is not None and sheet.entry == Sheet.Entry.TOTALS:
        if decision.award and decision.included is None:
            message = _("This table handed in totals: say whether the award is already in them or is to be added.")
            raise Refused("included-missing", message, "included")
        return
    if decision.slot is None:
        raise Refused("deal-missing", _("Say in which deal it happened."), "slot")
    if sheet is not None:
        dealt = {(deal["slot"], deal["attempt"]) for deal in sheet.deals}
        if (decision.slot, decision.attempt) not in dealt:
            raise Refused("deal-not-played", _("This table's sheet has no such deal. Choose one it played."), "slot")
    elif event.ruleset.deals_per_round and decision.slot > event.ruleset.deals_per_round:
        message = _("A round has %(deals)d deals.") % {"deals": event.ruleset.deals_per_round}
        raise Refused("deal-not-played", message, "slot")
    if decision.fate not in (None, Fate.PLAYED):
        _check_contradiction(table, decision)


def _check_contradiction(table: Table, decision: Decision) -> None:
    """A deal ends once: a second ruling may not end it in another way."""
    ended = table.rulings.in_force().filter(slot=decision.slot, attempt=decision.attempt)
    for other in ended.exclude(fate__in=["", Fate.PLAYED, decision.fate]):
        message = _("Ruling %(number)d already ended this deal in another way. Amend or revoke it first.")
        raise Refused("contradiction", message % {"number": other.number}, "code")


def _recount(ruling: Ruling, *, by: User, at: datetime, included: bool | None) -> None:
    answers = {} if included is None else {ruling.number: included}
    reason = _("Ruling %(number)d") % {"number": ruling.number}
    recount(ruling.table, by=by, at=at, reason=reason, included=answers)


def _facts(ruling: Ruling) -> dict[str, object]:
    """What the audit's sentence names; names as they are now, so that it survives a rename."""
    offence = CATALOGUE[ruling.code]
    award = _("no points")
    if ruling.award_side:
        award = _("%(points)d to %(side)s") % {"points": ruling.award_points, "side": ruling.get_award_side_display()}
    return {
        "number": ruling.number,
        "round": ruling.table.round.number,
        "table": ruling.table.number,
        "deal": ruling.slot,
        "offence": offence.title,
        "name": ruling.player.name if ruling.player else "",
        "award": award,
        "reason": ruling.reason,
    }
