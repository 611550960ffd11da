"""Rows of the totals grid, as browser tests find them."""

from playwright.sync_api import Locator, Page, expect

from tests.helpers.factories import table_of
from tests.helpers.patience import until
from tournament.models import Event, Sheet


def row(page: Page, table: int = 1) -> Locator:
    return page.locator(f"[data-row='{table}']")


def state(page: Page, table: int, wanted: str) -> None:
    """Wait until the table's row is in this state."""
    expect(row(page, table)).to_have_attribute("data-state", wanted)


def counting(event: Event, table: int = 1) -> Sheet:
    """What counts at a table of the first round."""
    return Sheet.objects.get(table=table_of(event, 1, table), counting=True)


def keys(page: Page, pressed: str) -> None:
    """Press keys by their names, with blanks between them."""
    for key in pressed.split():
        page.keyboard.press(key)


def hold_answer(page: Page, table: int = 1) -> None:
    """Hold the next answer about a table in the page: the server has saved, the page hears nothing yet."""
    page.evaluate(
        """table => {
            const ask = window.fetch;
            window.fetch = async (url, ...more) => {
                const answer = await ask(url, ...more);
                if (!String(url).endsWith(`/totals/${table}/`)) return answer;
                window.fetch = ask;
                return new Promise((come, fail) => {
                    window.held = { come: () => come(answer), getLost: () => fail(new TypeError("lost")) };
                });
            };
        }""",
        table,
    )


def let_answer(page: Page, do: str) -> None:
    """Let the answer that is held `come` or `getLost`, once it is there."""
    until_held(page)
    page.evaluate("do_ => { window.held[do_](); delete window.held; }", do)


def until_held(page: Page) -> None:
    until(page, lambda: page.evaluate("Boolean(window.held)"))


def type_totals(page, number):
    """Both tables of a round by keys alone, from where the page has put the focus."""
    expect(page.get_by_role("heading", level=1)).to_contain_text(f"Totals of round {number}")
    for table, figures in ((1, "9 Tab 4"), (2, "7 Tab 5")):
        expect(page.locator(f"#id_t{table}-ns")).to_be_focused()
        for key in f"{figures} Enter".split():
            page.keyboard.press(key)
