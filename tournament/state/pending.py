"""What a round still waits for beside missing sheets: tables in dispute, sheets that a second official has to
confirm and who typed them. Readings under pages and actions; tables are their numbers, in order."""

from collections.abc import Iterable

from django.db.models import Exists, OuterRef, QuerySet

from tournament.models.seating import Round, Table
from tournament.models.sheets import OPEN_TIE, Sheet
from tournament.models.submissions import Submission

# The fields of a report itself, without the effect of rulings.
REPORTED = {
    Sheet.Entry.DEALS: ("entry", "deals"),
    Sheet.Entry.TOTALS: (
        "entry", "reported_ns", "reported_ew", "lone_n", "lone_e", "lone_s", "lone_w",
    ),
}  # fmt: skip

TIE_ANSWER = ("reached_first", "nobody_can_say")

# Once a sheet counts, phone reports are settled, and only officials change the sheet.
HAS_SHEET = Exists(Sheet.objects.counting().filter(table=OuterRef("pk")))


def disputed_tables(round_: Round) -> list[int]:
    """The tables whose sides disagree, and for which nothing is entered yet."""
    return _numbers(_reporting(round_, Submission.State.DISPUTED))


def waiting_tables(round_: Round) -> list[int]:
    """The tables where one side has reported and the other has not answered from its own phone."""
    return _numbers(_reporting(round_, Submission.State.WAITING, Submission.State.ONE_PHONE))


def unconfirmed_tables(round_: Round) -> list[int]:
    """The tables whose sheet awaits a second official; none without that option."""
    if not round_.event.second_eyes:
        return []
    waiting = Sheet.objects.unconfirmed().filter(table=OuterRef("pk"))
    return _numbers(Table.objects.filter(Exists(waiting), round=round_))


def tied_tables(round_: Round) -> list[int]:
    """The tables with an open tie: nobody has said which side reached the score first."""
    tied = Sheet.objects.counting().filter(OPEN_TIE, table=OuterRef("pk"))
    return _numbers(Table.objects.filter(Exists(tied), round=round_))


def authors(sheets: Iterable[Sheet]) -> dict[int, int | None]:
    """The authors of sheets that await confirmation: table key → user key.

    The author is who typed the present report; a recount after a ruling or changed rules keeps them. One
    query for all.
    """
    now = {sheet.table_id: sheet for sheet in sheets}
    if not now:
        return {}
    author_by_table = {key: sheet.entered_by_id for key, sheet in now.items()}
    ended = set()
    for older in Sheet.objects.filter(table__in=now).order_by("-revision"):
        key, sheet = older.table_id, now[older.table_id]
        if key in ended or older.revision > sheet.revision:
            continue
        same = all(getattr(older, name) == getattr(sheet, name) for name in _told_in(older, sheet))
        if same and older.to_confirm:
            author_by_table[key] = older.entered_by_id
        else:
            ended.add(key)
    return author_by_table


def _told_in(older: Sheet, sheet: Sheet) -> tuple[str, ...]:
    """The fields by which two revisions are the same report.

    The answer to a tie is compared only if both are tied: a tie that a ruling made leaves the report as is.
    """
    both_tied = older.ns == older.ew and sheet.ns == sheet.ew
    return REPORTED[Sheet.Entry(sheet.entry)] + (TIE_ANSWER if both_tied else ())


def _reporting(round_: Round, *states: str) -> QuerySet[Table]:
    reports = Submission.objects.filter(table=OuterRef("pk"), state__in=states)
    return Table.objects.filter(~HAS_SHEET, Exists(reports), round=round_)


def _numbers(tables: QuerySet[Table]) -> list[int]:
    return list(tables.order_by("number").values_list("number", flat=True))
