"""Players: import, add, edit, check in, mark as late, left or disqualified, remove."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import chain
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.models import Dues, Event, Player, Ruling, Seating, User
from tournament.registry import actions
from tournament.registry.actions import Action
from tournament.services.common import checked_reason, lock_event, record, refuse
from tournament.services.errors import Refused, Unconfirmed
from tournament.services.groups import checked_groups, groups_meant
from tournament.services.teams import leave_team
from tournament.services.wishes import forget_player
from tournament.state.attendance import event_progress
from tournament.state.groups import in_order
from tournament.state.rulings import disqualified_by
from tournament.state.teams import GONE
from tournament.words.names import holds_contact, key_of, look_of, number_called, tidy

Status = Player.Status
FINISHED = gettext_lazy("The event is finished. Reopen it before changing its players.")
LONGEST_NAME = 80
LONGEST_NOTE = 200
HIGHEST_NUMBER = 9999  # the highest that addresses accept
_SPARE_NUMBER = HIGHEST_NUMBER + 1  # held by one of two players while they swap numbers
MOST_PLAYERS = 1000


def checked_name(name: str, field: str = "name") -> str:
    """The name, tidied; refused if it is empty, too long, or holds contact data."""
    name = tidy(name)
    if not name:
        raise Refused("name-missing", _("Give the player a name."), field)
    if len(name) > LONGEST_NAME:
        raise Refused("name-long", _("Keep the name to %d characters.") % LONGEST_NAME, field)
    if holds_contact(name):
        message = _("Names are public: leave out phone numbers and mail addresses.")
        raise Refused("name-contact", message, field)
    return name


def check_room(count: int, field: str) -> None:
    """Refuse more players than an event has room for."""
    if count > MOST_PLAYERS:
        raise Refused("too-many", _("An event has room for %d players.") % MOST_PLAYERS, field)


def check_free(number: int, taken: set[int], field: str) -> None:
    """Refuse a number that is out of range or taken."""
    if not 1 <= number <= HIGHEST_NUMBER:
        raise Refused("number-range", _("Numbers go from 1 to %d.") % HIGHEST_NUMBER, field)
    if number in taken:
        raise Refused("number-taken", _("Number %d is taken.") % number, field)


def check_round(event: Event, number: int, field: str) -> None:
    """Refuse a round that the event does not have."""
    if not 1 <= number <= event.round_count:
        raise Refused("round-range", _("This event has rounds 1 to %d.") % event.round_count, field)


def free_numbers(taken: set[int]) -> Iterator[int]:
    """The free numbers: those after the highest, then the gaps."""
    highest = max(taken, default=0)
    return (
        number
        for number in chain(range(highest + 1, HIGHEST_NUMBER + 1), range(1, highest))
        if number not in taken
    )


def ask_about_namesakes(event: Event, name: str, but: Player | None = None) -> None:
    """Ask for confirmation before two players share a name."""
    others = event.players.exclude(pk=but.pk) if but else event.players
    for number, other in others.own_names().items():
        if key_of(other) == key_of(name):
            message = _(
                "Number %(number)s is called %(name)s. If this is someone else, tick the box and save again."
            )
            raise Unconfirmed("same-name", message % {"number": number, "name": other}, "name")


def refuse_lookalikes(event: Event, name: str, but: Player) -> None:
    """Refuse what somebody who says their own name must not be taken for: a number, or another player."""
    if number_called(name) is not None or not any(char.isalpha() for char in name):
        raise Refused("name-number", _("That is a number. Type your first and last name."), "name")
    for number, other in event.players.exclude(pk=but.pk).own_names().items():
        if look_of(other) == look_of(name):
            message = _(
                "Number %(number)s is called %(name)s, which looks the same. Add something that tells you "
                "apart, or go to the director’s table."
            )
            raise Refused("same-name", message % {"number": number, "name": other}, "name")


# The fields that say whether and when a player plays.
PRESENCE = ("status", "from_round", "to_round", "away")


class PlayerRow(NamedTuple):
    """One player to import, perhaps without a name; without a number they get the next free one."""

    name: str
    number: int | None = None
    note: str = ""
    groups: Sequence[str] = ()


@transaction.atomic
def import_players(
    event: Event,
    rows: Sequence[PlayerRow],
    *,
    by: User,
    at: datetime,
    from_round: int = 1,
    here: bool = False,
) -> list[Player]:
    """Import all rows or none, `here` if they have come; a row without a number gets a free one.

    The form asks about equal names.
    """
    event = lock_event(event, unfinished=FINISHED)
    if not rows:
        raise Refused("nobody", _("There is nobody to import."), "text")
    names = [checked_name(row.name, "text") if row.name else "" for row in rows]
    taken = set(event.players.values_list("number", flat=True))
    check_room(len(taken) + len(rows), "text")
    for row in rows:
        if row.number is not None:
            check_free(row.number, taken, "text")
            taken.add(row.number)
    free = free_numbers(taken)
    groups = groups_meant(event, (group for row in rows for group in row.groups), "text")
    players = [
        Player(
            event=event,
            own_name=name,
            number=row.number or next(free),
            from_round=from_round,
            note=tidy(row.note)[:LONGEST_NOTE],
            groups=in_order(groups[group] for group in row.groups),
            status=Status.HERE if here else Status.EXPECTED,
        )
        for name, row in zip(names, rows, strict=True)
    ]
    imported = Player.objects.bulk_create(players)
    named = [player.noted_name for player in imported]
    record(event, actions.PLAYER_IMPORTED, by=by, at=at, count=len(imported), names=named)
    return imported


@transaction.atomic
def add_player(
    event: Event,
    name: str,
    number: int | None = None,
    from_round: int = 1,
    *,
    by: User,
    at: datetime,
    note: str = "",
    here: bool = False,
    confirmed: bool = False,
    groups: Sequence[str] = (),
) -> Player:
    """Add a player, `here` if they are at the desk. A name that exists has to be `confirmed`."""
    event = lock_event(event, unfinished=FINISHED)
    name = checked_name(name)
    check_round(event, from_round, "from_round")
    if not confirmed:
        ask_about_namesakes(event, name)
    taken = set(event.players.values_list("number", flat=True))
    check_room(len(taken) + 1, "name")
    if number is not None:
        check_free(number, taken, "number")
    player = Player.objects.create(
        event=event,
        own_name=name,
        number=number or next(free_numbers(taken)),
        from_round=from_round,
        note=tidy(note)[:LONGEST_NOTE],
        groups=checked_groups(event, groups),
        status=Status.HERE if here else Status.LATE if from_round > 1 else Status.EXPECTED,
    )
    record(event, actions.PLAYER_ADDED, by=by, at=at, name=name, number=player.number)
    return player


@transaction.atomic
def edit_player(
    player: Player,
    *,
    by: User,
    at: datetime,
    name: str,
    number: int,
    note: str = "",
    ranked: bool = True,
    swap: bool = False,
    confirmed: bool = False,
    groups: Sequence[str] | None = None,
) -> Player:
    """Edit a player, known by number if without a name. With `swap`, a number that is taken is exchanged
    with the player's own. `groups` are those of the player from now on; None leaves them.

    Numbers are fixed once the seating is published: they stand on the tally cards.
    """
    event = lock_event(player.event, unfinished=FINISHED)
    player = event.players.get(pk=player.pk)
    name = checked_name(name) if name else ""
    if name and not confirmed and key_of(name) != key_of(player.own_name):
        ask_about_namesakes(event, name, but=player)
    changes = _renumber(event, player, number, swap=swap, by=by, at=at)
    now_in = player.groups if groups is None else checked_groups(event, groups)
    ranked = ranked and not player.house
    kept = tidy(note)[:LONGEST_NOTE]
    for field, value in (("own_name", name), ("note", kept), ("ranked", ranked), ("groups", now_in)):
        was = getattr(player, field)
        if was != value:
            changes.append({"what": field, "was": was, "now": value})
            setattr(player, field, value)
    if changes:
        player.save()
        record(
            event,
            actions.PLAYER_EDITED,
            by=by,
            at=at,
            name=player.noted_name,
            number=player.number,
            changes=changes,
        )
    return player


@transaction.atomic
def name_player(
    player: Player, name: str, *, by: User | None, at: datetime, confirmed: bool = False
) -> Player:
    """Name a player who has only a number, at any time; `by` is None if they said it on their own page.

    Who has a name keeps it: an official changes it on the player's page.
    """
    event = lock_event(player.event)
    player = event.players.get(pk=player.pk)
    name = checked_name(name)
    if player.own_name:
        message = _("Number %(number)s is called %(name)s already. Change it on the player’s page.")
        raise Refused("has-name", message % _facts(player), "number")
    if by is None:
        refuse_lookalikes(event, name, but=player)
    elif not confirmed:
        ask_about_namesakes(event, name, but=player)
    player.own_name = name
    player.save(update_fields=["own_name"])
    record(event, actions.PLAYER_NAMED, by=by, at=at, **_noted(player))
    return player


@transaction.atomic
def remove_name(player: Player, *, by: User, at: datetime) -> Player:
    """Undo naming a player: only the number is left, and another name can be typed."""
    event = lock_event(player.event)
    player = event.players.get(pk=player.pk)
    facts = _noted(player)
    player.own_name = ""
    player.save(update_fields=["own_name"])
    record(event, actions.PLAYER_UNNAMED, by=by, at=at, **facts)
    return player


@transaction.atomic
def set_count(event: Event, count: int, *, by: User, at: datetime) -> None:
    """Let so many players take part: more numbers, or without the last that have no name.

    Who has a seat already is marked as gone home, and comes back first if there are more again.
    """
    event = lock_event(event, unfinished=FINISHED)
    if not event_progress(event).nothing_reported:
        message = _("A score is in. From now on add players, or mark them as gone home, under Players.")
        raise Refused("has-scores", message, "count")
    check_room(max(count, 0), "count")
    everybody = event.players.ordinary()
    unnamed = list(everybody.filter(own_name="").order_by("-number"))
    coming = everybody.exclude(status__in=GONE).count()
    going = [player for player in unnamed if player.status not in GONE][: max(coming - count, 0)]
    if count < 1 or coming - len(going) > count:
        message = _("Those who are left have names. Mark them as gone home one by one, under Players.")
        raise Refused("named", message, "count")
    for player in going:
        if why_not_remove(player) is None:
            remove_player(player, by=by, at=at)
        else:
            set_status(player, Status.LEFT, by=by, at=at)
    back = [player for player in reversed(unnamed) if player.status == Status.LEFT]
    for player in back[: max(count - coming, 0)]:
        set_status(player, Status.HERE, by=by, at=at)
        coming += 1
    if count > coming:
        here = any(player.status == Status.HERE for player in unnamed)
        import_players(event, [PlayerRow("")] * (count - coming), by=by, at=at, here=here)


@transaction.atomic
def check_in(player: Player, *, by: User, at: datetime) -> Player:
    """Check a player in. One who left or was disqualified comes back through `set_status` only."""
    event = lock_event(player.event, unfinished=FINISHED)
    player = event.players.get(pk=player.pk)
    facts = _facts(player)
    if player.status == Status.HERE:
        raise Refused("already-here", _("%(name)s (number %(number)s) is checked in already.") % facts)
    if player.status in (Status.LEFT, Status.DISQUALIFIED):
        message = _(
            "%(name)s (number %(number)s) is marked as gone home. A director can mark them “Here” again."
        )
        raise Refused("gone", message % facts)
    return mark_presence(event, player, Status.HERE, actions.PLAYER_CHECKED_IN, by=by, at=at)


@transaction.atomic
def undo_check_in(player: Player, *, by: User, at: datetime) -> Player:
    """Undo a check-in: the player is expected again, or late. Refused once they have a seat."""
    event = lock_event(player.event, unfinished=FINISHED)
    player = event.players.get(pk=player.pk)
    if player.status != Status.HERE:
        raise Refused("not-here", _("%(name)s (number %(number)s) is not checked in.") % _facts(player))
    _refuse_seated(player)
    back = Status.LATE if player.from_round > 1 else Status.EXPECTED
    return mark_presence(event, player, back, actions.PLAYER_CHECK_IN_UNDONE, by=by, at=at)


@transaction.atomic
def set_status(
    player: Player,
    status: str,
    *,
    by: User,
    at: datetime,
    from_round: int | None = None,
    to_round: int | None = None,
    reason: str = "",
) -> Player:
    """Mark a player as late from a round, as left or disqualified after one (0 or None: without playing), or
    as here again.

    The published seating stays as it is; the seating page says which unplayed rounds no longer fit.
    """
    event = lock_event(player.event, unfinished=FINISHED)
    player = event.players.get(pk=player.pk)
    needed = _("Say why; a disqualification takes a reason.") if status == Status.DISQUALIFIED else ""
    reason = checked_reason(reason, needed=needed)
    if status in (Status.LATE, Status.EXPECTED):
        _refuse_played(player)
    if status == Status.LATE:
        if from_round is None:
            raise Refused("from-round-missing", _("Say from which round on."), "from_round")
        check_round(event, from_round, "from_round")
        player.from_round = from_round
    has_gone = status in (Status.LEFT, Status.DISQUALIFIED)
    if has_gone and to_round:
        check_round(event, to_round, "to_round")
    player.to_round = (to_round or None) if has_gone else None
    if status == Status.HERE:
        player.away = []
    if has_gone:
        _refuse_later_sheets(player, to_round or 0)
    action = _ACTIONS.get(Status(status), actions.PLAYER_STATUS_SET)
    if status == Status.LEFT and player.to_round is None:
        action = actions.PLAYER_LEFT_AT_ONCE
    facts = {"from_round": player.from_round, "to_round": player.to_round, "reason": reason}
    return mark_presence(event, player, Status(status), action, by=by, at=at, **facts)


@transaction.atomic
def put_back(
    player: Player, before: Mapping[str, Any], after: Mapping[str, Any], *, by: User, at: datetime
) -> Player:
    """Undo a change of a player's presence: from `after`, which must still hold, back to `before`."""
    event = lock_event(player.event, unfinished=FINISHED)
    player = event.players.get(pk=player.pk)
    if any(getattr(player, field) != value for field, value in after.items()):
        message = _("%(name)s (number %(number)s) has been marked otherwise since; nothing was changed.")
        raise Refused("changed-since", message % _facts(player))
    for field, value in before.items():
        setattr(player, field, value)
    if player.status in (Status.LATE, Status.EXPECTED):
        _refuse_played(player)
    if player.status in (Status.LEFT, Status.DISQUALIFIED):
        _refuse_later_sheets(player, player.to_round or 0)
    return mark_presence(event, player, player.status, actions.PLAYER_PUT_BACK, by=by, at=at)


