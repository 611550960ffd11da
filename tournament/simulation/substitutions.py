"""Substitutions in a random event: substitutes, empty chairs, players who come back."""

from tournament.models import Event, Player, Seating
from tournament.services import substitutions as services
from tournament.simulation import settings
from tournament.simulation.director import RandomDirector


def change_chairs(director: RandomDirector, number: int) -> None:
    """Sometimes replace players for round `number`, or withdraw the last substitution."""
    while director.now_and_then(0.35):
        _replace_somebody(director, number)
    if director.now_and_then(0.15):
        latest = director.event.substitutions.order_by("-number").first()
        if latest is not None:
            director.attempt(services.withdraw_substitution, latest)


def bring_back(director: RandomDirector, number: int) -> None:
    """Sometimes bring back a player who was away, from this round or the next."""
    event = director.event
    away = [player for player in event.players.all() if player.status == Player.Status.LEFT or player.away]
    if away and director.now_and_then(0.6):
        player = director.rng.choice(away)
        director.attempt(services.come_back, player, from_round=number + director.rng.choice((0, 0, 1)))


def _replace_somebody(director: RandomDirector, number: int) -> None:
    """Put somebody else on a player's chair, or leave it empty, for a round or more."""
    event, rng = director.event, director.rng
    absent = rng.choice(list(event.players.all()))
    last = rng.choice((number, number, min(number + 1, event.round_count), event.round_count))
    rounds = {"from_round": number, "to_round": last}
    if director.now_and_then(0.25):
        director.attempt(services.leave_empty, absent, **rounds)
        return
    sitting_out = _sitting_out(event, number)
    lot = rng.random()
    who = None
    if sitting_out and lot < 0.5:
        who = rng.choice(sitting_out)
    elif lot < 0.7:
        who = rng.choice(list(event.players.all()))
    director.attempt(
        services.substitute,
        absent,
        who=who,
        walk_up="" if who else settings.name(rng),
        for_seat=director.now_and_then(0.4),
        confirmed=True,
        **rounds,
    )


def _sitting_out(event: Event, number: int) -> list[Player]:
    rows = Seating.objects.filter(round__event=event, round__number=number, table=None)
    return [row.player for row in rows.select_related("player").order_by("player__number")]
