"""Add people of earlier events to an event, with their notes and couples."""

from collections.abc import Collection, Sequence
from datetime import datetime

from django.db import transaction

from tournament.models import Event, Player, User, Wish
from tournament.services.players import PlayerRow, import_players
from tournament.services.wishes import add_wish


@transaction.atomic
def add_earlier(
    event: Event,
    people: Sequence[Player],
    couples: Collection[Wish],
    *,
    by: User,
    at: datetime,
    from_round: int,
) -> list[Player]:
    """Add these people; of the couples, those whose two players are among them partner each other again."""
    rows = [PlayerRow(player.name, note=player.note) for player in people]
    added = import_players(event, rows, by=by, at=at, from_round=from_round)
    now = {before.pk: player for before, player in zip(people, added, strict=True)}
    for wish in couples:
        pair = now.get(wish.player_id), now.get(wish.other_id or 0)
        if pair[0] is not None and pair[1] is not None:
            add_wish(event, Wish.Kind.COUPLE, pair[0], other=pair[1], by=by, at=at)
    return added
