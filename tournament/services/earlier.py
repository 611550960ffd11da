"""Add people of earlier events to an event, with their notes and wishes."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db import transaction

from tournament.models import Event, Player, User, Wish
from tournament.services.errors import Refused
from tournament.services.money import carry_over_memberships
from tournament.services.players import PlayerRow, import_players
from tournament.services.wishes import add_wish


@transaction.atomic
def add_earlier(
    event: Event,
    people: Sequence[Player],
    wishes: Iterable[Wish],
    *,
    by: User,
    at: datetime,
    from_round: int,
) -> tuple[list[Player], list[Wish]]:
    """Add these people, members where this event has an entry fee; of the wishes, those hold again whose
    players are all among them. Returns who was added, and the wishes that these players cannot have, such
    as a table that is not there any more.
    """
    rows = [PlayerRow(player.name, note=player.note, groups=player.groups) for player in people]
    added = import_players(event, rows, by=by, at=at, from_round=from_round)
    carry_over_memberships(event, people, added)
    now = {before.pk: player for before, player in zip(people, added, strict=True)}
    left_out = []
    for wish in wishes:
        player, other = now.get(wish.player_id), now.get(wish.other_id or 0)
        if player is None or (other is None) is not (wish.other_id is None):
            continue
        try:
            add_wish(event, wish.kind, player, other=other, table=wish.table, by=by, at=at)
        except Refused:
            left_out.append(wish)
    return added, left_out
