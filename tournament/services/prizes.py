"""Set an event's prizes, and hold raffles, storing all that is needed to repeat a draw."""

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.prizes import LAST, LONE_POT, SIDE_PRIZES, drawn
from tournament.models import Event, Player, PrizeList, Raffle, User
from tournament.models.money import entry_fee_of
from tournament.models.prizes import prize_list_of
from tournament.registry import actions
from tournament.services.common import lock_event, next_number, record
from tournament.services.errors import Refused
from tournament.services.groups import checked_group
from tournament.services.players import check_round
from tournament.state.money import HUNDREDTHS, pot_of, promised_prize_money
from tournament.words.names import tidy

SEEDS = 1_000_000
MOST_PLACES = 50
MOST_CENTS = 100_000_00
MOST_TICKETS = 100_000
LONGEST_TITLE = 80
WHOLE = 100  # cents
NONE: Mapping[str, Any] = MappingProxyType({})


@transaction.atomic
def set_prizes(
    event: Event,
    *,
    by: User,
    at: datetime,
    places: Sequence[int],
    sides: Mapping[str, int],
    groups: Mapping[str, int] = NONE,
    nobody_twice: bool = False,
    first_takes_none: bool = False,
    lowest_rounds: int | None = None,
    excluded: Sequence[int] = (),
    shares: Sequence[int] = (),
    in_kind: Sequence[tuple[str, Sequence[int]]] = (),
    sides_in_kind: Mapping[str, str] = NONE,
    groups_in_kind: Mapping[str, str] = NONE,
) -> PrizeList:
    """Set the prizes in cents, for places, side prizes and the best of groups; `excluded` are the numbers of
    excluded players.

    `shares` instead of `places` are hundredths of what the pot of the entry fees has for places. `in_kind`
    names things and the places that get one each, `sides_in_kind` and `groups_in_kind` what is given besides
    the cents of a side prize or a group.
    """
    event = lock_event(event)
    if shares:
        _check_shares(event, places, shares)
    if len(places) > MOST_PLACES:
        raise Refused("too-many-places", _("At most %d places get a prize.") % MOST_PLACES, "places")
    if not all(0 <= cents <= MOST_CENTS for cents in (*places, *sides.values(), *groups.values())):
        raise Refused("amount", _("A prize is between 0 and 100,000."), "places")
    if not all(1 <= place <= MOST_PLACES or place == LAST for _name, them in in_kind for place in them):
        message = _("Places go from 1 to %d; the last one is “last”.") % MOST_PLACES
        raise Refused("place-unknown", message, "places")
    if lowest_rounds is not None:
        check_round(event, lowest_rounds, "lowest_rounds")
    if unknown := (sides.keys() | sides_in_kind.keys()) - {*SIDE_PRIZES, LONE_POT}:
        raise TypeError(f"no side prizes: {', '.join(sorted(unknown))}")
    players = list(event.players.filter(number__in=excluded))
    if missing := set(excluded) - {player.number for player in players}:
        message = _("Nobody has the number %d.") % min(missing)
        raise Refused("player-unknown", message, "excluded")
    values = {
        "places": list(places),
        "shares": list(shares),
        "sides": dict(sides),
        "groups": {checked_group(group, ""): cents for group, cents in groups.items()},
        "in_kind": [[_thing(name, "places"), list(them)] for name, them in in_kind],
        "sides_in_kind": {side: _thing(name, side) for side, name in sides_in_kind.items()},
        "groups_in_kind": {
            checked_group(group, ""): _thing(name, "") for group, name in groups_in_kind.items()
        },
        "nobody_twice": nobody_twice,
        "first_takes_none": first_takes_none,
        "lowest_rounds": lowest_rounds,
    }
    prizes, _made = PrizeList.objects.update_or_create(event=event, defaults=values)
    prizes.excluded.set(players)
    record(event, actions.PRIZE_SET, by=by, at=at)
    return prizes


def _check_shares(event: Event, places: Sequence[int], shares: Sequence[int]) -> None:
    if entry_fee_of(event) is None:
        message = _("This event has no entry fee, so there is no pot to share. Set one first.")
        raise Refused("no-entry-fee", message, "shares")
    if places:
        message = _("Give amounts or shares of the pot for places, not both.")
        raise Refused("places-and-shares", message, "shares")
    if len(shares) > MOST_PLACES:
        raise Refused("too-many-places", _("At most %d places get a prize.") % MOST_PLACES, "shares")
    if sum(shares) > HUNDREDTHS:
        message = _("That’s %d percent of the pot; 100 at most.")
        raise Refused("over-the-pot", message % sum(shares), "shares")


