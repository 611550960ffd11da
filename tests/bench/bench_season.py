"""A season of 40 events with 100 players each: queries and time, each figure beside the one asked for.

`sh scripts/scratch .venv/bin/python tests/bench/bench_season.py [--events 40] [--players 100]`.
"""

import argparse
from datetime import timedelta

from django.utils import timezone

from tests.bench.bench_standings import (  # sets Django up
    make_event,
    milliseconds_of,
    prepare,
    queries_of,
    tell,
)
from tournament.models import Event, Season
from tournament.reports.seasons import season_standings

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
    prepare()
    make_season(asked.events, asked.players)
    queries = queries_of(lambda: season_standings(Season.objects.get(slug="bench")))
    rendered, kept, not_modified, queries_304 = milliseconds_of(URL, 3)
    tell(
        (f"queries for a season of {asked.events} × {asked.players}", f"≤ {QUERIES}", queries),
        ("queries for a 304", "≤ 1", queries_304),
        ("time of a 304 : page made anew", "≤ 1/50", f"1/{rendered / not_modified:.0f}"),
        ("(page made anew / from store / 304, ms)", "–", f"{rendered:.0f} / {kept:.1f} / {not_modified:.2f}"),
    )
    return int(queries > QUERIES or queries_304 > 1)


if __name__ == "__main__":
    raise SystemExit(main())
