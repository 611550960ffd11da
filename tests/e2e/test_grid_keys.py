"""The totals grid as a spreadsheet: keys counted for a whole round, blocks pasted, questions answered.

`GRID_ROUNDS=50` in the environment plays the round of 25 tables so often (`-k 25_tables`), for a trial beside
a busy processor.
"""

import os
import random

import pytest
from playwright.sync_api import expect

from scoring.ruleset import PRESETS
from scoring.seats import SEATS, SIDES, Seat, Side
from scoring.sheet import score_deals
from tests.helpers.factories import enter, make_published, make_user, table_of
from tests.helpers.paper import printed
from tests.helpers.patience import settle
from tests.helpers.totals_grid import counting, keys, row, state
from tournament.models import Sheet
from tournament.simulation.tables import play_round

pytestmark = pytest.mark.django_db(transaction=True)

ROUNDS = int(os.environ.get("GRID_ROUNDS", "1"))
PASTE = """text => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  const paste = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
  document.activeElement.dispatchEvent(paste);
}"""


def tables(number, **changes):
    director = make_user("dora", name="Dora Director")
    return make_published(director, players=4 * number, rounds=1, **changes)


def lifelike(tables, rules, seed=16):
    """What so many tables might report after a round: (totals, lone marches, who came to a tie first)."""
    rng = random.Random(seed)
    for _ in range(tables):
        score = score_deals(rules, Seat.N, play_round(rng, rules, Seat.N))
        yield score.totals, score.loners, score.reached_first


def keys_for(totals, loners, first):
    """The keys of one table: its figures with letters for lone marches, Tab between them, Enter to go on."""
    pressed = []
    for side in SIDES:
        pressed += str(totals[side])
        pressed += [seat.lower() for seat in side.seats for _ in range(loners[seat])]
        pressed += "+" if first is side else ""
        pressed.append("Tab" if side is Side.NS else "Enter")
    return pressed


@pytest.mark.parametrize("again", range(ROUNDS))
def test_a_round_of_25_tables_takes_at_most_six_keys_a_table_and_no_mouse(page, open_grid, again):
    open_grid(event := tables(25))
    told = list(lifelike(25, event.ruleset))
    pressed = [keys_for(*table) for table in told]
    for table in pressed:
        keys(page, " ".join(table))
    (doubted,) = [number for number, (totals, *_) in enumerate(told) if 0 in totals.values()]
    state(page, doubted + 1, "unlikely")
    keys(page, "q Enter")
    pressed[doubted] += ["q", "Enter"]
    expect(page.get_by_text("All 25 sheets are in.")).to_be_visible()
    assert max(map(len, pressed)) <= 6
    assert sum(map(len, pressed)) <= 25 * 4.6
    saved = {sheet.table.number: sheet for sheet in Sheet.objects.filter(counting=True)}
    assert Sheet.objects.count() == 25
    for number, (totals, loners, first) in enumerate(told, start=1):
        sheet = saved[number]
        assert (sheet.totals, sheet.loners) == (totals, loners)
        assert sheet.reached_first == (first or "")
    assert any(sum(loners.values()) for _, loners, _ in told), "the round holds lone marches"
    assert any(first for *_, first in told), "and a tie"
    expect(page.locator(".totals-sums")).to_contain_text(str(sum(sum(t.values()) for t, *_ in told)))


def test_m_goes_to_the_next_table_that_is_not_in(page, open_grid):
    open_grid(event := tables(5))
    for number in (2, 3):
        enter(table_of(event, 1, number))
    page.reload()
    expect(page.locator("#id_t1-ns")).to_be_focused()
    keys(page, "7 Tab 5 m")
    expect(page.locator("#id_t4-ns")).to_be_focused()
    state(page, 1, "saved")
    page.keyboard.press("m")
    expect(page.locator("#id_t5-ns")).to_be_focused()


def test_a_confirmed_table_gives_the_way_to_the_next_one(page, open_grid):
    open_grid(event := tables(3))
    keys(page, "8 Tab 0 Enter")
    state(page, 1, "unlikely")
    page.keyboard.press("q")
    expect(page.get_by_role("button", name="The score is right: save")).to_be_focused()
    page.keyboard.press("Enter")
    state(page, 1, "saved")
    expect(page.locator("#id_t2-ns")).to_be_focused()
    assert counting(event).ew == 0


def test_a_block_of_cells_fills_downwards_and_every_row_is_saved(page, open_grid):
    open_grid(event := tables(6))
    page.evaluate(PASTE, "7\t5\r\n9\t4\t1\r\n6\t8\r\n\t\r\n8\t6\r\n")
    expect(page.locator("[data-pasted-says]")).to_have_text("Pasted. Tables saved: 4.")
    assert [(sheet.ns, sheet.ew) for sheet in Sheet.objects.order_by("table__number")] == [
        (7, 5), (9, 4), (6, 8), (8, 6),
    ]  # fmt: skip
    assert counting(event, 2).lone_n == 1
    state(page, 4, "missing")


