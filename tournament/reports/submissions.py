"""Scores reported by phone: for the table's own page, and as questions for the director's desk; the tables'
links.

Each in a number of queries that does not grow with the tables.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from scoring.seats import Seat, Side
from tournament.models import Event, Round, Sheet, Submission, Table, TableLink
from tournament.models.seating import prefetched_chairs
from tournament.reports.sheets import Sitter, sitters_of
from tournament.reports.todos import sheets_open

State = Submission.State
ORDER = ("late", "disputed", "differs", "one_phone", "unlikely", "waiting")  # most urgent first


@dataclass(frozen=True, slots=True)
class TableSubmissions:
    """One table in one round as its players see it: the counting score, and each side's report."""

    sitters: Mapping[Seat, Sitter]
    sheet: Sheet | None
    reports: Mapping[Side, Submission]
    agreed_by: tuple[Sitter, ...]  # who reported what counts and who accepted it, where players did

    @property
    def disputed(self) -> bool:
        return any(report.state == State.DISPUTED for report in self.reports.values())


@dataclass(frozen=True, slots=True)
class SubmissionQuestion:
    """A table's reports that an official should check. `kind` is one of `ORDER`; `sheet` is what counts."""

    kind: str
    table: int
    reports: Sequence[Submission]
    sheet: Sheet | None
    sitters: Mapping[Seat, Sitter]

    @property
    def revision(self) -> int:
        """The revision on which a decision is based."""
        return self.sheet.revision if self.sheet else 0


def table_submissions(table: Table) -> TableSubmissions:
    """What a table's own page shows; `table` has its seatings loaded."""
    sitters = sitters_of(table)
    reports = list(table.submissions.exclude(state=State.WITHDRAWN).order_by("number"))
    accepted = next((report for report in reports if report.state == State.ACCEPTED), None)
    agreed = (accepted.seat, accepted.answered_seat) if accepted else ()
    return TableSubmissions(
        sitters=sitters,
        sheet=Sheet.objects.counting_at(table),
        reports={Side(report.side): report for report in reports if report.is_live},
        agreed_by=tuple(sitters[Seat(seat)] for seat in agreed if seat in sitters),
    )


def submission_questions(round_: Round) -> tuple[SubmissionQuestion, ...]:
    """The reports in the round that an official should check, most urgent first."""
    reports = Submission.objects.filter(table__round=round_).exclude(state=State.WITHDRAWN).order_by("number")
    by_table: dict[int, list[Submission]] = {}
    for report in reports:
        by_table.setdefault(report.table_id, []).append(report)
    if not by_table:
        return ()
    tables = Table.objects.filter(pk__in=by_table).prefetch_related(prefetched_chairs())
    sheets = Sheet.objects.counting().filter(table__in=by_table).select_related("entered_by")
    counting = {sheet.table_id: sheet for sheet in sheets}
    questions = []
    for table in tables:
        submissions, sheet = by_table[table.pk], counting.get(table.pk)
        kind, to_check = _asked(submissions, sheet) if sheet else _open(submissions)
        if kind:
            questions.append(SubmissionQuestion(kind, table.number, to_check, sheet, sitters_of(table)))
    return tuple(sorted(questions, key=lambda question: (_urgency(question), question.table)))


def _open(reports: Iterable[Submission]) -> tuple[str, list[Submission]]:
    """The question of a table for which nothing counts yet."""
    live = [report for report in reports if report.is_live]
    states = {report.state for report in live}
    if State.LATE in states:
        return "late", live
    if State.DISPUTED in states:
        return "disputed", live
    if State.ONE_PHONE in states:
        return "one_phone", [report for report in live if report.state == State.ONE_PHONE]
    return ("waiting" if live else ""), live


def _asked(reports: Sequence[Submission], sheet: Sheet) -> tuple[str, list[Submission]]:
    """The question of a table with a sheet: a differing report, or an unlikely one that was accepted."""
    late = [report for report in reports if report.state == State.LATE]
    if late:
        return "late", late
    differing = [r for r in reports if r.state in (State.WAITING, State.ONE_PHONE) and not _says(r, sheet)]
    if differing:
        return "differs", differing
    unlikely = [r for r in reports if r.state == State.ACCEPTED and r.doubts and not r.settled_at]
    if unlikely and sheet.source == Sheet.Source.TABLE and _says(unlikely[-1], sheet):
        return "unlikely", unlikely[-1:]
    return "", []


def _says(report: Submission, sheet: Sheet) -> bool:
    return (report.totals, report.loners, report.winner) == (sheet.totals, sheet.loners, sheet.winner)


def _urgency(question: SubmissionQuestion) -> tuple[int, bool]:
    return ORDER.index(question.kind), not any(report.doubts for report in question.reports)


class LinkLine(NamedTuple):
    """One table: its live link with the PIN that opens it now, and how far it has come.

    `never_made`: it never had a link. `locked`: no PIN is taken there now. In the open round, `in_play`: the
    table is played at; `reported`: its sheet is in; `is_open`: something is still open about that sheet;
    `asks` is the kind of its question (`ORDER`), empty for none.
    """

    number: int
    link: TableLink | None
    pin: str
    never_made: bool
    locked: bool
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
        LinkLine(
            number=number,
            link=(link := links.get(number)),
            pin=_pin(link, open_round) if link else "",
            never_made=number not in known,
            locked=link is not None and link.is_locked(at),
            in_play=number in playing,
            reported=playing.get(number, False),
            is_open=number in unsettled,
            asks=kinds.get(number, ""),
        )
        for number in dict.fromkeys(numbers)
    )


def _pin(link: TableLink, open_round: Round | None) -> str:
    """The PIN that opens the table now; empty between rounds if each has its own."""
    if not link.event.pin_per_round:
        return link.pin
    return link.pin_for(open_round.number, per_round=True) if open_round else ""
