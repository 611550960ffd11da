"""The totals grid of a closed round: given its reason, a correction is sent, accepted, and done."""

import pytest
from playwright.sync_api import expect

from tests.helpers.factories import NOW, enter, make_published, make_user, table_of
from tests.helpers.totals_grid import row, state
from tournament.models import Sheet
from tournament.services.rounds import close_round

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def evening():
    event = make_published(make_user("dora", name="Dora Director"), players=12, rounds=2)
    director = event.memberships.get().user
    for table in (1, 2, 3):
        enter(table_of(event, 1, table), 7, 5, by=director)
    close_round(event.rounds.get(number=1), by=director, at=NOW)
    return event


@pytest.fixture
def grid(page, live_server, evening, sign_in, complaints):
    sign_in(evening.memberships.get().user)
    page.goto(f"{live_server.url}/events/{evening.slug}/rounds/1/totals/")
    yield page
    assert complaints == []


def correct(page, table, ew):
    """Type another figure and leave the row: it is refused for want of a reason."""
    page.locator(f"#id_t{table}-ew").fill(ew)
    page.locator(f"#id_t{table}-ew").press("Enter")


def accept(page, table):
    state(page, table, "changes")
    row(page, table).get_by_role("button", name="Accept the correction").click()
    state(page, table, "saved")


def counting(evening, table):
    return Sheet.objects.get(table=table_of(evening, 1, table), counting=True)


def nothing_waits(page):
    expect(page.locator("[data-asks]")).to_be_hidden()
    expect(page.locator("[data-waiting]")).to_be_hidden()
    expect(page.get_by_text("not saved").filter(visible=True)).to_have_count(0)
    page.wait_for_function("!Object.keys(localStorage).some(key => key.startsWith('euchre.waiting'))")


def test_a_refused_correction_goes_out_once_its_reason_is_typed(grid, evening):
    correct(grid, 1, "6")
    state(grid, 1, "refused")
    grid.locator("#reason").fill("misread")
    grid.locator("#reason").press("Enter")
    accept(grid, 1)
    assert (counting(evening, 1).ew, counting(evening, 1).reason) == (6, "misread")
    nothing_waits(grid)


def test_a_refused_correction_goes_out_from_its_own_row_too(grid, evening):
    grid.route("**/totals/*/", lambda route: route.continue_())
    correct(grid, 1, "6")
    state(grid, 1, "refused")
    grid.locator("#reason").evaluate("(field) => { field.value = 'misread'; }")
    grid.locator("#id_t1-ew").press("Enter")
    accept(grid, 1)
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


def test_save_all_rows_of_an_open_round_saves_what_is_typed_and_says_so(
    page, live_server, sign_in, complaints
):
    event = make_published(make_user("olga", name="Olga Open"), players=8, rounds=1)
    sign_in(event.memberships.get().user)
    page.goto(f"{live_server.url}/events/{event.slug}/rounds/1/totals/")
    expect(page.locator("#id_t1-ns")).to_be_focused()
    page.keyboard.type("7")
    page.locator("#id_t1-ew").fill("5")
    page.get_by_role("button", name="Save all rows").click()
    state(page, 1, "saved")
    expect(page.locator("[data-pasted-says]")).to_have_text("Everything typed is saved.")
    nothing_waits(page)
    assert Sheet.objects.get().ew == 5
    assert complaints == []
