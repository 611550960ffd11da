"""Papers for the director: ruling slips, the rule card, and the short card for the tables."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.offences import Option
from scoring.procedure import Line as RuleLine
from scoring.rule_sources import KEY, main_text
from scoring.rulecard import (
    FORBIDDEN_ONLY,
    KEY_OF_FORBIDDEN_ONLY,
    SILENT,
    RuleCard,
    Section,
    brief_source,
    brief_words,
    short_card,
)
from scoring.ruleset import ABOUT, Ruleset
from tournament.models import Event
from tournament.printing.fit import MM_PER_POINT, fit, listed, lowered, measure, to_raise
from tournament.printing.kinds.rounds import how_many
from tournament.printing.paper import PaperSheet, PrintChoice, Printout, paper
from tournament.reports.event_settings import rules_of
from tournament.reports.hand_over import hand_over
from tournament.words.sentences import citation, in_words

SLIPS = 4
HAND_OVER_SIZES = (16, 15, 14, 13.5, 13, 12, 11, 10.5)
HAND_OVER_HEAD, HAND_OVER_MARGIN = 30.0, 11.0  # mm
HAND_OVER_LINE, HAND_OVER_TITLE = 1.3, 2.5  # heights in letters
# Millimetres; sizes of letters in points, heights of a title and of a gap in lines.
MARGIN, HEAD, FOOT, GAP = 9.0, 21.0, 6.0, 5.0
SIZES = (12, 11.5, 11, 10.5, 10)
SIDES = 2  # of one sheet
LEADING, TITLE, SPACE = 1.08, 1.55, 0.15
LEAST_PART = 2  # lines of a rule that goes on in the next column, on either side
SHORT_MARGIN, SHORT_HEAD, SHORT_FOOT = 9.0, 16.5, 7.0
SHORT_SIZES = (16, 15, 14.5, 14, 13.5, 13, 12.5, 12)
SHORT_SPACE = 0.12
LARGE, LARGE_SHORT = (16,), (23, 21, 20, 19, 18, 17, 16)
NBSP = "\u00a0"
LAST_NUMBER = re.compile(r" (\d+)$")


@dataclass(frozen=True, slots=True)
class Item:
    """An item in a column of a rule card: a heading (`title`), or a rule as the lines it is broken into.

    Each line is (its bold beginning, the rest).
    """

    title: str = ""
    lines: tuple[tuple[str, str], ...] = ()

    def height(self, space: float) -> float:
        """The height in lines, with `space` after a rule."""
        return TITLE if self.title else len(self.lines) + space

    def begins(self, space: float) -> float:
        """The height of the least that a column may end with: two lines of a rule that has two more."""
        return LEAST_PART if len(self.lines) >= 2 * LEAST_PART else self.height(space)


class Sources:
    """The sources that a card cites, each by a small raised number; the card lists them at its end."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}

    def cited(self, words: str, source: str) -> str:
        """The words with the number of their source; a figure keeps clear of it.

        >>> sources = Sources()
        >>> sources.cited("makers 2", "T"), sources.cited("Nobody leads.", "L I"), sources.cited("yes", "T")
        ('makers 2\xa0¹', 'Nobody leads.²', 'yes¹')
        """
        number = self.numbers.setdefault(source, len(self.numbers) + 1)
        return f"{words}{NBSP if words[-1].isdigit() else ''}{to_raise(number)}"

    def listed(self) -> str:
        return "  ".join(
            f"{to_raise(number)}{NBSP}{_places(source)}" for source, number in self.numbers.items()
        )


@dataclass(frozen=True, slots=True)
class ShortCard:
    """The short card as it fits on half a page: its rules in two columns, and the size of its letters."""

    columns: tuple[tuple[Item, ...], ...]
    css: str


@paper(
    "ruling-slips",
    _lazy("Ruling slips"),
    _lazy("Four blank slips, for rulings made away from the desk."),
    css="officials",
    form="ruling_slips_form",
    has_names=False,
)
def slips(event: Event, choice: PrintChoice) -> Printout:
    """Four blank ruling slips on a sheet, to be copied."""
    return Printout((PaperSheet((), form="slips"),), forms={"slips": {"places": range(1, SLIPS + 1)}})


