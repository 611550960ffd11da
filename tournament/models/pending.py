"""What a round still waits for beside missing sheets: tables in dispute, sheets that a second official has to
confirm. Readings under pages and actions; tables are their numbers, in order."""

from django.db.models import Exists, OuterRef, QuerySet

from tournament.models.reports import Report
from tournament.models.seating import Round, Table
from tournament.models.sheets import Sheet

# Once a table has a sheet, what it reported by phone is settled: officials change the sheet from there.
HAS_SHEET = Exists(Sheet.objects.filter(table=OuterRef("pk")))


def disputed_tables(round_: Round) -> list[int]:
    """The tables whose two sides do not agree, and for which nothing is entered yet."""
    return _numbers(_reporting(round_, Report.State.DISPUTED))


def waiting_tables(round_: Round) -> list[int]:
    """The tables where one side has reported and the other has not answered."""
    return _numbers(_reporting(round_, Report.State.WAITING))


def unconfirmed_tables(round_: Round) -> list[int]:
    """The tables whose sheet one official entered and no other has confirmed; none without that option."""
    if not round_.event.second_eyes:
        return []
    waiting = Sheet.objects.filter(table=OuterRef("pk"), counting=True, to_confirm=True)
    return _numbers(Table.objects.filter(Exists(waiting), round=round_))


def _reporting(round_: Round, state: str) -> QuerySet[Table]:
    reports = Report.objects.filter(table=OuterRef("pk"), state=state)
    return Table.objects.filter(~HAS_SHEET, Exists(reports), round=round_)


def _numbers(tables: QuerySet[Table]) -> list[int]:
    return list(tables.order_by("number").values_list("number", flat=True))
