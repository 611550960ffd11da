"""One kind of paper as data, and the headings under which the print page lists them."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from types import MappingProxyType
from typing import Any

from django.utils.translation import gettext_lazy as _lazy

from tournament.models import Event
from tournament.printing.printout import PrintChoice, Printout

# The stock on which a paper is best printed, as the print page and the cover of a kit name it.
STOCKS: Mapping[str, Any] = MappingProxyType(
    {
        "plain": _lazy("plain paper"),
        "card": _lazy("card stock"),
        "red": _lazy("red card stock"),
        "white": _lazy("white card stock"),
    }
)

# Headings on the print page, in the order of the evening; empty groups are hidden.
GROUPS: Mapping[str, Any] = MappingProxyType(
    {
        "before": _lazy("For the players"),
        "hall": _lazy("For the hall"),
        "tables": _lazy("For the tables"),
        "after": _lazy("Results"),
    }
)


NUMBER_OF_PLAYERS = _lazy("Number of players")


def always(_event: Event) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Paper:
    """One kind of paper. `make(event, choice)` gives its sheets or raises `NotPrintable`.

    `template` is set once for each sheet (`sheet`), `form` once for each form (`form`); `css` names the style
    sheet of its family. `asks` are the parts of a `PrintChoice` that change it; `counted` says what its
    `count` counts. `stock` is what its sheets are best printed on, unless a sheet says so itself.
    `has_names`: players' names stand on it. `used` says whether an event has any use for it: the print page
    and the kits are silent about the others.
    """

    kind: str
    title: Any
    purpose: Any
    make: Callable[[Event, PrintChoice], Printout]
    template: str
    css: str
    group: str
    form: str = ""
    asks: frozenset[str] = frozenset()
    counted: Any = NUMBER_OF_PLAYERS
    stock: str = "plain"
    both_sides: bool = False
    has_names: bool = True
    used: Callable[[Event], bool] = always


@dataclass(frozen=True, slots=True)
class StockRun:
    """Sheets one after the other that go on one stock."""

    stock: str
    first: int
    last: int

    @property
    def name(self) -> Any:
        return STOCKS[self.stock]


def stocks_of(paper: Paper, printout: Printout, first: int = 1) -> Iterator[StockRun]:
    """The stocks of a paper's sheets in order; the sheets are counted from `first`."""
    for stock, run in groupby(printout.sheets, key=lambda sheet: sheet.stock or paper.stock):
        last = first + len(list(run)) - 1
        yield StockRun(stock, first, last)
        first = last + 1
