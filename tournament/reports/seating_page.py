"""The seating page: chart, paths, quality, and the picture of who meets whom.

Of the published rounds or of a draft; a draft of later rounds is shown together with the rounds before it.
"""

from dataclasses import dataclass

from tournament.models import Draft, Event
from tournament.names import sort_key
from tournament.reports.meetings import Meetings, meetings
from tournament.reports.plan_quality import QualityLine, quality_lines
from tournament.reports.players import find
from tournament.reports.seating import Move, Path, SeatedPerson, SeatingChart, chart_of, moves, paths, seating
from tournament.reports.teams import TeamsSeated, teams_seated
from tournament.reports.wishes import WishReport, wish_report
from tournament.rotation.movements import MOVEMENTS
from tournament.rotation.plan import Plan, RoundPlan
from tournament.rotation.planners.fewest_moves import new_cards
from tournament.rotation.quality import RELATIONS, judge
from tournament.sentences import in_words
from tournament.state.attendance import SeatingMismatch, mismatch_since, players_placed_in, published_plans
from tournament.state.wishes import Wishes


@dataclass(frozen=True, slots=True)
class SeatingPage:
    """What a seating page shows; `judged` are all rounds that `proof` is about.

    For drafts: `moves`, who would move; `cards`, who needs a new one; `change`, what no longer fits; and the
    `wishes`, heeded or not, with what they cost; and how the `teams` of two are seated.
    """

    chart: SeatingChart
    paths: tuple[Path, ...]
    proof: tuple[QualityLine, ...]
    meetings: Meetings
    judged: tuple[RoundPlan, ...]
    moves: tuple[Move, ...] = ()
    cards: tuple[SeatedPerson, ...] = ()
    change: SeatingMismatch | None = None
    wishes: WishReport | None = None
    teams: TeamsSeated | None = None

    @property
    def by_name(self) -> tuple[Path, ...]:
        """The paths from A to Z."""
        return tuple(sorted(self.paths, key=lambda path: (sort_key(path.person.name), path.person.number)))

    @property
    def tables(self) -> int:
        """How many tables are used at most."""
        return max((len(round_.tables) for round_ in self.chart.rounds), default=0)

    @property
    def sit_outs(self) -> int:
        """How many sit out in a round at most."""
        return max((len(round_.sit_out) for round_ in self.chart.rounds), default=0)


@dataclass(frozen=True, slots=True)
class DraftLine:
    """One of the drafts to choose from. `figures` are repeated partners, opponents and meetings, each with
    how often it happens to one pair at most; `best`: no other draft of the same rounds repeats less. `way`
    says how the published seating was changed, if it was not drawn."""

    key: str
    seed: int
    movement: str
    from_round: int
    figures: tuple[tuple[int, int], ...]
    best: bool
    way: str = ""


def published(event: Event) -> SeatingPage:
    """The published seating."""
    chart = seating(event)
    rounds = tuple(published_plans(event).values())
    quality = judge(rounds).to_dict()
    picture = meetings(rounds, chart.people)
    return SeatingPage(chart, paths(chart), quality_lines(quality, rounds), picture, rounds)


def drafted(draft: Draft) -> SeatingPage:
    """A draft. The picture and the quality include the rounds before it."""
    event = draft.event
    everybody = list(event.players.all())
    names = {player.number: player.name for player in everybody}
    plan = Plan.from_dict(draft.plan)
    chart = chart_of(plan.rounds, draft.from_round, names)
    before = published_plans(event)
    history = tuple(played for number, played in before.items() if number < draft.from_round)
    replaced = [played for number, played in before.items() if number >= draft.from_round]
    rounds = (*history, *plan.rounds)
    people = [SeatedPerson(n, names.get(n, "")) for n in sorted({p for r in rounds for p in r.placed})]
    numbered = dict(enumerate(plan.rounds, start=draft.from_round))
    return SeatingPage(
        chart,
        paths(chart),
        quality_lines(draft.quality, rounds),
        meetings(rounds, people),
        rounds,
        moves(seating(event), chart) if before else (),
        tuple(SeatedPerson(n, names.get(n, "")) for n in new_cards(replaced, plan.rounds)) if before else (),
        mismatch_since(everybody, players_placed_in(numbered)),
        wish_report(draft, history, names),
        teams_seated(event, plan.rounds, draft.from_round, Wishes.from_dict(draft.wishes).teams),
    )


def draft_key(draft: Draft) -> str:
    """A draft's key for addresses: first round, movement and seed, or the former seating."""
    if draft.former:
        return "former"
    if draft.way != Draft.Way.DRAWN:
        return f"{draft.from_round}-{draft.way}"
    return f"{draft.from_round}-{draft.movement}-{draft.seed}"


def draft_lines(drafts: list[Draft]) -> tuple[DraftLine, ...]:
    """The drafts side by side."""
    worth = {draft.pk: [draft.quality[relation] for relation in RELATIONS] for draft in drafts}
    return tuple(
        DraftLine(
            draft_key(draft),
            draft.seed,
            in_words(MOVEMENTS[draft.movement].title),
            draft.from_round,
            tuple((draft.quality[relation], draft.quality["most"][relation]) for relation in RELATIONS),
            worth[draft.pk]
            == min(worth[other.pk] for other in drafts if other.from_round == draft.from_round),
            "" if draft.way == Draft.Way.DRAWN else draft.get_way_display(),
        )
        for draft in drafts
    )


def paths_found(paths: tuple[Path, ...], q: str) -> tuple[Path, ...]:
    """The players whom `reports.players.find` finds for `q`."""
    found = {person.number for person in find([path.person for path in paths], q)}
    return tuple(path for path in paths if path.person.number in found)
