"""A hall that seats itself, over HTTP: no seat anywhere, cards typed at one page, results as always."""

import re
from html import unescape

import pytest
from django.urls import get_resolver, reverse

from tests.helpers.addresses import at, pages_from
from tests.helpers.factories import make_event, make_players
from tournament.models import CardLine, Event
from tournament.registry.features import ALL, missing_for
from tournament.reports.standings import standings


@pytest.fixture
def evening(director):
    event = make_event(director, round_count=2, movement="self")
    make_players(event, 4)
    return event


def type_card(dora, event, number, *rounds, total="", **more):
    cells = {f"r{n}": value for n, value in enumerate(rounds, 1)}
    return dora.visit(at(event, "cards:index")).press(
        "Save, next card", card=str(number), total=total, **cells, **more
    )


def table(event):
    return [(row.place, row.number, row.points, row.rounds_won, row.loners) for row in standings(event).rows]


def test_an_evening_from_the_list_to_the_winners_and_prizes_in_kind_and_the_pot_for_lone_marches(dora):
    """Forty numbers and no names would do: in the end nobody is called anything here."""
    names = "Ann Archer\nBen Baker\nCora Cole\nDan Drew"
    dora.visit(reverse("events:new"))
    dora.press("Create event", players=names, counts_cards="on", round_count="2")
    event = Event.objects.get()
    assert (event.movement, dora.path) == ("self", event.get_absolute_url())
    assert "Print the tally cards" in dora.text
    type_card(dora, event, 1, "9/1w", "5l", total="14")
    assert "Card 1, Ann Archer: 14 points in 2 rounds." in dora.text
    assert "1 of 4 cards typed" in dora.text
    type_card(dora, event, 2, "8w", "9w")
    type_card(dora, event, 3, "4l", "5l")
    type_card(dora, event, 4, "4 l", "9W")
    assert "all cards fit whole tables" in dora.text
    assert table(event) == [(1, 2, 17, 2, 0), (2, 1, 14, 1, 1), (3, 4, 13, 1, 0), (4, 3, 9, 0, 0)]
    event.players.update(own_name="")
    Event.objects.update(features=ALL)
    page = dora.visit(at(event, "prizes:settings"))
    page.press("Save", places="1: Ham\n2-3: Bottle of wine\nlast: Booby prize", lone_pot="Duck")
    assert "Pot for lone marches: No. 1 , since round 1" in dora.visit(event.get_absolute_url()).text
    dora.follow("Finish").press("Finish the event")
    for row in ("1 No. 2 Ham", "2 No. 1 Bottle of wine", "Last place (9) No. 3 Booby prize"):
        assert row in dora.text
    assert "Pot for lone marches No. 1 Duck" in dora.text


def test_a_total_that_is_not_the_sum_is_asked_about_and_what_was_typed_stays(dora, evening):
    page = type_card(dora, evening, 1, "9", "5", total="15")
    assert page.response.status_code == 422
    assert "The card says 15, its rounds come to 14." in page.text
    assert 'value="9"' in page.page
    assert CardLine.objects.count() == 0
    page.press("The rounds are right: save 14")
    assert CardLine.objects.filter(counting=True).count() == 2
    Event.objects.filter(pk=evening.pk).update(bye_mode="fixed", bye_points=7)
    type_card(dora, evening, 2, "9", "x", total="16")  # with the points of a sit-out
    assert table(Event.objects.get())[0][:3] == (1, 2, 16)


def test_what_is_no_line_is_told_beside_its_round(dora, evening):
    for cell in ("9/1/1q", "nine", "-3", "9//x", "1234", "w", "9.5"):
        page = type_card(dora, evening, 1, "8", cell)
        assert page.response.status_code == 422
        assert 'id="id_r2_error"' in page.page
    assert CardLine.objects.count() == 0


def test_a_round_is_typed_in_a_word(dora, evening):
    cells = {
        "9": (9, 0, None, False), "9/": (9, 1, None, False), "9a": (9, 1, None, False),
        "9/2l": (9, 2, False, False), "13//W": (13, 2, True, False), "x": (0, 0, None, True),
    }  # fmt: skip
    for number, cell in enumerate([*cells][::2], 1):
        type_card(dora, evening, number, cell, [*cells][number * 2 - 1])
    lines = CardLine.objects.order_by("player__number", "round__number")
    assert [*lines.values_list("points", "loners", "won", "sat_out")] == [*cells.values()]


def test_a_number_without_a_card_a_card_without_a_round_and_a_card_typed_twice_are_told(dora, evening):
    assert "There is no card 9 at this event." in type_card(dora, evening, 9, "8").text
    assert "Type the points of each round" in type_card(dora, evening, 1).text
    type_card(dora, evening, 1, "9", "5")
    type_card(dora, evening, 1, "8", "5")
    assert "This card is typed: 14 points." in dora.text
    assert "typed 9 here" in dora.text
    assert CardLine.objects.get(counting=True, round__number=1).points == 9
    dora.visit(at(evening, "cards:card", 1))  # it is corrected on its page
    assert 'value="9"' in dora.page
    dora.press("Save, next card", r1="8/1w", r2="")
    lines = CardLine.objects.filter(counting=True)
    assert [(line.points, line.loners, line.won) for line in lines] == [(8, 1, True)]


