"""Print a ruleset in plain words, each rule with its source."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.utils import translation

from scoring.procedure import Line
from scoring.rulecard import rule_card
from scoring.ruleset import PRESETS
from tournament.words.sentences import citation, in_words


class Command(BaseCommand):
    help = "Print a ruleset: what deals and penalties are worth, and where each rule comes from."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("preset", choices=sorted(PRESETS))
        codes = [code for code, _name in settings.LANGUAGES]
        parser.add_argument("--language", choices=codes, default=settings.LANGUAGE_CODE)

    def handle(self, *args: Any, **options: Any) -> None:
        with translation.override(options["language"]):
            self.colon = translation.gettext(":")
            self._write_card(options["preset"])

    def _write_card(self, preset: str) -> None:
        card = rule_card(PRESETS[preset])
        self.stdout.write(f"{in_words(card.title)} ({citation(card.source)})\n{in_words(card.summary)}\n")
        for section in card.sections:
            self.stdout.write(f"\n{in_words(section.title)}")
            for line in section.lines:
                self._write_line(line)
        self.stdout.write("\n" + translation.gettext("Sources"))
        for letter, words in card.key:
            self.stdout.write(f"  {citation(letter)}{self.colon} {in_words(words)}")

    def _write_line(self, line: Line) -> None:
        label = in_words(line.label)
        if not line.options:
            self.stdout.write(f"  {label}{self.colon} {in_words(line.value)} [{citation(line.source)}]")
            return
        self.stdout.write(f"  {label}{self.colon}")
        for option in line.options:
            self.stdout.write(f"    - {in_words(option.words)} [{citation(option.source)}]")
