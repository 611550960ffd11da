"""Undo the last actions. Undoing is itself an action, one for each kind that can be undone.

Nothing is erased: the history shows the action and its undoing. An action can be undone while its effect
still holds; if later actions build on it, undoing is refused.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.actions import ACTIONS, Undo
from tournament.models import AuditEntry, Event, Membership, Player, Round, Ruling, Sheet, Table, User
from tournament.models.substitutions import first_unplayed
from tournament.services import (
    adjustments,
    events,
    groups,
    money,
    notes,
    players,
    rounds,
    rulings,
    seat_corrections,
    seating,
    sheets,
    substitutions,
    teams,
)
from tournament.services.common import lock_event
from tournament.services.errors import Refused
from tournament.services.not_played import (
    DISPUTED,
    NOT_PLAYED,
    TableMark,
    mark_table,
    why_not_mark,
    withdraw_mark,
)
from tournament.state.attendance import event_progress

Role = Membership.Role
Facts = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class UndoWay:
    """How to undo an action: the role needed, whether its effect still holds, and the undoing itself.

    `moves_players`: undoing it changes where people sit, so pages ask before.
    """

    needs: str
    stands: Callable[[Event, Facts], bool]
    back: Callable[..., object]  # (event, facts, reason, *, by, at)
    moves_players: bool = False


@transaction.atomic
def undo(event: Event, entry: AuditEntry, *, by: User, at: datetime) -> None:
    """Undo the entry's action. Raises `Refused` if that is impossible, or no longer possible."""
    event = lock_event(event)
    way = way_of(entry.action)
    if way is None:
        raise Refused("no-way-back", _("This can’t be undone with one tap."))
    if not way.stands(event, entry.facts):
        message = _("Something later depends on it, or it was undone already; nothing was changed.")
        raise Refused("gone-on", message)
    way.back(event, entry.facts, _("Undone"), by=by, at=at)


def way_of(code: str) -> UndoWay | None:
    """How to undo the action of this code, or None."""
    action = ACTIONS.get(code)
    return WAYS[action.undo] if action is not None and action.undo is not None else None


def can_be_undone(event: Event, entry: AuditEntry) -> bool:
    """Whether this action can be undone and its effect still holds."""
    way = way_of(entry.action)
    return way is not None and way.stands(event, entry.facts)


def _table(event: Event, facts: Facts) -> Table:
    tables = Table.objects.select_related("round__event")
    return tables.get(round__event=event, round__number=facts["round"], number=facts["table"])


def _counting(event: Event, facts: Facts) -> Sheet | None:
    at = {
        "table__round__event": event,
        "table__round__number": facts["round"],
        "table__number": facts["table"],
    }
    return Sheet.objects.counting().filter(**at).first()


def _enterable(event: Event, facts: Facts) -> bool:
    """Refuse a closed round: it is corrected at its table, with a reason and a preview of the effect."""
    rounds_open = event.rounds.filter(number=facts["round"]).unclosed()
    return "was_revision" in facts and not event.is_finished and rounds_open.exists()


def _sheet_counts(event: Event, facts: Facts) -> bool:
    counting = _counting(event, facts)
    return _enterable(event, facts) and counting is not None and counting.revision == facts["revision"]


def _nothing_counts(event: Event, facts: Facts) -> bool:
    return _enterable(event, facts) and _counting(event, facts) is None


def _sheet_back(event: Event, facts: Facts, reason: str, *, by: User, at: datetime) -> object:
    table, expected, was = _table(event, facts), facts["revision"], facts["was_revision"]
    if was:
        return sheets.restore_sheet(table, was, by=by, at=at, expected=expected, reason=reason)
    return sheets.withdraw_sheet(table, by=by, at=at, expected=expected, reason=reason)


def _withdrawn_sheet_back(event: Event, facts: Facts, reason: str, *, by: User, at: datetime) -> object:
    was = facts["was_revision"]
    return sheets.restore_sheet(_table(event, facts), was, by=by, at=at, expected=0, reason=reason)


