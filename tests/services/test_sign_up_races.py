"""People admitted at the same moment: no more of them than there are places, and nothing is "locked"."""

from tests.helpers.at_once import at_once
from tests.helpers.factories import NOW, make_event, make_user
from tests.services.test_sign_ups import ask, offer
from tournament.services import sign_ups as services
from tournament.services.errors import Refused


def test_twenty_people_at_once_never_get_more_places_than_there_are(a_real_database):
    event = make_event(make_user("dora"))
    offer(event, places=5)
    asked = ask(event, *(f"Person {n}" for n in range(20)))
    director = event.memberships.get().user
    came_to = at_once(lambda number: services.admit(asked[number], by=director, at=NOW), 20)
    assert event.players.count() == 5
    assert [problem.code for problem in came_to if isinstance(problem, Refused)] == ["full"] * 15
    assert sorted(event.players.values_list("number", flat=True)) == [1, 2, 3, 4, 5]
