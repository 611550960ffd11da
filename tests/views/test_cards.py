"""Tally cards over HTTP: typed by number, checked, corrected on either side; a whole event from them."""

import re
from itertools import product

import pytest
from django.urls import reverse

from tests.helpers.addresses import at
from tests.helpers.factories import enter, make_published, make_user, table_of
from tests.helpers.sheet_entry import CLASSES
from tests.helpers.tally_cards import sitter, type_card, type_table
from tournament.models import CardLine, Player, Seating, Sheet


@pytest.fixture
def evening(director):
    return make_published(director, players=8, rounds=2)


def ann_of(event):
    return sitter(event, "N")


def test_a_number_brings_the_name_and_saving_brings_the_next_card(dora, evening):
    ann = ann_of(evening)
    dora.visit(at(evening, "cards:index")).press("Open the card", card=str(ann.number))
    assert ann.name in dora.text
    dora.press("Save, next card", r1="9", lone1="1")
    assert dora.path == at(evening, "cards:index")
    assert f"Card {ann.number}, {ann.name}: 9 points in 1 round." in dora.text
    assert CardLine.objects.get().loners == 1


@pytest.mark.parametrize("junk", ["99", "0", "x", "", "-1", "9" * 50, "\x00"])
def test_a_number_that_is_no_card_is_answered_beside_the_box(dora, evening, junk):
    dora.visit(f"{at(evening, 'cards:index')}?card={junk}")
    assert dora.response.status_code == 200
    assert re.search("There is no card|whole number|too large|Type the number|0 or more|Null", dora.text)


def test_what_was_typed_comes_back(dora, evening):
    page = dora.visit(at(evening, "cards:card", ann_of(evening).number)).press("Save, next card", r1="60")
    assert "at most 32 points, not 60" in page.text
    assert 'value="60"' in page.page
    assert page.response.status_code == 422
    assert "Type the points as well." in page.press("Save, next card", r1="", lone1="1").text
    assert CardLine.objects.count() == 0


@pytest.mark.rude
def test_junk_is_answered_takes_no_table_and_a_field_made_up_is_not_heard(desk, evening):
    address = at(evening, "cards:card", ann_of(evening).number)
    for field, junk in product(("r1", "lone1", "rev1"), CLASSES):
        told = {"r1": "9", "lone1": "", "rev1": "0"} | {field: junk}
        assert desk.post(address, told).status_code == 422, (field, junk)
    assert CardLine.objects.count() == 0
    desk.post(address, {"r1": "9", "rev1": "0", "r2": "9", "rev2": "0"})
    assert CardLine.objects.get().round.number == 1
    for field, junk in product(("round", "table", "seen", "reached_first", "reason"), CLASSES):
        told = {"round": 1, "table": 1, "seen": "7-6"} | {field: junk}
        assert desk.post(at(evening, "cards:take"), told).status_code == 302
    assert Sheet.objects.count() == 0


def test_a_line_changed_meanwhile_is_shown_and_put_only_knowingly(dora, evening):
    ann = ann_of(evening)
    dora.visit(at(evening, "cards:card", ann.number))
    type_card(ann, 9, by=make_user("sam", name="Sam Scorer"))
    dora.press("Save, next card", r1="8")
    assert "Sam Scorer typed 9 here." in dora.text
    assert CardLine.objects.get(counting=True).points == 9
    dora.press("Save, next card")
    assert CardLine.objects.get(counting=True).points == 8


def test_a_disagreement_is_corrected_at_the_sheet_or_on_the_card(dora, evening):
    ann = ann_of(evening)
    enter(table_of(evening), 7, 5)
    type_card(ann, 8)
    dora.visit(at(evening, "cards:index")).follow("Correct the sheet")
    assert re.search(r'name="t1-ns" value="8"', dora.page)
    assert Sheet.objects.count() == 1  # looking writes nothing
    dora.press("Save all rows")
    assert Sheet.objects.get(counting=True).ns == 8
    assert "everything typed matches" in dora.visit(at(evening, "cards:index")).text
    enter(table_of(evening), 7, 5, expected=2)
    dora.visit(at(evening, "cards:index")).follow(f"Correct card {ann.number}")
    assert "everything typed matches" in dora.press("Save, next card", r1="7").text


def test_tables_are_taken_with_one_press_a_tie_with_its_answer_the_unlikely_confirmed(dora, evening):
    type_table(evening, 1, N=6, S=6, E=6, W=6)
    type_table(evening, 2, N=8, S=8, E=0, W=0)
    dora.visit(at(evening, "cards:index")).press("East–West")
    assert "1 sheet was entered from the cards." in dora.text
    dora.press("That’s right: accept")
    sheets = Sheet.objects.order_by("table__number")
    assert [(sheet.ns, sheet.ew, sheet.winner) for sheet in sheets] == [(6, 6, "EW"), (8, 0, "NS")]


