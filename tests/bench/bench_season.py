"""A season of 40 events with 100 players each: queries and time, each figure beside the one asked for.

`sh scripts/scratch .venv/bin/python tests/bench/bench_season.py [--events 40] [--players 100]`.
"""

import argparse
from datetime import timedelta

from django.conf import settings
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from tests.bench.bench_standings import make_event, milliseconds, queries_of  # sets Django up
from tournament.models import Event, Season
from tournament.reports.seasons import season_standings
from tournament.web.caches import forget

URL = "/s/bench/"
QUERIES = 6


def make_season(events: int, players: int) -> None:
    season = Season.objects.create(name="Bench", slug="bench", is_public=True, created_at=timezone.now())
    for number in range(events):
        event = make_event(players)
        facts = {"slug": f"bench-{number}", "status": "finished", "date": event.date + timedelta(days=number)}
        Event.objects.filter(pk=event.pk).update(**facts)
        season.events.add(event)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--events", type=int, default=40)
    parser.add_argument("--players", type=int, default=100)
    asked = parser.parse_args()
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    }
    settings.STATIC_ROOT.mkdir(parents=True, exist_ok=True)
    call_command("migrate", verbosity=0)
    make_season(asked.events, asked.players)
    client = Client()

    def anew() -> None:
        forget()
        assert client.get(URL).status_code == 200

    size = f"{asked.events} × {asked.players}"
    queries = queries_of(lambda: season_standings(Season.objects.get(slug="bench")))
    rendered = milliseconds(anew, 3)
    kept = milliseconds(lambda: client.get(URL), 20)
    etag = client.get(URL)["ETag"]

    def unchanged() -> None:
        assert client.get(URL, headers={"If-None-Match": etag}).status_code == 304

    queries_304, not_modified = queries_of(unchanged), milliseconds(unchanged, 40)
    for name, most, reached in (
        (f"queries for a season of {size}", f"≤ {QUERIES}", queries),
        ("queries for a 304", "≤ 1", queries_304),
        ("time of a 304 : page made anew", "≤ 1/50", f"1/{rendered / not_modified:.0f}"),
        ("(page made anew / from store / 304, ms)", "–", f"{rendered:.0f} / {kept:.1f} / {not_modified:.2f}"),
    ):
        print(f"{name:<44} asked {most:>7}   reached {reached}")
    return int(queries > QUERIES or queries_304 > 1)


if __name__ == "__main__":
    raise SystemExit(main())
