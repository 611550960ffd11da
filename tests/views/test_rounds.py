"""The round desk and its two buttons: what has been reported, what is missing, closing, reopening."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.helpers.factories import enter, make_official, make_published, make_user, table_of
from tournament.models import Event


@pytest.fixture
def evening(director):
    return make_published(director, players=13, rounds=3)


def totals(event, number):
    return reverse("sheets:enter_totals", args=[event.slug, number])


def url(event, name="desk", number=1):
    return reverse(f"rounds:{name}", args=[event.slug, number])


def text(response):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


def report(event, number=1, tables=(1, 2, 3)):
    for table in tables:
        enter(table_of(event, number, table), 9, 4)


def test_the_desk_says_how_many_tables_have_reported_and_names_the_missing(desk, evening):
    report(evening, tables=(1, 3))
    page = desk.get(url(evening))
    assert "2 of 3 tables reported" in text(page)
    assert 'href="#table-2"' in page.content.decode()
    assert 'href="#table-1"' not in page.content.decode()


def test_the_next_step_is_entering_scores_until_all_are_in(desk, evening):
    totals = reverse("sheets:enter_totals", args=[evening.slug, 1])
    page = desk.get(url(evening)).content.decode()
    assert f'class="button button-next" href="{totals}"' in page
    report(evening)
    page = desk.get(url(evening)).content.decode()
    assert f'class="button button-next" href="{url(evening, "close")}"' in page


def test_everybody_is_on_the_desk_with_number_and_name(desk, evening):
    page = desk.get(url(evening))
    for player in evening.players.all():
        assert player.name in page.content.decode()
    assert "Sitting out" in text(page)


def test_every_table_leads_to_its_sheet_deals_and_ruling(desk, evening):
    page = desk.get(url(evening)).content.decode()
    for name in ("sheets:show", "sheets:enter_deals", "rulings:make"):
        assert reverse(name, args=[evening.slug, 1, 2]) in page


@pytest.mark.parametrize(("role", "deals"), [("viewer", False), ("scorer", True)])
def test_links_fit_the_role(client, evening, role, deals):
    client.force_login(make_official(evening, role))
    page = client.get(url(evening)).content.decode()
    assert reverse("sheets:show", args=[evening.slug, 1, 1]) in page
    assert (reverse("sheets:enter_deals", args=[evening.slug, 1, 1]) in page) == deals
    assert reverse("rulings:make", args=[evening.slug, 1, 1]) not in page
    assert url(evening, "close") not in page


def test_rounds_are_a_click_apart(desk, evening):
    page = desk.get(url(evening, number=2)).content.decode()
    assert all(f'href="{url(evening, number=n)}"' in page for n in (1, 2, 3))
    assert "Round 1 is being played" in page


@pytest.mark.parametrize("number", [4, 9999])
def test_an_unknown_round_is_not_found(desk, evening, number):
    for name in ("desk", "close", "reopen"):
        assert desk.get(url(evening, name, number)).status_code == 404


def test_closing_names_what_is_missing_and_asks_for_a_word(desk, evening):
    report(evening, tables=(1,))
    page = desk.get(url(evening, "close"))
    assert "Tables 2 and 3 have not reported" in text(page)
    refused = desk.post(url(evening, "close"))
    assert refused.status_code == 200
    assert evening.rounds.get(number=1).status == "open"
    accepted = desk.post(url(evening, "close"), {"despite_missing": "on"}, follow=True)
    assert accepted.redirect_chain[-1][0] == totals(evening, 2)
    assert evening.rounds.get(number=1).status == "closed"


def test_closing_a_complete_round_goes_on_to_the_next(desk, evening):
    report(evening)
    assert "Round 2 opens" in text(desk.get(url(evening, "close")))
    assert desk.post(url(evening, "close")).url == totals(evening, 2)


def test_the_totals_page_has_one_button_to_the_next_round_and_after_the_last_one_to_the_end(desk, evening):
    for number, words in ((1, "Close, go to round 2"), (2, "Close, go to round 3"), (3, "Close and finish")):
        assert "Close" not in text(desk.get(totals(evening, number)))
        report(evening, number)
        assert words in text(desk.get(totals(evening, number)))
        answer = desk.post(url(evening, "close", number))
    assert answer.url == reverse("events:finish", args=[evening.slug])
    assert "Finish the event?" in text(desk.get(answer.url))
    page = desk.get(url(evening, number=3))
    assert "Every round is closed" in text(page)
    assert reverse("standings:show", args=[evening.slug]) in page.content.decode()


def test_closing_twice_says_that_it_is_closed(desk, evening):
    for _ in range(2):
        page = desk.post(url(evening, "close"), {"despite_missing": "on"}, follow=True)
    assert "Round 1 is closed already" in text(page)
    assert evening.rounds.get(number=2).status == "open"


def test_reopening_asks_for_a_reason(desk, evening):
    desk.post(url(evening, "close"), {"despite_missing": "on"})
    assert "goes back to" in text(desk.get(url(evening, "reopen")))
    assert desk.post(url(evening, "reopen"), {"reason": " "}).status_code == 200
    assert evening.rounds.get(number=1).status == "closed"
    desk.post(url(evening, "reopen"), {"reason": "wrong sheet"})
    assert evening.rounds.get(number=1).status == "open"


def test_a_round_that_stays_closed_says_why_and_what_to_do(desk, evening):
    desk.post(url(evening, "close"), {"despite_missing": "on"})
    report(evening, 2, (1,))
    assert url(evening, "reopen") not in desk.get(url(evening)).content.decode()
    for page in (desk.get(url(evening, "reopen")), desk.post(url(evening, "reopen"), {"reason": "x"})):
        assert page.status_code == 200
        assert "enter it again with a reason" in text(page)


def test_a_finished_event_offers_nothing_to_change(desk, evening):
    Event.objects.filter(pk=evening.pk).update(status="finished")
    page = desk.get(url(evening)).content.decode()
    assert reverse("sheets:show", args=[evening.slug, 1, 1]) in page
    assert url(evening, "close") not in page
    assert reverse("sheets:enter_totals", args=[evening.slug, 1]) not in page


def test_the_number_of_queries_does_not_grow_with_the_players(db, client):
    counts = []
    for players in (16, 80):
        director = make_user(f"d{players}")
        client.force_login(director)
        event = make_published(director, players=players, rounds=2, name=f"N{players}")
        for table in event.rounds.get(number=1).tables.all():
            enter(table)
        with CaptureQueriesContext(connection) as queries:
            assert client.get(url(event)).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 19
