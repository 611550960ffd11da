"""What tests of pages start from: a director at a browser, and the hour of an evening."""

import pytest
import time_machine

from tests.helpers.factories import NOW
from tests.helpers.person import Person


@pytest.fixture
def dora(desk):
    """The director at a browser, with no page in front of them yet."""
    return Person(desk)


@pytest.fixture
def that_evening():
    """The time stands still at `NOW`, until a test moves it."""
    with time_machine.travel(NOW, tick=False) as clock:
        yield clock


@pytest.fixture
def does(director):
    """A service called as the director, now."""
    return lambda act, *args, **kwargs: act(*args, by=director, at=NOW, **kwargs)
