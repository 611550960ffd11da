"""What can be done when the published seating no longer fits: the rounds as each choice would have them; and
a chart that a director brings, held against the event.

A redraw is a new search (`services.seating.replan`). The other choices change the published rounds; both
follow from what is published and who is here, so they are computed anew wherever they are needed.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from scoring.sentences import counted, marked
from tournament.models import Draft, Event, Player
from tournament.rotation.chart_text import ChartProblem, WrittenChart, read_chart
from tournament.rotation.movements import MOVEMENTS
from tournament.rotation.plan import Plan, RotationError, RoundPlan, TablePlan
from tournament.rotation.planners.fewest_moves import Situation, fewest_new_cards, nobody_else_moves
from tournament.rotation.quality import Quality, judge
from tournament.state.attendance import (
    HelperCount,
    SeatingMismatch,
    attendance,
    event_progress,
    helpers_from,
    plays_in,
    published_plans,
    seating_mismatch,
)
from tournament.state.wishes import Wishes, wishes_of
from tournament.words.sentences import words_of

NAMED = 12  # more players than these are not all named
Way = Draft.Way
WAYS = {Way.FEWEST_CARDS: fewest_new_cards, Way.NOBODY_MOVES: nobody_else_moves}


@dataclass(frozen=True, slots=True)
class ChangedSeating:
    """The published rounds from `first` on as one choice would have them; `rounds` is None if `why` says
    that it is impossible. `quality` is that of the evening."""

    way: str
    first: int
    rounds: tuple[RoundPlan, ...] | None
    quality: Quality | None = None
    why: str = ""

    @property
    def empty_chairs(self) -> int:
        return sum(4 - len(table.players) for plan in self.rounds or () for table in plan.short)

    @property
    def gaps(self) -> int:
        """At how many tables of a round a chair is empty at most."""
        return max((len(plan.short) for plan in self.rounds or ()), default=0)

    @property
    def plan(self) -> Plan:
        """The rounds as a plan; only if there are any."""
        assert self.rounds is not None
        return Plan(tuple(sorted({p for plan in self.rounds for p in plan.placed})), self.rounds)


@dataclass(frozen=True, slots=True)
class SeatingAtOdds:
    """A published seating that no longer fits: who came and went, and the rounds that can be changed."""

    mismatch: SeatingMismatch
    situation: Situation
    wishes: Wishes

    def changed(self, way: str) -> ChangedSeating:
        """The rounds as this choice would have them."""
        asked = self.situation
        try:
            rounds = WAYS[Way(way)](asked)
        except RotationError as impossible:
            return ChangedSeating(way, asked.first, None, why=words_of(impossible))
        return ChangedSeating(way, asked.first, rounds, judge(rounds, history=asked.history))

    def even_sit_outs(self, rounds: Sequence[RoundPlan]) -> tuple[int, int]:
        """The fewest and most sit-outs of a player, if those who have had least always sat out."""
        sat = Counter({player: 0 for present in self.situation.present for player in present})
        sat.update(player for plan in self.situation.history for player in plan.sit_out if player in sat)
        for plan, present in zip(rounds, self.situation.present, strict=True):
            sat.update(sorted(present, key=lambda player: sat[player])[: len(plan.sit_out)])
        return min(sat.values()), max(sat.values())


def seating_at_odds(event: Event) -> SeatingAtOdds | None:
    """Where the published, unplayed rounds do not fit the players here; None if they do."""
    state = event_progress(event)
    if event.is_finished or not state.published:
        return None
    mismatch = seating_mismatch(event, state)
    if mismatch is None:
        return None
    plans, first = published_plans(event), mismatch.first_round
    coming = {number: plan for number, plan in plans.items() if number >= first}
    there = attendance(event.players.all(), coming)
    most = max(map(len, there.values()))
    wishes = wishes_of(event).among(player for players in there.values() for player in players)
    asked = wishes.asked(most)
    situation = Situation(
        rounds=tuple(coming.values()),
        present=tuple(there.values()),
        history=tuple(plan for number, plan in plans.items() if number < first),
        first=first,
        tables=asked["table_numbers"],
        keep=frozenset(asked["fixed"]).union(*asked["couples"]),
        partners_stay=MOVEMENTS[event.movement].partners_stay,
    )
    return SeatingAtOdds(mismatch, situation, wishes)


@dataclass(frozen=True, slots=True)
class HelperChairs:
    """Chairs that helpers take from those who have `gone`, or give up to those who came; nobody else moves.

    `pairs` are who leaves a chair and who takes it, None for a helper.
    """

    pairs: tuple[tuple[Player, Player | None], ...]
    count: HelperCount

    @property
    def recommended(self) -> bool:
        return self.count.recommended == self.count.needed


def helper_chairs(event: Event, mismatch: SeatingMismatch) -> HelperChairs | None:
    """The chairs that helpers take or give up, if that makes all tables full; None if it does not."""
    joined, gone = mismatch.joined, mismatch.gone
    if (
        not event.has["helpers"]
        or any(player.house for player in (*joined, *gone))
        or bool(joined) == bool(gone)
    ):
        return None
    count = helpers_from(event.players.in_order(), mismatch.first_round)
    if count.needed != count.helping + len(gone) - len(joined):
        return None
    taken = (
        zip(reversed(count.helpers), joined, strict=False) if joined else ((player, None) for player in gone)
    )
    return HelperChairs(tuple(taken), count)


def why_nothing_to_choose(event: Event) -> str:
    """Why there are no choices, in a sentence; call it only then."""
    if event.is_finished:
        return _("The event is finished. Reopen it before changing its seating.")
    if not event.has_seating:
        return _("No seating is published yet. Seat everybody first.")
    state = event_progress(event)
    if state.last_played >= max(state.statuses):
        if state.last_played < event.round_count:
            return _("Every seated round has begun; the next one seats everybody who is here.")
        return _("Every round has been played; there is no seating left to change.")
    return _("The seating fits everybody who is here; nothing has to change.")


OTHER_SIZE, NOT_THROUGHOUT, TOO_MANY_TABLES = "other-size", "not-throughout", "too-many-tables"


@dataclass(frozen=True, slots=True)
class FittedChart:
    """A chart with the players and tables of the event.

    `movement` is what the seating will say; `needed` the rounds it takes, and `given` those of the chart.
    `rounds` are at most `needed`; there are none while there are `problems`.
    """

    movement: str
    needed: int
    given: int
    players: tuple[int, ...]
    rounds: tuple[RoundPlan, ...]
    problems: tuple[ChartProblem, ...]
    notes: tuple[ChartProblem, ...]

    @property
    def missing(self) -> int:
        """How many rounds the chart lacks."""
        return max(0, self.needed - self.given)


def fitted_chart(event: Event, text: str) -> FittedChart:
    """Read a chart and fit it to the event: numbers of the chart stand for the players here, in order."""
    movement = event.movement if MOVEMENTS[event.movement].has_records else "chart"
    needed = MOVEMENTS[movement].ahead(event.round_count)
    numbers = range(1, needed + 1)
    everybody = list(event.players.all())
    players = tuple(sorted(p.number for p in everybody if any(plays_in(p, n) for n in numbers)))
    present = attendance(everybody, numbers)
    away = tuple(p for p in players if any(p not in present[n] for n in numbers))
    chart = read_chart(text)
    problems = [*_size(chart, len(players)), *_away(away), *chart.problems]
    tables = wishes_of(event).asked(len(players))["table_numbers"]
    renamed = None if problems else _tables(chart, tables)
    if renamed is None and not problems:
        message = marked(
            "The chart uses more tables than the %(count)s that this event has.", count=len(tables or ())
        )
        problems.append(ChartProblem(TOO_MANY_TABLES, None, message))
    notes = list(chart.notes)
    if movement != event.movement:
        message = marked(
            "With a chart of its own the event’s movement becomes “%(movement)s”.",
            movement=MOVEMENTS[movement].title,
        )
        notes.append(ChartProblem("movement", None, message))
    rounds: tuple[RoundPlan, ...] = ()
    if renamed is not None:
        names = dict(zip(chart.players, players, strict=True))
        rounds = tuple(_renamed(round_, names, renamed) for round_ in chart.rounds[:needed])
        if chart.players != players:
            message = marked(
                "The chart’s numbers stand for the players who are here, from the lowest number up."
            )
            notes.insert(0, ChartProblem("renumbered", None, message))
        notes += _sit_outs(rounds, players)
    return FittedChart(movement, needed, len(chart.rounds), players, rounds, tuple(problems), tuple(notes))


def _sit_outs(rounds: Sequence[RoundPlan], players: Sequence[int]) -> Iterator[ChartProblem]:
    """Sit-outs that another chart would spread more evenly."""
    quality = judge(rounds, players=players)
    fewest, most = quality.sit_outs
    if most - fewest > 1:
        message = marked(
            "Sit-outs are uneven: %(fewest)s for some players, %(most)s for others.", fewest=fewest, most=most
        )
        yield ChartProblem("sit-outs-uneven", None, message)
    if quality.sat_out_running:
        words = ", ".join(map(str, quality.sat_out_running[:NAMED]))
        message = marked("These players sit out two rounds running: %(players)s.", players=words)
        yield ChartProblem("sit-outs-running", None, message)


def _size(chart: WrittenChart, here: int) -> list[ChartProblem]:
    """The chart is for another number of players."""
    if not chart.players or len(chart.players) == here:
        return []
    message = counted(
        "This chart is for %(count)s player, and %(here)s are here.",
        "This chart is for %(count)s players, and %(here)s are here.",
        len(chart.players),
        here=here,
    )
    return [ChartProblem(OTHER_SIZE, None, message)]


def _away(away: tuple[int, ...]) -> list[ChartProblem]:
    """Players come late or leave early, and a chart seats everybody in every round."""
    if not away:
        return []
    words = ", ".join(map(str, away[:NAMED])) + (", …" if len(away) > NAMED else "")
    message = marked(
        "A chart seats everybody in every round, but these players miss some: %(players)s. Draw a planned "
        "rotation instead.",
        players=words,
    )
    return [ChartProblem(NOT_THROUGHOUT, None, message)]


def _tables(chart: WrittenChart, allowed: list[int] | None) -> Mapping[int, int] | None:
    """The chart's table numbers → the event's; None if the event has too few."""
    used = sorted({table.number for round_ in chart.rounds for table in round_.tables})
    if allowed is None or set(used) <= set(allowed):
        return {number: number for number in used}
    return dict(zip(used, sorted(allowed), strict=False)) if len(used) <= len(allowed) else None


def _renamed(round_: RoundPlan, names: Mapping[int, int], tables: Mapping[int, int]) -> RoundPlan:
    seated = tuple(
        TablePlan(tables[table.number], *(names[player] for player in table.players))
        for table in round_.tables
    )
    return replace(round_, tables=seated, sit_out=tuple(sorted(names[player] for player in round_.sit_out)))
