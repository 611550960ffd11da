"""A season's standings drawn as text in one go: hundreds of people by dozens of events."""

from collections.abc import Iterator

from django.utils.formats import get_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournament.figures import day_and_month, figure
from tournament.listings.sorting import Column
from tournament.models import Season
from tournament.reports.seasons import SeasonEvent, SeasonRow, SeasonStandings


def value_words(season: Season, row: SeasonRow) -> str:
    """What decides a place: points, or points per event with two decimals."""
    if season.method == Season.Method.AVERAGE:
        return figure(f"{float(row.value):.2f}".replace(".", get_format("DECIMAL_SEPARATOR")))
    return figure(int(row.value))


def columns(standings: SeasonStandings) -> tuple[Column[SeasonRow], ...]:
    """What the list shows, from left to right; an event by its day."""
    by_average = standings.season.method == Season.Method.AVERAGE
    return (
        Column("place", _("Place"), value=lambda row: row.place, best_high=False),
        Column("name", _("Name"), "who", lambda row: row.name_key, best_high=False),
        Column("points", _("Average") if by_average else _("Points"), value=lambda row: row.value),
        Column("events", _("Events"), value=lambda row: row.played),
        *(_event_column(event, at) for at, event in enumerate(standings.counted, start=1)),
    )


def _event_column(event: SeasonEvent, at: int) -> Column[SeasonRow]:
    def points(row: SeasonRow) -> int | None:
        return next((part.row.points for part in row.parts if part.event.key == event.key), None)

    return Column(f"e{at}", event.name, value=points, short=day_and_month(event.date, short=True))


def lines(standings: SeasonStandings, address: str) -> tuple[SafeString, ...]:
    """Each row as a line of the list; `address` is a person's page with `TOKEN` for their token."""
    return tuple(_line(standings, row, address) for row in standings.rows)


def _line(standings: SeasonStandings, row: SeasonRow, address: str) -> SafeString:
    cells = tuple(_cells(standings, row))
    line = (
        '<tr id="{}"><td class="num place">{}</td>'
        '<th scope="row" class="who"><a href="{}"><bdi>{}</bdi></a>{}</th>'
        '<td class="num points">{}</td><td class="num">{}</td>' + "{}" * len(cells) + "</tr>"
    )
    place = "–" if row.place is None else row.place
    shared = (
        format_html(' <span class="decided">{}</span>', _("shared")) if row.place in standings.shares else ""
    )
    return format_html(
        line, row.token, place, address.replace("TOKEN", row.token), row.name, shared,
        value_words(standings.season, row), row.played, *cells,
    )  # fmt: skip


def _cells(standings: SeasonStandings, row: SeasonRow) -> Iterator[SafeString]:
    by_event = {part.event.key: part for part in row.parts}
    for event in standings.counted:
        part = by_event.get(event.key)
        if part is None:
            yield SafeString('<td class="num">–</td>')
        elif part.counts:
            yield format_html('<td class="num">{}</td>', figure(part.row.points))
        else:
            yield format_html(
                '<td class="num"><s class="left-out">{}</s><span class="visually-hidden"> {}</span></td>',
                figure(part.row.points),
                _("does not count"),
            )
