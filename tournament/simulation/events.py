"""Random events, played from set-up to their end through the services, as a director would.

Each is played in a transaction that is rolled back: nothing stays in the database. What was done and what was
refused is counted.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple
from unittest.mock import patch

from django.db import transaction

from scoring.errors import ScoringError
from scoring.seats import SEATS, SIDES
from tournament.models import Event, Player, Round, Ruling, Seating, Sheet, Table, User, Wish
from tournament.models.cards import Noted
from tournament.models.seating import prefetched_chairs
from tournament.rotation.plan import RotationError
from tournament.rotation.planners import chart, replan
from tournament.rotation.search import annealing
from tournament.services import (
    adjustments,
    cards,
    events,
    groups,
    next_round,
    players,
    rounds,
    rulings,
    seating,
    sheets,
    substitutions,
    teams,
    wishes,
)
from tournament.services.errors import Refused
from tournament.services.next_round import Answers
from tournament.simulation import settings, tables
from tournament.simulation.settings import EventBounds
from tournament.state.groups import SUGGESTED
from tournament.state.next_round import (
    NamedWinner,
    compute_next_round,
    next_round_unseated,
    round_to_seat_after,
)
from tournament.state.open_items import missing_sheets

REASON = "Corrected after the round"
GROUPED = 0.25  # of the events
TEAMED = 0.2
NUMBERED = 0.15  # seats before names are known
HEEDING = ("chart", "draw", "fixed-partners", "standings-last")  # movements that mix
ANY = EventBounds()
SECONDS = 0.02  # seconds of search per plan, as any seating will do
EXCHANGES = 300  # exchanges of players in a chart, likewise
REFUSALS = (Refused, ScoringError, RotationError)
START = datetime(2026, 11, 20, 19, 30, tzinfo=UTC)


class RandomDirector:
    """Directs one event. `done` counts the actions by name; refused ones as `refused: name, code`."""

    event_key: int

    def __init__(self, director: User, rng: random.Random) -> None:
        self.director = director
        self.rng = rng
        self.clock = START
        self.done: Counter[str] = Counter()

    @property
    def event(self) -> Event:
        """The event as it is now."""
        return Event.objects.get(pk=self.event_key)

    def must(self, action: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        """Call a service as the director, a few seconds after the last call."""
        self.clock += timedelta(seconds=self.rng.randint(2, 9))
        result = action(*args, by=self.director, at=self.clock, **kwargs)
        self.done[action.__name__] += 1
        return result

    def attempt(self, action: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        """Call a service that may refuse; None if it does."""
        try:
            return self.must(action, *args, **kwargs)
        except REFUSALS as refusal:
            self.done[f"refused: {action.__name__}, {refusal.code}"] += 1
            return None

    def now_and_then(self, often: float) -> bool:
        """True with the probability `often`."""
        return self.rng.random() < often


def change_chairs(director: RandomDirector, number: int) -> None:
    """Sometimes replace players for round `number`, or withdraw the last substitution."""
    while director.now_and_then(0.35):
        _replace_somebody(director, number)
    if director.now_and_then(0.15):
        latest = director.event.substitutions.order_by("-number").first()
        if latest is not None:
            director.attempt(substitutions.withdraw_substitution, latest)


def bring_back(director: RandomDirector, number: int) -> None:
    """Sometimes bring back a player who was away, from this round or the next."""
    event = director.event
    away = [player for player in event.players.all() if player.status == Player.Status.LEFT or player.away]
    if away and director.now_and_then(0.6):
        player = director.rng.choice(away)
        director.attempt(substitutions.come_back, player, from_round=number + director.rng.choice((0, 0, 1)))


def _replace_somebody(director: RandomDirector, number: int) -> None:
    """Put somebody else on a player's chair, or leave it empty, for a round or more."""
    event, rng = director.event, director.rng
    absent = rng.choice(list(event.players.all()))
    last = rng.choice((number, number, min(number + 1, event.round_count), event.round_count))
    rounds = {"from_round": number, "to_round": last}
    if director.now_and_then(0.25):
        director.attempt(substitutions.leave_empty, absent, **rounds)
        return
    sitting_out = _sitting_out(event, number)
    lot = rng.random()
    who = None
    if sitting_out and lot < 0.5:
        who = rng.choice(sitting_out)
    elif lot < 0.7:
        who = rng.choice(list(event.players.all()))
    director.attempt(
        substitutions.substitute,
        absent,
        who=who,
        walk_up="" if who else settings.name(rng),
        for_seat=director.now_and_then(0.4),
        confirmed=True,
        **rounds,
    )


