"""Waiting in browser tests for what `expect` cannot see: a request held back, what is stored, a paper."""

from collections.abc import Callable, Sized
from typing import Any

from playwright.sync_api import Error

SECONDS = 20
STEP = 20  # milliseconds


def until(page: Any, holds: Callable[[], Any], *, seconds: int = SECONDS, step: int = STEP) -> None:
    """Let the browser go on until this holds; a test that waits in vain fails at its next line."""
    for _ in range(seconds * 1000 // step):
        if holds():
            return
        page.wait_for_timeout(step)


def until_there(page: Any, things: Sized, count: int = 1) -> None:
    """The same for a list that a listener fills."""
    until(page, lambda: len(things) >= count)


def settle(page: Any, milliseconds: int) -> None:
    """Wait before something is said to be absent: so long, and until the server has answered what was asked.

    On a slow machine the time alone would pass too soon. A page that comes meanwhile is asked once more.
    """
    page.wait_for_timeout(milliseconds)
    answered = "() => fetch('/healthz').then((answer) => answer.text()).catch(() => '')"
    try:
        page.evaluate(answered)
    except Error:
        page.wait_for_load_state()
        page.evaluate(answered)


def paper_at(page: Any, address: str) -> bytes:
    """What is at a paper's address once the press has made its PDF; it is asked for anew until then."""
    answers = []

    def is_made() -> bool:
        answers.append(page.request.get(address))
        return answers[-1].headers["content-type"] == "application/pdf"

    until(page, is_made, seconds=60, step=500)
    return answers[-1].body()
