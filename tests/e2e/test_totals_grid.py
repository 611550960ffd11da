"""The totals grid by keyboard: saved as it is left, asked about, in conflict, on a phone, offline."""

import re

import pytest
from playwright.sync_api import expect

from tests.helpers.factories import enter, make_published, make_user, table_of
from tests.helpers.patience import settle, until_there
from tests.helpers.sound import assert_sound
from tests.helpers.totals_grid import counting, hold_answer, keys, let_answer, row, state, until_held
from tournament.models import Sheet

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def evening():
    return make_published(make_user("dora", name="Dora Director"), players=12, rounds=1)


@pytest.mark.smoke
def test_three_tables_by_keyboard_alone_and_each_says_when_it_was_saved(grid, evening):
    keys(grid, "7 Tab 5 Enter")
    state(grid, 1, "saved")
    expect(grid.locator("[data-say]")).to_contain_text("Table 1 saved at")
    expect(grid.locator("#id_t2-ns")).to_be_focused()
    keys(grid, "9 Tab 4 Tab 1 Enter")
    state(grid, 2, "saved")
    expect(grid.locator("#id_t3-ns")).to_be_focused()
    keys(grid, "6 Enter 8 Enter")
    state(grid, 3, "saved")
    expect(row(grid, 3)).to_contain_text(re.compile(r"saved \d\d:\d\d"))
    expect(grid.get_by_text("All 3 sheets are in.")).to_be_visible()
    assert [(counting(evening, n).ns, counting(evening, n).ew) for n in (1, 2, 3)] == [(7, 5), (9, 4), (6, 8)]
    assert counting(evening, 2).lone_n == 1


@pytest.mark.smoke
def test_a_tie_asks_who_was_first_and_an_impossible_row_is_explained_and_a_key_leads_back(grid, evening):
    keys(grid, "6 Tab 6 Enter")
    state(grid, 1, "tie")
    row(grid, 1).get_by_role("button", name="East–West").click()
    state(grid, 1, "saved")
    assert counting(evening).winner == "EW"
    grid.locator("#id_t2-ns").focus()
    keys(grid, "9 9 Tab 5 Enter")
    state(grid, 2, "refused")
    expect(row(grid, 2)).to_contain_text("at most 32")
    expect(grid.locator("#id_t3-ns")).to_be_focused()
    keys(grid, "q")
    expect(grid.locator("#id_t2-ns")).to_be_focused()
    keys(grid, "7 Enter")
    state(grid, 2, "saved")


def test_arrows_go_up_and_down_a_column_and_the_jump_to_the_next_missing_table(grid):
    keys(grid, "ArrowDown")
    expect(grid.locator("#id_t2-ns")).to_be_focused()
    keys(grid, "ArrowUp")
    expect(grid.locator("#id_t1-ns")).to_be_focused()
    keys(grid, "7 Tab 5 Enter ArrowDown")
    state(grid, 1, "saved")
    grid.get_by_role("link", name="Next missing: table 2").click()
    expect(grid.locator("#id_t2-ns")).to_be_focused()


def test_a_change_made_while_the_row_is_saving_is_saved_too(grid, evening):
    keys(grid, "7 Tab 5 Enter ArrowUp 8 Enter")
    expect(grid.locator("#id_t1-ns")).to_have_value("8")
    state(grid, 1, "saved")
    expect(grid.locator("[data-say]")).to_contain_text("8 to 5")
    assert counting(evening).ns == 8


def test_an_answer_that_comes_while_its_row_is_typed_in_sends_nothing_by_itself(grid, evening):
    sent = []

    def hold(route):
        sent.append(route)

    grid.route("**/totals/1/", hold)
    keys(grid, "7 Tab 5 Enter ArrowUp 8")
    until_there(grid, sent)
    sent[0].continue_()
    state(grid, 1, "saved")
    expect(grid.locator("#id_t1-ns")).to_have_value("8")
    settle(grid, 300)
    assert len(sent) == 1
    keys(grid, "Enter")
    until_there(grid, sent, 2)
    sent[1].continue_()
    expect(grid.locator("[data-say]")).to_contain_text("8 to 5")
    assert counting(evening).ns == 8


def held_answers(page, table=1):
    """Hold each answer about this table until its request is let go."""
    held = []
    page.route(f"**/totals/{table}/", lambda route: held.append(route))

    def let_go():
        until_there(page, held)
        held.pop(0).continue_()

    return let_go


def figures(page, table, ns, ew):
    expect(page.locator(f"#id_t{table}-ns")).to_have_value(ns)
    expect(page.locator(f"#id_t{table}-ew")).to_have_value(ew)


