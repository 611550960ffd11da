"""Parse numbers from untrusted query strings."""

MOST_DIGITS = 4  # as in addresses: 1 to 9999


def number_in(text: str | None) -> int | None:
    """The number from 1 to 9999 in `text`; None for anything else.

    >>> number_in("12"), number_in("0"), number_in("99999999999"), number_in("x"), number_in(None)
    (12, None, None, None, None)
    """
    digits = (text or "").strip()
    if not digits.isascii() or not digits.isdigit() or len(digits) > MOST_DIGITS:
        return None
    return int(digits) or None
