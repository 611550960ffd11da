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
from tests.helpers.table_entry import open_tables
from tests.helpers.tally_cards import type_card
from tournament.models import Event, Player, Ruling, Seating, Sheet
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


def test_no_page_of_a_round_with_an_open_tie_is_green_or_says_all(desk, evening):
    """The bar was green over a tie about which nobody had been asked."""
    whole = desk.get(sheets_page(evening, "enter_totals"))
    assert "All tables are in" in words(whole)
    an_open_tie(evening)
    shown = words(desk.get(sheets_page(evening, "enter_totals")))
    assert EVERYTHING.search(shown) is None
    assert "3 of 3 tables are in, 1 open item" in shown
    sheet = Sheet.objects.counting_at(table_of(evening, 1, 1))
    row = {"t1-ns": "9", "t1-ew": "5", "t1-revision": str(sheet.revision), "t1-was": ""}
    answer = desk.post(sheets_page(evening, "save_row", 1), row, headers={"X-Requested-With": "sheets"})
    assert answer.status_code == 200
    assert re.search("3 of 3 tables are in, [12] open items?", words(answer))
    green = '<span class="tag tag-ok">'
    assert green not in desk.get(sheets_page(evening, "show", 2)).content.decode()
    assert green in desk.get(sheets_page(evening, "show", 1)).content.decode()
    open_tables(evening)
    shown = words(desk.get(at(evening, "table_links:index")))
    assert shown.count("score is in, with open items") == 1
    assert shown.count("score is in") == 3


def test_no_cards_at_all_are_not_called_in_agreement(desk, evening):
    shown = words(desk.get(at(evening, "cards:index")))
    assert "Nothing so far: no card is complete yet." in shown
    assert "everything typed matches" not in shown


@pytest.mark.parametrize("open_", ["a card", "a tie"])
def test_cards_agree_in_green_only_when_they_and_the_sheets_are_complete(desk, evening, open_):
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


def test_neither_screen_nor_closing_nor_strip_say_all_while_a_tie_is_open(desk, evening):
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
    shown = words(desk.post(at(evening, "rounds:close", 1)))
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
    def test_the_prizes_are_not_called_final(self, desk, played, thing):
        set_prizes(played, by=played.memberships.get().user, at=NOW, places=[5000], sides={})
        thing(played)
        Event.objects.update(status="finished")
        shown = words(desk.get(at(played, "prizes:index")))
        assert "Final." not in shown
        assert "Not complete: the places are wrong until what is open is settled." in shown

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


def test_a_season_says_that_an_event_that_counts_lacks_a_sheet(desk, director, played):
    season = create_season("League", by=director, at=NOW)
    choose_events(season, [played], by=director)
    a_missing_sheet(played)
    Event.objects.update(status="finished")
    shown = words(desk.get(at(season, "seasons:show")))
    assert "Friday Night Euchre: 1 sheet is missing, so its points are not complete." in shown


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


def renege(**changes):
    told = {"code": "renege", "offender": "N", "alone": "-", "step": "make", "points": "2", "side": "EW"}
    return told | {"fate": "PASS", "included": "no", "written": "nothing", "reason": ""} | changes


def counting(table):
    return table.sheets.get(counting=True)


class TestTheTieOfARuling:
    def test_the_preview_shows_the_tie_and_nothing_is_ruled_without_an_answer(self, desk, event, table):
        page = desk.post(at(event, "rulings:preview", 1, 1), renege(step="ask")).content.decode()
        assert TIE in page
        assert ASKED in page
        assert "North–South → <strong>nobody" in page
        page = desk.post(at(event, "rulings:preview", 1, 1), renege(step="answer", reached_first="EW"))
        assert "East–West reached it first." in page.content.decode()  # and the answer is kept
        page = desk.post(at(event, "rulings:make", 1, 1), renege()).content.decode()
        assert "Say which side reached 8 first." in page
        assert not Ruling.objects.exists()

    @pytest.mark.parametrize(
        ("answer", "winner", "nobody"), [("NS", "NS", False), ("EW", "EW", False), ("-", "", True)]
    )
    def test_the_answer_is_on_the_sheet(self, desk, event, table, answer, winner, nobody):
        assert desk.post(at(event, "rulings:make", 1, 1), renege(reached_first=answer)).status_code == 302
        assert (counting(table).winner, counting(table).nobody_can_say) == (winner, nobody)

    def test_in_the_grid_reached_first_answers_a_tie_that_an_award_makes(self, desk, event, table):
        desk.post(at(event, "rulings:make", 1, 1), renege(reached_first="-"))
        row = {
            "t1-ns": "8",
            "t1-ew": "6",
            "t1-included_1": "no",
            "t1-revision": "2",
            "t1-reached_first": "EW",
        }
        assert desk.post(page_of(event, "sheets:save_row"), row).status_code == 302
        assert counting(table).winner == "EW"


