"""People of an earlier event, added to a new one by ticking them."""

import pytest

from tests.helpers.addresses import at
from tests.helpers.factories import NOW, make_event, make_players, make_user
from tests.helpers.person import Person
from tournament.models import Season, Wish
from tournament.services.wishes import add_wish


@pytest.fixture
def last_month(director):
    event = make_event(director, name="October")
    ann, ben, _cora, dan = make_players(event, ["Ann Zorn", "Ben Abel", "Cora Cole", "Dan Dunn"])
    event.players.filter(pk=ann.pk).update(note="near the door")
    event.players.filter(pk=dan.pk).update(status="expected")
    add_wish(event, Wish.Kind.COUPLE, ann, other=ben, by=director, at=NOW)
    return event


@pytest.fixture
def new(director, last_month):
    return make_event(director, name="November")


def test_last_months_people_are_added_in_three_actions(desk, new):
    """Director, before: last month's people."""
    page = Person(desk).visit(at(new, "players:index"))
    page.follow("Add people from an earlier event")
    assert "Ben Abel always with Ann Zorn" in page.text
    assert "Dan Dunn did not come" in page.text
    assert page.press("Add the ticked players").path == at(new, "players:index")
    assert sorted(new.players.values_list("own_name", "note")) == [
        ("Ann Zorn", "near the door"),
        ("Ben Abel", ""),
        ("Cora Cole", ""),
    ]
    (wish,) = new.wishes.all()
    assert {wish.player.name, wish.other.name} == {"Ann Zorn", "Ben Abel"}
    assert {player.event for player in (wish.player, wish.other)} == {new}


def test_who_is_in_already_is_not_offered_and_nobody_ticked_is_said(dora, new, last_month):
    make_players(new, ["ben abel"])
    dora.visit(at(new, "players:earlier"))
    assert "already number 1 here" in dora.text
    assert f'value="{last_month.players.get(own_name="Ben Abel").pk}"' not in dora.page
    assert "Tick at least one player." in dora.press("Add the ticked players", people=None).text


@pytest.mark.rude
def test_of_others_events_and_of_who_is_in_already_nobody_is_added(desk, new, last_month):
    theirs = make_event(make_user("other"), name="Private")
    (secret,) = make_players(theirs, ["Sam Secret"])
    address = at(new, "players:earlier")
    assert "Sam Secret" not in desk.get(address, {"from": theirs.slug}).content.decode()
    desk.post(f"{address}?from={theirs.slug}", {"people": [secret.pk]})
    make_players(new, ["ben abel"])
    answer = desk.post(address, {"people": [last_month.players.get(own_name="Ben Abel").pk]})
    assert answer.status_code == 200
    assert new.players.count() == 1


def test_a_season_offers_the_people_of_all_its_events_once(dora, new, last_month, director):
    other = make_event(director, name="September")
    make_players(other, ["Ann Zorn", "Eve Ellis"])
    season = Season.objects.create(name="Club", slug="club", created_at=NOW)
    season.owners.add(director)
    season.events.add(last_month, other)
    dora.visit(at(new, "players:earlier")).press("Show", **{"from": "season:club"}).press("Show")
    names = [person.name for person in dora.response.context["people"]]
    assert names == ["Ben Abel", "Cora Cole", "Dan Dunn", "Eve Ellis", "Ann Zorn"]