def disqualify_with_ruling(ruling: Ruling) -> None:
    """Mark whoever a ruling just made disqualifies, after the last round that they have played. The caller
    holds the event's lock."""
    player = ruling.player
    if not ruling.stops_player or player is None or player.status == Status.DISQUALIFIED:
        return
    played = _reported(player).aggregate(last=Max("round__number"))["last"] or 0
    player.to_round = max(played, ruling.table.round.number)
    facts = {"ruling": ruling.number, "to_round": player.to_round, "reason": ruling.reason}
    status, by, at = Status.DISQUALIFIED, ruling.made_by, ruling.made_at
    mark_presence(ruling.event, player, status, actions.PLAYER_DISQUALIFIED, by=by, at=at, **facts)


def come_back_with_ruling(ruling: Ruling) -> None:
    """Give a player back the presence that a ruling took, as it was revoked."""
    if (player := ruling.player) is not None and (was := disqualified_by(ruling)) is not None:
        by, at = ruling.revoked_by, ruling.revoked_at
        assert at is not None  # it was revoked
        for field, value in was.items():
            setattr(player, field, value)
        mark_presence(ruling.event, player, player.status, actions.PLAYER_PUT_BACK, by=by, at=at)


_ACTIONS = {
    Status.LATE: actions.PLAYER_LATE,
    Status.LEFT: actions.PLAYER_LEFT,
    Status.DISQUALIFIED: actions.PLAYER_DISQUALIFIED,
}


