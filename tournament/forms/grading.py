"""What is wrong or doubtful about the lines of a pasted list, and what the director decides about each.

An error is mended in the list or its line skipped; a doubt has to be confirmed. Nothing is written here.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext as _

from tournament.forms.pasted import PastedLine
from tournament.models.names import key_of
from tournament.services.player_checks import HIGHEST_NUMBER, LONGEST_NAME
from tournament.services.players import PlayerRow


class Level(StrEnum):
    FINE = "fine"
    DOUBT = "doubt"
    ERROR = "error"


class Decision(StrEnum):
    """What becomes of a line; an open one stops the import."""

    OPEN = ""
    TAKE = "take"
    SKIP = "skip"


@dataclass(frozen=True, slots=True)
class Flag:
    level: Level
    code: str
    message: str


@dataclass(frozen=True, slots=True)
class GradedLine:
    """A line with what is to be said about it and what was decided."""

    pasted: PastedLine
    flags: tuple[Flag, ...]
    decision: Decision

    @property
    def level(self) -> Level:
        levels = {flag.level for flag in self.flags}
        return next((level for level in (Level.ERROR, Level.DOUBT) if level in levels), Level.FINE)

    @property
    def row(self) -> PlayerRow:
        return PlayerRow(self.pasted.name, self.pasted.number)

    @property
    def choices(self) -> tuple[Decision, ...]:
        """What may be decided about the line: an error cannot be taken."""
        return (Decision.SKIP,) if self.level is Level.ERROR else (Decision.TAKE, Decision.SKIP)


@dataclass(frozen=True, slots=True)
class Known:
    """Who is in the event already: number → name."""

    players: Mapping[int, str]


def grade(
    lines: Iterable[PastedLine], known: Known, decided: Mapping[int, Decision] | None = None
) -> list[GradedLine]:
    """Every line with its flags; `decided` maps line numbers to what the director chose.

    Somebody whose very name is in the event is skipped unless decided otherwise: a list that has grown is
    pasted again as a whole.
    """
    decided = decided or {}
    names = {key_of(name): (number, name) for number, name in reversed(known.players.items())}
    numbers: dict[int, int] = {}  # number → line that has it first
    seen: dict[str, PastedLine] = {}
    graded = []
    for pasted in lines:
        flags = tuple(_flags(pasted, known, names, numbers, seen))
        graded.append(GradedLine(pasted, flags, _decide(flags, decided.get(pasted.line))))
        seen.setdefault(key_of(pasted.name), pasted)
        if pasted.number is not None:
            numbers.setdefault(pasted.number, pasted.line)
    return graded


def _flags(
    pasted: PastedLine,
    known: Known,
    names: Mapping[str, tuple[int, str]],
    numbers: Mapping[int, int],
    seen: Mapping[str, PastedLine],
) -> Iterable[Flag]:
    if not pasted.name:
        yield Flag(Level.ERROR, "name-missing", _("There is no name in this line."))
        return
    if len(pasted.name) > LONGEST_NAME:
        message = _("This name has %(has)d characters; %(most)d fit.")
        yield Flag(Level.ERROR, "name-long", message % {"has": len(pasted.name), "most": LONGEST_NAME})
    if (in_event := names.get(key_of(pasted.name))) is not None:
        yield _known_flag(pasted, *in_event)
    else:
        yield from _number_flags(pasted, known, numbers)
    if (twin := seen.get(key_of(pasted.name))) is not None:
        yield _twin_flag(pasted, twin)
    if pasted.doubt == "columns":
        message = _("More columns than a number and a name: only the first was used.")
        yield Flag(Level.DOUBT, "columns", message)
    if not any(char.isalpha() for char in pasted.name):
        yield Flag(Level.DOUBT, "no-letters", _("There is no letter in this name."))


def _number_flags(pasted: PastedLine, known: Known, numbers: Mapping[int, int]) -> Iterable[Flag]:
    number = pasted.number
    if pasted.doubt == "number" or (number is not None and not 1 <= number <= HIGHEST_NUMBER):
        message = _("The number has to be a whole number from 1 to %d, or left out.") % HIGHEST_NUMBER
        yield Flag(Level.ERROR, "number-range", message)
    elif number in known.players:
        message = _("Number %(number)d belongs to %(name)s already.")
        facts = {"number": number, "name": known.players[number]}
        yield Flag(Level.ERROR, "number-taken", message % facts)
    elif number in numbers:
        message = _("Number %(number)d stands in line %(line)d already.")
        yield Flag(Level.ERROR, "number-twice", message % {"number": number, "line": numbers[number]})


def _known_flag(pasted: PastedLine, number: int, name: str) -> Flag:
    facts = {"number": number, "name": name}
    if name == pasted.name:
        return Flag(Level.DOUBT, "in-event", _("In the event already, as number %(number)d.") % facts)
    return Flag(Level.DOUBT, "near-event", _("Much like %(name)s, number %(number)d in the event.") % facts)


def _twin_flag(pasted: PastedLine, twin: PastedLine) -> Flag:
    facts = {"line": twin.line, "name": twin.name}
    if twin.name == pasted.name:
        return Flag(Level.DOUBT, "twice", _("The same name stands in line %(line)d.") % facts)
    return Flag(Level.DOUBT, "nearly-twice", _("Much like %(name)s in line %(line)d.") % facts)


def _decide(flags: tuple[Flag, ...], decided: Decision | None) -> Decision:
    levels = {flag.level for flag in flags}
    if not levels:
        return Decision.TAKE
    if decided is Decision.SKIP or (decided is Decision.TAKE and Level.ERROR not in levels):
        return decided
    if decided is None and {flag.code for flag in flags} == {"in-event"}:
        return Decision.SKIP
    return Decision.OPEN
