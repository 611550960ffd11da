"""The public view of an event now, and what its big screen shows; public events as players look for them.

It names players who are seated or ranked, but not who entered a sheet or made a ruling.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, NamedTuple, TypeVar

from tournament.models import Event, Membership, Player, Round
from tournament.reports.finale import Reveal, revealed_finale
from tournament.reports.players import Whereabouts
from tournament.reports.prizes import LonePot, lone_pot
from tournament.reports.rulings import Decisions, PublicDecision, decisions_in_force, decisions_of
from tournament.reports.standings import Standings, StandingsRow, places_after, standings
from tournament.state.clock import Challenge, Clock, challenges_in, clock_in
from tournament.state.open_items import missing_among, not_played_among
from tournament.state.results import Kept, Results, RoundFacts, results
from tournament.words.names import likeness, matches, sort_key, spellings

Item = TypeVar("Item")
DAY = timedelta(days=1)
MOST_FOUND = 12  # events listed at once
SEARCHED = 400  # the newest events, among which a name is looked for
ALIKE = 0.72  # "Fryday" finds Friday
MOST_MOVERS = 5
MOST_PARTS = 4  # screens side by side
TOP = 10


class Progress(NamedTuple):
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


def todays_events(at: datetime) -> list[Event]:
    """The public events of this day, each by its own time zone, and those still played past midnight."""
    day = at.date()
    near = Event.objects.filter(is_public=True, date__range=(day - 2 * DAY, day + 2 * DAY))
    return [event for event in near.order_by("name", "pk") if _is_today(event, at)]


def find_events(typed: str, at: datetime) -> list[Event]:
    """The public events whose name, venue or short name holds every word typed, else is spelt like it.

    Today's alone if there are any, else the newest first.
    """
    events = Event.objects.filter(is_public=True).order_by("-date", "-pk")[:SEARCHED]
    hits = [event for event in events if matches(_words(event), typed)]
    if not hits and len(max(spellings(typed), key=len, default="")) >= 3:
        hits = [event for event in events if _alike(event, typed)]
    return ([event for event in hits if _is_today(event, at)] or hits)[:MOST_FOUND]


def _words(event: Event) -> str:
    return f"{event.name} {event.venue} {event.slug}"


def _alike(event: Event, typed: str) -> bool:
    """Whether each word typed is spelt like some word of the event."""
    words = _words(event).replace("-", " ").split()
    return all(max(likeness(word, part) for word in words) >= ALIKE for part in typed.split())


def _is_today(event: Event, at: datetime) -> bool:
    there = at.astimezone(event.zone).date()
    return event.date == there or (event.date == there - DAY and event.status == Event.Status.PLAYING)


class Scene(StrEnum):
    """The parts of an evening, as the hall needs the big screen in them."""

    ARRIVING = "arriving"  # nothing is seated: the way to the event on a phone
    SEATING = "seating"  # a round has begun and no sheet is in: find your table
    PLAY = "play"  # sheets come in: the clock, and who is awaited
    PAUSE = "pause"  # the clock is halted, or all rounds are closed and there is something to say
    CLOSED = "closed"  # between rounds: the standings, and who moved
    REVEAL = "reveal"  # the result is revealed from the last place up
    FINALE = "finale"  # the event is finished


def scene_of(
    *, finished: bool, status: str, sheets_in: int, halted: bool, told: bool, revealing: bool = False
) -> Scene:
    """The scene by whether the event is `finished` and its result still being revealed, the `status` of the
    round to play (empty: none is seated; closed: none is left), how many of its sheets are in, whether its
    clock is `halted`, and whether an announcement is up (`told`)."""
    if finished:
        return Scene.REVEAL if revealing else Scene.FINALE
    if not status:
        return Scene.ARRIVING
    if status == Round.Status.CLOSED:
        return Scene.PAUSE if told else Scene.CLOSED
    if halted:
        return Scene.PAUSE
    return Scene.PLAY if sheets_in else Scene.SEATING


def scene_now(event: Event, now: Now, where: Whereabouts) -> Scene:
    """The scene of an event as everybody may see it."""
    current = where.current
    current_facts = (facts for facts in now.results.rounds if current and facts.number == current.number)
    return scene_of(
        finished=event.is_finished,
        revealing=event.is_revealing,
        status=current.status if current else "",
        sheets_in=sum(len(facts.scores) for facts in current_facts),
        halted=now.clock is not None and now.clock.halted,
        told=bool(now.announcements),
    )


@dataclass(frozen=True, slots=True)
class ScreenPart:
    """One of several screens side by side, each with its share of every list."""

    number: int = 1
    of: int = 1

    def among(self, items: Sequence[Item]) -> Sequence[Item]:
        """Its share of the items: parts differ by one item at most, and keep their order."""
        first, end = ((n * len(items)) // self.of for n in (self.number - 1, self.number))
        return items[first:end]

    @property
    def code(self) -> str:
        """As it stands in an address; empty for the whole."""
        return f"{self.number}of{self.of}" if self.of > 1 else ""


def all_parts(of: int) -> tuple[ScreenPart, ...]:
    """All parts of so many screens side by side."""
    return tuple(ScreenPart(number, of) for number in range(1, of + 1))


def read_part(text: str) -> ScreenPart:
    """The part named as in “1of2”; the whole if it is none."""
    match = re.fullmatch(r"([1-9])of([1-9])", text, re.ASCII)
    if match is None:
        return ScreenPart()
    number, of = map(int, match.groups())
    return ScreenPart(number, of) if number <= of <= MOST_PARTS else ScreenPart()


def awaited_tables(now: Now, round_: int) -> tuple[int, ...]:
    """The numbers of the tables that have not reported in a round that has begun."""
    without = now.results.without_sheet
    return tuple(one.table for one in without if one.round == round_ and not one.not_played)


def movers(event: Event, now: Now) -> tuple[int, list[dict[str, Any]]]:
    """The last closed round that everybody may see, and who won most places in it, each with the place after
    it; nobody in the first. Without a query."""
    closed = [facts.number for facts in now.results.rounds if facts.status == Round.Status.CLOSED]
    shown = [number for number in closed if number <= (event.shown_through or number)]
    if len(shown) < 2 or shown != closed:
        return 0, []
    before, after = (standings(event, through=number, computed=now.results) for number in shown[-2:])
    was = {row.number: row.place for row in before.placed}
    up: list[dict[str, Any]] = [
        {"number": row.number, "name": event.named(row.name), "place": row.place, "by": by}
        for row in after.rows
        if row.place and (by := (was.get(row.number) or 0) - row.place) > 0
    ]
    up.sort(key=lambda one: (-one["by"], one["place"], one["number"]))
    return shown[-1], up[:MOST_MOVERS]
