"""Rows of the totals grid, as browser tests find them."""

from playwright.sync_api import Locator, Page, expect


def row(page: Page, table: int = 1) -> Locator:
    return page.locator(f"[data-row='{table}']")


def state(page: Page, table: int, wanted: str) -> None:
    """Wait until the table's row is in this state."""
    expect(row(page, table)).to_have_attribute("data-state", wanted)