@transaction.atomic
def remove_player(player: Player, *, by: User | None, at: datetime) -> None:
    """Remove a player who was never seated; others are marked as left, since their partners' rounds stay."""
    event = lock_event(player.event, unfinished=FINISHED)
    player = event.players.get(pk=player.pk)
    refuse(why_not_remove(player))
    forget_player(event, player, by=by, at=at)
    leave_team(event, player, by=by, at=at)
    record(event, actions.PLAYER_REMOVED, by=by, at=at, **_noted(player))
    player.delete()


def why_not_remove(player: Player) -> Refused | None:
    """Why this player cannot be removed, or None."""
    if player.seatings.exists():
        message = _("%(name)s (number %(number)s) has a place in the seating. Mark as gone home instead.")
        return Refused("seated", message % _facts(player))
    if player.card_lines.exists():
        message = _("The card of %(name)s (number %(number)s) was typed. Mark as gone home instead.")
        return Refused("card-typed", message % _facts(player))
    if player.adjustments.exists():
        message = _("%(name)s (number %(number)s) was given or taken points. Mark as gone home instead.")
        return Refused("adjusted", message % _facts(player))
    if player.substitutions.exists() or player.absences.exists():
        message = _(
            "%(name)s (number %(number)s) is part of a change at the tables. Mark as gone home instead."
        )
        return Refused("changed-chairs", message % _facts(player))
    if Dues.objects.filter(player=player, state=Dues.State.PAID).exists():
        message = _("%(name)s (number %(number)s) has paid. Mark as not paid first, or as gone home instead.")
        return Refused("has-paid", message % _facts(player))
    return None