@transaction.atomic
def fit_prizes(event: Event, *, by: User, at: datetime) -> PrizeList:
    """Make the prizes smaller, each by the same part, so that the pot covers them.

    Prizes of whole dollars or pounds stay whole; what rounding leaves stays in the pot.
    """
    event = lock_event(event)
    fee, prizes = entry_fee_of(event), prize_list_of(event)
    pot = pot_of(event, fee) if fee is not None else None
    if prizes is None or pot is None or (total := promised_prize_money(prizes, pot)) <= pot.total:
        raise Refused("pot-covers", _("The pot covers the prizes already; nothing was changed."))
    amounts = [*prizes.places, *prizes.beside_places]
    unit = 1 if any(cents % WHOLE for cents in amounts) else WHOLE

    def fitted(cents: int) -> int:
        return cents * pot.total // total // unit * unit

    prizes.places = [fitted(cents) for cents in prizes.places]
    prizes.sides = {name: fitted(cents) for name, cents in prizes.sides.items()}
    prizes.groups = {group: fitted(cents) for group, cents in prizes.groups.items()}
    prizes.save(update_fields=["places", "sides", "groups"])
    record(event, actions.PRIZE_FITTED, by=by, at=at, was=total, now=promised_prize_money(prizes, pot))
    return prizes


@transaction.atomic
def draw_door_prize(
    event: Event, title: str = "", *, by: User, at: datetime, seed: int | None = None
) -> Raffle:
    """Draw a door prize among the players who are here, who may win, and who have not won one yet.

    Raises `Refused` if nobody is left.
    """
    event = lock_event(event)
    won = event.raffles.filter(kind=Raffle.Kind.DOOR).values_list("drawn", flat=True)
    prizes = prize_list_of(event)
    barred = set(won) | (set(prizes.excluded.values_list("number", flat=True)) if prizes else set())
    present = event.players.ordinary().filter(status=Player.Status.HERE).order_by("number")
    names = {player.number: player.name for player in present if player.number not in barred}
    if not names:
        message = _("Nobody is left to draw: everybody here has won already, or takes no prize.")
        raise Refused("nobody-left", message)
    seed = secrets.randbelow(SEEDS) if seed is None else seed
    number = drawn(list(names), seed)
    facts = {
        "title": _thing(title, "title"),
        "seed": seed,
        "pool": list(names),
        "drawn": number,
        "name": event.players.own_names().get(number, ""),
    }
    raffle = _draw(event, Raffle.Kind.DOOR, facts, by, at)
    noted = {"number": number, "name": raffle.name or number}
    record(event, actions.PRIZE_DOOR, by=by, at=at, seed=seed, of=len(names), **noted)
    return raffle


@transaction.atomic
def draw_fifty_fifty(
    event: Event, *, by: User, at: datetime, first: int, last: int, pot: int, seed: int | None = None
) -> Raffle:
    """Draw the ticket that wins half the pot, in cents, among those sold: `first` to `last`.

    Raises `Refused` for tickets or a pot out of bounds.
    """
    event = lock_event(event)
    if not 1 <= first <= last or last - first >= MOST_TICKETS:
        message = _("Give the first and the last ticket sold, such as 1 and 143.")
        raise Refused("tickets", message, "last")
    if not 0 <= pot <= MOST_CENTS:
        raise Refused("amount", _("A pot is between 0 and 100,000."), "pot")
    seed = secrets.randbelow(SEEDS) if seed is None else seed
    ticket = drawn(range(first, last + 1), seed)
    facts = {"seed": seed, "pool": [first, last], "drawn": ticket, "pot": pot}
    raffle = _draw(event, Raffle.Kind.FIFTY, facts, by, at)
    record(event, actions.PRIZE_FIFTY, by=by, at=at, ticket=ticket, seed=seed, first=first, last=last)
    return raffle


def _draw(event: Event, kind: str, facts: Mapping[str, object], by: User, at: datetime) -> Raffle:
    number = next_number(event.raffles)
    return Raffle.objects.create(event=event, number=number, kind=kind, made_by=by, made_at=at, **facts)


def _thing(name: str, field: str) -> str:
    words = tidy(name)
    if len(words) > LONGEST_TITLE:
        raise Refused("title-long", _("Keep it to %d characters.") % LONGEST_TITLE, field)
    return words
