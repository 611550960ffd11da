"""A table's sheet as pages show it: the players, what counts and why, all revisions, the rulings; all tables
of a round in the totals grid.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from django.utils.translation import gettext as _

from scoring.bounds import points_of_a_table
from scoring.deal import Deal, Struck
from scoring.errors import ScoringError
from scoring.ruleset import Ruleset
from scoring.seats import PAIRS, SIDES, Seat, Side
from scoring.sheet import RoundScore
from tournament.models import Event, Round, Ruling, Seating, Sheet, Submission, Table
from tournament.models.rulings import FATE_CHOICES
from tournament.models.seating import SEAT_LETTERS, SIDE_NAMES
from tournament.reports.seating import SeatedPerson
from tournament.state.open_items import MISSING_THERE
from tournament.state.sheet_scores import TableResult, is_set_aside, merge_rulings, score_result
from tournament.words.figures import figure
from tournament.words.names import called
from tournament.words.sentences import within

TRIES = 5


@dataclass(frozen=True, slots=True)
class Sitter(SeatedPerson):
    """Who sits on one seat of a table."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DealLine:
    """One deal as read back, with what it gave and the score after it."""

    deal: Deal
    points: Mapping[Side, int]
    running: Mapping[Side, int]

    @property
    def ending(self) -> str:
        """How a deal ended that was not played out."""
        return str(dict(FATE_CHOICES).get(self.deal.fate, ""))


@dataclass(frozen=True, slots=True)
class TableSheet:
    """Everything about one table's round. `deals` are those of the sheet that counts, empty for totals.

    `history` are its revisions, newest first, each with what it changed in words (the first one nothing).
    """

    round: int
    table: int
    sitters: Mapping[Seat, Sitter]
    current: Sheet | None
    why: str
    deals: tuple[DealLine, ...]
    rulings: Sequence[Ruling]
    history: tuple[tuple[Sheet, tuple[str, ...]], ...]
    lacks_a_deal: bool = False  # a ruling changed, so that the report that counted makes no whole round

    @property
    def sides(self) -> list[dict[str, Any]]:
        """Both sides with total and players, North–South first; the total is None while nothing counts."""
        now = self.current
        return [
            {
                "side": side,
                "total": now.totals[side] if now else None,
                "won": bool(now and now.winner == side),
                "players": [
                    {
                        "seat": seat,
                        "sitter": self.sitters.get(seat),
                        "points": now.points[seat] if now else None,
                        "loners": now.loners[seat] if now else 0,
                    }
                    for seat in side.seats
                ],
            }
            for side in SIDES
        ]

    @property
    def nothing_counts(self) -> bool:
        """Whether the table has reported but nothing counts: withdrawn, or a ruling took a deal out."""
        return self.current is None and bool(self.history)


def table_sheet(table: Table, rules: Ruleset) -> TableSheet:
    """One table with its history, newest revision first."""
    sitters = sitters_of(table)
    sheets = list(table.sheets.select_related("entered_by", "confirmed_by").order_by("-revision"))
    rulings = list(table.rulings.order_by("number"))
    current = next((sheet for sheet in sheets if sheet.counting), None)
    tied_in, deals = _recounted(current, table, rules, rulings)
    return TableSheet(
        round=table.round.number,
        table=table.number,
        sitters=sitters,
        current=current,
        why=winner_why(current, rules, tied_in) if current else "",
        deals=deals,
        rulings=rulings,
        history=tuple(
            (sheet, tuple(_changes(before, sheet)) if before else ())
            for sheet, before in zip(sheets, [*sheets[1:], None], strict=False)
        ),
        lacks_a_deal=bool(sheets) and current is None and is_set_aside(table),
    )


def sitters_of(table: Table) -> dict[Seat, Sitter]:
    """Who sits where, N S E W; an empty chair is left out."""
    return {
        seat: Sitter(seating.player.number, seating.player.name, seat)
        for seat, seating in table.chairs().items()
    }


