"""What becomes of chairs in a random event: substitutes, empty chairs, players who come back."""

from typing import TYPE_CHECKING

from tournament.models import Event, Player, Seating
from tournament.services import substitutions
from tournament.simulation import settings

if TYPE_CHECKING:
    from tournament.simulation.evening import RandomEvening


def before_the_tables(evening: "RandomEvening", number: int) -> None:
    """Somebody is missing when round `number` begins, or earlier than anybody noticed, or later."""
    while evening.now_and_then(0.35):
        _somebody_is_missing(evening, number)
    if evening.now_and_then(0.15):
        made = evening.event.substitutions.order_by("-number").first()
        if made is not None:
            evening.attempt(substitutions.withdraw_substitution, made)


def before_the_round(evening: "RandomEvening", number: int) -> None:
    """Somebody who was away comes back, into this round or the next."""
    event = evening.event
    away = [player for player in event.players.all() if player.status == Player.Status.LEFT or player.away]
    if away and evening.now_and_then(0.6):
        player = evening.rng.choice(away)
        evening.attempt(substitutions.come_back, player, from_round=number + evening.rng.choice((0, 0, 1)))


def _somebody_is_missing(evening: "RandomEvening", number: int) -> None:
    event, rng = evening.event, evening.rng
    absent = rng.choice(list(event.players.all()))
    last = rng.choice((number, number, min(number + 1, event.round_count), event.round_count))
    rounds = {"from_round": number, "to_round": last}
    if evening.now_and_then(0.25):
        evening.attempt(substitutions.leave_empty, absent, **rounds)
        return
    out = _sitting_out(event, number)
    lot = rng.random()
    who = (
        rng.choice(out) if out and lot < 0.5 else rng.choice(list(event.players.all())) if lot < 0.7 else None
    )
    evening.attempt(
        substitutions.substitute,
        absent,
        who=who,
        walk_up="" if who else settings.name(rng),
        for_seat=evening.now_and_then(0.4),
        confirmed=True,
        **rounds,
    )


def _sitting_out(event: Event, number: int) -> list[Player]:
    rows = Seating.objects.filter(round__event=event, round__number=number, table=None)
    return [row.player for row in rows.select_related("player").order_by("player__number")]
