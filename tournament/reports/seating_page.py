"""The seating page: a drafted or the published seating, its quality beside each lower bound, a draw in
progress, who meets whom, and the best figures published for as many players.

Shows the judgement of `rotation.quality` as stored with a draft.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext

from tournament.models import Draft, DraftJob, Event
from tournament.reports.players import find_players
from tournament.reports.seating import (
    Move,
    Path,
    SeatedPerson,
    SeatingChart,
    changed_places,
    chart_of,
    player_paths,
    seating,
)
from tournament.reports.teams import TeamsSeated, teams_seated
from tournament.reports.wishes import WishReport, wish_report
from tournament.rotation.movements import MOVEMENTS
from tournament.rotation.plan import Plan, RoundPlan
from tournament.rotation.quality import RELATIONS, PairCounts, judge, pairs
from tournament.state.attendance import SeatingMismatch, mismatch_since, players_placed_in, published_plans
from tournament.state.cards import NO_CARDS, CardsInHall, CardsOutOfDate
from tournament.state.wishes import Wishes
from tournament.words.names import sort_key
from tournament.words.sentences import in_words

SHAPES = {
    "opponents-1": lambda x, y: _square(x, y, 0.3),
    "opponents-2": lambda x, y: _square(x, y, 0.17),
    "opponents-3": lambda x, y: _square(x, y, 0.03),
    "partners-1": lambda x, y: _diamond(x, y, 0.05),
    "partners-2": lambda x, y: _diamond(x, y, -0.2),
}
NO_WISHES = _lazy(
    "This movement can’t take requests about tables or partners into account. Choose another, or remove them."
)
EVERYBODY = _lazy(
    "This movement needs every seat taken in every round. Choose another when players come late or leave."
)
CHANGED = _lazy("The players, tables or rounds have changed since the draw began. Draw again.")
REQUESTS = _lazy("Two requests contradict each other. Look at the requests, and remove one of them.")
EVERY_LABEL = 40  # up to so many players, every row and column has its number


@dataclass(frozen=True, slots=True)
class Mark:
    """All pairs of one kind: key (for the stylesheet), name, number, drawn shapes; one `shape` alone."""

    key: str
    label: str
    count: int
    path: str
    shape: str


@dataclass(frozen=True, slots=True)
class Meetings:
    """The drawn grid of `size` players: `marks` by kind, `labels` along both edges, the empty `diagonal`."""

    size: int
    people: tuple[SeatedPerson, ...]
    marks: tuple[Mark, ...]
    labels: tuple[tuple[float, int], ...]  # where (the middle, in grid units), and the player's number
    diagonal: str
    never: int

    @property
    def view_box(self) -> str:
        """The grid with room for its labels at the left and at the top."""
        before, after = (1.5, 0.3) if self.size <= EVERY_LABEL else (4, 1.6)
        side = self.size + before + after
        return f"{-before:g} {-before:g} {side:g} {side:g}"


def meetings(rounds: Sequence[RoundPlan], people: Sequence[SeatedPerson]) -> Meetings:
    """Who meets whom in these rounds, played ones included."""
    numbers = [person.number for person in people]
    place = {number: at for at, number in enumerate(numbers)}
    met = pairs(rounds, numbers)
    drawn: dict[str, list[str]] = {}
    count: Counter[str] = Counter()
    never = 0
    for i, a in enumerate(numbers):
        for b in numbers[i + 1 :]:
            kinds = _kinds(met, a, b)
            never += not kinds
            for kind in kinds:
                count[kind] += 1
                x, y = place[b], place[a]
                drawn.setdefault(kind, []).extend((SHAPES[kind](x, y), SHAPES[kind](y, x)))
    marks = tuple(
        Mark(kind, label, count[kind], "".join(drawn[kind]), SHAPES[kind](0, 0))
        for kind, label in {
            "opponents-1": _("opponents once"),
            "opponents-2": _("opponents twice"),
            "opponents-3": _("opponents three times or more"),
            "partners-1": _("partners once"),
            "partners-2": _("partners more than once"),
        }.items()
        if count[kind]
    )
    diagonal = "".join(_square(at, at, 0.0) for at in range(len(numbers)))
    return Meetings(len(numbers), tuple(people), marks, _edge(numbers), diagonal, never)


def _kinds(met: PairCounts, a: int, b: int) -> tuple[str, ...]:
    """What is drawn in a pair's square; opponents lie under partners."""
    partners, opponents = met.between(a, b)
    kinds = []
    if opponents:
        kinds.append(f"opponents-{min(opponents, 3)}")
    if partners:
        kinds.append("partners-1" if partners == 1 else "partners-2")
    return tuple(kinds)


