"""Small makers of test events, through the services: what a test starts from can really exist."""

from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime
from functools import cached_property
from typing import Any

from scoring.seats import SEATS, Side
from tests.helpers.kept import kept
from tournament.models import Event, Player, Sheet, Table, User
from tournament.registry.features import ALL

NOW = datetime(2026, 11, 20, 19, 42, tzinfo=UTC)

NAMES = (
    "Ann Archer", "Ben Baker", "Cora Cole", "Dan Drew", "Eve Ellis", "Finn Ford", "Gwen Gray", "Hugh Hart",
    "Ida Innes", "Jack Jones", "Kay King", "Leo Lane", "Meg Moss", "Ned North", "Ora Owens", "Pat Price",
)  # fmt: skip


def make_user(username: str = "dora", **fields: Any) -> User:
    return User.objects.create_user(username=username, password=f"{username}-secret-1", **fields)


def make_official(event: Event, role: str = "scorer", username: str = "sam", **fields: Any) -> User:
    """Somebody with this role at an event."""
    user = make_user(username, **fields)
    event.memberships.create(user=user, role=role)
    return user


def make_event(director: User | None = None, **changes: Any) -> Event:
    from tournament.services.events import create_event

    fields: dict[str, Any] = {
        "name": "Friday Night Euchre",
        "date": date(2026, 11, 20),
        "time_zone": "UTC",
        "seed": 7,
        "features": ALL,
    }
    if "rules" in changes and not changes["rules"].has_deals:
        fields["order"] = changes["rules"].default_order
    return create_event(**(fields | changes), by=director or make_user(), at=NOW)


def make_players(event: Event, players: int | Sequence[str] = 8, *, status: str = "here") -> list[Player]:
    """Players with numbers from 1, named from a fixed list that goes on as "Player 17"."""
    if isinstance(players, int):
        players = [NAMES[i] if i < len(NAMES) else f"Player {i + 1}" for i in range(players)]
    first = event.players.count() + 1
    made = [
        Player(event=event, number=first + i, own_name=name, status=status) for i, name in enumerate(players)
    ]
    return Player.objects.bulk_create(made)


@kept
def make_published(
    director: User | None = None, *, players: int | Sequence[str] = 8, rounds: int = 2, **changes: Any
) -> Event:
    """An event whose seating is published and whose first round is open."""
    from tournament.services.seating import draft_plan, publish

    director = director or make_user()
    event = make_event(director, round_count=rounds, **changes)
    make_players(event, players)
    publish(draft_plan(event, by=director, at=NOW), by=director, at=NOW)
    return event


def enter(
    table: Table,
    ns: int = 7,
    ew: int = 5,
    *,
    by: User | None = None,
    expected: int = 0,
    reached_first: Side | None = None,
    nobody_can_say: bool = False,
    deals_played: int | None = None,
    reason: str = "",
    **lone: int,
) -> Sheet:
    """A table's totals with lone marches by seat: `enter(table, 9, 4, N=1)`. A tie without an answer
    stays open."""
    from tournament.services.sheets import enter_totals

    return enter_totals(
        table,
        by=by or table.round.event.memberships.get(role="director").user,
        at=NOW,
        totals={Side.NS: ns, Side.EW: ew},
        loners={seat: lone.get(seat, 0) for seat in SEATS},
        reached_first=reached_first,
        nobody_can_say=nobody_can_say,
        deals_played=deals_played,
        expected=expected,
        confirmed=True,
        reason=reason,
    )


def correct(table: Table, ns: int, ew: int, reason: str = "The sheet was misread.", **more: Any) -> Sheet:
    """Other totals for a table whose sheet is in."""
    return enter(table, ns, ew, expected=Sheet.objects.counting_at(table).revision, reason=reason, **more)


def close(event: Event, number: int = 1, **said: Any) -> Event:
    """Close a round, as the event's first director."""
    from tournament.services.rounds import close_round

    director = event.memberships.filter(role="director").order_by("pk").first().user
    close_round(event.rounds.get(number=number), by=director, at=NOW, **said)
    event.refresh_from_db()
    return event


def play(event: Event, number: int = 1, ns: int = 7, ew: int = 5, **lone: int) -> Event:
    """Enter the same totals at every table of a round, and close it."""
    for table in event.rounds.get(number=number).tables.all():
        enter(table, ns, ew, **lone)
    return close(event, number)


def doing(event: Event) -> dict[str, Any]:
    """What a service is told of its only official, now."""
    return {"by": event.memberships.get().user, "at": NOW}


def table_of(event: Event, round_number: int = 1, number: int = 1) -> Table:
    return Table.objects.get(round__event=event, round__number=round_number, number=number)


class Evening:
    """An event built step by step, each step a service, by its first director:
    `Evening(players=12, rounds=2).published().scores(1, (9, 4), (7, 5), (6, 6)).closed(1).event`.

    `changes` are the event's fields when it is made. `then` calls any other service with the event.
    """

    def __init__(
        self, director: User | None = None, players: int | Sequence[str] = 8, rounds: int = 2, **changes: Any
    ) -> None:
        self.director = director or make_user()
        self._asked = {"players": players, "rounds": rounds} | changes

    @cached_property
    def _key(self) -> int:
        """The key of the event in setup, with its players."""
        asked = dict(self._asked)
        players, rounds = asked.pop("players"), asked.pop("rounds")
        event = make_event(self.director, round_count=rounds, **asked)
        make_players(event, players)
        return event.pk

    @property
    def event(self) -> Event:
        """The event as it is stored now."""
        return Event.objects.get(pk=self._key)

    def then(self, act: Callable[..., Any], *args: Any, **kwargs: Any) -> "Evening":
        """Call a service: `then(change_groups, {"ladies": [1, 3]}, {})`."""
        act(self.event, *args, by=self.director, at=NOW, **kwargs)
        return self

    def changed(self, **changes: Any) -> "Evening":
        from tournament.services.events import change_event

        return self.then(change_event, **changes)

    def published(self) -> "Evening":
        from tournament.services.seating import draft_plan, publish

        if "_key" not in self.__dict__:
            self._key = make_published(self.director, **self._asked).pk  # kept: built once in a run
            return self
        publish(draft_plan(self.event, by=self.director, at=NOW), by=self.director, at=NOW)
        return self

    def scores(self, number: int, *totals: tuple[int, int] | None, **lone: int) -> "Evening":
        """Totals at the tables of a round, from table 1 on; None leaves a table out."""
        for table, told in enumerate(totals, start=1):
            if told is not None:
                enter(table_of(self.event, number, table), *told, by=self.director, **lone)
        return self

    def closed(self, *numbers: int, **said: Any) -> "Evening":
        for number in numbers:
            close(self.event, number, **said)
        return self

    def played(self, *numbers: int, ns: int = 7, ew: int = 5, **lone: int) -> "Evening":
        """The same totals at every table of these rounds, and each closed."""
        for number in numbers:
            play(self.event, number, ns, ew, **lone)
        return self

    def finished(self, **said: Any) -> "Evening":
        from tournament.services.events import finish_event

        return self.then(finish_event, **said)
