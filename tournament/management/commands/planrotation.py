"""`manage.py planrotation`: plan a seating, and print it with its quality."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournament.rotation.movements import SEATING, RotationError, draw_plan
from tournament.rotation.plan import Plan
from tournament.rotation.quality import RELATIONS, Quality, judge

WHY = {"counted": "by counting", "crowded": "with so few tables", "ours": "from our own search"}


class Command(BaseCommand):
    """A command-line interface to `rotation.movements.draw_plan`; does not use the database."""

    help = "Draw a seating plan and print it with its quality: as text, or as JSON."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the event's numbers."""
        parser.add_argument("--players", type=int, required=True, help="how many players")
        parser.add_argument("--rounds", type=int, required=True, help="how many rounds")
        parser.add_argument("--movement", default="chart", help=f"one of {', '.join(SEATING)}")
        parser.add_argument("--seed", type=int, default=0, help="the same seed gives the same plan")
        parser.add_argument("--seconds", type=float, help="how long to search where no chart is stored")
        parser.add_argument("--json", action="store_true", help="print JSON, which checkplan reads")

    def handle(self, *args: Any, **options: Any) -> None:
        """Draw and print the plan: all rounds, or in a movement that seats its last one by the standings, the
        rounds before it."""
        movement, rounds = SEATING.get(options["movement"]), options["rounds"]
        if movement is not None and movement.last_alone and movement.ahead(rounds) < rounds:
            self.stderr.write(
                f"Round {rounds} is seated from the standings after round {rounds - 1}: not in this plan."
            )
            rounds = movement.ahead(rounds)
        try:
            plan = draw_plan(
                range(1, options["players"] + 1),
                rounds,
                movement=options["movement"],
                seed=options["seed"],
                seconds=options["seconds"],
            )
        except RotationError as error:
            raise CommandError(f"{error} ({error.code})") from error
        quality = judge(plan.rounds, players=plan.players)
        if options["json"]:
            self.stdout.write(as_json(plan, quality, options["seed"]))
        else:
            self.stdout.write(as_text(plan, quality))
        if plan.cut_short:
            self.stderr.write(
                "This machine was too slow to search to the end: a faster one may find a better plan."
            )


def as_json(plan: Plan, quality: Quality, seed: int) -> str:
    """The plan as one JSON object: players, rounds, seed, plan, sit_out, quality."""
    shape = plan.to_dict()
    head = {"players": shape.pop("players"), "rounds": shape.pop("rounds"), "seed": seed}
    return json.dumps({**head, **shape, "quality": quality.to_dict()})


def as_text(plan: Plan, quality: Quality) -> str:
    """The plan as lines: one per round, each table as `N+S–E+W`, and the judgement."""
    lines = []
    for number, round_ in enumerate(plan.rounds, start=1):
        tables = "   ".join(f"{t.number}: {t.N}+{t.S}–{t.E}+{t.W}" for t in round_.tables)
        out = f"   sitting out: {', '.join(map(str, round_.sit_out))}" if round_.sit_out else ""
        lines.append(f"Round {number}   {tables}{out}")
    return "\n".join([*lines, "", *proof(quality)])


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def proof(quality: Quality) -> list[str]:
    """The judgement as sentences."""
    titles = {"P": "Repeated partners", "O": "Repeated opponents", "M": "Repeated meetings"}
    words, reasons = quality.words(), quality.reasons()
    lines = [
        f"{titles[r]}: {getattr(quality, r)} ({words[r]}{reasons[r] and f', {WHY[reasons[r]]}'}; "
        f"lower bound {getattr(quality.least, r)}), each pair at most {_times(getattr(quality.most, r))}"
        for r in RELATIONS
    ]
    lines.append(
        f"Repeated left-hand opponents: {quality.left} (with these opponents at least {quality.least_left})"
    )
    lines.append(f"Sit-outs per player: {quality.sit_outs[0]} to {quality.sit_outs[1]}")
    lines += quality.problems
    return lines
