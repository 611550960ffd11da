"""Copies taken while others write; `make soak` takes a hundred."""

import pytest

from tests.soak.backups import trial


@pytest.mark.usefixtures("a_real_database")
def test_a_copy_taken_while_scores_come_in_is_whole_and_puts_back_exactly_what_was_saved():
    outcome = trial(4)
    assert outcome.bad == []
    assert outcome.copies == 4
    assert outcome.writes >= 4
