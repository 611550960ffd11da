"""Waiting in browser tests for what `expect` cannot see: a request held back, what the browser stored."""

from collections.abc import Callable, Sized
from typing import Any

SECONDS = 20
STEP = 20  # milliseconds


def until(page: Any, holds: Callable[[], Any]) -> None:
    """Let the browser go on until this holds; a test that waits in vain fails at its next line."""
    for _ in range(SECONDS * 1000 // STEP):
        if holds():
            return
        page.wait_for_timeout(STEP)


def until_there(page: Any, things: Sized, count: int = 1) -> None:
    """The same for a list that a listener fills."""
    until(page, lambda: len(things) >= count)
