"""Which cards in the hall are out of date: another seat, other company, or only another name."""

import pytest

from tests.helpers.factories import NOW, make_published, play
from tournament.models import CardPrint, Player, Seating, User
from tournament.state.attendance import published_plans
from tournament.state.cards import CardsInHall


@pytest.fixture
def hall(director):
    """Eight players, three rounds, the first played; everybody's card is noted as printed."""
    event = make_published(director, players=8, rounds=3)
    note(event)
    return play(event, 1, 9, 4)


def note(event):
    CardPrint.objects.create(
        event=event, event_uid=event.uid, cards=CardsInHall(event).noted(), by=User.objects.first(), at=NOW
    )


def differing(event):
    found = CardsInHall(event).out_of_date()
    return found.seats, found.company, found.names


def exchange(event, number, one, other):
    """Two players change places in a round."""
    seats = Seating.objects.filter(round__event=event, round__number=number)
    a, b = seats.get(player__number=one), seats.get(player__number=other)
    for seating, player in ((a, None), (b, a.player), (a, b.player)):
        if player is None:
            seating.player = event.players.create(number=99, own_name="Nobody")
        else:
            seating.player = player
        seating.save()


def around(event, number, player):
    return set(published_plans(event)[number].table_of(player).players)


def test_nothing_is_known_before_somebody_notes_a_printing_and_of_what_1_0_0_noted(director):
    assert CardsInHall(make_published(director)).out_of_date() is None
    hall = make_published(director)
    prints = {"1": "0123456789abcdef"}
    CardPrint.objects.create(event=hall, event_uid=hall.uid, cards=prints, by=director, at=NOW)
    assert CardsInHall(hall).out_of_date() is None


def test_a_card_names_no_partner_beside_an_empty_chair(hall):
    table = published_plans(hall)[2].tables[0]
    Seating.objects.get(round__event=hall, round__number=2, player__number=table.N).delete()
    assert CardsInHall(hall).noted()[str(table.S)]["rounds"][1][2:4] == [0, ""]


def test_another_seat_counts_apart_from_another_partner_or_opponent(hall):
    one, other = published_plans(hall)[2].tables[0].N, published_plans(hall)[2].tables[1].N
    assert differing(hall) == ((), (), ())
    exchange(hall, 2, one, other)
    others = sorted(around(hall, 2, one) | around(hall, 2, other) - {one, other})
    found = CardsInHall(hall).out_of_date()
    assert found.seats == tuple(sorted((one, other)))
    assert found.company == tuple(n for n in others if n not in (one, other))
    assert set(found.since.values()) == {2}
    assert found.sentence.startswith("2 need a new card (another seat): ")
    assert found.sentence.endswith("; 6 more name another partner or opponent.")
    note(hall)
    assert differing(hall) == ((), (), ())
    assert CardsInHall(hall).out_of_date().sentence == "Nobody needs a new card."


def test_two_partners_who_change_chairs_need_new_cards_and_nobody_else_does(hall):
    """Opponents are told by their numbers, in no order."""
    table = published_plans(hall)[3].tables[0]
    exchange(hall, 3, table.N, table.S)
    assert differing(hall) == (tuple(sorted((table.N, table.S))), (), ())


def test_what_is_played_needs_no_new_card(hall):
    one, other = published_plans(hall)[1].tables[0].N, published_plans(hall)[1].tables[1].N
    exchange(hall, 1, one, other)
    assert differing(hall) == ((), (), ())


@pytest.mark.parametrize("status", ["left", "disqualified"])
def test_who_has_left_needs_no_card_and_their_company_does(hall, status):
    table = published_plans(hall)[2].tables[0]
    Player.objects.filter(event=hall, number=table.N).update(status=status, to_round=1)
    Seating.objects.filter(round__event=hall, round__number__gt=1, player__number=table.N).delete()
    seats, company, _ = differing(hall)
    assert seats == ()
    assert table.N not in company
    assert {table.E, table.S, table.W} <= set(company)
    assert table.N in CardsInHall(hall).gone


def test_a_name_typed_later_is_no_change_and_a_name_corrected_is_one(director):
    hall = make_published(director, players=["", *"BCDEFGH"], rounds=2)
    note(hall)
    hall.players.filter(number=1).update(own_name="Ann Archer")
    assert differing(hall) == ((), (), ())
    note(hall)
    hall.players.filter(number=1).update(own_name="Anne Archer")
    seats, company, names = differing(hall)
    assert (seats, company) == ((), ())
    assert 1 in names
    assert len(names) == 3  # and the partners of both rounds
    assert CardsInHall(hall).out_of_date().sentence == "3 have a name spelled anew."


def test_lines_that_are_written_by_hand_are_never_out_of_date(director):
    hall = make_published(director, players=8, rounds=3, movement="winners-up")
    note(hall)
    play(hall, 1, 9, 4)
    assert len(published_plans(hall)) == 2
    assert differing(hall) == ((), (), ())
