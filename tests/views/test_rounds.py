"""The round desk and its two buttons: what has been reported, what is missing, closing, reopening."""

import pytest

from tests.helpers.addresses import at
from tests.helpers.database import queries
from tests.helpers.factories import Evening, close, enter, make_published, table_of
from tests.helpers.person import words as text
from tests.helpers.scripted import Scripted
from tournament.models import Event


@pytest.fixture
def evening(director):
    return make_published(director, players=13, rounds=3)


def totals(event, number):
    return at(event, "sheets:enter_totals", number)


def url(event, name="desk", number=1):
    return at(event, f"rounds:{name}", number)


def report(event, number=1, tables=(1, 2, 3)):
    for table in tables:
        enter(table_of(event, number, table), 9, 4)


def test_the_desk_names_the_missing_and_leads_on_once_all_are_in(desk, evening):
    report(evening, tables=(1, 3))
    page = desk.get(url(evening))
    assert "2 of 3 sheets in. Table 2 is missing." in text(page)
    assert 'href="#table-2"' in page.content.decode()
    assert 'href="#table-1"' not in page.content.decode()
    totals = at(evening, "sheets:enter_totals", 1)
    page = desk.get(url(evening)).content.decode()
    assert f'class="button button-next" href="{totals}"' in page
    report(evening)
    page = desk.get(url(evening)).content.decode()
    assert f'class="button button-next" href="{url(evening, "close")}"' in page


def test_everybody_is_on_the_desk_and_every_table_leads_to_its_pages_and_the_other_rounds(desk, evening):
    page = desk.get(url(evening))
    for player in evening.players.all():
        assert player.name in page.content.decode()
    assert "Sitting out" in text(page)
    page = desk.get(url(evening)).content.decode()
    for name in ("sheets:show", "sheets:enter_deals", "rulings:make"):
        assert at(evening, name, 1, 2) in page
    page = desk.get(url(evening, number=2)).content.decode()
    assert all(f'href="{url(evening, number=n)}"' in page for n in (1, 2, 3))
    assert "Round 1 is being played" in page


@pytest.mark.parametrize("number", [4, 9999])
def test_an_unknown_round_is_not_found(desk, evening, number):
    for name in ("desk", "close", "reopen"):
        assert desk.get(url(evening, name, number)).status_code == 404


def test_closing_names_what_is_missing_and_asks_for_a_word(dora, evening):
    report(evening, tables=(1,))
    dora.visit(url(evening, "close"))
    assert "Tables 2 and 3 have not reported" in dora.text
    dora.press("Close round 1")
    assert evening.rounds.get(number=1).status == "open"
    dora.press("Close round 1", despite_missing="on")
    assert dora.path == totals(evening, 2)
    assert evening.rounds.get(number=1).status == "closed"


def test_the_totals_page_has_one_button_to_the_next_round_and_after_the_last_one_to_the_end(desk, evening):
    dora = Scripted(desk).visit(totals(evening, 1))
    for number, words in ((1, "Close, go to round 2"), (2, "Close, go to round 3"), (3, "Close and finish")):
        assert dora.path == totals(evening, number)
        assert "Close" not in dora.text
        report(evening, number)
        dora.visit(dora.path).press(words)
    assert dora.path == at(evening, "events:finish")
    assert "Finish the event?" in dora.text
    dora.visit(url(evening, number=3))
    assert dora.follow("Finish").path == at(evening, "events:finish")


def test_reopening_asks_for_a_reason_and_a_round_that_stays_closed_says_why(dora, evening):
    close(evening, despite_missing=True)
    dora.visit(url(evening)).follow("Open round 1 again")
    assert "goes back to" in dora.text
    dora.press("Open round 1 again", reason=" ")
    assert evening.rounds.get(number=1).status == "closed"
    dora.press("Open round 1 again", reason="wrong sheet")
    assert evening.rounds.get(number=1).status == "open"
    close(evening, despite_missing=True)
    dora.visit(url(evening, "reopen"))
    report(evening, 2, (1,))
    assert "enter it again with a reason" in dora.press("Open round 1 again", reason="x").text
    assert "Open round 1 again" not in dora.visit(url(evening)).text
    assert "enter it again with a reason" in dora.visit(url(evening, "reopen")).text


def test_a_finished_event_offers_nothing_to_change(desk, evening):
    Event.objects.filter(pk=evening.pk).update(status="finished")
    page = desk.get(url(evening)).content.decode()
    assert at(evening, "sheets:show", 1, 1) in page
    assert url(evening, "close") not in page
    assert at(evening, "sheets:enter_totals", 1) not in page


def test_the_number_of_queries_does_not_grow_with_the_players(desk, director):
    counts = []
    for players in (16, 80):
        evening = Evening(director, players, name=f"N{players}").published()
        event = evening.scores(1, *[(7, 5)] * (players // 4)).event
        counts.append(queries(desk, url(event)))
    assert counts[0] == counts[1] <= 19
