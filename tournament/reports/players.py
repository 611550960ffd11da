"""The players of an event, and who is present. Reads only; every search for a player is `find`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol, TypeVar

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from tournament import actions
from tournament.models import AuditEntry, Event, Player, Seating
from tournament.names import matches, same
from tournament.reports.history import way_in_words
from tournament.state.attendance import TABLE_NEEDS

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
    """Count the players by status, in one query."""
    gone = Q(status__in=(Status.LEFT, Status.DISQUALIFIED))
    counts = event.players.aggregate(
        here=Count("pk", filter=Q(status=Status.HERE)),
        late=Count("pk", filter=Q(status=Status.LATE)),
        expected=Count("pk", filter=Q(status=Status.EXPECTED)),
        gone=Count("pk", filter=gone),
    )
    return Headcount(**counts)


def listed(event: Event) -> QuerySet[Player]:
    """The event's players by number, each with `is_seated`: whether a published round seats them."""
    seated = Exists(Seating.objects.filter(player=OuterRef("pk")))
    return event.players.annotate(is_seated=seated).order_by("number")


class Searchable(Protocol):
    """Anything with a number and a name, stored or as a page shows it."""

    @property
    def number(self) -> int: ...

    @property
    def name(self) -> str: ...


Person = TypeVar("Person", bound=Searchable)


def find(players: Sequence[Person], query: str) -> list[Person]:
    """Players with this number, or with every word of `query` in the name; a full name matches alone.

    Digits never find a name: "4" is number 4 or nobody.
    """
    query = query.strip().lstrip("#")
    if query.isascii() and query.isdigit():
        return [player for player in players if str(player.number) == (query.lstrip("0") or "0")]
    found = [player for player in players if matches(player.name, query)]
    return [player for player in found if same(player.name, query)] or found


@dataclass(frozen=True, slots=True)
class PhoneArrival:
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
    def fills_a_table(self) -> bool:
        return self.count.here >= TABLE_NEEDS


def check_in_desk(event: Event) -> CheckInDesk:
    """Read the check-in page, in two queries, three where phones check in.

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
    """Whose last check-in came from a phone, the latest first; no query where no phone can."""
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
    return {(player.number, player.name): player for player in players if player.status == Status.HERE}
