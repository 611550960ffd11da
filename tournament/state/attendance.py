"""Who is present in which round, what seating is published, and where the two no longer agree; whether
players can check themselves in by phone, and who is expected at an event like this one.

For the seating page and the seating actions. Reads only; players are represented by their numbers.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from enum import StrEnum
from typing import Any

from django.db.models import BooleanField, Exists, ExpressionWrapper, F, OuterRef, Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext_lazy

from scoring.seats import SEATS, Seat
from tournament.models.cards import CardLine
from tournament.models.events import Event, Player
from tournament.models.rulings import Ruling
from tournament.models.seating import Round, Seating
from tournament.models.sheets import Sheet
from tournament.models.submissions import Submission
from tournament.rotation.plan import RoundPlan, ShortTable, TablePlan
from tournament.words.figures import clock_time
from tournament.words.names import with_number

OPENS_BEFORE = timedelta(hours=2)  # before the planned start; without one, in the morning
TABLE_NEEDS = len(SEATS)  # players
NAMED = 6  # more names than this make a sentence too long to read

NO_SEAT = ngettext_lazy("%(names)s is here but has no seat.", "%(names)s are here but have no seats.", "n")
NOT_HERE = ngettext_lazy("%(names)s is seated but not here.", "%(names)s are seated but not here.", "n")
NOT_CHECKED_IN = ngettext_lazy(
    "%(names)s has a seat in this round and is not checked in: check them in, or choose a substitute.",
    "%(names)s have seats in this round and are not checked in: check them in, or choose substitutes.",
    "n",
)
STILL_SEATED = ngettext_lazy(
    "%(names)s has gone home and still has a seat in this round: choose a substitute, or leave it empty.",
    "%(names)s have gone home and still have seats in this round: choose substitutes, or leave them empty.",
    "n",
)

Status = Player.Status
STAYING = frozenset({Status.HERE, Status.LATE})
GOING = frozenset({Status.LEFT, Status.DISQUALIFIED})


def plays_in(player: Player, number: int) -> bool:
    """Whether a player is to be seated (or to sit out) in round `number`.

    Here or late: from their first round on. Left or disqualified: up to their last round. Players who
    are only expected are not seated before they check in. Rounds that a player misses are left out.
    """
    if number in player.away:
        return False
    if player.status in STAYING:
        return player.from_round <= number and (player.to_round is None or number <= player.to_round)
    if player.status in GOING:
        return player.to_round is not None and player.from_round <= number <= player.to_round
    return False


def attendance(players: Iterable[Player], rounds: Iterable[int]) -> dict[int, frozenset[int]]:
    """Round → the numbers of the players present in it."""
    everybody = list(players)
    return {n: frozenset(p.number for p in everybody if plays_in(p, n)) for n in rounds}


def published_plans(event: Event) -> dict[int, RoundPlan]:
    """Round number → its published plan, in two queries."""
    rounds = event.rounds.numbers()
    at: dict[int, dict[int, dict[str, int]]] = {number: {} for number in rounds}
    sitting_out: dict[int, list[int]] = {number: [] for number in rounds}
    rows = Seating.objects.filter(round__event=event).values_list(
        "round__number", "table__number", "seat", "player__number"
    )
    for number, table, seat, player in rows:
        if table is None:
            sitting_out[number].append(player)
        else:
            at[number].setdefault(table, {})[seat] = player
    return {
        number: RoundPlan(
            tuple(
                TablePlan(t, **seats) for t, seats in sorted(at[number].items()) if len(seats) == len(Seat)
            ),
            tuple(sorted(sitting_out[number])),
            tuple(_short(t, seats) for t, seats in sorted(at[number].items()) if len(seats) < len(Seat)),
        )
        for number in rounds
    }


def _short(number: int, seats: Mapping[str, int]) -> ShortTable:
    n, e, s, w = (seats.get(seat.value) for seat in SEATS)
    return ShortTable(number, (n, e, s, w))


def placed_players(event: Event) -> dict[int, set[int]]:
    """Round number → the numbers (not ids) of all players placed in it, maybe none. Two queries."""
    placed: dict[int, set[int]] = {n: set() for n in event.rounds.values_list("number", flat=True)}
    rows = Seating.objects.filter(round__event=event).values_list("round__number", "player__number")
    for number, player in rows:
        placed[number].add(player)
    return placed


def players_placed_in(plans: Mapping[int, RoundPlan]) -> dict[int, set[int]]:
    """Round number → the numbers of all players placed in that planned round."""
    return {number: set(plan.placed) for number, plan in plans.items()}


@dataclass(frozen=True, slots=True)
class EventProgress:
    """How far a published event has come.

    `reported`: the rounds with a sheet, a phone report, a ruling or a line of a tally card.
    """

    statuses: Mapping[int, str]
    reported: frozenset[int]

    @property
    def published(self) -> bool:
        return bool(self.statuses)

    @property
    def open_round(self) -> int | None:
        return next((n for n, status in self.statuses.items() if status == Round.Status.OPEN), None)

    @property
    def last_begun(self) -> int:
        """The last round that is open, closed or reported; 0 before anything is published."""
        begun = [
            n for n, status in self.statuses.items() if status != Round.Status.PLANNED or n in self.reported
        ]
        return max(begun, default=0)

    @property
    def last_played(self) -> int:
        """The last round that can no longer be reseated: it is closed, or a table has reported."""
        played = [
            n for n, status in self.statuses.items() if status == Round.Status.CLOSED or n in self.reported
        ]
        return max(played, default=0)

    @property
    def next_to_seat(self) -> int:
        """The round from which somebody who comes now can play; beyond the last if none is left."""
        return 1 if self.nothing_reported else self.last_begun + 1

    @property
    def nothing_reported(self) -> bool:
        return not self.reported and Round.Status.CLOSED not in self.statuses.values()


def event_progress(event: Event) -> EventProgress:
    """How far the event has come, in one query."""
    at_its_tables = {"table__round": OuterRef("pk")}
    heard = (
        Exists(CardLine.objects.counting().filter(round=OuterRef("pk")))
        | Exists(Sheet.objects.filter(**at_its_tables))
        | Exists(Submission.objects.filter(**at_its_tables))
        | Exists(Ruling.objects.filter(**at_its_tables))
    )
    rows = event.rounds.order_by("number").values_list(
        "number", "status", ExpressionWrapper(heard, BooleanField())
    )
    statuses, reported = {}, set()
    for number, status, is_reported in rows:
        statuses[number] = status
        if is_reported:
            reported.add(number)
    return EventProgress(statuses, frozenset(reported))


@dataclass(frozen=True, slots=True)
class HelperCount:
    """How many players are present in a round, helpers left out, and the `helpers` who play in it."""

    players: int
    helpers: tuple[Player, ...]

    @property
    def helping(self) -> int:
        return len(self.helpers)

    @property
    def needed(self) -> int:
        """The helpers with whom nobody sits out."""
        return -self.players % TABLE_NEEDS

    @property
    def sitting_out(self) -> int:
        """The players who sit out each round without helpers."""
        return self.players % TABLE_NEEDS

    @property
    def recommended(self) -> int:
        """So many helpers: as few as possible should help or sit out, and all tables are full either way."""
        return 0 if self.sitting_out < self.needed else self.needed


def helpers_from(players: Iterable[Player], first: int) -> HelperCount:
    """Count them among the players, in order, who are present in round `first`."""
    present = [player for player in players if plays_in(player, first)]
    helpers = tuple(player for player in present if player.house)
    return HelperCount(len(present) - len(helpers), helpers)


@dataclass(frozen=True, slots=True)
class SeatingMismatch:
    """Who came and went since rounds were planned; `first_round` is the first that no longer fits."""

    first_round: int
    joined: tuple[Player, ...]
    gone: tuple[Player, ...]

    def sentence(self) -> str:
        """“Ann Archer (3) is here but has no seat. Dan Drew (4) is seated but not here.”"""
        words = (told_of(NO_SEAT, self.joined), told_of(NOT_HERE, self.gone))
        return " ".join(filter(None, words))


def names_of(players: Sequence[Player]) -> str:
    """“Ann Archer (3), Ben Baker (4) and 7 more”: names with numbers, at most a few."""
    words = [with_number(player.name, player.number) for player in players]
    if len(words) > NAMED:
        words[NAMED - 1 :] = [_("%(count)s more") % {"count": len(words) - NAMED + 1}]
    return in_a_row(words)


def in_a_row(words: Sequence[object]) -> str:
    """“3”, “3 and 7”, “3, 7 and 9”: join words for a sentence."""
    texts = [str(word) for word in words]
    if len(texts) < 2:
        return "".join(texts)
    return _("%(some)s and %(last)s") % {"some": ", ".join(texts[:-1]), "last": texts[-1]}


def runs(numbers: Sequence[int]) -> list[str]:
    """“2 to 12”, “14”: ascending numbers, three or more that follow each other as one."""
    groups: list[list[int]] = []
    for number in numbers:
        if groups and number == groups[-1][-1] + 1:
            groups[-1].append(number)
        else:
            groups.append([number])
    to = _("%(first)d to %(last)d")
    return [
        words
        for run in groups
        for words in (
            [to % {"first": run[0], "last": run[-1]}] if len(run) > 2 else [str(number) for number in run]
        )
    ]


def still_seated(event: Event) -> list[Player]:
    """Players marked as gone before the open round who still have a seat at a table that has not reported.

    Somebody has to take the seat, or it has to be left empty; else they would score with that table's sheet.
    """
    gone_before = Q(player__to_round=None) | Q(player__to_round__lt=F("round__number"))
    return _waiting_at_tables(event, gone_before, player__status__in=GOING)


def not_checked_in(event: Event) -> list[Player]:
    """Players with a seat in the open round, at a table that has not reported, whom nobody has checked in:
    marked as late, or still expected."""
    return _waiting_at_tables(event, player__status__in=(Status.LATE, Status.EXPECTED))


def _waiting_at_tables(event: Event, *conditions: Q, **fields: object) -> list[Player]:
    """The players of these seats of the open round, at tables that have not reported."""
    seats = Seating.objects.filter(round__event=event, round__status=Round.Status.OPEN, table__isnull=False)
    at = {"table": OuterRef("table")}
    has_reported = (
        Exists(Sheet.objects.filter(**at))
        | Exists(Submission.objects.live().filter(**at))
        | Exists(Ruling.objects.in_force().filter(**at))
    )
    waiting = seats.filter(~has_reported, *conditions, **fields)
    return list(event.players.filter(pk__in=waiting.values("player")).order_by("number"))


def told_of(sentence: Any, players: Sequence[Player]) -> str:
    """One of the sentences above about these players; empty for nobody."""
    return str(sentence % {"n": len(players), "names": names_of(players)}) if players else ""


def mismatch_since(
    players: Iterable[Player], rounds: Mapping[int, Collection[int]]
) -> SeatingMismatch | None:
    """The mismatch between the players placed in rounds and those present; None if they agree."""
    by_number = {player.number: player for player in players}
    present = attendance(by_number.values(), rounds)
    joined: set[int] = set()
    gone: set[int] = set()
    first = None
    for number, numbers in sorted(rounds.items()):
        placed = set(numbers)
        if placed != present[number]:
            first = first or number
            joined |= present[number] - placed
            gone |= placed - present[number]
    if first is None:
        return None
    return SeatingMismatch(
        first, *(tuple(by_number[n] for n in sorted(some) if n in by_number) for some in (joined, gone))
    )


def seating_mismatch(event: Event, state: EventProgress | None = None) -> SeatingMismatch | None:
    """The mismatch between the published, unplayed rounds and the players present; None if they agree."""
    state = state or event_progress(event)
    if state.last_played >= max(state.statuses, default=0):
        return None
    rounds = {n: placed for n, placed in placed_players(event).items() if n > state.last_played}
    seated = Q(pk__in=Seating.objects.filter(round__event=event).values("player"))
    players = event.players.filter(~Q(status=Status.EXPECTED) | seated)
    return mismatch_since(players, rounds)


class SelfCheckIn(StrEnum):
    """What a player who says “I'm here” on a phone can do about it."""

    OPEN = "open"  # press
    HERE = "here"  # nothing more: they are checked in
    EARLY = "early"  # wait: it is another day, or long before the start
    OVER = "over"  # nothing: the event's day is past, or the event is finished
    OFF = "off"  # go to the desk: the event does not offer it
    DESK = "desk"  # go to the desk: late, gone, or without a place in a seating that is published