def _changes(before: Sheet, after: Sheet) -> Iterable[str]:
    if before.entry != after.entry:
        yield _("entered as: %(now)s") % {"now": within(after.get_entry_display())}
    for side in SIDES:
        if before.totals[side] != after.totals[side]:
            yield _change(str(SIDE_NAMES[side]), figure(before.totals[side]), figure(after.totals[side]))
    for seat in PAIRS:
        if before.loners[seat] != after.loners[seat]:
            yield _change(
                _("lone marches %(seat)s") % {"seat": SEAT_LETTERS[seat]},
                before.loners[seat],
                after.loners[seat],
            )
    if before.deals_played != after.deals_played:
        yield _change(_("deals played"), before.deals_played or _("all"), after.deals_played or _("all"))
    if before.nobody_can_say != after.nobody_can_say and after.ns == after.ew and not after.reached_first:
        yield _("nobody can say who reached it first") if after.nobody_can_say else _("tie open")
    if before.winner != after.winner:
        yield _change(_("winner"), before.winner or _("nobody"), after.winner or _("nobody"))
    yield from _changed_deals(before, after)
    yield from _changed_rulings(before, after)


def _changed_deals(before: Sheet, after: Sheet) -> Iterable[str]:
    then = {(deal["slot"], deal["attempt"]): deal for deal in before.deals}
    now = {(deal["slot"], deal["attempt"]): deal for deal in after.deals}
    changed = sorted(place for place in {*then, *now} if then.get(place) != now.get(place))
    if then and now and changed:
        yield _("deals: %(deals)s") % {"deals": ", ".join(str(slot) for slot, _attempt in changed)}


def _changed_rulings(before: Sheet, after: Sheet) -> Iterable[str]:
    if before.rulings != after.rulings:
        numbers = ", ".join(str(row["number"]) for row in after.rulings) or _("none")
        yield _("rulings counted: %(numbers)s") % {"numbers": numbers}


def _change(what: str, was: object, now: object) -> str:
    return _("%(what)s %(was)s → %(now)s") % {"what": what, "was": was, "now": now}


def winner_why(sheet: Sheet, rules: Ruleset, tied_in: int | None = None) -> str:
    """Why this side won, or why nobody did; `tied_in`: the deal in which the winner reached a tied total."""
    won = not rules.counts_lost
    points = figure(sheet.totals[Side.NS])
    told = sheet.reached_first or sheet.entry == Sheet.Entry.DEALS or not sheet.winner
    if not sheet.tied or not told:  # an award brought a side there first
        if rules.target is not None and won:
            return _("first to %(points)d") % {"points": rules.target}
        return _("more points") if won else _("fewer points lost")
    if not sheet.winner and sheet.entry == Sheet.Entry.TOTALS:
        if sheet.tie_is_open:
            return _("tied at %(points)s; who reached it first is not answered yet") % {"points": points}
        return _("tied at %(points)s, and nobody could say who reached it first") % {"points": points}
    if not sheet.winner:
        return _("tied at %(points)s, which both reached in the same deal") % {"points": points}
    if tied_in is not None:
        return _("tied at %(points)s, reached first in deal %(deal)d") % {"points": points, "deal": tied_in}
    return _("tied at %(points)s, reached first as the director was told") % {"points": points}


def _recounted(
    sheet: Sheet | None, table: Table, rules: Ruleset, rulings: list[Ruling]
) -> tuple[int | None, tuple[DealLine, ...]]:
    """The counting sheet's deals with points, and the deal in which the winner reached a tied total.

    If the rules no longer fit the sheet, there are no deals, and no error.
    """
    if sheet is None or sheet.entry != Sheet.Entry.DEALS:
        return None, ()
    numbers = {row["number"] for row in sheet.rulings}
    used = [ruling for ruling in rulings if ruling.number in numbers]
    reported = TableResult.of(sheet, table)
    if reported.first_dealer is None:
        return None, ()
    try:
        score = score_result(rules, reported, used, {}).score
        deals = merge_rulings(rules, reported, used)
    except ScoringError:
        return None, ()
    lines = tuple(
        DealLine(deal, worth.points, running)
        for deal, worth, running in zip(deals, score.deals, score.running, strict=True)
    )
    return reached_after(score, [deal.slot for deal in deals]), lines


