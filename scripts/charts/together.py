"""A sweep in which seats change together, with a symmetry.

Written, like `search.kernel`, in the subset of Python that numba compiles; for `compiled` only. The arguments
are those of `kernel.sweep`.
"""

from __future__ import annotations

from typing import Any

from tournament.rotation.search.kernel import swap, swap_cost


def sweep_together(
    seats: Any,
    starts: Any,
    image_row: Any,
    image_place: Any,
    width: int,
    words: Any,
    limits: Any,
    as_partner: Any,
    as_opponent: Any,
    wp: int,
    wo: int,
    wm: int,
    cost: int,
) -> int:
    """Like `sweep`, but every swap is made in all its images at once, so that a symmetry stays.

    Orbit k of rounds owns the images `starts[k]` to `starts[k + 1]`; image i means round `image_row[i]`
    with place p moved to `image_place[i][p]`; the first image of an orbit is the round itself.
    """
    orbits = len(starts) - 1
    for word in words:
        if cost == 0:
            break
        rest = word >> 10
        orbit = rest % orbits
        rest = rest // orbits
        p = rest % width
        q = (rest // width) % width
        first = starts[orbit]
        last = starts[orbit + 1]
        clash = p == q or p ^ 2 == q
        for i in range(first + 1, last):
            if image_row[i] == image_row[first]:
                here = image_place[i][p]
                there = image_place[i][q]
                if here in (p, q) or there in (p, q):
                    clash = True
        if clash:
            continue
        extra = 0
        for i in range(first, last):
            row = seats[image_row[i]]
            here = image_place[i][p]
            there = image_place[i][q]
            extra += swap_cost(row, here, there, as_partner, as_opponent, wp, wo, wm)
            swap(row, here, there, as_partner, as_opponent, wp, wo, wm)
        if extra <= limits[word & 1023]:
            cost += extra
        else:
            for i in range(first, last):
                row = seats[image_row[i]]
                here = image_place[i][p]
                there = image_place[i][q]
                swap(row, here, there, as_partner, as_opponent, wp, wo, wm)
    return cost
