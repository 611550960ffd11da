"""Put players into groups and take them out again; who is in which is public."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.models import Event, Player, User
from tournament.registry import actions
from tournament.services.common import lock_event, record
from tournament.services.errors import Refused
from tournament.state.groups import SUGGESTED, group_code, group_members, in_order
from tournament.words.names import holds_contact, tidy

LONGEST_GROUP = 20  # characters
MOST_GROUPS = 8  # of one event
FINISHED = gettext_lazy("The event is finished. Reopen it before changing its players.")

Numbers = Mapping[str, Collection[int]]  # group → numbers of players


def checked_group(text: str, field: str = "group") -> str:
    """The group that was typed; refused if it is empty, too long, or holds contact data."""
    return _checked(group_code(tidy(text)), field)


def _checked(group: str, field: str) -> str:
    if not group:
        raise Refused("group-missing", _("Give the group a name."), field)
    if len(group) > LONGEST_GROUP:
        raise Refused("group-long", _("Keep it to %d characters.") % LONGEST_GROUP, field)
    if holds_contact(group):
        message = _("Groups are public: leave out phone numbers and mail addresses.")
        raise Refused("group-contact", message, field)
    if "/" in group or not any(char.isalnum() for char in group):
        raise Refused("group-letters", _("Use letters and digits, without a slash."), field)
    return group


def is_group(group: str) -> bool:
    """Whether a group is written as the site writes it, in whatever language it is read."""
    try:
        known = group in SUGGESTED or group.casefold() not in SUGGESTED
        return known and _checked(tidy(group), "group") == group
    except Refused:
        return False


def checked_groups(event: Event, typed: Iterable[str]) -> list[str]:
    """A player's groups in order, as the event writes them; refused if the event has no room for more."""
    return in_order(groups_meant(event, typed).values())


def groups_meant(event: Event, typed: Iterable[str], field: str = "groups") -> dict[str, str]:
    """What is typed → the group that it means; no query if nothing is typed."""
    words = list(dict.fromkeys(typed))
    if not words:
        return {}
    known = list(group_members(event))
    meant = {}
    for word in words:
        meant[word] = group = _as_known(checked_group(word, field), known)
        known += [] if group in known else [group]
    check_room_for_groups(known, field)
    return meant


def check_room_for_groups(groups: Collection[str], field: str) -> None:
    """Refuse more groups than an event can have."""
    if len(groups) > MOST_GROUPS:
        raise Refused("too-many-groups", _("An event has room for %d groups.") % MOST_GROUPS, field)


def _as_known(group: str, known: Iterable[str]) -> str:
    """The group as the event writes it already: “juniors” is “Juniors”."""
    return next((one for one in known if one.casefold() == group.casefold()), group)


@transaction.atomic
def change_groups(event: Event, joining: Numbers, leaving: Numbers, *, by: User, at: datetime) -> int:
    """Put players into groups and take players out; returns how many changes that made.

    What is so already is no change, and a player who is not there any more is passed over: two officials may
    do this at a time.
    """
    event = lock_event(event, unfinished=FINISHED)
    known = group_members(event)
    joining = {_as_known(checked_group(group), known): numbers for group, numbers in joining.items()}
    players = {player.number: player for player in event.players.in_order()}
    changes: list[dict[str, Any]] = []
    changed: set[int] = set()
    for group in in_order([*joining, *leaving]):
        joined = [n for n in _there(joining, group, players) if group not in players[n].groups]
        left = [n for n in _there(leaving, group, players) if group in players[n].groups]
        for number in joined:
            players[number].groups = in_order([*players[number].groups, group])
        for number in left:
            players[number].groups = [one for one in players[number].groups if one != group]
        changed |= {*joined, *left}
        if joined or left:
            changes.append(
                {"group": group, "joined": _people(joined, players), "left": _people(left, players)}
            )
    count = sum(len(change["joined"]) + len(change["left"]) for change in changes)
    if not count:
        return 0
    check_room_for_groups({group for player in players.values() for group in player.groups}, "group")
    Player.objects.bulk_update([players[number] for number in changed], ["groups"])
    record(event, actions.PLAYER_GROUPS_CHANGED, by=by, at=at, groups=changes)
    return count


def groups_stand(event: Event, changes: Iterable[Mapping[str, Any]]) -> bool:
    """Whether everybody is as these changes left them, under the same numbers."""
    known = group_members(event)
    names = {player.number: player.noted_name for player in event.players.all()}
    return not event.is_finished and all(
        names.get(person["number"]) == person["name"]
        and (person["number"] in known.get(change["group"], ())) is (side == "joined")
        for change in changes
        for side in ("joined", "left")
        for person in change[side]
    )


def change_groups_back(event: Event, changes: Iterable[Mapping[str, Any]], *, by: User, at: datetime) -> int:
    """Undo these changes."""
    joining: dict[str, list[int]] = {}
    leaving: dict[str, list[int]] = {}
    for change in changes:
        joining[change["group"]] = [person["number"] for person in change["left"]]
        leaving[change["group"]] = [person["number"] for person in change["joined"]]
    return change_groups(event, joining, leaving, by=by, at=at)


def _there(numbers: Numbers, group: str, players: Collection[int]) -> list[int]:
    return sorted(set(numbers.get(group, ())) & set(players))


def _people(numbers: Iterable[int], players: Mapping[int, Player]) -> list[dict[str, Any]]:
    return [{"number": number, "name": players[number].noted_name} for number in numbers]
