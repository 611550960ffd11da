"""Rulings, adjustments and late corrections in the words that players read, without who made them.

What everybody sees names no offender: only the table and what changed there. The players whom a decision
affected read the names on their own pages.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.seats import Seat, Side
from tournament.figures import score
from tournament.models import Adjustment, Event, Ruling, Sheet, Table
from tournament.models.rulings import FATE_CHOICES
from tournament.models.seating import SIDE_NAMES, seats
from tournament.state.attendance import in_a_row
from tournament.state.ruling_decisions import title_of

FATE_WORDS = dict(FATE_CHOICES)
Named = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class PublicDecision:
    """A ruling, an adjustment or a late correction that counts, as one short paragraph.

    `round` is None for an adjustment.
    """

    at: datetime
    where: str
    sentence: str
    reason: str
    round: int | None = None


def decisions_in_force(event: Event, named: Named = str) -> tuple[PublicDecision, ...]:
    """Decisions that change a score or a deal, newest first; warnings alone are not public."""
    ruled = (_ruling(ruling, None) for ruling in _rulings(event) if _changes_something(ruling))
    made = _adjustments(event)
    adjustments = (
        _adjustment(one, named(one.player.name) if one.points > 0 else _("A player’s total"))
        for one in made
        if not one.carried
    )
    corrected = (_correction(sheet, was) for sheet, was in _corrections(event))
    carried = _carried([one for one in made if one.carried])
    return _newest_first([*ruled, *adjustments, *corrected, *carried])


def decisions_by_player(event: Event, named: Named = str) -> Mapping[int, tuple[PublicDecision, ...]]:
    """Player number → the decisions that affected them, newest first: changes to a score or a deal at their
    table, their own warnings and adjustments, and scores corrected after the round."""
    by_player: dict[int, list[PublicDecision]] = {}
    for ruling in _rulings(event):
        decision = _ruling(ruling, named)
        for number in _touched(ruling):
            by_player.setdefault(number, []).append(decision)
    for sheet, was in _corrections(event):
        for seating in sheet.table.chairs().values():
            by_player.setdefault(seating.player.number, []).append(_correction(sheet, was))
    for adjustment in _adjustments(event):
        by_player.setdefault(adjustment.player.number, []).append(_adjustment(adjustment, _("Your total")))
    return {number: _newest_first(decisions) for number, decisions in by_player.items()}


def _carried(adjustments: list[Adjustment]) -> list[PublicDecision]:
    """One line for everybody's carried points: their own pages, and the standings, say how many."""
    sources = {one.in_words: one.made_at for one in adjustments}
    return [
        PublicDecision(at, _("Everybody’s total"), _("Points of an earlier day count"), source)
        for source, at in sources.items()
    ]


def _newest_first(decisions: list[PublicDecision]) -> tuple[PublicDecision, ...]:
    return tuple(sorted(decisions, key=lambda decision: decision.at, reverse=True))


def _touched(ruling: Ruling) -> Iterator[int]:
    for seat, seating in ruling.table.chairs().items():
        if _changes_something(ruling) or seat.value == ruling.offender:
            yield seating.player.number


def _changes_something(ruling: Ruling) -> bool:
    return bool(ruling.changes_points or ruling.fate or ruling.cancels)


def _rulings(event: Event) -> list[Ruling]:
    in_force = event.rulings.in_force().select_related("table__round")
    return list(in_force.prefetch_related(seats("table__seatings")))


def _adjustments(event: Event) -> list[Adjustment]:
    return list(event.adjustments.in_force().select_related("player", "ruling"))


def _corrections(event: Event) -> Iterator[tuple[Sheet, Sheet]]:
    """The sheets corrected after their round was closed, each with the version before it."""
    late = Sheet.objects.filter(table__round__event=event, late_correction=True).select_related(
        "table__round"
    )
    for sheet in late.prefetch_related(seats("table__seatings"), "table__sheets"):
        yield sheet, next(old for old in sheet.table.sheets.all() if old.revision < sheet.revision)


def _correction(sheet: Sheet, was: Sheet) -> PublicDecision:
    facts = {"was": score(was.ns, was.ew), "now": score(sheet.ns, sheet.ew)}
    words = _("Score corrected after the round: %(was)s became %(now)s.")
    if facts["was"] == facts["now"]:
        words = _("Sheet corrected after the round; its totals stay %(now)s.")
    return PublicDecision(sheet.entered_at, _place(sheet.table), words % facts, "", sheet.table.round.number)


def _adjustment(adjustment: Adjustment, where: str) -> PublicDecision:
    points = abs(adjustment.points)
    if adjustment.points > 0:
        words = ngettext("%(points)s point given", "%(points)s points given", points)
    else:
        words = ngettext("%(points)s point taken away", "%(points)s points taken away", points)
    return PublicDecision(adjustment.made_at, where, words % {"points": points}, adjustment.in_words)


def _ruling(ruling: Ruling, named: Named | None) -> PublicDecision:
    number = ruling.table.round.number
    return PublicDecision(ruling.made_at, _where(ruling), _sentence(ruling, named), ruling.reason, number)


def _where(ruling: Ruling) -> str:
    place = _place(ruling.table)
    return _("%(place)s, deal %(deal)s") % {"place": place, "deal": ruling.slot} if ruling.slot else place


def _place(table: Table) -> str:
    return _("Round %(round)s, table %(table)s") % {"round": table.round.number, "table": table.number}


def _sentence(ruling: Ruling, named: Named | None) -> str:
    """What was decided; without `named` nobody is named, only the sides."""
    chairs = ruling.table.chairs()
    names = {seat: named(seating.player.name) for seat, seating in chairs.items()} if named else {}
    parts = [title_of(ruling.code)]
    if ruling.offender and Seat(ruling.offender) in names:
        parts = [_("%(offence)s (%(name)s)") % {"offence": parts[0], "name": names[Seat(ruling.offender)]}]
    if ruling.award_points:
        facts = {"points": ruling.award_points, "names": _side(ruling.award_side, names)}
        to = ngettext("%(points)s point to %(names)s", "%(points)s points to %(names)s", ruling.award_points)
        parts.append(to % facts)
    if ruling.forfeit_side:
        facts = {"points": ruling.forfeit_points, "names": _side(ruling.forfeit_side, names)}
        off = ngettext(
            "%(points)s point off %(names)s", "%(points)s points off %(names)s", ruling.forfeit_points
        )
        parts.append(off % facts)
    for side in ruling.cancels:
        parts.append(_("what %(names)s played in the deal does not count") % {"names": _side(side, names)})
    if ruling.fate:
        parts.append(str(FATE_WORDS.get(ruling.fate, "")))
    if ruling.warning and len(parts) == 1:
        parts.append(_("a warning"))
    return "; ".join(part for part in parts if part) + "."


def _side(side: str, names: dict[Seat, str]) -> str:
    there = [names[seat] for seat in Side(side).seats if seat in names]
    return in_a_row(there) if names else str(SIDE_NAMES[Side(side)])
