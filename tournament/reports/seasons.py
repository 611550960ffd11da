"""A season's standings, computed from the results of its finished events; six queries at any size.

Only finished events count, once everybody may see their result. A player counts as having played where a
sheet or a sit-out of theirs is in; who is unranked, disqualified or never there at an event has nothing of
it. Averages are compared exactly.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple

from django.db.models import FilteredRelation, Q, Sum
from django.utils.crypto import salted_hmac

from tournament.models import Event, Player, Round, SameName, Season, Seating
from tournament.reports.standings import StandingsRow, rows_of
from tournament.state.groups import members_among
from tournament.state.results import (
    SEATING_FIELDS,
    PlayerFacts,
    Results,
    RoundFacts,
    Score,
    card_rounds,
    gone_after,
    is_ranked,
    rounds_from,
    scores_of_events,
)
from tournament.state.season_identity import Matching, SameDecision, SeasonEntry, SeasonPerson, match_people
from tournament.words.names import called, short_names, sort_key

Method = Season.Method


class Part(NamedTuple):
    """What one event gave a person; `counts` is false if it is not among their best."""

    event: Event
    row: StandingsRow
    counts: bool


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """One person's line. `place` is None with too few events; `value` is what decides; `groups` are those of
    the last event that they played."""

    token: str
    name: str
    place: int | None
    value: Fraction
    parts: tuple[Part, ...]
    doubtful: bool
    groups: tuple[str, ...] = ()

    @property
    def played(self) -> int:
        return len(self.parts)

    @property
    def total(self) -> int:
        return sum(part.row.points for part in self.parts)

    @property
    def average(self) -> Fraction:
        return Fraction(self.total, self.played) if self.parts else Fraction(0)

    @property
    def loners(self) -> int:
        return sum(part.row.loners for part in self.parts)

    @property
    def rounds_won(self) -> int:
        return sum(part.row.rounds_won for part in self.parts)

    @property
    def best(self) -> Part | None:
        """The event with the best place, of several the one with more points."""
        placed = [(part.row.place, -part.row.points, part) for part in self.parts if part.row.place]
        return min(placed, key=lambda one: one[:2])[2] if placed else None

    @property
    def name_key(self) -> str:
        return sort_key(self.name)


@dataclass(frozen=True, slots=True)
class SeasonStandings:
    """Rows by place, then those without one by name. `matching` is who is who; `shares` are places that
    several have; `aliases` lead from the addresses of a person's other names to their own. By an event's
    key, `placed` is how many have a place in it, `missing` how many tables of closed rounds have no sheet."""

    season: Season
    events: tuple[Event, ...]
    rows: tuple[SeasonRow, ...]
    matching: Matching
    shares: frozenset[int]
    aliases: Mapping[str, str]
    placed: Mapping[int, int]
    missing: Mapping[int, int]

    @property
    def counted(self) -> tuple[Event, ...]:
        """The events that count: once their result is out."""
        return tuple(event for event in self.events if event.is_result_out)

    @property
    def waiting(self) -> tuple[Event, ...]:
        return tuple(event for event in self.events if not event.is_result_out)

    @property
    def incomplete(self) -> tuple[tuple[Event, int], ...]:
        """The events that count although sheets are missing, with their number."""
        return tuple((event, count) for event in self.counted if (count := self.missing[event.pk]))

    @property
    def doubts(self) -> int:
        """Players who are not told from their namesakes yet."""
        return sum(person.doubtful for person in self.matching.people)

    def row(self, token: str) -> SeasonRow | None:
        """One person's line; also by the address they had before two of their names were matched."""
        token = self.aliases.get(token, token)
        return next((row for row in self.rows if row.token == token), None)

    def row_of(self, event: int, number: int) -> SeasonRow | None:
        """The line of a player of one event, by the event's key and their number there."""
        entered = ((p, entry) for p in self.matching.people for entry in p.entries)
        person = next((p for p, one in entered if (one.event, one.number) == (event, number)), None)
        return self.row(token_of(self.season, person.identity)) if person else None


def season_standings(season: Season) -> SeasonStandings:
    """The season as it stands now."""
    events = list(season.events.order_by("date", "pk"))
    facts = _facts(season, events)
    short = any(event.short_names for event in events)
    rows_by_event = {
        event.pk: {row.number: row for row in rows_of(event, facts.results[event.pk]) if _played(row)}
        for event in events
        if event.is_result_out
    }
    placed = {key: sum(row.place is not None for row in rows.values()) for key, rows in rows_by_event.items()}
    event_by_key = {event.pk: event for event in events}
    people = match_people(facts.entries, facts.labels, facts.decisions)
    full = [person.name for person in people.people]
    names = short_names(full) if short else {name: name for name in full}
    rows = [_season_row(season, person, rows_by_event, event_by_key, names) for person in people.people]
    ranked = _ranked(season, [row for row in rows if row.parts])
    aliases = {
        token_of(season, identity): token_of(season, person.identity)
        for person in people.people
        for identity in person.identities[1:]
    }
    return SeasonStandings(
        season, tuple(events), tuple(ranked), people, _shared(ranked), aliases, placed, facts.missing
    )


def season_groups(standings: SeasonStandings) -> dict[str, frozenset[int]]:
    """Group → the indices in `standings.rows` (from 0, not places) of the people in it."""
    return members_among((at, row.groups) for at, row in enumerate(standings.rows))


def in_season_group(standings: SeasonStandings, positions: Collection[int]) -> SeasonStandings:
    """The lines at these positions alone, with places among themselves."""
    rows = _ranked(standings.season, [standings.rows[at] for at in sorted(positions)])
    return replace(standings, rows=tuple(rows), shares=_shared(rows))


