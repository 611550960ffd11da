"""A server killed while scores come in loses none that it acknowledged; `make soak` kills it 200 times."""

import pytest

from tests.soak.kills import trial


@pytest.mark.only_on("sqlite")
@pytest.mark.usefixtures("a_real_database")
def test_a_killed_server_has_every_score_that_it_acknowledged(tmp_path):
    outcome = trial(tmp_path / "server", kills=2, writes=40)
    assert (outcome.bad, outcome.lost, outcome.double) == ([], 0, 0)
    assert outcome.kills == 2
    assert outcome.acknowledged >= 40


@pytest.mark.only_on("postgresql")
@pytest.mark.usefixtures("a_real_database")
def test_a_server_cut_off_from_its_database_has_every_score_that_it_acknowledged(tmp_path):
    outcome = trial(tmp_path / "server", kills=5, writes=40, cut=True)
    assert (outcome.bad, outcome.lost, outcome.double) == ([], 0, 0)
    assert outcome.kills == 5
    assert outcome.acknowledged >= 40
