"""A small event with one of everything an archive holds; any event taken out of the database again."""

from scoring.deal import Call, Deal, Fate
from scoring.seats import SEATS, Seat, Side
from tests.helpers.factories import NOW, make_published, table_of
from tests.helpers.rulings import dealt, rule
from tournament.models import Event, Player, Ruling, Seating, Sheet, User
from tournament.models.sheets import Wrote
from tournament.services import adjustments, players, rounds, rulings, sheets


def eventful(director: User) -> Event:
    """Nine players and two rounds: round 1 closed with deals, totals and rulings, round 2 with one sheet."""
    event = make_published(director, players=9, rounds=2, bye_mode="average")
    by = {"by": director, "at": NOW}
    first, second = table_of(event, 1, 1), table_of(event, 1, 2)
    sheets.enter_deals(first, deals=eight(), first_dealer=Seat.N, expected=0, confirmed=True, **by)
    rule(first, director, "renege", Seat.W, slot=2)
    tie = {Side.NS: 7, Side.EW: 5}
    lone = {seat: int(seat is Seat.E) for seat in SEATS}
    totals = {"totals": tie, "loners": lone, "expected": 0, "confirmed": True}
    sheets.enter_totals(second, **totals, **by)
    rule(
        second,
        director,
        "lead-out-of-turn",
        Seat.N,
        None,
        included=False,
        written=Wrote.NOTHING,
        reached_first=Side.EW,
    )
    taken_back = rule(second, director, "table-talk", Seat.S, None)
    rulings.revoke_ruling(taken_back, reason="Not heard", **by)
    rounds.close_round(event.rounds.get(number=1), **by)
    sheets.enter_totals(
        table_of(event, 2, 1), totals={Side.NS: 4, Side.EW: 9}, loners={}, expected=0, confirmed=True, **by
    )
    late = event.players.get(number=7)
    adjustments.adjust(late, -2, "late back from the break", **by)
    adjustments.revoke_adjustment(adjustments.adjust(late, 5, "mistaken", **by), reason="wrong player", **by)
    players.set_status(event.players.get(number=3), Player.Status.LEFT, to_round=2, **by)
    players.edit_player(
        event.players.get(number=9), name="Ida Innes", number=9, ranked=False, confirmed=True, **by
    )
    return Event.objects.get(pk=event.pk)


def eight() -> list[Deal]:
    """A round that North deals first: East marches alone, deal 3 is dealt again, North makes the rest."""
    deals = [Deal(1, 1, Seat.N, Call(Seat.E, lone=Seat.E), tricks=5)]
    deals += dealt()[1:]
    deals.insert(2, Deal(3, 1, Seat.S, fate=Fate.REDEAL))
    deals[3] = Deal(3, 2, Seat.S, Call(Seat.N), tricks=4)
    return deals


def forget(event: Event) -> None:
    """Take an event out of the database with all that hangs on it, as if it had been made elsewhere."""
    Sheet.objects.filter(table__round__event=event).delete()
    Ruling.objects.filter(event=event).update(replaced_by=None)
    Ruling.objects.filter(event=event).delete()
    event.adjustments.all().delete()
    event.wishes.all().delete()
    event.substitutions.all().delete()
    Seating.objects.filter(round__event=event).delete()
    event.rounds.all().delete()
    event.delete()
