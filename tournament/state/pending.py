"""What a table still waits for beside its sheet: conditions on tables for `state.completeness`; and who typed
the sheets that a second official has to confirm."""

from collections.abc import Iterable

from django.db.models import Exists, OuterRef, Q

from tournament.models.sheets import Sheet
from tournament.models.submissions import Submission

# The fields of a report itself, without the effect of rulings.
REPORTED = {
    Sheet.Entry.DEALS: ("entry", "deals", "deals_played"),
    Sheet.Entry.TOTALS: (
        "entry", "reported_ns", "reported_ew", "lone_n", "lone_e", "lone_s", "lone_w", "deals_played",
    ),
}  # fmt: skip

TIE_ANSWER = ("reached_first", "nobody_can_say")

# Once a sheet counts, phone reports are settled, and only officials change the sheet.
HAS_SHEET = Exists(Sheet.objects.counting().filter(table=OuterRef("pk")))


def _reporting(*states: str) -> Q:
    reports = Submission.objects.filter(table=OuterRef("pk"), state__in=states)
    return Q(~HAS_SHEET, Exists(reports))


# Tables whose sides disagree, by phone or, as an official marked it, about their paper sheet; those where one
# side has reported and the other has not answered from its own phone.
DISPUTED_THERE = _reporting(Submission.State.DISPUTED) | Q(~HAS_SHEET, ~Q(disputed=""))
LATE_THERE = Exists(Submission.objects.filter(table=OuterRef("pk"), state=Submission.State.LATE))
WAITING_THERE = _reporting(Submission.State.WAITING, Submission.State.ONE_PHONE)


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