def test_a_slip_typed_or_pasted_as_it_stands_gives_each_march_to_its_player(page, open_grid):
    """The slip reads N S E W, the boxes were N E S W: South's lone march went to East, unnoticed."""
    open_grid(event := tables(2))
    slip = [
        word for word in printed("blank-slips", event).words()[0] if word.text in "NSEW" and word.left < 12
    ]
    seats = [word.text for word in sorted(slip, key=lambda word: word.top)][:4]
    marches = ["1" if seat == "S" else "" for seat in seats]
    for figure in ("8", "4", *marches):
        page.keyboard.type(figure)
        page.keyboard.press("Tab")
    page.locator("#id_t2-ns").focus()
    state(page, 1, "saved")
    page.evaluate(PASTE, "\t".join(("8", "4", *marches)))
    state(page, 2, "saved")
    for number in (1, 2):
        loners = counting(event, number).loners
        assert {seat.value: loners[seat] for seat in SEATS} == {"N": 0, "E": 0, "S": 1, "W": 0}
        south = row(page, number).locator(".cell-ns .sitter").nth(1).bounding_box()
        box = page.locator(f"#id_t{number}-lone_s").bounding_box()
        assert box["y"] <= south["y"] + south["height"] / 2 <= box["y"] + box["height"]
        assert 0 <= box["x"] - south["x"] - south["width"] < 40


def test_a_block_begins_where_the_focus_is(page, open_grid):
    open_grid(event := tables(3))
    page.locator("#id_t2-ns").fill("7")
    page.locator("#id_t2-ew").focus()
    page.evaluate(PASTE, "5")  # one cell is typing
    expect(page.locator("[data-pasted-says]")).to_be_hidden()
    page.evaluate(PASTE, "5\t1\n4")
    state(page, 2, "saved")
    assert (counting(event, 2).ew, counting(event, 2).lone_n) == (5, 1)
    state(page, 3, "refused")
    expect(row(page, 3)).to_contain_text("Type the points of North–South.")


def test_pasted_junk_is_marked_at_its_cell_and_nothing_is_lost(page, open_grid):
    open_grid(tables(4))
    page.evaluate(PASTE, "7\t5\nabc\t5\n-3\t99999\n60\t4\n8\t6\t\t\t\t\tsurplus\n1\t2")
    told = page.locator("[data-pasted-says]")
    expect(told).to_contain_text("Tables saved: 1. To look at: table 2, 3, 4.")
    expect(told).to_contain_text("Cells left out, beyond the last table or column: 5.")
    expect(row(page, 2)).to_contain_text("“abc” is not a whole number")
    expect(row(page, 3)).to_contain_text("A number here is 0 or more")
    expect(row(page, 3)).to_contain_text("99999 is too large")
    expect(row(page, 4)).to_contain_text("at most 32")
    expect(page.locator("#id_t2-ns")).to_have_value("abc")
    expect(page.locator("#id_t2-ns")).to_be_focused()
    assert Sheet.objects.count() == 1


def test_a_block_pasted_without_a_network_waits_and_is_found_once(page, open_grid, complaints):
    open_grid(tables(4))
    page.context.set_offline(True)
    page.evaluate(PASTE, "7\t5\n9\t4\n6\t8\n8\t6")
    for table in (1, 2, 3, 4):
        state(page, table, "waiting")
    page.context.set_offline(False)
    for table in (1, 2, 3, 4):
        state(page, table, "saved")
    assert Sheet.objects.count() == 4
    assert dict.fromkeys(SEATS, 0) == counting(Sheet.objects.first().table.round.event).loners
    complaints.clear()


def test_a_minus_is_typed_into_a_figure_and_a_plus_still_names_the_first(page, open_grid):
    """RULEBOOK 2, negative allowed: Tab, signs and Enter are all that a round of a bidding game takes."""
    open_grid(event := tables(2, rules=PRESETS["totals-only"].changed(least=-40, most=60)))
    keys(page, "- 1 2 Tab 3 1 Enter - 7 + Tab - 7 Enter")
    state(page, 1, "saved")
    state(page, 2, "saved")
    assert counting(event, 1).totals == {Side.NS: -12, Side.EW: 31}
    assert (counting(event, 2).totals, counting(event, 2).winner) == ({Side.NS: -7, Side.EW: -7}, "NS")


def test_plus_on_a_settled_tie_settles_it_for_that_side_and_never_unsettles_it(page, open_grid):
    """“+” on the side that was first already took the answer back."""
    open_grid(event := tables(2))
    held = "#t1 [name=t1-reached_first]"

    keys(page, "6 + Tab 6 Enter")
    state(page, 1, "saved")
    page.locator("#id_t1-ns").focus()
    for pressed, first in (("+", "NS"), ("Tab +", "EW"), ("+", "NS"), ("+ Escape", "NS")):
        keys(page, pressed)
        expect(page.locator(held)).to_have_value(first)
    page.locator("#id_t2-ns").focus()
    settle(page, 100)
    state(page, 1, "saved")
    assert (counting(event).reached_first, Sheet.objects.count()) == ("NS", 1)
