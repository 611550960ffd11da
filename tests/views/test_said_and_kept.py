"""What a page says is saved is saved, and what cannot be is said where it was typed."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.helpers.factories import make_event, make_official, make_players, make_published
from tests.helpers.person import Person
from tests.helpers.scripted import played
from tests.helpers.sheet_entry import ROUND
from tournament.models import Sheet


def wrong_at(person, field):
    """The words of the element that a refused field names as its description."""
    tag = re.search(rf'<(?:input|select)[^>]* id="{field}"[^>]*>', person.page)[0]
    place = re.search(r'aria-describedby="([^"]*)"', tag)[1].split()[-1]
    return re.search(rf'id="{place}"[^>]*>(.*?)</p>', person.page, re.DOTALL)[1]


def test_a_group_chosen_without_saying_how_it_is_mixed_is_not_said_to_be_saved(dora, event):
    make_players(event, 8)
    event.players.filter(number__lt=4).update(groups=["ladies"])
    dora.visit(reverse("wishes:index", args=[event.slug])).press("Save", **{"mixed-group": "ladies"})
    assert "Say how this group is mixed, or choose no group." in dora.text
    dora.press("Save", **{"mixed-mixed": "tables"})
    event.refresh_from_db()
    assert (event.mixed_group, event.mixed) == ("ladies", "tables")
    dora.press("Save", **{"mixed-mixed": ""})
    event.refresh_from_db()
    assert event.mixed == ""


@pytest.mark.parametrize(("field", "value"), [("from_round", 3), ("to_round", 2)])
def test_a_round_chosen_beside_a_status_that_has_none_is_asked_about(dora, event, field, value):
    make_players(event, 8)
    dora.visit(reverse("players:set_status", args=[event.slug, 1])).press("Save the status", **{field: value})
    assert "This counts only for" in wrong_at(dora, f"id_{field}")


def test_what_is_wrong_with_a_cards_lone_marches_stands_at_them(dora, director):
    event = make_published(director)
    dora.visit(reverse("cards:card", args=[event.slug, 1])).press("Save, next card", r1="7", lone1="abc")
    assert wrong_at(dora, "id_lone1")
    assert not re.search(r'<input[^>]* id="id_r1"[^>]*aria-invalid', dora.page)


def test_back_after_somebody_was_removed_leads_to_the_list(dora, event):
    sam = make_official(event)
    make_players(event, 2)
    remove = reverse("officials:remove", args=[event.slug, sam.pk])
    dora.visit(remove).press("Yes, remove")
    assert "This official is removed already." in dora.visit(remove).text
    remove = reverse("players:remove", args=[event.slug, 2])
    dora.visit(remove).press("Remove")
    assert "This player is taken out already." in dora.visit(remove).text


def test_a_viewer_is_shown_no_link_to_cards_they_may_not_type(director):
    event = make_event(director, round_count=2, movement="self")
    make_players(event, 4)
    (browser := Client()).force_login(make_official(event, "viewer"))
    viewer = Person(browser).visit(reverse("events:overview", args=[event.slug]))
    assert reverse("cards:index", args=[event.slug]) not in viewer.page


def test_what_to_know_keeps_its_lines(dora, event):
    settings = reverse("sign_ups:settings", args=[event.slug])
    dora.visit(settings).press("Save", words="Fee: 5 $\n\n Bring a  pen ")
    assert event.sign_up_list.words == "Fee: 5 $\nBring a pen"


def test_after_the_second_reading_was_called_right_the_first_can_still_be(dora, director):
    event = make_published(director, players=4, rounds=1, features=["second_reading", "deals"])
    at = [event.slug, 1]
    dora.visit(reverse("sheets:enter_deals", args=[*at, 1])).press("Save the round", **played(*ROUND))
    dora.visit(reverse("sheets:read_again", args=at))
    dora.press("Save", **{"t1-ns": "6", "t1-ew": "3"})
    dora.press("The second is right")
    assert "Look at the deals" in dora.text
    dora.press("The first is right")
    sheet = Sheet.objects.counting().get()
    assert (sheet.revision, sheet.confirmed_by) == (1, director)
