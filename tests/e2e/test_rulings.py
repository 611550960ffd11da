"""The ruling desk in a browser: each kind of choice once; the answer follows while the director chooses."""

import re

import pytest
from playwright.sync_api import expect

from scoring.catalogue import CATALOGUE
from scoring.ruleset import PRESETS
from tests.helpers.factories import enter, make_published, make_user, table_of
from tests.helpers.patience import until_there
from tournament.models import Ruling, Sheet

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def evening():
    return make_published(make_user("dora", name="Dora Director"), players=8, rounds=1)


@pytest.fixture
def desk(at, evening):
    page = at(evening)
    page.evening = page.url.rstrip("/")
    return page


def find(page, words):
    """From the desk by keyboard: table number, plain words, the first offence found."""
    page.goto(f"{page.evening}/rulings/new/")
    page.get_by_label("Table").fill("1")
    page.get_by_label("What happened?").fill(words)
    expect(page.get_by_role("heading", name="Found")).to_be_visible()  # until then all of them stand there
    page.locator("#offences a.offence").first.click()


def ask(page, deal, seat, **more):
    """Answer the questions as they come, each after the one before."""
    page.locator(f"input[name=offender][value={seat}]").check()
    more = more | {"alone": "-"} if page.locator("input[name=alone]").count() else more
    for name, value in more.items():
        page.locator(f"input[name={name}][value='{value}']").check()
    page.get_by_label("Deal", exact=True).select_option(str(deal))
    expect(page.get_by_role("button", name="Make this ruling")).to_be_visible()


def make(page):
    page.get_by_role("button", name="Make this ruling").click()
    expect(page).to_have_url(f"{page.evening}/rounds/1/tables/1/")


def last():
    return Ruling.objects.order_by("-number").first()


def test_every_kind_of_choice_once(desk):
    # it ends the deal
    find(desk, "did not follow suit")
    ask(desk, 1, "N")
    expect(desk.locator("#id_points")).to_have_value("2")
    expect(desk.locator("#id_fate")).to_have_value("PASS")
    make(desk)
    assert (last().award_side, last().award_points, last().fate) == ("EW", 2, "PASS")

    # the deal goes on: first a warning, then the penalty
    for deal, points, side in ((2, 0, ""), (3, 2, "NS")):
        find(desk, "spoke in the bidding")
        ask(desk, deal, "E")
        expect(desk.locator("#id_points")).to_have_value(str(points))
        make(desk)
        assert (last().award_side, last().fate, last().warning) == (side, "", points == 0)

    # the others choose: the bid is void and one of them plays alone
    find(desk, "bid out of turn")
    ask(desk, 4, "S", choice="void-and-alone")
    expect(desk.locator("#id_fate")).to_have_value("")
    make(desk)
    assert (last().choice, last().award_points) == ("void-and-alone", 0)

    # a lone hand costs more: the answer follows the question while it is asked
    find(desk, "led out of turn")
    ask(desk, 5, "W")
    expect(desk.locator("#id_points")).to_have_value("2")
    desk.locator("input[name=alone][value=N]").check()
    expect(desk.locator("#id_points")).to_have_value("4")
    make(desk)
    assert (last().award_side, last().award_points) == ("NS", 4)

    # not proven, and proven by the tricks
    prove(desk, "As 9s Kc Qs", "Ac 9c Kd Qc")
    desk.get_by_role("link", name="Rule: renege claimed but not proven").click()
    ask(desk, 6, "E", choice="-")
    make(desk)
    assert (last().code, last().award_side, last().fate) == ("renege-unproven", "NS", "")

    prove(desk, "As 9s Kc Qs", "Ac 9c Ks Qc")
    expect(desk.get_by_role("heading", name="Proven: South reneged")).to_be_visible()
    desk.get_by_role("link", name="Rule: renege by South").click()
    desk.get_by_label("Deal", exact=True).select_option("7")
    make(desk)
    assert (last().code, last().offender, last().award_side) == ("renege", "S", "EW")

    # a departure from the rule needs a reason, and what was typed stays
    find(desk, "did not follow suit")
    ask(desk, 8, "N")
    desk.locator("#id_points").fill("3")
    desk.get_by_role("button", name="Make this ruling").click()
    expect(desk.locator("#id_points")).to_have_value("3")
    expect(desk.get_by_text("departs from what the rule proposes")).to_be_visible()
    desk.get_by_label("Reason").fill("It was the third time")
    make(desk)
    assert (last().award_points, last().reason) == (3, "It was the third time")