def test_escape_brings_back_what_was_sent_or_answered(grid, evening):
    # Sent, typed on, answered, Escape: the order in which the cat and its reader disagreed.
    let_go = held_answers(grid)
    keys(grid, "7 Tab 5 Enter ArrowUp 8")
    let_go()
    state(grid, 1, "saved")
    expect(grid.locator("#id_t1-ns")).to_have_value("8")
    expect(row(grid, 1).locator(".row-saved").first).to_be_hidden()
    keys(grid, "Escape")
    figures(grid, 1, "7", "5")
    grid.locator("#id_t1-ew").focus()
    keys(grid, "1 1 Escape")
    figures(grid, 1, "7", "5")
    grid.unroute("**/totals/1/")
    keys(grid, "Enter")  # sends nothing

    # Sent, Escape, left, answered: the row said saved, with other figures than the server had.
    let_go = held_answers(grid, 2)
    grid.locator("#id_t2-ns").focus()
    keys(grid, "7 Tab 5 Enter ArrowUp 8 Escape Enter")
    let_go()
    state(grid, 2, "saved")
    figures(grid, 2, "7", "5")

    # Escape before a question came about what was sent, and after it.
    let_go = held_answers(grid, 3)
    grid.locator("#id_t3-ns").focus()
    keys(grid, "8 Tab 0 Enter")
    grid.locator("#id_t3-ns").focus()
    keys(grid, "Escape")
    let_go()
    state(grid, 3, "unlikely")
    figures(grid, 3, "8", "0")
    keys(grid, "Escape")
    state(grid, 3, "missing")
    figures(grid, 3, "", "")
    assert [sheet.table.number for sheet in Sheet.objects.order_by("table__number")] == [1, 2]


def test_figures_typed_back_while_others_are_on_their_way_are_saved(grid, evening):
    """7 saved, 8 on its way, 7 typed again and left: the row showed 7, and the server had 8."""
    keys(grid, "7 Tab 5 Enter")
    state(grid, 1, "saved")
    let_go = held_answers(grid)
    keys(grid, "ArrowUp 8 Enter ArrowUp 7 Enter")
    let_go()
    let_go()
    expect(grid.locator("[data-say]")).to_contain_text("7 to 5")
    expect(grid.locator("#id_t1-ns")).to_have_value("7")
    assert [sheet.ns for sheet in Sheet.objects.order_by("revision")] == [7, 8, 7]


def test_what_escape_took_back_is_not_sent_after_all(grid, evening):
    """8 on its way, 9 typed and left, then taken back: nothing but 8 was meant."""
    keys(grid, "7 Tab 5 Enter")
    state(grid, 1, "saved")
    let_go = held_answers(grid)
    keys(grid, "ArrowUp 8 Enter ArrowUp 9 Enter ArrowUp Escape")
    let_go()
    expect(grid.locator("[data-say]")).to_contain_text("8 to 5")
    settle(grid, 300)
    expect(grid.locator("#id_t1-ns")).to_have_value("8")
    assert [sheet.ns for sheet in Sheet.objects.order_by("revision")] == [7, 8]


def test_figures_typed_back_while_others_are_on_their_way_are_not_left_without_a_word(grid):
    """They were as the server had them, so the page thought nothing of them, and 8 would have stayed."""
    keys(grid, "7 Tab 5 Enter")
    state(grid, 1, "saved")
    let_go = held_answers(grid)
    keys(grid, "ArrowUp 8 Enter ArrowUp 7")
    asked = []
    grid.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    grid.evaluate("setTimeout(() => location.assign('../'))")
    until_there(grid, asked)
    assert asked == ["beforeunload"]
    let_go()
    expect(grid.locator("#id_t1-ns")).to_have_value("7")


def test_a_question_about_figures_that_are_typed_back_and_left_is_gone(grid, evening):
    """The question about 8 to 0 stood on, beside the saved 7 to 5."""
    for table, is_asked_first in ((1, True), (2, False)):
        keys(grid, "7 Tab 5 Enter")
        state(grid, table, "saved")
        let_go = held_answers(grid, table)
        keys(grid, "ArrowUp 8 Tab 0 Enter")
        if is_asked_first:
            let_go()
            state(grid, table, "unlikely")
        keys(grid, "ArrowUp 7 Tab 5 Enter")
        if not is_asked_first:
            let_go()
        expect(row(grid, table)).to_contain_text("Undone")
        state(grid, table, "saved")
        figures(grid, table, "7", "5")
        expect(grid.locator("[data-asks]")).to_be_hidden()
        assert Sheet.objects.count() == table


def test_a_tie_marked_anew_while_it_is_on_its_way_stays_marked_and_is_saved(grid, evening):
    """North–South first on its way, then East–West: the answer brings the first mark and keeps the second."""
    let_go = held_answers(grid)
    keys(grid, "6 + Tab 6 Enter ArrowUp Tab +")
    let_go()
    state(grid, 1, "saved")
    assert counting(evening).reached_first == "NS"
    expect(row(grid, 1)).to_have_class(re.compile("is-touched"))
    let_go = held_answers(grid)
    keys(grid, "Enter")
    let_go()
    expect(row(grid, 1)).not_to_have_class(re.compile("is-touched"))
    assert [sheet.reached_first for sheet in Sheet.objects.order_by("revision")] == ["NS", "EW"]