def _square(x: int, y: int, inset: float) -> str:
    side = f"{1 - 2 * inset:g}"
    return f"M{x + inset:g} {y + inset:g}h{side}v{side}h-{side}z"


def _diamond(x: int, y: int, inset: float) -> str:
    half = f"{0.5 - inset:g}"
    return f"M{x + 0.5:g} {y + inset:g}l{half} {half}l-{half} {half}l-{half} -{half}z"


def _edge(numbers: Sequence[int]) -> tuple[tuple[float, int], ...]:
    step = 1 if len(numbers) <= EVERY_LABEL else 5 if len(numbers) <= 5 * EVERY_LABEL else 20
    return tuple(
        (at + 0.5, number)
        for at, number in enumerate(numbers)
        if step == 1 or at == 0 or (at + 1) % step == 0
    )


if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as StrPromise


class QualityLine(NamedTuple):
    """One property: its `value`, the `least` it could be, a `verdict` in words, if that is `met`, and why.

    A stored draft from before there were reasons has none.
    """

    key: str
    title: str
    value: str
    least: str
    verdict: str
    met: bool
    sentence: str
    reason: str = ""


def quality_lines(quality: Mapping[str, Any], rounds: Sequence[RoundPlan]) -> tuple[QualityLine, ...]:
    """The lines of a plan's proof; `rounds` are all it judges, those already played included."""
    return (
        _relation("P", _("Repeated partners"), quality, _partners(quality)),
        _relation("O", _("Repeated opponents"), quality, _opponents(quality)),
        _relation("M", _("Repeated meetings at a table"), quality, _meetings(quality)),
        *_left(quality.get("left")),
        _sit_outs(quality["sit_outs"], rounds),
    )


def how_good(proof: Iterable[QualityLine]) -> str:
    """How often partners and opponents meet again, in a sentence or three."""
    relations = [line for line in proof if line.key in ("P", "O")]
    sentences = [line.sentence for line in relations]
    if all(line.value == line.least for line in relations):
        sentences.append(_("No seating repeats less."))
    return " ".join(sentences)


def _relation(key: str, title: str, quality: Mapping[str, Any], sentence: str) -> QualityLine:
    value, least = quality[key], quality["least"][key]
    met = value <= least
    best = quality["words"][key] == "best known"
    if met:
        verdict = _("least possible")
    elif best:
        verdict = _("best known")
    else:
        verdict = _("%(more)d above the best possible (by counting)") % {"more": value - least}
    reason = _reason(quality.get("reasons", {}).get(key, "")) if value else ""
    return QualityLine(key, title, str(value), str(least), verdict, met or best, sentence, reason)


def _reason(code: str) -> str:
    """Why nobody can do better, or who has not."""
    reasons = {
        "counted": _("Counting shows it: meetings cannot be shared among all the others more evenly."),
        "crowded": _("With so few tables, some of any four have to meet again in every later round."),
        "ours": _("It comes from this program’s own long search; no proof is known."),
    }
    return reasons.get(code, "")


def _left(counted: Mapping[str, int] | None) -> tuple[QualityLine, ...]:
    """Left and right, which drafts from before it was counted lack."""
    if counted is None:
        return ()
    value, least = counted["repeats"], counted["least"]
    if value <= least:
        verdict = _("least possible")
        sentence = _("Everybody has each opponent as often on the left as on the right.")
    else:
        verdict = _("%(more)d above the best possible (by counting)") % {"more": value - least}
        sentence = _("Some have the same opponent on the left more often than on the right.")
    title = _("Repeated left-hand opponents")
    return (QualityLine("left", title, str(value), str(least), verdict, value <= least, sentence),)


def _partners(quality: Mapping[str, Any]) -> str:
    most = quality["most"]["P"]
    if most <= 1:
        return _("Nobody has the same partner twice.")
    return _("Some have the same partner %(times)s.") % {"times": _times(most)}


def _opponents(quality: Mapping[str, Any]) -> str:
    most = quality["most"]["O"]
    if most <= 1:
        return _("Nobody plays against the same person twice.")
    return _("Everybody plays the same opponent at most %(times)s.") % {"times": _times(most)}


def _meetings(quality: Mapping[str, Any]) -> str:
    most = quality["most"]["M"]
    if most <= 1:
        return _("Nobody sits at a table with the same person twice.")
    sentence = _("Everybody sits with the same person at most %(times)s, as partner or opponent.")
    return sentence % {"times": _times(most)}


