"""Which tally cards were printed: a person says so, and the database keeps it.

Security finding 7: a look at the cards wrote a file, and the director was told that every card was as last
printed.
"""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.helpers.factories import NOW, make_event, make_official, make_players, make_published, play
from tests.helpers.paper_events import make_evening
from tests.helpers.person import Person
from tournament.models import CardPrint, Event
from tournament.services.seating import draft_plan

CHANGED = "?paper=tally-cards&changed=1"


@pytest.fixture(autouse=True)
def data(settings, tmp_path):
    settings.DATA_DIR = tmp_path


@pytest.fixture
def hall(director):
    return make_published(director, players=8, rounds=3)


def at(name, event, *kind, query=""):
    return reverse(f"printing:{name}", args=[event.slug, *kind]) + query


def print_room(desk, hall, query="?paper=tally-cards"):
    return Person(desk).visit(at("index", hall, query=query))


@pytest.mark.slow
def test_a_look_at_the_cards_writes_nothing(hall, tmp_path):
    for role in ("viewer", "scorer", "director"):
        client = Client()
        client.force_login(make_official(hall, role, role))
        for look in (client.get, client.head):
            for kind in ("tally-cards", "tally-cards-by-deals"):
                assert look(at("paper", hall, kind)).status_code == 200
            look(at("pdf", hall, "tally-cards"))
        assert not CardPrint.objects.exists()
        assert {path.name for path in tmp_path.iterdir()} <= {"cache"}
        assert "print the whole set" in print_room(client, hall, CHANGED).text


def test_who_printed_says_so_and_only_changed_cards_are_printed_from_then_on(desk, hall):
    dora = print_room(desk, hall)
    assert "Nobody has said yet that these cards were printed" in dora.text
    assert "I printed these" not in print_room(desk, hall, "?paper=score-sheets").text
    dora.press("I printed these")
    assert "8 cards are noted as printed" in dora.text
    assert "Dora Director" in dora.text
    assert "as it was last printed" in print_room(desk, hall, CHANGED).text
    hall.players.filter(number=5).update(own_name="Eve Newname")
    page = desk.get(at("paper", hall, "tally-cards", query="?changed=1")).content.decode()
    assert "Eve Newname" in page
    assert "Nothing has changed" not in page
    print_room(desk, hall, CHANGED).press("I printed these")
    assert "as it was last printed" in print_room(desk, hall, CHANGED).text
    assert (
        "noted that tally cards were printed: 8"
        in desk.get(reverse("history:index", args=[hall.slug])).content.decode()
    )


def test_one_card_that_was_printed_again_leaves_the_others_as_they_were(desk, hall):
    print_room(desk, hall).press("I printed these")
    hall.players.filter(number=5).update(own_name="Eve Newname")
    hall.players.filter(number=3).update(own_name="Cora Newname")
    before = print_room(desk, hall, CHANGED).text
    print_room(desk, hall, "?paper=tally-cards&players=5").press("I printed these")
    after = desk.get(at("paper", hall, "tally-cards", query="?changed=1"))
    assert after.status_code == 200, before
    assert "Cora Newname" in after.content.decode()


def test_only_the_cards_of_the_chosen_colour_are_noted(desk, director):
    """Those on white stock counted as printed, too."""
    hall = make_evening(8, 2, movement="red-white")
    hall.memberships.update(user=director)
    print_room(desk, hall, "?paper=tally-cards&stock=red").press("I printed these")
    assert len(CardPrint.objects.get().cards) == 4


def test_what_changed_while_the_printer_ran_is_told_as_changed(desk, hall):
    dora = print_room(desk, hall)
    hall.players.filter(number=5).update(own_name="Eve Newname")
    dora.press("I printed these")
    assert "Eve Newname" in desk.get(at("paper", hall, "tally-cards", query="?changed=1")).content.decode()


@pytest.mark.rude
@pytest.mark.parametrize("cards", ["", "x", "a:b:c"])
def test_a_form_of_no_page_of_ours_notes_nothing(desk, hall, cards):
    answer = desk.post(at("printed", hall, "tally-cards"), {"cards": cards}, follow=True)
    assert "Open it again" in answer.content.decode()
    assert not CardPrint.objects.exists()


def test_after_a_restore_an_old_page_notes_nothing_and_nobody_is_told_that_the_cards_are_right(desk, hall):
    """What was printed after the copy was made is not in it."""
    print_room(desk, hall).press("I printed these")
    dora = print_room(desk, hall)
    Event.objects.filter(pk=hall.pk).update(uid="another")
    assert "Open it again" in dora.press("I printed these").text
    assert CardPrint.objects.count() == 1
    assert "A backup was restored after" in print_room(desk, hall, CHANGED).text
    print_room(desk, hall).press("I printed these")
    assert "as it was last printed" in print_room(desk, hall, CHANGED).text


def test_a_kit_is_noted_as_printed_with_its_cards(desk, hall):
    """Defect: after a kit nobody could print only the cards that changed."""
    dora = print_room(desk, hall, "?paper=tonight-kit")
    dora.press("I printed these")
    assert "The kit is noted as printed" in dora.text
    assert "Everything was printed. Tick what you need again." in dora.text
    assert "Every card is as it was last printed" in print_room(desk, hall, CHANGED).text


