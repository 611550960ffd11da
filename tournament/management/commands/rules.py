"""Print a ruleset in plain words, each rule with its source."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from scoring.procedure import Line
from scoring.rulecard import rule_card
from scoring.ruleset import PRESETS


class Command(BaseCommand):
    help = "Print a ruleset: what deals and penalties are worth, and where each rule comes from."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("preset", choices=sorted(PRESETS))

    def handle(self, *args: Any, **options: Any) -> None:
        card = rule_card(PRESETS[options["preset"]])
        self.stdout.write(f"{card.title} ({card.source})\n{card.summary}\n")
        for section in card.sections:
            self.stdout.write(f"\n{section.title}")
            for line in section.lines:
                self._write_line(line)
        self.stdout.write("\nSources")
        for letter, words in card.key:
            self.stdout.write(f"  {letter}: {words}")

    def _write_line(self, line: Line) -> None:
        if not line.options:
            self.stdout.write(f"  {line.label}: {line.value} [{line.source}]")
            return
        self.stdout.write(f"  {line.label}:")
        for option in line.options:
            self.stdout.write(f"    - {option.words} [{option.source}]")
