"""Undo the last actions. Undoing is itself an action, one for each kind that can be undone.

Nothing is erased: the history shows the action and its undoing. An action can be undone while its effect
still holds; if later actions build on it, undoing is refused.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.models import AuditEntry, Event, Membership, Player, Round, Sheet, Table, User
from tournament.models.substitutions import first_unplayed
from tournament.registry.actions import ACTIONS, Undo
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
from tournament.services.rounds import (
    DISPUTED,
    NOT_PLAYED,
    TableMark,
    mark_table,
    why_not_mark,
    withdraw_mark,
)
from tournament.state.attendance import event_progress

SCORER, DIRECTOR = Membership.Role.SCORER, Membership.Role.DIRECTOR
Facts = Mapping[str, Any]
Way = tuple[str, Callable[[Event, Facts], bool], Callable[..., object]]  # as in `UndoWay`


class UndoWay(NamedTuple):
    """How to undo an action: the role needed, whether its effect still holds, and the undoing itself.

    `moves_players`: undoing it changes where people sit, so pages ask before.
    """

    needs: str
    stands: Callable[[Event, Facts], bool]
    back: Callable[..., object]  # (event, facts, reason, *, by, at)
    moves_players: bool


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


def _row(rows: str, act: Callable[..., object], key: str = "number") -> Callable[..., object]:
    """Act on the event's row that the entry names."""
    return lambda event, facts, _reason, **who: act(getattr(event, rows).get(number=facts[key]), **who)


def _reasoned(rows: str, act: Callable[..., object], key: str = "number") -> Callable[..., object]:
    """As `_row`, with the reason."""
    return lambda event, facts, reason, **who: _row(rows, act, key)(event, facts, "", reason=reason, **who)


def _fact(act: Callable[..., Any], key: str) -> Callable[..., Any]:
    """Ask, or act, with the event and one fact of the entry."""
    return lambda event, facts, _reason="", **who: act(event, facts[key], **who)


def _whole(act: Callable[..., object]) -> Callable[..., object]:
    """Act on the event itself."""
    return lambda event, _facts, _reason, **who: act(event, **who)


def _marking(needs: str, mark: TableMark) -> Way:
    """How to undo that a table was marked."""
    return (
        needs,
        lambda event, facts: (
            not event.is_finished and getattr(_table(event, facts), mark.field) == facts["reason"]
        ),
        lambda event, facts, reason, **who: withdraw_mark(_table(event, facts), mark, reason=reason, **who),
    )


def _unmarking(needs: str, mark: TableMark) -> Way:
    """How to undo that a table's mark was withdrawn."""
    return (
        needs,
        lambda event, facts: why_not_mark(_table(event, facts), mark) is None,
        lambda event, facts, reason, **who: mark_table(
            _table(event, facts), mark, reason=facts["was"], **who
        ),
    )


def _ruling_counts(event: Event, facts: Facts) -> bool:
    return not event.is_finished and event.rulings.in_force().filter(number=facts["number"]).exists()


def _adjustment_counts(event: Event, facts: Facts) -> bool:
    adjustment = event.adjustments.in_force().filter(number=facts.get("adjustment", 0))
    return not event.is_finished and adjustment.exists()


def _round_is(status: str) -> Callable[[Event, Facts], bool]:
    def stands(event: Event, facts: Facts) -> bool:
        round_ = event.rounds.filter(number=facts["number"]).first()
        if event.is_finished or round_ is None or round_.status != status:
            return False
        return status == Round.Status.OPEN or rounds.why_not_reopen(round_) is None

    return stands


def _next_stands(event: Event, facts: Facts) -> bool:
    after = event.rounds.closed().filter(number=facts["after"]).first()
    seated = event.has_round(facts["number"])
    return not event.is_finished and after is not None and seated and rounds.why_not_reopen(after) is None


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


def _player_is_free(event: Event, facts: Facts) -> bool:
    player = _player(event, facts)
    return not event.is_finished and player is not None and players.why_not_remove(player) is None


def _seating_is_unplayed(event: Event, facts: Facts) -> bool:
    state = event_progress(event)
    return not event.is_finished and state.published and state.nothing_reported


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


def _announcement_is_up(event: Event, facts: Facts) -> bool:
    return event.announcements.shown().filter(number=facts.get("number", 0)).exists()


def _announcement_is_down(event: Event, facts: Facts) -> bool:
    return not event.announcements.shown().filter(text=facts["text"]).exists()


def _change_is_unplayed(event: Event, facts: Facts) -> bool:
    change = event.substitutions.filter(number=facts.get("change", 0), ended_from=None).first()
    return not event.is_finished and change is not None and first_unplayed(change) == change.from_round