def reached_after(score: RoundScore, slots: Sequence[int]) -> int | None:
    """The deal (its slot) after which the side that won a tie had its final points; None for no side."""
    side = score.reached_first
    if side is None:
        return None
    final = score.totals[side]
    return next(
        (slot for slot, after in zip(slots, score.running, strict=False) if after[side] == final), None
    )


@dataclass(frozen=True, slots=True)
class SideResult:
    """Two partners, each with their lone marches, and their team points; None until the table reports."""

    side: Side
    people: tuple[tuple[SeatedPerson, int], ...]
    points: int | None
    won: bool

    @property
    def short(self) -> str:
        """`N S` or `E W`: the seats of the people, in their order."""
        return " ".join(str(SEAT_LETTERS[seat]) for seat in self.side.seats)


@dataclass(frozen=True, slots=True)
class RoundTable:
    """One table of a round, its counting sheet and its rulings in force.

    `missing`: its sheet is awaited; `not_played` is why it is not, `disputed` why an official marked its
    paper sheet. In the totals grid, `told` are its sides' reports by phone while nothing counts there.
    """

    round: int
    number: int
    sitters: Mapping[Seat, Sitter]
    sheet: Sheet | None
    rulings: Sequence[Ruling]
    missing: bool
    not_played: str
    disputed: str
    told: Sequence[Submission]

    @property
    def awards(self) -> list[Ruling]:
        """The rulings that changed points here, or struck some."""
        struck = self.struck
        return [ruling for ruling in self.rulings if ruling.changes_points or ruling.number in struck]

    @property
    def struck(self) -> Mapping[int, Struck]:
        """Ruling number: what came off the totals of what the table had written for its deal."""
        written = self.sheet.written.items() if self.sheet else ()
        return {number: one for number, one in written if isinstance(one, Struck)}

    @property
    def sides(self) -> tuple[SideResult, ...]:
        """North–South and East–West, each with its points."""
        sheet, seated = self.sheet, self.sitters
        return tuple(
            SideResult(
                side,
                tuple((seated[s], sheet.loners[s] if sheet else 0) for s in side.seats if s in seated),
                sheet.totals[side] if sheet else None,
                sheet is not None and sheet.winner == side,
            )
            for side in SIDES
        )


class RoundTables:
    """The tables of a round by number."""

    tables: tuple[RoundTable, ...]

    @property
    def missing(self) -> tuple[int, ...]:
        """The tables whose sheet is awaited."""
        return tuple(table.number for table in self.tables if table.missing)

    @property
    def reported(self) -> int:
        return sum(table.sheet is not None for table in self.tables)

    @property
    def due(self) -> int:
        """How many tables play the round."""
        return sum(not table.not_played for table in self.tables)


def round_tables(
    round_: Round,
    number: int | None = None,
    told: Mapping[int, Sequence[Submission]] = MappingProxyType({}),
    *,
    names_at: int | None = None,
) -> tuple[tuple[RoundTable, ...], tuple[SeatedPerson, ...]]:
    """The round's tables, or the one of this number, and who sits out: four queries. `told` are the reports
    by phone by the table's key. With `names_at` only that table's people are read, where no others are shown.
    """
    one = {} if number is None else {"number": number}
    tables = Table.objects.filter(round=round_, **one)
    sheets = Sheet.objects.counting().filter(table__in=tables)
    if names_at is None:
        sheets = sheets.select_related("entered_by", "confirmed_by")
    counting = {sheet.table_id: sheet for sheet in sheets}
    rulings: dict[int, list[Ruling]] = {}
    for ruling in Ruling.objects.in_force().filter(table__in=tables):
        rulings.setdefault(ruling.table_id, []).append(ruling)
    seated: dict[tuple[int, str], Sitter] = {}
    sit_out: list[SeatedPerson] = []
    # Read as values, as every save reads the whole hall.
    seatings = Seating.objects.filter(round=round_)
    if (named := number or names_at) is not None:
        seatings = seatings.filter(table__number=named)
    people = seatings.order_by("player__number").values_list(
        "table", "seat", "player__number", "player__own_name", "player__house"
    )
    for key, seat, player, own_name, house in people:
        name = called(player, own_name, house=house)
        if key is None:
            sit_out.append(SeatedPerson(player, name))
        else:
            seated[key, seat] = Sitter(player, name, Seat(seat))
    fields = ("pk", "number", "not_played", "disputed", "is_missing")
    rows = tables.annotate(is_missing=MISSING_THERE).order_by("number").values_list(*fields)
    return tuple(
        RoundTable(
            round=round_.number,
            number=number,
            sitters={seat: seated[key, seat] for seat in PAIRS if (key, seat) in seated},
            sheet=counting.get(key),
            rulings=rulings.get(key, ()),
            missing=missing,
            not_played=not_played,
            disputed=disputed,
            told=() if key in counting else told.get(key, ()),
        )
        for key, number, not_played, disputed, missing in rows
    ), tuple(sit_out)


