"""The search for starters: exchange elements and labels until every difference occurs exactly once.

Written, like `search.kernel`, in the subset of Python that numba compiles; for `starters` only. Elements and
labels are those of `designs.starters`: slot s holds the element `elements[s]` with the label `labels[s]`,
four slots to a block; the label −1 marks an infinite point, the first of its block. Turned through all rounds
it meets everybody once if the three others have three different labels: classes of their own at the end of
`held`.
"""

from __future__ import annotations

from typing import Any


def kind(y: int, i: int, z: int, j: int, size: int, twist: int) -> int:
    """The class of a pair of points: its difference, and whether the labels are the same or differ.

    A `twist` of 0 means that the labels do not turn: then every pair of labels has classes of its own.
    """
    if twist == 0:
        d = (z - y) % size
        if i == j:
            return i * size + min(d, size - d)
        return (2 + i + j) * size + (d if i < j else (size - d) % size)
    if i == j:
        d = (y - z) % size
        return min(d, size - d)
    d = (twist * z - y) % size if j == (i + 1) % 3 else (twist * y - z) % size
    return size + d


def count(elements: Any, labels: Any, block: int, sign: int, size: int, twist: int, held: Any) -> int:
    """Count the differences of a block (`sign` +1) or uncount them (−1); return the growth of the repeats."""
    grown = 0
    for p in range(4 * block, 4 * block + 4):
        for q in range(p + 1, 4 * block + 4):
            if labels[p] < 0:
                k = len(held) - 3 * (block + 1) + labels[q]
            else:
                k = kind(elements[p], labels[p], elements[q], labels[q], size, twist)
            if sign > 0:
                grown += held[k]
                held[k] += 1
            else:
                held[k] -= 1
                grown -= held[k]
    return grown


def sweep(
    elements: Any, labels: Any, size: int, twist: int, held: Any, words: Any, limits: Any, cost: int
) -> int:
    """Try one change per random word, and return the cost reached; stops as soon as it is 0.

    A change exchanges two elements, or gives one slot another label. `held[k]` counts the differences of
    class k; a change that costs d more is kept while d ≤ a limit drawn from `limits`, as in `search.kernel`.
    """
    slots = len(elements)
    for word in words:
        if cost == 0:
            break
        rest = word >> 10
        p = rest % slots
        rest = rest // slots
        q = rest % slots
        rest = rest // slots
        if labels[p] < 0 or labels[q] < 0 or (p == q and twist == 0):
            continue
        one = p // 4
        other = q // 4
        relabelled = twist > 0 and (p == q or rest % 3 == 0)
        extra = count(elements, labels, one, -1, size, twist, held)
        if relabelled:
            before = labels[p]
            labels[p] = (before + 1 + (rest // 3) % 2) % 3
        else:
            if other != one:
                extra += count(elements, labels, other, -1, size, twist, held)
            elements[p], elements[q] = elements[q], elements[p]
            if twist == 0:
                labels[p], labels[q] = labels[q], labels[p]
            if other != one:
                extra += count(elements, labels, other, 1, size, twist, held)
        extra += count(elements, labels, one, 1, size, twist, held)
        if extra <= limits[word & 1023]:
            cost += extra
            continue
        count(elements, labels, one, -1, size, twist, held)
        if relabelled:
            labels[p] = before
        else:
            if other != one:
                count(elements, labels, other, -1, size, twist, held)
            elements[p], elements[q] = elements[q], elements[p]
            if twist == 0:
                labels[p], labels[q] = labels[q], labels[p]
            if other != one:
                count(elements, labels, other, 1, size, twist, held)
        count(elements, labels, one, 1, size, twist, held)
    return cost
