"""A chart that a director brings: what is wrong with it line by line, and how good it is beside ours."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _

from tournament.models import Event
from tournament.rotation import bounds
from tournament.rotation.chart_text import MOST_NAMED, ChartProblem
from tournament.rotation.quality import RELATIONS, judge
from tournament.state.seating import FittedChart, fitted_chart

NOTES_NAMED = 12


class ChartFigure(NamedTuple):
    """One relation: how much repeats by the chart, by ours (None: none is stored for so many), at least."""

    title: str
    theirs: int
    ours: int | None
    least: int
    verdict: str


@dataclass(frozen=True, slots=True)
class ChartAppraisal:
    """What a director is told before a chart becomes a draft. `more` problems or notes are not named."""

    chart: FittedChart
    problems: Sequence[ChartProblem]
    more_problems: int
    notes: Sequence[ChartProblem]
    more_notes: int
    figures: tuple[ChartFigure, ...]

    @property
    def usable(self) -> bool:
        return not self.problems

    @property
    def compared(self) -> int:
        """How many rounds the figures are about."""
        return len(self.chart.rounds)

    @property
    def left_over(self) -> int:
        """How many rounds of the chart are not played."""
        return max(0, self.chart.given - self.chart.needed)


def appraise(event: Event, text: str) -> ChartAppraisal:
    """Check a chart for this event, and judge it beside the program's own; writes nothing."""
    chart = fitted_chart(event, text)
    return ChartAppraisal(
        chart,
        chart.problems[:MOST_NAMED],
        max(0, len(chart.problems) - MOST_NAMED),
        chart.notes[:NOTES_NAMED],
        max(0, len(chart.notes) - NOTES_NAMED),
        _figures(chart) if chart.rounds else (),
    )


def _figures(chart: FittedChart) -> tuple[ChartFigure, ...]:
    quality = judge(chart.rounds, players=chart.players)
    ours = bounds.best_known(len(chart.players), len(chart.rounds))
    titles = (_("Repeated partners"), _("Repeated opponents"), _("Repeated meetings at a table"))
    return tuple(
        ChartFigure(title, theirs, own, least, _verdict(theirs, own))
        for title, theirs, own, least in zip(
            titles, quality.key, ours or (None,) * len(RELATIONS), quality.least.key, strict=True
        )
    )


def _verdict(theirs: int, ours: int | None) -> str:
    if ours is None:
        return ""
    if theirs == ours:
        return _("same as our chart")
    if theirs < ours:
        return _("%(fewer)d fewer than our chart") % {"fewer": ours - theirs}
    return _("%(more)d more than our chart") % {"more": theirs - ours}
