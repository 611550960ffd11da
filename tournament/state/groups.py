"""The groups of an event: tags that a director gives to players, such as ladies, men or novices.

A suggested group is stored as a code and read in the reader's language, a free word as it was typed.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.models.events import Event
from tournament.words.names import noted_people_in_words

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as StrPromise

SUGGESTED: Mapping[str, "StrPromise"] = {
    "ladies": _lazy("Ladies"),
    "men": _lazy("Men"),
    "novices": _lazy("Novices"),
    "members": _lazy("Members"),
    "guests": _lazy("Guests"),
}
# The prize of the best in a group, as clubs call it.
HIGH: Mapping[str, "StrPromise"] = {
    "ladies": _lazy("High lady"),
    "men": _lazy("High man"),
    "novices": _lazy("High novice"),
    "members": _lazy("High member"),
    "guests": _lazy("High guest"),
}


def group_title(group: str) -> str:
    """The group as pages show it."""
    return str(SUGGESTED.get(group, group))


def high_title(group: str) -> str:
    """The prize of the best player in a group: “High lady”."""
    return str(HIGH[group]) if group in HIGH else _("High in %(group)s") % {"group": group}


def group_code(word: str) -> str:
    """The group that somebody typed: the code of a suggested one, else the word itself.

    >>> group_code("LADIES"), group_code("Juniors")
    ('ladies', 'Juniors')
    """
    folded = word.casefold()
    for code, title in SUGGESTED.items():
        if folded in (code, str(title).casefold()):
            return code
    return word


def in_order(groups: Iterable[str]) -> list[str]:
    """Each group once: the suggested ones first, as they are suggested, then the others from A to Z."""
    known = list(SUGGESTED)
    return sorted(set(groups), key=lambda group: (_place(group, known), group.casefold(), group))


def _place(group: str, known: list[str]) -> int:
    return known.index(group) if group in known else len(known)


def group_members(event: Event) -> dict[str, frozenset[int]]:
    """The groups that players of this event are in, with their numbers; one query."""
    return members_among(event.players.exclude(groups=[]).order_by().values_list("number", "groups"))


def members_among(players: Iterable[tuple[int, Iterable[str]]]) -> dict[str, frozenset[int]]:
    """The groups that these players, as (number, groups), are in, with their numbers; no query."""
    members: dict[str, set[int]] = {}
    for number, groups in players:
        for group in groups:
            members.setdefault(group, set()).add(number)
    return {group: frozenset(members[group]) for group in in_order(members)}


def group_titles(groups: Iterable[str]) -> str:
    """“Ladies, Novices”."""
    return ", ".join(map(group_title, groups))


def group_changes_in_words(changes: Sequence[Mapping[str, Any]]) -> list[str]:
    """Who was put into which group and who was taken out of it, as the history keeps it."""
    lines = []
    for change in changes:
        for side, words in (("joined", _("%(group)s: %(names)s")), ("left", _("not %(group)s: %(names)s"))):
            if people := change[side]:
                names = noted_people_in_words(people)
                lines.append(words % {"group": group_title(change["group"]), "names": names})
    return lines


def groups_in_words(change: Mapping[str, Any]) -> Mapping[str, Any]:
    """A change of one player's groups with their titles; any other change as it is."""
    if change["what"] != "groups":
        return change
    return {**change, "was": group_titles(change["was"]), "now": group_titles(change["now"])}


def mixed_in_words(facts: Mapping[str, str]) -> str:
    """“Mixed partners, Ladies”, as the history keeps it; “no” if none is asked for any more."""
    if facts["mixed"] not in Event.Mixed.values:
        return _("no")
    return f"{Event.Mixed(facts['mixed']).label}, {group_title(facts['group'])}"