@paper(
    "hand-over",
    _lazy("Hand over"),
    _lazy("How to start, the address, what this club does and where things are, for whoever is next."),
    css="officials",
    has_names=False,
)
def handing_over(event: Event, choice: PrintChoice) -> Printout:
    """One page for whoever runs the next evening."""
    parts = hand_over(event, site=choice.site)
    room = choice.size.height - HAND_OVER_HEAD - HAND_OVER_MARGIN
    for points in HAND_OVER_SIZES:
        width = choice.size.width - 2 * HAND_OVER_MARGIN
        lines = sum(len(listed([f"1. {line}"], width, points)) for part in parts for line in part.lines)
        if (lines * HAND_OVER_LINE + len(parts) * HAND_OVER_TITLE) * points * MM_PER_POINT <= room:
            break
    return Printout((PaperSheet(parts),), shared={"css": f"pt-{round(points * 2)}"})


@paper(
    "rule-card",
    _lazy("Rule card"),
    _lazy("The event’s rules on both sides of one sheet, each with its source."),
    css="officials",
    asks=("large",),
    both_sides=True,
    has_names=False,
)
def rules(event: Event, choice: PrintChoice) -> Printout:
    """The event's rules in two columns, as large as both sides of one sheet hold them, with the key of their
    sources. Only an event with many rules of its own goes on to a second sheet."""
    card = rules_of(event)
    width = (choice.size.width - 2 * MARGIN - GAP) / 2
    height = choice.size.height - 2 * MARGIN - FOOT
    for points in LARGE if choice.large else SIZES:
        line = points * LEADING * MM_PER_POINT
        heights = ((height - HEAD) / line, height / line)
        columns = _columns(list(_items(card, event.ruleset, width, points)), heights)
        if len(columns) <= 2 * SIDES:
            break
    pages = [columns[at : at + 2] for at in range(0, len(columns), 2)]
    css = f"pt-{round(points * 2)}"
    sheets = tuple(
        PaperSheet({"columns": page, "number": number, "css": css}) for number, page in enumerate(pages, 1)
    )
    words = "" if card.changes else in_words(card.summary)  # it may say what the house does otherwise
    summary = fit(words, choice.size.width - 2 * MARGIN, (11, 10.5, 10), lines=2, height=9)
    return Printout(sheets, shared={"card": card, "summary": summary, "pages": len(pages)})


