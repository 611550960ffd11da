"""What an action would change: it is done, looked at and taken back, all in one transaction.

So a preview follows the very rules that the action itself will follow, and nothing is ever left behind.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from django.db import transaction

Seen = TypeVar("Seen")


def dry_run(act: Callable[[], Any], look: Callable[[], Seen]) -> Seen:
    """Do `act`, give what `look` sees then, and undo everything. Errors of `act` pass through, undone as
    well."""
    with transaction.atomic():
        act()
        seen = look()
        transaction.set_rollback(True)
    return seen
