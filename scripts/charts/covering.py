"""The search behind starting rounds: choose base blocks so that every point and every difference comes once.

Written, like `search.kernel`, in the subset of Python that numba compiles; for `orbits` only.

Points and differences come in classes, of which a block takes one member of each: classes of points are bits
of one mask, classes of differences bits of another. Row d of the work array is the level with d blocks
chosen: first the blocks left there, then the numbers named below.
"""

from __future__ import annotations

from typing import Any

# Where a level keeps its numbers, counted from the end of its blocks.
LEFT, NEXT, TRIES, POINTS, KINDS = 0, 1, 2, 3, 4
SIZE = 5


def blocks(
    members: Any, kinds: Any, open_points: int, open_kinds: int, first: int, options: Any, begin: int
) -> int:
    """Write every block of open classes, its first point in the class `first`, into `found`; return the end.

    `members[c]` are the points of class c, `kinds[p][q]` is the class of the difference of two points, or −1
    if they may not meet; masks say which classes are open, and a block takes each once. Row k of `options`,
    from `begin` on, is the two masks of a block and its four points. A block stands for its images, so its
    first point is the first of its class, and the other classes come in ascending order. Stops once `options`
    is full.
    """
    size = len(members)
    images = len(members[0])
    end = begin
    others = open_points & ~(1 << first)
    a = members[first][0]
    for second in range(size):
        if others >> second & 1 == 0:
            continue
        for i in range(images):
            b = members[second][i]
            ab = kinds[a][b]
            if ab < 0 or open_kinds >> ab & 1 == 0:
                continue
            for third in range(second + 1, size):
                if others >> third & 1 == 0:
                    continue
                for j in range(images):
                    c = members[third][j]
                    ac = kinds[a][c]
                    bc = kinds[b][c]
                    if ac < 0 or bc < 0:
                        continue
                    three = 1 << ab | 1 << ac | 1 << bc
                    if ac == bc or ab in (ac, bc) or three & open_kinds != three:
                        continue
                    for fourth in range(third + 1, size):
                        if others >> fourth & 1 == 0:
                            continue
                        for k in range(images):
                            d = members[fourth][k]
                            ad = kinds[a][d]
                            bd = kinds[b][d]
                            cd = kinds[c][d]
                            if ad < 0 or bd < 0 or cd < 0 or bd == cd or ad in (bd, cd):
                                continue
                            more = 1 << ad | 1 << bd | 1 << cd
                            if more & three or more & open_kinds != more:
                                continue
                            if end == len(options):
                                return end
                            row = options[end]
                            row[0] = 1 << first | 1 << second | 1 << third | 1 << fourth
                            row[1] = three | more
                            row[2] = a
                            row[3] = b
                            row[4] = c
                            row[5] = d
                            end += 1
    return end


def cover(
    wanted: int, options: Any, total: int, points: int, kinds: int, most: int, work: Any, chosen: Any
) -> int:
    """Choose `wanted` of the first `total` blocks in `options` that take all the open points and differences.

    `points` and `kinds` are the masks of what is open. Leaves the blocks in `chosen` and returns the nodes
    visited; −1 in `chosen[0]` where nothing was found in `most` nodes. `work` is room for (wanted + 1) ×
    (total + SIZE) numbers.
    """
    room = len(work[0]) - SIZE
    for k in range(total):
        work[0][k] = k
    work[0][room + LEFT] = total
    work[0][room + POINTS] = points
    work[0][room + KINDS] = kinds
    depth = 0
    nodes = 0
    fresh = True
    while depth >= 0:
        level = work[depth]
        if fresh:
            nodes += 1
            if depth == wanted:
                return nodes
            if nodes > most:
                break
            level[room + NEXT] = 0
            level[room + TRIES] = choose_tries(level, room, options)
        if level[room + NEXT] >= level[room + TRIES]:
            depth -= 1
            fresh = False
            continue
        k = level[level[room + NEXT]]
        level[room + NEXT] += 1
        chosen[depth] = k
        descend(level, work[depth + 1], room, k, options)
        depth += 1
        fresh = True
    chosen[0] = -1
    return nodes


def choose_tries(level: Any, room: int, options: Any) -> int:
    """Move the blocks to try at this level to its front and return their number; 0 for a dead end.

    They are those with the point, or else the difference, that the fewest blocks left can still provide.
    """
    count = level[room + LEFT]
    every_point = 0
    every_kind = 0
    for i in range(count):
        every_point |= options[level[i]][0]
        every_kind |= options[level[i]][1]
    if every_point != level[room + POINTS] or every_kind != level[room + KINDS]:
        return 0
    least = count + 1
    point = 0
    kind = 0
    for which in range(2):
        rest = level[room + POINTS + which]
        while rest:
            bit = rest & -rest
            rest ^= bit
            number = 0
            for i in range(count):
                if options[level[i]][which] & bit:
                    number += 1
                    if number >= least:
                        break
            if number < least:
                least = number
                point = bit if which == 0 else 0
                kind = bit if which == 1 else 0
    place = 0
    for i in range(count):
        k = level[i]
        if options[k][0] & point or options[k][1] & kind:
            level[i] = level[place]
            level[place] = k
            place += 1
    return place


def descend(level: Any, after: Any, room: int, k: int, options: Any) -> None:
    """Fill the level below with what is left once block k is chosen.

    The blocks tried before k are left out: whatever they lead to has been searched.
    """
    points = options[k][0]
    kinds = options[k][1]
    place = 0
    for i in range(level[room + NEXT], level[room + LEFT]):
        j = level[i]
        if options[j][0] & points == 0 and options[j][1] & kinds == 0:
            after[place] = j
            place += 1
    after[room + LEFT] = place
    after[room + POINTS] = level[room + POINTS] & ~points
    after[room + KINDS] = level[room + KINDS] & ~kinds