def _sit_outs(counted: Mapping[str, Any], rounds: Sequence[RoundPlan]) -> QualityLine:
    total = sum(len(plan.sit_out) for plan in rounds)
    players = {player for plan in rounds for player in (*plan.seated, *plan.sit_out)}
    fewest, over = divmod(total, len(players)) if players else (0, 0)
    low, high = counted["min"], counted["max"]
    least_high = fewest + (1 if over else 0)
    met = high <= least_high
    verdict = _("least possible") if met else _("%(more)d more than needed") % {"more": high - least_high}
    return QualityLine(
        "sit_outs",
        _("Sit-outs for each player"),
        in_range(low, high),
        in_range(fewest, least_high),
        verdict,
        met,
        _rest(total, high, counted["twice_running"]),
    )


def _rest(total: int, most: int, twice_running: Sequence[int]) -> str:
    if total == 0:
        return _("Everybody plays in every round.")
    times = _times(most)
    if not twice_running:
        return _("Each player sits out at most %(times)s. Never two rounds in a row.") % {"times": times}
    numbers = ", ".join(str(number) for number in twice_running)
    return _("Each player sits out at most %(times)s. Two rounds in a row: player %(numbers)s.") % {
        "times": times,
        "numbers": numbers,
    }


def _times(count: int) -> str:
    """“once”, “twice”, “5 times”."""
    return {1: _("once"), 2: _("twice")}.get(count) or _("%(count)d times") % {"count": count}


def in_range(low: int, high: int) -> str:
    """“2”, or “1 to 2”."""
    return str(low) if low == high else _("%(low)d to %(high)d") % {"low": low, "high": high}


@dataclass(frozen=True, slots=True)
class SeatingPage:
    """What a seating page shows.

    For drafts: `moves`, who would move; `cards`, the ones to print; `change`, what no longer fits; and the
    `wishes`, heeded or not, with what they cost; and how the `teams` of two are seated.
    """

    chart: SeatingChart
    paths: tuple[Path, ...]
    proof: tuple[QualityLine, ...]
    meetings: Meetings
    moves: tuple[Move, ...] = ()
    cards: CardsOutOfDate = NO_CARDS
    change: SeatingMismatch | None = None
    wishes: WishReport | None = None
    teams: TeamsSeated | None = None

    @property
    def size(self) -> str:
        """“9 players, 2 tables, 8 rounds”."""
        players, rounds = len(self.chart.people), len(self.chart.rounds)
        counted = (
            ngettext("%(n)s player", "%(n)s players", players) % {"n": players},
            ngettext("%(n)s table", "%(n)s tables", self.tables) % {"n": self.tables},
            ngettext("%(n)s round", "%(n)s rounds", rounds) % {"n": rounds},
        )
        return ", ".join(counted)

    @property
    def how_good(self) -> str:
        return how_good(self.proof)

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


class DraftLine(NamedTuple):
    """One of the drafts to choose from. `figures` are repeated partners, opponents and meetings, each with
    how often it happens to one pair at most; `best`: no other draft of the same rounds repeats less. `way`
    says how the published seating was changed, if it was not drawn."""

    draft: Draft
    movement: str
    figures: tuple[tuple[int, int], ...]
    best: bool
    way: str = ""


def published_seating_page(event: Event) -> SeatingPage:
    """The published seating."""
    chart = seating(event)
    rounds = tuple(published_plans(event).values())
    quality = judge(rounds).to_dict()
    picture = meetings(rounds, chart.people)
    return SeatingPage(chart, player_paths(chart), quality_lines(quality, rounds), picture)


def draft_page(draft: Draft) -> SeatingPage:
    """A draft. The picture and the quality include the rounds before it."""
    event = draft.event
    everybody = list(event.players.all())
    names = {player.number: player.name for player in everybody}
    plan = Plan.from_dict(draft.plan)
    chart = chart_of(plan.rounds, draft.from_round, names)
    before = published_plans(event)
    history = tuple(played for number, played in before.items() if number < draft.from_round)
    rounds = (*history, *plan.rounds)
    people = [SeatedPerson(n, names.get(n, "")) for n in sorted({p for r in rounds for p in r.placed})]
    numbered = dict(enumerate(plan.rounds, start=draft.from_round))
    return SeatingPage(
        chart,
        player_paths(chart),
        quality_lines(draft.quality, rounds),
        meetings(rounds, people),
        changed_places(seating(event), chart) if before else (),
        CardsInHall(event, draft.movement).changed_by(plan.rounds, draft.from_round) if before else NO_CARDS,
        mismatch_since(everybody, players_placed_in(numbered)),
        wish_report(draft, history, names),
        teams_seated(event, plan.rounds, draft.from_round, Wishes.from_dict(draft.wishes).teams),
    )


