"""Papers for the director: ruling slips and the rule card."""

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.rulecard import Line as RuleLine
from scoring.rulecard import rule_card
from tournament.models import Event
from tournament.printing.fit import fit
from tournament.printing.printout import PaperSheet, PrintChoice, Printout
from tournament.sentences import in_words

SLIPS = 4
MARGIN, HEAD, FOOT, GAP = 11.0, 34.0, 9.0, 9.0  # mm
LABEL_POINTS, VALUE_POINTS, LINE = 9.0, 9.0, 3.85
TITLE_HEIGHT, ITEM_GAP = 9.0, 1.5


@dataclass(frozen=True, slots=True)
class Item:
    """An item in a column of the rule card, in broken lines: a heading, or a rule with its answer."""

    title: str = ""
    label: tuple[str, ...] = ()
    value: tuple[str, ...] = ()
    source: str = ""

    @property
    def height(self) -> float:
        return TITLE_HEIGHT if self.title else (len(self.label) + len(self.value)) * LINE + ITEM_GAP


def slips(event: Event, choice: PrintChoice) -> Printout:
    """Four blank ruling slips on a sheet, to be copied."""
    return Printout((PaperSheet((), form="slips"),), forms={"slips": {"places": range(1, SLIPS + 1)}})


def rules(event: Event, choice: PrintChoice) -> Printout:
    """The event's rules in two columns, on as many sheets as they need."""
    card = rule_card(event.ruleset)
    width = (choice.size.width - 2 * MARGIN - GAP) / 2
    height = choice.size.height - 2 * MARGIN - HEAD - FOOT
    columns = _columns(_items(card.sections, width), height)
    pages = [columns[at : at + 2] for at in range(0, len(columns), 2)]
    sheets = tuple(PaperSheet({"columns": page, "number": number}) for number, page in enumerate(pages, 1))
    changes = "; ".join(map(in_words, card.changes))
    words = f"{in_words(card.summary)} {changes}".strip()
    summary = fit(words, choice.size.width - 2 * MARGIN, (10, 9, 8), lines=4, height=14)
    return Printout(sheets, shared={"card": card, "summary": summary, "pages": len(pages)})


def _items(sections: tuple[object, ...], width: float) -> Iterator[Item]:
    for section in sections:
        yield Item(title=in_words(section.title))  # type: ignore[attr-defined]
        for line in section.lines:  # type: ignore[attr-defined]
            yield _item(line, width)


def _item(line: RuleLine, width: float) -> Item:
    label = fit(in_words(line.label), width - 12, (LABEL_POINTS,), lines=6, bold=True)
    value = fit(in_words(line.value), width - 4, (VALUE_POINTS,), lines=12)
    return Item(label=label.lines, value=value.lines, source=line.source)


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