def test_one_question_is_asked_at_a_time_and_only_those_that_decide(desk):
    """Whether the dealer had taken the card up is asked of the dealer only."""
    desk.goto(f"{desk.evening}/rounds/1/tables/1/rulings/new/?code=six-cards")
    fields = {name: desk.locator(f"#id_{name}_field") for name in ("dealer", "choice", "alone", "deal")}

    def asks(*names):
        for name, field in fields.items():
            expect(field).to_be_visible() if name in names else expect(field).to_be_hidden()

    asks()
    desk.locator("input[name=offender][value=N]").check()
    asks("dealer")
    desk.locator("input[name=dealer][value=N]").check()
    asks("dealer", "choice")
    desk.locator("input[name=choice][value=taken-up]").check()
    asks("dealer", "choice", "alone")
    desk.locator("input[name=alone][value='-']").check()
    asks("dealer", "choice", "alone", "deal")
    expect(desk.locator("#id_points")).to_have_value("2")
    desk.locator("input[name=choice][value=not-taken-up]").check()
    asks("dealer", "choice", "deal")
    expect(desk.locator("#id_fate")).to_have_value("VOID_PASS")
    desk.locator("input[name=dealer][value=E]").check()
    asks("dealer", "deal")
    expect(desk.locator("#id_fate")).to_have_value("VOID_PASS")


def test_after_the_totals_are_in_the_desk_asks_what_the_table_wrote_for_the_deal(desk, evening):
    """It is asked beside what it changes, and what is doubtful about the rest is told before it is made."""
    table = table_of(evening)
    enter(table, 12, 5, N=1)
    desk.goto(f"{desk.evening}/rounds/1/tables/1/rulings/new/?code=renege")
    desk.locator("input[name=offender][value=N]").check()
    desk.locator("input[name=alone][value=N]").check()
    written = desk.get_by_label("What did this table write for that deal?")
    expect(written).to_be_hidden()
    desk.get_by_label("no, change them").check()
    effect = desk.locator("#effect")
    expect(effect).to_contain_text("Say first what this table wrote for that deal.")
    written.select_option("nothing")
    expect(effect).to_contain_text("12 to 9 takes more lone marches than the 1 entered")
    written.select_option("NS-4-N")
    expect(effect.locator(".effect-side").first).to_contain_text("8")
    expect(effect).to_contain_text("Who won the round: North–South → East–West.")
    expect(effect.locator(".notice")).to_have_count(0)
    make(desk)
    sheet = Sheet.objects.counting_at(table)
    assert (sheet.ns, sheet.ew, sheet.lone_n, sheet.points_n, sheet.winner) == (8, 9, 0, 8, "EW")


def test_a_table_typed_before_the_scripts_have_come_is_found_all_the_same(desk):
    held = []
    desk.route("**/previews*.js", lambda route: held.append(route))  # a builtin it cannot mark as its own
    desk.goto(f"{desk.evening}/rulings/new/", wait_until="commit")
    expect(desk.get_by_label("Table")).to_be_focused()
    desk.keyboard.press("2")
    expect(desk.get_by_label("Table")).to_have_value("2")
    until_there(desk, held)
    assert held, "the page has to ask for the script"
    for request in held:
        request.continue_()
    expect(desk.locator("#offences a.offence").first).to_have_text("Renege: did not follow suit")
    desk.keyboard.press("1")
    expect(desk.get_by_label("Table")).to_have_value("21")


def prove(page, *tricks):
    page.goto(f"{page.evening}/rounds/1/tables/1/rulings/prove/")
    page.locator("input[name=trump][value=h]").check()
    page.locator("input[name=leader][value=N]").check()
    for number, cards in enumerate(tricks, start=1):
        page.get_by_label(f"Trick {number}").fill(cards)
    page.get_by_role("button", name="Examine the tricks").click()


