"""The page Print: what is chosen is what the buttons send, with and without script."""

import io
import threading
from urllib.parse import parse_qs, urlsplit

import pypdf
import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.helpers.factories import NOW
from tests.helpers.paper_events import make_evening
from tests.helpers.patience import paper_at
from tournament.models import CardPrint
from tournament.printing import jobs
from tournament.reports.cards import to_print
from tournament.services.cards import note_printed
from tournament.services.groups import change_groups

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.needs("pango"), pytest.mark.slow]
LETTER, A4 = 612, 595


@pytest.fixture
def event(settings, tmp_path):
    """Eight players of two colours, a round still to come, cards printed before a name was changed."""
    settings.DATA_DIR = tmp_path
    names = [f"{name} Archer" for name in ("Ann", "Bob", "Cy", "Dot", "Eve", "Fay", "Gus", "Hal")]
    event = make_evening(8, 3, names=names, played=1, movement="red-white")
    dora = event.memberships.get().user
    change_groups(event, {"ladies": [1, 4, 5, 6]}, {}, by=dora, at=NOW)
    note_printed(event, event.uid, to_print(event, (), changed=False), by=dora, at=NOW)
    event.players.filter(number=5).update(own_name="Zoe Newname")
    return event


@pytest.fixture
def room(live_server, sign_in, event):
    """Opens a paper's choices in a page of the browser."""

    def _open(page, kind):
        page.goto(live_server.url + reverse("printing:index", args=[event.slug]) + f"?paper={kind}")
        return page

    sign_in(event.memberships.get().user)
    return _open


def fetched(page, button="PDF"):
    """What a button of the page really asks for: its address, and the PDF, once it is made."""
    with page.context.expect_event("request", lambda asked: f"{button.lower()}?" in asked.url) as asked:
        page.get_by_role("button", name=button, exact=True).click()
    reader = pypdf.PdfReader(io.BytesIO(paper_at(page, asked.value.url)))
    return reader.pages[0].mediabox.width, [page.extract_text() for page in reader.pages]


def operate(page, control):
    """Each of the seven kinds of control, as hands do."""
    return {
        "size": lambda: page.get_by_role("radio", name="Letter").check(),
        "large": lambda: page.get_by_role("checkbox", name="Large print").check(),
        "round": lambda: page.get_by_role("combobox", name="Round").select_option("2"),
        "group": lambda: page.get_by_role("combobox", name="Group").select_option("ladies"),
        "stock": lambda: page.get_by_label("Which cards").select_option("white"),
        "changed": lambda: page.get_by_role("checkbox", name="Only cards that changed").check(),
        "part": lambda: page.get_by_role("checkbox", name="Poster").uncheck(),
    }[control]()


def chosen(page, room, kind, control):
    operate(room(page, kind), control)
    width, pages = fetched(page)
    return round(width), pages, "\n".join(pages)


def test_every_choice_is_in_the_pdf_that_the_button_fetches(page, room, event, complaints):
    assert chosen(page, room, "sign-in", "size")[0] == LETTER
    assert len(chosen(page, room, "tally-cards", "large")[1]) == 8
    slips = chosen(page, room, "result-slips", "round")[2]
    assert "Round 2" in slips
    assert "Round 1" not in slips
    ladies = chosen(page, room, "standings", "group")[2]
    assert "Ann Archer" in ladies
    assert "Bob Archer" not in ladies
    assert len(chosen(page, room, "tally-cards", "stock")[1]) == 1
    changed = chosen(page, room, "tally-cards", "changed")[2]
    assert "Zoe Newname" in changed
    assert "NEW from round" in changed
    kit = chosen(page, room, "tonight-kit", "part")[1]
    assert "Sign-in" in kit[0]
    assert "Poster" not in kit[0]
    room(page, "tally-cards")
    expect(page.locator("main")).to_contain_text("2 sheets, A4")
    picture = page.get_by_role("img", name="First sheet").get_attribute("src")
    operate(page, "size")
    operate(page, "large")
    expect(page.locator("main")).to_contain_text("8 sheets, Letter")
    expect(page.get_by_role("checkbox", name="Large print")).to_be_focused()
    assert picture != page.get_by_role("img", name="First sheet").get_attribute("src")
    page.get_by_label("Only these players").fill("2, 3")
    page.get_by_role("button", name="Print from the browser").click()
    page.wait_for_url("**/tally-cards/?**")
    assert page.locator("section.sheet").count() == 2
    page.get_by_role("link", name="Back").click()
    page.get_by_role("button", name="I printed these").click()
    expect(page.locator("#messages")).to_contain_text("2 cards are noted as printed")
    assert set(CardPrint.objects.last().cards) == {"2", "3"}
    room(page, "tonight-kit")
    operate(page, "part")
    expect(page.locator("main table")).not_to_contain_text("Poster")
    page.get_by_role("button", name="I printed these").click()
    expect(page.locator("#messages")).to_contain_text("The kit is noted as printed")
    expect(page.get_by_role("checkbox", name="Poster")).to_be_checked()
    expect(page.get_by_role("checkbox", name="Sign-in")).not_to_be_checked()
    page.get_by_role("radio", name="Letter").check()
    page.get_by_role("link", name="Sign-in sheet").first.click()
    expect(page.get_by_role("radio", name="Letter")).to_be_checked()
    assert complaints == []


def test_without_script_the_buttons_send_what_is_ticked(browser, room, sign_in, event):
    context = browser.new_context(java_script_enabled=False)
    sign_in(event.memberships.get().user, within=context)
    page = context.new_page()
    ladies = chosen(page, room, "standings", "group")[2]
    assert ("Ann Archer" in ladies, "Bob Archer" in ladies) == (True, False)
    operate(room(page, "tonight-kit"), "part")
    page.get_by_role("button", name="Show").click()
    assert parse_qs(urlsplit(page.url).query)["paper"] == ["tonight-kit"]
    expect(page.locator("main table")).not_to_contain_text("Poster")
    page.get_by_role("button", name="I printed these").click()
    expect(page.get_by_role("checkbox", name="Poster")).to_be_checked()
    context.close()


def test_the_first_sheet_is_blank_while_it_is_drawn_and_then_there(page, room, monkeypatch):
    """The browser showed its torn picture, and the page jumped with each try."""
    drawn, order = threading.Event(), jobs.order_paper

    def under_way(html, kind="pdf", **more):
        return order(html, kind, **more) if drawn.is_set() else jobs.State("")

    monkeypatch.setattr(jobs, "order_paper", under_way)
    picture = room(page, "tally-cards").get_by_role("img", name="First sheet: Tally cards")

    page.wait_for_function("() => document.querySelector('.print-picture').naturalWidth > 0")
    before = picture.bounding_box()
    assert before["height"] / before["width"] == pytest.approx(297 / 210, abs=0.01)
    drawn.set()
    page.wait_for_function(
        "() => document.querySelector('.print-picture').naturalWidth > 400", timeout=60_000
    )
    assert picture.bounding_box() == pytest.approx(before, abs=2)
