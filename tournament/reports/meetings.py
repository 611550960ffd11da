"""The picture of who meets whom: a grid of players by players, drawn as a few SVG paths, with its figures.

Kinds differ in shape and size as well as in shade. The paths are in grid units: one player is one unit.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.reports.seating import SeatedPerson
from tournament.rotation.plan import RoundPlan
from tournament.rotation.quality import PairCounts, pairs

EVERY_LABEL = 40  # up to so many players, every row and column has its number


@dataclass(frozen=True, slots=True)
class Mark:
    """All pairs of one kind: key (for the stylesheet), name, number, drawn shapes; one `shape` alone."""

    key: str
    label: str
    count: int
    path: str
    shape: str


@dataclass(frozen=True, slots=True)
class Label:
    """A player's number beside row and above column `at` (the middle, in grid units)."""

    at: float
    number: int


@dataclass(frozen=True, slots=True)
class Meetings:
    """The drawn grid of `size` players: `marks` by kind, `labels` along both edges, the empty `diagonal`."""

    size: int
    people: tuple[SeatedPerson, ...]
    marks: tuple[Mark, ...]
    labels: tuple[Label, ...]
    diagonal: str
    never: int

    @property
    def view_box(self) -> str:
        """The grid with room for its labels at the left and at the top."""
        before, after = (1.5, 0.3) if self.size <= EVERY_LABEL else (4, 1.6)
        side = self.size + before + after
        return f"{-before:g} {-before:g} {side:g} {side:g}"


def meetings(rounds: Sequence[RoundPlan], people: Sequence[SeatedPerson]) -> Meetings:
    """Who meets whom in these rounds, played ones included."""
    numbers = [person.number for person in people]
    place = {number: at for at, number in enumerate(numbers)}
    met = pairs(rounds, numbers)
    drawn: dict[str, list[str]] = {}
    count: Counter[str] = Counter()
    never = 0
    for i, a in enumerate(numbers):
        for b in numbers[i + 1 :]:
            kinds = _kinds(met, a, b)
            never += not kinds
            for kind in kinds:
                count[kind] += 1
                x, y = place[b], place[a]
                drawn.setdefault(kind, []).extend((SHAPES[kind](x, y), SHAPES[kind](y, x)))
    marks = tuple(
        Mark(kind, label, count[kind], "".join(drawn[kind]), SHAPES[kind](0, 0))
        for kind, label in _labels().items()
        if count[kind]
    )
    diagonal = "".join(_square(at, at, 0.0) for at in range(len(numbers)))
    return Meetings(len(numbers), tuple(people), marks, _edge(numbers), diagonal, never)


def _kinds(met: PairCounts, a: int, b: int) -> tuple[str, ...]:
    """What is drawn in a pair's square; opponents lie under partners."""
    partners, opponents = met.between(a, b)
    kinds = []
    if opponents:
        kinds.append(f"opponents-{min(opponents, 3)}")
    if partners:
        kinds.append("partners-1" if partners == 1 else "partners-2")
    return tuple(kinds)


def _labels() -> Mapping[str, str]:
    return {
        "opponents-1": _("opponents once"),
        "opponents-2": _("opponents twice"),
        "opponents-3": _("opponents three times or more"),
        "partners-1": _("partners once"),
        "partners-2": _("partners more than once"),
    }


def _square(x: int, y: int, inset: float) -> str:
    side = f"{1 - 2 * inset:g}"
    return f"M{x + inset:g} {y + inset:g}h{side}v{side}h-{side}z"


def _diamond(x: int, y: int, inset: float) -> str:
    half = f"{0.5 - inset:g}"
    return f"M{x + 0.5:g} {y + inset:g}l{half} {half}l-{half} {half}l-{half} -{half}z"


SHAPES = {
    "opponents-1": lambda x, y: _square(x, y, 0.3),
    "opponents-2": lambda x, y: _square(x, y, 0.17),
    "opponents-3": lambda x, y: _square(x, y, 0.03),
    "partners-1": lambda x, y: _diamond(x, y, 0.05),
    "partners-2": lambda x, y: _diamond(x, y, -0.2),
}


def _edge(numbers: Sequence[int]) -> tuple[Label, ...]:
    step = 1 if len(numbers) <= EVERY_LABEL else 5 if len(numbers) <= 5 * EVERY_LABEL else 20
    return tuple(
        Label(at + 0.5, number)
        for at, number in enumerate(numbers)
        if step == 1 or at == 0 or (at + 1) % step == 0
    )
