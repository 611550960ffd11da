"""What goes wrong in a hall does no harm; `make soak` makes more of it happen, the full disk included."""

import pytest

from tests.soak import faults
from tournament.printing import jobs

ORDER = jobs.order_paper  # which the other tests wait for


@pytest.fixture(autouse=True)
def _papers_of_their_own(settings, tmp_path, monkeypatch):
    settings.DATA_DIR = tmp_path
    monkeypatch.setattr(jobs, "order_paper", ORDER)


@pytest.mark.slow
def test_a_press_that_was_killed_does_not_keep_its_paper_from_coming():
    outcome = faults.presses_killed(2)
    assert (outcome.tried, outcome.bad) == (2, [])


@pytest.mark.slow
def test_phones_get_in_beside_slow_sockets(tmp_path):
    outcome = faults.slow_sockets(tmp_path, 200, 6)
    assert (outcome.tried, outcome.bad) == (200, [])


@pytest.mark.slow
def test_malformed_requests_leave_no_connection_behind(tmp_path):
    """Each stayed until the site was started again."""
    outcome = faults.malformed(tmp_path, 60, 4)
    assert (outcome.tried, outcome.bad) == (60, [])


@pytest.mark.slow
def test_what_strangers_in_the_wifi_tried_keeps_nobody_out(tmp_path):
    outcome = faults.attacks(tmp_path)
    assert (outcome.tried, outcome.bad) == (4, [])


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
def test_many_who_sign_in_at_once_all_get_in(tmp_path):
    outcome = faults.sign_ins(tmp_path, 8)
    assert (outcome.tried, outcome.bad) == (8, [])


@pytest.mark.slow
def test_two_servers_on_one_database_lose_nothing(tmp_path):
    outcome = faults.two_servers(tmp_path, 32)
    assert (outcome.tried, outcome.bad) == (32, [])
