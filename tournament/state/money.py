"""What is in the pot and in the box: entry fees as they were paid, fines, and what the prizes come to."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from tournament.models import CashLine, Dues, EntryFee, Event, Player, PrizeList, Ruling

HUNDREDTHS = 100
_GONE = (Player.Status.LEFT, Player.Status.DISQUALIFIED)


@dataclass(frozen=True, slots=True)
class Pot:
    """What the prizes are paid from, in cents: their part of every payment, and what the house adds."""

    from_fees: int
    added: int

    @property
    def total(self) -> int:
        return self.from_fees + self.added


def pot_of(event: Event, fee: EntryFee) -> Pot:
    """The pot as it is now: who has not paid yet feeds nothing."""
    paid = Dues.objects.filter(player__event=event, state=Dues.State.PAID).values_list("cents", flat=True)
    fed = sum(cents if fee.to_pot is None else min(cents, fee.to_pot) for cents in paid)
    return Pot(fed, fee.added)


def place_amounts(prizes: PrizeList, pot: Pot | None) -> tuple[int, ...]:
    """The money for each place in cents: as it was set, or the shares of what the others leave.

    Shares are rounded so that together they never come to more than the pot: 33, 33 and 34 hundredths of
    10.00 are 3.30, 3.30 and 3.40.
    """
    if not prizes.shares:
        return tuple(prizes.places)
    rest = max(0, (pot.total if pot is not None else 0) - sum(prizes.beside_places))
    ends = [rest * sum(prizes.shares[:at]) // HUNDREDTHS for at in range(len(prizes.shares) + 1)]
    return tuple(end - start for start, end in pairwise(ends))


def promised_prize_money(prizes: PrizeList, pot: Pot | None) -> int:
    """All the money that the director has promised in prizes, in cents."""
    return sum(place_amounts(prizes, pot)) + sum(prizes.beside_places)


def dues_of(player: Player) -> Dues:
    """A player's dues, not yet stored if they have none."""
    return Dues.objects.filter(player=player).select_related("taken_by").first() or Dues(player=player)


def dues_fingerprint(dues: Dues) -> str:
    """A text that differs if the dues do; a form sends it back, so that a change meanwhile is noticed."""
    return f"{dues.state} {dues.cents} {int(dues.member)}"


def has_come(player: Player) -> bool:
    """Whether the player owes the entry fee: they are here, or played before they left."""
    if player.status in _GONE:
        return bool(player.to_round)
    return player.status == Player.Status.HERE


@dataclass(frozen=True, slots=True)
class Fine:
    """The fine of a ruling: what is due by it as it counts now, and what was paid for it, in cents.

    `ruling` is the one in force; a revoked one for which something was paid is due nothing.
    """

    ruling: Ruling
    due: int
    paid: int

    @property
    def owed(self) -> int:
        return max(0, self.due - self.paid)

    @property
    def too_much(self) -> int:
        return max(0, self.paid - self.due)


def fines_of(event: Event) -> tuple[Fine, ...]:
    """The fines in the order of their rulings. What was paid for an amended ruling counts for its heir."""
    rulings = {row.pk: row for row in event.rulings.select_related("player").order_by("number")}
    paid: dict[int, int] = {}
    for line in CashLine.objects.in_force().filter(event=event, ruling__isnull=False):
        heir = _heir(rulings, line.ruling_id or 0)
        paid[heir.pk] = paid.get(heir.pk, 0) + line.cents
    return tuple(
        Fine(row, row.fine_cents if row.is_in_force else 0, paid.get(row.pk, 0))
        for row in rulings.values()
        if (row.is_in_force and row.fine_cents) or row.pk in paid
    )


def _heir(rulings: Mapping[int, Ruling], key: int) -> Ruling:
    """The ruling that replaced this one in the end."""
    ruling = rulings[key]
    while ruling.replaced_by_id is not None:
        ruling = rulings[ruling.replaced_by_id]
    return ruling
