"""A round with three phones and the desk: reported, accepted on another phone, disputed, settled."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.helpers.factories import enter, make_published, make_user, table_of
from tests.helpers.patience import settle, until_there
from tests.helpers.sound import CONTRAST, assert_sound, axe, too_wide
from tests.helpers.table_entry import open_tables, report, url
from tournament.models import Sheet, Submission

pytestmark = pytest.mark.django_db(transaction=True)
ASKED = 11_000  # milliseconds after which a page has asked for what is new
PHONE = {"width": 360, "height": 800}


@pytest.fixture
def evening():
    return open_tables(make_published(make_user("dora", name="Dora Director"), players=8, rounds=1))


@pytest.fixture
def phone(browser, sit_down, complaints):
    """A phone of its own at a table: `phone(event, seat, table)`; it has given the PIN and said who it is."""
    opened = []

    def _phone(event, seat, number=1):
        context = browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce")
        opened.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.clock.install()
        return sit_down(page, event, seat, number)

    yield _phone
    for context in opened:
        context.close()
    assert complaints == []


def tell(page, ns, ew):
    page.get_by_label("North–South points").fill(str(ns))
    page.get_by_label("East–West points").fill(str(ew))
    page.get_by_role("button", name="Report this score").click()


def test_one_side_enters_the_other_accepts_and_a_dispute_is_settled_at_the_desk(
    page, live_server, evening, phone, sign_in
):
    north, east, other = phone(evening, "N"), phone(evening, "E"), phone(evening, "N", 2)
    expect(east.get_by_text("Enter the score of this round")).to_be_visible()

    north.get_by_role("link", name="Enter the totals").click()
    tell(north, 7, 5)
    expect(north.get_by_text("They have no phone")).to_be_visible()
    east.clock.run_for(ASKED)
    expect(east.get_by_text("North–South say:")).to_be_visible()  # by itself
    assert Sheet.objects.count() == 0
    east.get_by_role("button", name="Yes, that is right").click()
    expect(east.get_by_text("The score is in")).to_be_visible()
    north.clock.run_for(ASKED)
    expect(north.get_by_text("The score is in")).to_be_visible()

    sign_in(evening.memberships.get().user)
    page.clock.install()
    page.goto(f"{live_server.url}{reverse('rounds:desk', args=[evening.slug, 1])}")
    other.get_by_role("link", name="Enter the totals").click()
    tell(other, 8, 4)
    expect(other.get_by_text("They have no phone")).to_be_visible()
    west = table_of(evening, 1, 2).seatings.get(seat="W").player.name
    other.get_by_text("They have no phone").click()
    other.locator(".handed").get_by_text(west, exact=True).click()  # the phone is handed across
    other.get_by_role("button", name="No, that is wrong").click()
    expect(other.get_by_text("One side says that this score is wrong.")).to_be_visible()

    asked = page.locator(".asked-item")
    page.clock.run_for(ASKED)
    expect(asked).to_contain_text("disputed")
    expect(asked).to_contain_text("8–4")
    asked.get_by_role("button", name="Accept 8–4").click()
    expect(page.get_by_role("heading", name="Close round 1")).to_be_visible()
    assert sorted(Sheet.objects.values_list("ns", "ew")) == [(7, 5), (8, 4)]
    assert Submission.objects.filter(state__in=Submission.LIVE).count() == 0


def test_a_button_that_is_being_pressed_when_something_new_comes_is_still_pressed(
    page, live_server, evening, sign_in
):
    report(table_of(evening, 1, 2), 8, 4, seat="N")
    report(table_of(evening, 1, 2), 7, 5, seat="E")
    sign_in(evening.memberships.get().user)
    page.clock.install()
    page.goto(f"{live_server.url}{reverse('rounds:desk', args=[evening.slug, 1])}")
    page.locator(".asked-item").get_by_role("button", name="Accept 8–4").hover()
    page.mouse.down()
    with page.expect_response(lambda answer: answer.url.endswith("/reports/live/") and answer.status == 200):
        enter(table_of(evening, 1, 1), 7, 5)
        page.clock.run_for(ASKED)
    settle(page, 200)
    page.mouse.up()
    expect(page.get_by_role("heading", name="Close round 1")).to_be_visible()


@pytest.mark.smoke
def test_a_report_typed_without_a_network_waits_on_its_phone_and_is_made_once(evening, phone):
    north = phone(evening, "N")
    north.get_by_role("link", name="Enter the totals").click()
    north.context.set_offline(True)
    tell(north, 7, 5)
    expect(north.locator("[data-waiting]")).to_contain_text("Round 1, table 1")
    expect(north.locator("[data-waiting]")).to_contain_text("waiting to be sent")
    assert Submission.objects.count() == 0
    north.context.set_offline(False)
    expect(north.get_by_text("They have no phone")).to_be_visible()
    assert (Submission.objects.get().ns, Submission.objects.get().ew) == (7, 5)


def test_who_types_before_the_page_is_ready_types_on(evening, phone):
    """On a slow phone the buttons came while a figure was typed, and took the field away from under it."""
    north = phone(evening, "N")
    held = []
    north.route("**/steppers*.js", lambda route: held.append(route))
    north.get_by_role("link", name="Enter the totals").click(no_wait_after=True)
    points = north.get_by_label("North–South points")
    points.press("1")
    until_there(north, held)
    held.pop().continue_()
    expect(north.get_by_role("button", name="One more").first).to_be_visible()
    expect(points).to_be_focused()
    north.keyboard.press("2")
    expect(points).to_have_value("12")


def test_thumbs_count_up_and_down_and_keys_type_as_before(evening, phone):
    """Players' wish 9: steppers for totals on a phone."""
    north = phone(evening, "N")
    north.get_by_role("link", name="Enter the totals").click()
    ns, ew = north.get_by_label("North–South points", exact=True), north.locator("#id_t1-ew")
    side = north.locator(".table-side.is-mine")
    more, less = side.get_by_label("One more"), side.get_by_label("One less")
    expect(more).to_have_accessible_description("North–South points")
    for button in (more, less):
        box = button.bounding_box()
        assert min(box["width"], box["height"]) >= 44
    assert ns.bounding_box()["width"] >= 100  # two digits have room between the buttons
    less.tap()
    expect(ns).to_have_value("0")  # no number below
    for _ in range(3):
        more.tap()
    less.tap()
    expect(ns).to_have_value("2")
    ns.fill("7")
    more.tap()
    expect(ns).to_have_value("8")
    ns.focus()
    north.keyboard.press("Tab")  # the buttons stand in no one's way
    expect(ew).to_be_focused()
    north.keyboard.type("5")
    expect(north.locator(".table-side.is-mine")).to_contain_text("(you)")
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert north.evaluate(wide) <= 0
    north.get_by_role("button", name="Report this score").click()
    expect(north.get_by_text("They have no phone")).to_be_visible()
    assert (Submission.objects.get().ns, Submission.objects.get().ew) == (8, 5)


