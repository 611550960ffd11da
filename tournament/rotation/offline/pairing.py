"""The search behind whist tournaments: couples go to tables so that every class of opponents comes up twice.

Written, like `kernel`, in the part of Python that numba compiles unchanged; for `whists` only.
"""

from __future__ import annotations

from typing import Any


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
    # of every level: candidates left, the next of them to try, how many are to be tried, then three masks
    left, at, tries, seated, half, full = total, total + 1, total + 2, total + 3, total + 4, total + 5
    for k in range(total):
        work[0][k] = k
    work[0][left] = total
    work[0][seated] = work[0][half] = work[0][full] = 0
    depth = 0
    nodes = 0
    fresh = True
    while depth >= 0:
        level = work[depth]
        count = level[left]
        if fresh:
            nodes += 1
            if depth == tables:
                return nodes
            if nodes > most:
                break
            # what one, two or more of the candidates could still seat
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
            open_couples = everybody & ~level[seated]
            open_classes = classes & ~level[full]
            untouched = classes & ~level[half]
            level[at] = level[tries] = 0
            if open_couples & ~one == 0 and open_classes & ~by_one == 0 and untouched & ~by_more == 0:
                lone = open_couples & ~more
                by_lone = open_classes & level[half] & ~by_more
                if lone == 0 and by_lone == 0:
                    # none is forced: take the couple with the fewest candidates
                    least = total + 1
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
                            lone = bit
                            if least == 2:
                                break
                else:
                    lone &= -lone
                    by_lone = by_lone & -by_lone if lone == 0 else 0
                # those to be tried go to the front
                place = 0
                for i in range(count):
                    k = level[i]
                    if couples[k] & lone or once[k] & by_lone:
                        level[i] = level[place]
                        level[place] = k
                        place += 1
                level[tries] = place
        if level[at] >= level[tries]:
            depth -= 1
            fresh = False
            continue
        k = level[level[at]]
        level[at] += 1
        chosen[depth] = k
        after = work[depth + 1]
        now_seated = level[seated] | couples[k]
        now_full = level[full] | (level[half] & once[k]) | twice[k]
        now_half = level[half] | once[k]
        place = 0
        for i in range(level[at], count):
            j = level[i]
            if couples[j] & now_seated == 0 and once[j] & now_full == 0 and twice[j] & now_half == 0:
                after[place] = j
                place += 1
        after[left] = place
        after[seated] = now_seated
        after[half] = now_half
        after[full] = now_full
        depth += 1
        fresh = True
    chosen[0] = -1
    return nodes
