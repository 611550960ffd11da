"""`manage.py checkplan FILE`: judge a seating plan from any source, and print what is wrong with it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournament.management.commands.planrotation import proof
from tournament.rotation.plan import Plan, RotationError
from tournament.rotation.quality import judge


class Command(BaseCommand):
    """A command-line interface to `rotation.quality.judge`; exits with 1 if the plan cannot be played."""

    help = "Judge a seating plan: whether it can be played, and how often players meet again."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the path of the plan."""
        parser.add_argument("file", help="the plan as JSON, as planrotation prints it; “-” is standard input")
        parser.add_argument("--json", action="store_true", help="print the judgement as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Read, judge and print the plan."""
        claimed, plan = _read(options["file"])
        quality = judge(plan.rounds, players=plan.players)
        if options["json"]:
            self.stdout.write(json.dumps(quality.to_dict()))
        else:
            self.stdout.write("\n".join(proof(quality)))
        false = [
            f"the file says {name} = {claimed[name]}, but it is {getattr(quality, name)}"
            for name in ("P", "O", "M")
            if name in claimed and claimed[name] != getattr(quality, name)
        ]
        if quality.problems or false:
            count = len(quality.problems) + len(false)
            claims = f": {'; '.join(false)}" if false else ""
            raise CommandError(f"{count} problem{'s' * (count != 1)}{claims}.")


def _read(name: str) -> tuple[dict[str, Any], Plan]:
    """The quality that the file claims, and its plan."""
    try:
        text = sys.stdin.read() if name == "-" else Path(name).read_text("utf-8")
        shape = json.loads(text)
        plan = Plan.from_dict(shape)
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"{name} cannot be read: {error}") from error
    except json.JSONDecodeError as error:
        raise CommandError(f"{name} is not JSON: {error}") from error
    except RotationError as error:
        raise CommandError(f"{name}: {error}") from error
    claimed = shape.get("quality")
    return (claimed if isinstance(claimed, dict) else {}), plan