def draft_lines(drafts: list[Draft]) -> tuple[DraftLine, ...]:
    """The drafts side by side."""
    worth = {draft.pk: [draft.quality[relation] for relation in RELATIONS] for draft in drafts}
    return tuple(
        DraftLine(
            draft,
            in_words(MOVEMENTS[draft.movement].title),
            tuple((draft.quality[relation], draft.quality["most"][relation]) for relation in RELATIONS),
            worth[draft.pk]
            == min(worth[other.pk] for other in drafts if other.from_round == draft.from_round),
            "" if draft.way == Draft.Way.DRAWN else draft.get_way_display(),
        )
        for draft in drafts
    )


def matching_paths(paths: tuple[Path, ...], q: str) -> tuple[Path, ...]:
    """The players whom `reports.players.find_players` finds for `q`."""
    matching = {person.number for person in find_players([path.person for path in paths], q)}
    return tuple(path for path in paths if path.person.number in matching)


# By the codes of `rotation` and of the services that draw.
REFUSALS: Mapping[str, "StrPromise"] = {
    "already-published": _lazy("The seating has been published since. Redraw the remaining rounds instead."),
    "away": EVERYBODY,
    "before-not-closed": _lazy("With this movement a round is seated once the round before it is closed."),
    "cancelled": _lazy("The draw was cancelled. Nothing was changed."),
    "cannot-keep-apart": _lazy("Not all pairs can be kept apart in so many rounds. Remove a request."),
    "cannot-partner": _lazy("Players %(a)s and %(b)s cannot be partners in these rounds. Plan more rounds."),
    "cannot-stay": _lazy(
        "Player %(player)s cannot stay at table %(table)s in every round. Remove a request."
    ),
    "contradiction": REQUESTS,
    "draft-outdated": _lazy("The seating no longer fits the requests or the players; draw it again first."),
    "event-finished": _lazy("The event is finished. Reopen it in its settings before changing the seating."),
    "failed": _lazy("The draw failed; the server’s log says why. Nothing was changed."),
    "movement-unknown": _lazy("Choose one of the movements in the list."),
    "no-such-movement": _lazy("Choose one of the movements in the list."),
    "no-such-pattern": _lazy("Choose one of the patterns in the list."),
    "no-such-table": _lazy("Player %(player)s cannot stay at table %(table)s: there is no such table."),
    "no-table": _lazy("There is no table to play at. Name at least one."),
    "no-wishes": NO_WISHES,
    "not-a-pair": _lazy("A request about two players needs two different players."),
    "not-enough-tables": _lazy("There are too few tables for so many players. Add tables."),
    "not-full-tables": EVERYBODY,
    "not-published": _lazy("No seating is published yet. Seat everybody first."),
    "not-started": _lazy("The draw could not be started; the server’s log says why. Nothing was changed."),
    "nothing-left": _lazy("Every round has begun; there is no seating left to draw."),
    "odd-number": _lazy("Player %(player)s has no partner: fixed partners need an even number of players."),
    "one-at-a-time": _lazy("This movement goes by results, so each round is drawn after the one before it."),
    "round-played": _lazy("A round has been played since, and what is played stays. Draw from the next on."),
    "table-overfull": _lazy("%(times)s players cannot all stay at table %(table)s: it seats four."),
    "table-twice": _lazy("A table is listed twice. Give every table its own number."),
    "too-few": _lazy("A table needs four players. Check in more."),
    "too-few here": _lazy("A table needs four players; %(count)s can play. Check in more."),
    "too-few in a round": _lazy("A table needs four players; in round %(round)s only %(count)s can play."),
    "too-many": _lazy("There are too many players to plan for."),
    "too-many-fixed-tables": _lazy("Players are to stay at more tables than can be filled. Share tables."),
    "winner-missing": _lazy(
        "A table has no winner yet. Enter its sheet, or say who reached the total first."
    ),
}


def why_not_drawn(job: DraftJob) -> str:
    """The sentence for what stopped the draw; empty if nothing did."""
    if not job.refused:
        return ""
    code, numbers = job.refused, job.refused_facts
    if code == "too-few" and "count" in numbers:
        code = "too-few in a round" if "round" in numbers else "too-few here"
    return str(REFUSALS.get(code, CHANGED)) % defaultdict(lambda: "–", numbers)
