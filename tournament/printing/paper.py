"""What a paper is: its contents (sheets, and the forms under them), what is chosen for it, how a maker
registers one, and the HTML document it becomes: for the press, or for a browser, with a print bar."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import groupby
from types import MappingProxyType
from typing import Any

from django.template.loader import render_to_string
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.models import Event
from tournament.printing.fit import fit
from tournament.registry.features import FEATURE_OF_PAPER
from tournament.reports.todos import TodoItem
from tournament.words.languages import spoken_at

HEADING_SIZES = (19, 17, 15, 13, 11.5, 10)
HEADING_MARGINS = 24.0  # mm, both sides together


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
    `papers`: those of a kit that are ticked (None: those it has at first).
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
    papers: tuple[str, ...] | None = None

    @property
    def query(self) -> str:
        """What was chosen as an address's query string, without what is empty."""
        parameters = {
            "size": self.size.key,
            "round": self.round,
            "players": ",".join(map(str, self.players)),
            "changed": self.changed and "1",
            "large": self.large and "1",
            "stock": self.stock,
            "count": self.count,
            "group": self.group,
            "part": self.papers is not None and ("", *self.papers),
        }
        return urlencode({name: value for name, value in parameters.items() if value}, doseq=True)


def open_words(items: Sequence[TodoItem], most: int) -> list[str]:
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


# The stock on which a paper is best printed, as the print page and the cover of a kit name it.
STOCKS: Mapping[str, Any] = MappingProxyType(
    {
        "plain": _lazy("plain paper"),
        "card": _lazy("card stock"),
        "red": _lazy("red card stock"),
        "white": _lazy("white card stock"),
    }
)

NUMBER_OF_PLAYERS = _lazy("Number of players")


def always(_event: Event) -> bool:
    return True


Make = Callable[[Event, PrintChoice], Printout]


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
    make: Make
    template: str
    css: str
    form: str = ""
    asks: frozenset[str] = frozenset()
    counted: Any = NUMBER_OF_PLAYERS
    stock: str = "plain"
    both_sides: bool = False
    has_names: bool = True
    used: Callable[[Event], bool] = always

    def is_used(self, event: Event) -> bool:
        """Whether an event has any use for it, and has its feature."""
        feature = FEATURE_OF_PAPER.get(self.kind)
        return self.used(event) and (feature is None or feature.is_on(event))


registered: dict[str, Paper] = {}


def paper(
    kind: str,
    title: Any,
    purpose: Any,
    *,
    css: str,
    template: str = "",
    asks: Iterable[str] = (),
    **more: Any,
) -> Callable[[Make], Make]:
    """Register the paper that a function makes; the arguments are the fields of `Paper`.

    The template is named after the kind. `papers.GROUPS` says under which heading the paper is listed.
    """

    def register(make: Make) -> Make:
        def made(event: Event, choice: PrintChoice) -> Printout:
            """The paper in its event's language; what keeps it from being made, in the reader's."""
            with spoken_at(event), suppress(NotPrintable):
                return make(event, choice)
            return make(event, choice)

        named = template or kind.replace("-", "_")
        registered[kind] = Paper(kind, title, purpose, made, named, css, asks=frozenset(asks), **more)
        return make

    return register


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


def page(paper: Paper, event: Event, choice: PrintChoice, printout: Printout) -> str:
    """The paper with these contents for a browser, each form drawn on every sheet."""
    with spoken_at(event):
        return _render(paper, event, choice, printout, for_press=False)


def source(
    paper: Paper,
    event: Event,
    choice: PrintChoice,
    printout: Printout | None = None,
    *,
    first_only: bool = False,
) -> str:
    """The paper for the press, with each form once, for stamping; its contents are read if they are not
    given. Raises `NotPrintable`."""
    printout = printout or paper.make(event, choice)
    with spoken_at(event):
        return _render(paper, event, choice, printout, for_press=True, first_only=first_only)


def _render(
    paper: Paper,
    event: Event,
    choice: PrintChoice,
    printout: Printout,
    *,
    for_press: bool,
    first_only: bool = False,
) -> str:
    wide = any(sheet.wide for sheet in printout.sheets)
    width = (choice.size.height if wide else choice.size.width) - HEADING_MARGINS
    context: dict[str, Any] = {
        "event": event,
        "heading": fit(event.name, width, HEADING_SIZES, bold=True),
        "paper": paper,
        "choice": choice,
        "for_press": for_press,
        **printout.shared,
    }
    forms = {
        name: render_to_string(f"print/{paper.form}.html", context | {"form": shown})
        for name, shown in printout.forms.items()
    }
    sheets = printout.sheets[:1] if first_only else printout.sheets
    # A single sheet with nothing but its form is read aloud, and has nothing to be stamped under.
    first = printout.sheets[0]
    read = len(printout.sheets) == 1 and bool(first.form) and not any(first.shows)
    context |= {
        "forms": forms,
        "sheets": [(sheet, forms.get(sheet.form, ""), printout.forms.get(sheet.form)) for sheet in sheets],
        "template": f"print/{paper.template}.html",
        "count": len(printout.sheets),
        "read": read,
        "stamped": for_press and not read,
    }
    return render_to_string("print/base.html", context)
