"""Any order of actions, sensible or not, keeps what must always hold: hypothesis plays the director and the
tables with their phones.

What a service refuses, it refuses with a sentence; anything else that an action raises is a failure.
"""

import random
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from scoring.errors import ScoringError
from scoring.ruleset import PRESETS
from tests.helpers.depth import examples
from tests.helpers.factories import NOW, make_event, make_players, make_user
from tests.referee.referee import differences
from tournament.archive.checking import problems_of
from tournament.archive.document import document
from tournament.archive.text import dumps
from tournament.models import Event, Player, Sheet, Submission, Table, Wish
from tournament.rotation.plan import RotationError
from tournament.services import (
    adjustments,
    events,
    next_round,
    players,
    rounds,
    rulings,
    seating,
    sheets,
    submissions,
    substitutions,
    undoing,
    wishes,
)
from tournament.services.errors import Refused
from tournament.simulation import tables
from tournament.state.open_items import missing_sheets
from tournament.state.sheet_scores import TableResult

REFUSALS = (Refused, ScoringError, RotationError)
MOVEMENTS = ("chart", "seats", "winners-up", "red-white", "draw", "by-standings", "standings-last")
CHANCE = st.integers(0, 2**32 - 1)


class Evening(RuleBasedStateMachine):
    """An event in the hands of somebody who presses whatever there is."""

    def __init__(self) -> None:
        super().__init__()
        self.atomic = transaction.atomic()
        self.atomic.__enter__()
        self.at = NOW
        self.history = 0

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.atomic.__exit__(None, None, None)

    @initialize(
        people=st.integers(4, 13),
        rounds_=st.integers(1, 3),
        movement=st.sampled_from(MOVEMENTS),
        preset=st.sampled_from(sorted(PRESETS)),
        scores_from=st.sampled_from(["desk", "tables"]),
        challenge_minutes=st.sampled_from((None, 1)),
    )
    def begin(self, people: int, rounds_: int, movement: str, preset: str, **chosen: Any) -> None:
        self.director, self.second = make_user("dora"), make_user("max")
        fields = {"round_count": rounds_, "movement": movement, "rules": PRESETS[preset]}
        self.key = make_event(self.director, **fields).pk
        make_players(self.event, people)
        self.do(events.change_event, self.event, **chosen)

    @property
    def event(self) -> Event:
        return Event.objects.get(pk=self.key)

    def do(self, action: Callable[..., Any], *args: Any, **told: Any) -> Any:
        """Do it, or be refused with a sentence; time passes. With nobody to do it to nothing happens."""
        if None in args:
            return None
        self.at += timedelta(seconds=20)
        told = {"by": self.director} | told
        if told["by"] is None:  # players, who have no account
            del told["by"]
        try:
            with transaction.atomic():
                return action(*args, at=self.at, **told)
        except REFUSALS as refusal:
            why = str(refusal)
        assert why.strip(), f"{action.__name__} refuses without a word"
        return None

    def some(self, rng: random.Random, rows: Any) -> Any:
        rows = list(rows)
        return rng.choice(rows) if rows else None

    def a_table(self, rng: random.Random) -> Table | None:
        found = Table.objects.filter(round__event=self.event).select_related("round__event")
        return self.some(rng, found.order_by("pk"))

    def a_report(self, rng: random.Random) -> Submission | None:
        found = Submission.objects.filter(table__round__event=self.event).select_related(
            "table__round__event"
        )
        return self.some(rng, found.order_by("pk"))

    def a_player(self, rng: random.Random) -> Player | None:
        return self.some(rng, self.event.players.order_by("number"))

    @rule(chance=CHANCE)
    def seat_everybody(self, chance: int) -> None:
        draft = self.do(seating.draft_plan, self.event)
        if draft is not None:
            self.do(seating.publish, draft)

    @rule(chance=CHANCE)
    def seat_the_rest_anew(self, chance: int) -> None:
        draft = self.do(seating.replan, self.event)
        if draft is not None:
            self.do(seating.publish, draft)

    @rule()
    def seat_what_follows(self) -> None:
        self.do(next_round.seat_next, self.event)

    @rule()
    def withdraw(self) -> None:
        self.do(seating.withdraw, self.event)

    @rule(chance=CHANCE)
    def enter(self, chance: int) -> None:
        rng = random.Random(chance)
        if (table := self.a_table(rng)) is None:
            return
        current = table.sheets.filter(counting=True).first()
        told = {
            "expected": rng.choice([0, current.revision if current else 0, 1]),
            "confirmed": rng.random() < 0.8,
            "reason": rng.choice(["", "misread"]),
        }
        if rng.random() < 0.5:
            told["client_key"] = rng.choice([None, f"key-{rng.randint(1, 3)}"])
            found = tables.totals(rng, table, self.event.ruleset)
            parts = {"totals": found.totals, "loners": found.loners, "included": found.included}
            parts |= {"deals_played": found.deals_played}
            self.do(sheets.enter_totals, table, reached_first=found.reached_first, **parts, **told)
        else:
            try:
                found = tables.deals(rng, table, self.event.ruleset)
            except ScoringError:
                return
            told |= {"first_dealer": found.dealt_first, "deals_played": found.deals_played}
            self.do(sheets.enter_deals, table, deals=found.deals, **told)

    @rule(chance=CHANCE)
    def enter_the_whole_round(self, chance: int) -> None:
        rng = random.Random(chance)
        number = self.event.current_round_number
        for table in Table.objects.filter(round__event=self.event, round__number=number):
            current = table.sheets.filter(counting=True).first()
            found = tables.totals(rng, table, self.event.ruleset)
            parts = {"totals": found.totals, "loners": found.loners, "included": found.included}
            parts |= {"deals_played": found.deals_played}
            expected = current.revision if current else 0
            self.do(
                sheets.enter_totals, table, reached_first=found.reached_first or tables.Side.NS, **parts,
                expected=expected, confirmed=True, reason="all at once",
            )  # fmt: skip

    @rule(chance=CHANCE)
    def restore(self, chance: int) -> None:
        rng = random.Random(chance)
        old = self.some(rng, Sheet.objects.filter(table__round__event=self.event).order_by("pk"))
        if old is not None:
            current = old.table.sheets.filter(counting=True).first()
            expected = current.revision if current else 0
            self.do(sheets.restore_sheet, old.table, old.revision, expected=expected, reason="it was right")

    @rule(chance=CHANCE)
    def confirm(self, chance: int) -> None:
        rng = random.Random(chance)
        if (table := self.a_table(rng)) is not None:
            self.do(sheets.confirm, table, 1, by=self.second)

    @rule(chance=CHANCE)
    def report_by_phone(self, chance: int) -> None:
        rng = random.Random(chance)
        if (table := self.a_table(rng)) is None:
            return
        found = tables.totals(random.Random(chance % 3), table, self.event.ruleset)  # sides often agree
        told = TableResult("totals", (), found.totals, found.loners, found.reached_first)
        told = replace(told, deals_played=found.deals_played)
        key = rng.choice([None, f"phone-{rng.randint(1, 3)}"])
        self.do(
            submissions.submit, table, told, seat=rng.choice(tables.SEATS), by=None,
            included=found.included, confirmed=rng.random() < 0.8, client_key=key,
        )  # fmt: skip

    @rule(
        chance=CHANCE, action=st.sampled_from((submissions.accept, submissions.dispute, submissions.withdraw))
    )
    def answer_by_phone(self, chance: int, action: Callable[..., Any]) -> None:
        rng = random.Random(chance)
        if (found := self.a_report(rng)) is not None:
            self.do(action, found.table, found.number, seat=rng.choice(tables.SEATS), by=None)

    @rule(chance=CHANCE)
    def settle_what_was_reported(self, chance: int) -> None:
        rng = random.Random(chance)
        if (found := self.a_report(rng)) is None:
            return
        current = found.table.sheets.filter(counting=True).first()
        expected = rng.choice([0, current.revision if current else 0])
        rng.choice([
            lambda: self.do(submissions.count_report, found.table, found.number, expected=expected),
            lambda: self.do(submissions.clear, found.table),
            lambda: self.do(submissions.approve, found.table, found.number),
        ])()  # fmt: skip

    @rule(chance=CHANCE, kind=st.sampled_from([kind.value for kind in Wish.Kind]))
    def wish(self, chance: int, kind: str) -> None:
        rng = random.Random(chance)
        told = {"other": self.a_player(rng), "table": rng.choice([None, 1, 2])}
        self.do(wishes.add_wish, self.event, kind, self.a_player(rng), **told)

    @rule(chance=CHANCE)
    def wish_no_more(self, chance: int) -> None:
        found = self.some(random.Random(chance), self.event.wishes.order_by("number"))
        if found is not None:
            self.do(wishes.remove_wish, found)

    @rule(chance=CHANCE)
    def change_the_settings(self, chance: int) -> None:
        rng = random.Random(chance)
        changes: dict[str, Any] = rng.choice([
            {"rules": PRESETS[rng.choice(sorted(PRESETS))]}, {"movement": rng.choice(MOVEMENTS)},
            {"round_count": rng.randint(1, 4)}, {"scores_from": rng.choice(["desk", "tables"])},
            {"features": rng.choice([[], ["second_reading"]])}, {"challenge_minutes": rng.choice([None, 1])},
            {"hidden_rounds": rng.randint(0, 2)},
        ])  # fmt: skip
        self.do(events.change_event, self.event, reason=rng.choice(["", "as agreed"]), **changes)

    @rule(chance=CHANCE)
    def unlock(self, chance: int) -> None:
        round_ = self.some(random.Random(chance), self.event.rounds.order_by("number"))
        if round_ is not None:
            self.do(rounds.unlock_round, round_, reason="a sheet was found")

    @rule(chance=CHANCE)
    def rule_on_something(self, chance: int) -> None:
        rng = random.Random(chance)
        if (table := self.a_table(rng)) is None:
            return
        try:
            decision = tables.decision(rng, table, self.event.ruleset)
        except REFUSALS:
            return
        self.do(rulings.make_ruling, table, decision=decision)

    @rule(chance=CHANCE)
    def revoke(self, chance: int) -> None:
        ruling = self.some(random.Random(chance), self.event.rulings.order_by("number"))
        if ruling is not None:
            self.do(rulings.revoke_ruling, ruling, reason="seen wrongly")

    @rule(missing=st.booleans())
    def close(self, missing: bool) -> None:
        round_ = self.event.rounds.filter(status="open").first()
        if round_ is not None:
            self.do(rounds.close_round, round_, despite_missing=missing)

    @rule()
    def reopen(self) -> None:
        round_ = self.event.rounds.filter(status="closed").order_by("-number").first()
        if round_ is not None:
            self.do(rounds.reopen_round, round_, reason="too early")

    @rule(chance=CHANCE, status=st.sampled_from([status.value for status in Player.Status]))
    def mark(self, chance: int, status: str) -> None:
        rng = random.Random(chance)
        told = {"from_round": rng.choice([None, 1, 2, 9]), "to_round": rng.choice([None, 0, 1, 2])}
        self.do(players.set_status, self.a_player(rng), status, reason=rng.choice(["", "a row"]), **told)

    @rule(chance=CHANCE)
    def walk_up(self, chance: int) -> None:
        rng = random.Random(chance)
        self.do(players.add_player, self.event, f"Late {chance % 50}", from_round=rng.randint(1, 3))

    @rule(chance=CHANCE)
    def remove(self, chance: int) -> None:
        self.do(players.remove_player, self.a_player(random.Random(chance)))

    @rule(chance=CHANCE)
    def substitute(self, chance: int) -> None:
        rng = random.Random(chance)
        first = rng.randint(1, 3)
        told = {"from_round": first, "to_round": rng.randint(first, 3)}
        who = rng.choice([None, self.a_player(rng)])
        walk_up = "" if who else f"Guest {chance % 50}"
        absent = self.a_player(rng)
        for_seat = rng.random() < 0.5
        self.do(substitutions.substitute, absent, who=who, walk_up=walk_up, for_seat=for_seat, **told)

    @rule(chance=CHANCE)
    def leave_empty(self, chance: int) -> None:
        rng = random.Random(chance)
        self.do(substitutions.leave_empty, self.a_player(rng), from_round=1, to_round=rng.randint(1, 3))

    @rule(chance=CHANCE)
    def come_back(self, chance: int) -> None:
        rng = random.Random(chance)
        self.do(substitutions.come_back, self.a_player(rng), from_round=rng.randint(1, 3))

    @rule(chance=CHANCE)
    def adjust(self, chance: int) -> None:
        rng = random.Random(chance)
        self.do(adjustments.adjust, self.a_player(rng), rng.randint(-3, 3), "as announced")

    @rule(chance=CHANCE)
    def undo(self, chance: int) -> None:
        entry = self.some(random.Random(chance), self.event.audit_entries.order_by("-pk")[:5])
        self.do(undoing.undo, self.event, entry)

    @rule()
    def finish(self) -> None:
        self.do(events.finish_event, self.event, missing=[one.key for one in missing_sheets(self.event)])

    @rule()
    def go_on(self) -> None:
        self.do(events.reopen_event, self.event, reason="one sheet was wrong")

    @invariant()
    def everybody_sits_once(self) -> None:
        if not hasattr(self, "key"):
            return
        for round_ in self.event.rounds.prefetch_related("seatings", "tables__seatings"):
            people = [seating.player_id for seating in round_.seatings.all()]
            assert len(people) == len(set(people)), f"{round_}: somebody is there twice"
            for table in round_.tables.all():
                seats = [seating.seat for seating in table.seatings.all()]
                assert len(seats) == len(set(seats)) <= 4, f"{table}: {seats}"

    @invariant()
    def one_sheet_counts_at_a_table(self) -> None:
        if not hasattr(self, "key"):
            return
        for table in Table.objects.filter(round__event=self.key).prefetch_related("sheets"):
            assert sum(sheet.counting for sheet in table.sheets.all()) <= 1

    @invariant()
    def results_follow_from_what_was_reported(self) -> None:
        """Counted anew by the product and by an implementation that shares nothing with it."""
        if not hasattr(self, "key"):
            return
        archive = document(self.event)
        assert [str(problem) for problem in problems_of(archive)] == []
        assert differences(dumps(archive).encode()) == []

    @invariant()
    def the_history_only_grows(self) -> None:
        if hasattr(self, "key"):
            entries = self.event.audit_entries.count()
            assert entries >= self.history
            self.history = entries


@pytest.mark.slow
@pytest.mark.django_db
def test_any_order_of_actions_keeps_what_must_hold():
    run_state_machine_as_test(
        Evening,
        settings=settings(
            max_examples=examples(15 if connection.vendor == "sqlite" else 7, 300),
            stateful_step_count=30,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
