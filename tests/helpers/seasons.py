"""Evenings of one table that a season adds up."""

from datetime import date, timedelta

from tests.helpers.factories import NOW, enter, make_published, table_of
from tournament.services.events import finish_event
from tournament.services.rounds import close_round
from tournament.services.seasons import change_season, choose_events, create_season

FIRST = date(2026, 1, 2)


def play(director, names, ns, ew, *, week=0, finished=True, name="Evening", **lone):
    """One round of one table: the names sit as drawn, N and S get `ns`, E and W `ew`."""
    event = make_published(
        director, players=names, rounds=1, name=f"{name} {week}", date=FIRST + timedelta(weeks=week)
    )
    enter(table_of(event), ns, ew, nobody_can_say=ns == ew, **lone)
    close_round(event.rounds.get(), by=director, at=NOW)
    if finished:
        finish_event(event, by=director, at=NOW)
    event.refresh_from_db()
    return event


def season_of(director, *events, **settings):
    season = create_season("Winter", by=director, at=NOW)
    choose_events(season, events, by=director)
    if settings:
        change_season(season, **settings)
    season.refresh_from_db()
    return season


FOUR = ["Ann Archer", "Ben Baker", "Cora Cole", "Dan Drew"]
