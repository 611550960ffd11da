"""A version 1 document as version 2: what each kind of object gains, and the two members with new names.

What is no part of a version 1 document is left as it is, for the shape of version 2 to name.
"""

import copy
from collections.abc import Callable, Mapping
from typing import Any

from tournament.archive.document import VERSION, VERSION_3
from tournament.archive.sheets import DEALS, points_against

Values = dict[str, Any]
Change = Callable[[Values], Values]

VERSION_1 = 1
UNSAID = "N"  # the first dealer if nobody had said who it was: version 1 had no other word


def upgraded(archive: Any) -> Any:
    """A document of version 1 in the format of version 2; an older one of version 3 with what it has more by
    now; anything else unchanged."""
    version = archive.get("version") if isinstance(archive, dict) else None
    if version == VERSION_3:
        return _changed(archive, (*TABLE, "sheet", "rulings", EACH), added_members("included", struck=None))
    if version != VERSION_1 or not isinstance(version, int) or isinstance(version, bool):
        return archive
    against = _against(archive)
    for place, change in CHANGES:
        archive = _changed(archive, place, change)
    return _changed(archive, ("standings", EACH), lambda line: _ranked(line, against))


def added_members(after: str, **empty: Any) -> Change:
    """The members that an object gains after one of its members, and their values."""

    def change(values: Values) -> Values:
        names = list(values)
        at = names.index(after) + 1 if after in names else len(names)
        new = [name for name in empty if name not in values]
        return {
            name: values.get(name, copy.copy(empty.get(name))) for name in (*names[:at], *new, *names[at:])
        }

    return change


def _version(archive: Values) -> Values:
    return archive | {"version": VERSION}


def _first_dealer(table: Values) -> Values:
    """If no deals were written down, North stood for nobody."""
    sheet = table.get("sheet")
    dealt = isinstance(sheet, dict) and sheet.get("entry") == DEALS
    unsaid = not dealt and table.get("first_dealer") == UNSAID
    return table | {"first_dealer": None} if unsaid else table


def _call(call: Values) -> Values:
    """Only the maker could play alone."""
    if call.keys() != {"maker", "alone", "defender_alone"} or not isinstance(call["alone"], bool):
        return call
    lone = call["maker"] if call["alone"] else None
    return {"maker": call["maker"], "lone": lone, "lone_defender": call["defender_alone"]}


def _ranked(line: Values, against: Mapping[int, int]) -> Values:
    player = line.get("player")
    return added_members(
        "best_round", points_against=against.get(player, 0) if isinstance(player, int) else 0
    )(line)


def _against(archive: Values) -> Mapping[int, int]:
    """What everybody's opponents scored; nothing if the rounds are not what they must be."""
    try:
        return points_against(archive["rounds"])
    except (ArithmeticError, LookupError, TypeError, ValueError):
        return {}


def _changed(value: Any, place: tuple[str, ...], change: Change) -> Any:
    """The value with every object at a place changed."""
    if not place:
        return _like(value, change(value)) if isinstance(value, dict) else value
    name, *rest = place
    if name == EACH:
        return (
            [_changed(member, tuple(rest), change) for member in value] if isinstance(value, list) else value
        )
    if not isinstance(value, dict) or name not in value:
        return value
    return _like(value, value | {name: _changed(value[name], tuple(rest), change)})


def _like(old: Values, members: Values) -> Values:
    """The members as an object of the same kind: one that names something twice still tells it."""
    new = copy.copy(old)
    new.clear()
    new.update(members)
    return new


EACH = "*"  # every member of a list
TABLE = ("rounds", EACH, "tables", EACH)
DEAL = (*TABLE, "sheet", "deals", EACH)
CHANGES: tuple[tuple[tuple[str, ...], Change], ...] = (
    ((), _version),
    ((), added_members("standings", history=None)),
    (("event",), added_members("order", ranked_from=0, wishes=[], stage_of=None)),
    (("players", EACH), added_members("ranked", groups=[], team=None)),
    (TABLE, _first_dealer),
    ((*TABLE, "sheet"), added_members("entry", deals_played=None)),
    ((*DEAL, "call"), _call),
    ((*DEAL, "rulings", EACH), added_members("offender", dealer=None)),
    ((*DEAL, "rulings", EACH), added_members("award", forfeits=None)),
    ((*TABLE, "sheet", "rulings", EACH), added_members("offender", dealer=None)),
    ((*TABLE, "sheet", "rulings", EACH), added_members("award", forfeits=None)),
)
