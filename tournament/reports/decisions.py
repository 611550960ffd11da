"""Rulings and adjustments in the words that players read, without who made them."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from scoring.seats import Seat, Side
from tournament.models import Adjustment, Event, Ruling
from tournament.models.decisions import title_of
from tournament.models.rulings import FATE_CHOICES

FATE_WORDS = dict(FATE_CHOICES)
Named = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Decision:
    """A ruling or an adjustment that counts, as one short paragraph; `round` is None for an adjustment."""

    at: datetime
    where: str
    sentence: str
    reason: str
    round: int | None = None


def counting(event: Event, named: Named = str) -> tuple[Decision, ...]:
    """What changes a score or a deal, newest first; a mere warning stays between director and table."""
    ruled = (_ruling(ruling, named) for ruling in _rulings(event) if _changes_something(ruling))
    given = (_adjustment(adjustment, named(adjustment.player.name)) for adjustment in _adjustments(event))
    return _newest_first([*ruled, *given])


def touching(event: Event, named: Named = str) -> Mapping[int, tuple[Decision, ...]]:
    """Player number → what touched him, newest first: what changed a score or a deal at his table, his own
    warnings, his adjustments."""
    found: dict[int, list[Decision]] = {}
    for ruling in _rulings(event):
        decision = _ruling(ruling, named)
        for number in _touched(ruling):
            found.setdefault(number, []).append(decision)
    for adjustment in _adjustments(event):
        found.setdefault(adjustment.player.number, []).append(_adjustment(adjustment, _("Your total")))
    return {number: _newest_first(decisions) for number, decisions in found.items()}


def _newest_first(decisions: list[Decision]) -> tuple[Decision, ...]:
    return tuple(sorted(decisions, key=lambda decision: decision.at, reverse=True))


def _touched(ruling: Ruling) -> Iterator[int]:
    for seat, seating in ruling.table.chairs().items():
        if _changes_something(ruling) or seat.value == ruling.offender:
            yield seating.player.number


def _changes_something(ruling: Ruling) -> bool:
    return bool(ruling.award_points or ruling.fate or ruling.cancels)


def _rulings(event: Event) -> list[Ruling]:
    in_force = event.rulings.in_force().select_related("table__round")
    return list(in_force.prefetch_related("table__seatings__player"))


def _adjustments(event: Event) -> list[Adjustment]:
    return list(event.adjustments.filter(revoked_at__isnull=True).select_related("player"))


def _adjustment(made: Adjustment, where: str) -> Decision:
    words = _("%(points)s points given") if made.points > 0 else _("%(points)s points taken away")
    return Decision(made.made_at, where, words % {"points": abs(made.points)}, made.reason)


def _ruling(ruling: Ruling, named: Named) -> Decision:
    number = ruling.table.round.number
    return Decision(ruling.made_at, _where(ruling), _sentence(ruling, named), ruling.reason, number)


def _where(ruling: Ruling) -> str:
    facts = {"round": ruling.table.round.number, "table": ruling.table.number, "deal": ruling.slot}
    words = (
        _("Round %(round)s, table %(table)s, deal %(deal)s")
        if ruling.slot
        else _("Round %(round)s, table %(table)s")
    )
    return words % facts


def _sentence(ruling: Ruling, named: Named) -> str:
    names = {seat: named(seating.player.name) for seat, seating in ruling.table.chairs().items()}
    parts = [title_of(ruling.code)]
    if ruling.offender and Seat(ruling.offender) in names:
        parts = [_("%(offence)s (%(name)s)") % {"offence": parts[0], "name": names[Seat(ruling.offender)]}]
    if ruling.award_points:
        facts = {"points": ruling.award_points, "names": _side(ruling.award_side, names)}
        parts.append(_("%(points)s points to %(names)s") % facts)
    for side in ruling.cancels:
        parts.append(_("what %(names)s played in the deal does not count") % {"names": _side(side, names)})
    if ruling.fate:
        parts.append(str(FATE_WORDS.get(ruling.fate, "")))
    if ruling.warning and len(parts) == 1:
        parts.append(_("a warning"))
    return "; ".join(part for part in parts if part) + "."


def _side(side: str, names: dict[Seat, str]) -> str:
    return _(" and ").join(names[seat] for seat in Side(side).seats if seat in names)
