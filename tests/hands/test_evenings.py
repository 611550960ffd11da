"""Seeded evenings by hands: every place says what the ledger says; `make soak` plays 500."""

import pytest

from tests.hands.director import play

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("seed", [20, 205])
def test_an_evening_by_hands_comes_to_what_its_ledger_says(seed):
    assert play(seed).done["compare"] > 2


@pytest.mark.slow
@pytest.mark.only_on("sqlite")
@pytest.mark.parametrize("seed", range(101, 141))
def test_every_evening_by_hands_comes_to_what_its_ledger_says(seed):
    assert play(seed).done["compare"] > 2