def test_cards_can_be_tapped_instead_of_typed(desk, evening):
    desk.goto(f"{desk.evening}/rounds/1/tables/1/rulings/prove/")
    for card in ("As", "9s", "Kc", "Qs", "Ac"):
        desk.locator(f"[data-card='{card}']").click()
    expect(desk.get_by_label("Trick 1")).to_have_value("As 9s Kc Qs")
    expect(desk.get_by_label("Trick 2")).to_have_value("Ac")
    expect(desk.locator("[data-card='As']")).to_be_disabled()
    desk.get_by_role("button", name="The last card cannot win").click()
    expect(desk.get_by_label("Trick 2")).to_have_value("Ac*")
    expect(desk.locator("[data-card='Ac']")).to_be_disabled()
    desk.get_by_role("button", name="Take the last card back").click()
    expect(desk.get_by_label("Trick 2")).to_have_value("")
    expect(desk.locator("[data-card='Ac']")).to_be_enabled()

    # Cards not played and the Benny, too.
    evening.rules = PRESETS["british"].changed(defend_alone=True).to_dict()
    evening.save()
    desk.goto(f"{desk.evening}/rounds/1/tables/1/rulings/prove/")
    for name, value in (("trump", "h"), ("leader", "E"), ("alone", "S"), ("lone_defender", "E")):
        desk.locator(f"input[name={name}][value='{value}']").check()
    for card in ("Ah", "9c", "Ac"):
        desk.locator(f"[data-card='{card}']").click()
    expect(desk.get_by_label("Trick 1")).to_have_value("Ah 9c")
    expect(desk.get_by_label("Trick 2")).to_have_value("Ac")
    desk.get_by_text("The deal was stopped: cards not played").click()
    desk.locator("[name=unplayed_S]").focus()
    desk.locator("[data-card=joker]").click()
    expect(desk.locator("[name=unplayed_S]")).to_have_value("joker")
    expect(desk.locator("[data-card=joker]")).to_be_disabled()
    desk.get_by_role("button", name="Examine the tricks").click()
    expect(desk.locator(".verdict-proven")).to_contain_text("still held the Benny when the deal was stopped")


SECONDS = 15


@pytest.mark.smoke
def test_from_renege_at_table_2_to_its_effect_by_keyboard_within_15_seconds(desk):
    """The keys that a director presses, each at a leisurely three a second."""
    desk.goto(f"{desk.evening}/rounds/1/")
    desk.keyboard.press("r")
    expect(desk.get_by_label("Table")).to_be_focused()
    desk.goto(f"{desk.evening}/")
    keys = 0

    def press(*names):
        nonlocal keys
        for name in names:
            desk.keyboard.press(name)
            keys += 1

    press("r")
    expect(desk.get_by_label("Table")).to_be_focused()
    press("2")
    expect(desk.locator("#offences a.offence").first).to_have_attribute("href", re.compile("/tables/2/"))
    press("Tab", "Tab", "Tab")
    expect(desk.locator("#offences a.offence").first).to_be_focused()
    press("Enter")
    expect(desk.get_by_role("heading", name="Renege: did not follow suit")).to_be_visible()
    expect(desk.locator("input[name=offender][value=N]")).to_be_focused()
    press("ArrowDown")  # South
    expect(desk.locator("input[name=offender][value=S]")).to_be_checked()
    press("Tab", "Space")  # nobody played alone
    expect(desk.get_by_role("heading", name="What it changes")).to_be_visible()
    expect(desk.locator("#id_points")).to_have_value("2")
    assert keys / 3 <= SECONDS
    assert keys == 9


def test_four_taps_on_a_phone_from_the_desk_to_the_effect(evening, browser, live_server, sign_in):
    with_touch = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    sign_in(evening.memberships.get().user, with_touch)
    page = with_touch.new_page()
    page.goto(f"{live_server.url}/events/{evening.slug}/rulings/new/")
    taps = [
        page.locator("a.table-key", has_text="2"),
        page.locator("#offences a.offence").first,
        page.locator("label:has(input[name=offender][value=W])"),
        page.locator("label:has(input[name=alone][value='-'])"),
    ]
    for target in taps:
        expect(target).to_be_visible()
        assert target.bounding_box()["height"] >= 44
        target.tap()
    expect(page.get_by_role("heading", name="What it changes")).to_be_visible()
    expect(page.locator("#id_points")).to_have_value("2")
    with_touch.close()


def test_no_ruling_scrolls_sideways_on_the_narrowest_phone(desk):
    desk.set_viewport_size({"width": 320, "height": 640})
    wide = []
    for code in CATALOGUE:
        desk.goto(f"{desk.evening}/rounds/1/tables/1/rulings/new/?code={code}")
        if desk.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"):
            wide.append(code)
    assert wide == []
