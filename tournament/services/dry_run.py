"""Dry run: act, inspect, roll back, all in one transaction.

A preview so follows the rules of the action itself, and leaves nothing behind.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from django.db import transaction

Seen = TypeVar("Seen")


def dry_run(act: Callable[[], Any], look: Callable[[], Seen]) -> Seen:
    """Run `act`, return what `look` reads then, and roll everything back, also where `act` raises."""
    with transaction.atomic():
        act()
        seen = look()
        transaction.set_rollback(True)
    return seen
