"""The director's list of links and PINs: who sees it, what renewing does, and when links are made."""

import pytest

from tests.helpers.addresses import at
from tests.helpers.factories import NOW, make_event, make_official, make_players, make_published
from tests.helpers.person import Person
from tests.helpers.table_entry import link_of, open_tables, report
from tests.helpers.table_entry import url as table_url
from tournament.models import TableLink
from tournament.services.events import change_event
from tournament.services.seating import draft_plan, publish


@pytest.fixture
def event(director):
    return open_tables(make_published(director, players=8, rounds=2))


def url(event, page="index", *args):
    return at(event, f"table_links:{page}", *args)


def test_every_table_stands_there_with_code_address_and_pin_and_how_it_stands(desk, event):
    page = desk.get(url(event)).content.decode()
    for number in (1, 2):
        link = link_of(event, number)
        assert f"/t/{link.token}/" in page
        assert f">{link.pin}<" in page
    assert page.count('class="qr"') == 2
    from tests.helpers.factories import enter, table_of

    report(table_of(event, 1, 1), 7, 5)
    report(table_of(event, 1, 1), 5, 7, "E")
    enter(table_of(event, 1, 2))
    words = Person(desk).visit(url(event)).text
    assert "disputed" in words
    assert "score is in" in words
    assert desk.get(url(event, "renew", 99)).status_code == 404


def test_renewing_asks_first_and_kills_the_old_link(desk, event, client):
    old = table_url(event)
    page = Person(desk).visit(url(event)).follow("Revoke and renew")
    assert "must be printed again" in page.text
    assert client.get(old).status_code == 200
    page.press("Revoke and renew")
    assert client.get(old).status_code == 410
    assert TableLink.objects.filter(number=1).count() == 2


def test_a_closed_link_stays_closed_until_it_is_renewed(dora, event, director, client):
    old = table_url(event)
    event.table_links.filter(number=2).delete()  # as from before the option was there
    late = Person(dora.client).visit(url(event))
    dora.visit(url(event)).follow("Close").press("Close it")
    assert client.get(old).status_code == 410
    change_event(event, by=director, at=NOW, name="Saturday")  # links are completed with every change
    late.press("Create the missing links")
    assert event.table_links.filter(number=2).exists()
    assert not event.table_links.filter(number=1, revoked_at=None).exists()
    dora.visit(url(event)).follow("Give it a new one").press("Revoke and renew")
    assert client.get(table_url(event)).status_code == 200


def test_links_are_made_when_the_option_comes_first_and_the_seating_later(director):
    event = make_event(director, round_count=2)
    make_players(event, 8)
    change_event(event, by=director, at=NOW, scores_from="tables")
    assert event.table_links.count() == 0
    publish(draft_plan(event, by=director, at=NOW), by=director, at=NOW)
    assert event.table_links.count() == 2


def test_without_the_option_no_link_exists_and_the_page_says_where_to_switch_it_on(desk, director):
    event = make_published(director)
    assert TableLink.objects.count() == 0
    page = Person(desk).visit(url(event))
    assert "Tables enter their own scores by phone" in page.text


@pytest.mark.parametrize("role", ["scorer", "viewer"])
def test_links_and_pins_are_for_directors_only(client, event, role):
    client.force_login(make_official(event, role))
    page = Person(client).visit(at(event, "rounds:desk", 1))
    assert "Table 1" in page.text
    assert link_of(event).token not in page.page
