"""A season's standings drawn as text in one go: hundreds of people by dozens of events."""

from collections.abc import Iterator

from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from tournament.listings.standings import figure
from tournament.models import Season
from tournament.reports.season import SeasonRow, SeasonStandings


def value_words(season: Season, row: SeasonRow) -> str:
    """What decides a place: points, or points per event with two decimals."""
    if season.method == Season.Method.AVERAGE:
        return f"{float(row.value):.2f}".replace("-", "\N{MINUS SIGN}")
    return figure(int(row.value))


def event_heads(standings: SeasonStandings) -> tuple[tuple[str, str], ...]:
    """(short, long) head of each event that counts: its day, and its name."""
    return tuple((date_format(event.date, "j M"), event.name) for event in standings.counted)


def season_rows(standings: SeasonStandings, address: str) -> SafeString:
    """All rows; `address` is a person's page with `TOKEN` where his token goes."""
    lines = (format_html(*_line(standings, row, address)) for row in standings.rows)
    return mark_safe("\n".join(lines))  # noqa: S308  each line is safe already


def _line(standings: SeasonStandings, row: SeasonRow, address: str) -> tuple[object, ...]:
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
    return (
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
