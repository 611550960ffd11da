"""Movements that seat each round from the one before it: which rounds are still to be seated, who would sit
where, and whether corrected results would seat an open round differently.

For closing a round and for every page that shows rounds. Reads only.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, NamedTuple

from django.db.models import F
from django.utils.translation import gettext as _

from scoring.seats import SEATS, SIDES, Side
from tournament.models import Player, Sheet, Table
from tournament.models.events import Event
from tournament.models.seating import Round, prefetched_chairs
from tournament.registry import actions
from tournament.rotation.movements import MOVEMENTS, seat_next
from tournament.rotation.plan import Plan, RotationError, RoundPlan, TablePlan
from tournament.state.attendance import attendance, event_progress, published_plans
from tournament.state.results import order_of_standings
from tournament.state.wishes import wishes_of
from tournament.words.figures import score
from tournament.words.sentences import words_of


@dataclass(frozen=True, slots=True)
class UpcomingRounds:
    """The rounds still to be seated; `waits`: the first of them could be seated now."""

    numbers: tuple[int, ...] = ()
    waits: bool = False

    def __bool__(self) -> bool:
        return bool(self.numbers)

    @property
    def sentence(self) -> str:
        """“Round 4: seated when round 3 closes, and so on to round 8.”; empty if nothing is to come."""
        if not self.numbers:
            return ""
        first, last = self.numbers[0], self.numbers[-1]
        words = {"number": first, "before": first - 1, "last": last}
        if self.waits:
            message = _(
                "Round %(number)d is not seated yet: it follows from the results of round %(before)d."
            )
        elif last > first:
            message = _("Round %(number)d: seated when round %(before)d closes, and so on to round %(last)d.")
        else:
            message = _("Round %(number)d: seated when round %(before)d closes.")
        return message % words


NO_UPCOMING_ROUNDS = UpcomingRounds()


def upcoming_rounds(event: Event, last: int, *, closed: bool) -> UpcomingRounds:
    """The rounds still to be seated after `last`, the last seated one; none once the event is finished."""
    if event.is_finished:
        return NO_UPCOMING_ROUNDS
    return UpcomingRounds(tuple(rounds_to_seat(event, last)), waits=closed)


def upcoming_after_last(event: Event) -> UpcomingRounds:
    """The rounds still to be seated, in one query; none before the first one is seated."""
    last = event.rounds.order_by("-number").first()
    if last is None:
        return NO_UPCOMING_ROUNDS
    return upcoming_rounds(event, last.number, closed=last.status == Round.Status.CLOSED)


def plans_ahead(event: Event) -> bool:
    """Whether the event's movement seats all rounds before the first is played."""
    return MOVEMENTS[event.movement].plans_ahead


def rounds_to_seat(event: Event, last: int) -> range:
    """The rounds still to be seated, each when the one before it is closed; `last` is the last seated."""
    if not last:
        return range(0)
    return range(max(last, _ahead(event)) + 1, event.round_count + 1)


def _ahead(event: Event) -> int:
    """How many rounds are seated before the first is played."""
    return MOVEMENTS[event.movement].ahead(event.round_count)


def next_round_unseated(round_: Round) -> bool:
    """Whether the next round is seated when this one is closed (or now, if it is closed already)."""
    event, number = round_.event, round_.number + 1
    if round_.status == Round.Status.PLANNED or number not in rounds_to_seat(event, round_.number):
        return False
    return not event.rounds.filter(number__gt=round_.number).exists()


def number_after(round_: Round) -> int | None:
    """The number of the round that is played when this one is closed, seated or not; None after the last."""
    number = round_.number + 1
    if number > round_.event.round_count:
        return None
    return number if round_.event.has_round(number) or next_round_unseated(round_) else None


def asks_winners(round_: Round) -> bool:
    """Whether seating the next round needs a winner for every tie of this one."""
    return next_round_unseated(round_) and MOVEMENTS[round_.event.movement].needs_winners


def round_seated_from(round_: Round) -> int | None:
    """The number of the round that was seated from this closed round's results, or None.

    Later changes of those results do not change its seating.
    """
    event, number = round_.event, round_.number + 1
    if round_.status != Round.Status.CLOSED or number <= _ahead(event):
        return None
    return number if event.has_round(number) else None


def round_to_seat_after(event: Event) -> Round | None:
    """The closed round from which the next can be seated now, or reseated as nobody has reported from it."""
    if plans_ahead(event):
        return None
    *before, last = event.rounds.order_by("number") or (None,)
    if last is None:
        return None
    if last.status == Round.Status.CLOSED:
        return last if next_round_unseated(last) else None
    if (
        before
        and last.number > _ahead(event)
        and before[-1].status == Round.Status.CLOSED
        and last.number not in event_progress(event).reported
    ):
        return before[-1]
    return None


class NamedWinner(NamedTuple):
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
    """The round to be seated after round `after`. `plan` is None while a question is open, or if nobody
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
    tables = list(after.tables.order_by("number").prefetch_related(prefetched_chairs()))
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


SEATED = tuple(
    action.code
    for action in (
        actions.SEATING_NEXT,
        actions.SEATING_NEXT_AGAIN,
        actions.SEATING_KEPT,
        actions.SEATING_REPLANNED,
        actions.SEATING_RESTORED,
    )
)


class ChangedStandings(NamedTuple):
    """The standings after round `round` are others now: `order` has the players (numbers), leader first.

    `players` would sit at another table, or with another partner.
    """

    round: int
    order: tuple[int, ...]
    players: tuple[int, ...]


def changed_standings(event: Event) -> ChangedStandings | None:
    """How corrected standings no longer fit the open round's seating, while that can still be seated anew.

    None if they fit, if only the order within unchanged tables differs, and if a director has
    decided to leave the seating as it is.
    """
    if not MOVEMENTS[event.movement].needs_standings or event.is_finished:
        return None
    after = round_to_seat_after(event)
    if after is None or not event.has_round(after.number + 1):
        return None
    seated_from = standings_seated_from(event, after.number)
    if not seated_from:
        return None
    order = order_of_standings(event, seated_from, through=after.number)
    if list(order) == seated_from:
        return None
    now = compute_next_round(event, after).plan
    players = _moved(published_plans(event)[after.number + 1], now) if now else ()
    return ChangedStandings(after.number, order, players) if players else None


def standings_seated_from(event: Event, after: int) -> list[int]:
    """The players as they stood when the round after `after` was seated from that; empty if it was not."""
    entries = event.audit_entries.filter(action__in=SEATED, facts__after=after).order_by("-pk")
    latest = entries.values_list("facts", flat=True).first()
    return list(latest.get("standings", ())) if latest else []


def _moved(was: RoundPlan, now: RoundPlan) -> tuple[int, ...]:
    """The players of both seatings who change their table or their partner."""
    before, after = _places(was), _places(now)
    return tuple(sorted(p for p in before.keys() & after.keys() if before[p] != after[p]))


def _places(plan: RoundPlan) -> dict[int, tuple[int, int]]:
    """(table, partner) of everybody at a full table."""
    return {p: (table.number, table.partner_of(p)) for table in plan.tables for p in table.players}
