from hypothesis import given
from hypothesis import strategies as st

from tests.helpers.factories import make_event, make_players, make_published
from tournament.models import Round, Seating, Table
from tournament.reports.cards import tally_cards
from tournament.reports.seating import deal_lines, impose, score_sheets


@given(st.lists(st.integers(), max_size=60), st.sampled_from([2, 4, 8]))
def test_a_stack_cut_and_piled_place_by_place_is_in_order(cards, up):
    sheets = impose(cards, up)

    piled = [sheet[place] for place in range(up) for sheet in sheets]
    assert piled[: len(cards)] == cards
    assert set(piled[len(cards) :]) <= {None}
    assert len(sheets) == -(-len(cards) // up)


def test_a_card_for_every_seated_player_by_number(director):
    event = make_published(director, players=9, rounds=3)
    cards = tally_cards(event)

    assert [card.person.number for card in cards] == list(range(1, 10))
    assert {len(card.stops) for card in cards} == {3}
    assert {card.colour for card in cards} == {""}
    assert [card.person.number for card in tally_cards(event, (2, 7, 99))] == [2, 7]


def test_before_the_seating_is_published_there_are_no_cards(director):
    event = make_event(director)
    make_players(event, 8)

    assert tally_cards(event) == ()


def test_where_results_decide_later_rounds_are_left_open_and_stock_has_its_colour(director):
    event = make_event(director, movement="red-white", round_count=4)
    players = make_players(event, 6)
    event.players.filter(number=6).update(status="left")
    first = Round.objects.create(event=event, number=1, status="open")
    table = Table.objects.create(round=first, number=1)
    for seat, player in zip("NESW", players, strict=False):
        Seating.objects.create(round=first, table=table, seat=seat, player=player)

    cards = {card.person.number: card for card in tally_cards(event)}
    assert [cards[number].colour for number in range(1, 6)] == ["red", "red", "white", "white", ""]
    assert len(cards) == 5
    assert [stop is None for stop in cards[1].stops] == [False, True, True, True]
    assert cards[5].stops == (None,) * 4


def test_there_is_a_score_sheet_for_every_table(director):
    event = make_published(director, players=8, rounds=2)
    sheets = score_sheets(event, 2)

    assert [(sheet.round, sheet.table.number) for sheet in sheets] == [(2, 1), (2, 2)]
    assert deal_lines(event) == 8
    assert len(score_sheets(event)) == 4
