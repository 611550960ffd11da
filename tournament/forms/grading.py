"""Judge the lines of a pasted list, and apply what the director decided about each.

A line with an error has to be corrected or skipped, a doubt has to be confirmed, a note needs no answer.
Writes nothing.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.forms.pasted import PastedLine
from tournament.services.groups import LONGEST_GROUP
from tournament.services.players import HIGHEST_NUMBER, LONGEST_NAME, PlayerRow
from tournament.words.names import family_name, holds_contact, key_of

_COUPLE = re.compile(r"(.+?)(?:\s*[&/+]\s*|\s+(?:and|et)\s+)(.+)", re.IGNORECASE)
_REMARK = re.compile(r"\s[-–—]\s|[0-9]\s*/\s*[0-9]|[0-9]\s+\w+\s+\w|[<>|{}=?!]")
_NUMBERED_HEAD = re.compile(r"(?:table|round|page|section|ronde)\W*[0-9]+\W*", re.IGNORECASE)
_MARKS = ".,:;#=()[]-–—_"
# Words of a heading, and words that may go with them. None is a first or last name by itself.
_HEADS = frozenset({
    "players", "names", "list", "lists", "roster", "euchre", "tournament", "registered", "registration",
    "attending", "attendance", "entries", "waiting", "waitlist", "waitlisted", "tentative", "confirmed",
    "signup", "sign-up", "substitutes", "spares", "regulars", "guests", "total", "people", "persons",
    "personnes", "printed", "imprimé", "page", "going", "coming", "not", "maybe", "regrets", "declined",
    "cancelled", "canceled", "absent",
})  # fmt: skip
_BESIDE = frozenset({
    "the", "of", "for", "and", "our", "night", "evening", "day", "club", "league", "sheet", "up",
    "sign", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "january",
    "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec",
    "round", "table", "st", "nd", "rd", "th",
})  # fmt: skip


_DOUBTS = {
    "columns": _lazy("More columns than a number and a name: only the first was used."),
    "commas": _lazy("Is this one player? Write each player on a line of their own."),
    "guests": _lazy("Who else comes with them? Add their name under “Change the list”."),
    "remark": _lazy("Is all of this one player’s name? If not, mend it here."),
    "more": _lazy("Is this one player who comes? The line says more than a name."),
}


class Level(StrEnum):
    """How much is wrong with a pasted line; only an error keeps it from being imported."""

    FINE = "fine"
    NOTE = "note"
    DOUBT = "doubt"
    ERROR = "error"


class LineDecision(StrEnum):
    """What to do with a line; an open one stops the import."""

    OPEN = ""
    TAKE = "take"
    SPLIT = "split"  # the line names two players
    SKIP = "skip"


class Flag(NamedTuple):
    """Something to say about a pasted line, and how much is wrong with it."""

    level: Level
    code: str
    message: str


@dataclass(frozen=True, slots=True)
class GradedLine:
    """A line with its flags and the decision about it."""

    pasted: PastedLine
    flags: tuple[Flag, ...]
    decision: LineDecision
    keeps_note: bool = False

    @property
    def level(self) -> Level:
        """The worst level among the flags; fine without a flag."""
        levels = {flag.level for flag in self.flags}
        order = (Level.ERROR, Level.DOUBT, Level.NOTE)
        return next((level for level in order if level in levels), Level.FINE)

    @property
    def rows(self) -> tuple[PlayerRow, ...]:
        """The players imported from the line; of two, the first gets its number, and both its note."""
        name, number = self.pasted.name, self.pasted.number
        note = ", ".join(self.pasted.left_out) if self.keeps_note else ""
        groups = self.pasted.groups
        if self.decision is LineDecision.SPLIT:
            first, second = couple_in(name)
            return PlayerRow(first, number, note, groups), PlayerRow(second, note=note, groups=groups)
        return (PlayerRow(name, number, note, groups),) if self.decision is LineDecision.TAKE else ()

    @property
    def choices(self) -> tuple[LineDecision, ...]:
        """The decisions possible; a line with an error can only be skipped."""
        if self.level is Level.ERROR:
            return (LineDecision.SKIP,)
        split = (LineDecision.SPLIT,) if "two-people" in {flag.code for flag in self.flags} else ()
        return (*split, LineDecision.TAKE, LineDecision.SKIP)


class Known(NamedTuple):
    """The players already in the event: number → name."""

    players: Mapping[int, str]


def grade(
    lines: Iterable[PastedLine],
    known: Known,
    decided: Mapping[int, LineDecision] | None = None,
    noted: Collection[int] = (),
) -> list[GradedLine]:
    """Judge every line; `decided` maps line numbers to what the director chose, `noted` are the lines whose
    left-out parts become a note.

    A line whose only doubt is that its name is in the event already is skipped by default, because a list
    that has grown is pasted again as a whole.
    """
    decided = decided or {}
    names = {key_of(name): (number, name) for number, name in reversed(list(known.players.items()))}
    numbers: dict[int, int] = {}  # number → the first line that has it
    by_name: dict[str, PastedLine] = {}
    graded = []
    waiting = False  # below “Waiting list:”
    for read in lines:
        pasted = replace(read, doubt=read.doubt or "more") if waiting and not read.edited else read
        flags = tuple(_flags(pasted, known, names, numbers, by_name))
        if "heading" in {flag.code for flag in flags}:
            waiting = read.doubt == "more"
        decision = _decide(flags, decided.get(pasted.line), edited=pasted.edited)
        graded.append(GradedLine(pasted, flags, decision, pasted.line in noted))
        for name in (pasted.name, *couple_in(pasted.name)):
            by_name.setdefault(key_of(name), replace(pasted, name=name))
        if pasted.number is not None:
            numbers.setdefault(pasted.number, pasted.line)
    return graded


def _flags(
    pasted: PastedLine,
    known: Known,
    names: Mapping[str, tuple[int, str]],
    numbers: Mapping[int, int],
    by_name: Mapping[str, PastedLine],
) -> Iterable[Flag]:
    if pasted.left_out:
        yield Flag(Level.NOTE, "left-out", _("Left out: %(what)s") % {"what": ", ".join(pasted.left_out)})
    if not pasted.name:
        yield Flag(Level.ERROR, "name-missing", _("There is no name in this line."))
        return
    if len(pasted.name) > LONGEST_NAME:
        message = _("This name has %(has)d characters; %(most)d fit.")
        yield Flag(Level.ERROR, "name-long", message % {"has": len(pasted.name), "most": LONGEST_NAME})
    if holds_contact(pasted.name):
        message = _("Names are public: leave out phone numbers and mail addresses.")
        yield Flag(Level.ERROR, "name-contact", message)
    if (in_event := names.get(key_of(pasted.name))) is not None:
        yield _known_flag(pasted, *in_event)
    else:
        yield from _number_flags(pasted, known, numbers)
    if (twin := by_name.get(key_of(pasted.name))) is not None:
        yield _twin_flag(pasted, twin)
    if couple := couple_in(pasted.name):
        yield from _couple_flags(couple, names, by_name)
    elif pasted.doubt == "heading" or looks_like_heading(pasted.name):
        yield Flag(Level.DOUBT, "heading", _("This looks like a heading, not a player."))
        return
    elif pasted.doubt != "remark" and _has_remark(pasted):
        yield Flag(Level.DOUBT, "remark", str(_DOUBTS["remark"]))
    if pasted.doubt in _DOUBTS:
        yield Flag(Level.DOUBT, pasted.doubt, str(_DOUBTS[pasted.doubt]))
    for group in pasted.groups:
        if len(group) > LONGEST_GROUP or holds_contact(group):
            message = _("A group is one or two words, such as novices, not “%(group)s”.")
            yield Flag(Level.ERROR, "group", message % {"group": group})
    if not any(char.isalpha() for char in pasted.name):
        yield Flag(Level.DOUBT, "no-letters", _("There is no letter in this name."))


def _number_flags(pasted: PastedLine, known: Known, numbers: Mapping[int, int]) -> Iterable[Flag]:
    number = pasted.number
    if pasted.doubt == "number" or (number is not None and not 1 <= number <= HIGHEST_NUMBER):
        message = _("The number has to be a whole number from 1 to %d, or left out.") % HIGHEST_NUMBER
        yield Flag(Level.ERROR, "number-range", message)
    elif number is not None and number in known.players:
        message = _("Number %(number)d belongs to %(name)s already.")
        facts = {"number": number, "name": known.players[number]}
        yield Flag(Level.ERROR, "number-taken", message % facts)
    elif number is not None and number in numbers:
        message = _("Number %(number)d is already used in line %(line)d.")
        yield Flag(Level.ERROR, "number-twice", message % {"number": number, "line": numbers[number]})


def _known_flag(pasted: PastedLine, number: int, name: str) -> Flag:
    facts = {"number": number, "name": name}
    if name == pasted.name:
        return Flag(Level.DOUBT, "in-event", _("In the event already, as number %(number)d.") % facts)
    return Flag(Level.DOUBT, "near-event", _("Much like %(name)s, number %(number)d in the event.") % facts)


def _twin_flag(pasted: PastedLine, twin: PastedLine) -> Flag:
    facts = {"line": twin.line, "name": twin.name}
    if twin.name == pasted.name:
        return Flag(Level.DOUBT, "twice", _("Same name as line %(line)d.") % facts)
    return Flag(Level.DOUBT, "nearly-twice", _("Much like %(name)s in line %(line)d.") % facts)


def _couple_flags(
    couple: tuple[str, ...], names: Mapping[str, tuple[int, str]], by_name: Mapping[str, PastedLine]
) -> Iterable[Flag]:
    """Flag two people in one line, and those of them who are listed already."""
    first, second = couple
    message = _("Two people? “%(first)s” and “%(second)s”.")
    yield Flag(Level.DOUBT, "two-people", message % {"first": first, "second": second})
    for name in couple:
        if (entry := names.get(key_of(name))) is not None:
            facts = {"name": name, "number": entry[0]}
            yield Flag(Level.DOUBT, "in-event", _("%(name)s: in the event as number %(number)d.") % facts)
        elif (twin := by_name.get(key_of(name))) is not None:
            facts = {"name": name, "line": twin.line}
            yield Flag(Level.DOUBT, "twice", _("%(name)s: same name as line %(line)d.") % facts)


def couple_in(name: str) -> tuple[str, ...]:
    """Both names of “Ted & Alice Monroe” with the last name shared; empty for one person.

    >>> couple_in("Ted & Alice Monroe"), couple_in("Ted Monroe and Bo Derek"), couple_in("Sandy Anders")
    (('Ted Monroe', 'Alice Monroe'), ('Ted Monroe', 'Bo Derek'), ())
    """
    match = _COUPLE.fullmatch(name)
    if match is None or not all(any(char.isalpha() for char in part) for part in match.groups()):
        return ()
    first, second = match.groups()
    shared = " " not in first and " " in second
    return (f"{first} {family_name(second)}" if shared else first), second


def _has_remark(pasted: PastedLine) -> bool:
    """Whether more than a name may be left: words after a dash, an address, two people's mail addresses."""
    return bool(_REMARK.search(pasted.name)) or sum("@" in part for part in pasted.left_out) > 1


def looks_like_heading(name: str) -> bool:
    """Whether a line looks like a heading: “Friday night euchre”, “Waiting list:”."""
    words = {word for each in name.split() if (word := each.strip(_MARKS).lower()) and not word.isdigit()}
    known = bool(words & _HEADS) and words <= _HEADS | _BESIDE
    return known or name.endswith(":") or bool(_NUMBERED_HEAD.fullmatch(name))


def _decide(flags: tuple[Flag, ...], decided: LineDecision | None, *, edited: bool) -> LineDecision:
    asking = [flag for flag in flags if flag.level is not Level.NOTE]
    levels = {flag.level for flag in asking}
    if not levels:
        return LineDecision.TAKE
    if decided is LineDecision.SKIP or (decided is LineDecision.TAKE and Level.ERROR not in levels):
        return decided
    if decided is LineDecision.SPLIT and "two-people" in {flag.code for flag in asking}:
        return decided if Level.ERROR not in levels else LineDecision.OPEN
    if decided is None and not edited and {flag.code for flag in asking} == {"in-event"}:
        return LineDecision.SKIP
    return LineDecision.OPEN
