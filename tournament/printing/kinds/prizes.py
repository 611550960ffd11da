"""The prize list, to be read out and signed: with money where prizes are set, else with points."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.models import Draw, Event
from tournament.printing.fit import Fitted, fit, shorten
from tournament.printing.printout import Choice, NotPrintable, Printout, Sheet
from tournament.reports import prize_money, prizes
from tournament.reports.prize_money import Drawn, Taken
from tournament.templatetags.euchre import cents, place

NAME_WIDTH, NAME_SIZES = 120.0, (15, 13, 11, 9)
ROW, HEAD, FOOT = 9.0, 42.0, 34.0  # mm
WHAT_WIDTH, WHO_WIDTH, POINTS = 44.0, 82.0, 11.0


@dataclass(frozen=True, slots=True)
class Place:
    place: int
    name: Fitted
    points: int


@dataclass(frozen=True, slots=True)
class Side:
    title: str
    names: str
    value: int | None


@dataclass(frozen=True, slots=True)
class Line:
    """One taker of one prize; or a heading, which has nothing but `what`."""

    what: str
    who: str = ""
    amount: str = ""

    @property
    def is_heading(self) -> bool:
        return not self.who


def prize_list(event: Event, choice: Choice) -> Printout:
    """The prizes as the director set them; without any, the first three places and the side prizes."""
    money = prize_money.prizes(event)
    if money.settings is None:
        return _points(event)
    width = choice.size.width - 2 * 18 - WHAT_WIDTH - 30
    lines = list(_lines(money, width))
    if not lines:
        raise NotPrintable(_("Set the prizes first; so far none is given."))
    per_page = int((choice.size.height - HEAD - FOOT) / ROW)
    pages = list(_pages(lines, per_page))
    shared = {
        "final": event.is_finished,
        "money": money,
        "pages": len(pages),
        "none": ", ".join(f"{person.number} {person.name}" for person in money.excluded),
    }
    sheets = (Sheet({"lines": page, "number": number}) for number, page in enumerate(pages, start=1))
    return Printout(tuple(sheets), shared=shared)


def _points(event: Event) -> Printout:
    found = prizes.prizes(event)
    if not found.top:
        raise NotPrintable(_("Nothing has been played yet, so there are no prizes to give."))
    top = [
        Place(row.place, fit(row.name, NAME_WIDTH, NAME_SIZES, bold=True), row.points) for row in found.top
    ]
    side = [
        Side(prize.title, shorten(", ".join(row.name for row in prize.winners), 120, 11), prize.value)
        for prize in found.side
    ]
    shared = {"final": event.is_finished, "more": max(0, len(top) - 9)}
    return Printout((Sheet({"top": top[:9], "side": side}),), shared=shared)


def _lines(money: prize_money.Prizes, width: float) -> Iterator[Line]:
    """Every taker on a line of his own: he signs beside his name."""
    parts = (
        (_("For places"), [line for taken in money.places for line in _taken(taken, width)]),
        (_("Beside them"), [line for taken in money.sides for line in _taken(taken, width)]),
        (_("Drawn by lot"), [_drawn(drawn, width) for drawn in money.draws]),
    )
    for title, lines in parts:
        if lines:
            yield Line(title)
            yield from lines


def _taken(taken: Taken, width: float) -> Iterator[Line]:
    what = taken.title or "–".join(place(n) for n in _ends(taken.places))
    if taken.value is not None:
        what = f"{what} ({taken.value})"
    what = shorten(what, WHAT_WIDTH - 2, POINTS)
    for person in taken.takers:
        yield Line(what, shorten(f"{person.number} {person.name}", width, POINTS), cents(taken.each))
    if not taken.takers:
        yield Line(what, _("nobody"), "–")


def _ends(places: tuple[int, ...]) -> tuple[int, ...]:
    return places[:1] if len(places) == 1 else (places[0], places[-1])


def _drawn(drawn: Drawn, width: float) -> Line:
    draw = drawn.draw
    kind = str(draw.get_kind_display())
    if draw.kind == Draw.Kind.FIFTY:
        amount = cents(drawn.winner) if draw.pot else ""
        return Line(kind, _("ticket %d") % draw.drawn, amount)
    what = shorten(draw.title or kind, WHAT_WIDTH - 2, POINTS)
    return Line(what, shorten(f"{draw.drawn} {draw.name}", width, POINTS))


def _pages(lines: list[Line], per_page: int) -> Iterator[list[Line]]:
    """The lines page by page; a heading is never the last of its page."""
    page: list[Line] = []
    for at, line in enumerate(lines):
        needed = 2 if line.is_heading and at + 1 < len(lines) else 1
        if len(page) + needed > per_page:
            yield page
            page = []
        page.append(line)
    yield page
