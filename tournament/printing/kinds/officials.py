"""Papers for the director: ruling slips, the rule card, and the short card for the tables."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.procedure import Line as RuleLine
from scoring.rulecard import RuleCard, Section, rule_card, short_card
from tournament.models import Event
from tournament.printing.fit import MM_PER_POINT, fit
from tournament.printing.printout import PaperSheet, PrintChoice, Printout
from tournament.rotation.movements import MOVEMENTS
from tournament.sentences import in_words

SLIPS = 4
MARGIN, HEAD, FOOT, GAP = 11.0, 34.0, 9.0, 9.0  # mm
POINTS, LINE = 8.5, 3.6
TITLE_HEIGHT, ITEM_GAP = 9.0, 1.5
SHORT_MARGIN, SHORT_HEAD, SHORT_FOOT = 13.0, 12.0, 6.0
SHORT_SIZES = (15, 14, 13, 12, 11.5, 11, 10, 9.5, 9, 8.5, 8)  # points
SHORT_LEADING, SHORT_TITLE, SHORT_GAP = 1.2, 1.45, 0.35  # in lines
NARROW = 0.4  # how much of the width the left column has


@dataclass(frozen=True, slots=True)
class Item:
    """An item in a column of the rule card, in broken lines: a heading, or a rule with its answer."""

    title: str = ""
    label: tuple[str, ...] = ()
    value: tuple[str, ...] = ()

    @property
    def height(self) -> float:
        return TITLE_HEIGHT if self.title else (len(self.label) + len(self.value)) * LINE + ITEM_GAP


@dataclass(frozen=True, slots=True)
class ShortCard:
    """The short card as it fits on half a page: its rules in two columns, and the size of its letters."""

    columns: tuple[tuple[Item, ...], ...]
    css: str


def slips(event: Event, choice: PrintChoice) -> Printout:
    """Four blank ruling slips on a sheet, to be copied."""
    return Printout((PaperSheet((), form="slips"),), forms={"slips": {"places": range(1, SLIPS + 1)}})


def rules(event: Event, choice: PrintChoice) -> Printout:
    """The event's rules in two columns, on as many sheets as they need, with the key of their sources."""
    card = rule_card(event.ruleset, partners_stay=MOVEMENTS[event.movement].partners_stay)
    width = (choice.size.width - 2 * MARGIN - GAP) / 2
    height = choice.size.height - 2 * MARGIN - HEAD - FOOT
    columns = _columns(_items(card, width), height)
    pages = [columns[at : at + 2] for at in range(0, len(columns), 2)]
    sheets = tuple(PaperSheet({"columns": page, "number": number}) for number, page in enumerate(pages, 1))
    changes = "; ".join(map(in_words, card.changes))
    words = f"{in_words(card.summary)} {changes}".strip()
    summary = fit(words, choice.size.width - 2 * MARGIN, (10, 9, 8), lines=4, height=14)
    return Printout(sheets, shared={"card": card, "summary": summary, "pages": len(pages)})


def short_rules(event: Event, choice: PrintChoice) -> Printout:
    """The short card twice on a sheet, to be cut across and laid on the tables."""
    title = in_words(rule_card(event.ruleset).title)
    card = _short(short_card(event.ruleset), choice)
    return Printout((PaperSheet({"places": range(1, 3), "card": card, "title": title}),))


def _short(sections: tuple[Section, ...], choice: PrintChoice) -> ShortCard:
    """The sections at the largest size at which both columns hold them, the penalties in the wider one."""
    width = choice.size.width - 2 * SHORT_MARGIN - GAP
    height = choice.size.height / 2 - SHORT_MARGIN - SHORT_HEAD - SHORT_FOOT
    *others, penalties = sections
    for points in SHORT_SIZES:
        left = tuple(_short_facts(others, width * NARROW, points))
        right = tuple(_short_penalties(penalties, width * (1 - NARROW), points))
        line = points * SHORT_LEADING * MM_PER_POINT
        if max(_short_lines(left), _short_lines(right)) * line <= height:
            break
    return ShortCard((left, right), f"pt-{round(points * 2)}")


def _short_facts(sections: Iterable[Section], width: float, points: float) -> Iterator[Item]:
    for section in sections:
        yield Item(title=in_words(section.title))
        for line in section.lines:
            words = f"{in_words(line.label)}: {in_words(line.value)}"
            yield Item(value=fit(words, width, (points,), lines=9).lines)


def _short_penalties(section: Section, width: float, points: float) -> Iterator[Item]:
    yield Item(title=in_words(section.title))
    for line in section.lines:
        label = fit(in_words(line.label), width, (points,), lines=3, bold=True)
        texts = [in_words(option.words) for option in line.options] or [in_words(line.value)]
        broken = (fit(text, width, (points,), lines=12).lines for text in texts)
        yield Item(label=label.lines, value=tuple(part for lines in broken for part in lines))


def _short_lines(items: tuple[Item, ...]) -> float:
    return sum(SHORT_TITLE if item.title else len(item.label) + len(item.value) + SHORT_GAP for item in items)


def _items(card: RuleCard, width: float) -> Iterator[Item]:
    for section in card.sections:
        yield Item(title=in_words(section.title))
        for line in section.lines:
            yield _item(line, width)
    yield Item(title=_("Sources"))
    for letter, words in card.key:
        yield Item(value=fit(f"{letter}: {in_words(words)}", width, (POINTS,)).lines)


def _item(line: RuleLine, width: float) -> Item:
    """A rule with its source after it; of several outcomes each has its own."""
    label = fit(in_words(line.label), width, (POINTS,), lines=6, bold=True)
    texts = [f"– {in_words(o.words)} [{o.source}]" for o in line.options]
    texts = texts or [f"{in_words(line.value)} [{line.source}]"]
    broken = (fit(text, width - 2, (POINTS,), lines=12).lines for text in texts)
    return Item(label=label.lines, value=tuple(part for lines in broken for part in lines))


def _columns(items: Iterator[Item], height: float) -> list[list[Item]]:
    """Divide the items into columns of this height; a heading is never the last in its column."""
    columns: list[list[Item]] = [[]]
    used = 0.0
    for item in items:
        needed = item.height + (4 * LINE if item.title else 0)
        if used + needed > height and columns[-1]:
            columns.append([])
            used = 0.0
        columns[-1].append(item)
        used += item.height
    return columns
