"""No page says "all" or "every", or is green, while something of it is open; each says what is."""

import re

import pytest

from scoring.seats import Seat
from tests.helpers import factories
from tests.helpers.addresses import at
from tests.helpers.factories import NOW, Evening, close, correct, enter, make_published, play, table_of
from tests.helpers.kept import kept
from tests.helpers.paper import printed
from tests.helpers.person import Person, words
from tests.helpers.rulings import deal, rule
from tests.helpers.scripted import Scripted
from tests.helpers.table_entry import open_tables
from tests.helpers.tally_cards import type_card
from tournament.models import Event, Player, Ruling, Seating
from tournament.services.events import finish_event
from tournament.services.prizes import set_prizes
from tournament.services.seasons import choose_events, create_season

EVERYTHING = re.compile(
    r"every table in|all \d+ sheets are in|all tables (that played )?have reported|every round is closed|"
    r"all \d+ rounds are played|every table has reported|every table is in|all tables (that played )?are in",
    re.I,
)


@pytest.fixture
@kept
def evening(director):
    """Round 1 of 2 with three tables, all in."""
    return Evening(director, players=12).published().scores(1, (9, 4), (9, 4), (9, 4)).event


# One thing that is open, each of a kind, when everything else of the evening is in.


def a_missing_sheet(event):
    table_of(event, 1, 3).sheets.all().delete()


def an_open_tie(event):
    correct(table_of(event, 1, 2), 6, 6)


def an_undecided_sit_out(event):
    Event.objects.filter(pk=event.pk).update(bye_decided=False, bye_mode="none")
    Seating.objects.filter(table__round__event=event, table__number=3, seat="N").update(table=None, seat="")


OPEN = [a_missing_sheet, an_open_tie, an_undecided_sit_out]
OFFICIALS = [
    ("events:overview",),
    ("rounds:desk", 1),
    ("rounds:desk", 2),
    ("standings:show",),
    ("events:finish",),
]
EVERYBODY = [("public:event",), ("public:standings",), ("public:board",), ("public:round", 1)]


@pytest.fixture
def played(evening):
    """Both rounds are in and closed."""
    close(evening)
    return play(evening, 2, 9, 4)


@pytest.mark.parametrize("thing", OPEN, ids=lambda thing: thing.__name__)
def test_no_page_says_all_or_every_and_nothing_is_called_final_while_anything_is_open(desk, played, thing):
    thing(played)
    Event.objects.filter(pk=played.pk).update(live_version=9999, seating_version=9999)
    for page in (*OFFICIALS, *EVERYBODY):
        answer = desk.get(at(played, *page))
        if page == ("events:finish",):  # the checklist says each thing by itself, with what is open beside it
            assert "checklist-open" in answer.content.decode()
        else:
            assert played.name in words(answer)
            assert EVERYTHING.search(words(answer)) is None, page
    step = desk.get(at(played, "events:overview")).context["desk"].step
    assert step.code in ("settle", "enter-missing")
    assert "open" in step.title or "missing" in step.title
    Event.objects.filter(pk=played.pk).update(status="finished", live_version=10_000)
    for page in ("standings:show", "public:standings"):
        assert "Final standings, with open items." in words(desk.get(at(played, page)))


@pytest.mark.parametrize("thing", OPEN[:2], ids=lambda thing: thing.__name__)
def test_the_round_is_green_nowhere_while_anything_of_it_is_open(desk, played, thing):
    thing(played)
    page = desk.get(at(played, "events:overview")).content.decode()
    first, second = re.findall(r'class="strip-round\s+strip-(\w+)"', page)
    assert (first, second) == ("incomplete", "closed")
    page = desk.get(at(played, "rounds:desk", 1)).content.decode()
    assert re.findall(r'class="round-number is-(\w+)"', page) == ["incomplete", "closed"]
    head = re.search(r"<h1>.*?</h1>(.*?)</p>", page, re.S).group(1)
    assert "tag-ok" not in head
    assert "tag-bad" in head