@paper(
    "rule-card-short",
    _lazy("Short rule card"),
    _lazy("For the tables in large print: points, playing alone, ties, when to call the director."),
    css="officials",
    asks=("count", "large"),
    counted=_lazy("Number of cards"),
    has_names=False,
)
def short_rules(event: Event, choice: PrintChoice) -> Printout:
    """The short card twice on a sheet, to be cut across and laid on the tables; in large print once. A sheet
    of them, or as many as asked for."""
    title = in_words(ABOUT[event.ruleset.preset].title)
    card = _short(short_card(event.ruleset, minutes=event.timed_minutes), choice)
    up = 1 if choice.large else 2
    shown = {"places": range(1, up + 1), "card": card, "title": title, "large": choice.large}
    return Printout((PaperSheet(shown),) * max(1, -(-how_many(choice, up) // up)))


def _short(sections: Sequence[Section], choice: PrintChoice) -> ShortCard:
    """The sections at the largest size at which two columns hold them; the rule card has their sources."""
    width = (choice.size.width - 2 * SHORT_MARGIN - GAP) / 2
    height = choice.size.height / (1 if choice.large else 2) - SHORT_HEAD - SHORT_FOOT
    for points in LARGE_SHORT if choice.large else SHORT_SIZES:
        items = [item for section in sections for item in _section(section, None, width, points)]
        most = height / (points * LEADING * MM_PER_POINT)
        columns = _columns(items, (most, most), SHORT_SPACE)
        if len(columns) <= 2:
            break
    return ShortCard(tuple(map(tuple, columns)), f"pt-{round(points * 2)}")


def _items(card: RuleCard, rules: Ruleset, width: float, points: float) -> Iterator[Item]:
    if card.changes:
        yield Item(title=_("House rules tonight"))
        for change in card.changes:
            yield Item(lines=_broken("", in_words(change), width, points))
    sources = Sources()
    for section in card.sections:
        yield from _section(section, sources, width, points)
    yield from _key(card.sections, sources, rules, width, points)


def _section(section: Section, sources: Sources | None, width: float, points: float) -> Iterator[Item]:
    own = set(_sources(section)) if sources else set()
    title = in_words(section.title)
    if sources and len(own) == 1:  # said once, with the heading
        title = sources.cited(title, own.pop())
    yield Item(title=title)
    for line in section.lines:
        yield Item(lines=_broken(*_words(line, sources if own else None), width, points))


def _words(line: RuleLine, sources: Sources | None) -> tuple[str, str]:
    """A rule's label, and what follows it: each outcome with its source, if the heading has none."""
    label = in_words(brief_words(line.label))
    texts = [_outcome(option, sources) for option in line.options]
    if line.value:
        value = LAST_NUMBER.sub(rf"{NBSP}\1", in_words(brief_words(line.value)))  # “makers 2” in one piece
        texts = [sources.cited(value, brief_source(line.source)) if sources else value]
    if not texts:
        return "", f"• {label}"
    return label + ("." if texts[0][0].isupper() else _(":")), " • ".join(texts)


def _outcome(option: Option, sources: Sources | None) -> str:
    words = in_words(brief_words(option.text))
    if option.condition:
        words = in_words(brief_words(option.condition)) + _(":") + f" {words}"
    return sources.cited(words, brief_source(option.source)) if sources else words


def _places(source: str) -> str:
    """A source in one piece."""
    mark = SILENT if source.endswith(SILENT) else ""
    return citation(source.removesuffix(SILENT)).replace(" ", NBSP) + mark


def _key(
    sections: Iterable[Section], sources: Sources, rules: Ruleset, width: float, points: float
) -> Iterator[Item]:
    """The sources by their numbers, what their letters mean, and the mark of what the event's own text does
    not say."""
    cited = {source for section in sections for source in _sources(section)}
    places = {place for source in cited for place in source.removesuffix(SILENT).split("; ")}
    # “event setting” and “director” say themselves what they mean.
    letters = {place[0] for place in places if place not in KEY or len(place) == 1}
    key = {letter: words for letter, words in KEY.items() if letter in letters}
    if FORBIDDEN_ONLY in places:
        key[FORBIDDEN_ONLY] = KEY_OF_FORBIDDEN_ONLY
    words = "; ".join(f"{letter} = {in_words(meaning)}" for letter, meaning in key.items())
    if any(source.endswith(SILENT) for source in cited):
        words += f"; {SILENT}{NBSP}={NBSP}{citation(f'{main_text(rules)} is silent')}"
    yield Item(title=_("Sources"))
    yield Item(lines=_broken("", sources.listed(), width, points))
    yield Item(lines=_broken("", words, width, points))


def _sources(section: Section) -> Iterator[str]:
    for line in section.lines:
        if line.source:
            yield brief_source(line.source)
        yield from (brief_source(option.source) for option in line.options)


def _broken(bold: str, plain: str, width: float, points: float) -> tuple[tuple[str, str], ...]:
    """The words in lines of this width, each its bold words and its plain ones."""
    em = width / (points * MM_PER_POINT)
    lines: list[tuple[list[str], list[str]]] = [([], [])]
    used = 0.0
    words = [(word, True) for word in bold.split(" ") if word]  # at plain spaces only
    words += [(word, False) for word in plain.split(" ") if word]
    for word, is_bold in words:
        needed = measure(lowered(f" {word}" if used else word), bold=is_bold)
        if used and used + needed > em:
            lines.append(([], []))
            used, needed = 0.0, measure(lowered(word), bold=is_bold)
        lines[-1][0 if is_bold else 1].append(word)
        used += needed
    return tuple((" ".join(strong), " ".join(usual)) for strong, usual in lines)


def _columns(items: Sequence[Item], heights: tuple[float, float], space: float = SPACE) -> list[list[Item]]:
    """Divide the items into columns: two of the first height, then of the second. A heading is never the
    last in its column; a long rule goes on in the next one."""
    columns: list[list[Item]] = [[]]
    left = heights[0]
    for item, following in zip_longest(items, items[1:]):
        needed = item.begins(space)
        if item.title and following is not None:
            needed += following.begins(space)
        if needed <= left < item.height(space):
            part = min(int(left), len(item.lines) - LEAST_PART)
            columns[-1].append(Item(lines=item.lines[:part]))
            item, left = Item(lines=item.lines[part:]), 0.0
        if columns[-1] and needed > left:
            columns.append([])
            left = heights[len(columns) > 2]
        columns[-1].append(item)
        left -= item.height(space)
    return columns
