"""Hand over, from nothing: an evening on one laptop, its backup on a stick, and next week's event made from
it on another laptop by somebody else."""

import re

import pytest
from playwright.sync_api import expect

from tests.helpers.served import call, served
from tests.helpers.sound import assert_sound
from tests.helpers.totals_grid import type_totals

pytestmark = pytest.mark.timeout(1200)
PEOPLE = "\n".join(f"Player {letter}" for letter in "ABCDEFGH")


def begin(page, site, port):
    """What the terminal's link leads to: signed in, with a password."""
    link = re.search(r"/start/[\w-]+/", site.text)[0]
    page.goto(f"http://127.0.0.1:{port}{link}")
    page.get_by_role("button", name="Keep the password I have").click()


@pytest.mark.slow
def test_somebody_else_runs_next_week_from_the_page_and_the_stick(page, complaints, tmp_path):
    first, second, stick = tmp_path / "first", tmp_path / "second", tmp_path / "stick.zip"
    with served(first, "--no-demo") as (site, port):
        begin(page, site, port)
        page.get_by_role("link", name="New event").first.click()
        page.locator("#id_name").fill("Friday Euchre")
        page.locator("#id_players").fill(PEOPLE)
        page.locator("#id_round_count").fill("1")
        page.get_by_role("button", name="Seat them", exact=True).click()
        page.get_by_role("button", name="Print and start round 1").click()
        page.get_by_role("link", name="Enter round 1").click()
        type_totals(page, 1)
        page.get_by_role("button", name="Close and finish").click()
        page.get_by_role("button", name="Finish the event").click()
        page.get_by_role("link", name="Settings").first.click()
        page.locator("#id_on_hand_over").check()
        page.get_by_role("button", name="Save the settings").click()
        page.get_by_role("link", name="Hand over").click()
        expect(page.get_by_role("heading", name="What this club does")).to_be_visible()
        assert_sound(page)
        told = page.locator("main").inner_text()
        page.get_by_role("link", name="Make a newer backup").click()
        page.get_by_role("button", name="Make one now").click()
        expect(page.locator("#messages")).to_contain_text("made.")
        page.goto(f"http://127.0.0.1:{port}/events/")
        page.get_by_role("link", name="Friday Euchre").first.click()
        page.get_by_role("link", name="Settings").first.click()
        page.get_by_role("link", name="Hand over").click()
        with page.expect_download() as download:
            page.get_by_role("link", name="Download the backup").click()
        download.value.save_as(stick)
    assert "takeover" in told
    assert str(first) in told

    done = call(second, "takeover", stick, "--no-serve")
    assert done.returncode == 0, done.stderr
    page.context.clear_cookies()
    with served(second, "--no-demo") as (site, port):
        begin(page, site, port)
        page.goto(f"http://127.0.0.1:{port}/backups/")
        page.get_by_role("link", name="Bring a backup here").click()
        page.locator("#id_file").set_input_files(stick)
        page.get_by_role("button", name="Look at it").click()
        expect(page.locator("main")).to_contain_text("Restore it?")
        page.get_by_role("button", name="Restore").click()
        expect(page.locator("#messages")).to_contain_text("The site is as it was")
        expect(page.locator("main")).to_contain_text("Brought from another laptop")
        page.goto(f"http://127.0.0.1:{port}/events/")
        page.get_by_role("link", name="Friday Euchre").first.click()
        page.get_by_role("link", name="Same again").click()
        page.locator("#id_name").fill("Friday Euchre, next week")
        page.locator("main form button[type=submit]").first.click()
        expect(page.get_by_text("You are its director.")).to_be_visible()
        page.get_by_role("link", name="Settings").first.click()
        page.get_by_role("link", name="Hand over").click()  # the set of features came along
        expect(page.locator("main")).to_contain_text(str(second))
    assert complaints == []