def test_a_phone_tells_the_round_deal_by_deal_with_thumbs_also_before_the_script_has_come(evening, phone):
    north, held = phone(evening, "N"), []
    north.route("**/previews*.js", lambda route: held.append(route))
    north.get_by_role("link", name="Enter deal by deal").click()
    expect(north.locator(".pad-first input:checked")).to_have_count(0)
    north.locator(".pad-first .segment", has_text="W").tap()
    until_there(north, held)
    held[0].continue_()
    expect(north.locator("[data-deal=d1] .deal-dealer")).to_contain_text("W")
    for deal, maker, tricks in ((n, "NESW"[n % 4], 3) for n in range(1, 9)):
        row = north.locator(f"[data-deal=d{deal}]")
        row.locator(".deal-maker .segment", has_text=maker).tap()
        row.locator(".deal-tricks .segment").nth(tricks).tap()
        expect(row.locator(".deal-gain.is-some")).to_be_visible()
    north.get_by_role("button", name="Report this round").tap()
    expect(north.get_by_text("They have no phone")).to_be_visible()
    assert (Submission.objects.get().ns, Submission.objects.get().ew) == (4, 4)
    assert Submission.objects.get().first_dealer == "W"


def test_a_running_score_that_comes_under_a_finger_waits_for_the_click(evening, phone):
    """A finger's click comes after the finger has left: what was replaced in between lost the tap. And an
    answer that was there before the tap's afterglow had gone waited for a release that had been.
    """
    north = phone(evening, "N")
    north.get_by_role("link", name="Enter deal by deal").click()
    north.locator(".pad-first .segment", has_text="W").tap()
    row, held = north.locator("[data-deal=d1]"), []
    expect(row.locator(".deal-dealer")).to_contain_text("W")
    north.route("**/preview/", lambda route: held.append(route) if not held else route.continue_())
    row.locator(".deal-maker .segment", has_text="E").tap()
    until_there(north, held)
    tricks = row.locator(".deal-tricks .segment").nth(3).element_handle()
    tricks.dispatch_event("pointerdown", {"bubbles": True})
    with north.expect_response("**/preview/"):
        held[0].continue_()
    tricks.dispatch_event("pointerup", {"bubbles": True})
    settle(north, 50)
    tricks.evaluate("segment => segment.click()")
    expect(row.locator(".deal-gain.is-some")).to_be_visible()


def test_axe_finds_nothing_and_every_target_is_for_thumbs(page, live_server, evening, sign_in, phone):
    north = phone(evening, "N")
    sound(north)
    for way in ("enter_totals", "enter_deals"):
        north.goto(live_server.url + url(evening, way))
        expect(north.locator("h1")).to_be_visible()
        is_for_thumbs(north)  # the walk of every page asks axe about these
    report(table_of(evening), 7, 5)
    north.goto(live_server.url + url(evening))
    sound(north)
    report(table_of(evening), 5, 7, "E")
    north.goto(live_server.url + url(evening))
    sound(north)
    stranger = north.context.browser.new_page(viewport=PHONE)
    for path in (url(evening, number=2), "/t/nothing/"):
        stranger.goto(live_server.url + path)
        sound(stranger)
    sign_in(evening.memberships.get().user)
    for name, *more in (("rounds:desk", 1), ("events:overview",)):  # with two reports that differ
        page.goto(live_server.url + reverse(name, args=[evening.slug, *more]))
        assert_sound(page)


def sound(page):
    assert axe(page) == [], page.url
    page.emulate_media(color_scheme="dark")
    assert axe(page, options=CONTRAST) == [], page.url
    page.emulate_media(color_scheme="light")
    is_for_thumbs(page)


def is_for_thumbs(page):
    assert too_wide(page) <= 0, page.url
    for target in page.locator(
        "main :is(button, .button, .segment, input:not([type=hidden], [type=radio]))"
    ).all():
        if target.is_visible():
            box = target.bounding_box()
            assert box["height"] >= 44, target.inner_html()
