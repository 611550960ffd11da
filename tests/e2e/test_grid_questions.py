"""Typing never answers a question of the totals grid: it waits until somebody means to answer it."""

import pytest
from playwright.sync_api import expect

from tests.helpers.factories import enter, make_published, make_user, table_of
from tests.helpers.patience import settle, until_there
from tests.helpers.totals_grid import keys, row, state
from tournament.models import Sheet

pytestmark = pytest.mark.django_db(transaction=True)

# Counts the tones that the page plays, instead of playing them.
EAR = """window.tones = 0;
class Silent {
  constructor() { this.currentTime = 0; this.destination = {}; this.state = "running"; }
  resume() {}
  createOscillator() {
    return { frequency: {}, connect: (on) => on, start: () => { window.tones += 1; }, stop() {} };
  }
  createGain() {
    const quiet = () => {};
    return { gain: { setValueAtTime: quiet, linearRampToValueAtTime: quiet }, connect: (on) => on };
  }
}
window.AudioContext = Silent;"""
HELD = """button => button.dispatchEvent(
  new KeyboardEvent("keydown", { key: "Enter", repeat: true, bubbles: true, cancelable: true }))"""


@pytest.fixture
def evening():
    return make_published(make_user("dora", name="Dora Director"), players=16, rounds=1)


@pytest.fixture(autouse=True)
def ear(page):
    page.add_init_script(EAR)


def figures(evening, number):
    sheets = Sheet.objects.filter(table=table_of(evening, 1, number), counting=True)
    return sheets.values_list("ns", "ew", "reached_first")


def questions(page):
    return page.locator("[data-asks]")


def test_neither_a_tie_nor_a_refused_row_takes_the_next_tables_figures(grid, evening):
    keys(grid, "6 Tab 6 Enter")
    state(grid, 1, "tie")
    expect(grid.locator("#id_t2-ns")).to_be_focused()
    keys(grid, "1 0 Tab 3 Enter")
    state(grid, 2, "saved")
    state(grid, 1, "tie")
    assert list(figures(evening, 2)) == [(10, 3, "")]
    assert not figures(evening, 1)
    expect(questions(grid)).to_contain_text("1 table has a question: 1")
    keys(grid, "9 9 Tab 5 Enter")
    state(grid, 3, "refused")
    keys(grid, "7 Tab 5 Enter")
    state(grid, 4, "saved")
    expect(grid.locator("#id_t3-ns")).to_have_value("99")
    expect(questions(grid)).to_contain_text("1 table is not saved: 3")


@pytest.mark.smoke
def test_a_second_enter_confirms_no_unlikely_score_and_the_mouse_does(grid, evening):
    keys(grid, "8 Tab 0 Enter")
    state(grid, 1, "unlikely")
    keys(grid, "Enter")
    grid.locator("#id_t1-ew").focus()
    keys(grid, "Enter Enter")
    expect(grid.locator("#id_t3-ns")).to_be_focused()
    state(grid, 1, "unlikely")
    assert not figures(evening, 1)
    questions(grid).get_by_role("link", name="1").click()
    expect(row(grid, 1).get_by_role("button", name="The score is right: save")).to_be_focused()
    row(grid, 1).get_by_role("button", name="The score is right: save").click()
    state(grid, 1, "saved")
    expect(grid.locator("#id_t3-ns")).to_be_focused()


def test_deals_that_disagree_neither_lead_away_nor_lose_the_next_score(grid, evening):
    grid.evaluate("sessionStorage.setItem('here', 'yes')")
    enter(table_of(evening), 7, 5)
    Sheet.objects.update(entry="deals")
    grid.reload()
    grid.locator("#id_t1-ns").focus()
    keys(grid, "9 Enter")
    state(grid, 1, "disagrees")
    keys(grid, "6 Tab 8 Enter")
    state(grid, 2, "saved")
    expect(grid.get_by_role("heading", level=1)).to_have_text("Totals of round 1")


def test_the_questions_are_counted_and_named_and_one_key_goes_to_each_of_them(grid, evening):
    keys(grid, "6 Tab 6 Enter")
    state(grid, 1, "tie")
    keys(grid, "7 Tab 5 Enter 8 Tab 0 Enter")
    state(grid, 3, "unlikely")
    expect(questions(grid)).to_contain_text("2 tables have a question: 1, 3")
    keys(grid, "7 q")
    expect(row(grid, 1).get_by_role("group", name="Reached first by")).to_be_focused()
    keys(grid, "Enter")  # several answers: the key alone gives none of them
    state(grid, 1, "tie")
    keys(grid, "q")
    expect(row(grid, 3).get_by_role("button", name="The score is right: save")).to_be_focused()
    keys(grid, "Enter")
    state(grid, 3, "saved")
    assert figures(evening, 3).get() == (8, 0, "")
    expect(questions(grid)).to_contain_text("1 table has a question: 1")
    expect(grid.locator("#id_t4-ns")).to_be_focused()  # where the typist came from
    expect(grid.locator("#id_t4-ns")).to_have_value("7")
    keys(grid, "q Tab Enter")
    state(grid, 1, "saved")
    assert figures(evening, 1).get() == (6, 6, "NS")
    expect(questions(grid)).to_be_hidden()