def opens_at(event: Event) -> datetime:
    """When players can check themselves in from: on the event's day, in the time of its hall."""
    starts = time.fromisoformat(event.starts_at) if event.starts_at else None
    first = datetime.combine(event.date, time.min, event.zone)
    if starts is None:
        return first
    return max(first, datetime.combine(event.date, starts, event.zone) - OPENS_BEFORE)


def self_check_in_state(event: Event, at: datetime) -> SelfCheckIn:
    """Whether it is open at this event, whoever asks; without a query."""
    if not (event.self_check_in and event.is_public):
        return SelfCheckIn.OFF
    if event.is_finished or at.astimezone(event.zone).date() > event.date + timedelta(days=1):
        return SelfCheckIn.OVER
    return SelfCheckIn.EARLY if at < opens_at(event) else SelfCheckIn.OPEN


def seated_numbers(event: Event) -> frozenset[int] | None:
    """The players with a place in a round that is not closed; None while nothing is published."""
    if not event.has_seating:
        return None
    places = Seating.objects.filter(round__event=event).exclude(round__status=Round.Status.CLOSED)
    return frozenset(places.values_list("player__number", flat=True))


def arrival_of(player: Player, at: datetime, *, seated: Collection[int] | None) -> SelfCheckIn:
    """What this player can do. `seated` holds who has a place in the published seating, None for no seating.

    Only who is expected can check in by phone: with anybody else the desk has to speak first.
    """
    event_is = self_check_in_state(player.event, at)
    if event_is is SelfCheckIn.OFF or event_is is SelfCheckIn.OVER:
        return event_is
    if player.status == Status.HERE:
        return SelfCheckIn.HERE
    if player.status != Status.EXPECTED or (seated is not None and player.number not in seated):
        return SelfCheckIn.DESK
    return event_is


def check_in_sentence(arrival: SelfCheckIn, event: Event, at: datetime) -> str:
    """What the player is told if they cannot check in; empty if they can, or are here."""
    if arrival is SelfCheckIn.EARLY:
        opens = opens_at(event)
        with_day = at.astimezone(event.zone).date() != event.date
        return _("Check-in opens at %(time)s.") % {
            "time": clock_time(opens, event.time_zone, with_day=with_day)
        }
    if arrival is SelfCheckIn.OVER:
        return _("The event is over.")
    if arrival is SelfCheckIn.OFF:
        return _("Nobody checks in by phone here. Please tell the director’s table that you’re here.")
    if arrival is SelfCheckIn.DESK:
        return _("Please go to the director’s table, so that you get a seat.")
    return ""


class Again(StrEnum):
    """Who is expected at the new event."""

    CAME = "came"  # whoever came this time
    LISTED = "listed"  # everybody on the list
    NOBODY = "nobody"


def is_expected(player: Player, people: Again) -> bool:
    """Whether this player is expected again, if these people are; a helper of the house never is."""
    if player.house:
        return False
    if people is Again.CAME:
        return player.status not in (Player.Status.EXPECTED, Player.Status.DISQUALIFIED)
    return people is Again.LISTED
