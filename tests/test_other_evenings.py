"""Evenings of other sizes with their accidents, through HTTP; at the end the referee judges.

Director finding: one evening of 27 players is walked in a browser (tests/e2e/test_walked_evening.py).
These have 8, 60 and 100.
"""

import pytest

from tests.evening_walk import Evening
from tests.factories import make_user
from tests.person import Person
from tests.referee.referee import differences

pytestmark = pytest.mark.django_db


@pytest.mark.slow
@pytest.mark.parametrize("players", [8, 60, 100])
def test_an_evening_of_any_size_with_its_accidents_ends_as_the_referee_says(client, players):
    client.force_login(make_user("dora", name="Dora Director"))
    evening = Evening(Person(client), players)
    evening.all()
    assert differences(evening.archive()) == []
