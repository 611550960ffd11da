"""The product's own drawings: the four suits and the icons as SVG path data, and bars of points as a chart.

Shapes only; colour and size come from the stylesheet (`currentColor`, 1em). Suits fill a 24 × 24 box, icons
are strokes of width 2 in the same box.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from types import MappingProxyType

from django.utils.translation import gettext_lazy as _lazy

SUITS = MappingProxyType(
    {
        "h": (
            _lazy("hearts"),
            "M12 21.6C9.6 18.6 2 13.9 2 8.1 2 4.9 4.3 2.6 7.2 2.6c2 0 3.8 1.2 4.8 3.2 1-2 2.8-3.2 4.8-3.2"
            " 2.9 0 5.2 2.3 5.2 5.5 0 5.8-7.6 10.5-10 13.5Z",
        ),
        "d": (
            _lazy("diamonds"),
            "M12 1.5c2 3.7 4.8 7.2 8 10.5-3.2 3.3-6 6.8-8 10.5-2-3.7-4.8-7.2-8-10.5 3.2-3.3 6-6.8 8-10.5Z",
        ),
        "s": (
            _lazy("spades"),
            "M12 1.6c2.4 3.4 9.8 7.5 9.8 12.8 0 2.8-2 4.8-4.5 4.8-1.6 0-3-.8-3.9-2.1.2 2.3 1 4 2.7 5.3H7.9"
            "c1.7-1.3 2.5-3 2.7-5.3-.9 1.3-2.3 2.1-3.9 2.1-2.5 0-4.5-2-4.5-4.8C2.2 9.1 9.6 5 12 1.6Z",
        ),
        "c": (
            _lazy("clubs"),
            "M12 1.8a4.7 4.7 0 0 1 3.4 7.9 4.8 4.8 0 1 1-2 7.3c.2 2.4 1 4.1 2.7 5.4H7.9c1.7-1.3 2.5-3 2.7-5.4"
            "a4.8 4.8 0 1 1-2-7.3A4.7 4.7 0 0 1 12 1.8Z",
        ),
    }
)

ICONS = MappingProxyType(
    {
        "overview": "M3 11.5 12 4l9 7.5M5.5 9.8V20h13V9.8M10 20v-5.5h4V20",
        "players": "M9 11.5a3.6 3.6 0 1 0 0-7.2 3.6 3.6 0 0 0 0 7.2ZM2.5 20c.4-3.6 3-5.7 6.5-5.7s6.1 2.1"
        " 6.5 5.7M16 4.8a3.4 3.4 0 0 1 0 6.4M18 14.6c2 .8 3.3 2.6 3.6 5.4",
        "seating": "M8 8h8v8H8ZM10 4.2h4M10 19.8h4M4.2 10v4M19.8 10v4",
        "rounds": "M5 3.5h10.5L19 7v13.5H5ZM8.5 11h7M8.5 15h7M8.5 7h3",
        "cards": "M6 3h12v18H6zM9 8h6M9 12h6M9 16h4",
        "rulings": "M12 4v16M7 20h10M4.5 7.5 12 6l7.5 1.5M4.5 7.5 2 14h5ZM19.5 7.5 17 14h5Z",
        "standings": "M4 20v-6.5h5V20M9 20V6h6v14M15 20v-9h5v9M2.5 20h19",
        "print": "M7 8.5V3.5h10v5M7 17H3.5V8.5h17V17H17M7 14h10v6.5H7Z",
        "audit": "M4 12a8 8 0 1 0 2.6-5.9M4 4v4.5h4.5M12 8v4.5l3 2",
        "settings": "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5",
        "more": "M4 7h16M4 12h16M4 17h16",
        "next": "M5 12h13M12.5 6l6 6-6 6",
        "back": "M19 12H6M11.5 6l-6 6 6 6",
        "search": "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.3 15.3 20.5 20.5",
        "bell": "M5 17.5c1.5-1.6 1.8-3.5 1.8-7a5.2 5.2 0 0 1 10.4 0c0 3.5.3 5.4 1.8 7ZM10 20.5h4",
        "ok": "M4.5 12.5 10 18 19.5 6.5",
        "wait": "M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 7.5V12l3 2.2",
        "warn": "M12 3.5 22 20.5H2ZM12 9.5v5M12 17.2v.6",
        "bad": "M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM8.8 8.8l6.4 6.4M15.2 8.8l-6.4 6.4",
        "info": "M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 11v5.5M12 7.4v.6",
        "edit": "M4 20l1-4.5L16 4.5 19.5 8 8.5 19ZM13.5 7 17 10.5",
        "undo": "M8.5 4.5 4 9l4.5 4.5M4 9h10a6 6 0 0 1 0 12h-3",
        "add": "M12 4.5v15M4.5 12h15",
        "person": "M12 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5c.5-4 3.6-6.2 7.5-6.2s7 2.2 7.5 6.2",
        "phone": "M7 2.5h10v19H7ZM11 18.5h2",
    }
)


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar of a chart: its label and value, and where it stands in the drawing."""

    label: int
    value: int
    x: int
    y: int
    height: int

    @property
    def middle(self) -> int:
        return self.x + BAR_WIDTH // 2

    @property
    def above(self) -> int:
        return self.y - 6


@dataclass(frozen=True, slots=True)
class BarChart:
    """Bars side by side in a drawing of `width` by `height`, standing on the line at `base`."""

    bars: tuple[Bar, ...]
    width: int
    height: int
    base: int
    bar_width: int


BAR_WIDTH, BAR_GAP, BAR_MOST, BAR_HEAD, BAR_FOOT = 36, 12, 120, 26, 26


def bars(points: Sequence[tuple[int, int]]) -> BarChart:
    """A bar for each (label, points), as tall as its share of the highest; what is below nothing has none."""
    most = max((value for _label, value in points), default=0) or 1
    base = BAR_HEAD + BAR_MOST
    drawn = []
    for place, (label, value) in enumerate(points):
        height = max(0, BAR_MOST * value // most)
        drawn.append(Bar(label, value, place * (BAR_WIDTH + BAR_GAP) + BAR_GAP, base - height, height))
    width = len(points) * (BAR_WIDTH + BAR_GAP) + BAR_GAP
    return BarChart(tuple(drawn), width, base + BAR_FOOT, base, BAR_WIDTH)
