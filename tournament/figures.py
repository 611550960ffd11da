"""How numbers are written: with a true minus sign, with a sign, as a place."""

from django.utils.translation import pgettext

MINUS = "\N{MINUS SIGN}"


def figure(value: object) -> str:
    """A number with a true minus sign.

    >>> figure(-2), figure("-1.50")
    ('−2', '−1.50')
    """
    return str(value).replace("-", MINUS)


def signed(points: int) -> str:
    """Points with their sign.

    >>> signed(2), signed(0), signed(-2)
    ('+2', '0', '−2')
    """
    return f"+{points}" if points > 0 else figure(points)


def ordinal(number: int) -> str:
    """A place in the reader's language: `1st`, `2nd`, `13th`.

    The first is a message of its own: many languages set only it apart (French 1er, 2e, 21e).
    """
    if number == 1:
        return pgettext("place", "1st")
    last = 0 if number % 100 in (11, 12, 13) else number % 10
    if last == 1:
        words = pgettext("place such as 21st", "%(number)sst")
    elif last == 2:
        words = pgettext("place such as 2nd and 22nd", "%(number)snd")
    elif last == 3:
        words = pgettext("place such as 3rd and 23rd", "%(number)srd")
    else:
        words = pgettext("place such as 4th and 11th", "%(number)sth")
    return words % {"number": number}
