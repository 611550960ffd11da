"""What goes wrong in a hall does no harm to what was saved.

`make soak` makes all of it happen, many times: killed presses, slow and malformed senders, strangers, a full
disk. In CI `printing/test_jobs.py` and `web/test_hall_server.py` look at these one by
one.
"""

import pytest

from tests.soak import faults


@pytest.mark.slow
def test_a_write_ahead_log_that_is_deleted_in_play_takes_no_score_along(tmp_path):
    """Ten more were acknowledged, none was there afterwards, nobody was told."""
    outcome = faults.log_deleted(tmp_path, 1)
    assert (outcome.tried, outcome.bad) == (24, [])


@pytest.mark.slow
def test_what_went_with_a_log_that_was_deleted_after_a_kill_is_counted_at_the_next_start(tmp_path):
    outcome = faults.log_deleted_after_a_kill(tmp_path)
    assert outcome.notes != ["0 of 51 lost"]
    assert (outcome.tried, outcome.bad) == (51, [])


@pytest.mark.slow
def test_made_up_names_keep_no_official_out_by_any_way(tmp_path):
    """Of 15 right sign-ins beside four such connections none got in."""
    outcome = faults.made_up_names(tmp_path, 4, 3)
    assert (outcome.tried, outcome.bad) == (9, [])


@pytest.mark.slow
def test_two_servers_on_one_database_lose_nothing(tmp_path):
    outcome = faults.two_servers(tmp_path, 32)
    assert (outcome.tried, outcome.bad) == (32, [])
