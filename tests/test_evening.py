"""One whole evening as a director lives it, through HTTP, from an empty database to cards, standings and
history."""

import io
import re

import pypdf
import pytest
from django.core.management import call_command
from django.urls import reverse

from tests.helpers.names import REAL_NAMES
from tests.helpers.person import Person
from tournament.models import Event, Player, Round, Sheet, User

SLUG = "friday-night"
ROUNDS = 3


def at(name, *args):
    return reverse(name, args=[SLUG, *args])


@pytest.fixture
def dora(client, db):
    """Signed in with the password that the first start printed."""
    out = io.StringIO()
    call_command("createdirector", "dora", stdout=out)
    password = re.search(r"Password\s+(\S+)", out.getvalue()).group(1)
    dora = Person(client)
    dora.visit("/sign-in/").press("Sign in", username="dora", password=password)
    assert dora.path == "/events/"
    return dora


def pdf_text(dora, kind, **query):
    """The words of a paper, as its PDF holds them."""
    answer = dora.client.get(at("printing:pdf", kind), query)
    assert answer.headers["Content-Type"] == "application/pdf"
    reader = pypdf.PdfReader(io.BytesIO(answer.content))
    return reader, "\n".join(page.extract_text() for page in reader.pages)


def make_the_event(dora):
    dora.visit("/events/new/").press(
        "Create event", name="Friday Night", date="2026-11-20", round_count=str(ROUNDS)
    )
    event = Event.objects.get()
    assert (event.slug, event.round_count, event.status) == (SLUG, ROUNDS, "setup")
    dora.visit(at("events:settings")).press("Save", on_deals="on")  # a table tells its round deal by deal
    dora.visit(at("events:overview"))
    assert "Add the players" in dora.text


def take_the_players_in(dora):
    """Sixteen real names are pasted and confirmed, one is added at the door: seventeen."""
    dora.visit(at("players:import")).press("Check the list", text="\n".join(REAL_NAMES))
    assert "Mary Smith" in dora.page
    assert not Player.objects.exists()  # nothing is written before Import
    both = dict.fromkeys(re.findall(r'name="(line-[0-9]+)"', dora.page), "take")
    assert len(both) == 1  # two players of one name: the second is asked about
    dora.press("Import", **both)
    assert tuple(Player.objects.order_by("number").values_list("own_name", flat=True)) == REAL_NAMES
    dora.visit(at("players:add")).press("Add", name="Wally Walk-in")
    assert Player.objects.get(number=17).name == "Wally Walk-in"


def check_them_in(dora):
    """By number or part of a name and Enter; number 16 telephones to say they will come for round 2."""
    dora.visit(at("players:check_in"))
    for typed in (
        "1",
        "levesque",
        "3",
        "darcy",
        "5",
        "6",
        "7",
        "8",
        "9",
        "10",
        "11",
        "12",
        "13",
        "14",
        "15",
        "wally",
    ):
        dora.press("Here", who=typed)
    assert Player.objects.filter(status="here").count() == 16
    assert "16" in dora.text
    dora.visit(at("players:set_status", 16)).press("Save", status="late", from_round="2")
    assert Player.objects.get(number=16).from_round == 2


def seat_them(dora):
    dora.visit(at("seating:index")).press("Seat them")
    assert "least possible" in dora.text
    assert not Round.objects.exists()
    assert "What does a sit-out score?" in dora.text  # fifteen are here for round 1
    dora.press("Start round 1", bye_mode="none")
    assert Round.objects.count() == ROUNDS
    assert Round.objects.get(number=1).status == "open"


def enter_totals(dora, number, scores):
    """The whole grid at once, as a browser without JavaScript sends it."""
    typed = {}
    for table, (ns, ew) in scores.items():
        typed |= {f"t{table}-ns": str(ns), f"t{table}-ew": str(ew)}
    dora.visit(at("sheets:enter_totals", number)).press("Save all", **typed)


