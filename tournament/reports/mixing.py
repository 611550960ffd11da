"""How well a seating mixes a group with the others, counted from the plan alone."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import comb

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.models import Event
from tournament.rotation.plan import RoundPlan
from tournament.state.groups import group_title
from tournament.state.wishes import MixedGroup


@dataclass(frozen=True, slots=True)
class MixedLine:
    """What is asked for, and what the seating gives in words. `heeded`: no seating of these players could do
    better."""

    what: str
    sentence: str
    heeded: bool


def mixed_line(mixed: MixedGroup, rounds: Sequence[RoundPlan]) -> MixedLine:
    """How these rounds mix the group."""
    what = f"{Event.Mixed(mixed.how).label}: {group_title(mixed.group)}"
    everybody = {player for round_ in rounds for player in round_.seated}
    if not mixed.players & everybody or everybody <= mixed.players:
        return MixedLine(what, _("Nobody to mix with: all players are in the group, or none are."), False)
    if mixed.how == Event.Mixed.PARTNERS:
        return _partners(what, mixed.players, rounds)
    return _tables(what, mixed.players, rounds)


def _partners(what: str, group: Collection[int], rounds: Sequence[RoundPlan]) -> MixedLine:
    together = least = 0
    for round_ in rounds:
        sides = [side for table in round_.tables for side in table.sides]
        together += sum(all(player in group for player in side) for side in sides)
        least += max(0, sum(player in group for side in sides for player in side) - len(sides))
    if not together:
        return MixedLine(what, _("Nobody partners another of them."), True)
    words = ngettext(
        "Two of them are partners %(n)d time.", "Two of them are partners %(n)d times.", together
    )
    sentence = f"{words % {'n': together}} {_why(together - least)}"
    return MixedLine(what, sentence, together == least)


def _tables(what: str, group: Collection[int], rounds: Sequence[RoundPlan]) -> MixedLine:
    """Tables are mixed best where no two differ by more than one player of the group."""
    uneven = together = least = 0
    fewest, most = 4, 0
    for round_ in rounds:
        found = [sum(player in group for player in table.players) for table in round_.tables]
        low, more = divmod(sum(found), len(found) or 1)
        uneven += sum(not low <= count <= low + bool(more) for count in found)
        together += sum(comb(count, 2) for count in found)
        least += comb(low, 2) * len(found) + low * more
        fewest, most = min([fewest, *found]), max([most, *found])
    spread = str(fewest) if fewest == most else _("%(low)d to %(high)d") % {"low": fewest, "high": most}
    words = _("Each table has %(spread)s of them.") % {"spread": spread}
    if together == least:
        return MixedLine(what, words, True)
    more_words = ngettext("%(n)d table could be more even.", "%(n)d tables could be more even.", uneven)
    return MixedLine(what, f"{words} {more_words % {'n': uneven}}", False)


def _why(more: int) -> str:
    if not more:
        return _("There are not enough others, so it cannot be had less often.")
    words = ngettext(
        "%(n)d time more than necessary, because of other requests or rounds already played.",
        "%(n)d times more than necessary, because of other requests or rounds already played.",
        more,
    )
    return words % {"n": more}
