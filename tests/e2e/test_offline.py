"""Lost networks: what was typed waits in the browser, says so, and is found once afterwards."""

import re
import threading
import time

import pytest
from django.contrib.sessions.models import Session
from playwright.sync_api import expect

from tests.helpers.factories import NOW, enter, make_published, make_user, table_of
from tests.helpers.patience import until, until_there
from tests.helpers.totals_grid import counting, hold_answer, keys, let_answer, row, state
from tournament.models import Event, Membership, Sheet
from tournament.services.notes import send_note
from tournament.web import totals_row

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def evening():
    return make_published(make_user("dora", name="Dora Director"), players=12, rounds=1)


def stored(page):
    return page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('euchre.waiting'))")


def cut_off(page):
    """No network, and the row typed into it says that it waits."""
    page.context.set_offline(True)
    keys(page, "7 Tab 5 Enter")
    state(page, 1, "waiting")
    expect(row(page)).to_contain_text("Waiting to be sent: the server can’t be reached")
    assert Sheet.objects.count() == 0
    assert len(stored(page)) == 1


@pytest.mark.smoke
def test_a_row_typed_without_a_network_goes_out_by_itself_and_counts_once(grid, evening):
    cut_off(grid)
    kept = grid.evaluate(f"localStorage.getItem({stored(grid)[0]!r})")
    assert [secret for secret in ("csrf", "sessionid", "Ann Archer") if secret in kept] == []
    grid.context.set_offline(False)
    state(grid, 1, "saved")
    assert (Sheet.objects.count(), counting(evening).ns) == (1, 7)
    assert stored(grid) == []


def test_a_page_made_just_before_the_save_shows_it_all_the_same(grid, evening, monkeypatch):
    """Loaded again while a row is on its way: its answer reaches the page that is being left."""
    page_is_made, is_saved = threading.Event(), threading.Event()
    save = totals_row.save_row

    def save_once_the_page_is_made(*facts, **more):
        page_is_made.wait(20)
        row = save(*facts, **more)
        is_saved.set()
        return row

    def load_after_the_save(route):
        made = route.fetch()
        page_is_made.set()
        is_saved.wait(20)
        time.sleep(0.5)  # the old page hears that it is saved
        route.fulfill(response=made)

    monkeypatch.setattr(totals_row, "save_row", save_once_the_page_is_made)
    grid.route("**/rounds/1/totals/", load_after_the_save, times=1)
    keys(grid, "7 Tab 5 Enter")
    grid.reload()
    state(grid, 1, "saved")
    expect(grid.locator("#id_t1-ns")).to_have_value("7")
    assert Sheet.objects.count() == 1
    assert stored(grid) == []


def test_a_row_saved_while_its_page_is_left_is_not_told_as_waiting_on_another_page(grid, evening):
    grid.evaluate("window.dispatchEvent(new Event('beforeunload'))")
    keys(grid, "7 Tab 5 Enter")
    state(grid, 1, "saved")
    assert len(stored(grid)) == 1
    grid.get_by_role("link", name="Standings").first.click()
    grid.wait_for_url("**/standings/")
    grid.wait_for_function("!Object.keys(localStorage).some(key => key.startsWith('euchre.waiting'))")
    expect(grid.locator("[data-waiting]")).to_be_hidden()
    assert Sheet.objects.count() == 1


def test_it_survives_a_closed_tab_and_goes_out_from_any_page_of_the_event(grid, evening, live_server):
    cut_off(grid)
    context = grid.context
    grid.close()
    context.set_offline(False)
    again = context.new_page()
    again.goto(f"{live_server.url}/events/{evening.slug}/standings/")
    until(again, lambda: not stored(again))
    expect(again.locator("[data-waiting]")).to_be_hidden()
    assert (Sheet.objects.count(), counting(evening).ns) == (1, 7)


def test_an_answer_that_got_lost_is_no_second_score(grid, evening):
    hold_answer(grid)
    keys(grid, "7 Tab 5 Enter")
    let_answer(grid, "getLost")
    state(grid, 1, "waiting")
    assert Sheet.objects.count() == 1
    state(grid, 1, "saved")
    assert Sheet.objects.count() == 1


def test_what_somebody_else_saved_meanwhile_ends_in_a_choice(grid, evening):
    cut_off(grid)
    enter(table_of(evening), 8, 4, by=make_user("sam", name="Sam Scorer"))
    grid.context.set_offline(False)
    state(grid, 1, "conflict")
    expect(row(grid)).to_contain_text("Sam Scorer")
    expect(row(grid).locator(".version-figures")).to_have_text(["8–4", "7–5"])
    assert counting(evening).ns == 8
    grid.reload()
    state(grid, 1, "conflict")
    row(grid).get_by_role("button", name="Keep theirs").click()
    state(grid, 1, "saved")
    assert (Sheet.objects.count(), stored(grid)) == (1, [])