@dataclass(frozen=True, slots=True)
class GridSums:
    """The column sums of the tables that have reported, as reported.

    `possible` are the least and the largest sum that many tables can have, None if rulings gave points.
    """

    tables: int
    sides: Mapping[Side, int]
    loners: Mapping[Seat, int]
    possible: tuple[int, int] | None

    @property
    def together(self) -> int:
        return sum(self.sides.values())

    @property
    def each(self) -> float:
        """Points at a table on average."""
        return self.together / self.tables if self.tables else 0.0


@dataclass(frozen=True, slots=True)
class TotalsGrid(RoundTables):
    """A round's tables for typing totals. `version` is the event's at the moment that they show."""

    tables: tuple[RoundTable, ...]
    version: int = 0

    def sums(self, rules: Ruleset) -> GridSums:
        """The columns added up, over the tables that are in."""
        sheets = [table.sheet for table in self.tables if table.sheet]
        ruled = any(table.awards for table in self.tables if table.sheet)
        bounds = [points_of_a_table(rules, sheet.deals_played) for sheet in sheets]
        return GridSums(
            tables=len(sheets),
            sides={side: sum(sheet.reported[side] for sheet in sheets) for side in SIDES},
            loners={seat: sum(sheet.noted[seat] for sheet in sheets) for seat in PAIRS},
            possible=None if ruled else (sum(b[0] for b in bounds), sum(b[1] for b in bounds)),
        )


def settled_grid(round_: Round, *, again: bool = False, names_at: int | None = None) -> TotalsGrid:
    """The round's tables with the event's version, fetched once more if something was saved meanwhile.

    If others keep saving, the rows may be newer than the version; then the page accepts the next answer.
    """
    version = _version_of(round_)
    for _try in range(TRIES):
        grid = totals_grid(round_, again=again, names_at=names_at)
        before, version = version, _version_of(round_)
        if version == before:
            break
    return replace(grid, version=before)


def _version_of(round_: Round) -> int:
    return Event.objects.values_list("live_version", flat=True).get(pk=round_.event_id)


def totals_grid(
    round_: Round, number: int | None = None, *, again: bool = False, names_at: int | None = None
) -> TotalsGrid:
    """The round's tables, or the one of this number, with what their sides report by phone.

    `names_at`: as in `round_tables`.
    `again`: for a second reading of the sheets, where a table is empty until its sheet is read again.
    """
    told: dict[int, list[Submission]] = {}
    if round_.event.table_entry:
        reports = Submission.objects.live().filter(table__round=round_)
        for report in reports.order_by("number"):
            told.setdefault(report.table_id, []).append(report)
    tables, _sit_out = round_tables(round_, number, told, names_at=names_at)
    if again:
        tables = tuple(
            replace(table, sheet=None, missing=True)
            if table.sheet and not table.sheet.confirmed_at
            else table
            for table in tables
        )
    return TotalsGrid(tables)
