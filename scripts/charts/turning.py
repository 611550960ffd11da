"""The search over base rounds that a permutation develops, counted by classes of pairs.

Written, like `search.kernel`, in the subset of Python that numba compiles; for `compiled` only.
"""

from __future__ import annotations

from typing import Any

# A permutation with cycles of `order` players, and some fixed ones, turns every base round `order` times.
# It permutes the pairs within classes; a meeting in a base round becomes `order` meetings, shared evenly in
# its class. `turned[relation][kind]` counts those of the base rounds
# (relation 0 partners, 1 opponents, 2 either). What is turned less often than `order` times is loose: its
# images are counted pair by pair in `single[relation][a][b]`, added to nothing or taken from all `order`, and
# once more by class in `loose[relation][kind]`.


def meet(a: int, b: int, relation: int, sign: int, full: int, first: int, last: int, books: Any) -> int:
    """Count a meeting of a base round (`sign` +1) or uncount it (−1); return the growth of Σ C(count, 2).

    `full` is 1 where all images count and `first` to `last` are taken away, 0 where only those count.
    """
    images, kinds, sizes, turned, loose, single = books
    order = len(images)
    kind = kinds[a][b]
    size = sizes[kind]
    times = order // size  # how often a pair meets for each meeting of its class
    grown = 0
    if full:
        if sign < 0:
            turned[relation][kind] -= 1
        before = times * (order * turned[relation][kind] + loose[relation][kind])
        grown += sign * (before + size * times * (times - 1) // 2)
        if sign > 0:
            turned[relation][kind] += 1
        sign = -sign
    for j in range(first, last):
        x = images[j][a]
        y = images[j][b]
        if sign < 0:
            single[relation][x][y] -= 1
            single[relation][y][x] -= 1
            loose[relation][kind] -= 1
        grown += sign * (times * turned[relation][kind] + single[relation][x][y])
        if sign > 0:
            single[relation][x][y] += 1
            single[relation][y][x] += 1
            loose[relation][kind] += 1
    return grown


def seat(row: Any, table: int, sign: int, full: int, first: int, last: int, books: Any, weights: Any) -> int:
    """Count or uncount a table of a base round; return the change in cost."""
    cost = 0
    for i in range(4 * table, 4 * table + 4):
        for j in range(i + 1, 4 * table + 4):
            relation = 0 if i ^ 2 == j else 1
            cost += weights[relation] * meet(row[i], row[j], relation, sign, full, first, last, books)
            cost += weights[2] * meet(row[i], row[j], 2, sign, full, first, last, books)
    return cost


def swap(row: Any, p: int, q: int, full: int, first: int, last: int, books: Any, weights: Any) -> int:
    """Exchange two places of a base round; return the change in cost."""
    one = p >> 2
    other = q >> 2
    extra = seat(row, one, -1, full, first, last, books, weights)
    if other != one:
        extra += seat(row, other, -1, full, first, last, books, weights)
    player = row[p]
    row[p] = row[q]
    row[q] = player
    extra += seat(row, one, 1, full, first, last, books, weights)
    if other != one:
        extra += seat(row, other, 1, full, first, last, books, weights)
    return extra


def sweep(
    bases: Any, width: int, shares: Any, words: Any, limits: Any, books: Any, weights: Any, cost: int
) -> int:
    """Like `kernel.sweep`, every swap being made in all images of its base round; shares[k] as in `meet`."""
    number = len(bases)
    for word in words:
        if cost == 0:
            break
        rest = word >> 10
        k = rest % number
        rest = rest // number
        p = rest % width
        q = (rest // width) % width
        if p == q or p ^ 2 == q:
            continue
        row = bases[k]
        full = shares[k][0]
        first = shares[k][1]
        last = shares[k][2]
        extra = swap(row, p, q, full, first, last, books, weights)
        if extra <= limits[word & 1023]:
            cost += extra
        else:
            swap(row, p, q, full, first, last, books, weights)
    return cost
