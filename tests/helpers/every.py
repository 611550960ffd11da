"""One test over many files: a run for each would cost more than what it looks at."""

from collections.abc import Callable, Collection
from functools import wraps
from inspect import signature
from typing import Any

import pytest


def every(values: Collection[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Decorate a test: its first argument is each of the values in turn, and every failure is told. Its other
    arguments are fixtures."""

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        @wraps(test)
        def over_all(**fixtures: Any) -> None:
            assert values, "nothing to look at"
            troubles = []
            for value in values:
                try:
                    test(value, **fixtures)
                except (AssertionError, pytest.fail.Exception) as trouble:
                    troubles.append(f"{value}: {trouble}")
            assert not troubles, "\n".join(troubles)

        own = signature(test)
        over_all.__signature__ = own.replace(parameters=list(own.parameters.values())[1:])  # type: ignore[attr-defined]
        return over_all

    return decorate
