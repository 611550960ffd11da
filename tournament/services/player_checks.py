"""Checks of a player's name, number and rounds, whoever enters them."""

from collections.abc import Iterator
from itertools import chain

from django.utils.translation import gettext as _

from tournament.models import Event, Player
from tournament.names import holds_contact, key_of, look_of, number_called, tidy
from tournament.services.errors import Refused, Unconfirmed

LONGEST_NAME = 80
LONGEST_NOTE = 200
HIGHEST_NUMBER = 9999  # the highest that addresses accept
MOST_PLAYERS = 1000


def checked_name(name: str, field: str = "name") -> str:
    """The name, tidied; refused if it is empty, too long, or holds contact data."""
    name = tidy(name)
    if not name:
        raise Refused("name-missing", _("Give the player a name."), field)
    if len(name) > LONGEST_NAME:
        raise Refused("name-long", _("Keep the name to %d characters.") % LONGEST_NAME, field)
    if holds_contact(name):
        message = _("Names are public: leave out phone numbers and mail addresses.")
        raise Refused("name-contact", message, field)
    return name


def check_room(count: int, field: str) -> None:
    """Refuse more players than an event has room for."""
    if count > MOST_PLAYERS:
        raise Refused("too-many", _("An event has room for %d players.") % MOST_PLAYERS, field)


def check_free(number: int, taken: set[int], field: str) -> None:
    """Refuse a number that is out of range or taken."""
    if not 1 <= number <= HIGHEST_NUMBER:
        raise Refused("number-range", _("Numbers go from 1 to %d.") % HIGHEST_NUMBER, field)
    if number in taken:
        raise Refused("number-taken", _("Number %d is taken.") % number, field)


def check_round(event: Event, number: int, field: str) -> None:
    """Refuse a round that the event does not have."""
    if not 1 <= number <= event.round_count:
        raise Refused("round-range", _("This event has rounds 1 to %d.") % event.round_count, field)


def free_numbers(taken: set[int]) -> Iterator[int]:
    """The free numbers: those after the highest, then the gaps."""
    highest = max(taken, default=0)
    return (
        number
        for number in chain(range(highest + 1, HIGHEST_NUMBER + 1), range(1, highest))
        if number not in taken
    )


def ask_about_namesakes(event: Event, name: str, but: Player | None = None) -> None:
    """Ask for confirmation before two players share a name."""
    others = event.players.exclude(pk=but.pk) if but else event.players
    for number, other in others.own_names().items():
        if key_of(other) == key_of(name):
            message = _(
                "Number %(number)s is called %(name)s. If this is someone else, tick the box and save again."
            )
            raise Unconfirmed("same-name", message % {"number": number, "name": other}, "name")


def refuse_lookalikes(event: Event, name: str, but: Player) -> None:
    """Refuse what somebody who says their own name must not be taken for: a number, or another player."""
    if number_called(name) is not None or not any(char.isalpha() for char in name):
        raise Refused("name-number", _("That is a number. Type your first and last name."), "name")
    for number, other in event.players.exclude(pk=but.pk).own_names().items():
        if look_of(other) == look_of(name):
            message = _(
                "Number %(number)s is called %(name)s, which looks the same. Add something that tells you "
                "apart, or go to the director’s table."
            )
            raise Refused("same-name", message % {"number": number, "name": other}, "name")
