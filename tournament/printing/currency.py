"""Amounts of money on paper, with the sign that is usual where an event takes place."""

from collections.abc import Callable

from tournament.models import Event
from tournament.templatetags.euchre import cents

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


def sign_of(time_zone: str) -> str:
    """The currency's sign; empty where it is not known for certain.

    >>> sign_of("America/New_York"), sign_of("Europe/London"), sign_of("UTC")
    ('$', '£', '')
    """
    if time_zone in _DOLLARS or time_zone.startswith(_DOLLAR_REGIONS):
        return "$"
    return "£" if time_zone == "Europe/London" else ""


def money_of(event: Event) -> Money:
    """How this event's amounts of cents are written.

    >>> money_of(Event(time_zone="America/Toronto"))(1250)
    '$12.50'
    """
    sign = sign_of(event.time_zone)
    return lambda amount: f"{sign}{cents(amount)}"
