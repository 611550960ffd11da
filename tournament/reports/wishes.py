"""The wishes for a seating: which are granted, and what they cost.

Whether a wish is granted is read from the plan itself, whatever was wished when it was drawn.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.models import Draft, Wish
from tournament.reports.groups import MixedLine, mixed_line
from tournament.reports.seating import SeatedPerson
from tournament.rotation.plan import Plan, RoundPlan
from tournament.state.attendance import in_a_row
from tournament.state.wishes import Wishes, WishValue, wishes_of

Kind = Wish.Kind


class WishLine(NamedTuple):
    """One wish: the players, the words, whether the seating grants it, and its cost in words."""

    people: tuple[SeatedPerson, ...]
    what: str
    heeded: bool
    cost: str


@dataclass(frozen=True, slots=True)
class WishReport:
    """The wishes of a draft. `changed`: the wishes are no longer those it was drawn with.

    Until the costs are known, `compared` is empty and `counted` false.
    """

    lines: tuple[WishLine, ...]
    compared: tuple[tuple[str, int, int], ...]  # each figure, and what it would be without any wish
    counted: bool
    changed: bool
    mixed: "MixedLine | None" = None

    @property
    def unheeded(self) -> int:
        unmixed = self.mixed is not None and not self.mixed.heeded
        return sum(not line.heeded for line in self.lines) + unmixed

    @property
    def costs_nothing(self) -> bool:
        """Whether the seating is as good as one without wishes."""
        worth = [with_and_without for _title, *with_and_without in self.compared]
        return bool(worth) and [pair[0] for pair in worth] <= [pair[1] for pair in worth]


def wish_report(draft: Draft, history: Sequence[RoundPlan], names: Mapping[int, str]) -> WishReport | None:
    """How a draft grants the event's wishes; None if there are none, now or when it was drawn."""
    now = wishes_of(draft.event)
    then = Wishes.from_dict(draft.wishes)
    if not now.any_asked and not then.any_asked:
        return None
    plan = Plan.from_dict(draft.plan)
    present = now.among(plan.players)
    changed = not then.same_as(present)
    costs = None if changed else draft.wishes.get("costs")
    cost = dict(zip(then.wished, costs, strict=True)) if costs is not None else {}
    lines = tuple(
        WishLine(
            tuple(SeatedPerson(number, names.get(number, "")) for number in sorted(wish.about)),
            wish_words(wish),
            is_granted(plan.rounds, history, wish),
            cost_words(cost[wish]) if wish in cost else "",
        )
        for wish in present.wished
    )
    mixed = mixed_line(present.mixed, plan.rounds) if present.mixed else None
    return WishReport(lines, () if changed else _compared(draft), costs is not None, changed, mixed)


def is_granted(rounds: Sequence[RoundPlan], history: Sequence[RoundPlan], wish: WishValue) -> bool:
    """Whether these rounds, after those in `history`, grant the wish."""
    tables = [table for plan in rounds for table in plan.tables]
    a, b = wish.player, wish.second
    if wish.kind == Kind.STAYS:
        return all(table.number == b for table in tables if a in table.players)
    shared = [table for table in tables if a in table.players and b in table.players]
    if wish.kind == Kind.APART:
        return not shared
    partnered = [table for table in shared if table.partner_of(a) == b]
    if wish.kind == Kind.NOT_PARTNERS:
        return not partnered
    if wish.kind == Kind.ONCE:
        earlier = [table for plan in history for table in plan.tables if {a, b} <= set(table.players)]
        return bool(partnered) or any(table.partner_of(a) == b for table in earlier)
    both = sum({a, b} <= set(plan.seated) for plan in rounds)
    return len(partnered) == both


def wish_words(wish: WishValue) -> str:
    """The wish without the names."""
    if wish.kind == Kind.STAYS:
        return _("Stays at table %(table)d") % {"table": wish.second}
    return str(Kind(wish.kind).label)


def cost_words(cost: Sequence[int]) -> str:
    """“Costs 2 repeated opponents and 3 repeated meetings”, or “Costs nothing”."""
    partners, opponents, met = (max(0, part) for part in cost)
    parts = [
        ngettext("%(n)d repeated partner", "%(n)d repeated partners", partners) % {"n": partners},
        ngettext("%(n)d repeated opponent", "%(n)d repeated opponents", opponents) % {"n": opponents},
        ngettext("%(n)d repeated meeting", "%(n)d repeated meetings", met) % {"n": met},
    ]
    words_of_cost = [words for words, part in zip(parts, (partners, opponents, met), strict=True) if part]
    return _("Costs %(what)s") % {"what": in_a_row(words_of_cost)} if words_of_cost else _("Costs nothing")


def _compared(draft: Draft) -> tuple[tuple[str, int, int], ...]:
    plain = draft.wishes.get("plain")
    if not plain:
        return ()
    titles = (_("Repeated partners"), _("Repeated opponents"), _("Repeated meetings at a table"))
    return tuple(
        (title, draft.quality[relation], without)
        for title, relation, without in zip(titles, ("P", "O", "M"), plain, strict=True)
    )