def test_escape_takes_back_what_waits_and_nothing_that_is_on_its_way_again(grid, evening):
    """It said “Undone”, and the answer saved it all the same, beside empty figures."""
    cut_off(grid)
    grid.locator("#id_t1-ns").press("Escape")
    expect(row(grid)).to_contain_text("Undone")
    assert stored(grid) == []
    grid.locator("#id_t1-ns").focus()
    cut_off(grid)
    held = []
    grid.route("**/totals/1/", lambda route: held.append(route))
    grid.context.set_offline(False)
    until_there(grid, held)
    grid.locator("#id_t1-ns").press("Escape")
    held[0].continue_()
    state(grid, 1, "saved")
    expect(grid.locator("#id_t1-ns")).to_have_value("7")
    expect(grid.locator("#id_t1-ew")).to_have_value("5")
    assert counting(evening).ns == 7


def test_an_expired_session_asks_to_sign_in_and_then_sends(grid, evening):
    Session.objects.all().delete()
    keys(grid, "7 Tab 5 Enter")
    state(grid, 1, "waiting")
    expect(row(grid)).to_contain_text("you’re signed out")
    grid.locator("[data-waiting]").get_by_role("link", name="Sign in").click()
    grid.get_by_label("Username").fill("dora")
    grid.locator("input[type=password]").fill("dora-secret-1")
    grid.locator("main button[type=submit]").click()
    state(grid, 1, "saved")
    assert (Sheet.objects.count(), counting(evening).entered_by.username) == (1, "dora")


def test_nothing_goes_out_under_another_name_unless_its_bearer_says_so(grid, evening, sign_in):
    cut_off(grid)
    sam = make_user("sam", name="Sam Scorer")
    Membership.objects.create(event=evening, user=sam, role="scorer")
    sign_in(sam)
    grid.context.set_offline(False)
    expect(row(grid)).to_contain_text("you’re signed out")
    assert Sheet.objects.count() == 0
    grid.goto(grid.url.replace("/totals/", "/"))
    banner = grid.locator("[data-waiting]")
    expect(banner).to_contain_text("typed by another person")
    assert Sheet.objects.count() == 0
    banner.get_by_role("button", name="Send it under my name").click()
    expect(banner).to_be_hidden()
    assert counting(evening).entered_by == sam


@pytest.mark.parametrize("meanwhile", [False, True])
def test_a_round_of_deals_waits_too_and_is_saved_once_or_shown_beside_another_entry(at, evening, meanwhile):
    page = at(evening, "rounds/1/tables/1/deals/")
    page.keyboard.type("nn3e4s3n5w3n1s4n3", delay=5)
    expect(page.locator(".running-total").first).to_have_text("6")
    page.context.set_offline(True)
    page.get_by_role("button", name="Save the round").click()
    expect(page.locator("[data-waiting]")).to_contain_text("Round 1, table 1, deal by deal")
    expect(page.locator("[data-waiting]")).to_contain_text("waiting to be sent")
    if meanwhile:
        enter(table_of(evening), 7, 5, by=make_user("sam", name="Sam Scorer"))
    page.context.set_offline(False)
    if meanwhile:
        expect(page.get_by_role("alert")).to_contain_text("Sam Scorer")
        expect(page.locator(".version-figures")).to_have_text(["7–5", "6–4"])
    else:
        expect(page.get_by_role("heading", level=1)).to_have_text("Table 1, round 1")
    assert (counting(evening).ns, counting(evening).entry) == ((7, "totals") if meanwhile else (6, "deals"))


def test_what_waited_while_a_backup_was_restored_is_sent_only_when_somebody_says_so(grid, evening):
    cut_off(grid)
    Event.objects.update(uid="restored-since")
    grid.context.set_offline(False)
    grid.reload()
    waiting = grid.locator("[data-waiting]")
    expect(waiting).to_contain_text("not sent: a backup was restored since")
    expect(grid.locator("#id_t1-ns")).to_have_value("")
    assert Sheet.objects.count() == 0
    waiting.get_by_role("button", name="It’s right: send it").click()
    state(grid, 1, "saved")
    assert (Sheet.objects.count(), counting(evening).ns) == (1, 7)
    assert stored(grid) == []


def test_a_page_open_since_before_a_restore_saves_nothing(grid):
    Event.objects.update(uid="restored-since")
    keys(grid, "7 Tab 5 Enter")
    expect(row(grid)).to_contain_text("Not saved: a backup was restored")
    assert Sheet.objects.count() == 0