def test_the_evening_may_become_longer_but_not_shorter_than_its_cards(dora, evening):
    type_card(dora, evening, 1, "9", "5")
    for rounds in ("3", "1"):
        dora.visit(at(evening, "events:settings")).press("Save the settings", round_count=rounds)
    assert "Cards have points for round 2" in dora.text
    assert Event.objects.get().round_count == 3


def test_what_cannot_be_is_shown_and_counts(dora, evening):
    type_card(dora, evening, 1, "33", "9")
    assert "A round brings at most 32 points, not 33." in dora.text
    for number, points in ((2, "9"), (3, "4"), (4, "4")):
        type_card(dora, evening, number, points, points)
    assert "1 player has 33 points" in dora.text
    assert table(evening)[0][:3] == (1, 1, 42)
    assert "2 things" not in dora.visit(at(evening, "events:finish")).text
    assert "things in the cards cannot be" in dora.text


def test_everybody_reads_how_many_cards_are_typed_and_nothing_of_tables(dora, evening):
    """Every phone said “Round of 2 / of tables in”, and the standings that every table was in."""
    for number, points in ((1, "9"), (2, "9"), (3, "4")):
        type_card(dora, evening, number, points, points)
    own = evening.players.get(number=1)
    for address in (
        at(evening, "public:event"),
        at(evening, "public:standings"),
        reverse("player_page:show", args=[own.token]),
        at(evening, "standings:show"),
    ):
        page = dora.visit(address)
        assert "3 of 4 cards typed" in page.text
        assert "Round of" not in page.text
        assert "tables in" not in page.text
        assert "every table in" not in page.text
    assert 'value="3" max="4"' in dora.visit(at(evening, "public:event")).page
    type_card(dora, evening, 4, "4", "4")
    dora.visit(at(evening, "events:finish")).press("Finish the event")
    assert "cards typed" not in dora.visit(at(evening, "public:standings")).text


def test_who_wrote_a_w_does_not_stand_above_the_partner_who_did_not(dora, director):
    """Two with 10 points of four had won together; the one who marked it won the evening by “Rounds won”."""
    event = make_event(director, round_count=1, movement="self")
    make_players(event, 4)
    for number, cell in enumerate(("5", "10w", "5", "10"), 1):
        type_card(dora, event, number, cell)
    assert "all cards fit whole tables" in dora.text
    assert table(event) == [(1, 2, 10, 1, 0), (1, 4, 10, 1, 0), (3, 1, 5, 0, 0), (3, 3, 5, 0, 0)]


def test_wins_that_some_winners_mark_decide_nothing_and_are_told(dora, director):
    event = make_event(director, round_count=3, movement="self")
    make_players(event, 9)
    cards = (
        ("10w", "7", "9w"), ("10", "7", "9"), ("5l", "8w", "x"), ("5", "8", "6l"), ("10w", "x", "6"),
        ("10", "8", "9"), ("6l", "8", "9"), ("6", "6", "5"), ("x", "6", "5"),
    )  # fmt: skip
    for number, card in enumerate(cards, 1):
        type_card(dora, event, number, *card)
    assert "Wins are marked on 2 of 4 winners’ cards." in dora.text
    assert {won for _place, _number, _points, won, _loners in table(event)} == {0}
    assert "in the cards cannot be" in dora.visit(at(event, "events:finish")).text
    for number, card in enumerate(cards, 1):
        cells = {f"r{n}": cell.strip("wl") for n, cell in enumerate(card, 1)}
        dora.visit(at(event, "cards:card", number)).press("Save, next card", **cells)
    assert "all cards fit whole tables" in dora.text


def test_no_page_that_a_link_leads_to_speaks_of_seats(dora, desk, evening):
    for number, points in ((1, "9"), (2, "9"), (3, "4"), (4, "4")):
        type_card(dora, evening, number, points, points)
    pages = pages_from(desk, evening.get_absolute_url(), f"/{evening.slug}/")
    assert len(pages) > 15
    for path, html in pages.items():
        match = get_resolver().resolve(path)
        assert missing_for(evening, match.view_name) is None, path
        if match.view_name in ("events:settings", "printing:index", "history:index"):
            continue
        words = unescape(re.sub(r"<[^>]+>", " ", html))
        met = re.findall(r"[Pp]ublish the seating|[Cc]heck in\b|Seat them|result slip|table sign", words)
        assert not met, (path, met)


def test_an_order_that_needs_opponents_is_not_offered(dora, evening):
    dora.visit(at(evening, "events:settings"))
    assert "head_to_head" not in dict(dora.response.context["form"].fields["key_2"].choices)
    assert "The settings are saved." in dora.press("Save the settings", on_places="on", key_2="average").text


@pytest.mark.rude
def test_an_order_that_needs_opponents_is_refused_beside_its_field(desk, evening):
    answer = desk.post(at(evening, "events:settings"), {"on_places": "on", "key_2": "head_to_head"})
    assert "key_2" in answer.context["form"].errors