def _swap_counts(event: Event, facts: Facts) -> bool:
    counting = Sheet.objects.counting().filter(table__round__event=event, table__round__number=facts["round"])
    revisions = dict(counting.values_list("table__number", "revision"))
    swapped = facts.get("sheets", [])
    stands = bool(swapped) and all(revisions.get(sheet["table"]) == sheet["now"] for sheet in swapped)
    return stands and not event.is_finished


def _swap_back(event: Event, facts: Facts, reason: str, *, by: User, at: datetime) -> object:
    return [
        sheets.restore_sheet(
            _table(event, {"round": facts["round"], "table": sheet["table"]}),
            sheet["was"],
            by=by,
            at=at,
            expected=sheet["now"],
            reason=reason,
        )
        for sheet in facts["sheets"]
    ]


def _marking(needs: str, mark: TableMark) -> UndoWay:
    """How to undo that a table was marked."""
    return UndoWay(
        needs,
        lambda event, facts: (
            not event.is_finished and getattr(_table(event, facts), mark.field) == facts["reason"]
        ),
        lambda event, facts, reason, **who: withdraw_mark(_table(event, facts), mark, reason=reason, **who),
    )


def _unmarking(needs: str, mark: TableMark) -> UndoWay:
    """How to undo that a table's mark was withdrawn."""
    return UndoWay(
        needs,
        lambda event, facts: why_not_mark(_table(event, facts), mark) is None,
        lambda event, facts, reason, **who: mark_table(
            _table(event, facts), mark, reason=facts["was"], **who
        ),
    )


def _ruling_counts(event: Event, facts: Facts) -> bool:
    return not event.is_finished and event.rulings.in_force().filter(number=facts["number"]).exists()


def _ruling_back(event: Event, facts: Facts, reason: str, *, by: User, at: datetime) -> object:
    ruling = Ruling.objects.select_related("event", "table__round").get(event=event, number=facts["number"])
    return rulings.revoke_ruling(ruling, by=by, at=at, reason=reason)


def _adjustment_counts(event: Event, facts: Facts) -> bool:
    adjustment = event.adjustments.in_force().filter(number=facts.get("adjustment", 0))
    return not event.is_finished and adjustment.exists()


def _adjustment_back(event: Event, facts: Facts, reason: str, *, by: User, at: datetime) -> object:
    adjustment = event.adjustments.get(number=facts["adjustment"])
    return adjustments.revoke_adjustment(adjustment, by=by, at=at, reason=reason)


def _round_is(status: str) -> Callable[[Event, Facts], bool]:
    def stands(event: Event, facts: Facts) -> bool:
        round_ = event.rounds.filter(number=facts["number"]).first()
        if event.is_finished or round_ is None or round_.status != status:
            return False
        return status == Round.Status.OPEN or rounds.why_not_reopen(round_) is None

    return stands


def _closing_back(event: Event, facts: Facts, reason: str, *, by: User, at: datetime) -> object:
    return rounds.reopen_round(event.rounds.get(number=facts["number"]), by=by, at=at, reason=reason)


def _reopening_back(event: Event, facts: Facts, reason: str, *, by: User, at: datetime) -> object:
    round_ = event.rounds.get(number=facts["number"])
    return rounds.close_round(round_, by=by, at=at, despite_missing=True)


def _next_stands(event: Event, facts: Facts) -> bool:
    after = event.rounds.closed().filter(number=facts["after"]).first()
    seated = event.has_round(facts["number"])
    return not event.is_finished and after is not None and seated and rounds.why_not_reopen(after) is None


def _next_back(event: Event, facts: Facts, reason: str, *, by: User, at: datetime) -> object:
    return rounds.reopen_round(event.rounds.get(number=facts["after"]), by=by, at=at, reason=reason)


def _player(event: Event, facts: Facts, **more: Any) -> Player | None:
    """Whom an entry names, if they still have this number and name."""
    player = event.players.filter(number=facts["number"], **more).first()
    return player if player is not None and player.noted_name == facts["name"] else None


def _presence_holds(event: Event, facts: Facts) -> bool:
    if "after" not in facts or event.is_finished:
        return False
    return _player(event, facts, **facts["after"]) is not None


def _presence_back(event: Event, facts: Facts, reason: str, *, by: User, at: datetime) -> object:
    player = event.players.get(number=facts["number"])
    return players.put_back(player, facts["before"], facts["after"], by=by, at=at)


