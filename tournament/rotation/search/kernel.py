"""The inner loop of every search: swap two seats, and keep the swap if it improves the plan (or by chance).

Written in the part of Python that numba compiles unchanged: run-time calls it as it stands with lists,
`scripts/charts` compiles it and passes NumPy arrays. Nothing here knows about players' numbers or movements.
Each sweep reads the random word for itself: a function for it would be one more call for every swap where
nothing is compiled.
"""

from __future__ import annotations

from typing import Any

# Shapes: `seats[r]` is the row of round r, four players per table in the order N, E, S, W, so the partner of
# place p sits at p ^ 2. `as_partner[a][b]` is what it costs to make a and b partners once more, counting
# what they have been to each other so far; `as_opponent` likewise. Both are symmetric.


def change(
    as_partner: Any, as_opponent: Any, a: int, b: int, sign: int, partner: int, w1: int, w2: int
) -> None:
    """Count a meeting of a and b (`sign` +1) or uncount it (−1); `w1` weighs its own kind, `w2` the other."""
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


def swap_cost(row: Any, p: int, q: int, as_partner: Any, as_opponent: Any, wp: int, wo: int, wm: int) -> Any:
    """The change in cost from exchanging the players at places p and q of one round."""
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
    """Exchange the players at places p and q, and update the two cost tables."""
    a = row[p]
    b = row[q]
    pa = row[p ^ 2]
    pb = row[q ^ 2]
    w1 = wp + wm
    w2 = wo + wm
    if p ^ 2 != q:
        change(as_partner, as_opponent, a, pa, -1, 1, w1, wm)
        change(as_partner, as_opponent, b, pb, -1, 1, w1, wm)
        change(as_partner, as_opponent, a, pb, 1, 1, w1, wm)
        change(as_partner, as_opponent, b, pa, 1, 1, w1, wm)
        if p >> 2 == q >> 2:
            change(as_partner, as_opponent, a, pb, -1, 0, w2, wm)
            change(as_partner, as_opponent, b, pa, -1, 0, w2, wm)
            change(as_partner, as_opponent, a, pa, 1, 0, w2, wm)
            change(as_partner, as_opponent, b, pb, 1, 0, w2, wm)
        else:
            oa = row[p ^ 1]
            oa2 = row[p ^ 3]
            ob = row[q ^ 1]
            ob2 = row[q ^ 3]
            change(as_partner, as_opponent, a, oa, -1, 0, w2, wm)
            change(as_partner, as_opponent, a, oa2, -1, 0, w2, wm)
            change(as_partner, as_opponent, b, ob, -1, 0, w2, wm)
            change(as_partner, as_opponent, b, ob2, -1, 0, w2, wm)
            change(as_partner, as_opponent, a, ob, 1, 0, w2, wm)
            change(as_partner, as_opponent, a, ob2, 1, 0, w2, wm)
            change(as_partner, as_opponent, b, oa, 1, 0, w2, wm)
            change(as_partner, as_opponent, b, oa2, 1, 0, w2, wm)
    row[p] = b
    row[q] = a


def sweep(
    seats: Any,
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

    `widths[r]` is how many places round r has at tables; `locked[r][p]` is 1 if nobody may be moved. A
    swap that costs d more is kept while d ≤ a limit drawn from `limits` (1,024 values: the quantiles of the
    exponential law times the temperature).
    """
    rounds = len(seats)
    for word in words:
        if cost == 0:
            break
        rest = word >> 10
        index = rest % rounds
        rest = rest // rounds
        width = widths[index]
        p = rest % width
        q = (rest // width) % width
        if p == q or p ^ 2 == q or locked[index][p] or locked[index][q]:
            continue
        row = seats[index]
        extra = swap_cost(row, p, q, as_partner, as_opponent, wp, wo, wm)
        if extra <= limits[word & 1023]:
            swap(row, p, q, as_partner, as_opponent, wp, wo, wm)
            cost += extra
    return cost


def count(by_partner: Any, by_opponent: Any, kind: int, sign: int, partner: int, w1: int, w2: int) -> int:
    """`change` for whole classes of pairs; returns what the step adds to the cost."""
    if partner:
        price = by_partner[kind] if sign > 0 else w1 - by_partner[kind]
        by_partner[kind] += sign * w1
        by_opponent[kind] += sign * w2
    else:
        price = by_opponent[kind] if sign > 0 else w1 - by_opponent[kind]
        by_opponent[kind] += sign * w1
        by_partner[kind] += sign * w2
    return int(price)


def meet(
    row: Any,
    p: int,
    but: int,
    sign: int,
    kinds: Any,
    partners: Any,
    opponents: Any,
    wp: int,
    wo: int,
    wm: int,
) -> int:
    """Count the meetings of the player at place p, but for that with the place `but`, once more or less."""
    own = kinds[row[p]]
    cost = 0
    for other in (p ^ 2, p ^ 1, p ^ 3):
        if other != but:
            partner = 1 if other == p ^ 2 else 0
            cost += count(partners, opponents, own[row[other]], sign, partner, wp if partner else wo, wm)
    return cost


def exchange(
    row: Any, p: int, q: int, kinds: Any, by_partner: Any, by_opponent: Any, w1: int, w2: int, wm: int
) -> int:
    """Exchange two places of a base round and return what that adds to the cost.

    Places of one table share their meeting, so it is taken off once, by turns.
    """
    extra = meet(row, p, p, -1, kinds, by_partner, by_opponent, w1, w2, wm)
    extra += meet(row, q, p, -1, kinds, by_partner, by_opponent, w1, w2, wm)
    held = row[p]
    row[p] = row[q]
    row[q] = held
    extra += meet(row, p, p, 1, kinds, by_partner, by_opponent, w1, w2, wm)
    extra += meet(row, q, p, 1, kinds, by_partner, by_opponent, w1, w2, wm)
    return extra


def sweep_base(
    row: Any,
    width: int,
    paired: bool,
    kinds: Any,
    words: Any,
    limits: Any,
    by_partner: Any,
    by_opponent: Any,
    wp: int,
    wo: int,
    wm: int,
    cost: int,
) -> int:
    """`sweep` for one base round that a group develops into all the others.

    `kinds[a][b]` names the class of a pair (its difference); `by_partner[k]` and `by_opponent[k]` are the
    prices of one more meeting in class k. `paired`: partners move together, to another table.
    """
    w1 = wp + wm
    w2 = wo + wm
    for word in words:
        if cost == 0:
            break
        rest = word >> 10
        p = rest % width
        q = (rest // width) % width
        if p == q or p ^ 2 == q or (paired and p >> 2 == q >> 2):
            continue
        extra = exchange(row, p, q, kinds, by_partner, by_opponent, w1, w2, wm)
        if paired:
            extra += exchange(row, p ^ 2, q ^ 2, kinds, by_partner, by_opponent, w1, w2, wm)
        if extra <= limits[word & 1023]:
            cost += extra
        else:
            exchange(row, p, q, kinds, by_partner, by_opponent, w1, w2, wm)
            if paired:
                exchange(row, p ^ 2, q ^ 2, kinds, by_partner, by_opponent, w1, w2, wm)
    return cost
