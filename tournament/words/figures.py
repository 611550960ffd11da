"""How numbers are written: with a true minus sign, with a sign, as a percentage, as a place.

And days and hours, as they are written where an event takes place."""

from collections.abc import Callable, Collection, Mapping
from datetime import date as Date
from datetime import datetime
from fractions import Fraction
from functools import partial

from django.utils.formats import date_format, get_format
from django.utils.timezone import get_current_timezone_name
from django.utils.translation import get_language, pgettext

from scoring.sentences import MINUS
from scoring.standings import Key, Written

AMERICAN = ("America/", "US/", "Canada/", "Pacific/Honolulu")  # how their time zones begin
FIGURE_SPACE = "\N{FIGURE SPACE}"  # as wide as a figure of a table
MOST_PLACES = 3  # of a percentage; what differs by less looks alike


def figure(value: object) -> str:
    """A number with a true minus sign.

    >>> figure(-2), figure("-1.50")
    ('−2', '−1.50')
    """
    return str(value).replace("-", MINUS)


def padded(text: object, size: int) -> str:
    """A figure at the right of a column that is so many figures wide.

    >>> padded(7, 3).replace(FIGURE_SPACE, "_")
    '__7'
    """
    return str(text).rjust(size, FIGURE_SPACE)


def signed(points: int) -> str:
    """Points with their sign.

    >>> signed(2), signed(0), signed(-2)
    ('+2', '0', '−2')
    """
    return f"+{points}" if points > 0 else figure(points)


def score(ns: int, ew: int) -> str:
    r"""What both sides have, North–South first: with room around the dash if one has a minus sign.

    >>> score(9, 4), score(-12, 31)
    ('9–4', '−12\xa0–\xa031')
    """
    between = "\N{NO-BREAK SPACE}–\N{NO-BREAK SPACE}" if min(ns, ew) < 0 else "–"
    return f"{figure(ns)}{between}{figure(ew)}"


def decimal(value: int | Fraction, places: int) -> str:
    """A number with so many places and the reader's decimal point, halves away from nought.

    >>> decimal(Fraction(1, 16), 3), decimal(Fraction(25, 3), 2), decimal(Fraction(-1, 8), 2)
    ('0.063', '8.33', '−0.13')
    """
    unit = 10**places
    whole, part = divmod(int(abs(value) * unit + Fraction(1, 2)), unit)
    return f"{MINUS if value < 0 else ''}{whole}{get_format('DECIMAL_SEPARATOR')}{part:0{places}d}"


def percent(value: int | Fraction, places: int = 1) -> str:
    """A part of one as a percentage.

    >>> percent(Fraction(5, 8)).split(), percent(Fraction(2, 3), 2).split()
    (['62.5', '%'], ['66.67', '%'])
    """
    return f"{decimal(100 * value, places)}\N{NO-BREAK SPACE}%"


def places_of(values: Collection[int | Fraction]) -> int:
    """The fewest places, at least one, at which different percentages look different.

    >>> places_of([Fraction(5, 8), Fraction(5, 8)]), places_of([Fraction(101, 162), Fraction(99, 159)])
    (1, 2)
    """
    different = set(values)
    for places in range(1, MOST_PLACES):
        if len({percent(value, places) for value in different}) == len(different):
            return places
    return MOST_PLACES


_WRITTEN: Mapping[Written, Callable[[int | Fraction, int], str]] = {
    Written.PLAIN: lambda value, places: figure(value),
    Written.MEAN: lambda value, places: decimal(value, 2),
    Written.PERCENT: percent,
    Written.SIGNED: lambda value, places: signed(int(value)),
}


def key_figure(key: Key, value: int | Fraction, places: int = 1) -> str:
    """What a player has by a tie-break key, as it is written; a percentage with so many places.

    >>> from scoring.standings import KEYS
    >>> [key_figure(KEYS[name], value) for name, value in [("average", Fraction(17, 2)), ("points", -2)]]
    ['8.50', '−2']
    """
    return _WRITTEN[key.written](value, places)


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


def day(date: Date, time_zone: str, *, weekday: bool = False) -> str:
    """A day as it is written where an event takes place, in the reader's language."""
    if _is_american(time_zone):
        return date_format(date, "l, F j, Y" if weekday else "F j, Y")
    if weekday:
        return _date_in_words(date, pgettext("day", "l j F Y"), pgettext("first day of a month", "l j F Y"))
    return _date_in_words(date, pgettext("day", "j F Y"), pgettext("first day of a month", "j F Y"))


def short_day(date: Date, *, weekday: bool = False) -> str:
    """A day in a list of days, as it is written where the site runs: `23 Nov 2026`, `Nov 23, 2026`."""
    if _is_american(get_current_timezone_name()):
        return date_format(date, "D, M j, Y" if weekday else "M j, Y")
    if weekday:
        return _date_in_words(
            date, pgettext("short day", "D j M Y"), pgettext("first day of a month", "D j M Y")
        )
    return _date_in_words(date, pgettext("short day", "j M Y"), pgettext("first day of a month", "j M Y"))