def test_neither_a_held_enter_nor_one_pressed_before_the_question_was_there_answers_it(grid, evening):
    keys(grid, "8 Tab 0 Enter")
    state(grid, 1, "unlikely")
    # Keys wait while the page is busy: both were pressed before the question had the focus.
    cdp = grid.context.new_cdp_session(grid)
    cdp.send("Input.setIgnoreInputEvents", {"ignore": False})
    before = grid.evaluate("Date.now() / 1000")
    settle(grid, 50)
    keys(grid, "q")
    button = row(grid, 1).get_by_role("button", name="The score is right: save")
    expect(button).to_be_focused()
    enter_key = {"key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 13, "text": "\r"}
    cdp.send("Input.dispatchKeyEvent", {"type": "keyDown", "timestamp": before, **enter_key})
    assert button.evaluate(HELD) is False
    settle(grid, 200)
    state(grid, 1, "unlikely")
    assert not figures(evening, 1)


def test_figures_typed_at_a_question_take_its_answers_from_the_keys(grid, evening):
    keys(grid, "6 Tab 6 Enter")
    state(grid, 1, "tie")
    keys(grid, "q 1 0 Tab 3 Enter")
    settle(grid, 200)
    state(grid, 1, "tie")
    expect(grid.locator("[data-say]")).to_contain_text("Not answered yet")
    keys(grid, "q Tab Enter")
    state(grid, 1, "saved")


def test_m_goes_to_a_missing_table_and_never_to_an_answer(grid, evening):
    keys(grid, "8 Tab 0 Enter")
    state(grid, 1, "unlikely")
    for table in (2, 3):
        enter(table_of(evening, 1, table))
    keys(grid, "7 Tab 5 Enter")
    grid.reload()
    state(grid, 1, "unlikely")
    keys(grid, "m")
    expect(grid.locator("#id_t4-ns")).to_be_focused()
    keys(grid, "m Enter")
    state(grid, 1, "unlikely")


def test_figures_typed_over_refused_ones_are_not_left_without_a_word(grid):
    """The older figures wait in the browser, the newer ones only in their row: a key led away from them."""
    keys(grid, "9 9 Tab 5 Enter")
    state(grid, 1, "refused")
    grid.locator("#id_t1-ns").focus()
    keys(grid, "7")
    asked = []
    grid.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    grid.evaluate("setTimeout(() => location.assign('../'))")
    until_there(grid, asked)
    assert asked == ["beforeunload"]
    expect(grid.locator("#id_t1-ns")).to_have_value("7")


def test_a_question_makes_a_sound_until_it_is_switched_off(grid, evening):
    keys(grid, "7 Tab 5 Enter")
    state(grid, 1, "saved")
    assert grid.evaluate("tones") == 0
    keys(grid, "9 9 Tab 5 Enter")
    state(grid, 2, "refused")
    grid.wait_for_function("tones > 0")
    heard = grid.evaluate("tones")
    grid.get_by_role("button", name="Sound off").click()
    grid.locator("#id_t3-ns").focus()
    keys(grid, "8 Tab 0 Enter")
    state(grid, 3, "unlikely")
    assert grid.evaluate("tones") == heard
    grid.reload()
    expect(grid.get_by_role("button", name="Sound off")).to_have_attribute("aria-pressed", "true")


def test_without_a_script_enter_in_a_figure_answers_no_question_and_a_button_does(
    browser, live_server, evening, sign_in
):
    plain = browser.new_context(java_script_enabled=False)
    sign_in(evening.memberships.get().user, plain)
    page = plain.new_page()
    page.goto(f"{live_server.url}/events/{evening.slug}/rounds/1/totals/")

    def typed(table, ns, ew, then):
        page.locator(f"#id_t{table}-ns").fill(ns)
        page.locator(f"#id_t{table}-ew").fill(ew)
        page.locator(f"#id_t{table}-ew").press("Enter")
        state(page, table, then)

    typed(1, "8", "0", "unlikely")
    expect(questions(page)).to_contain_text("1 table has a question: 1")
    typed(2, "7", "5", "saved")
    state(page, 1, "unlikely")
    assert not figures(evening, 1)
    row(page, 1).get_by_role("button", name="The score is right: save").click()
    state(page, 1, "saved")
    typed(3, "4", "2", "bell")
    row(page, 3).get_by_role("button", name="5 of 8 deals").click()
    state(page, 3, "saved")
    assert Sheet.objects.get(table__number=3, counting=True).deals_played == 5
    plain.close()
