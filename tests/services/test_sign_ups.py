"""Signing up: who gets a place, who waits, and what a crowd at one moment cannot do."""

from datetime import timedelta

import pytest

from tests.helpers.at_once import at_once
from tests.helpers.factories import NOW, make_event, make_players, make_user
from tests.helpers.refusals import refused
from tournament.models import Player
from tournament.reports.history import entries, line_of
from tournament.services import sign_ups as services
from tournament.services.errors import Refused, Unconfirmed
from tournament.services.players import remove_player
from tournament.services.seating import draft_plan, publish
from tournament.state.waiting_list import sign_ups


def offer(event, places=None, **more):
    chosen = {"is_open": True, "places": places, "closes_at": None, "words": ""} | more
    return services.configure_sign_up(event, by=event.memberships.get().user, at=NOW, **chosen)


def ask(event, *names):
    return [services.sign_up(event, name, key=f"key {name}", at=NOW) for name in names]


def admit(asked):
    return services.admit(asked, by=asked.event.memberships.get().user, at=NOW)


def waiting(event):
    return [(standing.sign_up.name, standing.waiting) for standing in sign_ups(event).asked]


def test_the_limit_counts_who_is_on_the_list_already_and_the_rest_wait_in_the_order_of_asking(event):
    make_players(event, 2)
    offer(event, places=4)
    ask(event, "Uma", "Vic", "Wes", "Xia")
    assert waiting(event) == [("Uma", 0), ("Vic", 0), ("Wes", 1), ("Xia", 2)]
    assert sign_ups(event).is_full


def test_who_is_admitted_is_a_player_and_who_then_withdraws_is_none(event):
    offer(event, places=1)
    uma, _vic = ask(event, "Uma", "Vic")
    player = admit(uma)
    assert (player.name, player.number, player.status) == ("Uma", 1, "expected")
    assert admit(uma) == player
    assert waiting(event) == [("Vic", 1)]
    services.withdraw(uma, at=NOW)
    services.withdraw(uma, at=NOW)  # pressed again
    assert not event.players.exists()
    assert waiting(event) == [("Vic", 0)]


def test_who_is_declined_can_be_admitted_after_all(event, director):
    offer(event)
    (uma,) = ask(event, "Uma")
    services.decline(uma, by=director, at=NOW)
    assert waiting(event) == []
    admit(uma)


def test_who_was_taken_off_the_list_of_players_can_be_admitted_again(event, director):
    offer(event)
    (uma,) = ask(event, "Uma")
    remove_player(admit(uma), by=director, at=NOW)
    assert not sign_ups(event).of(uma).stays
    uma.refresh_from_db()
    assert admit(uma).name == "Uma"


def test_who_has_a_seat_tells_the_director_instead_of_vanishing(event, director):
    offer(event)
    uma, *_rest = asked = ask(event, "Uma", "Vic", "Wes", "Xia")
    for one in asked:
        admit(one)
    event.players.update(status=Player.Status.HERE)
    publish(draft_plan(event, by=director, at=NOW), by=director, at=NOW)
    with refused("seated"):
        services.withdraw(uma, at=NOW)
    assert event.players.count() == 4


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"is_open": False}, "closed-off"),
        ({"closes_at": NOW}, "closed-over"),
        ({"closes_at": NOW - timedelta(days=1)}, "closed-over"),
    ],
)
def test_it_closes_by_hand_and_at_its_time(event, changes, code):
    offer(event, **changes)
    with refused(code):
        ask(event, "Uma")


def test_it_closes_when_the_seating_is_out(event, director):
    offer(event)
    make_players(event, 4)
    publish(draft_plan(event, by=director, at=NOW), by=director, at=NOW)
    with refused("closed-seated"):
        ask(event, "Uma")


@pytest.mark.parametrize("name", ["Uma Ure", "uma  ure", "Úma Ure", "Ann Archer"])
def test_a_name_that_is_on_a_list_already_is_told_and_can_be_confirmed(event, name):
    make_players(event, 1)
    offer(event)
    ask(event, "Uma Ure")
    with pytest.raises(Unconfirmed) as told:
        services.sign_up(event, name, key="another", at=NOW)
    assert told.value.field == "name"
    assert services.sign_up(event, name, key="another", at=NOW, confirmed=True).number == 2


