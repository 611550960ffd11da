"""The tables with their links, for the director's list and for papers. Secrets: directors only."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from tournament.models import Event, Table, TableLink
from tournament.reports.open_items import sheets_open
from tournament.reports.submissions import submission_questions


@dataclass(frozen=True, slots=True)
class LinkLine:
    """One table: its sign's secret and PIN (empty where it has no live link), who is held up, what it asks.

    Where each round has its own PIN it is the open round's.
    `asks` is the kind of its question in the open round (`reports.submissions.ORDER`), empty for none;
    `in_play`: the table is played at in that round; `reported`: its sheet is in; `is_open`: something is
    still open about that sheet.
    """

    number: int
    token: str
    pin: str
    never_made: bool
    locked_until: datetime | None
    misses: int
    in_play: bool
    reported: bool
    is_open: bool
    asks: str


def live_links(event: Event) -> Mapping[int, TableLink]:
    """Table number → its live link; empty if the event takes no scores by phone."""
    if not event.table_entry or event.is_finished:
        return {}
    return {link.number: link for link in event.table_links.live()}


def link_lines(event: Event, at: datetime) -> tuple[LinkLine, ...]:
    """Every table of the event by number."""
    numbers = Table.objects.filter(round__event=event).order_by("number").values_list("number", flat=True)
    links = live_links(event)
    known = set(event.table_links.values_list("number", flat=True))
    open_round = event.open_round
    kinds = {q.table: q.kind for q in submission_questions(open_round)} if open_round else {}
    playing: dict[int, bool] = {}
    unsettled: frozenset[int] = frozenset()
    if open_round:
        tables = Table.objects.filter(round=open_round).values_list("number", "sheets__counting")
        for number, counting in tables:
            playing[number] = playing.get(number, False) or bool(counting)
        open_items = sheets_open(event, open_round).amiss.items
        unsettled = frozenset(number for item in open_items for number in item.tables)
    return tuple(
        _line(
            number,
            links.get(number),
            number not in known,
            playing,
            number in unsettled,
            kinds.get(number, ""),
            open_round.number if open_round else None,
            at,
        )
        for number in dict.fromkeys(numbers)
    )


def _line(
    number: int,
    link: TableLink | None,
    never_made: bool,
    playing: Mapping[int, bool],
    is_open: bool,
    asks: str,
    round_number: int | None,
    at: datetime,
) -> LinkLine:
    pin = link.pin if link else ""
    if link and link.event.pin_per_round:
        pin = link.pin_for(round_number, per_round=True) if round_number else ""
    return LinkLine(
        number=number,
        token=link.token if link else "",
        pin=pin,
        never_made=never_made,
        locked_until=link.locked_until if link and link.is_locked(at) else None,
        misses=link.misses if link else 0,
        in_play=number in playing,
        reported=playing.get(number, False),
        is_open=is_open,
        asks=asks,
    )
