"""The inner loop of every search: swap two seats, keep the swap when the plan gets better (or by luck).

Written in the part of Python that numba compiles unchanged: run-time calls it as it stands with lists,
`makecharts` compiles it and passes NumPy arrays. Nothing here knows about players' numbers or movements.
"""

from __future__ import annotations

from typing import Any

# Shapes: `seats[r]` is the row of round r, four players per table in the order N, E, S, W, so the partner of
# place p sits at p ^ 2. `as_partner[a][b]` is what it costs to make a and b partners once more, counting
# what they have been to each other so far; `as_opponent` likewise. Both are symmetric.


def change(
    as_partner: Any, as_opponent: Any, a: int, b: int, sign: int, partner: int, w1: int, w2: int
) -> None:
    """Count one meeting of a and b more (`sign` +1) or less (−1); `w1` moves its own kind, `w2` the other."""
    if partner:
        as_partner[a][b] += sign * w1
        as_partner[b][a] += sign * w1
        as_opponent[a][b] += sign * w2
        as_opponent[b][a] += sign * w2
    else:
        as_opponent[a][b] += sign * w1
        as_opponent[b][a] += sign * w1
        as_partner[a][b] += sign * w2
        as_partner[b][a] += sign * w2


def swap_cost(row: Any, p: int, q: int, as_partner: Any, as_opponent: Any, wp: int, wo: int, wm: int) -> int:
    """What exchanging the players at places p and q of one round adds to the cost."""
    a = row[p]
    b = row[q]
    pa = row[p ^ 2]
    pb = row[q ^ 2]
    partner_a = as_partner[a]
    partner_b = as_partner[b]
    opponent_a = as_opponent[a]
    opponent_b = as_opponent[b]
    if p >> 2 == q >> 2:
        if p ^ 2 == q:
            return 0
        return (
            opponent_a[pa] - partner_a[pa] + opponent_b[pb] - partner_b[pb]
            + partner_a[pb] - opponent_a[pb] + partner_b[pa] - opponent_b[pa]
            + 2 * (wp + wo)
        )  # fmt: skip
    oa = row[p ^ 1]
    oa2 = row[p ^ 3]
    ob = row[q ^ 1]
    ob2 = row[q ^ 3]
    return (
        partner_a[pb] + opponent_a[ob] + opponent_a[ob2] + partner_b[pa] + opponent_b[oa] + opponent_b[oa2]
        - partner_a[pa] - opponent_a[oa] - opponent_a[oa2]
        - partner_b[pb] - opponent_b[ob] - opponent_b[ob2]
        + 2 * wp + 4 * wo + 6 * wm
    )  # fmt: skip


def swap(row: Any, p: int, q: int, as_partner: Any, as_opponent: Any, wp: int, wo: int, wm: int) -> None:
    """Exchange the players at places p and q and bring the two cost tables up to date."""
    a = row[p]
    b = row[q]
    pa = row[p ^ 2]
    pb = row[q ^ 2]
    w1 = wp + wm
    w2 = wo + wm
    if p >> 2 == q >> 2:
        if p ^ 2 != q:
            change(as_partner, as_opponent, a, pa, -1, 1, w1, wm)
            change(as_partner, as_opponent, b, pb, -1, 1, w1, wm)
            change(as_partner, as_opponent, a, pb, -1, 0, w2, wm)
            change(as_partner, as_opponent, b, pa, -1, 0, w2, wm)
            change(as_partner, as_opponent, a, pa, 1, 0, w2, wm)
            change(as_partner, as_opponent, b, pb, 1, 0, w2, wm)
            change(as_partner, as_opponent, a, pb, 1, 1, w1, wm)
            change(as_partner, as_opponent, b, pa, 1, 1, w1, wm)
    else:
        oa = row[p ^ 1]
        oa2 = row[p ^ 3]
        ob = row[q ^ 1]
        ob2 = row[q ^ 3]
        change(as_partner, as_opponent, a, pa, -1, 1, w1, wm)
        change(as_partner, as_opponent, a, oa, -1, 0, w2, wm)
        change(as_partner, as_opponent, a, oa2, -1, 0, w2, wm)
        change(as_partner, as_opponent, b, pb, -1, 1, w1, wm)
        change(as_partner, as_opponent, b, ob, -1, 0, w2, wm)
        change(as_partner, as_opponent, b, ob2, -1, 0, w2, wm)
        change(as_partner, as_opponent, a, pb, 1, 1, w1, wm)
        change(as_partner, as_opponent, a, ob, 1, 0, w2, wm)
        change(as_partner, as_opponent, a, ob2, 1, 0, w2, wm)
        change(as_partner, as_opponent, b, pa, 1, 1, w1, wm)
        change(as_partner, as_opponent, b, oa, 1, 0, w2, wm)
        change(as_partner, as_opponent, b, oa2, 1, 0, w2, wm)
    row[p] = b
    row[q] = a


def sweep(
    seats: Any,
    rows: Any,
    widths: Any,
    locked: Any,
    words: Any,
    limits: Any,
    as_partner: Any,
    as_opponent: Any,
    wp: int,
    wo: int,
    wm: int,
    cost: int,
) -> int:
    """Try one swap per random word and return the cost reached; stops as soon as it is 0.

    `rows[k]` lists rounds that move together (one round, or all translates of a base round); `widths[r]` is
    how many places round r has at tables. `pinned[a]` is 1 for a player who never leaves the table. A swap that costs d more is kept while d ≤ a limit drawn
    from `limits` (1,024 values: the quantiles of the exponential law times the temperature).
    """
    groups = len(rows)
    for word in words:
        if cost == 0:
            break
        rest = word >> 10
        group = rows[rest % groups]
        rest = rest // groups
        width = widths[group[0]]
        p = rest % width
        q = (rest // width) % width
        if p == q or p ^ 2 == q:
            continue
        limit = limits[word & 1023]
        if len(group) == 1:
            row = seats[group[0]]
            if locked[group[0]][p] or locked[group[0]][q]:
                continue
            extra = swap_cost(row, p, q, as_partner, as_opponent, wp, wo, wm)
            if extra <= limit:
                swap(row, p, q, as_partner, as_opponent, wp, wo, wm)
                cost += extra
        else:
            extra = 0
            for index in group:
                row = seats[index]
                extra += swap_cost(row, p, q, as_partner, as_opponent, wp, wo, wm)
                swap(row, p, q, as_partner, as_opponent, wp, wo, wm)
            if extra <= limit:
                cost += extra
            else:
                for index in group:
                    swap(seats[index], p, q, as_partner, as_opponent, wp, wo, wm)
    return cost
