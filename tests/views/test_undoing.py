"""The page that takes back what was done last."""

import pytest
from django.test import Client

from tests.helpers.addresses import at
from tests.helpers.factories import enter, make_official, make_published, table_of
from tests.helpers.person import Person
from tests.helpers.table_entry import open_tables, report
from tournament.models import Sheet
from tournament.services.adjustments import adjust


@pytest.fixture
def event(director):
    return make_published(director)


def at_undo(client: Client, event) -> Person:
    return Person(client).visit(at(event, "events:overview")).follow("Undo")


def scorer(event) -> Client:
    client = Client()
    client.force_login(make_official(event, name="Sam Scorer"))
    return client


def test_what_tables_report_does_not_push_the_officials_own_actions_out_of_sight(desk, director):
    event = make_published(director, players=8, rounds=2)
    open_tables(event)
    enter(table_of(event, 1, 2), 9, 4, by=director)
    for points in range(16):
        report(table_of(event), 7, 5 + points % 2)
    assert "entered table 2 of round 1" in at_undo(desk, event).text


@pytest.mark.rude
def test_a_scorer_takes_scores_back_but_no_ruling_and_no_points(event, director):
    enter(table_of(event), 7, 5, by=director)
    sam = at_undo(scorer(event), event)
    assert sam.page.count("Undo<span") == 1
    adjust(event.players.first(), 3, "a gift", by=director, at=event.created_at)
    latest = event.audit_entries.latest("pk").pk
    answer = sam.client.post(at(event, "undoing:undo", latest), follow=True)
    assert "Only a director can undo this." in answer.content.decode()
    assert event.adjustments.get().revoked_at is None
    other = make_published(director).audit_entries.latest("pk").pk
    assert sam.client.post(at(event, "undoing:undo", other)).status_code == 404


def test_two_who_press_at_once_take_it_back_once(desk, event, director):
    enter(table_of(event), 7, 5, by=director)
    first, second = (at_undo(desk, event) for _page in range(2))
    first.press("Undo")
    assert "Something later depends on it" in second.press("Undo").page
    assert event.audit_entries.filter(action="sheet.taken_back").count() == 1


def test_the_last_action_is_two_presses_away(desk, event, director):
    enter(table_of(event), 7, 5, by=director)
    dora = at_undo(desk, event).press("Undo")
    assert "Undone: entered table 1 of round 1: 7–5." in dora.text
    assert not Sheet.objects.filter(counting=True).exists()


def test_no_single_press_withdraws_a_seating(desk, event):
    """The list of last actions withdrew a published seating in one press."""
    dora = at_undo(desk, event)
    published = event.audit_entries.get(action="seating.published")
    address = at(event, "undoing:undo", published.pk)
    assert f'action="{address}"' not in dora.page
    asked = dora.follow("Undo…")
    assert "Players will have other seats" in asked.text
    event.refresh_from_db()
    assert event.rounds.exists()
    asked.press("Undo")
    assert not event.rounds.exists()
