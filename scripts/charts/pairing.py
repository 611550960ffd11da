"""The search behind whist tournaments: pair couples at tables so that every class of opponents occurs twice.

Written, like `search.kernel`, in the subset of Python that numba compiles; for `whists` only.

A candidate is two couples at one table. Couples and classes are bits of masks. Row d of the work array is
the level with d tables chosen: first the candidates left there, then the six numbers named below.
"""

from __future__ import annotations

from typing import Any

# Where a level keeps its numbers, counted from the end of its candidates.
LEFT, NEXT, TRIES, SEATED, HALF, FULL = 0, 1, 2, 3, 4, 5


def put_together(
    tables: int,
    everybody: int,
    classes: int,
    couples: Any,
    once: Any,
    twice: Any,
    most: int,
    work: Any,
    chosen: Any,
) -> int:
    """Choose tables that seat every couple once and have every class of opponents exactly twice.

    Candidate k seats the two couples in the bit mask `couples[k]`; its opponents belong to the classes
    `once[k]`, and twice to those in `twice[k]`. `everybody` and `classes` are the full masks. `work` is room
    for (tables + 1) × (candidates + 6) numbers. Leaves the candidates in `chosen` and returns the nodes
    visited; −1 in `chosen[0]` where nothing was found in `most` nodes.

    Exact cover: at each node the couple, or the class, with the fewest candidates left is settled next.
    """
    total = len(couples)
    for k in range(total):
        work[0][k] = k
    work[0][total + LEFT] = total
    work[0][total + SEATED] = work[0][total + HALF] = work[0][total + FULL] = 0
    depth = 0
    nodes = 0
    fresh = True
    while depth >= 0:
        level = work[depth]
        if fresh:
            nodes += 1
            if depth == tables:
                return nodes
            if nodes > most:
                break
            level[total + NEXT] = 0
            level[total + TRIES] = choose_tries(level, everybody, classes, couples, once, twice)
        if level[total + NEXT] >= level[total + TRIES]:
            depth -= 1
            fresh = False
            continue
        k = level[level[total + NEXT]]
        level[total + NEXT] += 1
        chosen[depth] = k
        descend(level, work[depth + 1], k, couples, once, twice)
        depth += 1
        fresh = True
    chosen[0] = -1
    return nodes


def choose_tries(level: Any, everybody: int, classes: int, couples: Any, once: Any, twice: Any) -> int:
    """Move the candidates to try at this level to its front and return their number; 0 for a dead end.

    They are those with a couple, else a class, that only one candidate can still provide; where nothing is
    forced like that, those with the couple that has the fewest candidates.
    """
    total = len(couples)
    count = level[total + LEFT]
    # What at least one, and at least two, of the candidates could still seat.
    one = 0
    more = 0
    by_one = 0
    by_more = 0
    for i in range(count):
        k = level[i]
        more |= one & couples[k]
        one |= couples[k]
        by_more |= (by_one & once[k]) | twice[k]
        by_one |= once[k]
    open_couples = everybody & ~level[total + SEATED]
    open_classes = classes & ~level[total + FULL]
    untouched = classes & ~level[total + HALF]
    if open_couples & ~one != 0 or open_classes & ~by_one != 0 or untouched & ~by_more != 0:
        return 0
    couple = open_couples & ~more
    kind = open_classes & level[total + HALF] & ~by_more
    if couple == 0 and kind == 0:
        couple = scarcest(level, count, couples, open_couples)
    else:
        couple &= -couple
        kind = kind & -kind if couple == 0 else 0
    return move_to_front(level, count, couples, once, couple, kind)


def scarcest(level: Any, count: int, couples: Any, open_couples: int) -> int:
    """The open couple with the fewest candidates, as a bit; two is the least, since none is forced."""
    least = len(couples) + 1
    couple = 0
    rest = open_couples
    while rest:
        bit = rest & -rest
        rest ^= bit
        number = 0
        for i in range(count):
            if couples[level[i]] & bit:
                number += 1
                if number >= least:
                    break
        if number < least:
            least = number
            couple = bit
            if least == 2:
                break
    return couple


def move_to_front(level: Any, count: int, couples: Any, once: Any, couple: int, kind: int) -> int:
    """Move the candidates with this couple or this class to the front; returns how many there are."""
    place = 0
    for i in range(count):
        k = level[i]
        if couples[k] & couple or once[k] & kind:
            level[i] = level[place]
            level[place] = k
            place += 1
    return place


def descend(level: Any, after: Any, k: int, couples: Any, once: Any, twice: Any) -> None:
    """Fill the level below with what is left once candidate k is chosen.

    The candidates tried before k are left out: whatever they lead to has been searched.
    """
    total = len(couples)
    seated = level[total + SEATED] | couples[k]
    full = level[total + FULL] | (level[total + HALF] & once[k]) | twice[k]
    half = level[total + HALF] | once[k]
    place = 0
    for i in range(level[total + NEXT], level[total + LEFT]):
        j = level[i]
        if couples[j] & seated == 0 and once[j] & full == 0 and twice[j] & half == 0:
            after[place] = j
            place += 1
    after[total + LEFT] = place
    after[total + SEATED] = seated
    after[total + HALF] = half
    after[total + FULL] = full