def play_round_one(dora):
    """Totals for three tables; the fourth deal by deal, with a lone march and a tie broken by who got there
    first."""
    enter_totals(dora, 1, {1: (9, 4), 2: (7, 7), 3: (6, 10)})
    assert Sheet.objects.filter(counting=True).count() == 2  # the tie is asked about first
    assert "reached" in dora.text
    dora.press("East–West")
    assert Sheet.objects.get(table__number=2).winner == "EW"
    names = re.findall(r'name="([^"]*maker)"', dora.visit(at("sheets:enter_deals", 1, 4)).page)
    prefix = names[0].removesuffix("maker")
    pattern = prefix.replace("1", "{slot}", 1)
    deals = {"first_dealer": "N"}
    for slot in range(1, 9):
        row = pattern.format(slot=slot)
        deals |= {f"{row}maker": "N", f"{row}tricks": "3"}
    row = pattern.format(slot=2)
    deals |= {f"{row}maker": "E", f"{row}alone": "on", f"{row}tricks": "5"}
    dora.press("Save the round", **deals)
    sheet = Sheet.objects.get(table__number=4, counting=True)
    assert (sheet.ns, sheet.ew, sheet.points_e, sheet.points_w) == (7, 4, 5, 4)


def rule_on_a_renege(dora):
    dora.visit(at("rulings:find") + "?table=4&q=did+not+follow+suit").follow("Renege: did not follow suit")
    dora.press("Show what the rule gives", deal="3", offender="N")
    assert "7" in dora.text
    dora.press("Make this ruling")
    sheet = Sheet.objects.get(table__number=4, counting=True)
    assert (sheet.ns, sheet.ew, sheet.revision) == (6, 6, 2)


def close(dora, number):
    dora.visit(at("rounds:close", number)).press("Close round")
    assert Round.objects.get(number=number).status == "closed"


def somebody_leaves_and_the_rest_is_planned_anew(dora):
    played = list(
        Round.objects.get(number=1).seatings.order_by("player").values_list("player", "table", "seat")
    )
    dora.visit(at("players:set_status", 5)).press("Save", status="left", to_round="1", reason="Babysitter")
    dora.visit(at("seating:index")).press("Draw new seating")
    dora.follow("Publish seating").press("Publish seating")
    assert not Round.objects.get(number=3).seatings.filter(player__number=5).exists()
    assert Round.objects.get(number=3).seatings.filter(player__number=16).exists()
    assert played == list(
        Round.objects.get(number=1).seatings.order_by("player").values_list("player", "table", "seat")
    )


def finish(dora):
    dora.visit(at("events:finish")).press("Finish")
    assert Event.objects.get().status == "finished"


def test_an_evening_from_an_empty_database_to_the_last_paper(dora):
    make_the_event(dora)
    take_the_players_in(dora)
    check_them_in(dora)
    seat_them(dora)
    play_round_one(dora)
    rule_on_a_renege(dora)
    close(dora, 1)
    somebody_leaves_and_the_rest_is_planned_anew(dora)
    for number in (2, 3):
        enter_totals(dora, number, {1: (9, 4), 2: (8, 7), 3: (6, 10), 4: (5, 8)})
        close(dora, number)
    finish(dora)

    everybody_finds_the_result(dora)
    the_papers_carry_every_name(dora)
    the_history_tells_it_in_order(dora)
    nothing_more_can_be_entered(dora)


def everybody_finds_the_result(dora):
    dora.client.logout()
    dora.visit(f"/e/{SLUG}/standings/")
    for name in REAL_NAMES:
        assert name in dora.text
    dora.client.force_login(User.objects.get())


def the_papers_carry_every_name(dora):
    cards, words = pdf_text(dora, "tally-cards", size="a4")
    assert len(cards.pages) == 4  # sixteen cards, four to a sheet: one player has gone home
    assert "Siobhán O’Connor" in words
    assert "Łukasz Żółć" in words
    sheets, _words = pdf_text(dora, "score-sheets", size="letter", round="3")
    assert len(sheets.pages) == 2
    _list, words = pdf_text(dora, "standings", size="letter")
    assert "Final standings" in words


def the_history_tells_it_in_order(dora):
    dora.visit(at("history:index"))
    story = ["finished the event", "closed round 3", "made ruling 1", "Wally Walk-in", "created the event"]
    places = [dora.text.find(words) for words in story]
    assert -1 not in places, dict(zip(story, places, strict=True))
    assert places == sorted(places)  # the newest first


def nothing_more_can_be_entered(dora):
    before = Sheet.objects.count()
    dora.client.post(at("sheets:save_row", 3, 1), {"t1-ns": "8", "t1-ew": "8", "t1-revision": "1"})
    assert Sheet.objects.count() == before