def _shared(ranked: Iterable[SeasonRow]) -> frozenset[int]:
    """The places that several people have."""
    counts = Counter(row.place for row in ranked)
    return frozenset(place for place, count in counts.items() if place and count > 1)


class _Facts(NamedTuple):
    results: Mapping[int, Results]
    missing: Mapping[int, int]
    entries: Sequence[SeasonEntry]
    labels: Mapping[int, tuple[str, int]]
    decisions: Sequence[SameDecision]


def _facts(season: Season, events: Sequence[Event]) -> _Facts:
    """Read what was reported at all events, in four queries."""
    keys = [event.pk for event in events]
    players: dict[int, list[PlayerFacts]] = defaultdict(list)
    labels = {}
    entries: dict[int, list[SeasonEntry]] = defaultdict(list)
    for event, key, number, name, groups, ranked, status, to_round, adjusted, *told in _players(season, keys):
        last_round, (name_key, label) = gone_after(status, to_round), told
        players[event].append(
            PlayerFacts(
                key,
                number,
                called(number, name),
                is_ranked(ranked, status),
                adjusted or 0,
                last_round,
                tuple(groups),
            )
        )
        if name:  # a number alone is nobody at another event
            entries[event].append(SeasonEntry(event, key, number, name))
        if label:
            labels[key] = (name_key, label)
    scores = scores_of_events(keys)
    seatings: dict[int, list[Sequence[Any]]] = defaultdict(list)
    awaited: dict[int, set[int]] = defaultdict(set)
    rows = Seating.objects.filter(round__event__in=keys).order_by("round__number", "table__number")
    for event, not_played, *fields in rows.values_list(
        "round__event_id", "table__not_played", *SEATING_FIELDS
    ):
        seatings[event].append(fields)
        _number, status, table, *_rest = fields
        if table is not None and not not_played and status == Round.Status.CLOSED and table not in scores:
            awaited[event].add(table)
    rounds = {key: _begun(seatings[key], scores) for key in keys}
    if counted := [event for event in events if event.seats_itself]:
        rounds |= card_rounds(counted)
    decisions = SameName.objects.filter(season=season).order_by("made_at", "pk")
    return _Facts(
        {key: Results(tuple(players[key]), rounds[key]) for key in keys},
        {key: len(awaited[key]) for key in keys},
        [entry for key in keys for entry in entries[key]],
        labels,
        [SameDecision(*fields) for fields in decisions.values_list("one", "other", "same")],
    )


def _begun(seatings: Sequence[Sequence[Any]], scores: Mapping[int, Score]) -> tuple[RoundFacts, ...]:
    return tuple(facts for facts in rounds_from(seatings, scores) if facts.begun)


def _players(season: Season, keys: Iterable[int]) -> Iterable[Sequence[Any]]:
    players = Player.objects.filter(event__in=keys).annotate(
        adjusted=Sum("adjustments__points", filter=Q(adjustments__revoked_at__isnull=True)),
        told=FilteredRelation("namesakes", condition=Q(namesakes__season=season)),
    )
    fields = (
        "event_id", "pk", "number", "own_name", "groups", "ranked", "status", "to_round", "adjusted",
        "told__key", "told__label",
    )  # fmt: skip
    return players.order_by("event_id", "number").values_list(*fields)


def _played(row: StandingsRow) -> bool:
    return bool(row.rounds_played or row.sat_out)


def _season_row(
    season: Season,
    person: SeasonPerson,
    rows_by_event: Mapping[int, Mapping[int, StandingsRow]],
    event_by_key: Mapping[int, Event],
    names: Mapping[str, str],
) -> SeasonRow:
    played = [
        (entry, row)
        for entry in person.entries
        if (row := rows_by_event.get(entry.event, {}).get(entry.number)) is not None
    ]
    counting = _chosen(season, [row for _entry, row in played])
    parts = tuple(
        Part(event_by_key[entry.event], row, at in counting) for at, (entry, row) in enumerate(played)
    )
    value = Fraction(sum(part.row.points for part in parts if part.counts))
    if season.method == Method.AVERAGE and parts:
        value /= len(parts)
    groups = played[-1][1].groups if played else ()
    token = token_of(season, person.identity)
    return SeasonRow(token, names[person.name], None, value, parts, person.doubtful, groups)


def _chosen(season: Season, rows: Sequence[StandingsRow]) -> set[int]:
    """The positions of a person's events that count: the best ones, the earlier of equals."""
    order = sorted(range(len(rows)), key=lambda at: -rows[at].points)
    return set(order[: season.best_of] if season.method == Method.BEST else order)


def _ranked(season: Season, rows: Sequence[SeasonRow]) -> list[SeasonRow]:
    """Assign places: tied people share one, and the next is skipped."""
    enough = sorted(
        (row for row in rows if row.played >= season.least_events),
        key=lambda row: (-row.value, row.name_key, row.token),
    )
    ranked: list[SeasonRow] = []
    for at, row in enumerate(enough, start=1):
        level = bool(ranked) and ranked[-1].value == row.value
        ranked.append(replace(row, place=ranked[-1].place if level else at))
    rest = (row for row in rows if row.played < season.least_events)
    return ranked + sorted(rest, key=lambda row: (row.name_key, row.token))


def token_of(season: Season, identity: str) -> str:
    """A person's token for addresses, which does not reveal the name."""
    return salted_hmac("tournament.season", f"{season.pk}/{identity}").hexdigest()[:12]
