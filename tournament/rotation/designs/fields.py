"""Finite fields and their products: the arithmetic behind transversal designs and some whist tournaments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product


@dataclass(frozen=True, slots=True)
class Ring:
    """Elements 0 to size − 1 with tables for sum and product; a field or a product of fields."""

    size: int
    plus: tuple[tuple[int, ...], ...]
    times: tuple[tuple[int, ...], ...]


def factor(number: int) -> dict[int, int]:
    """Prime factors with their exponents.

    >>> factor(360)
    {2: 3, 3: 2, 5: 1}
    """
    exponents: dict[int, int] = {}
    p = 2
    while number > 1:
        while number % p == 0:
            exponents[p] = exponents.get(p, 0) + 1
            number //= p
        p += 1
    return exponents


def _multiply(a: Sequence[int], b: Sequence[int], low: Sequence[int], p: int) -> tuple[int, ...]:
    """Product of two polynomials modulo x^k = Σ low[i]·x^i, coefficients modulo p."""
    k = len(low)
    terms = [0] * (2 * k - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            terms[i + j] += x * y
    for degree in range(2 * k - 2, k - 1, -1):
        for i, x in enumerate(low):
            terms[degree - k + i] += terms[degree] * x
    return tuple(term % p for term in terms[:k])


def _order(low: Sequence[int], p: int) -> int:
    """The order of x modulo the polynomial; 0 if x is not a unit."""
    k = len(low)
    one = (1,) + (0,) * (k - 1)
    x = (low[0],) if k == 1 else (0, 1) + (0,) * (k - 2)
    power = x
    for count in range(1, p**k):
        if power == one:
            return count
        power = _multiply(power, x, low, p)
    return 0


@cache
def field(p: int, k: int) -> Ring:
    """The field of p^k elements; element e stands for the polynomial whose coefficients are its digits.

    >>> four = field(2, 2)
    >>> four.plus[2][3], four.times[2][3]
    (1, 1)
    """
    digits = [tuple(reversed(d)) for d in product(range(p), repeat=k)]
    number = {d: i for i, d in enumerate(digits)}
    low = next(low for low in digits if any(low) and _order(low, p) == p**k - 1)
    plus = tuple(
        tuple(number[tuple((x + y) % p for x, y in zip(a, b, strict=True))] for b in digits) for a in digits
    )
    times = tuple(tuple(number[_multiply(a, b, low, p)] for b in digits) for a in digits)
    return Ring(p**k, plus, times)


@cache
def ring(size: int) -> Ring:
    """The product of the fields whose orders are the prime powers in `size`."""
    answer = Ring(1, ((0,),), ((0,),))
    for p, k in factor(size).items():
        answer = _product(answer, field(p, k))
    return answer


def _product(a: Ring, b: Ring) -> Ring:
    size = a.size * b.size
    pairs = [divmod(e, b.size) for e in range(size)]
    return Ring(
        size,
        tuple(tuple(a.plus[x][u] * b.size + b.plus[y][v] for u, v in pairs) for x, y in pairs),
        tuple(tuple(a.times[x][u] * b.size + b.times[y][v] for u, v in pairs) for x, y in pairs),
    )


def unit_spread(of: int) -> tuple[int, ...] | None:
    """Four elements of the product of fields of that size whose differences are all units, or None.

    >>> unit_spread(8), unit_spread(6)
    ((0, 1, 2, 3), None)
    """
    parts = [p**k for p, k in factor(of).items()]
    if not parts or min(parts) < 4:
        return None
    chosen = []
    for i in range(4):
        element = 0
        for part in parts:
            element = element * part + i
        chosen.append(element)
    return tuple(chosen)
