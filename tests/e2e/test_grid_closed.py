"""The totals grid of a closed round: given its reason, a correction is sent, accepted, and done."""

import pytest
from playwright.sync_api import expect

from tests.helpers.factories import Evening, make_published, make_user
from tests.helpers.totals_grid import counting, row, state
from tournament.models import Sheet

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def evening():
    return Evening(players=12).published().played(1).event


@pytest.fixture
def grid(at, evening):
    return at(evening, "rounds/1/totals/")


def correct(page, table, ew):
    """Type another figure and leave the row: it is refused for want of a reason."""
    page.locator(f"#id_t{table}-ew").fill(ew)
    page.locator(f"#id_t{table}-ew").press("Enter")


def accept(page, table):
    state(page, table, "changes")
    row(page, table).get_by_role("button", name="Accept the correction").click()
    state(page, table, "saved")


def nothing_waits(page):
    expect(page.locator("[data-asks]")).to_be_hidden()
    expect(page.locator("[data-waiting]")).to_be_hidden()
    expect(page.get_by_text("not saved").filter(visible=True)).to_have_count(0)
    page.wait_for_function("!Object.keys(localStorage).some(key => key.startsWith('euchre.waiting'))")


def test_a_refused_correction_goes_out_once_its_reason_is_typed_and_from_its_own_row_too(grid, evening):
    correct(grid, 1, "6")
    state(grid, 1, "refused")
    grid.locator("#reason").fill("misread")
    grid.locator("#reason").press("Enter")
    accept(grid, 1)
    assert (counting(evening, 1).ew, counting(evening, 1).reason) == (6, "misread")
    nothing_waits(grid)
    grid.reload()
    correct(grid, 2, "6")
    state(grid, 2, "refused")
    grid.locator("#reason").evaluate("(field) => { field.value = 'misread'; }")
    grid.locator("#id_t2-ew").press("Enter")
    accept(grid, 2)
    nothing_waits(grid)


def test_save_all_rows_says_which_rows_want_a_reason_and_sends_them_with_it(grid, evening):
    correct(grid, 1, "6")
    state(grid, 1, "refused")
    correct(grid, 2, "4")
    state(grid, 2, "refused")
    expect(grid.locator("[data-asks]")).to_contain_text("2 tables are not saved: 1, 2")
    grid.get_by_role("button", name="Save all rows").click()
    expect(grid.locator("[data-pasted-says]")).to_contain_text("To look at: table 1, 2.")
    expect(grid.locator("[data-waiting]")).to_be_hidden()
    grid.locator("#reason").fill("misread")
    grid.get_by_role("button", name="Save all rows").click()
    accept(grid, 1)
    accept(grid, 2)
    assert [(counting(evening, table).ew) for table in (1, 2, 3)] == [6, 4, 5]
    nothing_waits(grid)
    grid.reload()
    state(grid, 1, "saved")
    nothing_waits(grid)


def test_the_reason_survives_a_reload_like_the_figures(grid, evening):
    correct(grid, 1, "6")
    state(grid, 1, "refused")
    grid.locator("#reason").press_sequentially("misread")
    grid.reload()
    expect(grid.locator("#reason")).to_have_value("misread")
    expect(grid.locator("#id_t1-ew")).to_have_value("6")
    accept(grid, 1)
    grid.reload()
    expect(grid.locator("#reason")).to_have_value("")
    nothing_waits(grid)


def test_save_all_rows_of_an_open_round_saves_what_is_typed_and_says_so(open_grid):
    page = open_grid(make_published(make_user("olga"), players=8, rounds=1))
    page.keyboard.type("7")
    page.locator("#id_t1-ew").fill("5")
    page.get_by_role("button", name="Save all rows").click()
    state(page, 1, "saved")
    expect(page.locator("[data-pasted-says]")).to_have_text("Everything typed is saved.")
    nothing_waits(page)
    assert Sheet.objects.get().ew == 5