def mark_presence(
    event: Event, player: Player, status: str, action: Action, *, by: User | None, at: datetime, **facts: Any
) -> Player:
    """Give the player of a locked event this status, and record the action with their presence before and
    after, by which it can be undone."""
    before = Player.objects.filter(pk=player.pk).values(*PRESENCE).get()
    player.status = status
    player.save(update_fields=PRESENCE)
    after = {field: getattr(player, field) for field in PRESENCE}
    facts |= {"status": status, "before": before, "after": after}
    record(event, action, by=by, at=at, **_noted(player), **facts)
    return player


def _facts(player: Player) -> dict[str, Any]:
    """The facts by which sentences name a player."""
    return {"name": player.name, "number": player.number}


def _noted(player: Player) -> dict[str, Any]:
    """The facts by which the history names a player."""
    return {"name": player.noted_name, "number": player.number}


def _renumber(
    event: Event, player: Player, number: int, *, swap: bool, by: User, at: datetime
) -> list[dict[str, Any]]:
    """Give the player this number; return the changes for the history."""
    if number == player.number:
        return []
    if event.has_seating:
        message = _(
            "The seating is published, and its numbers are on the tally cards. They stay as they are."
        )
        raise Refused("numbers-fixed", message, "number")
    check_free(number, set(), "number")
    was = player.number
    holder = event.players.filter(number=number).first()
    if holder is not None:
        if not swap:
            message = _(
                "Number %(number)s belongs to %(name)s. Choose another, or tick the box to swap the two."
            )
            raise Unconfirmed("number-taken", message % _facts(holder), "number")
        Player.objects.filter(pk=player.pk).update(number=_SPARE_NUMBER)
        Player.objects.filter(pk=holder.pk).update(number=was)
    player.number = number
    player.save(update_fields=["number"])
    event.drafts.all().delete()  # drafts name players by their numbers
    if holder is None:
        return [{"what": "number", "was": was, "now": number}]
    facts = {"name": player.own_name or number, "number": number}
    facts |= {"other_name": holder.own_name or was, "other_number": was}
    record(event, actions.PLAYER_NUMBERS_SWAPPED, by=by, at=at, **facts)
    return []


def _reported(player: Player) -> Any:
    """The player's seatings at tables that have reported."""
    return player.seatings.filter(table__sheets__counting=True)


def _refuse_seated(player: Player) -> None:
    if player.seatings.exists():
        message = _(
            "%(name)s (number %(number)s) has a place in the seating. Mark as late or gone home instead."
        )
        raise Refused("seated", message % _facts(player))


def _refuse_played(player: Player) -> None:
    if _reported(player).exists():
        message = _("%(name)s (number %(number)s) has played already, so this no longer fits.") % _facts(
            player
        )
        raise Refused("played", message, "status")


def _refuse_later_sheets(player: Player, to_round: int) -> None:
    later: Seating | None = (
        _reported(player)
        .filter(round__number__gt=to_round)
        .select_related("round")
        .order_by("-round__number")
        .first()
    )
    if later is not None:
        facts = _facts(player) | {"round": later.round.number}
        message = _("%(name)s (number %(number)s) played in round %(round)s, so this cannot be before it.")
        raise Refused("played-later", message % facts, "to_round")
