"""What is made once per version: again for a newer one, never for an older, never twice at a time."""

from time import sleep

import pytest

from tests.helpers.at_once import at_once
from tournament.web.caches import MOST_KEPT, forget, per_version


@pytest.fixture(autouse=True)
def _empty():
    forget()
    yield
    forget()


def test_the_same_version_is_made_once_and_a_newer_one_anew_which_serves_who_asks_for_an_older():
    made = iter("ab")
    assert [per_version(("key",), 1, lambda: next(made)) for _ in range(3)] == ["a", "a", "a"]
    assert per_version(("key",), 2, lambda: "new") == "new"
    assert per_version(("key",), 1, lambda: "never") == "new"
    assert per_version(("other",), 1, lambda: "its own") == "its own"


def test_what_fails_to_be_made_is_tried_again_by_the_next():
    with pytest.raises(ZeroDivisionError):
        per_version(("key",), 1, lambda: 1 // 0)
    assert per_version(("key",), 1, lambda: "made") == "made"


def test_many_at_once_wait_for_one_to_make_it():
    made = []
    at_once(lambda _number: per_version(("key",), 1, lambda: sleep(0.1) or made.append(1)), 20)
    assert len(made) == 1


def test_memory_is_bounded_and_the_latest_stay():
    for number in range(MOST_KEPT + 10):
        per_version((number,), 1, lambda: "kept")
    assert per_version((10,), 1, lambda: "again") == "kept"
    assert per_version((0,), 1, lambda: "again") == "again"