def day_and_month(date: Date, *, short: bool = False, weekday: bool = False) -> str:
    """A day of these weeks, as it is written where the site runs: `23 November`, `Monday, November 23`."""
    if _is_american(get_current_timezone_name()):
        return date_format(date, "l, F j" if weekday else "M j" if short else "F j")
    if weekday:
        return _date_in_words(date, pgettext("day", "l j F"), pgettext("first day of a month", "l j F"))
    if short:
        return _date_in_words(date, pgettext("short day", "j M"), pgettext("first day of a month", "j M"))
    return _date_in_words(date, pgettext("day", "j F"), pgettext("first day of a month", "j F"))


def clock_time(there: datetime, time_zone: str, *, with_day: bool = False) -> str:
    """A moment of that time zone as clocks show it there."""
    if _is_american(time_zone):
        return date_format(there, "M j, g:i A" if with_day else "g:i A")
    if with_day:
        return _date_in_words(
            there, pgettext("moment", "j M, H:i"), pgettext("first day of a month", "j M, H:i")
        )
    return date_format(there, time_of_day())


def moment(there: datetime, exactly: str = "") -> str:
    """A day and an hour, as written where the site runs; `exactly` "year" or "seconds" says those, too."""
    if _is_american(get_current_timezone_name()):
        american = {"year": "D, M j, Y, g:i A", "seconds": "D, M j, g:i:s A"}
        return date_format(there, american.get(exactly, "F j, g:i A"))
    if exactly == "year":
        usual = pgettext("moment", "D j M Y, H:i")
        return _date_in_words(there, usual, pgettext("first day of a month", "D j M Y, H:i"))
    if exactly == "seconds":
        usual = pgettext("moment", "D j M, H:i:s")
        return _date_in_words(there, usual, pgettext("first day of a month", "D j M, H:i:s"))
    return _date_in_words(there, pgettext("moment", "j F, H:i"), pgettext("first day of a month", "j F, H:i"))


def time_of_day() -> str:
    """How a clock of 24 hours is written in the reader's language, as a format of Django's."""
    return pgettext("time of day", "H:i")


def _date_in_words(at: Date, usual: str, first: str) -> str:
    """Translations say how dates are written: as in Django's `date` filter, a letter for itself after \\."""
    return date_format(at, first if at.day == 1 else usual)


def _is_american(time_zone: str) -> bool:
    """Whether the day comes after the month and the clock has twelve hours: in North America, in English."""
    return time_zone.startswith(AMERICAN) and (get_language() or "en").startswith("en")


Money = Callable[[int], str]
# The zones of Canada and the United States: elsewhere in America other money is used.
_DOLLARS = frozenset(
    f"America/{place}"
    for place in (
        *("New_York", "Detroit", "Chicago", "Denver", "Boise", "Phoenix", "Los_Angeles", "Anchorage"),
        *("Toronto", "Winnipeg", "Regina", "Edmonton", "Vancouver", "Halifax", "Moncton", "St_Johns"),
        *("Montreal", "Menominee", "Juneau", "Whitehorse", "Iqaluit", "Thunder_Bay", "Indianapolis"),
    )
) | {"Pacific/Honolulu", "Pacific/Auckland"}
_DOLLAR_REGIONS = ("US/", "Canada/", "Australia/", "America/Indiana/", "America/Kentucky/")


def currency_sign(time_zone: str) -> str:
    """The currency's sign; empty if it is not known for certain.

    >>> currency_sign("America/New_York"), currency_sign("Europe/London"), currency_sign("UTC")
    ('$', '£', '')
    """
    if time_zone in _DOLLARS or time_zone.startswith(_DOLLAR_REGIONS):
        return "$"
    return "£" if time_zone == "Europe/London" else ""


def money(cents: int, time_zone: str) -> str:
    """An amount of cents as it is written where an event takes place.

    >>> money(1250, "America/Toronto"), money(500, "UTC"), money(-205, "Europe/London")
    ('$12.50', '5.00', '−£2.05')
    """
    whole, part = divmod(abs(cents), 100)
    amount = f"{whole}{get_format('DECIMAL_SEPARATOR')}{part:02d}"
    if sign := currency_sign(time_zone):
        # Where the sign stands, and what is between, is for the language: “$5.00”, “5,00 $”.
        amount = pgettext("money", "%(sign)s%(amount)s") % {"sign": sign, "amount": amount}
    return f"{MINUS if cents < 0 else ''}{amount}"


def money_of(time_zone: str) -> Money:
    """How amounts of cents are written in this zone."""
    return partial(money, time_zone=time_zone)
