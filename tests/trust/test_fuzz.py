"""A short round of hostile requests; `make soak` makes 20,000 (`tests/soak/trials.py`)."""

import random

import pytest

from tests.helpers.fuzz import Fuzzer


@pytest.mark.slow
def test_no_hostile_request_is_answered_with_a_failure(site):
    outcome = Fuzzer(site, random.Random(20_261_121)).run(400)
    assert outcome.failures == []
    assert outcome.requests == 400