def _groups_stand(event: Event, facts: Facts) -> bool:
    return groups.groups_stand(event, facts["groups"])


def _groups_back(event: Event, facts: Facts, reason: str, *, by: User, at: datetime) -> object:
    return groups.change_groups_back(event, facts["groups"], by=by, at=at)


def _teams_stand(event: Event, facts: Facts) -> bool:
    return teams.teams_stand(event, facts["teams"])


def _teams_back(event: Event, facts: Facts, reason: str, *, by: User, at: datetime) -> object:
    return teams.change_teams_back(event, facts["teams"], by=by, at=at)


def _teams_are_set(event: Event, facts: Facts) -> bool:
    return teams.teams_are(event, facts["teams"])


def _teams_setting_back(event: Event, facts: Facts, reason: str, *, by: User, at: datetime) -> object:
    return teams.set_teams(event, facts["teams_was"], by=by, at=at)


def _player_is_free(event: Event, facts: Facts) -> bool:
    player = _player(event, facts)
    return not event.is_finished and player is not None and players.why_not_remove(player) is None


def _player_back(event: Event, facts: Facts, reason: str, *, by: User, at: datetime) -> object:
    return players.remove_player(event.players.get(number=facts["number"]), by=by, at=at)


def _is_called_so(event: Event, facts: Facts) -> bool:
    return _player(event, facts) is not None


def _name_back(event: Event, facts: Facts, reason: str, *, by: User, at: datetime) -> object:
    return players.remove_name(event.players.get(number=facts["number"]), by=by, at=at)


def _seating_is_unplayed(event: Event, facts: Facts) -> bool:
    state = event_progress(event)
    return not event.is_finished and state.published and state.nothing_reported


def _seating_back(event: Event, facts: Facts, reason: str, *, by: User, at: datetime) -> object:
    return seating.withdraw(event, by=by, at=at)


def _former_is_kept(event: Event, facts: Facts) -> bool:
    former = seating.former_seating(event)
    return former is not None and former.from_round == facts["from_round"]


def _former_back(event: Event, facts: Facts, reason: str, *, by: User, at: datetime) -> object:
    former = seating.former_seating(event)
    return seating.publish(former, by=by, at=at) if former else None


def _fewer_deals_hold(event: Event, facts: Facts) -> bool:
    statuses = event_progress(event).statuses
    return any(
        event.deals_in(number) == facts["deals"] and statuses.get(number) != Round.Status.CLOSED
        for number in range(facts["from_round"], event.round_count + 1)
    )


def _fewer_deals_back(event: Event, facts: Facts, reason: str, *, by: User, at: datetime) -> object:
    return events.play_all_deals(event, by=by, at=at)


def _announcement_is_up(event: Event, facts: Facts) -> bool:
    return event.announcements.shown().filter(number=facts.get("number", 0)).exists()


def _announcement_is_down(event: Event, facts: Facts) -> bool:
    return not event.announcements.shown().filter(text=facts["text"]).exists()


def _announcement_back(event: Event, facts: Facts, reason: str, *, by: User, at: datetime) -> object:
    return notes.take_down(event.announcements.get(number=facts["number"]), by=by, at=at)


def _taking_down_back(event: Event, facts: Facts, reason: str, *, by: User, at: datetime) -> object:
    return notes.announce(event, facts["text"], by=by, at=at)


def _finish_back(event: Event, facts: Facts, reason: str, *, by: User, at: datetime) -> object:
    return events.reopen_event(event, by=by, at=at, reason=reason)


def _change_is_unplayed(event: Event, facts: Facts) -> bool:
    change = event.substitutions.filter(number=facts.get("change", 0), ended_from=None).first()
    return not event.is_finished and change is not None and first_unplayed(change) == change.from_round


def _change_back(event: Event, facts: Facts, reason: str, *, by: User, at: datetime) -> object:
    return substitutions.withdraw_substitution(event.substitutions.get(number=facts["change"]), by=by, at=at)


def _dues_hold(event: Event, facts: Facts) -> bool:
    player = _player(event, facts)
    return player is not None and money.dues_are_as_recorded(player, facts["now"])


