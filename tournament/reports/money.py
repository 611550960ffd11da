"""Who has paid, who owes, and the cash sheet: what ought to be in the box, beside what was counted."""

from collections.abc import Iterable
from dataclasses import dataclass

from tournament.models import CashLine, Dues, EntryFee, Event, Player, Raffle, Sheet
from tournament.models.money import entry_fee_of
from tournament.models.prizes import prize_list_of
from tournament.reports.prizes import PrizeMoney, prize_money
from tournament.state.money import Fine, Pot, fines_of, has_come, pot_of, promised_prize_money

State = Dues.State


@dataclass(frozen=True, slots=True)
class DuesLine:
    """What one player owes or has paid, in cents, if playing costs `fee`."""

    dues: Dues
    fee: EntryFee

    @property
    def price(self) -> int:
        return self.fee.price_for(member=self.dues.member)

    @property
    def members_price(self) -> int | None:
        """None if the player pays it already, or there is none."""
        return None if self.dues.member else self.fee.members_price

    @property
    def owes(self) -> bool:
        """Whether they are here, or were, and have not paid."""
        return self.dues.state == State.OWED and has_come(self.dues.player)


@dataclass(frozen=True, slots=True)
class DoorMoney:
    """The entry fee, and everybody's dues by number."""

    fee: EntryFee
    dues: dict[int, DuesLine]

    @property
    def owing(self) -> tuple[DuesLine, ...]:
        return tuple(line for line in self.dues.values() if line.owes)

    @property
    def owed(self) -> int:
        """Cents that those who came have not paid."""
        return sum(line.price for line in self.owing)

    @property
    def paid(self) -> tuple[DuesLine, ...]:
        return tuple(line for line in self.dues.values() if line.dues.state == State.PAID)

    @property
    def taken(self) -> int:
        """Cents paid."""
        return sum(line.dues.cents for line in self.paid)

    @property
    def complimentary(self) -> tuple[DuesLine, ...]:
        return tuple(line for line in self.dues.values() if line.dues.state == State.COMPLIMENTARY)


def door_money(event: Event, players: Iterable[Player] | None = None) -> DoorMoney | None:
    """What everybody owes, in two queries beside the players'; None if nothing is taken at the door."""
    fee = entry_fee_of(event)
    if fee is None:
        return None
    rows = Dues.objects.filter(player__event=event).select_related("taken_by")
    dues = {row.player_id: row for row in rows}
    lines = {}
    for player in event.players.in_order() if players is None else players:
        stored = dues.get(player.pk, Dues())
        stored.player = player
        if not player.house:
            lines[player.number] = DuesLine(stored, fee)
    return DoorMoney(fee, lines)


@dataclass(frozen=True, slots=True)
class PotCheck:
    """The pot beside the prizes that were promised from it, in cents. `owed` would still come into it."""

    pot: Pot
    promised: int
    owed: int

    @property
    def short(self) -> int:
        """The cents by which the prizes are more than the pot."""
        return max(0, self.promised - self.pot.total)

    @property
    def left(self) -> int:
        """The cents of the pot that no prize takes."""
        return max(0, self.pot.total - self.promised)


def pot_check(event: Event) -> PotCheck | None:
    """Whether the pot covers the prizes; None if nothing is taken at the door."""
    door = door_money(event)
    return None if door is None else _pot_beside(event, door)


def _pot_beside(event: Event, door: DoorMoney) -> PotCheck:
    pot, prizes, most = pot_of(event, door.fee), prize_list_of(event), door.fee.to_pot
    owed = sum(line.price if most is None else min(line.price, most) for line in door.owing)
    return PotCheck(pot, promised_prize_money(prizes, pot) if prizes is not None else 0, owed)


@dataclass(frozen=True, slots=True)
class FeeSum:
    """So many players who paid the same, `member` or not."""

    each: int
    member: bool
    count: int

    @property
    def total(self) -> int:
        return self.each * self.count


@dataclass(frozen=True, slots=True)
class CashSheet:
    """The cash of an event, in cents. What goes out is below 0."""

    fee: EntryFee
    door: DoorMoney
    fees: tuple[FeeSum, ...]
    fines: tuple[Fine, ...]
    fifties: tuple[Raffle, ...]
    lines: tuple[CashLine, ...]  # those that count; the fines paid are among them
    prizes: PrizeMoney
    given: int  # for prizes; nothing before a score is in, since everybody shares first place until then
    check: PotCheck

    @property
    def others(self) -> tuple[CashLine, ...]:
        """The lines that are no fines."""
        return tuple(line for line in self.lines if line.ruling_id is None)

    @property
    def fifty_taken(self) -> int:
        return sum(raffle.pot for raffle in self.fifties)

    @property
    def fifty_won(self) -> int:
        """What the winners of the 50/50 took home, below 0."""
        return -sum(raffle.winner for raffle in self.prizes.draws if raffle.draw.kind == Raffle.Kind.FIFTY)

    @property
    def before_prizes(self) -> int:
        """What ought to be in the box before the prizes are paid out."""
        parts = (self.fee.opening, self.door.taken, self.fifty_taken, self.fifty_won)
        return sum(parts) + sum(line.cents for line in self.lines)

    @property
    def after_prizes(self) -> int:
        return self.before_prizes - self.given

    @property
    def house(self) -> int:
        """What the evening leaves for the house: the box after the prizes, without what it began with."""
        return self.after_prizes - self.fee.opening

    @property
    def expected(self) -> int:
        """What ought to have been in the box when it was counted."""
        return self.after_prizes if self.fee.prizes_paid else self.before_prizes

    @property
    def difference(self) -> int | None:
        """What was counted beyond that; below 0 if something is missing, None before the count."""
        return None if self.fee.counted is None else self.fee.counted - self.expected

    @property
    def missing(self) -> int:
        """The cents missing from the pot; 0 before it is counted."""
        return max(0, -(self.difference or 0))


def cash_sheet(event: Event) -> CashSheet | None:
    """The cash sheet as it is now; None if nothing is taken at the door."""
    door = door_money(event)
    if door is None:
        return None
    counts: dict[tuple[int, bool], int] = {}
    for line in door.paid:
        key = line.dues.cents, line.dues.member
        counts[key] = counts.get(key, 0) + 1
    prizes = prize_money(event)
    reported = Sheet.objects.counting().filter(table__round__event=event).exists()
    lines = CashLine.objects.in_force().filter(event=event).select_related("ruling__player", "made_by")
    return CashSheet(
        fee=door.fee,
        door=door,
        fees=tuple(FeeSum(*key, count) for key, count in sorted(counts.items(), reverse=True)),
        fines=fines_of(event),
        fifties=tuple(event.raffles.filter(kind=Raffle.Kind.FIFTY, pot__gt=0).order_by("number")),
        lines=tuple(lines.order_by("number")),
        prizes=prizes,
        given=prizes.given if reported else 0,
        check=_pot_beside(event, door),
    )
