"""Set an entry fee, take what players pay, and keep the cash: lines beside the fees, fines, the count.

Nothing here changes a score, so it stays possible when the event is finished: the box is counted last.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.models import CashLine, Dues, EntryFee, Event, Player, PrizeList, Ruling, User
from tournament.models.money import entry_fee_of
from tournament.registry import actions
from tournament.services.common import lock_event, next_number, record
from tournament.services.errors import Refused
from tournament.services.prizes import MOST_CENTS
from tournament.state.money import dues_fingerprint, dues_of, fines_of
from tournament.words.figures import clock_time, money
from tournament.words.names import tidy

State = Dues.State
MOST_FEE = 1_000_00
LONGEST_WORDS = 80


@transaction.atomic
def set_entry_fee(
    event: Event,
    *,
    by: User,
    at: datetime,
    price: int | None,
    members_price: int | None = None,
    to_pot: int | None = None,
    added: int = 0,
    opening: int = 0,
    ticket: int | None = None,
) -> EntryFee | None:
    """Set what playing costs, in cents; without a `price` nothing is taken at the door any more."""
    event = lock_event(event)
    if price is None:
        _remove_entry_fee(event, by=by, at=at)
        return None
    _check_amount(price, "price", least=1, most=MOST_FEE)
    if members_price is not None and not 0 <= members_price <= price:
        message = _("Members pay at most the entry fee of everybody else.")
        raise Refused("members-pay-more", message, "members_price")
    if to_pot is not None and not 0 <= to_pot <= price:
        raise Refused("pot-over-price", _("That’s more than the entry fee."), "to_pot")
    for name, cents in (("added", added), ("opening", opening), ("ticket", ticket or 0)):
        _check_amount(cents, name)
    values = {
        "price": price,
        "members_price": members_price,
        "to_pot": to_pot,
        "added": added,
        "opening": opening,
        "ticket": ticket,
    }
    fee, _made = EntryFee.objects.update_or_create(event=event, defaults=values)
    record(event, actions.MONEY_FEE_SET, by=by, at=at, **values)
    return fee


def _remove_entry_fee(event: Event, *, by: User, at: datetime) -> None:
    fee = entry_fee_of(event)
    if fee is None:
        return
    paid = Dues.objects.filter(player__event=event, state=State.PAID).count()
    if paid:
        message = ngettext(
            "%d player has paid already. Keep the fee, or mark the player as not paid first.",
            "%d players have paid already. Keep the fee, or mark them as not paid first.",
            paid,
        )
        raise Refused("already-paid", message % paid, "price")
    if CashLine.objects.in_force().filter(event=event).exists():
        message = _("The cash sheet has lines that count. Revoke them first.")
        raise Refused("cash-lines", message, "price")
    if PrizeList.objects.filter(event=event).exclude(shares=[]).exists():
        message = _("The prizes are shares of the pot. Set them as amounts first.")
        raise Refused("prizes-are-shares", message, "price")
    fee.delete()
    record(event, actions.MONEY_FEE_REMOVED, by=by, at=at)


@transaction.atomic
def take_payment(player: Player, *, by: User, at: datetime, as_member: bool = False) -> Dues:
    """Take what this player owes, by one press; `as_member` also marks them as paying the members' price.

    Whoever has paid already, or pays nothing, is refused with who took it and when: nothing is doubled.
    """
    event = lock_event(player.event)
    fee = _fee(event)
    dues = dues_of(player)
    if dues.state == State.PAID:
        raise Refused("paid-twice", _paid_already(event, player, dues))
    if dues.state == State.COMPLIMENTARY:
        message = _("%(name)s (number %(number)d) is complimentary and pays nothing. Nothing was added.")
        raise Refused("complimentary", message % _named(player))
    was = _facts(dues)
    dues.member = dues.member or as_member
    _settle(dues, State.PAID, fee.price_for(member=dues.member), by=by, at=at)
    facts = {"was": was, "now": _facts(dues), "amount": dues.cents}
    record(event, actions.MONEY_PAID, by=by, at=at, **_named(player), **facts)
    return dues


@transaction.atomic
def set_dues(
    player: Player,
    *,
    by: User,
    at: datetime,
    state: str,
    member: bool,
    cents: int | None = None,
    seen: str | None = None,
) -> Dues:
    """Set what a player owes or has paid; `cents` None is the price. Refused if it is not as `seen` any more
    (see `dues_fingerprint`), so that two officials never take the same money twice."""
    event = lock_event(player.event)
    fee = _fee(event)
    dues = dues_of(player)
    if seen is not None and seen != dues_fingerprint(dues):
        if dues.state == State.PAID:
            raise Refused("paid-twice", _paid_already(event, player, dues), "state")
        message = _("Someone else has changed this meanwhile. Look again.")
        raise Refused("changed-meanwhile", message, "state")
    was = _facts(dues)
    dues.member = member
    amount = 0
    if state == State.PAID:
        amount = fee.price_for(member=member) if cents is None else cents
        _check_amount(amount, "cents", most=MOST_FEE)
    _settle(dues, state, amount, by=by, at=at)
    if (now := _facts(dues)) != was:
        record(event, actions.MONEY_DUES_SET, by=by, at=at, **_named(player), was=was, now=now)
    return dues


def carry_over_memberships(event: Event, before: Sequence[Player], now: Sequence[Player]) -> None:
    """Mark who paid the members' price at an earlier event, if this one has an entry fee. `now` are the
    same people, in the same order."""
    if entry_fee_of(event) is None:
        return
    members = set(Dues.objects.filter(player__in=before, member=True).values_list("player", flat=True))
    rows = zip(before, now, strict=True)
    Dues.objects.bulk_create(Dues(player=new, member=True) for old, new in rows if old.pk in members)


@transaction.atomic
def put_back_dues(player: Player, was: dict[str, Any], *, by: User, at: datetime) -> Dues:
    """Give a player the dues that an audit entry says they had before."""
    return set_dues(player, by=by, at=at, state=was["state"], member=was["member"], cents=was["cents"])


def dues_are_as_recorded(player: Player, now: dict[str, Any]) -> bool:
    """Whether a player's dues are still as an audit entry says."""
    return _facts(dues_of(player)) == now