def sheets_page(event, name, *args):
    return at(event, f"sheets:{name}", 1, *args)


def test_no_page_of_a_round_with_an_open_tie_is_green_or_says_all(desk, dora, evening):
    """The bar was green over a tie about which nobody had been asked."""
    whole = desk.get(sheets_page(evening, "enter_totals"))
    assert "All 3 sheets are in." in words(whole)
    an_open_tie(evening)
    shown = words(desk.get(sheets_page(evening, "enter_totals")))
    assert EVERYTHING.search(shown) is None
    assert "3 sheets are in, with 1 open item." in shown
    left = Scripted(desk).visit(sheets_page(evening, "enter_totals")).leave(1, ew=5)
    assert left.status_code == 200
    assert re.search("3 sheets are in, with [12] open items?.", words(left))
    green = '<span class="tag tag-ok">'
    assert green not in desk.get(sheets_page(evening, "show", 2)).content.decode()
    assert green in desk.get(sheets_page(evening, "show", 1)).content.decode()
    open_tables(evening)
    shown = words(desk.get(at(evening, "table_links:index")))
    assert shown.count("score is in, with open items") == 1
    assert shown.count("score is in") == 3


@pytest.mark.parametrize("open_", ["a card", "a tie"])
def test_cards_agree_in_green_only_when_they_and_the_sheets_are_complete(desk, evening, open_):
    assert "Nothing so far: no card is complete yet." in words(desk.get(at(evening, "cards:index")))
    for seating in Seating.objects.filter(table__round__number=1).select_related("player", "table"):
        type_card(seating.player, 9 if seating.seat in "NS" else 4)
    green = "Nothing: everything typed matches."
    assert green in words(desk.get(at(evening, "cards:index")))
    if open_ == "a card":
        evening.players.get(number=1).card_lines.all().delete()
    else:
        table_of(evening, 1, 2).sheets.update(ns=9)  # as it was typed
        an_open_tie(evening)
    assert green not in words(desk.get(at(evening, "cards:index")))


def test_neither_screen_nor_closing_nor_strip_say_all_while_a_tie_is_open(desk, dora, evening):
    board = at(evening, "public:board")
    assert "Every table is in" in words(desk.get(board))
    an_open_tie(evening)
    shown = words(desk.get(board))
    assert EVERYTHING.search(shown) is None
    assert re.search(r"To be settled with the director: tables\s+2", shown)
    for page in (("events:overview",), ("rounds:desk", 1), ("rounds:close", 1), ("standings:show",)):
        found = EVERYTHING.search(words(desk.get(at(evening, *page))))
        assert found is None, (page, found.group())
    page = desk.get(at(evening, "rounds:desk", 1)).content.decode()
    assert len(re.findall(r'class="desk-table panel\s+is-in', page)) == 2
    strip = words(desk.get(at(evening, "events:overview")))
    assert "3 of 3 in 1 open" in strip
    # The list stood above the tick and again beside it in red.
    shown = dora.visit(at(evening, "rounds:close", 1)).press("Close round 1").text
    assert shown.count("Table 2 is tied") == 1
    assert "Tick this to close the round as it is" in shown


def test_closing_the_last_round_does_not_promise_another(desk, evening):
    """ "Closing opens the next round" was said of the last."""
    overview = at(evening, "events:overview")
    assert "All 3 sheets are in. Closing opens the next round" in words(desk.get(overview))
    close(evening)
    for table in (1, 2, 3):
        enter(table_of(evening, 2, table), 9, 4)
    shown = words(desk.get(overview))
    assert "Closing opens the next round" not in shown
    assert "All 3 sheets are in. It’s the last round." in shown


