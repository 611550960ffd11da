"""The proof by trying every way, held against a plain search over all pairs of rounds."""

from collections import Counter
from itertools import combinations, product
from random import Random

import pytest

from tournament.rotation.bounds import repeats_at_least

MANY = 10**6


def seatings(players, couples):
    """Every way to seat these players at full tables by these couples."""
    if not players:
        yield ()
        return
    first, *others = sorted(players)
    for partner in (p for p in others if frozenset((first, p)) in couples):
        left = [p for p in others if p != partner]
        for two in (pair for pair in combinations(left, 2) if frozenset(pair) in couples):
            for rest in seatings([p for p in left if p not in two], couples):
                yield (((first, partner), two), *rest)


def fewest(count, couples, may_sit_out, rounds):
    """The fewest repeated opponents by brute force; `None` if the rounds cannot be seated at all."""
    everybody = range(count)
    seated = [
        (way, out)
        for out in combinations(everybody, count % 4)
        for way in seatings([p for p in everybody if p not in out], couples)
    ]
    found = []
    for chosen in product(seated, repeat=rounds):
        partners = Counter(frozenset(side) for way, _ in chosen for table in way for side in table)
        sat = Counter(p for _, out in chosen for p in out)
        if max(partners.values()) > 1 or any(sat[p] > may_sit_out[p] for p in everybody):
            continue
        met = Counter(frozenset((a, b)) for way, _ in chosen for one, two in way for a in one for b in two)
        found.append(sum(times * (times - 1) // 2 for times in met.values()))
    return min(found, default=None)


@pytest.mark.parametrize("seed", range(12))
def test_the_proof_agrees_with_brute_force_on_small_cases(seed):
    random = Random(seed)
    count, degree = (8, random.choice((2, 3, 4))) if seed % 3 else (5, 3)
    rounds = 2
    couples = {frozenset(pair) for pair in combinations(range(count), 2) if random.random() < degree / 5}
    may_sit_out = [random.randint(0, 1) + (count % 4 == 0) for _ in range(count)]
    free = [[q for q in range(count) if frozenset((p, q)) in couples] for p in range(count)]
    least = fewest(count, couples, may_sit_out, rounds)

    def proved(opponents):
        return repeats_at_least(opponents, free, may_sit_out, tables=count // 4, rounds=rounds, nodes=MANY)

    if least is None:
        assert proved(99)
        return
    assert proved(least)
    assert not proved(least + 1)


def test_what_takes_too_long_is_left_open():
    free = [[q for q in range(16) if q != p] for p in range(16)]
    assert repeats_at_least(1, free, [0] * 16, tables=4, rounds=6, nodes=20) is None
