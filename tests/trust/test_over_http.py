"""A random evening through HTTP alone, judged by the second implementation; `make soak` plays a hundred."""

import pytest

from tests.helpers.over_http import trial

pytestmark = pytest.mark.django_db


@pytest.mark.slow
def test_a_random_evening_through_http_leaves_an_archive_without_a_difference():
    assert trial(1, seed=7) == []
