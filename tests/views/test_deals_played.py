"""The bell came early: how many deals a table played, in the grid, on the pad, the phone and every page."""

import re

import pytest
from django.urls import reverse

from scoring.ruleset import PRESETS
from tests.helpers.addresses import at
from tests.helpers.factories import NOW, enter, make_published, table_of
from tests.helpers.scripted import Scripted
from tests.helpers.sheet_entry import ROUND, pad, row
from tests.helpers.table_entry import open_tables, phone
from tests.helpers.table_entry import url as phone_url
from tournament.models import AuditEntry, Sheet, Submission
from tournament.reports.history import sentence_of
from tournament.reports.sheets import totals_grid
from tournament.services.undoing import undo


@pytest.fixture
def evening(director):
    return make_published(director, rounds=2)


@pytest.fixture
def grid(desk, evening):
    return Scripted(desk).visit(at(evening, "sheets:enter_totals", 1))


def counting():
    return Sheet.objects.get(counting=True)


def test_totals_too_low_for_all_deals_ask_how_many_were_played(grid, evening):
    """The bell rang after 6 of 8 deals, and 4–2 could not be saved."""
    (field,) = re.findall(r'<input type="hidden" name="t1-deals_played"[^>]*>', grid.page)
    assert " value=" not in field  # nothing is chosen before
    assert "<details open" not in grid.page
    asked = grid.leave(1, ns=4, ew=2)
    assert (asked.status_code, grid.row().get("data-state")) == (422, "bell")
    page = asked.content.decode()
    assert [f'aria-label="{n} of 8 deals"' in page for n in (7, 6, 5, 4, 3, 2)] == [False, *[True] * 4, False]
    assert not Sheet.objects.exists()
    assert grid.leave(1, "6 of 8 deals").status_code == 200
    assert (counting().ns, counting().ew, counting().deals_played) == (4, 2, 6)
    assert "6 of 8 deals" in grid.visit(grid.path).text
    assert grid.leave(1, "the whole round", ns=8, ew=0).status_code == 422  # unlikely
    grid.leave(1, "The score is right: save")
    assert (counting().ns, counting().deals_played, counting().revision) == (8, None, 2)


@pytest.mark.rude
@pytest.mark.parametrize("junk", ["abc", "-1", "0", "8", "9", "99", "６"])
def test_a_number_of_deals_that_cannot_be_is_refused_in_a_sentence_or_left_out(desk, evening, junk):
    sent = row(1, 7, 5, deals_played=junk)
    answer = desk.post(at(evening, "sheets:save_row", 1, 1), sent, headers={"X-Requested-With": "sheets"})
    assert answer.status_code in (200, 422)
    assert not Sheet.objects.exclude(deals_played=None).exists()


def test_the_sums_know_that_fewer_deals_bring_fewer_points(desk, evening):
    enter(table_of(evening), 4, 2, deals_played=6)
    assert totals_grid(evening.rounds.get(number=1)).sums(PRESETS["progressive"]).possible == (6, 24)


def test_it_is_in_the_history_and_one_undo_takes_it_back(desk, evening, director):
    enter(table_of(evening), 7, 5)
    enter(table_of(evening), 7, 5, deals_played=6, expected=1)
    entry = AuditEntry.objects.filter(action="sheet.corrected").get()
    assert "to 7–5, after 6 deals" in sentence_of(entry.action, entry.facts)
    page = desk.get(at(evening, "sheets:show", 1, 1)).content.decode()
    assert "6 of 8 deals" in page
    assert "deals played all → 6" in page
    undo(evening, entry, by=director, at=NOW)
    assert counting().deals_played is None


class TestPad:
    def test_six_deals_offer_to_end_the_round_there_and_save_nothing_yet(self, desk, evening):
        dora, address = Scripted(desk), at(evening, "sheets:enter_deals", 1, 1)
        offer = "finish with 6 of 8 deals"
        for typed in (pad(), pad(*ROUND), pad(*ROUND[:6]) | {"d8-maker": "N", "d8-tricks": "3"}):
            assert "finish with" not in dora.visit(address).fill(**typed).text
        assert offer in dora.visit(address).fill(**pad(*ROUND[:6])).text
        assert "6 of 8 deals were played" in dora.press(offer).text
        assert 'name="d7-maker"' not in dora.page
        assert 'name="d8-maker"' in dora.press("No, the whole round was played").page
        dora.press(offer)
        assert not Sheet.objects.exists()
        assert "6 of 8 deals" in dora.press("Save the round").text
        assert (counting().entry, counting().deals_played) == ("deals", 6)
        assert "6 of 8 deals were played" in dora.visit(address).text


class TestPhone:
    def test_the_button_of_the_question_is_heard_over_the_choice_below(self, evening):
        open_tables(evening)
        north = phone(evening, "N").visit(phone_url(evening, "enter_totals"))
        north.press("Report this score", **{"t1-ns": 4, "t1-ew": 2})
        assert not Submission.objects.exists()
        assert "Did the bell come early?" in north.text
        assert "<select" not in north.page  # a browser would send it after the button, and the button be lost
        north.press("5 of 8 deals")
        assert (Submission.objects.get().ns, Submission.objects.get().deals_played) == (4, 5)
        assert "5 of 8 deals" in phone(evening, "E").text  # the other side sees it

    def test_the_choice_below_is_heard_by_itself(self, evening):
        open_tables(evening)
        north = phone(evening, "N").visit(phone_url(evening, "enter_totals"))
        north.press("Report this score", **{"t1-ns": 7, "t1-ew": 5, "t1-deals_played": "7"})
        assert Submission.objects.get().deals_played == 7
        north.follow("Correct it").press("Report this score", **{"t1-ew": 4})
        assert Submission.objects.latest("pk").deals_played == 7

    def test_its_deals_end_where_the_bell_came(self, evening):
        open_tables(evening)
        north = phone(evening, "N").visit(phone_url(evening, "enter_deals")).fill(**pad(*ROUND[:6]))
        assert "6 of 8 deals were played" in north.press("finish with 6 of 8 deals").text
        north.press("Report this round")
        assert Submission.objects.get().deals_played == 6


def test_the_desk_the_hall_and_the_player_see_it_beside_the_result(desk, client, evening):
    evening.is_public = True
    evening.save(update_fields=["is_public"])
    enter(table_of(evening), 4, 2, deals_played=6)
    player = table_of(evening).seatings.first().player
    for address in (
        at(evening, "rounds:desk", 1),
        at(evening, "public:round", 1),
        reverse("player_page:show", args=[player.token]),
    ):
        assert "6 of 8 deals" in client.get(address).content.decode(), address
