"""Rows of the totals grid, as browser tests find them."""

from playwright.sync_api import Locator, Page, expect

from tournament.models import Event


def row(page: Page, table: int = 1) -> Locator:
    return page.locator(f"[data-row='{table}']")


def state(page: Page, table: int, wanted: str) -> None:
    """Wait until the table's row is in this state."""
    expect(row(page, table)).to_have_attribute("data-state", wanted)


def open_grid(page: Page, site: str, event: Event) -> None:
    """Open the grid of the first round; keys may be typed once this returns."""
    page.goto(f"{site}/events/{event.slug}/rounds/1/totals/")
    expect(page.locator("#id_t1-ns")).to_be_focused()
    page.evaluate(
        "() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))"
    )


def keys(page: Page, pressed: str) -> None:
    """Press keys by their names, with blanks between them."""
    for key in pressed.split():
        page.keyboard.press(key)