@pytest.mark.parametrize("thing", [a_missing_sheet, an_open_tie], ids=lambda thing: thing.__name__)
class TestPrizes:
    def test_the_prizes_are_not_called_final(self, dora, does, played, thing):
        does(set_prizes, played, places=[5000], sides={})
        thing(played)
        Event.objects.update(status="finished")
        assert "Final." not in dora.visit(at(played, "prizes:index")).text
        assert "Not complete: the places are wrong until what is open is settled." in dora.text

    @pytest.mark.slow
    @pytest.mark.parametrize("with_money", [True, False])
    def test_no_paper_is_called_final(self, played, thing, with_money):
        if with_money:
            set_prizes(played, by=played.memberships.get().user, at=NOW, places=[5000], sides={})
        thing(played)
        Event.objects.update(status="finished")
        played.refresh_from_db()
        texts = {
            kind: " ".join(printed(kind, played, "a4").text.split())
            for kind in ("standings", "prize-list", "certificate")
        }
        assert "Final standings" not in texts["standings"]
        assert "Prizes so far (not final)" in texts["prize-list"]
        assert "Not complete: Round 1, table" in texts["prize-list"]
        assert "Not complete: Round 1, table" in texts["certificate"]


def test_a_season_says_that_an_event_that_counts_lacks_a_sheet(dora, does, director, played):
    season = does(create_season, "League")
    choose_events(season, [played], by=director)
    a_missing_sheet(played)
    Event.objects.update(status="finished")
    dora.visit(at(season, "seasons:show"))
    assert "Friday Night Euchre: 1 sheet is missing, so its points are not complete." in dora.text


def test_check_in_does_not_say_everybody_while_somebody_has_gone(desk, director):
    event = make_published(director, players=8, rounds=1, name="One gone")
    page = at(event, "players:check_in")
    assert "Everybody is here" in words(desk.get(page))
    Player.objects.filter(event=event, number=3).update(status="left", to_round=None)
    shown = words(desk.get(page))
    assert "Everybody is here" not in shown
    assert "Nobody else is expected" in shown


def test_a_round_that_was_opened_and_not_played_leaves_nothing_open_once_the_event_is_finished(desk, evening):
    close(evening)
    finish_event(evening, by=evening.memberships.get().user, at=NOW)
    assert "The standings are final." in words(desk.get(at(evening, "events:overview")))
    for page in ("standings:show", "public:standings"):
        assert "Final standings." in words(desk.get(at(evening, page)))


TIE = "This makes it a tie, 8–8."
ASKED = "Which side reached this score first?"


@pytest.fixture
def event(director):
    return factories.make_published(director, players=8, rounds=2)


@pytest.fixture
def table(event):
    table = factories.table_of(event)
    factories.enter(table, 8, 6)
    return table


def page_of(event, name="sheets:show", *args):
    return at(event, name, *(args or (1, 1)))


def counting(table):
    return table.sheets.get(counting=True)


def ruled(dora, event, code="renege", number=1, **happened):
    """What happened is told at the desk of rulings; what it answers is on the page."""
    page = Scripted(dora.client).visit(at(event, "rulings:make", 1, number) + f"?code={code}")
    return page.fill(alone="-", **{"offender": "N"} | happened)


def test_the_tie_of_a_ruling_is_shown_and_asked_before_anything_is_ruled(dora, event, table):
    dora = ruled(dora, event).fill(included="no").fill(written="nothing")
    assert TIE in dora.text
    assert ASKED in dora.text
    assert "North–South → nobody" in dora.text
    assert "Say which side reached 8 first." in dora.press("Make this ruling").text
    assert not Ruling.objects.exists()
    assert "East–West reached it first." in dora.fill(reached_first="EW").text  # and the answer is kept
    dora.press("Make this ruling")
    assert (counting(table).winner, counting(table).nobody_can_say) == ("EW", False)


def test_in_the_grid_reached_first_answers_a_tie_that_an_award_makes(dora, event, table):
    page = ruled(dora, event).press("Make this ruling", included="no")
    page.press("Make this ruling", written="nothing").press("Make this ruling", reached_first="-")
    assert counting(table).nobody_can_say
    page.visit(at(event, "sheets:enter_totals", 1)).leave(1, reached_first="EW")
    assert (counting(table).revision, counting(table).winner) == (3, "EW")


