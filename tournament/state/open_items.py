"""What is open about an event's sheets, as codes and numbers, with the conditions on tables behind them.

A table without a sheet is missing until its sheet is entered, or a director records that it was not played.
Closing and finishing read this; `reports.todos` has the sentence and the page of each.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from django.db.models import Count, Exists, OuterRef, Q, Subquery
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.models.events import Event
from tournament.models.rulings import Ruling
from tournament.models.seating import Round, Table
from tournament.models.sheets import ASKS_WRITTEN, OPEN_TIE, Sheet, Wrote
from tournament.models.submissions import Submission
from tournament.state.attendance import TABLE_NEEDS
from tournament.state.rulings import other_calls
from tournament.state.sheet_scores import other_dealers
from tournament.words.figures import figure, score

MISSING, DISPUTED, WAITING = "missing", "disputed", "waiting"
TIED, DEALER, CALL, WRITTEN, SHORT, LATE = "tied", "dealer", "call", "written", "short", "late"
ABOUT_RULINGS = (DEALER, CALL, WRITTEN)
AT_CLOSING = (MISSING, DISPUTED, WAITING, TIED, *ABOUT_RULINGS)

# Once a sheet counts, phone reports are settled, and only officials change the sheet.
HAS_SHEET = Exists(Sheet.objects.counting().filter(table=OuterRef("pk")))


def _reporting(*states: str) -> Q:
    reports = Submission.objects.filter(table=OuterRef("pk"), state__in=states)
    return Q(~HAS_SHEET, Exists(reports))


# Tables whose sides disagree, by phone or, as an official marked it, about their paper sheet; those where one
# side has reported and the other has not answered from its own phone.
DISPUTED_THERE = _reporting(Submission.State.DISPUTED) | Q(~HAS_SHEET, ~Q(disputed=""))
LATE_THERE = Exists(Submission.objects.filter(table=OuterRef("pk"), state=Submission.State.LATE))
MISSING_THERE = ~HAS_SHEET & Q(not_played="")  # in a round that has begun
WAITING_THERE = _reporting(Submission.State.WAITING, Submission.State.ONE_PHONE)


@dataclass(frozen=True, slots=True)
class TableWithoutSheet:
    """A table of a begun round for which nothing counts; `players` sit there, if it is missing.

    `not_played` is the director's reason for recording it as not played, else empty.
    """

    round: int
    table: int
    closed: bool
    not_played: str = ""
    players: int = 0
    disputed: bool = False

    @property
    def key(self) -> str:
        """“5.6”: the table as forms name it."""
        return f"{self.round}.{self.table}"

    @property
    def is_missing(self) -> bool:
        """Whether the round is closed and the sheet still awaited, or an official marked it as disputed."""
        return (self.closed or self.disputed) and not self.not_played

    @property
    def sentence(self) -> str:
        words = {"round": self.round, "table": self.table, "n": self.players, "why": self.not_played}
        if self.not_played:
            return _("Round %(round)d, table %(table)d was not played.") % words
        if self.disputed:
            return _("Round %(round)d, table %(table)d is disputed: nothing counts there yet.") % words
        if self.players == TABLE_NEEDS:
            message = _("Round %(round)d, table %(table)d has no sheet: its four players get 0 points.")
        else:
            message = ngettext(
                "Round %(round)d, table %(table)d has no sheet: its %(n)d player gets 0 points.",
                "Round %(round)d, table %(table)d has no sheet: its %(n)d players get 0 points.",
                self.players,
            )
        return message % words


def table_without_sheet(
    round_: int, status: str, table: int, not_played: str, players: int, disputed: str = ""
) -> TableWithoutSheet:
    """A table of a begun round for which nothing counts; the number of players is kept only if missing."""
    closed = status == Round.Status.CLOSED
    without = TableWithoutSheet(round_, table, closed, not_played, disputed=bool(disputed))
    return replace(without, players=players) if without.is_missing else without


def missing_sheets(event: Event) -> tuple[TableWithoutSheet, ...]:
    """The tables of closed rounds whose sheet is missing; while there are any, results are incomplete."""
    return missing_among(open_sheets(event)[1])


def missing_among(tables: Iterable[TableWithoutSheet]) -> tuple[TableWithoutSheet, ...]:
    return tuple(one for one in tables if one.is_missing)


def not_played_among(tables: Iterable[TableWithoutSheet]) -> tuple[TableWithoutSheet, ...]:
    return tuple(one for one in tables if one.not_played)


class OpenSheet(NamedTuple):
    """One thing that is open about a table's sheet; `wrong`: results are wrong until it is settled.

    `without` is the table, if it has no sheet; `number` the players seated (SHORT) or the ruling (DEALER,
    CALL, WRITTEN). `what` is what a tie, a ruling or corrected winners ask.
    """

    code: str
    round: int
    table: int
    wrong: bool = False
    without: TableWithoutSheet | None = None
    number: int = 0
    what: str = ""


def open_sheets(
    event: Event, round_: Round | None = None
) -> tuple[list[OpenSheet], tuple[TableWithoutSheet, ...]]:
    """What is open about the sheets of the event, or of one of its rounds, and its tables without a sheet.

    One query, and a few more if rulings about deals are in force.
    """
    items: list[OpenSheet] = []
    without: list[TableWithoutSheet] = []
    rows = _tables(event, round_)
    for row in rows:
        closed = row["round__status"] == Round.Status.CLOSED
        one = None
        if not row["has_sheet"]:
            place = row["round__number"], row["round__status"], row["number"]
            one = table_without_sheet(*place, row["not_played"], row["seated"], row["disputed"])
            without.append(one)
        over = event.is_finished and not closed  # such a round counts as not played
        if not over and (one is None or not one.not_played):
            items += _at_table(row, one, closed=closed and not (one and event.awaits_cards))
    if any(row["ruled"] for row in rows):
        rounds = event.rounds.begun()
        items += _contradicted(rounds if round_ is None else rounds.filter(pk=round_.pk))
    return sorted(items, key=lambda item: (item.round, item.table)), tuple(without)


def _tables(event: Event, round_: Round | None) -> list[dict[str, Any]]:
    """The tables of begun rounds, each with what could be open about it, in one query."""
    here = {"table": OuterRef("pk")}
    counting = Sheet.objects.counting().filter(**here)
    tables = Table.objects.filter(round__event=event).exclude(round__status=Round.Status.PLANNED)
    if round_ is not None:
        tables = tables.filter(round=round_)
    rows = tables.annotate(
        seated=Count("seatings"),
        has_sheet=HAS_SHEET,
        in_dispute=DISPUTED_THERE,
        waiting=WAITING_THERE,
        late=LATE_THERE,
        tied=Subquery(counting.filter(OPEN_TIE).values("ns")[:1]),
        rows=Subquery(counting.filter(ASKS_WRITTEN).values("rulings")[:1]),
        ruled=Exists(Ruling.objects.in_force().filter(**here, slot__isnull=False)),
    )
    # Rows with nothing open stay in the database.
    nothing = Q(
        has_sheet=True, in_dispute=False, waiting=False, late=False, tied=None, rows__isnull=True,
        ruled=False,
    )  # fmt: skip
    fields = ("round__number", "round__status", "number", "not_played", "disputed", "seated", "has_sheet")
    open_rows: Any = rows.exclude(nothing).order_by("round__number", "number")
    return list(open_rows.values(*fields, "in_dispute", "waiting", "late", "tied", "rows", "ruled"))


def _at_table(row: dict[str, Any], one: TableWithoutSheet | None, *, closed: bool) -> Iterator[OpenSheet]:
    place = row["round__number"], row["number"]
    if row["late"]:
        yield OpenSheet(LATE, *place, closed)
    if row["in_dispute"]:  # wrong as soon as an official marks it
        yield OpenSheet(DISPUTED, *place, closed or (one is not None and one.disputed), one)
    elif row["waiting"]:
        yield OpenSheet(WAITING, *place, closed, one)
    elif one:
        yield OpenSheet(MISSING, *place, closed, one)
    if one and not closed and row["seated"] < TABLE_NEEDS:
        yield OpenSheet(SHORT, *place, number=row["seated"])
    if (points := row["tied"]) is not None:
        tie = {"n": figure(points), "score": score(points, points)}
        what = _("tied %(score)s: which side reached %(n)s first?") % tie
        yield OpenSheet(TIED, *place, closed, what=what)
    for ruling in row["rows"] or ():
        if ruling.get("struck") == Wrote.OPEN:
            what = _("ask the table what it wrote for the deal of ruling %(n)d.") % {"n": ruling["number"]}
            yield OpenSheet(WRITTEN, *place, closed, number=ruling["number"], what=what)


def _contradicted(rounds: Iterable[Round]) -> Iterator[OpenSheet]:
    """The rulings that a sheet contradicts."""
    others = [(DEALER, other.ruling, other.sentence) for other in other_dealers(rounds)]
    others += [(CALL, other.ruling, other.sentence) for other in other_calls(rounds)]
    for code, ruling, what in others:
        place = ruling.table.round.number, ruling.table.number
        yield OpenSheet(code, *place, number=ruling.number, what=what)


def open_by_code(round_: Round) -> dict[str, tuple[int, ...]]:
    """What is open about a round's sheets when it is closed: the tables of each kind."""
    items, _without = open_sheets(round_.event, round_)
    tables = {code: {item.table for item in items if item.code == code} for code in AT_CLOSING}
    return {code: tuple(sorted(numbers)) for code, numbers in tables.items() if numbers}
