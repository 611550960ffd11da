"""What cards, sheets and other cards say against each other."""

import pytest

from scoring.seats import Side
from tests.helpers.factories import NOW, enter, make_published, table_of
from tests.helpers.tally_cards import sitter, type_card, type_table
from tournament.reports.cards import card_checks, card_of


@pytest.fixture
def event(director):
    return make_published(director, players=8, rounds=2)


def found(event):
    return [
        (one.round, one.table, one.seat, one.card.points, one.other)
        for one in card_checks(event).disagreements
    ]


def test_cards_that_say_what_the_sheet_says_are_silent(event):
    enter(table_of(event), 9, 4, N=1)
    type_table(event, N=(10, 1), S=9, E=4, W=4)
    assert found(event) == []


def test_a_card_against_its_sheet_names_round_player_and_both_values(event):
    enter(table_of(event), 7, 5)
    type_table(event, N=8, S=7, E=5, W=5)
    assert found(event) == [(1, 1, "N", 8, "7")]
    (one,) = card_checks(event).disagreements
    assert one.person.name == sitter(event, "N").name
    assert one.sheet.totals == {Side.NS: 8, Side.EW: 5}


def test_lone_marches_that_a_card_leaves_out_are_no_disagreement(event):
    enter(table_of(event), 9, 4, N=1)
    type_table(event, N=10)
    assert found(event) == []
    type_card(sitter(event, "S"), 9, 1)
    assert found(event) == [(1, 1, "S", 9, "9")]


def test_partners_without_a_sheet_are_held_against_each_other(event):
    type_table(event, N=8, S=7)
    (one,) = card_checks(event).disagreements
    assert (one.card.points, one.other, one.partner.name) == (8, "7", sitter(event, "S").name)
    assert card_checks(event).involving(one.partner.number) == (one,)


def test_four_cards_that_agree_propose_the_sheet(event):
    type_table(event, N=(9, 1), S=8, E=4, W=4)
    (one,) = card_checks(event).proposals
    assert (one.round, one.table, one.agreed.in_short, one.tied, one.doubts) == (1, 1, "8-4 N1", False, ())


def test_three_cards_propose_nothing(event):
    type_table(event, N=7, S=7, E=5)
    assert card_checks(event).proposals == ()


def test_a_tie_and_an_unlikely_sum_are_proposed_but_not_at_once(event):
    type_table(event, 1, N=6, S=6, E=6, W=6)
    type_table(event, 2, N=8, S=8, E=0, W=0)
    checks = card_checks(event)
    assert [(one.tied, bool(one.doubts)) for one in checks.proposals] == [(True, False), (False, True)]
    assert checks.plain == ()


def test_cards_that_agree_on_the_impossible_are_told(event):
    type_table(event, N=3, S=3, E=2, W=2)
    (one,) = card_checks(event).disagreements
    assert "not with the rules" in one.sentence
    assert "If the bell came early, enter the totals" in one.sentence
    assert card_checks(event).proposals == ()


def test_a_card_of_a_round_in_which_its_player_sits_nowhere_is_told(event):
    ann = sitter(event, "N")
    type_card(ann, 7)
    ann.seatings.filter(round__number=1).update(table=None, seat="")
    assert found(event) == [(1, None, None, 7, "no table")]


def test_the_cards_that_lack_a_line_are_named(event):
    type_table(event, N=7, S=7, E=5, W=5)
    checks = card_checks(event)
    assert (checks.typed, checks.players) == (4, 8)
    assert set(checks.missing) == {sitter(event, seat, 2).number for seat in "NESW"}


def test_its_queries_do_not_grow_with_the_players(director, django_assert_max_num_queries):
    for players in (8, 40):
        event = make_published(director, players=players, rounds=1)
        type_table(event, N=7, S=7, E=5, W=5)
        with django_assert_max_num_queries(6):
            card_checks(event)


def test_one_card_tells_its_rounds(event):
    enter(table_of(event), 9, 4, N=1)
    ann = sitter(event, "N")
    type_card(ann, 10, 1)
    first, second = card_of(ann)
    assert (first.table, first.seat, first.line.noted.points, first.line.entered_at) == (1, "N", 10, NOW)
    assert (first.sheet.points, first.sheet.loners) == (10, 1)
    assert (second.is_open_to_typing, second.line) == (False, None)