def counts(text):
    """How many cards have another seat, and how many another partner or opponent, as a page says."""
    seats = re.search(r"(\d+) needs? a new card \(another seat\)", text)
    company = re.search(r"(\d+) (?:more|cards?) names? another partner or opponent", text)
    return tuple(int(found[1]) if found else 0 for found in (seats, company))


def cards_on_paper(desk, hall, query="?changed=1"):
    page = desk.get(at("paper", hall, "tally-cards", query=query)).content.decode()
    return [int(number) for number in re.findall(r'<h2 class="c-number[^>]*>(\d+)</h2>', page)], page


def test_one_count_of_changed_cards_stands_wherever_it_is_asked_for(desk, director):
    """Large evening H4: 14 before publishing, 32 on the paper, two of them for players who had gone home, and
    not a word on the desk."""
    hall = make_published(director, players=40, rounds=8)
    dora = print_room(desk, hall).press("I printed these")
    play(hall, 1, 9, 4)
    desk_of, seating_of = (reverse(name, args=[hall.slug]) for name in ("events:overview", "seating:index"))
    assert "changed card" not in dora.visit(desk_of).text + dora.visit(seating_of).text

    dora.visit(reverse("departures:index", args=[hall.slug])).press("Mark as gone home", who="7, 12")
    seats, company = counts(dora.text)  # the first choice that has a count: fewest new cards
    total = seats + company
    assert seats
    assert company
    assert f"Fewest new cards ({total} new cards)" in dora.text
    dora.press("Choose fewest new cards")
    assert counts(dora.text) == (seats, company)
    dora.press("Publish", **({"bye_points": "7", "bye_mode": "fixed"} if "bye_mode" in dora.page else {}))
    assert counts(dora.text) == (seats, company)
    assert dora.text.count(f"Print the {total} changed cards") == 2  # the message, and the button of the page
    assert counts(dora.visit(desk_of).text) == (seats, company)
    dora.follow(f"Print the {total} changed cards")
    assert "Only cards that changed" in dora.text
    numbers, paper = cards_on_paper(desk, hall)
    assert len(numbers) == len(set(numbers)) == total
    assert not {7, 12} & set(numbers)
    assert paper.count("NEW from round") == total
    assert "Start: table" not in paper
    assert "Next: round 2, table" in paper
    dora.press("I printed these")
    assert f"{total} cards are noted as printed" in dora.text
    assert "changed card" not in dora.visit(desk_of).text + dora.visit(seating_of).text
    assert len(cards_on_paper(desk, hall, "")[0]) == 38  # a whole set is not for those who left


def test_a_substitute_for_some_rounds_makes_changed_cards_too(desk, director):
    """Papers 7: the head was as before, and the way led to round 1."""
    hall = make_published(director, players=9, rounds=8, bye_mode="fixed", bye_points=6, bye_decided=True)
    dora = print_room(desk, hall).press("I printed these")
    for number in range(1, 6):
        play(hall, number, 9, 4)
    absent = hall.rounds.get(number=6).seatings.exclude(table=None).order_by("pk").first()
    table = absent.table.number
    dora.visit(reverse("substitutions:make", args=[hall.slug, absent.player.number]))
    dora.press("Show what changes", who="new", name="Sue Substitute", from_round="6", to_round="8")
    dora.press("Confirm change")
    assert "1 needs a new card (another seat): Sue Substitute (10); " in dora.page
    numbers, paper = cards_on_paper(desk, hall)
    assert numbers[0] == 10
    assert absent.player.number not in numbers  # who is away has no seat to be told
    assert paper.count("NEW from round") == len(numbers) - 1  # the substitute has no other card
    assert "NEW from round 6" in paper
    assert f"Next: round 6, table {table}, " in paper


def test_a_sit_out_worth_points_has_them_in_its_row(desk, director):
    """Papers 7: the row was empty, though the next sum had them."""
    hall = make_published(director, players=9, rounds=3, bye_mode="fixed", bye_points=6, bye_decided=True)
    for number in (1, 2, 3):
        out = hall.rounds.get(number=number).seatings.get(table=None).player.number
        _, paper = cards_on_paper(desk, hall, f"?players={out}")
        column = re.search(r'col c-sc">([^<]*)<', paper)[1]
        assert column.split("\n")[number - 1] == "6"


def test_print_and_start_notes_the_cards_so_that_later_changes_are_told(desk, director):
    hall = make_event(director, round_count=3)
    make_players(hall, 16)
    draft = draft_plan(hall, by=director, at=NOW)
    dora = Person(desk).visit(f"{reverse('seating:index', args=[hall.slug])}?draft={draft.key}")
    dora.press("Print and start round 1")
    assert "Tonight’s kit" in dora.text
    assert "as it was last printed" in print_room(desk, hall, CHANGED).text
    assert len(CardPrint.objects.get().cards) == 16