def _sitting_out(event: Event, number: int) -> list[Player]:
    rows = Seating.objects.filter(round__event=event, round__number=number, table=None)
    return [row.player for row in rows.select_related("player").order_by("player__number")]


class RandomEvening(RandomDirector):
    """One event from set-up to its end."""

    def __init__(self, director: User, rng: random.Random, wanted: EventBounds, number: int = 1) -> None:
        super().__init__(director, rng)
        self.wanted = wanted
        self.number = number

    def run(self) -> Event:
        """Play the event; return it as it is at the end."""
        created: Event = self.must(events.create_event, **settings.event(self.rng, self.wanted, self.number))
        self.event_key = created.pk
        needed = self.rng.randint(0, self.event.round_count)
        if self.now_and_then(0.3):
            self.must(events.change_event, self.event, ranked_from=needed)
        self.people()
        self.group()
        if self.event.seats_itself:
            self.type_cards()
            return self.event
        self.team()
        self.wish()
        if not self.now_and_then(0.03) and self.seat():
            stop = self.rng.randint(0, created.round_count) if self.now_and_then(0.2) else created.round_count
            for number in range(1, stop + 1):
                self.play(number)
            if stop < created.round_count and self.now_and_then(0.6):
                self.some_tables(stop + 1)
            self.afterwards()
        return self.event

    # --- before play ---

    def people(self) -> None:
        """Import players; check in most, mark some late or gone, leave a few unranked."""
        count = self.rng.randint(*self.wanted.players)
        step = self.rng.choice((1, 1, 1, 7))
        names = [settings.name(self.rng) for _player in range(count)]
        some = random.Random(f"names {self.number}")  # a chance of its own: the other events stay as they are
        if some.random() < NUMBERED:
            names = [name if some.random() < 0.2 else "" for name in names]
        rows = [players.PlayerRow(name, 1 + i * step) for i, name in enumerate(names)]
        self.must(players.import_players, self.event, rows)
        for spare, player in enumerate(self.event.players.all(), start=4 - count):
            # The first four stay, so that there is a table.
            kind = self.rng.random() if spare < 0 else 1.0
            if kind < 0.05:
                self.attempt(
                    players.set_status, player, Player.Status.LATE, from_round=self.rng.randint(1, 4)
                )
            elif kind < 0.08:
                self.attempt(players.set_status, player, Player.Status.LEFT, to_round=None)
            elif kind >= 0.12:
                self.must(players.check_in, player)
            if self.now_and_then(0.05):
                self.attempt(
                    players.edit_player, player, name=player.own_name, number=player.number, ranked=False,
                    confirmed=True,
                )  # fmt: skip

    def group(self) -> None:
        """Now and then put players into groups, and mix one with the others; by a chance of its own, so that
        the other events stay as they are."""
        rng = random.Random(f"groups {self.number}")
        if rng.random() > GROUPED:
            return
        numbers = list(self.event.players.names())
        for group in rng.sample((*SUGGESTED, "Tuesday club", "Über 60"), rng.randint(1, 3)):
            members = rng.sample(numbers, rng.randint(1, len(numbers)))
            self.attempt(groups.change_groups, self.event, {group: members}, {})
            if rng.random() < 0.3 and self.event.movement in HEEDING:
                self.attempt(wishes.set_mixed, self.event, rng.choice(Event.Mixed.values), group)

    def team(self) -> None:
        """Now and then let players enter as teams of two, by a chance of its own as well."""
        rng = random.Random(f"teams {self.number}")
        if rng.random() > TEAMED:
            return
        self.attempt(teams.set_teams, self.event, rng.choice(Event.Teams.values))
        numbers = list(self.event.players.names())
        rng.shuffle(numbers)
        for pair in zip(numbers[: len(numbers) // 2 : 2], numbers[1 : len(numbers) // 2 : 2], strict=False):
            self.attempt(teams.form_teams, self.event, [pair])
        if rng.random() < 0.5:
            self.attempt(teams.form_rest, self.event)
        if rng.random() < 0.3:
            self.attempt(teams.set_floats, self.event, 1, True)

    def wish(self) -> None:
        """Now and then wish something of the seating; few wishes, so that it can be drawn."""
        while self.now_and_then(0.12):
            player, other = self.rng.sample(list(self.event.players.all()), 2)
            kind, table = self.rng.choice(Wish.Kind.values), self.rng.randint(1, 2)
            self.attempt(wishes.add_wish, self.event, kind, player, other=other, table=table)

    def seat(self) -> bool:
        """Draft and publish a seating; if the movement cannot seat the players, use the chart."""
        draft = self.attempt(seating.draft_plan, self.event) or self.attempt(
            seating.draft_plan, self.event, movement="chart"
        )
        if draft is None:
            return False
        self.must(seating.publish, draft)
        if self.now_and_then(0.05):
            self.must(seating.withdraw, self.event)
            self.must(seating.publish, self.event.drafts.first())
        return True

    # --- play ---

    def play(self, number: int) -> None:
        """Play one round: its tables, closing it, and what happens before the next."""
        round_ = self.event.rounds.filter(number=number).first() or self.seat_waiting(number)
        if round_ is None:
            return
        bring_back(self, number)
        change_chairs(self, number)
        for table in self.tables_of(round_):
            if not self.now_and_then(0.04):
                self.table(table)
        self.attempt(
            rounds.close_round,
            round_,
            despite_missing=self.now_and_then(0.9),
            answers=Answers(self.winners(round_), wait=self.now_and_then(0.05)),
        )
        if self.now_and_then(0.1) and self.attempt(rounds.reopen_round, round_, reason="A late protest"):
            self.table(self.rng.choice(self.tables_of(round_)))
            again = Answers(self.winners(round_))
            self.attempt(rounds.close_round, round_, despite_missing=True, answers=again)
        if self.now_and_then(0.15):
            self.correct(self.rng.choice(self.tables_of(round_)))
        self.people_come_and_go(number)
        if self.now_and_then(0.3):
            self.adjust()
        if self.now_and_then(0.05):
            self.change_settings()

    def winners(self, round_: Round) -> dict[int, NamedWinner]:
        """Winners that the director names if the sheets leave it open; sometimes none."""
        if self.now_and_then(0.1) or not next_round_unseated(Round.objects.get(pk=round_.pk)):
            return {}
        return {
            question.table: NamedWinner(self.rng.choice(SIDES), reached_first=self.now_and_then(0.7))
            for question in compute_next_round(self.event, round_).questions
        }

    def seat_waiting(self, number: int) -> Round | None:
        """Seat the next round from the results of the one before, if it waits for them."""
        after = round_to_seat_after(self.event)
        if after is None or after.number != number - 1:
            return None
        seated: Round | None = self.attempt(next_round.seat_next, self.event, Answers(self.winners(after)))
        return seated

    def some_tables(self, number: int) -> None:
        """Play some tables of the round that is left unfinished."""
        round_ = self.event.rounds.filter(number=number).first()
        for table in self.tables_of(round_) if round_ else ():
            if self.now_and_then(0.5):
                self.table(table)

    def tables_of(self, round_: Round) -> list[Table]:
        rows = Table.objects.filter(round=round_).select_related("round__event")
        return list(rows.prefetch_related(prefetched_chairs()).order_by("number"))

    def table(self, table: Table) -> None:
        """Let a table report, with rulings before or afterwards."""
        if self.now_and_then(0.08):
            self.rule(table)
        self.report(table)
        while self.now_and_then(0.3):
            self.rule(table)
        if self.now_and_then(0.4):
            self.reconsider(table)
        if self.now_and_then(0.08):
            self.correct(table)
        self.mend(table)

    def report(self, table: Table, *, reason: str = "") -> None:
        """Report the table by deals or by totals."""
        table = self.fresh(table)
        rules, sheet = table.round.event.ruleset, self.counting(table)
        entry = {"expected": sheet.revision if sheet else 0, "confirmed": True, "reason": reason}
        if rules.has_deals and self.now_and_then(0.65):
            self.attempt(self.deal_by_deal, table, None, **entry)
            return
        handed_in = tables.totals(self.rng, table, rules)
        self.attempt(
            sheets.enter_totals,
            table,
            totals=handed_in.totals,
            loners=handed_in.loners,
            reached_first=handed_in.reached_first,
            nobody_can_say=handed_in.reached_first is None,
            included=handed_in.included,
            deals_played=handed_in.deals_played,
            **entry,
        )

    def correct(self, table: Table) -> None:
        """Report again with a reason, or restore an earlier version."""
        sheet = self.counting(table)
        if sheet is not None and sheet.revision > 1 and self.now_and_then(0.4):
            earlier = self.rng.randint(1, sheet.revision)
            self.attempt(sheets.restore_sheet, table, earlier, expected=sheet.revision, reason=REASON)
        else:
            self.report(table, reason=REASON)
        self.mend(table)

    def mend(self, table: Table) -> None:
        """Deal again what a ruling took away, until a sheet counts."""
        for _again in range(3):
            last = table.sheets.order_by("-revision").first()
            if last is None or self.counting(table) is not None:
                return
            table = self.fresh(table)
            if not table.round.event.ruleset.has_deals:
                self.report(table, reason=REASON)
                continue
            kept = last if last.entry == Sheet.Entry.DEALS else None
            self.attempt(self.deal_by_deal, table, kept, expected=0, confirmed=True, reason=REASON)

    def deal_by_deal(self, table: Table, kept: Sheet | None, **asked: Any) -> None:
        """Play the remaining deals and enter the sheet."""
        dealt = tables.deals(self.rng, table, table.round.event.ruleset, kept)
        asked |= {"first_dealer": dealt.dealt_first, "deals_played": dealt.deals_played}
        sheets.enter_deals(table, deals=dealt.deals, **asked)

    # --- rulings ---

    def rule(self, table: Table) -> None:
        table = self.fresh(table)
        self.attempt(self.decide, rulings.make_ruling, table, table)

    def reconsider(self, table: Table) -> None:
        """Amend or revoke a ruling of this table."""
        known = list(Ruling.objects.in_force().filter(table=table))
        if not known:
            return
        ruling = self.rng.choice(known)
        if self.now_and_then(0.5):
            self.attempt(rulings.revoke_ruling, ruling, reason="The players settled it")
        else:
            self.attempt(self.decide, rulings.amend_ruling, ruling, self.fresh(table))

    def decide(self, action: Callable[..., Any], what: Any, table: Table, **who: Any) -> None:
        """Make up a decision, possibly one the rules do not allow, and act on it."""
        decision = tables.decision(self.rng, table, table.round.event.ruleset)
        action(what, decision=decision, **who)
        self.done[f"{action.__name__}: {decision.question.code}"] += 1

    # --- between rounds ---

    def people_come_and_go(self, number: int) -> None:
        """Let players leave, be disqualified or walk in; sometimes redraw the seating."""
        moved = False
        if self.now_and_then(0.15):
            player = self.rng.choice(list(self.event.players.all()))
            gone = self.rng.choice((Player.Status.LEFT, Player.Status.LEFT, Player.Status.DISQUALIFIED))
            moved |= bool(self.attempt(players.set_status, player, gone, to_round=number, reason="Went home"))
        if self.now_and_then(0.1):
            walk_up = {"from_round": number + 1, "here": True, "confirmed": True}
            moved |= bool(self.attempt(players.add_player, self.event, settings.name(self.rng), **walk_up))
        if moved and round_to_seat_after(self.event) is not None:
            self.attempt(next_round.seat_next, self.event)
        elif moved and self.now_and_then(0.8):
            draft = self.attempt(seating.replan, self.event) or self.attempt(
                seating.replan, self.event, movement="chart"
            )
            if draft is not None:
                self.attempt(seating.publish, draft)

    def adjust(self) -> None:
        player = self.rng.choice(list(self.event.players.all()))
        points = self.rng.choice((-10, -2, -1, 1, 3, 12))
        adjustment = self.attempt(adjustments.adjust, player, points, "Late back from the break")
        if adjustment is not None and self.now_and_then(0.3):
            self.attempt(adjustments.revoke_adjustment, adjustment, reason="It was somebody else")

    def change_settings(self) -> None:
        """Change the rules, the tie-breaks or the points of a sit-out."""
        event = self.event
        mode, points = settings.bye(self.rng)
        change: dict[str, Any] = self.rng.choice(
            (
                {"rules": settings.with_random_change(self.rng, event.ruleset)},
                {"order": settings.order(self.rng, event.ruleset, at_tables=not event.seats_itself)},
                {"bye_mode": mode, "bye_points": points},
                {"ranked_from": self.rng.randint(0, event.round_count)},
            )
        )
        self.attempt(events.change_event, event, reason="Agreed before the round", **change)

    def afterwards(self) -> None:
        """Make late corrections, and sometimes finish the event."""
        while self.now_and_then(0.2):
            round_ = self.rng.choice(list(self.event.rounds.all()))
            self.correct(self.rng.choice(self.tables_of(round_)))
        if self.now_and_then(0.5):
            meant = [one.key for one in missing_sheets(self.event)]
            self.attempt(events.finish_event, self.event, missing=meant)

    # --- the hall seats itself ---

    def type_cards(self) -> None:
        """Type most of the cards of a true evening, some of them wrongly; correct a few; perhaps finish."""
        event = self.event
        lines: dict[int, dict[int, Noted]] = {}
        for number in range(1, event.round_count + 1):
            for key, noted in self.round_of_cards(number).items():
                lines.setdefault(key, {})[number] = noted
        for player in event.players.all():
            if player.pk in lines and not self.now_and_then(0.1):
                self.type_card(player, lines[player.pk])
            if self.now_and_then(0.1):
                self.adjust()
        while self.now_and_then(0.5):
            player = self.rng.choice(list(event.players.all()))
            number = self.rng.randint(1, event.round_count)
            said = self.rng.choice((None, Noted(0, sat_out=True), Noted(self.rng.randint(0, 20), 1, True)))
            self.type_card(player, {number: said})
        if self.now_and_then(0.5):
            self.change_settings()
        if self.now_and_then(0.2):
            self.attempt(players.set_status, player, Player.Status.LEFT, to_round=None)
        if self.now_and_then(0.5):
            self.attempt(events.finish_event, self.event)

    def type_card(self, player: Player, said: Mapping[int, Noted | None]) -> None:
        """Type lines of a card over those that it has."""
        player.event = self.event
        now = {line.round.number: line.revision for line in player.card_lines.counting()}
        typed = {number: cards.TypedRound(noted, now.get(number, 0)) for number, noted in said.items()}
        self.attempt(cards.enter_card, player, typed)

    def round_of_cards(self, number: int) -> dict[int, Noted]:
        """What the cards say of a round, by player's key: whole tables; who is left sits out or is away."""
        present = [player.pk for player in self.event.players.all() if player.from_round <= number]
        self.rng.shuffle(present)
        said = {}
        marked = self.now_and_then(0.7)
        while len(present) >= len(SEATS):
            score = tables.score_of_a_table(self.rng, self.event.ruleset)
            for seat in SEATS:
                won = score.winner is seat.side if marked else None
                said[present.pop()] = Noted(score.players[seat], score.loners[seat], won)
        return said | {key: Noted(0, sat_out=True) for key in present if self.now_and_then(0.6)}

    # --- reading ---

    def fresh(self, table: Table) -> Table:
        """The table and its event as they are now."""
        rows = Table.objects.select_related("round__event").prefetch_related(prefetched_chairs())
        return rows.get(pk=table.pk)

    def counting(self, table: Table) -> Sheet | None:
        return Sheet.objects.counting_at(table)


class Simulated(NamedTuple):
    """One event that was played: the result of `keep`, and how often each action was done or refused."""

    number: int
    kept: Any
    done: Counter[str]


def simulate(
    seed: int, count: int, wanted: EventBounds = ANY, *, keep: Callable[[Event], Any], first: int = 1
) -> Iterator[Simulated]:
    """Play `count` events from number `first` on; the same seed and number give the same event.

    `keep` is called with each event before the rollback.
    """
    for number in range(first, first + count):
        with hasty_planner(), transaction.atomic():
            director = User.objects.create(
                username=f"simulated-director-{number}", name=f"Simulated Director {number}"
            )
            evening = RandomEvening(director, random.Random(f"{seed}/{number}"), wanted, number)
            simulated = Simulated(number, keep(evening.run()), evening.done)
            transaction.set_rollback(True)
        yield simulated


@contextmanager
def hasty_planner() -> Iterator[None]:
    """Limit the search for plans to a few moves and no clock, so that slow machines find the same."""
    with ExitStack() as limits:
        limits.enter_context(patch.object(chart, "PATIENCE", SECONDS))
        limits.enter_context(patch.object(replan, "PATIENCE", SECONDS))
        limits.enter_context(patch.object(replan, "EXCHANGES", EXCHANGES))
        limits.enter_context(patch.object(annealing, "thread_time", _stopped))
        yield


def _stopped() -> float:
    return 0.0
