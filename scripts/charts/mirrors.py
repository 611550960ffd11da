"""Look for the blocks of `designs.mirrors`; what is found is written into that module by hand.

A point and its mirror image are a class. In one starting round a class is together: it has a table with
another class or with an infinite point. In the other it is apart: its two points sit at two tables that are
each other's images. So the classes fall into two parts, by the round in which they are together.

Every difference comes once. So how many classes of each label a part has settles most of what its blocks are
like; with four of label a, two of e and two of f in the small part it settles the large part wholly: `FORMS`.
The small part is drawn at random, the large one found by trying every way: one draw in some hundred can be
completed.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from itertools import combinations, product
from operator import itemgetter
from random import Random

from scripts.charts import orbits
from scripts.charts.compiled import array_of
from tournament.rotation.designs import mirrors, nobody_twice
from tournament.rotation.designs.mirrors import INFINITE, LABELS, MIRRORED, Block

Kind = tuple[int, int, int]  # two labels in ascending order, and a difference
Part = tuple[list[Block], list[Block]]  # the blocks where its classes are together, and where they are apart

SIZE = 11  # elements; the numbers of classes and blocks here are right for these only
PLAYERS = len(LABELS) * SIZE + len(INFINITE)
A, B, C, D, E, F = range(len(LABELS))
STAR, PLUS = range(PLAYERS - len(INFINITE), PLAYERS)
GROUPS = {(A, C), (B, D), (E, F)}  # the labels of those who never meet, where the elements are the same
NEVER: Kind = (-1, -1, -1)  # of two who never meet, or only as mirror images

# Of the large part: how many blocks are alike, and their labels or those of their mirror images.
FORMS = (
    (5, ("ac", "ad")),
    (1, ("ae",)),
    (1, ("af",)),
    (2, ("ce",)),
    (2, ("cf",)),
    (1, ("*cf",)),
    (1, ("+ce",)),
    (1, ("aaac",)),
    (1, ("acce", "accf")),
    (3, ("adde", "addf")),
    (1, ("ccef",)),
)


def look(players: list[int], seconds: float, seed: int, report: Callable[[str], None]) -> None:
    """Look for the blocks for 68 players, and report a line of `designs.mirrors.BASES`."""
    for number in players:
        if number != PLAYERS:
            report(f"{number} players: not looked for")
            continue
        starts, tried = orbits.first_found(drawn, seconds, seed)
        if starts is None:
            report(f"{number} players: none")
            continue
        if not nobody_twice(mirrors.developed(starts, SIZE), number):
            raise AssertionError(f"{number} players: {starts} lets somebody meet twice")
        first, second = (" ".join(map(_as_text, start)) for start in starts)
        report(f'    {number}: ("{first}", "{second}", {tried}),')


def drawn(seed: int) -> tuple[list[Block], list[Block]] | None:
    """The blocks of the two starting rounds; `None` if this draw leads nowhere."""
    small = small_part(Random(seed))
    large = large_part(small, possible(small))
    return None if large is None else ([*small[0], *large[1]], [*large[0], *small[1]])


def small_part(random: Random) -> Part:
    """Four classes with the label a, two with e and two with f, in which no difference comes twice."""
    half = range(1, SIZE // 2 + 1)
    while True:
        a, e, f = (
            [len(LABELS) * x + label for x in random.sample(elements, number)]
            for label, elements, number in ((A, range(SIZE), 4), (E, half, 2), (F, half, 2))
        )
        together: list[Block] = [(STAR, E, a[0]), (PLUS, F, a[1]), (a[2], e[0]), (a[3], f[0]), (e[1], f[1])]
        for points in (a, e, f):
            random.shuffle(points)
        e, f = ([random.choice((point, _image(point))) for point in points] for points in (e, f))
        apart: list[Block] = [(a[0], a[1], e[0], f[0]), (a[2], a[3], e[1], f[1])]
        if not _repeats([*together, *apart]):
            return together, apart


def possible(small: Part) -> list[Block]:
    """The blocks that the large part can have beside this small one."""
    classes, differences = _left(small)
    numbers = {kind: number for number, kind in enumerate(differences)}
    points = [point for first in classes for point in (first, _image(first))]
    options = array_of([[0] * 6 for _ in range(orbits.ROOM)])
    end = orbits.every_block(
        array_of([[2 * number, 2 * number + 1] for number in range(len(classes))]),
        array_of([[numbers.get(_kind(one, other), -1) for other in points] for one in points]),
        (1 << len(classes)) - 1,
        (1 << len(differences)) - 1,
        options,
    )
    apart = [tuple(points[int(place)] for place in row[2:]) for row in options[:end]]
    infinite = [(*pair, first) for pair in ((STAR, F), (PLUS, E)) for first in classes]
    return [
        block
        for block in (*apart, *combinations(classes, 2), *infinite)
        if _alike(block) and numbers.keys() >= {*kinds(block)} and not _repeats([block])
    ]


def large_part(small: Part, blocks: list[Block]) -> Part | None:
    """Those of the blocks that take all that the small part leaves, once; `None` if none do."""
    classes, differences = _left(small)
    places = [*product(classes, (False, True)), *((point, False) for point in (E, F, STAR, PLUS))]
    place_bits = _bits([*places, *(alike for number, alike in FORMS if number == 1)])
    kind_bits = _bits(differences)
    rows = [[_mask(_marks(block), place_bits), _mask(kinds(block), kind_bits)] for block in blocks]
    wanted = sum(number for number, _ in FORMS)
    every_bit = sum(place_bits.values()), sum(kind_bits.values())
    chosen = orbits.chosen(array_of(rows), len(rows), wanted, *every_bit)
    if chosen is None:
        return None
    part = [blocks[number] for number in chosen]
    return [block for block in part if len(block) < 4], [block for block in part if len(block) == 4]


def kinds(block: Block) -> list[Kind]:
    """The classes of the differences in a block, but for those between mirror images."""
    pairs = list(combinations(block, 2))
    if len(block) == 3:
        pairs = [(block[1], block[2])]
    elif len(block) == 2:
        pairs.append((block[0], _image(block[1])))
    return [_kind(one, other) for one, other in pairs]


def _kind(one: int, other: int) -> Kind:
    """The class of a difference: the opposite one and those of the mirror images are the same."""

    def difference(one: int, other: int) -> Kind:
        (x, i), (y, j) = sorted((divmod(p, len(LABELS)) for p in (one, other)), key=itemgetter(1))
        return i, j, min((y - x) % SIZE, (x - y) % SIZE) if i == j else (y - x) % SIZE

    i, j, d = least = min(difference(one, other), difference(_image(one), _image(other)))
    return NEVER if MIRRORED[i] == j or (d == 0 and (i == j or (i, j) in GROUPS)) else least


def _repeats(blocks: list[Block]) -> bool:
    """Whether a difference comes twice, or one that may not."""
    every = [kind for block in blocks for kind in kinds(block)]
    return NEVER in every or len(set(every)) < len(every)


def _left(small: Part) -> tuple[list[int], list[Kind]]:
    """The first points of the classes, and the differences, that the small part leaves."""
    blocks = [*small[0], *small[1]]
    taken = {_first(point) for block in blocks for point in block}
    firsts = {_first(point) for point in range(STAR)} - {E, F} - taken
    every = {_kind(one, other) for one in range(len(LABELS)) for other in range(STAR)}
    return sorted(firsts), sorted(every - {NEVER, *(kind for block in blocks for kind in kinds(block))})


def _alike(block: Block) -> tuple[str, ...] | None:
    """The labels of the blocks that are alike with this one; `None` if the large part has none such."""
    images = tuple(_image(point) for point in block)
    labels = min("".join(sorted(map(_label, points))) for points in (block, images))
    return next((alike for _, alike in FORMS if labels in alike), None)


def _marks(block: Block) -> list[Hashable]:
    """What a block takes: whether together or apart, its classes; and its place among those alike."""
    return [*((_first(point), len(block) == 4) for point in block), _alike(block)]


def _bits(marks: Iterable[Hashable]) -> dict[Hashable, int]:
    return {mark: 1 << number for number, mark in enumerate(marks)}


def _mask(marks: Iterable[Hashable], bits: dict[Hashable, int]) -> int:
    return sum(bits[mark] for mark in marks if mark in bits)


def _image(point: int) -> int:
    return mirrors.mirrored(point, SIZE)


def _first(point: int) -> int:
    """The first point of a class."""
    return min(point, _image(point))


def _label(point: int) -> str:
    return (LABELS * SIZE + INFINITE)[point]


def _as_text(block: Block) -> str:
    return "".join(f"{point // len(LABELS) if point < STAR else ''}{_label(point)}" for point in block)
