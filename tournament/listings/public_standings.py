"""The long public list of places: sortable by any column, drawn as text in one go.

Unpaged: a grid of the library costs
seven times a plain loop at 400 rows of 18 columns, and that loop five times this.
"""

from collections.abc import Iterator, Mapping

from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from scoring.standings import Key
from tournament.figures import figure
from tournament.listings.sorting import Column
from tournament.listings.standings import NOT_IN, adjustment, decided_words, round_cell
from tournament.reports.standings import Standings, StandingsRow
from tournament.sentences import in_words

Moved = Mapping[int, int]


def columns(standings: Standings, moved: Moved) -> tuple[Column[StandingsRow], ...]:
    """What the list shows, from left to right."""
    moves: Column[StandingsRow] = Column("moved", _("Moved"), "kept", lambda row: moved.get(row.number))
    adjusted: Column[StandingsRow] = Column("adjusted", _("Adjusted"), value=lambda row: row.adjustments)
    loners: Column[StandingsRow] = Column("loners", _("Lone marches"), value=lambda row: row.loners)
    keys = tuple(_key_column(key, at, standings) for at, key in enumerate(standings.columns))
    return (
        Column("place", _("Place"), "num kept", value=lambda row: row.place, best_high=False),
        *((moves,) if moved else ()),
        Column("number", _("No."), "num no", lambda row: row.number, best_high=False),
        Column("name", _("Name"), "who kept", lambda row: row.name_key, best_high=False),
        *(keys if standings.led_by else ()),
        Column("points", _("Points"), "num kept", value=lambda row: row.points),
        Column("won", _("Rounds won"), value=lambda row: row.rounds_won),
        *((loners,) if standings.lone_hands else ()),
        Column("best", _("Best round"), value=lambda row: row.best_round),
        *(() if standings.led_by else keys),
        Column("decided", _("Decided by"), ""),
        *(_round_column(number, at) for at, number in enumerate(standings.rounds)),
        *((adjusted,) if standings.has_adjustments else ()),
    )


def _key_column(key: Key, at: int, standings: Standings) -> Column[StandingsRow]:
    css = _key_css(standings, at)
    title, short = in_words(key.title), in_words(key.short or "")
    return Column(key.name, title, css, lambda row: row.figures[at], short=short)


def _key_css(standings: Standings, at: int) -> str:
    """A phone keeps (js/page/lists.js) the figure that decides before points do."""
    return "num kept" if standings.led_by and at == 0 else "num"


def _round_column(number: int, at: int) -> Column[StandingsRow]:
    title = _("Round %d") % number
    return Column(f"r{number}", title, value=lambda row: row.per_round[at], short=f"R{number}")


def moved_cell(places: int | None) -> SafeString | str:
    """Places won or lost by the last round: an arrow and a figure, said in words as well."""
    if places is None:
        return ""
    if not places:
        return format_html('<span class="moved">{}</span>', _("same"))
    words = _("up") if places > 0 else _("down")
    kind = "moved-up" if places > 0 else "moved-down"
    return format_html(
        '<span class="moved {}"><span class="visually-hidden">{} </span>{}</span>', kind, words, abs(places)
    )


def lines(standings: Standings, moved: Moved) -> tuple[SafeString, ...]:
    """Each row as a line of the list, in the order of places, with the id `p` and the player's number; the
    name leads to their page, seen from the pages of the event beside each other."""
    css = (_key_css(standings, at) for at in range(len(standings.columns)))
    figures = "".join(f'<td class="{one}">{{}}</td>' for one in css)
    row = '<tr id="p{}"><td class="num place kept">{}</td>' + ('<td class="kept">{}</td>' if moved else "")
    row += '<td class="num no">{}</td><th scope="row" class="who kept">'
    row += '<a href="../players/{}/"><bdi>{}</bdi></a></th>'
    row += figures if standings.led_by else ""
    row += '<td class="num points kept">{}</td>' + '<td class="num">{}</td>' * (2 + standings.lone_hands)
    row += "" if standings.led_by else figures
    row += '<td class="decided">{}</td>'
    row += '<td class="num">{}</td>' * (len(standings.rounds) + standings.has_adjustments) + "</tr>"
    # Every cell is safe already: made so once, not once for each of 7,000.
    return tuple(mark_safe(row.format(*cells)) for cells in _cells(standings, moved))  # noqa: S308


def _cells(standings: Standings, moved: Moved) -> Iterator[tuple[object, ...]]:
    """Each row's cells, safe to be drawn: figures are, and texts are escaped here, each once."""
    decided = decided_words(standings)
    moves = {places: moved_cell(places) for places in {None, *moved.values()}}
    adjusted = standings.has_adjustments
    led = standings.led_by is not None
    for row in standings.rows:
        rounds = zip(standings.rounds, row.per_round, strict=True)
        yield (
            row.number,
            NOT_IN if row.place is None else row.place,
            *((moves[moved.get(row.number)],) if moved else ()),
            row.number,
            row.number,
            escape(row.name),
            *(row.written if led else ()),
            figure(row.points),
            row.rounds_won,
            *((row.loners,) if standings.lone_hands else ()),
            figure(row.best_round),
            *(() if led else row.written),
            escape(decided(row)),
            *(round_cell(row, number, points) for number, points in rounds),
            *((adjustment(row.adjustments),) if adjusted else ()),
        )
