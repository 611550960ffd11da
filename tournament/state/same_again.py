"""Who would be expected at an event like this one."""

from enum import StrEnum

from tournament.models import Player


class Again(StrEnum):
    """Who is expected at the new event."""

    CAME = "came"  # whoever came this time
    LISTED = "listed"  # everybody on the list
    NOBODY = "nobody"


def is_expected(player: Player, people: Again) -> bool:
    """Whether this player is expected again, where these people are."""
    if people is Again.CAME:
        return player.status not in (Player.Status.EXPECTED, Player.Status.DISQUALIFIED)
    return people is Again.LISTED
