"""A paper's contents: its sheets, and the forms under them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.reports.open_items import OpenItem


class NotPrintable(Exception):
    """The paper cannot be printed now; the message says what to do first."""


@dataclass(frozen=True, slots=True)
class Size:
    """A size of paper in millimetres, upright; its style sheet is `css/paper-<key>.css`."""

    key: str
    name: Any
    width: float
    height: float


SIZES: Mapping[str, Size] = {
    size.key: size
    for size in (Size("letter", _lazy("Letter"), 215.9, 279.4), Size("a4", _lazy("A4"), 210.0, 297.0))
}


def usual_size(time_zone: str) -> Size:
    """The paper size usual where an event takes place."""
    return SIZES["letter" if time_zone.startswith("America/") else "a4"]


@dataclass(frozen=True, slots=True)
class PrintChoice:
    """What is to be printed.

    `round`: for papers by round (None: all). `players`: whose (empty: everybody's). `changed`: only cards
    that differ from the last print. `count`: how many (players, cards, tickets …), for papers without names.
    `large`: large print. `stock`: only the cards of this colour. `site`: the address by which phones reach
    the site (empty: unknown, so no QR codes). `own_pages`: for a director, so
    with secrets: links of players and tables, the hall's wifi.
    `for_everybody`: only what the public pages show. `group`: only the players in it (empty: everybody).
    """

    size: Size
    round: int | None = None
    players: tuple[int, ...] = ()
    count: int | None = None
    changed: bool = False
    large: bool = False
    stock: str = ""
    site: str = ""
    own_pages: bool = False
    for_everybody: bool = False
    group: str = ""


def open_words(items: Sequence[OpenItem], most: int) -> list[str]:
    """What makes a paper's results wrong until it is settled: `most` lines, the last counting the rest."""
    lines = [_("Not complete: %(what)s") % {"what": one.sentence} for one in items]
    if len(lines) > most:
        more = _("Not complete: %(count)d more things are open.") % {"count": len(lines) - most + 1}
        lines[most - 1 :] = [more]
    return lines


@dataclass(frozen=True, slots=True)
class PaperSheet:
    """One printed side: its contents, the name of the form under it (empty: none), and the stock it goes on
    if that is not its paper's."""

    shows: Any
    form: str = ""
    wide: bool = False
    stock: str = ""


@dataclass(frozen=True, slots=True)
class Printout:
    """The sheets, what they have in common (template values), and what each form shows."""

    sheets: tuple[PaperSheet, ...]
    shared: Mapping[str, Any] = field(default_factory=dict)
    forms: Mapping[str, Any] = field(default_factory=dict)
