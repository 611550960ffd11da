"""The standings bars: 400 players in 12 rounds, each figure beside the one asked for. Run by `make bench`."""

# ruff: noqa: E402  Django is set up before its models can be imported

import os
import random
import statistics
import threading
import time
from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")

import django

django.setup()

from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scoring.ruleset import PRESETS
from scoring.seats import SEATS
from scoring.standings import DEFAULT_ORDER
from tournament.listings import line_id, lines, public_columns
from tournament.models import Event, Player, Round, Seating, Sheet, Table
from tournament.reports import public as reports
from tournament.reports.standings import standings
from tournament.web.caches import forget

PLAYERS, ROUNDS = 400, 12
NOW = datetime(2026, 11, 20, 19, 42, tzinfo=UTC)
URL = "/e/bench/live/?part=standings"


def make_event(players: int, slug: str = "bench", named: tuple[str, ...] = ()) -> Event:
    """An event played to its end, written in bulk; its players have these names in turn."""
    event = Event.objects.create(
        name="Bench", slug=slug, date=date(2026, 11, 20), time_zone="UTC", round_count=ROUNDS, seed=7,
        rules=PRESETS["progressive"].to_dict(), order=list(DEFAULT_ORDER), status="playing", created_at=NOW,
    )  # fmt: skip
    names = named or ("Player {}",)
    people = Player.objects.bulk_create(
        Player(event=event, number=n, own_name=names[n % len(names)].format(n), status="here")
        for n in range(1, players + 1)
    )
    for number in range(1, ROUNDS + 1):
        played = Round.objects.create(event=event, number=number, status="closed")
        tables = Table.objects.bulk_create(Table(round=played, number=t + 1) for t in range(players // 4))
        order = random.Random(number).sample(people, players)
        Seating.objects.bulk_create(
            Seating(round=played, table=tables[i // 4], seat=SEATS[i % 4], player=player)
            for i, player in enumerate(order)
        )
        Sheet.objects.bulk_create(_sheet(table, number) for table in tables)
    return event


def _sheet(table: Table, number: int) -> Sheet:
    ns, ew = 4 + (7 * table.number + 3 * number) % 9, 3 + (5 * table.number + number) % 9
    points = {"points_n": ns + 1, "points_s": ns, "points_e": ew, "points_w": ew}
    return Sheet(
        table=table, revision=1, entry="totals", reported_ns=ns, reported_ew=ew, ns=ns, ew=ew, lone_n=1,
        winner="NS" if ns > ew else "EW", entered_at=NOW, **points,
    )  # fmt: skip


def queries_of(act: Callable[[], Any]) -> int:
    with CaptureQueriesContext(connection) as queries:
        act()
    return len(queries)


def milliseconds(act: Callable[[], Any], times: int) -> float:
    """The median of several runs."""
    spans = []
    for _ in range(times):
        began = time.perf_counter()
        act()
        spans.append(time.perf_counter() - began)
    return 1000 * statistics.median(spans)


def renders_under(phones: int) -> tuple[int, int]:
    """(times the version was made, different bodies) when this many phones ask for a new version at once."""
    made, bodies = [], []
    read = reports.public_progress
    reports.public_progress = lambda *args, **seats: made.append(1) or read(*args, **seats)
    start = threading.Barrier(phones)

    def phone() -> None:
        start.wait()
        bodies.append(Client().get(URL).content)
        connection.close()

    threads = [threading.Thread(target=phone) for _ in range(phones)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    reports.public_progress = read
    return len(made), len(set(bodies))


def prepare() -> None:
    """The tables, and static files under their plain names."""
    settings.ALLOWED_HOSTS = ["*"]
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    }
    settings.STATIC_ROOT.mkdir(parents=True, exist_ok=True)
    call_command("migrate", verbosity=0)


def milliseconds_of(url: str, times: int) -> tuple[float, float, float, int]:
    """A page made anew so many times, out of the store, and unchanged; with the queries of the last."""
    client = Client()

    def anew() -> None:
        forget()
        assert client.get(url).status_code == 200

    rendered = milliseconds(anew, times)
    kept = milliseconds(lambda: client.get(url), 40)
    etag = client.get(url)["ETag"]

    def unchanged() -> None:
        assert client.get(url, headers={"If-None-Match": etag}).status_code == 304

    return rendered, kept, milliseconds(unchanged, 100), queries_of(unchanged)


def tell(*rows: tuple[str, str, object]) -> None:
    """Each figure beside the one asked for."""
    for name, asked, reached in rows:
        print(f"{name:<44} asked {asked:>7}   reached {reached}")


def main() -> None:
    prepare()
    event = make_event(PLAYERS)
    queries = queries_of(lambda: standings(event))
    fold = milliseconds(lambda: standings(event), 7)
    found = standings(event)
    drawn = milliseconds(lambda: lines(public_columns(found, {}), found.rows, line_id), 7)
    rendered, kept, not_modified, queries_304 = milliseconds_of(URL, 7)
    Event.objects.filter(pk=event.pk).update(live_version=F("live_version") + 1)
    made, bodies = renders_under(400)
    tell(
        ("queries for the standings of 400 × 12", "≤ 4", queries),
        ("queries for a 304", "≤ 1", queries_304),
        ("time of a 304 : rendered list", "≤ 1/50", f"1/{rendered / not_modified:.0f}"),
        ("renders of a version, 400 phones at once", "1", made),
        ("different bodies among them", "1", bodies),
        ("(folded and ranked / lines drawn, ms)", "–", f"{fold:.0f} / {drawn:.1f}"),
        ("(list rendered / from store / 304, ms)", "–", f"{rendered:.0f} / {kept:.1f} / {not_modified:.2f}"),
    )


if __name__ == "__main__":
    main()
