"""Rulings and changed points that wait for a second official, if an event asks for one.

A proposal keeps what its action is called with. Asking tries the action and rolls it back, so that a refusal
comes at once; agreeing does it, in the name of whoever asked. Nobody agrees to what they asked for.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from tournament import actions
from tournament.actions import Action
from tournament.models import Adjustment, Event, Player, Proposal, Ruling, Table, User
from tournament.models.proposals import may_agree
from tournament.services import adjustments, events, rulings
from tournament.services.common import checked_reason, dry_run, lock_event, next_number, record
from tournament.services.errors import Refused
from tournament.services.events import a_second
from tournament.state.rulings import RulingDecision


def adjust(player: Player, points: int, reason: str, *, by: User, at: datetime) -> Proposal:
    """Ask for points to be given to a player or taken away."""
    asked = Proposal(event=player.event, player=player, values={"points": points}, reason=reason)
    return _propose(asked, actions.ADJUSTMENT_MADE, by=by, at=at)


def revoke_adjustment(adjustment: Adjustment, *, by: User, at: datetime, reason: str) -> Proposal:
    """Ask for an adjustment to be revoked."""
    asked = Proposal(event=adjustment.event, values={"adjustment": adjustment.number}, reason=reason)
    return _propose(asked, actions.ADJUSTMENT_REVOKED, by=by, at=at)


def make_ruling(table: Table, *, by: User, at: datetime, decision: RulingDecision) -> Proposal:
    """Ask for a ruling at a table."""
    place = {"round": table.round.number, "table": table.number}
    asked = Proposal(event=table.round.event, values=place | {"decision": decision.to_values()})
    return _propose(asked, actions.RULING_MADE, by=by, at=at)


def amend_ruling(ruling: Ruling, *, by: User, at: datetime, decision: RulingDecision) -> Proposal:
    """Ask for another decision in the place of a ruling."""
    values = {"ruling": ruling.number, "decision": decision.to_values()}
    return _propose(Proposal(event=ruling.event, values=values), actions.RULING_AMENDED, by=by, at=at)


def revoke_ruling(ruling: Ruling, *, by: User, at: datetime, reason: str) -> Proposal:
    """Ask for a ruling to be revoked."""
    asked = Proposal(event=ruling.event, values={"ruling": ruling.number}, reason=reason)
    return _propose(asked, actions.RULING_REVOKED, by=by, at=at)


def need_no_second(event: Event, *, by: User, at: datetime) -> Proposal:
    """Ask that this event no longer asks for a second official."""
    return _propose(Proposal(event=event), actions.EVENT_CHANGED, by=by, at=at)


@transaction.atomic
def agree(proposal: Proposal, *, by: User, at: datetime) -> Proposal:
    """Agree to it, and so do it. Raises what the action raises, if things have changed since."""
    event, current = _lock(proposal)
    if current.asked_by == by:
        message = _("You asked for this yourself: another director has to agree.")
        raise Refused("own-proposal", message)
    if not may_agree(event).filter(pk=current.asked_by_id).exists():
        message = _("%(name)s no longer directs here. Refuse it, and ask for it yourself if it is right.")
        raise Refused("asker-gone", message % {"name": current.asked_by})
    _carry_out(current, at=at, agreed_by=by)
    return _answer(current, Proposal.State.AGREED, actions.PROPOSAL_AGREED, by=by, at=at)


@transaction.atomic
def decline(proposal: Proposal, *, by: User, at: datetime, reason: str) -> Proposal:
    """Refuse it; nothing is done. Whoever asked reads the reason in the history."""
    _event, current = _lock(proposal)
    if current.asked_by == by:
        raise Refused("own-proposal", _("You asked for this yourself: withdraw it instead."))
    current.answer = checked_reason(reason, needed=_("Say why; whoever asked for it reads the reason."))
    return _answer(current, Proposal.State.DECLINED, actions.PROPOSAL_DECLINED, by=by, at=at)


@transaction.atomic
def withdraw(proposal: Proposal, *, by: User, at: datetime) -> Proposal:
    """Take back what one asked for oneself."""
    _event, current = _lock(proposal)
    if current.asked_by != by:
        raise Refused("others-proposal", _("Someone else asked for this: agree to it, or refuse it."))
    return _answer(current, Proposal.State.WITHDRAWN, actions.PROPOSAL_WITHDRAWN, by=by, at=at)


@transaction.atomic
def _propose(proposal: Proposal, action: Action, *, by: User, at: datetime) -> Proposal:
    event = lock_event(proposal.event)
    proposal.event, proposal.number = event, next_number(event.proposals)
    proposal.action, proposal.asked_by, proposal.asked_at = action.code, by, at
    second = a_second(event, by)

    def facts() -> dict[str, Any]:
        entry = event.audit_entries.filter(action=action.code).latest("pk")
        return {key: fact for key, fact in entry.facts.items() if key != "agreed_by"}

    proposal.facts = dry_run(lambda: _carry_out(proposal, at=at, agreed_by=second), facts)
    proposal.reason = proposal.facts.get("reason") or ""
    proposal.save(force_insert=True)
    said = {"proposal": proposal.number, "what": _what(proposal), "reason": proposal.reason}
    record(event, actions.PROPOSAL_MADE, by=by, at=at, **said)
    return proposal


def _lock(proposal: Proposal) -> tuple[Event, Proposal]:
    """The event, locked, and the proposal as it is now; refused if it was answered meanwhile."""
    event = lock_event(proposal.event)
    current = Proposal.objects.waiting().filter(pk=proposal.pk).first()
    if current is None:
        raise Refused("answered", _("This does not wait any more; the history says what became of it."))
    return event, current


def _answer(proposal: Proposal, state: str, action: Action, *, by: User, at: datetime) -> Proposal:
    proposal.state, proposal.answered_by, proposal.answered_at = state, by, at
    proposal.save(update_fields=["state", "answered_by", "answered_at", "answer"])
    said = {"proposal": proposal.number, "name": str(proposal.asked_by), "what": _what(proposal)}
    record(proposal.event, action, by=by, at=at, **said, reason=proposal.answer)
    return proposal


def _what(proposal: Proposal) -> dict[str, Any]:
    """The action that is asked for, as the history keeps it."""
    return {"action": proposal.action, "facts": {**proposal.facts, "reason": ""}}


def _carry_out(proposal: Proposal, *, at: datetime, agreed_by: User) -> None:
    """Do what was asked for, in the name of whoever asked."""
    WAYS[proposal.action](proposal, {"by": proposal.asked_by, "at": at, "agreed_by": agreed_by})


def _adjust(asked: Proposal, actor: Mapping[str, Any]) -> None:
    if asked.player is None:
        raise Refused("player-gone", _("This player is no longer in the list. Refuse it."))
    adjustments.adjust(asked.player, asked.values["points"], asked.reason, **actor)


def _revoke_adjustment(asked: Proposal, actor: Mapping[str, Any]) -> None:
    adjustment = asked.event.adjustments.get(number=asked.values["adjustment"])
    adjustments.revoke_adjustment(adjustment, reason=asked.reason, **actor)


def _make_ruling(asked: Proposal, actor: Mapping[str, Any]) -> None:
    rounds = {"round__event": asked.event, "round__number": asked.values["round"]}
    table = Table.objects.filter(**rounds, number=asked.values["table"]).first()
    if table is None:
        raise Refused("table-gone", _("This table is no longer in the seating. Refuse it."))
    decision = RulingDecision.from_values(asked.values["decision"])
    rulings.make_ruling(table, decision=decision, **actor)


def _amend_ruling(asked: Proposal, actor: Mapping[str, Any]) -> None:
    decision = RulingDecision.from_values(asked.values["decision"])
    rulings.amend_ruling(ruling_of(asked), decision=decision, **actor)


def _revoke_ruling(asked: Proposal, actor: Mapping[str, Any]) -> None:
    rulings.revoke_ruling(ruling_of(asked), reason=asked.reason, **actor)


def ruling_of(asked: Proposal) -> Ruling:
    """The ruling that a proposal is about."""
    rulings = Ruling.objects.select_related("event", "table__round__event", "player")
    return rulings.get(event=asked.event, number=asked.values["ruling"])


def _need_no_second(asked: Proposal, actor: Mapping[str, Any]) -> None:
    others = asked.event.proposals.waiting().exclude(pk=asked.pk)
    if others.exists():
        message = _("Something else waits for a second official. Settle that first.")
        raise Refused("others-wait", message)
    events.change_event(asked.event, second_agrees=False, **actor)


Way = Callable[[Proposal, Mapping[str, Any]], None]
WAYS: Mapping[str, Way] = MappingProxyType(
    {
        actions.ADJUSTMENT_MADE.code: _adjust,
        actions.ADJUSTMENT_REVOKED.code: _revoke_adjustment,
        actions.RULING_MADE.code: _make_ruling,
        actions.RULING_AMENDED.code: _amend_ruling,
        actions.RULING_REVOKED.code: _revoke_ruling,
        actions.EVENT_CHANGED.code: _need_no_second,
    }
)
