"""Keys typed ahead answer nothing: on the pad, on a phone, at the door, in rulings, with tally cards."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.helpers.factories import enter, make_event, make_players, make_published, make_user, table_of
from tests.helpers.patience import settle, until_there
from tests.helpers.table_entry import open_tables
from tests.helpers.tally_cards import sitter
from tests.helpers.totals_grid import keys
from tournament.models import CardLine, Player, Ruling, Sheet, Submission

pytestmark = pytest.mark.django_db(transaction=True)
LONERS = "na5" * 8  # 32 to 0: possible, and asked about


@pytest.fixture
def evening():
    return make_published(make_user("dora", name="Dora Director"), players=12, rounds=4)


@pytest.fixture
def desk(at, evening):
    """Open a page of the evening by its path."""
    return lambda path: at(evening, path)


def test_a_second_enter_on_the_pad_confirms_no_unlikely_round(desk):
    page = desk("rounds/1/tables/1/deals/")
    page.keyboard.type("n" + LONERS, delay=5)
    expect(page.get_by_role("button", name="Save the round")).to_be_focused()
    keys(page, "Enter")
    asked = page.get_by_role("alert")
    expect(asked).to_be_focused()
    keys(page, "Enter")
    expect(asked).to_be_visible()
    settle(page, 300)
    assert Sheet.objects.count() == 0
    keys(page, "Tab Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Table 1, round 1")
    assert Sheet.objects.get().ns == 32


def test_enter_in_the_pads_reason_does_not_say_that_its_deals_are_right(desk, evening):
    enter(table_of(evening), 7, 5)
    page = desk("rounds/1/tables/1/deals/")
    page.keyboard.type("nn3e4s3n5w3n1s4n3", delay=5)
    expect(page.get_by_role("button", name="Save the round")).to_be_focused()
    keys(page, "Enter")
    expect(page.get_by_role("alert")).to_be_focused()
    page.get_by_label("Reason").fill("8 6")
    with page.expect_navigation():  # the question stands on the page before, too
        page.get_by_label("Reason").press("Enter")
    expect(page.get_by_role("button", name="These deals are right")).to_be_visible()
    assert Sheet.objects.get(counting=True).ns == 7
    page.get_by_role("button", name="These deals are right").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Table 1, round 1")
    assert Sheet.objects.get(counting=True).ns == 6


def test_enter_on_a_phone_confirms_no_unlikely_score(page, sit_down, evening, complaints):
    sit_down(page, open_tables(evening))
    page.get_by_role("link", name="Enter the totals").click()
    page.get_by_label("North–South points").fill("8")
    page.get_by_label("East–West points").fill("0")
    page.get_by_label("East–West points").press("Enter")
    confirm = page.get_by_role("button", name="The score is right: send")
    expect(confirm).to_be_visible()
    page.get_by_label("East–West points").press("Enter")
    settle(page, 500)
    expect(confirm).to_be_visible()
    assert Submission.objects.count() == 0
    confirm.click()
    page.get_by_text("They have no phone").click()
    expect(page.get_by_text("East–West: is that right?")).to_be_visible()
    page.get_by_role("radio").first.check()
    page.get_by_role("radio").first.press("Enter")
    settle(page, 300)
    assert Submission.objects.get().state == "waiting"
    assert Sheet.objects.count() == 0
    assert complaints == []


def test_a_number_typed_at_the_door_after_one_that_was_refused_is_not_put_behind_it(at):
    event = make_event(make_user("olga", name="Olga Open"))
    make_players(event, 12, status="expected")
    Player.objects.filter(event=event, number=1).update(status="here")
    page = at(event, "check-in/")
    keys(page, "1 Enter")
    expect(page.locator("#who-answer .notice")).to_be_visible()
    keys(page, "2 Enter")
    expect(page.locator(".just-in-last")).to_be_visible()
    here = Player.objects.filter(event=event, status="here").values_list("number", flat=True)
    assert sorted(here) == [1, 2]


def test_enter_in_a_ruling_shows_its_effect_and_makes_nothing(desk):
    page = desk("rounds/1/tables/1/rulings/new/?code=renege&deal=1&offender=N&alone=-")
    points = page.locator("#id_points")
    expect(points).to_have_value("2")
    page.get_by_label("Reason").fill("It was the third time")
    points.fill("3")
    points.press("Enter")
    expect(page.get_by_role("button", name="Make this ruling")).to_be_visible()
    expect(points).to_have_value("3")
    settle(page, 300)
    assert Ruling.objects.count() == 0
    page.get_by_role("button", name="Make this ruling").click()
    expect(page.get_by_text("Ruling 1 is made.")).to_be_visible()
    assert Ruling.objects.get().award_points == 3


def test_the_next_cards_number_does_not_become_points_of_a_card_that_was_refused(desk, evening):
    evening.rounds.filter(number__lt=4).update(status="closed")
    evening.rounds.filter(number=4).update(status="open")
    page = desk(f"cards/{sitter(evening, 'N').number}/")
    expect(page.locator("[name=r1]")).to_be_focused()
    keys(page, "7 Tab 9 9 Enter")
    expect(page.locator("[data-told]")).to_contain_text("is not saved.")
    keys(page, "1 2 Enter")
    expect(page.locator(".card-number")).to_have_text("12")
    expect(page.locator("[name=r2]")).to_have_value("")
    page.get_by_role("button", name="Show the question").click()
    expect(page.get_by_role("alert")).to_be_focused()
    expect(page.locator("[name=r2]")).to_have_value("99")
    assert CardLine.objects.count() == 0


def test_a_card_number_typed_after_a_wrong_one_is_not_put_behind_it(desk):
    page = desk("cards/")
    expect(page.locator("[name=card]")).to_be_focused()
    keys(page, "9 9 Enter")
    expect(page.get_by_text("There is no card 99")).to_be_visible()
    page.wait_for_load_state()
    expect(page.locator("[name=card]")).to_be_focused()
    keys(page, "7 Enter")
    expect(page.locator(".card-number")).to_have_text("7")


def test_a_held_enter_presses_nothing_on_any_page(desk):
    page = desk("rounds/1/tables/1/deals/")
    page.keyboard.type("nn3e4s3n5w3n1s4n3", delay=5)
    expect(page.get_by_role("button", name="Save the round")).to_be_focused()
    page.locator("[name=d8-maker][value=N]").focus()
    page.keyboard.down("Enter")
    for _ in range(3):
        page.keyboard.down("Enter")  # the same key again while it is down: it repeats
    page.keyboard.up("Enter")
    settle(page, 500)
    assert Sheet.objects.count() == 0


@pytest.mark.smoke
def test_settings_that_are_not_saved_ask_before_they_are_left(page, live_server, sign_in):
    """First evening 10: they were lost without a word."""
    director = make_user("dora")
    event = make_published(director, players=8, rounds=2)
    sign_in(director)
    asked = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    address = live_server.url + reverse("events:settings", args=[event.slug])
    page.goto(address)
    page.get_by_role("link", name="Players", exact=True).first.click()
    page.wait_for_url("**/players/")
    assert asked == []  # nothing was changed
    page.goto(address)
    page.get_by_label("Venue").fill("Parish hall")
    page.get_by_role("link", name="Players", exact=True).first.click()
    until_there(page, asked)
    assert asked == ["beforeunload"]
    expect(page.get_by_label("Venue")).to_have_value("Parish hall")
    page.get_by_role("button", name="Save").first.click()
    expect(page.get_by_text("The settings are saved.")).to_be_visible()
    expect(page.get_by_label("Venue")).to_have_value("Parish hall")
    event.refresh_from_db()
    assert (event.venue, asked) == ("Parish hall", ["beforeunload"])
    for path, field in (("announcements/", "text"), ("cards/1/", "r1")):
        asked.clear()
        page.goto(f"{live_server.url}/events/{event.slug}/{path}")
        page.locator(f"[name={field}]").press_sequentially("9 is what I am told")
        page.get_by_role("link", name="Players", exact=True).first.click()
        until_there(page, asked)
        assert asked == ["beforeunload"]
        if field == "text":
            page.locator("[name=text]").fill("")
    asked.clear()
    page.get_by_role("link", name="Leave without saving").click()
    expect(page.get_by_role("heading", name="Tally cards")).to_be_visible()
    assert asked == []
