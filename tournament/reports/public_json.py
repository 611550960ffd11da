"""The public pages for programs: plain values for JSON, described by `docs/public-json.schema.json`.

They hold what the pages show, names as there. Whoever adds a member adds it to the schema; whoever changes or
removes one raises `VERSION`.
"""

from typing import Any

from tournament.models import Event
from tournament.reports.public import Now
from tournament.reports.rounds import RoundResult, RoundTableResult
from tournament.reports.seasons import SeasonRow, SeasonStandings
from tournament.reports.standings import StandingsRow
from tournament.reports.standings_columns import sums_json
from tournament.reports.teams import TeamRow, team_standings

VERSION = 1
Json = dict[str, Any]


def standings_json(event: Event, now: Now) -> Json:
    """An event's places, as far as everybody may see them; those of its teams only if it has teams."""
    standings = now.standings
    ranked = team_standings(event, standings, now.results, named=event.named) if standings.begun else None
    teams = [_team(row) for row in ranked.rows] if ranked else []
    return _head("euchre-standings", event, now) | {
        "final": event.is_result_out,
        "hidden": now.hidden,
        "after_round": standings.last_round if standings.begun else None,
        "tables_in": standings.sheets_in,
        "tables_due": standings.sheets_due,
        "points_are_lost": event.ruleset.counts_lost,
        "order": list(standings.order),
        "rounds": list(standings.rounds),
        "rows": [_standings_values(row) for row in standings.rows],
        **({"teams": teams} if teams else {}),
    }


def rounds_json(event: Event, now: Now, rounds: list[RoundResult]) -> Json:
    """An event's rounds: who sat where, and what each table reported."""
    return _head("euchre-rounds", event, now) | {
        "rounds": [
            {
                "number": one.number,
                "status": one.status,
                "hidden": one.hidden,
                "tables": [_table(table) for table in one.tables],
                "sit_out": [{"number": who.number, "name": who.name} for who in one.sit_out],
            }
            for one in rounds
        ]
    }


def season_json(standings: SeasonStandings) -> Json:
    """A season's places, with what each event gave."""
    season = standings.season
    at = {event.pk: index for index, event in enumerate(standings.events)}
    return {
        "format": "euchre-season",
        "version": VERSION,
        "season": {
            "name": season.name,
            "slug": season.slug,
            "method": season.method,
            "best_of": season.best_of if season.method == "best" else None,
            "least_events": season.least_events,
        },
        "events": [
            {
                "name": event.name,
                "slug": event.slug if event.is_public else None,
                "date": event.date.isoformat(),
                "counts": event.is_result_out,
            }
            for event in standings.events
        ],
        "rows": [_season_row(row, at) for row in standings.rows],
    }


def _head(what: str, event: Event, now: Now) -> Json:
    return {
        "format": what,
        "version": VERSION,
        "event": {
            "name": event.name,
            "slug": event.slug,
            "date": event.date.isoformat(),
            "venue": event.venue,
            "time_zone": event.time_zone,
            "round_count": event.round_count,
            "status": event.status,
        },
        "as_of": now.as_of.astimezone(event.zone).isoformat(timespec="seconds"),
    }


def _standings_values(row: StandingsRow) -> Json:
    return {
        "place": row.place,
        "number": row.number,
        "name": row.name,
        "groups": sorted(row.groups),
        **sums_json(row),
        "rounds_played": row.rounds_played,
        "adjustments": row.adjustments,
        "per_round": list(row.per_round),
        "sat_out": list(row.sat_out),
        "decided_by": row.decided_by,
    }


def _team(row: TeamRow) -> Json:
    return {
        "place": row.place,
        "team": row.number,
        "players": [part.number for part in row.parts],
        **sums_json(row),
        "decided_by": row.decided_by,
    }


def _table(table: RoundTableResult) -> Json:
    return {
        "number": table.number,
        "deals_played": table.deals_played,
        "sides": [
            {
                "side": side.side.value,
                "players": [
                    {"number": who.number, "name": who.name, "lone_marches": alone}
                    for who, alone in side.people
                ],
                "points": side.points,
                "won": side.won,
            }
            for side in table.sides
        ],
    }


def _season_row(row: SeasonRow, at: dict[int, int]) -> Json:
    return {
        "place": row.place,
        "name": row.name,
        "groups": sorted(row.groups),
        "value": round(float(row.value), 2),
        "points": row.total,
        "rounds_won": row.rounds_won,
        "lone_marches": row.loners,
        "events": [
            {
                "event": at[part.event.pk],
                "place": part.row.place,
                "points": part.row.points,
                "counts": part.counts,
            }
            for part in row.parts
        ],
    }
