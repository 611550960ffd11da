"""The players of an event: who is present, who was at earlier events, and where one of them sits.

Reads only; every search for a player is `find_players`.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date as Date
from datetime import datetime, timedelta
from typing import Any, NamedTuple, Protocol, TypeVar

from django.db.models import Count, Max, Q
from django.utils.translation import gettext as _

from tournament.models import AuditEntry, Event, Player, Round, Season, User, Wish
from tournament.registry import actions
from tournament.reports.history import way_in_words
from tournament.reports.seating import ChartRound, Path, SeatedPerson, Stop, player_paths, seating
from tournament.state.attendance import TABLE_NEEDS, Again, event_progress, is_expected
from tournament.state.next_round import NO_UPCOMING_ROUNDS, UpcomingRounds
from tournament.state.teams import GONE
from tournament.words.figures import day
from tournament.words.names import (
    is_whole_name,
    key_of,
    likeness,
    matches,
    number_called,
    sort_key,
    spellings,
)

WEEK = timedelta(days=7)
RHYTHM = timedelta(days=62)  # an event before this one by more says nothing of a rhythm
LONGEST = 80
ALIKE = 0.72  # "Jonson" finds Johnson, "Smith" does not find Smart
Status = Player.Status
RECENT = 3


@dataclass(frozen=True, slots=True)
class Headcount:
    """How many are here, of those who take part (nobody who left or was disqualified)."""

    here: int
    late: int
    expected: int
    gone: int

    @property
    def taking_part(self) -> int:
        return self.here + self.late + self.expected

    @property
    def everybody(self) -> int:
        return self.taking_part + self.gone


def headcount(event: Event) -> Headcount:
    """Count the players by status, helpers of the house left out, in one query."""
    gone = Q(status__in=(Status.LEFT, Status.DISQUALIFIED))
    counts = event.players.ordinary().aggregate(
        here=Count("pk", filter=Q(status=Status.HERE)),
        late=Count("pk", filter=Q(status=Status.LATE)),
        expected=Count("pk", filter=Q(status=Status.EXPECTED)),
        gone=Count("pk", filter=gone),
    )
    return Headcount(**counts)


def count_unnamed(event: Event) -> dict[str, Any] | None:
    """How many players have no name but only a number, how many take part, and whether their number can still
    be changed; None if everybody has a name. One query, or three."""
    players = event.players.ordinary()
    if not (unnamed := players.filter(own_name="").count()):
        return None
    coming = players.exclude(status__in=GONE).count()
    is_open = not event.is_finished and event_progress(event).nothing_reported
    return {"unnamed": unnamed, "coming": coming, "open": is_open}


class Searchable(Protocol):
    """Anything with a number and a name, stored or as a page shows it."""

    @property
    def number(self) -> int: ...

    @property
    def name(self) -> str: ...


Person = TypeVar("Person", bound=Searchable)


def find_players(players: Sequence[Person], query: str) -> list[Person]:
    """Players with this number, or with every word of `query` in the name; a full name matches alone.

    Digits never find a name: "4" is number 4 or nobody.
    """
    query = query.strip().lstrip("#")
    if (number := number_called(query)) is not None:
        query = str(number)
    if query.isascii() and query.isdigit():
        return [player for player in players if str(player.number) == (query.lstrip("0") or "0")]
    matching = [
        player for player in players if number_called(player.name) is None and matches(player.name, query)
    ]
    return [player for player in matching if is_whole_name(player.name, query)] or matching


class PhoneArrival(NamedTuple):
    """Somebody who is here because a phone said so; `way` is how, in words."""

    player: Player
    at: datetime
    way: str


@dataclass(frozen=True, slots=True)
class CheckInDesk:
    """The check-in page: who is still expected, whom the desk checked in last, and who did so by phone."""

    count: Headcount
    players: tuple[Player, ...]
    waiting: tuple[Player, ...]
    recent: tuple[Player, ...]
    by_phone: tuple["PhoneArrival", ...]

    @property
    def enough_for_a_table(self) -> bool:
        """Whether at least four players are here, so that a round can be seated."""
        return self.count.here >= TABLE_NEEDS


def check_in_desk(event: Event) -> CheckInDesk:
    """Read the check-in page, in two queries, three if phones check in.

    `recent` and `by_phone` omit players unchecked or renumbered since.
    """
    players = tuple(event.players.order_by("number"))
    absent = (Status.LEFT, Status.DISQUALIFIED)
    counts = {status: sum(player.status == status for player in players) for status in Status}
    return CheckInDesk(
        count=Headcount(
            here=counts[Status.HERE],
            late=counts[Status.LATE],
            expected=counts[Status.EXPECTED],
            gone=sum(counts[status] for status in absent),
        ),
        players=players,
        waiting=tuple(player for player in players if player.status in (Status.EXPECTED, Status.LATE)),
        recent=_recent(event, players),
        by_phone=_by_phone(event, players),
    )


def _recent(event: Event, players: Sequence[Player]) -> tuple[Player, ...]:
    entries = AuditEntry.objects.filter(event=event, action=actions.PLAYER_CHECKED_IN.code).order_by("-pk")
    present = _present(players)
    checked_in = [
        (facts.get("number"), facts.get("name")) for facts in entries.values_list("facts", flat=True)[:RECENT]
    ]
    return tuple(present[key] for key in dict.fromkeys(checked_in) if key in present)


def _by_phone(event: Event, players: Sequence[Player]) -> tuple[PhoneArrival, ...]:
    """Whose last check-in came from a phone, the latest first; no query if no phone can."""
    if not event.self_check_in:
        return ()
    by_phone = actions.PLAYER_CHECKED_IN_BY_PHONE.code
    codes = (actions.PLAYER_CHECKED_IN.code, by_phone)
    entries = AuditEntry.objects.filter(event=event, action__in=codes).order_by("-pk")
    last: dict[object, tuple[str, datetime, Mapping[str, object]]] = {}
    for action, at, facts in entries.values_list("action", "at", "facts"):
        last.setdefault((facts.get("number"), facts.get("name")), (action, at, facts))
    present = _present(players)
    return tuple(
        PhoneArrival(present[key], at, way_in_words(facts.get("way")))
        for key, (action, at, facts) in last.items()
        if action == by_phone and key in present
    )


def _present(players: Sequence[Player]) -> dict[tuple[object, object], Player]:
    return {(player.number, player.noted_name): player for player in players if player.status == Status.HERE}


class EarlierPerson(NamedTuple):
    """Somebody of an earlier event. `came`: they were not a no-show; `number`: theirs in the new event, if
    they are in it already; `partner`: the name of who always partnered them."""

    pk: int
    name: str
    note: str
    came: bool
    number: int | None
    partner: str


def people_of(earlier: Iterable[Event], event: Event) -> tuple[EarlierPerson, ...]:
    """Everybody of these events by name, each name once and as in the latest event."""
    latest: dict[str, Player] = {}
    came: set[str] = set()
    players = Player.objects.filter(event__in=list(earlier)).exclude(own_name="").select_related("event")
    for player in players.order_by("-event__date", "-event__pk", "number"):
        key = key_of(player.name)
        latest.setdefault(key, player)
        if player.status != Player.Status.EXPECTED:
            came.add(key)
    present = {key_of(name): number for number, name in event.players.own_names().items()}
    partner = {one: other.name for wish in couples_of(latest.values()) for one, other in _both(wish)}
    people = (
        EarlierPerson(one.pk, one.name, one.note, key in came, present.get(key), partner.get(one.pk, ""))
        for key, one in latest.items()
    )
    return tuple(sorted(people, key=lambda person: (sort_key(person.name), person.pk)))


def couples_of(players: Collection[Player]) -> list[Wish]:
    """The wishes by which two of these players always partner each other."""
    couples = Wish.objects.filter(kind=Wish.Kind.COUPLE, player__in=players, other__in=players)
    return list(couples.select_related("player", "other").order_by("pk"))


def _both(wish: Wish) -> Iterable[tuple[int, Player]]:
    if wish.other is not None:
        yield wish.player.pk, wish.other
        yield wish.other.pk, wish.player


@dataclass(frozen=True, slots=True)
class SameAgain:
    """What a copy of an event for another evening would have: its date, the director's seasons it would count
    for, and in `counts` how many players would be expected, by who is asked to come again. `over` are the
    seasons that seem to be over, with why: it counts for them only if the director says so."""

    date: Date
    seasons: tuple[Season, ...]
    counts: dict[Again, int]
    over: dict[Season, str]

    @property
    def going_on(self) -> tuple[Season, ...]:
        return tuple(season for season in self.seasons if season not in self.over)


def same_again_offer(event: Event, user: User, today: Date) -> SameAgain:
    """The next evening with the same people, as the page offers it to this director on this day."""
    players = list(event.players.all())
    counts = {again: sum(is_expected(player, again) for player in players) for again in Again}
    seasons = tuple(Season.objects.filter(events=event, owners=user).order_by("pk"))
    date = next_date(event, user, today)
    return SameAgain(date, seasons, counts, dict(_over(seasons, date, event.time_zone)))


def _over(seasons: Sequence[Season], date: Date, time_zone: str) -> Iterator[tuple[Season, str]]:
    """The seasons that seem to be over on this day: a final was made, or nothing was played for long."""
    for season in seasons:
        made = AuditEntry.objects.filter(
            action=actions.EVENT_FINAL_MADE.code, facts__season=season.slug
        ).select_related("event")
        last = season.events.aggregate(last=Max("date"))["last"]
        facts = {"season": season.name}
        if (final := made.first()) is not None:
            words = _("“%(season)s” seems to be over: its final, “%(final)s”, has been made.")
            yield season, words % {**facts, "final": final.event.name}
        elif date - last > RHYTHM:
            words = _("“%(season)s” seems to be over: its last event was on %(day)s.")
            yield season, words % {**facts, "day": day(last, time_zone)}


def next_date(event: Event, user: User, today: Date) -> Date:
    """The day that follows by the club's rhythm, from today on: as long after this event as this one came
    after the one before it (of its season or its name, or that it was made from), else a week later, always
    on the same weekday if that is a number of weeks.
    """
    like = Q(name__iexact=event.name) | Q(seasons__in=event.seasons.all())
    dates = Event.objects.filter(like, memberships__user=user).values_list("date", flat=True)
    made = event.audit_entries.filter(action=actions.EVENT_SAME_AGAIN.code).values_list("facts", flat=True)
    earlier = {*dates, *(Date.fromisoformat(facts["date"]) for facts in made)}
    before = max((date for date in earlier if date < event.date), default=None)
    step = event.date - before if before is not None and event.date - before <= RHYTHM else WEEK
    date = event.date + step
    while date < today:
        date += step
    return date


def find_by_shown_name(event: Event, query: str) -> list[SeatedPerson]:
    """Players who match `query` by the name shown, or by the full name typed exactly.

    Where names are shortened, whoever tries last names, whole or in part, learns none: only first and last
    name together find the player, and show the short name all the same.
    """
    players = list(event.players.order_by("number"))
    people = {player.number: SeatedPerson(player.number, event.named(player.name)) for player in players}
    exact = [people[player.number] for player in players if is_whole_name(player.name, query[:LONGEST])]
    return exact or find_or_guess(list(people.values()), query)


def find_or_guess(players: Sequence[SeatedPerson], query: str) -> list[SeatedPerson]:
    """Players who match `query`; if none, those with a name or word spelt like it, closest first."""
    query = query[:LONGEST]
    matches = find_players(players, query)
    wanted = spellings(query)
    if matches or len(max(wanted, key=len, default="")) < 3 or any(key.isdigit() for key in wanted):
        return matches
    alike = [(max(likeness(part, query) for part in (p.name, *p.name.split())), p) for p in players]
    near = [pair for pair in alike if pair[0] >= ALIKE]
    return [player for _, player in sorted(near, key=lambda pair: -pair[0])]


@dataclass(frozen=True, slots=True)
class NameLine:
    """Somebody in a round's list from A to Z: the sort key, who, and where to go."""

    key: str
    person: SeatedPerson
    stop: Stop

    @property
    def letter(self) -> str:
        """The letter that the name is found under."""
        return self.key[:1].upper()


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """The published seating by player; `current` is the round in play or the next one, `told` what is said of
    the rounds that are not seated, or that none is to come; `changed_at` is when places of the round being
    played changed after it had been called."""

    rounds: tuple[ChartRound, ...]
    current: ChartRound | None
    by_number: Mapping[int, Path]
    coming: UpcomingRounds = NO_UPCOMING_ROUNDS
    told: str = ""
    changed_at: datetime | None = None

    def shown(self, number: int | None) -> ChartRound | None:
        """The round with this number, or the current one if there is none."""
        return next((round_ for round_ in self.rounds if round_.number == number), self.current)

    def stops(self, number: int) -> tuple[Stop, ...]:
        """Where a player is in the current round and in the next, as far as they are published."""
        path = self.by_number.get(number)
        if path is None or self.current is None or self.current.status == Round.Status.CLOSED:
            return ()
        return tuple(stop for stop in path.stops if 0 <= stop.round - self.current.number <= 1)

    @property
    def open_round(self) -> int | None:
        """The round being played."""
        if self.current is None or self.current.status != Round.Status.OPEN:
            return None
        return self.current.number

    def a_to_z(self, round_: ChartRound) -> tuple[NameLine, ...]:
        """Everybody of one round by last name, with where to go."""
        lines = [
            NameLine(sort_key(path.person.name), path.person, stop)
            for path in self.by_number.values()
            for stop in path.stops
            if stop.round == round_.number and stop.here
        ]
        return tuple(sorted(lines, key=lambda line: (line.key, line.person.number)))


