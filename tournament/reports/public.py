"""The public view of an event now: progress, leaders, decisions in force.

It names players who are seated or ranked, but not who entered a sheet or made a ruling.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from tournament.models import Event, Membership, Player
from tournament.names import sort_key
from tournament.reports.finale import Reveal, revealed_finale
from tournament.reports.prizes import LonePot, lone_pot
from tournament.reports.rulings import Decisions, PublicDecision, decisions_in_force, decisions_of
from tournament.reports.standings import Standings, StandingsRow, places_after, standings
from tournament.state.clock import Challenge, Clock, challenges_in, clock_in
from tournament.state.open_items import missing_among, not_played_among
from tournament.state.results import Kept, Results, RoundFacts, results

TOP = 10


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of the last round begun."""

    round: int
    sheets_in: int
    sheets_due: int


@dataclass(frozen=True, slots=True)
class Now:
    """A public event at one version. `as_of` is the last change; `seated`: seating is published.

    `moved` are the places each player won (or lost) by the last round shown; empty for the first. `hidden`:
    results of the last rounds are kept back. `pot` is the one for lone marches, None if there is none.
    `reveal` is how much of the result the finale has shown; None if none is under way. `results` and
    `decided` are what all of it was read from.
    """

    as_of: datetime
    players: int
    seated: bool
    standings: Standings
    moved: Mapping[int, int]
    progress: Progress | None
    hidden: bool
    decisions: tuple[PublicDecision, ...]
    announcements: tuple[str, ...]
    run_by: str
    results: Results
    decided: Decisions
    clock: Clock | None = None
    challenges: Mapping[int, Challenge] = field(default_factory=dict)
    reveal: Reveal | None = None
    pot: LonePot | None = None

    @property
    def incomplete(self) -> frozenset[int]:
        """The closed rounds that lack a sheet."""
        return frozenset(one.round for one in missing_among(self.results.without_sheet) if one.closed)

    @property
    def unsettled(self) -> frozenset[int]:
        """The rounds shown whose results are wrong until something is settled."""
        return frozenset(item.round for item in self.standings.wrong if item.round)

    @property
    def challenge(self) -> Challenge | None:
        """The challenge period of the round closed last."""
        return max(self.challenges.values(), key=lambda one: one.round, default=None)

    @property
    def top(self) -> tuple[StandingsRow, ...]:
        """The first ten rows, and all who share tenth place; nobody without a place."""
        rows = self.standings.placed
        last = rows[TOP - 1].place if len(rows) > TOP else None
        return rows[:TOP] + tuple(row for row in rows[TOP:] if row.place == last)


def public_progress(
    event: Event,
    through: int | None = None,
    *,
    seats: Sequence[RoundFacts] | None = None,
    kept: Kept | None = None,
) -> Now:
    """Read the event as everybody may see it; the number of queries does not grow with it.

    `through` is the last round to count; hidden rounds never do. `seats` are the rounds, if read already;
    `kept` as in `results`.
    """
    last = event.audit_entries.last_at()
    facts = results(event, seats=seats, kept=kept)
    decided = decisions_of(event)
    limit = min((n for n in (event.shown_through, through) if n), default=None)
    shown = standings(event, through=limit, computed=facts)
    hidden = shown.through is not None and shown.through == event.shown_through
    return Now(
        as_of=last or event.created_at,
        players=event.players.ordinary().count(),
        seated=event.has_seating,
        standings=_for_everybody(shown, event),
        pot=_pot(event, facts, limit),
        moved=_moved(event, shown, facts),
        progress=_progress(facts),
        hidden=hidden,
        decisions=_shown(decisions_in_force(event, event.named, decided), event.shown_through),
        announcements=announcements(event),
        run_by=run_by(event),
        results=facts,
        clock=None if event.is_finished else clock_in(event),
        challenges={} if event.is_finished else challenges_in(event),
        reveal=revealed_finale(event, facts),
        decided=decided,
    )


def public_player_list(event: Event) -> tuple[str, ...]:
    """Who comes, by the names that everybody may see, from A to Z; nobody who has left or is disqualified."""
    coming = (Player.Status.EXPECTED, Player.Status.HERE, Player.Status.LATE)
    names = event.players.filter(status__in=coming).names().values()
    return tuple(sorted(map(event.named, names), key=sort_key))


def seated_at(event: Event) -> datetime:
    """When anything but a score last changed, and so the time as of which the seating is shown."""
    return event.audit_entries.beyond_scores().last_at() or event.created_at


def _for_everybody(table: Standings, event: Event) -> Standings:
    """The rows with the names that everybody may see; none before play begins, when nobody has a place."""
    if not table.begun:
        return replace(table, rows=())
    if not event.short_names:
        return table
    return replace(table, rows=tuple(replace(row, name=event.named(row.name)) for row in table.rows))


def _pot(event: Event, facts: Results, limit: int | None) -> LonePot | None:
    pot = lone_pot(event, computed=facts, through=limit)
    if pot is None or pot.holder is None:
        return pot
    return replace(pot, holder=replace(pot.holder, name=event.named(pot.holder.name)))


def _moved(event: Event, table: Standings, facts: Results) -> dict[int, int]:
    # A round without a sheet has moved nobody: the one before it is compared.
    at = -2 if table.last_is_in or table.through else -3
    if len(table.rounds) < -at:
        return {}
    was = places_after(event, facts, table.rounds[at])
    places = ((row.number, was.get(row.number), row.place) for row in table.rows)
    return {number: before - now for number, before, now in places if before and now}


def _progress(facts: Results) -> Progress | None:
    begun = [round_ for round_ in facts.rounds if round_.begun]
    if not begun or not begun[-1].tables:
        return None
    last = begun[-1]
    due = len(last.tables) - sum(one.round == last.number for one in not_played_among(facts.without_sheet))
    return Progress(last.number, len(last.scores), due)


def _shown(decisions: tuple[PublicDecision, ...], through: int | None) -> tuple[PublicDecision, ...]:
    """Leave out the decisions of hidden rounds, which would reveal results."""
    if through is None:
        return decisions
    return tuple(decision for decision in decisions if decision.round is None or decision.round <= through)


def run_by(event: Event) -> str:
    """Who runs the event: by the settings, else the directors who have given a name."""
    if event.run_by:
        return event.run_by
    directors = event.memberships.filter(role=Membership.Role.DIRECTOR).exclude(user__name="")
    return ", ".join(directors.order_by("pk").values_list("user__name", flat=True))


def announcements(event: Event) -> tuple[str, ...]:
    """The announcements shown now, newest first."""
    up = event.announcements.shown().order_by("-number")
    return tuple(up.values_list("text", flat=True))
