"""Parse the players whose papers are wanted from an untrusted query string."""

from tournament.forms.numbers import number_in

MOST_ASKED = 2_000  # players in one request


def read_numbers(text: str) -> tuple[int, ...]:
    """Players' numbers as people write lists and ranges of them; anything else is ignored.

    >>> read_numbers("3, 7-9 12"), read_numbers("x, 99999"), read_numbers("9-7")
    ((3, 7, 8, 9, 12), (), ())
    """
    numbers: set[int] = set()
    for part in text[: 5 * MOST_ASKED].replace(",", " ").replace(";", " ").replace("–", "-").split():
        first, dash, last = part.partition("-")
        low, high = number_in(first), number_in(last if dash else first)
        if low and high:
            numbers.update(range(low, high + 1))
    return tuple(sorted(numbers)[:MOST_ASKED])