@pytest.mark.parametrize("name", ["", "   ", "\u200b", "x" * 81])
def test_a_name_has_to_be_one(event, name):
    offer(event)
    with pytest.raises(Refused) as refused:
        ask(event, name)
    assert refused.value.field == "name"


def test_the_history_says_what_happened_and_holds_no_secret(event, director):
    offer(event, places=3)
    uma, vic = ask(event, "Uma", "Vic")
    admit(uma)
    services.decline(vic, by=director, at=NOW)
    services.withdraw(uma, at=NOW)
    said = [line_of(entry).sentence for entry in entries(event)]
    for words in ("took the sign-up of Uma", "declined the sign-up of Vic", "heard that Uma withdraws"):
        assert words in said
    facts = str(list(entries(event).values_list("facts", flat=True)))
    assert uma.token not in facts
    assert len(uma.token) == 32


# --- what a stranger sends (Security finding 16)
def flood(event, number, sender="stranger", at=NOW):
    """Fakes from one sender, as many as are taken."""
    taken = []
    for n in range(number):
        name = f"Fake {n} at {at:%H:%M}"
        try:
            taken.append(services.sign_up(event, name, key=f"{n} {at}", at=at, sender=sender))
        except Refused:
            break
    return taken


def test_a_whole_hall_behind_one_address_can_sign_up_at_the_break(event):
    offer(event)
    assert len(flood(event, 120, sender="the hall's router")) == 120


def test_one_stranger_never_takes_all_there_is(event, monkeypatch):
    """Security finding 16: 1,000 in total closed it for good."""
    assert services.MOST_FROM_ONE < services.MOST_ASKED / 2
    monkeypatch.setattr(services, "MOST_AT_ONCE", 5)
    monkeypatch.setattr(services, "MOST_FROM_ONE", 12)
    offer(event)
    for burst in range(4):
        flood(event, 6, at=NOW + timedelta(minutes=11 * burst))
    assert event.sign_ups.count() == 12
    assert services.sign_up(event, "Uma", key="uma", at=NOW + timedelta(hours=3), sender="uma's phone")


def test_what_the_director_declined_does_not_count(event, director, monkeypatch):
    """Security finding 16: declined ones were counted."""
    monkeypatch.setattr(services, "MOST_ASKED", 5)
    offer(event)
    fakes = flood(event, 5)
    with pytest.raises(Refused):
        services.sign_up(event, "Uma", key="uma", at=NOW, sender="uma's phone")
    for fake in fakes:
        services.decline(fake, by=director, at=NOW)
    assert services.sign_up(event, "Uma", key="uma", at=NOW, sender="uma's phone")


def test_signing_up_and_withdrawing_again_and_again_comes_to_an_end(event, monkeypatch):
    monkeypatch.setattr(services, "MOST_FROM_ONE", 6)
    offer(event)
    for n in range(services.MOST_FROM_ONE):
        at = NOW + timedelta(minutes=n)
        fake = services.sign_up(event, "Fake", key=f"fake {n}", at=at, sender="stranger")
        services.withdraw(fake, at=at)
    with pytest.raises(Refused):
        services.sign_up(event, "Fake", key="one more", at=at + timedelta(hours=1), sender="stranger")


def test_the_same_form_under_another_name_is_another_person(event):
    """Security finding 16: it answered with the first person's secret link."""
    offer(event)
    first = services.sign_up(event, "Uma Ure", key="one form", at=NOW)
    second = services.sign_up(event, "Vic Voss", key="one form", at=NOW)
    assert second.token != first.token
    assert second.name == "Vic Voss"
    assert services.sign_up(event, " uma  ure", key="one form", at=NOW) == first


def test_twenty_people_at_once_never_get_more_places_than_there_are(a_real_database):
    event = make_event(make_user("dora"))
    offer(event, places=5)
    asked = ask(event, *(f"Person {n}" for n in range(20)))
    director = event.memberships.get().user
    came_to = at_once(lambda number: services.admit(asked[number], by=director, at=NOW), 20)
    assert event.players.count() == 5
    assert [problem.code for problem in came_to if isinstance(problem, Refused)] == ["full"] * 15
    assert sorted(event.players.values_list("number", flat=True)) == [1, 2, 3, 4, 5]