@transaction.atomic
def raise_pot(event: Event, cents: int, *, by: User, at: datetime) -> EntryFee:
    """Let the house add so much more to the pot, out of its own share."""
    event = lock_event(event)
    fee = _fee(event)
    _check_amount(cents, "added", least=1)
    _check_amount(fee.added + cents, "added")
    fee.added += cents
    fee.save(update_fields=["added"])
    record(event, actions.MONEY_POT_RAISED, by=by, at=at, amount=cents)
    return fee


@transaction.atomic
def add_cash(event: Event, cents: int, words: str, *, by: User, at: datetime) -> CashLine:
    """Write down cash that goes into the box (above 0) or out of it (below 0), and what for."""
    event = lock_event(event)
    _fee(event)
    words = tidy(words)
    if not words:
        raise Refused("words-missing", _("Say what for, such as coffee or the hall’s rent."), "words")
    if len(words) > LONGEST_WORDS:
        raise Refused("words-long", _("Keep it to %d characters.") % LONGEST_WORDS, "words")
    _check_amount(abs(cents), "cents", least=1)
    line = _new_cash_line(event, cents, words, None, by=by, at=at)
    action = actions.MONEY_CASH_IN if cents > 0 else actions.MONEY_CASH_OUT
    record(event, action, by=by, at=at, line=line.number, amount=abs(cents), words=words)
    return line