class TestAnOpenTie:
    @pytest.fixture
    def open_tie(self, table):
        factories.enter(table, 8, 8, expected=1)
        return table

    def test_the_tables_page_asks_and_claims_nothing(self, desk, event, open_tie):
        page = desk.get(page_of(event)).content.decode()
        assert "Tied 8–8: which side reached 8 first?" in page
        assert "nobody could say" not in page

    @pytest.mark.parametrize("name", ["events:overview", "rounds:desk", "rulings:index"])
    def test_the_desks_show_it_with_the_way_to_answer_it(self, desk, event, open_tie, name):
        args = [1] if name == "rounds:desk" else []
        page = desk.get(at(event, name, *args)).content.decode()
        assert "1 open question" in page
        assert page_of(event, "sheets:tie") in page

    @pytest.mark.parametrize(
        ("answer", "words"), [("EW", "reached first as the director was told"), ("-", "nobody could say")]
    )
    def test_its_answer_makes_a_new_version(self, desk, event, open_tie, answer, words):
        told = {"answer": answer, "revision": "2"}
        assert desk.post(page_of(event, "sheets:tie"), told).status_code == 302
        assert counting(open_tie).revision == 3
        page = desk.get(page_of(event)).content.decode()
        assert words in page
        assert "which side reached" not in page

    @pytest.mark.parametrize("told", [{}, {"answer": ""}, {"answer": "UP"}, {"answer": "\x00"}])
    def test_what_is_no_answer_is_said_so(self, desk, event, open_tie, told):
        assert desk.post(page_of(event, "sheets:tie"), told | {"revision": "2"}).status_code == 422
        assert counting(open_tie).tie_is_open

    def test_what_is_no_answer_or_answers_an_older_version_is_not_taken(self, desk, event, open_tie):
        told = {"answer": "EW", "revision": "1"}
        assert desk.post(page_of(event, "sheets:tie"), told).url == page_of(event, "sheets:tie")
        assert counting(open_tie).tie_is_open

    def test_in_a_closed_round_the_reason_is_asked_and_the_effect_accepted(self, desk, event, open_tie):
        factories.enter(factories.table_of(event, 1, 2), 8, 6)
        desk.post(at(event, "rounds:close", 1), {"despite_missing": "on"})
        told = {"answer": "EW", "revision": "2"}
        page = desk.post(page_of(event, "sheets:tie"), told).content.decode()
        assert "say why its sheet changes" in page
        told |= {"reason": "Both sides agree"}
        page = desk.post(page_of(event, "sheets:tie"), told).content.decode()
        assert "this changes the standings" in page
        assert counting(open_tie).tie_is_open
        assert desk.post(page_of(event, "sheets:tie"), told | {"accepted": "EW"}).status_code == 302
        assert counting(open_tie).winner == "EW"


class TestWhoDealt:
    def six(self, **changes):
        return renege(code="six-cards", offender="W", **changes)

    def test_the_ruling_keeps_whom_it_was_made_with_and_no_deal_is_norths_before(self, desk, event, table):
        page = desk.get(at(event, "rulings:make", 1, 2), {"code": "renege"}).content.decode()
        assert "Deal 1<" in page
        assert "North dealt" not in page
        told = self.six(dealer="W", choice="taken-up", points="2", side="NS", fate="PASS")
        assert desk.post(at(event, "rulings:make", 1, 1), told).status_code == 302
        assert Ruling.objects.get().dealer == "W"
        assert "Dealer" in desk.get(at(event, "rulings:show", 1)).content.decode()

    def test_another_dealer_on_the_sheet_leads_back_to_the_ruling(self, desk, event, director):

        table = factories.table_of(event, 1, 2)
        rule(table, director, "no-discard", Seat.W)
        deal(table, director, Seat.N, but=[1])
        page = desk.get(at(event, "rounds:desk", 1)).content.decode()
        assert at(event, "rulings:amend", 1) in page
        page = desk.get(at(event, "rulings:amend", 1)).content.decode()
        assert "Ruling 1 was made with West as dealer; by the sheet North dealt." in page
        assert 'value="EW" selected' in page
        told = renege(code="no-discard", deal="1", offender="N", reason="The sheet says North")
        assert desk.post(at(event, "rulings:amend", 1), told).status_code == 302
        assert (Ruling.objects.get(number=2).dealer, counting(table).ew) == ("N", 2)


def test_missing_sheets_of_a_round_are_one_sentence_for_players(client, director):
    """Eleven red paragraphs on a phone, 1,010 px above the standings."""
    event = make_published(director, players=32, rounds=2)
    enter(table_of(event, 1, 2), 9, 4)
    close(event, 1, despite_missing=True)
    page = Person(client).visit(at(event, "public:standings")).text
    assert page.count("missing") == 1
    assert "Round 1: the sheets of tables 1 and 3 to 8 are missing. Their players get 0 points." in page
