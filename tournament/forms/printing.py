"""Whose papers are asked for, read from a query string where anybody may write anything."""

from tournament.forms.numbers import number_in

MOST_ASKED = 2_000  # players named one by one


def read_numbers(text: str) -> tuple[int, ...]:
    """Numbers of players as people write them; what is no number is passed over.

    >>> read_numbers("3, 7-9 12"), read_numbers("x, 99999"), read_numbers("9-7")
    ((3, 7, 8, 9, 12), (), ())
    """
    found: set[int] = set()
    for part in text[: 5 * MOST_ASKED].replace(",", " ").replace(";", " ").replace("–", "-").split():
        first, dash, last = part.partition("-")
        low, high = number_in(first), number_in(last if dash else first)
        if low and high:
            found.update(range(low, high + 1))
    return tuple(sorted(found)[:MOST_ASKED])