@transaction.atomic
def collect_fine(ruling: Ruling, *, by: User, at: datetime) -> CashLine:
    """Take the fine of a ruling, or what is still owed of it after it was amended."""
    event = lock_event(ruling.event)
    _fee(event)
    fine = next((fine for fine in fines_of(event) if fine.ruling.pk == ruling.pk), None)
    if fine is None or not fine.owed:
        message = _("Nothing is owed for ruling %d: its fine is paid, or it has none any more.")
        raise Refused("fine-paid", message % ruling.number)
    line = _new_cash_line(event, fine.owed, "", ruling, by=by, at=at)
    name = fine.ruling.player.noted_name if fine.ruling.player else ""
    facts = {"line": line.number, "ruling": ruling.number, "name": name, "amount": line.cents}
    record(event, actions.MONEY_FINE_PAID, by=by, at=at, **facts)
    return line


@transaction.atomic
def revoke_cash(line: CashLine, *, by: User, at: datetime) -> CashLine:
    """Revoke a line of the cash sheet; it stays on record."""
    event = lock_event(line.event)
    current = CashLine.objects.select_related("ruling").get(pk=line.pk)
    if current.revoked_at is not None:
        raise Refused("already-revoked", _("This line is revoked already; nothing was changed."))
    current.revoked_by, current.revoked_at = by, at
    current.save(update_fields=["revoked_by", "revoked_at"])
    facts = {"line": current.number, "amount": current.cents, "words": current.words}
    ruling = current.ruling.number if current.ruling else None
    record(event, actions.MONEY_CASH_REVOKED, by=by, at=at, **facts, ruling=ruling)
    return current


@transaction.atomic
def count_cash(
    event: Event, counted: int, *, prizes_paid: bool, expected: int, by: User, at: datetime
) -> EntryFee:
    """Note what was counted in the box; `expected`, which ought to be there, goes into the history."""
    event = lock_event(event)
    fee = _fee(event)
    _check_amount(counted, "counted", most=10 * MOST_CENTS)
    fee.counted, fee.prizes_paid, fee.counted_by, fee.counted_at = counted, prizes_paid, by, at
    fee.save(update_fields=["counted", "prizes_paid", "counted_by", "counted_at"])
    facts = {"counted": counted, "expected": expected, "prizes_paid": prizes_paid}
    record(event, actions.MONEY_COUNTED, by=by, at=at, **facts)
    return fee


def _fee(event: Event) -> EntryFee:
    fee = entry_fee_of(event)
    if fee is None:
        raise Refused("no-entry-fee", _("This event has no entry fee. Set one first."))
    return fee


def _settle(dues: Dues, state: str, cents: int, *, by: User, at: datetime) -> None:
    settled = state != State.OWED
    dues.state, dues.cents = state, cents
    dues.taken_by, dues.taken_at = (by, at) if settled else (None, None)
    dues.save()


def _new_cash_line(
    event: Event, cents: int, words: str, ruling: Ruling | None, *, by: User, at: datetime
) -> CashLine:
    return CashLine.objects.create(
        event=event,
        number=next_number(event.cash_lines),
        cents=cents,
        words=words,
        ruling=ruling,
        made_by=by,
        made_at=at,
    )


def _check_amount(cents: int, field: str, *, least: int = 0, most: int = MOST_CENTS) -> None:
    if cents < least:
        raise Refused("amount", _("Enter more than 0."), field)
    if cents > most:
        message = _("That’s %(amount)s; %(most)s is the most here.")
        written = {"amount": money(cents, "UTC"), "most": money(most, "UTC")}
        raise Refused("amount", message % written, field)


def _paid_already(event: Event, player: Player, dues: Dues) -> str:
    message = _(
        "%(name)s (number %(number)d) has paid already: %(amount)s at %(time)s, taken by %(who)s. "
        "Nothing was added."
    )
    time = clock_time(dues.taken_at.astimezone(event.zone), event.time_zone) if dues.taken_at else "–"
    facts = {"amount": money(dues.cents, event.time_zone), "time": time, "who": dues.taken_by}
    return message % (_named(player) | facts)


def _named(player: Player) -> dict[str, Any]:
    return {"number": player.number, "name": player.name}


def _facts(dues: Dues) -> dict[str, Any]:
    return {"state": str(dues.state), "member": dues.member, "cents": dues.cents}