def whereabouts(event: Event) -> Whereabouts:
    """The published seating, read in two queries, or three while a round is played."""
    chart = seating(event, event.named)
    to_play = (round_ for round_ in chart.rounds if round_.status != Round.Status.CLOSED)
    current = next(to_play, chart.rounds[-1] if chart.rounds else None)
    by_number = {path.person.number: path for path in player_paths(chart)}
    coming = chart.coming(event)
    over = current is not None and current.status == Round.Status.CLOSED and not event.is_finished
    told = told_after(event, current.number) if current and over and not coming else coming.sentence
    where = Whereabouts(chart.rounds, current, by_number, coming, told)
    return replace(where, changed_at=_changed_at(event, where.open_round)) if where.open_round else where


def _changed_at(event: Event, number: int) -> datetime | None:
    """When places of this round were last changed after it had opened; None if they never were."""
    closed = actions.ROUND_CLOSED.code
    seats, change, ends = (
        Q(action__startswith=one) for one in (actions.Kind.SEATING.prefix, actions.Kind.CHANGE.prefix, closed)
    )
    entries = event.audit_entries.filter(seats | change | ends).exclude(action=actions.SEATING_KEPT.code)
    opened, seated, changed = number == 1, False, None
    for action, at, facts in entries.order_by("pk").values_list("action", "at", "facts"):
        first = facts.get("from_round", facts.get("round", facts.get("number", number + 1)))
        last = facts.get("to_round", number if "from_round" in facts else first)
        if action.startswith(closed):
            opened = opened or first == number - 1
        elif first <= number <= min(last, first + facts.get("rounds", number) - 1):
            changed = at if opened and seated else changed
            seated = True
    return changed


def told_after(event: Event, number: int) -> str:
    """What players are told once they have played the last round; empty if more are planned than `number`."""
    if number < event.round_count:
        return ""
    if event.is_corrected:
        return _("The result is being corrected.")
    return _("That was the last round. The result follows.")
