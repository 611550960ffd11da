"""People admitted at the same moment: no more of them than there are places, and nothing is "locked"."""

import threading

from django.db import connection

from tests.factories import NOW, make_event, make_user
from tests.services.test_signups import ask, offer
from tournament.models import SignUp
from tournament.services import signups as services
from tournament.services.errors import Refused


def test_twenty_people_at_once_never_get_more_places_than_there_are(a_real_database):
    event = make_event(make_user("dora"))
    offer(event, places=5)
    asked = ask(event, *(f"Person {n}" for n in range(20)))
    director = event.memberships.get().user
    start = threading.Barrier(20)
    full = []

    def press(one: SignUp) -> None:
        try:
            start.wait()
            services.admit(one, by=director, at=NOW)
        except Refused as refused:
            full.append(refused.code)
        finally:
            connection.close()

    threads = [threading.Thread(target=press, args=[one]) for one in asked]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert event.players.count() == 5
    assert full == ["full"] * 15
    assert sorted(event.players.values_list("number", flat=True)) == [1, 2, 3, 4, 5]
