"""Compute the next round from the last results, with the questions a director must answer first.

Writes nothing; `services.next_round` does, after a director has seen it. Players and tables are numbers.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.db.models import F
from django.utils.translation import gettext as _

from scoring.seats import SEATS, SIDES, Side
from tournament import actions
from tournament.figures import score
from tournament.models import Event, Player, Round, Sheet, Table
from tournament.models.seating import seats
from tournament.rotation.movements import MOVEMENTS, seat_next
from tournament.rotation.plan import Plan, RotationError, RoundPlan, TablePlan
from tournament.sentences import words_of
from tournament.state.attendance import attendance, published_plans
from tournament.state.next_round import round_to_seat_after
from tournament.state.standings import order_of_standings
from tournament.state.wishes import wishes_of


@dataclass(frozen=True, slots=True)
class NamedWinner:
    """The side a director names as a table's winner: because it reached the tie first, which the sheet then
    says, or only to decide who moves."""

    side: Side
    reached_first: bool = False


@dataclass(frozen=True, slots=True)
class WinnerQuestion:
    """A table whose sheet does not say who won. `score` is None without a sheet; `for_sheet`: the answer goes
    on the sheet. `named` is the answer."""

    table: int
    score: tuple[int, int] | None
    for_sheet: bool
    people: Mapping[Side, tuple[Player, ...]]
    named: NamedWinner | None = None

    @property
    def sentence(self) -> str:
        """“Table 4 is tied 8–8: who reached it first?”"""
        if self.score is None:
            return _("Table %(table)d has not reported: who won there?") % {"table": self.table}
        ns, ew = self.score
        words = {"table": self.table, "score": score(ns, ew)}
        if self.for_sheet:
            return _("Table %(table)d is tied %(score)s: who reached it first?") % words
        if ns == ew:
            return (
                _("Table %(table)d is tied %(score)s after the last deal: which side moves on as winner?")
                % words
            )
        return _("Table %(table)d has no winner at %(score)s: which side moves on as winner?") % words


@dataclass(frozen=True, slots=True)
class NextRound:
    """The round to be seated after round `after`. `plan` is None while a question is open, or where nobody
    can be seated: `problem` says why then. `standing` are the players as they stand, the leader first, where
    the plan follows from that. `mark` stands for everything the plan follows from."""

    number: int
    after: int
    questions: tuple[WinnerQuestion, ...]
    winners: Mapping[int, Side]
    last: RoundPlan
    plan: RoundPlan | None
    problem: str
    mark: str
    standing: tuple[int, ...] = ()

    @property
    def follows(self) -> dict[str, Any]:
        """What the round is seated from: the round before it, who moves on as winner by table, the standings.

        Tables are texts, as in JSON.
        """
        winners = {str(table): side.value for table, side in sorted(self.winners.items())}
        return {"after": self.after, "winners": winners, "standings": list(self.standing)}

    @property
    def unanswered(self) -> tuple[WinnerQuestion, ...]:
        return tuple(question for question in self.questions if question.named is None)


def compute_next_round(
    event: Event,
    after: Round,
    named: Mapping[int, NamedWinner] | None = None,
    *,
    movement: str | None = None,
    seed: int | None = None,
) -> NextRound:
    """Seat the round after `after` as far as possible; `named` are the director's answers by table.

    Answers from an earlier seating of the round are reused unless `named` overrides them. `movement` and
    `seed` default to the event's own.
    """
    movement = movement or event.movement
    seed = event.seed if seed is None else seed
    number = after.number + 1
    tables = list(after.tables.order_by("number").prefetch_related(seats()))
    plans = published_plans(event)
    last = RoundPlan(tuple(map(_plan, tables)), plans[after.number].sit_out)
    history = [*(plan for n, plan in sorted(plans.items()) if n < after.number), last]
    present = sorted(attendance(event.players.all(), [number])[number])
    wishes = wishes_of(event).among(present)
    questions: tuple[WinnerQuestion, ...] = ()
    winners: dict[int, Side] = {}
    if MOVEMENTS[movement].needs_winners:
        questions, winners = _winners(after, tables, named or {})
    standing: tuple[int, ...] = ()
    if MOVEMENTS[movement].needs_standings:
        standing = order_of_standings(event, present, through=after.number)
    plan, problem = None, ""
    if all(question.named for question in questions):
        try:
            plan = seat_next(
                movement,
                present,
                winners_of=winners,
                standing=standing,
                pattern=event.standings_pattern,
                history=history,
                seed=seed,
                goes_on=number < event.round_count,
                **wishes.asked(len(present)),
            )
        except RotationError as error:
            problem = words_of(error)
    facts = [movement, seed, number, present, wishes.to_dict(), standing, event.standings_pattern]
    mark = _fingerprint(facts, winners, questions, history)
    return NextRound(number, after.number, questions, winners, last, plan, problem, mark, standing)


def _plan(table: Table) -> TablePlan:
    """The table as seated; an empty chair gets a number that no player has."""
    chairs = table.chairs()
    numbers = (
        chairs[seat].player.number if seat in chairs else -(len(SEATS) * table.number + place)
        for place, seat in enumerate(SEATS)
    )
    return TablePlan(table.number, *numbers)


def _winners(
    round_: Round, tables: Iterable[Table], named: Mapping[int, NamedWinner]
) -> tuple[tuple[WinnerQuestion, ...], dict[int, Side]]:
    """A question for each table whose sheet does not name a winner, and the winners known so far."""
    sheets = {sheet.table_id: sheet for sheet in Sheet.objects.counting().filter(table__round=round_)}
    questions, winners = [], {}
    for table in tables:
        sheet = sheets.get(table.pk)
        if sheet is not None and sheet.winner:
            winners[table.number] = Side(sheet.winner)
            continue
        answer = named.get(table.number)
        if answer is None and table.moved_as_winner:
            answer = NamedWinner(Side(table.moved_as_winner))
        if answer is not None:
            winners[table.number] = answer.side
        questions.append(_question(table, sheet, answer))
    return tuple(questions), winners


def _question(table: Table, sheet: Sheet | None, answer: NamedWinner | None) -> WinnerQuestion:
    chairs = table.chairs()
    people = {
        side: tuple(chairs[seat].player for seat in SEATS if seat in side.value and seat in chairs)
        for side in SIDES
    }
    if sheet is None:
        return WinnerQuestion(table.number, None, False, people, answer)
    for_sheet = sheet.ns == sheet.ew and sheet.entry == Sheet.Entry.TOTALS
    return WinnerQuestion(table.number, (sheet.ns, sheet.ew), for_sheet, people, answer)


def _fingerprint(
    facts: list[object],
    winners: Mapping[int, Side],
    questions: Sequence[WinnerQuestion],
    history: Sequence[RoundPlan],
) -> str:
    """A hash of everything the seating depends on, so that only the seating shown can be accepted."""
    facts += [
        sorted((table, side.value) for table, side in winners.items()),
        [(q.table, q.score, bool(q.named and q.named.reached_first)) for q in questions],
        Plan((), tuple(history)).to_dict(),
    ]
    return sha256(json.dumps(facts).encode()).hexdigest()[:20]


@dataclass(frozen=True, slots=True)
class ChangedWinner:
    """A table whose sheet was corrected after the next round was seated: who moved on, and who won."""

    round: int
    table: int
    moved: Side
    won: Side

    @property
    def facts(self) -> list[object]:
        """The table and its winner as the history keeps them."""
        return [self.table, self.won.value]


def changed_winners(event: Event) -> tuple[ChangedWinner, ...]:
    """The winners that no longer fit the open round's seating, while that can still be seated anew.

    Those that a director has decided to leave are left out.
    """
    if not MOVEMENTS[event.movement].needs_winners or event.is_finished:
        return ()
    after = round_to_seat_after(event)
    if after is None or not event.has_round(after.number + 1):
        return ()
    sheets = Sheet.objects.counting().filter(table__round=after).exclude(winner="")
    moved = sheets.exclude(table__moved_as_winner="").exclude(table__moved_as_winner=F("winner"))
    rows = moved.order_by("table__number").values_list("table__number", "table__moved_as_winner", "winner")
    changed = [ChangedWinner(after.number, table, Side(was), Side(now)) for table, was, now in rows]
    if not changed:
        return ()
    entries = event.audit_entries.filter(action=actions.SEATING_KEPT.code, facts__after=after.number)
    kept = [one for facts in entries.values_list("facts", flat=True) for one in facts["winners"]]
    return tuple(one for one in changed if one.facts not in kept)
