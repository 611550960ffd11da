"""Events of any size for papers, written in bulk: no draw, no waiting, every round seated by a shuffle."""

import random
from collections.abc import Sequence
from datetime import UTC, date, datetime

from scoring.ruleset import PRESETS, Ruleset
from scoring.seats import SEATS
from tests.helpers.factories import make_user
from tests.helpers.names import REAL_NAMES
from tournament.models import Event, Membership, Player, Round, Seating, Sheet, Table

AT = datetime(2026, 11, 20, 19, 42, tzinfo=UTC)
HARD_NAMES = (
    *REAL_NAMES,
    "Maximilian Featherstonehaugh-Cholmondeley",
    "O'Brien, Pat (Mrs.)",
    "Ursula Abercrombie-Worthington",
    "W" * 40,
)


def make_evening(
    players: int,
    rounds: int,
    *,
    names: Sequence[str] = HARD_NAMES,
    rules: Ruleset = PRESETS["progressive"],
    played: int = 0,
    title: str = "Friday Night Euchre",
    movement: str = "chart",
) -> Event:
    """An event with its seating published; the first `played` rounds are closed with every table in, and one
    round more is in play with one table in."""
    director = make_user(f"dora-{Event.objects.count()}")
    event = Event.objects.create(
        name=title, slug=f"evening-{Event.objects.count()}", date=date(2026, 11, 20), time_zone="UTC",
        round_count=rounds, seed=7, rules=rules.to_dict(), order=list(rules.default_order), status="playing",
        movement=movement, created_at=AT,
    )  # fmt: skip
    Membership.objects.create(event=event, user=director, role="director")
    people = Player.objects.bulk_create(
        Player(event=event, number=n, own_name=names[(n - 1) % len(names)], status="here")
        for n in range(1, players + 1)
    )
    for number in range(1, rounds + 1):
        status = "closed" if number <= played else "open" if number == played + 1 else "planned"
        _round(event, people, number, status)
    return event


def put_into_teams(event: Event) -> None:
    """Pair the players by number; the last of an odd number is a team alone."""
    event.teams = Event.Teams.FIRST
    event.save(update_fields=["teams"])
    for player in event.players.all():
        player.team = (player.number + 1) // 2
        player.save(update_fields=["team"])


def _round(event: Event, people: list[Player], number: int, status: str) -> None:
    seated = Round.objects.create(event=event, number=number, status=status)
    full = len(people) // 4
    tables = Table.objects.bulk_create(Table(round=seated, number=t + 1) for t in range(full))
    order = random.Random(number).sample(people, len(people))
    Seating.objects.bulk_create(
        Seating(round=seated, table=tables[i // 4], seat=SEATS[i % 4].value, player=player)
        if i < full * 4
        else Seating(round=seated, player=player)
        for i, player in enumerate(order)
    )
    reported = tables if status == "closed" else tables[:1] if status == "open" and number > 1 else []
    Sheet.objects.bulk_create(
        Sheet(table=t, revision=1, entry="totals", reported_ns=9, reported_ew=5, ns=9, ew=5, winner="NS",
              entered_at=AT, points_n=10, points_s=9, points_e=5, points_w=5, lone_n=1) for t in reported
    )  # fmt: skip