def _dues_back(event: Event, facts: Facts, reason: str, *, by: User, at: datetime) -> object:
    return money.put_back_dues(event.players.get(number=facts["number"]), facts["was"], by=by, at=at)


def _cash_line_counts(event: Event, facts: Facts) -> bool:
    return event.cash_lines.in_force().filter(number=facts["line"]).exists()


def _cash_line_back(event: Event, facts: Facts, reason: str, *, by: User, at: datetime) -> object:
    return money.revoke_cash(event.cash_lines.get(number=facts["line"]), by=by, at=at)


WAYS: Mapping[Undo, UndoWay] = MappingProxyType(
    {
        Undo.SHEET: UndoWay(Role.SCORER, _sheet_counts, _sheet_back),
        Undo.SHEET_WITHDRAWAL: UndoWay(Role.SCORER, _nothing_counts, _withdrawn_sheet_back),
        Undo.SWAPPED_SHEETS: UndoWay(Role.SCORER, _swap_counts, _swap_back),
        Undo.DISPUTED_SHEET: _marking(Role.SCORER, DISPUTED),
        Undo.SETTLED_SHEET: _unmarking(Role.SCORER, DISPUTED),
        Undo.NOT_PLAYED: _marking(Role.DIRECTOR, NOT_PLAYED),
        Undo.AWAITED_AGAIN: _unmarking(Role.DIRECTOR, NOT_PLAYED),
        Undo.RULING: UndoWay(Role.DIRECTOR, _ruling_counts, _ruling_back),
        Undo.ADJUSTMENT: UndoWay(Role.DIRECTOR, _adjustment_counts, _adjustment_back),
        Undo.CLOSED_ROUND: UndoWay(Role.DIRECTOR, _round_is(Round.Status.CLOSED), _closing_back),
        Undo.REOPENED_ROUND: UndoWay(Role.DIRECTOR, _round_is(Round.Status.OPEN), _reopening_back),
        Undo.NEXT_SEATING: UndoWay(Role.DIRECTOR, _next_stands, _next_back, moves_players=True),
        Undo.CHECK_IN: UndoWay(Role.SCORER, _presence_holds, _presence_back),
        Undo.PRESENCE: UndoWay(Role.DIRECTOR, _presence_holds, _presence_back),
        Undo.SUBSTITUTION: UndoWay(Role.DIRECTOR, _change_is_unplayed, _change_back),
        Undo.EXCHANGE: UndoWay(
            Role.DIRECTOR, seat_corrections.still_exchanged, seat_corrections.exchange_back
        ),
        Undo.ADDED_PLAYER: UndoWay(Role.DIRECTOR, _player_is_free, _player_back),
        Undo.NAME: UndoWay(Role.SCORER, _is_called_so, _name_back),
        Undo.GROUPS: UndoWay(Role.DIRECTOR, _groups_stand, _groups_back),
        Undo.TEAMS: UndoWay(Role.DIRECTOR, _teams_stand, _teams_back),
        Undo.TEAMS_SET: UndoWay(Role.DIRECTOR, _teams_are_set, _teams_setting_back),
        Undo.SEATING: UndoWay(Role.DIRECTOR, _seating_is_unplayed, _seating_back, moves_players=True),
        Undo.REPLANNED_SEATING: UndoWay(Role.DIRECTOR, _former_is_kept, _former_back, moves_players=True),
        Undo.ANNOUNCEMENT: UndoWay(Role.DIRECTOR, _announcement_is_up, _announcement_back),
        Undo.ENDED_ANNOUNCEMENT: UndoWay(Role.DIRECTOR, _announcement_is_down, _taking_down_back),
        Undo.FINISHED_EVENT: UndoWay(Role.DIRECTOR, lambda event, facts: event.is_finished, _finish_back),
        Undo.DUES: UndoWay(Role.SCORER, _dues_hold, _dues_back),
        Undo.CASH_LINE: UndoWay(Role.DIRECTOR, _cash_line_counts, _cash_line_back),
        Undo.FEWER_DEALS: UndoWay(Role.DIRECTOR, _fewer_deals_hold, _fewer_deals_back),
    }
)
