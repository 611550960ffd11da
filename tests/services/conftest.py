"""What tests of services start from."""

import pytest

from tests.helpers.factories import NOW


@pytest.fixture
def does(director):
    """A service called as the director, now."""
    return lambda act, *args, **kwargs: act(*args, by=director, at=NOW, **kwargs)