def test_what_another_event_asks_is_one_line_with_its_name_and_none_once_that_is_finished(
    grid, evening, live_server
):
    """It stood on every page of tonight's event, as if it were tonight's."""
    tonight = make_published(evening.memberships.get().user, players=8, rounds=1, name="Tonight’s Game")
    Event.objects.filter(pk=evening.pk).update(name="Undo Lab")
    grid.reload()
    keys(grid, "8 Tab 0 Enter")
    state(grid, 1, "unlikely")
    overview = live_server.url + tonight.get_absolute_url()
    waiting = grid.locator("[data-waiting]")
    address = grid.url
    grid.goto(overview)
    expect(waiting).to_contain_text("Not saved yet in this browser: from “Undo Lab”")
    expect(waiting).not_to_contain_text("table 1")
    expect(grid.get_by_role("heading", name="Needs your attention")).to_be_hidden()
    waiting.get_by_role("link").click()
    expect(grid).to_have_url(re.compile("/rounds/1/totals/"))
    Event.objects.filter(pk=evening.pk).update(status="finished")
    grid.goto(address)  # the row goes out again, and is refused
    expect(row(grid)).to_contain_text("The event is finished")
    grid.goto(live_server.url + evening.get_absolute_url())
    expect(waiting).to_contain_text("not saved: the event is finished")
    grid.goto(overview)
    expect(waiting).to_be_hidden()


# Where, what is typed into which field, and the button that sends it.
FORMS = {
    "announcements": ("/events/{slug}/announcements/", {"text": "Supper at nine in the kitchen"}, "Show it"),
    "settings": ("/events/{slug}/settings/", {"venue": "Parish hall"}, "Save"),
    "check-in": ("/events/{slug}/check-in/", {"who": "Gwen"}, "Here"),
    "money": ("/events/{slug}/money/settings/", {"price": "7.50"}, "Save"),
    "note": ("/events/{slug}/notes/{note}/", {"answer": "It is right now"}, ""),
    "new event": (
        "/events/new/",
        {"name": "Second night", "players": "Zoe Zimmer\nBo Birch"},
        "Create event",
    ),
}


def test_what_was_sent_by_somebody_signed_out_is_in_its_fields_again(page, live_server, sign_in, evening):
    """Announcements, settings, a pasted list: signing in again led to empty fields."""
    dora = evening.memberships.get().user
    note = send_note(evening.players.first(), "My score is wrong", at=NOW)
    sign_in(dora)
    for where, (path, typed, button) in FORMS.items():
        address = live_server.url + path.format(slug=evening.slug, note=note.number)
        page.goto(address)
        form = page.locator("main form").filter(has=page.locator(f"[name={next(iter(typed))}]"))
        for name, words in typed.items():
            form.locator(f"[name={name}]").fill(words)
        if where == "settings":
            sign_out_in_another_tab(page, live_server)
        else:
            Session.objects.all().delete()
        (form.get_by_role("button", name=button) if button else form.locator("[type=submit]")).first.click()
        expect(page.get_by_text("You were signed out: what you sent is not saved.")).to_be_visible()
        page.get_by_label("Username").fill("dora")
        page.get_by_label("Password").fill("dora-secret-1")
        page.get_by_role("button", name="Sign in").click()
        expect(page).to_have_url(address)
        expect(page.get_by_text("This is not saved yet: you were signed out meanwhile.")).to_be_visible()
        for name, words in typed.items():
            expect(page.locator(f"[name={name}]").first).to_have_value(words)
    assert Event.objects.get().venue == ""
    page.context.clear_cookies(name="csrftoken")  # as after signing in again in another tab
    page.get_by_role("button", name="Create event").first.click()
    page.get_by_role("link", name="Back to what you typed").click()
    expect(page.locator("[name=players]")).to_have_value("Zoe Zimmer\nBo Birch")
    page.get_by_role("button", name="Create event").first.click()
    expect(page.get_by_text("You were signed out")).to_have_count(0)
    until(page, lambda: Event.objects.filter(name="Second night").exists())
    assert Event.objects.filter(name="Second night").exists()
    page.wait_for_url("**/events/second-night/**")

    def kept():
        return page.evaluate("JSON.stringify({...sessionStorage, ...localStorage})")

    until(page, lambda: "Zoe" not in kept())
    assert "Zoe" not in kept()
    assert "secret" not in kept()


def sign_out_in_another_tab(page, live_server):
    other = page.context.new_page()
    other.goto(live_server.url)
    other.locator(".account summary, .account button").first.click()
    other.get_by_role("button", name="Sign out").click()
    other.wait_for_load_state()
    other.close()