def test_what_the_cards_no_longer_say_is_not_taken(dora, evening):
    type_table(evening, N=8, S=8, E=5, W=5)
    dora.visit(at(evening, "cards:index"))
    for seat in "NS":
        type_card(sitter(evening, seat), 7, expected=1)
    assert "Nothing was entered" in dora.press("Accept").text
    assert Sheet.objects.count() == 0


def result_of(event, round_number, table):
    """What a table plays: totals that no two tables share."""
    return 4 + table, 11 - table - round_number


def type_all_cards(dora, event):
    """Every player's card, as far as the rounds have begun, through the page."""
    for player in Player.objects.filter(event=event).order_by("number"):
        told = {}
        chairs = Seating.objects.filter(player=player).exclude(round__status="planned")
        for chair in chairs.select_related("round", "table"):
            ns, ew = result_of(event, chair.round.number, chair.table.number)
            told[f"r{chair.round.number}"] = str(ns if chair.seat in "NS" else ew)
        dora.visit(at(event, "cards:index")).press("Open the card", card=str(player.number))
        dora.press("Save, next card", **told)


@pytest.mark.slow
def test_cards_collected_at_the_end_of_the_evening_make_every_round(dora, evening):
    evening.rounds.update(status="closed")
    type_all_cards(dora, evening)
    assert "Reason, for rounds that are closed" in dora.text
    dora.press("Accept all 4")
    sheets = Sheet.objects.filter(counting=True).select_related("table__round")
    assert len(sheets) == 4
    for sheet in sheets:
        assert (sheet.ns, sheet.ew) == result_of(evening, sheet.table.round.number, sheet.table.number)
        assert (sheet.source, sheet.reason) == ("cards", "From the tally cards")


@pytest.fixture
def at_the_end(director):
    return make_published(director, players=8, rounds=2, scores_from="cards")


def test_rounds_pass_without_red_where_the_cards_come_at_the_end(dora, at_the_end):
    event = at_the_end
    assert "Round 1 is being played" in dora.visit(event.get_absolute_url()).text
    for number in (1, 2):
        dora.visit(reverse("rounds:close", args=[event.slug, number])).press(f"Close round {number}")
    assert event.rounds.closed().count() == 2
    desk = dora.visit(event.get_absolute_url())
    assert "0 of 8 cards typed" in desk.text
    for page in ("events:overview", "standings:show", "public:event", "public:standings"):
        text = dora.visit(reverse(page, args=[event.slug])).text
        assert not re.search(r"\d sheets? missing|has no sheet|n’t reported", text), page
    finish = dora.visit(reverse("events:finish", args=[event.slug])).text
    assert "4 tables of closed rounds have no sheet. Type the cards" in finish
    assert "Every table of a closed round has reported" not in finish
    assert dora.page.count('name="missing"') == 4
    type_all_cards(dora, event)
    dora.visit(at(event, "cards:index")).follow("Finish").press("Finish the event")


def test_a_totals_page_closes_with_one_press_where_the_cards_come_at_the_end(dora, at_the_end):
    dora.visit(reverse("sheets:enter_totals", args=[at_the_end.slug, 1])).press("Close, go to round 2")
    assert dora.path == reverse("sheets:enter_totals", args=[at_the_end.slug, 2])
    assert at_the_end.rounds.get(number=1).status == "closed"


def test_a_sheet_is_made_as_soon_as_all_cards_of_a_table_agree(dora, at_the_end):
    event = at_the_end
    for number in (1, 2):
        dora.visit(reverse("rounds:close", args=[event.slug, number])).press(f"Close round {number}")
    for seat, points in {"N": "9", "S": "9", "E": "5", "W": "5"}.items():
        dora.visit(at(event, "cards:card", sitter(event, seat).number)).press("Save, next card", r1=points)
    assert "Round 1, table 1: all cards agree, its sheet is made." in dora.text
    sheet = Sheet.objects.get()
    assert (sheet.ns, sheet.ew, sheet.source) == (9, 5, "cards")
    for seat, points in {"N": "9", "S": "8"}.items():
        number = sitter(event, seat, 2).number
        dora.visit(at(event, "cards:card", number)).press("Save, next card", r1=points)
    assert "Partners’ cards may differ by their lone marches only." in dora.text
