"""What everybody may know of a public event right now: how far it is, who leads, which decisions count.

Names of players who are seated or ranked stand here; who entered a sheet or made a ruling does not.
"""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from scoring.catalogue import CATALOGUE
from scoring.seats import Seat, Side
from tournament.models import Adjustment, Event, Ruling
from tournament.models.rulings import FATE_CHOICES
from tournament.reports.standings import Standings, StandingsRow, standings

TOP = 10
FATE_WORDS = dict(FATE_CHOICES)


@dataclass(frozen=True, slots=True)
class Decision:
    """A ruling or an adjustment that counts, as one short paragraph."""

    at: datetime
    where: str
    sentence: str
    reason: str


@dataclass(frozen=True, slots=True)
class Now:
    """A public event at one version. `as_of` is the last change; `seated`: seating is published."""

    as_of: datetime
    players: int
    seated: bool
    standings: Standings
    decisions: tuple[Decision, ...]

    @property
    def top(self) -> tuple[StandingsRow, ...]:
        """The first ten rows, and whoever shares the tenth place."""
        rows = self.standings.rows
        last = rows[TOP - 1].place if len(rows) > TOP else None
        return rows if last is None else tuple(row for row in rows if row.place <= last)


def now(event: Event) -> Now:
    """The event as everybody may see it, in a number of queries that does not grow with it."""
    last = event.audit_entries.order_by("-pk").values_list("at", flat=True).first()
    return Now(
        as_of=last or event.created_at,
        players=event.players.count(),
        seated=event.rounds.exists(),
        standings=standings(event),
        decisions=tuple(sorted((*_rulings(event), *_adjustments(event)), key=lambda d: d.at, reverse=True)),
    )


def _adjustments(event: Event) -> list[Decision]:
    in_force = event.adjustments.filter(revoked_at__isnull=True).select_related("player")
    return [Decision(made.made_at, made.player.name, _points(made), made.reason) for made in in_force]


def _points(adjustment: Adjustment) -> str:
    words = _("%(points)s points given") if adjustment.points > 0 else _("%(points)s points taken away")
    return words % {"points": abs(adjustment.points)}


def _rulings(event: Event) -> list[Decision]:
    """Those in force that change a score or a deal; a mere warning stays between director and table."""
    in_force = (
        event.rulings.in_force().select_related("table__round").prefetch_related("table__seatings__player")
    )
    return [
        Decision(ruling.made_at, _where(ruling), _sentence(ruling), ruling.reason)
        for ruling in in_force
        if ruling.award_points or ruling.fate or ruling.cancels
    ]


def _where(ruling: Ruling) -> str:
    facts = {"round": ruling.table.round.number, "table": ruling.table.number, "deal": ruling.slot}
    words = (
        _("Round %(round)s, table %(table)s, deal %(deal)s")
        if ruling.slot
        else _("Round %(round)s, table %(table)s")
    )
    return words % facts


def _sentence(ruling: Ruling) -> str:
    offence = CATALOGUE.get(ruling.code)
    names = {seat: seating.player.name for seat, seating in ruling.table.chairs().items()}
    parts = [offence.title if offence else ruling.code]
    if ruling.offender and Seat(ruling.offender) in names:
        parts = [_("%(offence)s (%(name)s)") % {"offence": parts[0], "name": names[Seat(ruling.offender)]}]
    if ruling.award_points:
        facts = {"points": ruling.award_points, "names": _side(ruling.award_side, names)}
        parts.append(_("%(points)s points to %(names)s") % facts)
    for side in ruling.cancels:
        parts.append(_("what %(names)s played in the deal does not count") % {"names": _side(side, names)})
    if ruling.fate:
        parts.append(str(FATE_WORDS.get(ruling.fate, "")))
    return "; ".join(part for part in parts if part) + "."


def _side(side: str, names: dict[Seat, str]) -> str:
    return _(" and ").join(names[seat] for seat in Side(side).seats if seat in names)
