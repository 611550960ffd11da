"""Random evenings through HTTP alone, judged by the second implementation; `make soak` plays a hundred."""

import pytest

from tests.helpers.over_http import trial

pytestmark = pytest.mark.django_db


@pytest.mark.slow
def test_random_evenings_through_http_leave_archives_without_a_difference():
    assert trial(3, seed=7) == []
