"""Whether a page is for everybody: axe in light and dark on phone and laptop, nothing wider than its window.

The page in front of us is looked at in each way without being loaded again, in whatever state a test brought
it into.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

PHONE, LAPTOP, HALL, ZOOMED = (360, 800), (1280, 900), (1920, 1080), (320, 450)
CONTRAST = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}
# What axe finds in all of the page, or only in what could not be seen when it was asked last.
AXE = """([onlyNew, options]) => {
  const seen = [...document.querySelectorAll('body *')].filter((e) => e.checkVisibility());
  const include = onlyNew ? seen.filter((e) => !window.seenBefore.has(e)) : [document];
  window.seenBefore = new Set(seen);
  if (!include.length) return { violations: [] };
  return axe.run({ include }, { resultTypes: ['violations'], ...options });
}"""


@cache
def axe_script() -> str:
    """The script of axe, for `add_init_script` of a browser that looks at many pages."""
    return str(Axe().axe_script)


def look(page: Page, size: tuple[int, int], scheme: Any = "light") -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.emulate_media(media="screen", color_scheme=scheme, reduced_motion="reduce")


def too_wide(page: Page) -> int:
    """By how many pixels the page is wider than its window."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


def axe(page: Page, *, only_new: bool = False, options: Any = None) -> list[str]:
    """What axe finds in the page as it is, in words."""
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(axe_script())
    found = page.evaluate(AXE, [only_new, options or {}])["violations"]
    return [f"{rule['id']}: {rule['nodes'][0]['html'][:150]}" for rule in found]


def troubles_of(page: Page, *, of_paper: bool = False) -> Iterator[str]:
    """What is wrong with the page at any size, in words; a paper is as wide as paper is.

    Colours are those of a scheme at every size: what is seen on both is looked at on one in light, on the
    other in dark. Whatever else axe looks for is the same in both, so it is asked about once.
    """
    for size, scheme, asked in (
        (PHONE, "light", {}),
        (LAPTOP, "light", {"only_new": True}),
        (PHONE, "dark", {"only_new": True, "options": CONTRAST}),
        (LAPTOP, "dark", {"options": CONTRAST}),
        (HALL, "dark", None),
        (ZOOMED, "light", None),
    ):
        look(page, size, scheme)
        if asked is not None:
            yield from (f"axe at {size[0]} in {scheme}: {words}" for words in axe(page, **asked))
        if not of_paper and (wide := too_wide(page)) > 0:
            yield f"{wide} px too wide at {size[0]}"
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    if not of_paper and (wide := too_wide(page)) > 0:
        yield f"{wide} px too wide at {ZOOMED[0]} with text of twice the size"
    page.evaluate("document.documentElement.style.fontSize = ''")


def assert_sound(page: Page) -> None:
    """Nothing is wrong with the page at any size; it is left as large as it was."""
    before = page.viewport_size
    assert list(troubles_of(page)) == [], page.url
    if before:
        look(page, (before["width"], before["height"]))
