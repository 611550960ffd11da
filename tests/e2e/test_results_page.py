"""The results page, opened from the disk: it fits a phone and a laptop, and asks nobody for anything."""

import pytest
from django.core.management import call_command

from tests.helpers.factories import NOW, make_published, make_user, play
from tests.helpers.sound import assert_sound
from tournament.services.events import change_event, finish_event
from tournament.services.groups import change_groups

pytestmark = pytest.mark.django_db(transaction=True)
LONG = ["Maximilienne-Alexandra Schellenberger-Featherstonehaugh", "Bo"]


def test_it_opens_from_the_disk_at_every_width_and_asks_for_nothing(page, tmp_path, complaints):
    director = make_user()
    names = LONG + [f"Player Number {n}" for n in range(3, 15)]
    event = make_published(director, players=names, rounds=12, name="Friday Night Euchre at the Legion Hall")
    event = change_event(event, order=["average", "points", "loners"], by=director, at=NOW)
    change_groups(event, {"ladies": [1, 3], "Schellenbergerinnen": [1]}, {}, by=director, at=NOW)
    for number in range(1, 13):
        play(event, number, 9, 4, N=1)
    finish_event(event, by=director, at=NOW)
    call_command("resultspage", event.slug, str(tmp_path / "results.html"), verbosity=0)
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto((tmp_path / "results.html").as_uri())
    for width in (320, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.get_by_role("columnheader", name="R12").is_visible() == (width == 1280)
    assert asked == [(tmp_path / "results.html").as_uri()]
    assert_sound(page)
    assert complaints == []
