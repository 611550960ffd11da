"""Wishes for the seating: players who stay at a table, are kept apart or partnered, and the table numbers.

Every draw heeds them. A wish that contradicts another is refused when it is added; whether all can be
granted together shows only when a seating is drawn.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.models import Event, Player, User, Wish
from tournament.registry import actions
from tournament.rotation import request
from tournament.rotation.plan import RotationError
from tournament.services.common import lock_event, next_number, record
from tournament.services.errors import Refused
from tournament.services.groups import checked_group
from tournament.state.wishes import (
    Unclear,
    Wishes,
    as_facts,
    shortest_notation,
    wish_in_words,
    wish_value,
    wishes_of,
)

MOST_WISHES = 200
Kind = Wish.Kind
FINISHED = gettext_lazy("The event is finished. Reopen it before changing its seating requests.")


@transaction.atomic
def add_wish(
    event: Event,
    kind: str,
    player: Player,
    *,
    by: User,
    at: datetime,
    other: Player | None = None,
    table: int | None = None,
) -> Wish:
    """Add a wish. Raises `Refused` if it repeats or contradicts another one."""
    event = lock_event(event, unfinished=FINISHED)
    if event.wishes.count() >= MOST_WISHES:
        raise Refused("too-many", _("An event has room for %d requests.") % MOST_WISHES)
    field = "table" if kind == Kind.STAYS else "other"
    if kind == Kind.STAYS:
        other = None
        _check_table(event, player, table)
    else:
        table = None
        if other is None or other.pk == player.pk:
            raise Refused("same-player", _("Choose two different players."), "other")
        player, other = sorted((player, other), key=lambda person: person.pk)
        if event.wishes.filter(kind=kind, player=player, other=other).exists():
            raise Refused("wished-already", _("This request exists already."), "other")
    wish = Wish(
        event=event, number=next_number(event.wishes), kind=kind, player=player, other=other, table=table
    )
    _check_together(event, wish, field)
    wish.save()
    record(event, actions.SEATING_WISH_ADDED, by=by, at=at, wish=as_facts(wish))
    return wish


@transaction.atomic
def remove_wish(wish: Wish, *, by: User | None, at: datetime) -> None:
    """Remove a wish; drafts keep the wishes they were drawn with."""
    event = lock_event(wish.event, unfinished=FINISHED)
    record(event, actions.SEATING_WISH_REMOVED, by=by, at=at, wish=as_facts(wish))
    wish.delete()


@transaction.atomic
def set_tables(event: Event, text: str, *, by: User, at: datetime) -> None:
    """Set the numbers of the hall's tables; empty for 1, 2, 3 and so on."""
    event = lock_event(event, unfinished=FINISHED)
    try:
        tables = shortest_notation(text)
    except Unclear as unclear:
        raise Refused("tables-unclear", str(unclear), "tables") from unclear
    if tables == event.tables:
        return
    _check_all(event, replace(wishes_of(event), tables=tables), "tables")
    record(event, actions.SEATING_TABLES_SET, by=by, at=at, was=event.tables, tables=tables)
    event.tables = tables
    event.save(update_fields=["tables"])


@transaction.atomic
def set_mixed(event: Event, mixed: str, group: str, *, by: User, at: datetime) -> None:
    """Say which group every draw mixes with the others, and how; an empty `mixed` for none."""
    event = lock_event(event, unfinished=FINISHED)
    if mixed and mixed not in Event.Mixed.values:
        raise Refused("mixed-unknown", _("Choose one of these."), "mixed")
    group = checked_group(group) if mixed else ""
    if (event.mixed, event.mixed_group) == (mixed, group):
        return
    event.mixed, event.mixed_group = mixed, group
    event.save(update_fields=["mixed", "mixed_group"])
    record(event, actions.SEATING_MIXED_SET, by=by, at=at, mixed={"mixed": mixed, "group": group})


def forget_player(event: Event, player: Player, *, by: User | None, at: datetime) -> None:
    """Remove the wishes about a player who is removed; the caller has locked the event."""
    for wish in wishes_about(player):
        remove_wish(wish, by=by, at=at)


def wishes_about(player: Player) -> Sequence[Wish]:
    """The wishes that involve a player."""
    everything = player.event.wishes.select_related("player", "other")
    return [wish for wish in everything if player.pk in (wish.player_id, wish.other_id)]


def not_possible(wish: Wish) -> str:
    """That a wish of an earlier event cannot be had in a new one."""
    return _("No longer possible, so left out: %(wish)s") % {"wish": wish_sentence(wish)}


def wish_sentence(wish: Wish) -> str:
    """A wish as the page says it, in the words of the history."""
    return wish_in_words(as_facts(wish))


def _check_table(event: Event, player: Player, table: int | None) -> None:
    if not table:
        raise Refused("table-missing", _("Say at which table."), "table")
    earlier = event.wishes.filter(kind=Kind.STAYS, player=player).first()
    if earlier is not None:
        words = {"player": player, "table": earlier.table}
        message = _("%(player)s stays at table %(table)s already. Remove that request first.")
        raise Refused("stays-already", message % words, "player")


def _check_together(event: Event, wish: Wish, field: str) -> None:
    """Refuse a wish that contradicts the others."""
    earlier = wishes_of(event)
    second = wish.other.number if wish.other else None
    new = wish_value(wish.kind, wish.player.number, second, wish.table)
    _check_all(event, replace(earlier, wished=(*earlier.wished, new)), field)


def _check_all(event: Event, wishes: Wishes, field: str) -> None:
    """Refuse wishes that contradict each other, with the sentence of the rotation.

    Checked for all players who may come, once they fill a table.
    """
    absent = (Player.Status.LEFT, Player.Status.DISQUALIFIED)
    players = list(event.players.exclude(status__in=absent).values_list("number", flat=True))
    try:
        if len(players) >= 4:
            request.make_request(players, 1, **wishes.asked(len(players)))
    except RotationError as error:
        raise Refused(error.code, error.message, field) from error
