"""The bell came early: by a key that is shown in the grid, by a button on the pad, never by typing on."""

import pytest
from playwright.sync_api import expect

from tests.helpers.factories import make_published
from tests.helpers.patience import settle, until, until_there
from tests.helpers.totals_grid import keys, row, state
from tournament.models import Sheet

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def evening():
    return make_published(players=16, rounds=1)


def saved(number):
    return Sheet.objects.filter(table__number=number, counting=True).values_list("ns", "ew", "deals_played")


def held_at_4(grid, pressed):
    """What the last row asks while these keys are pressed in it, held on its way."""
    held = []
    grid.route("**/totals/4/", lambda route: held.append(route))
    grid.locator("#id_t4-ns").focus()
    keys(grid, pressed)
    until_there(grid, held)
    return held


def test_the_question_about_the_bell_waits_and_typing_on_answers_nothing(grid):
    """The bell rang after 6 of 8 deals."""
    keys(grid, "4 Tab 2 Enter 7 Tab 5 Enter")
    state(grid, 1, "bell")
    state(grid, 2, "saved")
    expect(grid.locator("[data-asks]")).to_contain_text("1 table has a question: 1")
    keys(grid, "q Enter 6 Enter")
    settle(grid, 200)
    assert not saved(1)
    keys(grid, "q Tab")
    expect(row(grid, 1).get_by_role("button", name="6 of 8 deals")).to_be_focused()
    keys(grid, "Enter")
    state(grid, 1, "saved")
    assert saved(1).get() == (4, 2, 6)
    expect(row(grid, 1)).to_contain_text("6 of 8 deals")


def test_b_opens_the_choice_in_a_row_a_second_key_chooses_and_a_button_takes_it_back(grid):
    keys(grid, "6 Tab 4 b")
    choice = row(grid, 1).get_by_role("group", name="The bell came early. Deals played:")
    expect(choice).to_be_focused()
    keys(grid, "7 Enter")
    settle(grid, 200)
    assert not saved(1)
    grid.locator("#id_t1-ew").focus()
    keys(grid, "b Tab Tab Enter")
    state(grid, 1, "saved")
    assert saved(1).get() == (6, 4, 6)
    expect(grid.locator("#id_t2-ns")).to_be_focused()
    row(grid, 1).locator(".row-bell summary").click()
    row(grid, 1).get_by_role("button", name="the whole round").click()
    until(grid, lambda: saved(1).get() == (6, 4, None))
    assert saved(1).get() == (6, 4, None)
    expect(row(grid, 1)).not_to_contain_text("6 of 8 deals were")

    # A row that was refused offers no choice: the key made “4b” of its 4.
    grid.locator("#id_t2-ns").focus()
    keys(grid, "9 9 Tab 4 Enter ArrowUp")
    state(grid, 2, "refused")
    grid.locator("#id_t2-ew").focus()
    keys(grid, "b")
    expect(grid.locator("#id_t2-ew")).to_have_value("4")


def test_the_pad_ends_after_six_deals_when_its_button_is_pressed(grid, live_server, evening):
    grid.goto(f"{live_server.url}/events/{evening.slug}/rounds/1/tables/1/deals/")
    keys(grid, "n")
    keys(grid, "n 3 e 3 n 3 e 3 n 3 n 3")
    bell = grid.get_by_role("button", name="The bell came early: finish with 6 of 8 deals")
    expect(bell).to_be_visible()
    keys(grid, "b")
    expect(bell).to_be_focused()
    keys(grid, "Enter")
    expect(grid.get_by_text("6 of 8 deals were played")).to_be_visible()
    expect(grid.locator("[data-deal=d7]")).to_have_count(0)
    expect(grid.get_by_role("button", name="Save the round")).to_be_focused()
    assert not Sheet.objects.exists()
    keys(grid, "Enter")
    expect(grid.get_by_text("Table 1 is saved.")).to_be_visible()
    assert saved(1).get() == (4, 2, 6)


def test_an_answer_that_comes_late_does_not_move_keys_from_the_bell_into_the_figures(grid):
    """Found by 10,000 random keys: the last row was replaced, and the next figure typed over its points."""
    held = held_at_4(grid, "8 Tab 5 Enter b")
    expect(row(grid, 4).locator("[data-deals-choice]")).to_be_focused()
    held[0].continue_()
    state(grid, 4, "saved")
    expect(row(grid, 4).locator("[data-deals-choice]")).to_be_focused()
    keys(grid, "7")
    expect(grid.locator("#id_t4-ns")).to_have_value("8")


def test_a_figure_typed_at_an_answer_that_is_replaced_still_keeps_enter_from_answering(grid):
    held = held_at_4(grid, "8 Tab 5 Enter b Tab 7")
    held[0].continue_()
    state(grid, 4, "saved")
    keys(grid, "Tab Enter")
    settle(grid, 300)
    assert len(held) == 1
    assert saved(4).get() == (8, 5, None)


def test_an_answer_that_asks_something_else_leaves_no_figure_under_the_keys(grid):
    held_at_4(grid, "4 Tab 2 Enter b")[0].continue_()
    state(grid, 4, "bell")
    keys(grid, "7")
    expect(grid.locator("#id_t4-ns")).to_have_value("4")
    expect(grid.locator("#id_t4-ew")).to_have_value("2")
    assert not saved(4)
