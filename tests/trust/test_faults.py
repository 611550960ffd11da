"""What goes wrong in a hall does no harm to what was saved.

`make soak` makes all of it happen, many times: killed presses, slow and malformed senders, strangers, a full
disk. In CI `printing/test_jobs.py` and `web/test_hall_server.py` look at these one by
one.
"""

import pytest

from tests.soak import faults


@pytest.mark.slow
def test_made_up_names_keep_no_official_out_by_any_way(tmp_path):
    """Of 15 right sign-ins beside four such connections none got in."""
    outcome = faults.made_up_names(tmp_path, 4, 3)
    assert (outcome.tried, outcome.bad) == (9, [])


@pytest.mark.slow
def test_two_servers_on_one_database_lose_nothing(tmp_path):
    outcome = faults.two_servers(tmp_path, 32)
    assert (outcome.tried, outcome.bad) == (32, [])