class TestAnOpenTie:
    @pytest.fixture
    def open_tie(self, table):
        factories.enter(table, 8, 8, expected=1)
        return table

    def test_the_desks_and_the_table_ask_and_each_answer_makes_a_new_version(self, dora, event, open_tie):
        for desk in (("events:overview",), ("rulings:index",), ("rounds:desk", 1)):
            assert "1 open question" in dora.visit(at(event, *desk)).text
            assert page_of(event, "sheets:tie") in dora.page
        dora.visit(page_of(event))
        assert "Tied 8–8: which side reached 8 first?" in dora.text
        assert "nobody could say" not in dora.text
        second = Person(dora.client).visit(page_of(event, "sheets:tie"))
        assert dora.visit(second.path).press("Save the answer").response.status_code == 422
        dora.press("Save the answer", answer="-")
        assert "nobody could say" in dora.text
        assert "which side reached" not in dora.text
        second.press("Save the answer", answer="EW")  # about an older version
        assert (second.path, counting(open_tie).revision) == (page_of(event, "sheets:tie"), 3)
        second.press("Save the answer", answer="EW")
        assert "reached first as the director was told" in second.text
        assert (counting(open_tie).revision, counting(open_tie).winner) == (4, "EW")

    def test_in_a_closed_round_the_reason_is_asked_and_the_effect_accepted(self, dora, event, open_tie):
        factories.enter(factories.table_of(event, 1, 2), 8, 6)
        dora.visit(at(event, "rounds:close", 1)).press("Close round 1", despite_missing="on")
        dora.visit(page_of(event, "sheets:tie")).press("Save the answer", answer="EW")
        assert "say why its sheet changes" in dora.text
        dora.press("Save the answer", reason="Both sides agree")
        assert "this changes the standings" in dora.text
        assert counting(open_tie).tie_is_open
        dora.press("Accept and save")
        assert counting(open_tie).winner == "EW"


class TestWhoDealt:
    def test_the_ruling_keeps_whom_it_was_made_with_and_no_deal_is_norths_before(self, dora, event, table):
        dora.visit(at(event, "rulings:make", 1, 2) + "?code=renege")
        assert "Deal 1 " in dora.text
        assert "North dealt" not in dora.text
        page = ruled(dora, event, "six-cards", offender="W", dealer="W", choice="taken-up")
        page.press("Make this ruling", included="no").press("Make this ruling", written="nothing")
        assert Ruling.objects.get().dealer == "W"
        assert "Dealer" in dora.visit(at(event, "rulings:show", 1)).text

    def test_another_dealer_on_the_sheet_leads_back_to_the_ruling(self, dora, event, director):
        table = factories.table_of(event, 1, 2)
        rule(table, director, "no-discard", Seat.W)
        deal(table, director, Seat.N, but=[1])
        assert at(event, "rulings:amend", 1) in dora.visit(at(event, "rounds:desk", 1)).page
        dora = Scripted(dora.client).visit(at(event, "rulings:amend", 1))
        assert "Ruling 1 was made with West as dealer; by the sheet North dealt." in dora.text
        assert 'value="EW" selected' in dora.page
        dora.fill(offender="N").press("Amend the ruling", reason="The sheet says North")
        assert (Ruling.objects.get(number=2).dealer, counting(table).ew) == ("N", 2)


def test_missing_sheets_of_a_round_are_one_sentence_for_players(client, director):
    """Eleven red paragraphs on a phone, 1,010 px above the standings."""
    event = make_published(director, players=32, rounds=2)
    enter(table_of(event, 1, 2), 9, 4)
    close(event, 1, despite_missing=True)
    page = Person(client).visit(at(event, "public:standings")).text
    assert page.count("missing") == 1
    assert "Round 1: the sheets of tables 1 and 3 to 8 are missing. Their players get 0 points." in page
