"""Amounts of money on pages and paper, with the sign that is usual where an event takes place."""

from collections.abc import Callable
from functools import partial

from django.utils.formats import get_format
from django.utils.translation import pgettext

from scoring.sentences import MINUS

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