def test_an_answer_that_comes_late_takes_nothing_back_that_a_newer_one_showed(grid, evening):
    hold_answer(grid)
    keys(grid, "7 Tab 5 Enter")
    until_held(grid)
    keys(grid, "9 Tab 4 Enter")
    state(grid, 2, "saved")
    expect(grid.locator("[data-totals-bar]")).to_contain_text("2 of 3 tables in")
    let_answer(grid, "come")
    state(grid, 1, "saved")
    expect(grid.locator("[data-totals-bar]")).to_contain_text("2 of 3 tables in")
    expect(grid.locator("[data-totals-bar]")).to_contain_text("Next missing: table 3")
    expect(grid.locator(".totals-sums")).to_contain_text("Sum of 2 tables")


def test_figures_typed_back_when_an_answer_got_lost_are_not_taken_for_saved(grid, evening, complaints):
    """7 saved, 8 saved and its answer lost, 7 typed again: “Undone”, said the row, and the server had 8."""
    for table, (typed, is_lost_first) in enumerate((("7 Enter", 1), ("7 Enter", 0), ("Escape", 1)), start=1):
        points = grid.locator(f"#id_t{table}-ns")
        points.focus()
        keys(grid, "7 Tab 5 Enter")
        state(grid, table, "saved")
        hold_answer(grid, table)
        points.focus()
        keys(grid, "8 Enter")
        until_held(grid)
        if is_lost_first:
            let_answer(grid, "getLost")
            state(grid, table, "waiting")
        points.focus()
        keys(grid, typed)
        if not is_lost_first:
            let_answer(grid, "getLost")
        state(grid, table, "conflict")
        expect(row(grid, table).locator(".version-figures")).to_have_text(["8–5", "7–5"])
        row(grid, table).get_by_role("button", name="Use mine").click()
        state(grid, table, "saved")
        sheets = table_of(evening, 1, table).sheets.order_by("revision")
        assert [sheet.ns for sheet in sheets] == [7, 8, 7]
    complaints.clear()


def test_on_a_phone_rows_are_cards_that_fit(page, at, evening):
    enter(table_of(evening), 7, 5)
    page.set_viewport_size({"width": 360, "height": 740})
    at(evening, "rounds/1/totals/")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.locator("#t2").bounding_box()["height"] < 190
    lone = page.locator("#id_t2-lone_n")
    expect(lone).to_be_hidden()
    page.locator("#t2").get_by_text("Lone marches", exact=True).click()
    expect(page.locator("#t2").get_by_text("West: lone marches")).to_be_visible()
    for field in (lone, page.locator("#id_t2-ns"), page.locator("#t2 summary").first):
        box = field.bounding_box()
        assert min(box["height"], box["width"]) >= 44
    lone.fill("1")
    page.locator("#t2").get_by_text("Lone marches", exact=True).click()
    expect(lone).to_be_visible()


CUT = """() => [...document.querySelectorAll('.totals-row *, .tabs li')].filter((e) => {
  const box = e.getBoundingClientRect();
  if (box.width <= 1 || !e.checkVisibility()) return false;
  for (let around = e.parentElement; around; around = around.parentElement) {
    const clips = getComputedStyle(around).overflowX !== 'visible' || around === document.documentElement;
    const edge = around === document.documentElement ? innerWidth : around.getBoundingClientRect().right;
    if (clips && box.right > edge + 1) return true;
  }
  return e.matches('.tabs li') && e.parentElement.scrollWidth > e.parentElement.clientWidth;
}).map((e) => e.outerHTML.slice(0, 90))"""


def test_at_no_width_is_a_question_of_the_grid_cut_off(grid):
    """On a laptop enlarged to 125 % the column with the questions was beyond the window."""
    keys(grid, "7 Tab 7 Enter 9 9 Tab 5 Enter 1 Tab 1 Enter")
    state(grid, 1, "tie")
    state(grid, 2, "refused")
    state(grid, 3, "bell")
    assert_sound(grid)
    for width in (853, 911, 960, 1024, 1093, 1179, 1180, 1280):
        grid.set_viewport_size({"width": width, "height": 640})
        assert grid.evaluate(CUT) == [], width


def test_six_tables_are_seen_without_scrolling_at_1280_by_800(page, at):
    """The first box was 587 pixels down, with two and a half rows to be seen."""
    page.set_viewport_size({"width": 1280, "height": 800})
    at(make_published(players=100, rounds=1), "rounds/1/totals/")
    assert page.locator("#id_t1-ns").bounding_box()["y"] <= 400
    sixth = row(page, 6).bounding_box()
    assert sixth["y"] + sixth["height"] <= 800


def test_once_all_tables_are_in_one_press_closes_the_round_and_typing_on_never_does(page, open_grid):
    """The grid had no way to close a round, which took three presses elsewhere."""
    event = make_published(players=8, rounds=2)
    open_grid(event)
    close = page.get_by_role("button", name="Close, go to round 2")
    expect(close).to_be_hidden()
    keys(page, "7 Tab 5 Enter 9 Tab 4 Enter")
    expect(close).to_be_visible()
    expect(close).not_to_be_focused()
    keys(page, "Enter Enter 6 Enter   Enter")
    settle(page, 300)
    assert event.rounds.get(number=1).status == "open"
    close.click()
    expect(page.get_by_text("Round 1 is closed.")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Totals of round 2")
