"""Which tally cards were printed: a person says so, and the database keeps it.

Security finding 7: a look at the cards wrote a file, and the director was told that every card was as last
printed.
"""

import pytest
from django.test import Client
from django.urls import reverse

from tests.helpers.factories import make_official, make_published
from tests.helpers.paper_events import make_evening
from tests.helpers.person import Person
from tournament.models import CardPrint, Event

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


def signed_in(event, role):
    client = Client()
    client.force_login(make_official(event, role, role))
    return client


@pytest.mark.slow
def test_a_look_at_the_cards_writes_nothing(hall, tmp_path):
    for role in ("viewer", "scorer", "director"):
        client = signed_in(hall, role)
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


def test_a_name_that_was_typed_later_makes_no_card_to_print_again(desk, director):
    """The card of a number has a line for the name. It counted as changed, and so did its partners' cards."""
    hall = make_published(director, players=["", "Ann Archer", "Bob Baker", "Cy Cole", "", "", "", ""])
    print_room(desk, hall).press("I printed these")
    hall.players.filter(number=5).update(own_name="Eve Newname")
    assert "as it was last printed" in print_room(desk, hall, CHANGED).text


def test_one_card_that_was_printed_again_leaves_the_others_as_they_were(desk, hall):
    print_room(desk, hall).press("I printed these")
    hall.players.filter(number__in=(3, 5)).update(status="left")
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


def test_only_those_who_enter_scores_say_what_was_printed(hall):
    assert "I printed these" not in print_room(signed_in(hall, "viewer"), hall).text
    assert "I printed these" in print_room(signed_in(hall, "scorer"), hall).text


@pytest.mark.parametrize("cards", ["", "x", "a:b:c"])
def test_a_form_of_no_page_of_ours_notes_nothing(desk, hall, cards):
    answer = desk.post(at("printed", hall, "tally-cards"), {"cards": cards}, follow=True)
    assert "Open it again" in answer.content.decode()
    assert not CardPrint.objects.exists()


def test_a_page_from_before_a_restore_notes_nothing(desk, hall):
    dora = print_room(desk, hall)
    Event.objects.filter(pk=hall.pk).update(uid="another")
    dora.press("I printed these")
    assert "Open it again" in dora.text
    assert not CardPrint.objects.exists()


def test_after_a_restore_nobody_is_told_that_the_cards_in_the_hall_are_the_right_ones(desk, hall):
    """What was printed after the copy was made is not in it."""
    print_room(desk, hall).press("I printed these")
    Event.objects.filter(pk=hall.pk).update(uid="another")
    told = print_room(desk, hall, CHANGED).text
    assert "A backup was restored after" in told
    print_room(desk, hall).press("I printed these")
    assert "as it was last printed" in print_room(desk, hall, CHANGED).text


def test_a_kit_is_noted_as_printed_with_its_cards(desk, hall):
    """Defect: after a kit nobody could print only the cards that changed."""
    dora = print_room(desk, hall, "?paper=tonight-kit")
    dora.press("I printed these")
    assert "The kit is noted as printed" in dora.text
    assert "Everything was printed. Tick what you need again." in dora.text
    assert "Every card is as it was last printed" in print_room(desk, hall, CHANGED).text
