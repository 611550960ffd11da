"""Kits: the papers of an evening as one PDF, in the order of use, under a cover that lists them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from django.utils.translation import gettext_lazy as _lazy

from tournament.models import Event
from tournament.printing.paper import (
    NUMBER_OF_PLAYERS,
    NotPrintable,
    Paper,
    PaperSheet,
    PrintChoice,
    Printout,
    StockRun,
    stocks_of,
)
from tournament.printing.paper import source as paper_source
from tournament.printing.papers import PAPERS
from tournament.printing.press import PART
from tournament.registry import actions
from tournament.rotation.movements import MOVEMENTS

TONIGHT = "tonight-kit"
USUAL_PLAYERS = 40
COVER = Paper("kit-cover", "", "", lambda _event, _choice: Printout(()), "kit_cover", "officials", "")


@dataclass(frozen=True, slots=True)
class Use:
    """What to do with a paper of a kit, and from how many players on it is ticked at first (None: never).

    `keeps`: it has no date, so it is printed once a season.
    """

    words: Any
    ticked_from: int | None = 0
    keeps: bool = False


@dataclass(frozen=True, slots=True)
class Kit:
    """One kit: its papers by kind, in the order of the printer's trays: plain paper before card.

    `for_anybody`: it works before any name is known.
    """

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
    def use(self) -> Use:
        return USES[self.paper.kind]

    @property
    def last(self) -> int:
        return self.first + len(self.printout.sheets) - 1

    @property
    def stocks(self) -> Iterator[StockRun]:
        """The stocks of its sheets in order."""
        return stocks_of(self.paper, self.printout, self.first)


@dataclass(frozen=True, slots=True)
class Offered:
    """A paper that a kit has on offer: whether it is ticked, and whether it was noted as printed."""

    paper: Paper
    is_ticked: bool
    is_printed: bool

    @property
    def use(self) -> Use:
        return USES[self.paper.kind]


@dataclass(frozen=True, slots=True)
class Bundle:
    """A kit as it is now: its parts, and the papers that cannot be printed, each with the reason."""

    kit: Kit
    parts: tuple[KitPart, ...]
    left_out: tuple[tuple[Any, str], ...]
    players: int

    @property
    def sheets(self) -> int:
        """With the cover."""
        return 1 + sum(len(part.printout.sheets) for part in self.parts)

    @property
    def stocks(self) -> list[StockRun]:
        """What is put into the printer, one tray after the other; the cover is the first sheet."""
        runs = [StockRun("plain", 1, 1)]
        for run in (run for part in self.parts for run in part.stocks):
            if run.stock == runs[-1].stock:
                runs[-1] = replace(runs[-1], last=run.last)
            else:
                runs.append(run)
        return runs


# Of more players than these not everybody sees the whole hall.
LARGE_HALL = 21
USES: Mapping[str, Use] = MappingProxyType(
    {
        "poster": Use(_lazy("Hang it at the door.")),
        "check-in": Use(_lazy("Hang it at the door.")),
        "sign-in": Use(_lazy("Put it at the door with a pen.")),
        "seating-by-name": Use(_lazy("Hang it at the door."), LARGE_HALL),
        "seating-by-table": Use(_lazy("For whoever helps on the floor."), None),
        "rounds-by-name": Use(_lazy("Hang it up if players have no tally cards."), None),
        "rule-card-short": Use(_lazy("Cut, and put one on each table.")),
        "result-slips": Use(_lazy("Cut, and put each table’s own slips on it.")),
        "blank-slips": Use(_lazy("Cut. For rounds that are not seated yet, and for spoiled slips.")),
        "ruling-slips": Use(_lazy("Cut, and keep them at the desk."), LARGE_HALL),
        "rotation-without-names": Use(_lazy("Hang it up: players look for their number.")),
        "wall-board": Use(_lazy("Tape it to the wall, and write each round’s points.")),
        "score-pad": Use(_lazy("Copy it: one for each table and round."), None),
        "tally-cards": Use(_lazy("Cut, and give all players their own.")),
        "blank-cards": Use(_lazy("Cut, and keep them at the door for walk-ins.")),
        "blank-cards-by-deals": Use(_lazy("Instead of the other cards, if players note every deal."), None),
        "name-badges": Use(_lazy("Cut, and lay them out at the door."), None),
        "blank-badges": Use(_lazy("Cut, and lay them out at the door with a pen."), None),
        "table-signs": Use(_lazy("Fold one for each table."), None, keeps=True),
        "seat-markers": Use(_lazy("Cut, fold and stand four on each table."), None, keeps=True),
        "movement-cards": Use(_lazy("Cut, and put one on each table."), None, keeps=True),
    }
)
KITS: Mapping[str, Kit] = MappingProxyType(
    {
        kit.kind: kit
        for kit in (
            Kit(
                TONIGHT,
                _lazy("Tonight’s kit"),
                _lazy("Everything for tonight in one PDF, with what to do with each paper."),
                (
                    "poster",
                    "check-in",
                    "sign-in",
                    "seating-by-name",
                    "seating-by-table",
                    "rounds-by-name",
                    "rule-card-short",
                    "result-slips",
                    "blank-slips",
                    "ruling-slips",
                    "table-signs",
                    "seat-markers",
                    "movement-cards",
                    "name-badges",
                    "blank-cards",
                    "tally-cards",
                ),
            ),
            Kit(
                "emergency-kit",
                _lazy("Emergency kit"),
                _lazy("What a hall plays with when nothing else works: no name needs to be known."),
                (
                    "rotation-without-names",
                    "sign-in",
                    "wall-board",
                    "rule-card-short",
                    "blank-slips",
                    "score-pad",
                    "ruling-slips",
                    "table-signs",
                    "seat-markers",
                    "movement-cards",
                    "blank-badges",
                    "blank-cards-by-deals",
                    "blank-cards",
                ),
                for_anybody=True,
            ),
        )
    }
)


def offered(kit: Kit, event: Event, choice: PrintChoice) -> list[Offered]:
    """The papers that the event has a use for: ticked are those chosen, else those that it needs and nobody
    has noted as printed."""
    players = (choice.count if kit.for_anybody else None) or event.players.count() or USUAL_PLAYERS
    printed = set() if kit.for_anybody else _printed(event)
    usual = {
        kind
        for kind in kit.papers
        if (least := USES[kind].ticked_from) is not None and players >= least and kind not in printed
    }
    ticked = usual if choice.papers is None else choice.papers
    return [
        Offered(PAPERS[kind], kind in ticked, kind in printed)
        for kind in kit.papers
        if PAPERS[kind].is_used(event)
    ]


def _printed(event: Event) -> set[str]:
    entries = event.audit_entries.filter(action=actions.CARD_KIT_PRINTED.code)
    return {kind for entry in entries for kind in entry.facts["papers"]}


def bundle(kit: Kit, event: Event, choice: PrintChoice) -> Bundle:
    """The kit's ticked papers that can be printed now. Raises `NotPrintable` if tonight's kit has nobody,
    or nothing is ticked."""
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
    papers = [one.paper for one in offered(kit, event, choice) if one.is_ticked]
    if not papers:
        raise NotPrintable(
            _lazy("Everything was printed. Tick what you need again.")
            if choice.papers is None
            else _lazy("Nothing is ticked. Tick what you need.")
        )
    first = 2
    for paper in papers:
        spare = [part for part in parts if part.paper.kind == "result-slips"]
        count = _count(kit, paper, event, players, spare)
        if count == 0:
            continue
        asked = replace(choice, count=count, players=(), changed=False, stock="")
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
    papers = [paper_source(part.paper, event, part.choice, part.printout) for part in bundled.parts]
    return PART.join([paper_source(cover, event, choice, shown), *papers])


def _count(kit: Kit, paper: Paper, event: Event, players: int, slips: Sequence[KitPart]) -> int | None:
    """How many of one paper: enough for so many players, for their tables, for the rounds that no printed
    slip is for. `slips` is the kit's part of result slips, if it has one."""
    tables = max(1, players // 4)
    if paper.kind == "rule-card-short":
        return tables
    if paper.kind == "blank-slips":
        ahead = 0 if kit.for_anybody else MOVEMENTS[event.movement].ahead(event.round_count)
        spoiled = 1 + tables // 4
        left = sum(slip is None for part in slips for sheet in part.printout.sheets for slip in sheet.shows)
        return max(0, tables * (event.round_count - ahead) + spoiled - left)
    if not kit.for_anybody or paper.kind in ("score-pad", "blank-cards-by-deals"):
        return None
    return players
