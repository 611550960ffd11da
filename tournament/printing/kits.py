"""Kits: the papers of an evening as one PDF, in the order of use, under a cover that lists them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from django.utils.translation import gettext_lazy as _lazy

from tournament.models import Event
from tournament.printing import render
from tournament.printing.paper import (
    NUMBER_OF_PLAYERS,
    STOCKS,
    NotPrintable,
    Paper,
    PaperSheet,
    PrintChoice,
    Printout,
    StockRun,
    stocks_of,
)
from tournament.printing.papers import PAPERS
from tournament.printing.press import PART

USUAL_PLAYERS = 40
COVER = Paper("kit-cover", "", "", lambda _event, _choice: Printout(()), "kit_cover", "officials", "")


@dataclass(frozen=True, slots=True)
class Kit:
    """One kit: its papers by kind, in the order of use. `for_anybody`: it works before any name is known."""

    kind: str
    title: Any
    purpose: Any
    papers: tuple[str, ...]
    for_anybody: bool = False
    counted: Any = NUMBER_OF_PLAYERS

    @property
    def asks(self) -> frozenset[str]:
        return frozenset({"count"} if self.for_anybody else {"round", "large"})


@dataclass(frozen=True, slots=True)
class KitPart:
    """One paper of a kit: its sheets, and the number of the first of them in the whole."""

    paper: Paper
    choice: PrintChoice
    printout: Printout
    first: int

    @property
    def last(self) -> int:
        return self.first + len(self.printout.sheets) - 1

    @property
    def stocks(self) -> Iterator[StockRun]:
        """The stocks of its sheets in order."""
        return stocks_of(self.paper, self.printout, self.first)


@dataclass(frozen=True, slots=True)
class Bundle:
    """A kit as it is now: its parts, and the papers left out, each with the reason."""

    kit: Kit
    parts: tuple[KitPart, ...]
    left_out: tuple[tuple[Any, str], ...]
    players: int

    @property
    def sheets(self) -> int:
        """With the cover."""
        return 1 + sum(len(part.printout.sheets) for part in self.parts)

    @property
    def by_stock(self) -> list[tuple[Any, int]]:
        """How many sheets of which stock, the cover among them."""
        counts = {"plain": 1}
        for part in self.parts:
            for run in part.stocks:
                counts[run.stock] = counts.get(run.stock, 0) + run.last - run.first + 1
        return [(STOCKS[stock], counts[stock]) for stock in STOCKS if stock in counts]


KITS: Mapping[str, Kit] = MappingProxyType(
    {
        kit.kind: kit
        for kit in (
            Kit(
                "tonight-kit",
                _lazy("Tonight’s kit"),
                _lazy("Everything for tonight in one PDF, in the order of use, with a list of its sheets."),
                (
                    "poster",
                    "check-in",
                    "sign-in",
                    "name-badges",
                    "table-signs",
                    "seat-markers",
                    "movement-cards",
                    "rule-card-short",
                    "seating-by-name",
                    "seating-by-table",
                    "rounds-by-name",
                    "tally-cards",
                    "blank-cards",
                    "result-slips",
                    "blank-slips",
                    "ruling-slips",
                ),
            ),
            Kit(
                "emergency-kit",
                _lazy("Emergency kit"),
                _lazy("What a hall plays with when nothing else works: no name needs to be known."),
                (
                    "table-signs",
                    "seat-markers",
                    "movement-cards",
                    "rotation-without-names",
                    "sign-in",
                    "blank-badges",
                    "blank-cards",
                    "blank-cards-by-deals",
                    "blank-slips",
                    "score-pad",
                    "wall-board",
                    "rule-card-short",
                    "ruling-slips",
                ),
                for_anybody=True,
            ),
        )
    }
)


def bundle(kit: Kit, event: Event, choice: PrintChoice) -> Bundle:
    """The kit's papers that can be printed now. Raises `NotPrintable` where tonight's kit has nobody."""
    known = event.players.count()
    if not kit.for_anybody and not known:
        raise NotPrintable(
            _lazy(
                "There are no players yet. Add them first, or print the emergency kit, which needs no names."
            )
        )
    players = (choice.count if kit.for_anybody else None) or known or USUAL_PLAYERS
    parts: list[KitPart] = []
    left_out: list[tuple[Any, str]] = []
    first = 2
    for kind in kit.papers:
        paper = PAPERS[kind]
        if not paper.is_used(event):
            continue
        asked = _choice(kit, paper, event, choice, players)
        try:
            printout = paper.make(event, asked)
        except NotPrintable as reason:
            left_out.append((paper.title, str(reason)))
            continue
        parts.append(KitPart(paper, asked, printout, first))
        first = parts[-1].last + 1
    return Bundle(kit, tuple(parts), tuple(left_out), players)


def source(bundled: Bundle, event: Event, choice: PrintChoice) -> str:
    """The kit for the press: its cover, then each paper as it is printed alone."""
    cover = replace(COVER, title=bundled.kit.title)
    shown = Printout(
        (PaperSheet(bundled),), shared={"as_of": event.audit_entries.last_at() or event.created_at}
    )
    papers = [render.source(part.paper, event, part.choice, part.printout) for part in bundled.parts]
    return PART.join([render.source(cover, event, choice, shown), *papers])


def _choice(kit: Kit, paper: Paper, event: Event, choice: PrintChoice, players: int) -> PrintChoice:
    """What is asked of one paper: of those without names enough for so many players."""
    asked = replace(choice, count=None, players=(), changed=False, stock="")
    if kit.for_anybody:
        tables = max(1, players // 4)
        counts = {"blank-slips": tables * event.round_count, "score-pad": None, "blank-cards-by-deals": None}
        return replace(asked, count=counts.get(paper.kind, players))
    return asked
