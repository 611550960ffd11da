"""A paper's contents: its sheets, and the forms under them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext_lazy as _


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
    size.key: size for size in (Size("letter", _("Letter"), 215.9, 279.4), Size("a4", _("A4"), 210.0, 297.0))
}


def usual_size(time_zone: str) -> Size:
    """The paper size usual where an event takes place."""
    return SIZES["letter" if time_zone.startswith("America/") else "a4"]


@dataclass(frozen=True, slots=True)
class PrintChoice:
    """What is to be printed.

    `round`: for papers by round (None: all). `players`: whose (empty: everybody's). `changed`: only cards
    that differ from the last print. `count`: the number of players, for papers without names. `site`: the
    address by which phones reach the site (empty: unknown, so no QR codes). `own_pages`: codes may be secret
    links of players and tables. `for_everybody`: only what the public pages show.
    """

    size: Size
    round: int | None = None
    players: tuple[int, ...] = ()
    count: int | None = None
    changed: bool = False
    site: str = ""
    own_pages: bool = False
    for_everybody: bool = False


@dataclass(frozen=True, slots=True)
class PaperSheet:
    """One printed side: its contents, and the name of the form under it (empty: none)."""

    shows: Any
    form: str = ""
    wide: bool = False


@dataclass(frozen=True, slots=True)
class Printout:
    """The sheets, what they have in common (template values), and what each form shows."""

    sheets: tuple[PaperSheet, ...]
    shared: Mapping[str, Any] = field(default_factory=dict)
    forms: Mapping[str, Any] = field(default_factory=dict)
