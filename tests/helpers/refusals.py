"""What a service refuses, by its code and the field that the sentence belongs to."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tournament.services.errors import Refused


@contextmanager
def refused(code: str, field: str | None = None) -> Iterator[pytest.ExceptionInfo[Refused]]:
    """Expect a refusal with this code, and beside this field if one is named."""
    with pytest.raises(Refused) as refusal:
        yield refusal
    assert refusal.value.code == code
    if field is not None:
        assert refusal.value.field == field


def refusal(act: Callable[..., Any], *args: Any, **kwargs: Any) -> Refused:
    """How this is refused."""
    with pytest.raises(Refused) as caught:
        act(*args, **kwargs)
    return caught.value