def _dues_hold(event: Event, facts: Facts) -> bool:
    player = _player(event, facts)
    return player is not None and money.dues_are_as_recorded(player, facts["now"])


def _dues_back(event: Event, facts: Facts, reason: str, *, by: User, at: datetime) -> object:
    return money.put_back_dues(event.players.get(number=facts["number"]), facts["was"], by=by, at=at)


_WAYS: Mapping[Undo, Way] = {
    Undo.SHEET: (SCORER, _sheet_counts, _sheet_back),
    Undo.SHEET_WITHDRAWAL: (SCORER, _nothing_counts, _withdrawn_sheet_back),
    Undo.SWAPPED_SHEETS: (SCORER, _swap_counts, _swap_back),
    Undo.DISPUTED_SHEET: _marking(SCORER, DISPUTED),
    Undo.SETTLED_SHEET: _unmarking(SCORER, DISPUTED),
    Undo.NOT_PLAYED: _marking(DIRECTOR, NOT_PLAYED),
    Undo.AWAITED_AGAIN: _unmarking(DIRECTOR, NOT_PLAYED),
    Undo.RULING: (DIRECTOR, _ruling_counts, _reasoned("rulings", rulings.revoke_ruling)),
    Undo.ADJUSTMENT: (
        DIRECTOR,
        _adjustment_counts,
        _reasoned("adjustments", adjustments.revoke_adjustment, "adjustment"),
    ),
    Undo.CLOSED_ROUND: (DIRECTOR, _round_is(Round.Status.CLOSED), _reasoned("rounds", rounds.reopen_round)),
    Undo.REOPENED_ROUND: (
        DIRECTOR,
        _round_is(Round.Status.OPEN),
        _row("rounds", partial(rounds.close_round, despite_missing=True)),
    ),
    Undo.NEXT_SEATING: (DIRECTOR, _next_stands, _reasoned("rounds", rounds.reopen_round, "after")),
    Undo.CHECK_IN: (SCORER, _presence_holds, _presence_back),
    Undo.PRESENCE: (DIRECTOR, _presence_holds, _presence_back),
    Undo.SUBSTITUTION: (
        DIRECTOR,
        _change_is_unplayed,
        _row("substitutions", substitutions.withdraw_substitution, "change"),
    ),
    Undo.EXCHANGE: (DIRECTOR, seat_corrections.still_exchanged, seat_corrections.exchange_back),
    Undo.ADDED_PLAYER: (DIRECTOR, _player_is_free, _row("players", players.remove_player)),
    Undo.NAME: (
        SCORER,
        lambda event, facts: _player(event, facts) is not None,
        _row("players", players.remove_name),
    ),
    Undo.GROUPS: (DIRECTOR, _fact(groups.groups_stand, "groups"), _fact(groups.change_groups_back, "groups")),
    Undo.TEAMS: (DIRECTOR, _fact(teams.teams_stand, "teams"), _fact(teams.change_teams_back, "teams")),
    Undo.TEAMS_SET: (DIRECTOR, _fact(teams.teams_are, "teams"), _fact(teams.set_teams, "teams_was")),
    Undo.SEATING: (DIRECTOR, _seating_is_unplayed, _whole(seating.withdraw)),
    Undo.REPLANNED_SEATING: (DIRECTOR, _former_is_kept, _former_back),
    Undo.ANNOUNCEMENT: (DIRECTOR, _announcement_is_up, _row("announcements", notes.take_down)),
    Undo.ENDED_ANNOUNCEMENT: (DIRECTOR, _announcement_is_down, _fact(notes.announce, "text")),
    Undo.FINISHED_EVENT: (
        DIRECTOR,
        lambda event, _facts: event.is_finished,
        lambda event, _facts, reason, **who: events.reopen_event(event, reason=reason, **who),
    ),
    Undo.DUES: (SCORER, _dues_hold, _dues_back),
    Undo.CASH_LINE: (
        DIRECTOR,
        lambda event, facts: event.cash_lines.in_force().filter(number=facts["line"]).exists(),
        _row("cash_lines", money.revoke_cash, "line"),
    ),
    Undo.FEWER_DEALS: (DIRECTOR, _fewer_deals_hold, _whole(events.play_all_deals)),
}
MOVING = {Undo.NEXT_SEATING, Undo.SEATING, Undo.REPLANNED_SEATING}
WAYS = {what: UndoWay(*way, moves_players=what in MOVING) for what, way in _WAYS.items()}
