"""People of earlier events, to be added to a new one: who was there, with their notes and partners."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from tournament.models import Event, Player, Wish
from tournament.names import key_of, sort_key


@dataclass(frozen=True, slots=True)
class EarlierPerson:
    """Somebody of an earlier event. `came`: they were not a no-show; `number`: theirs in the new event, if
    they are in it already; `partner`: the name of who always partnered them."""

    pk: int
    name: str
    note: str
    came: bool
    number: int | None
    partner: str


def people_of(earlier: Iterable[Event], event: Event) -> tuple[EarlierPerson, ...]:
    """Everybody of these events by name, each name once and as in the latest event."""
    latest: dict[str, Player] = {}
    came: set[str] = set()
    players = Player.objects.filter(event__in=list(earlier)).select_related("event")
    for player in players.order_by("-event__date", "-event__pk", "number"):
        key = key_of(player.name)
        latest.setdefault(key, player)
        if player.status != Player.Status.EXPECTED:
            came.add(key)
    present = {key_of(name): number for number, name in event.players.names().items()}
    partner = {one: other.name for wish in couples_of(latest.values()) for one, other in _both(wish)}
    people = (
        EarlierPerson(one.pk, one.name, one.note, key in came, present.get(key), partner.get(one.pk, ""))
        for key, one in latest.items()
    )
    return tuple(sorted(people, key=lambda person: (sort_key(person.name), person.pk)))


def couples_of(players: Collection[Player]) -> list[Wish]:
    """The wishes by which two of these players always partner each other."""
    couples = Wish.objects.filter(kind=Wish.Kind.COUPLE, player__in=players, other__in=players)
    return list(couples.select_related("player", "other").order_by("pk"))


def _both(wish: Wish) -> Iterable[tuple[int, Player]]:
    if wish.other is not None:
        yield wish.player.pk, wish.other
        yield wish.other.pk, wish.player
