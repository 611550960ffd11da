"""What people are told to do can be done: then what was refused goes, and what the guide names is there."""

import re
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from tests.helpers.factories import Evening, make_event, make_official, make_players, make_published
from tests.helpers.person import Person, tree
from tests.helpers.whole_site import addresses

ROOT = Path(__file__).resolve().parents[2]
NAMED = ("a", "button", "summary", "label", "h1", "h2", "h3", "legend", "option", "th")


@pytest.mark.slow
@pytest.mark.parametrize("guide", ["evening", "trouble"])
def test_what_the_guide_names_in_bold_is_on_a_page_or_pressed_by_a_test(site, guide):
    bold = re.findall(r"\*\*(.+?)\*\*", read(f"docs/{guide}.md"), re.DOTALL)
    pages = [address.source for address in addresses(site)[0]] + [
        dora.page for dora in in_other_states(site.owner)
    ]
    elements = (element for page in pages for element in tree(page).iter() if element.tag in NAMED)
    shown = {" ".join("".join(element.itertext()).split()).lower() for element in elements}
    named = {" ".join(words.split()).rstrip(".:") for words in bold if not words.endswith("?")} - {"bold"}
    nowhere = {words for words in named if not any(words.lower() in one for one in shown)}
    tests = "".join(path.read_text() for path in (ROOT / "tests").rglob("test_*.py"))
    pressed = r'(?:press|follow|get_by_role|locator)\([^)]*"[^"]*{}'
    assert {words for words in nowhere if not re.search(pressed.format(re.escape(words)), tests)} == set()


def in_other_states(director):
    """Pages as the whole site has them not: an evening without seats, one of numbers, a copy, and choices."""
    at = opened_by(director)
    hall = make_event(director, name="Hall", movement="self", round_count=2)
    make_players(hall, 8)
    yield at("events:overview", hall)
    yield at("events:overview", hall).follow("Type the cards").press("Save, next card", card="1", r1="99")
    numbers = make_event(director, name="Numbers")
    make_players(numbers, [""] * 12)
    yield at("events:overview", numbers)
    yield at("events:overview", numbers).follow("Rehearse tonight").press("Start the rehearsal")
    evening = Evening(director, players=9, rounds=3).published().played(1)
    at("players:set_status", evening.event, 9).press("Save the status", status="left")
    yield at("seating_choices:index", evening.event)


def read(path):
    return (ROOT / path).read_text(encoding="utf-8")


def opened_by(director):
    """Opens a page of an event by its name; answers with who looks at it."""
    dora = Person(Client())
    dora.client.force_login(director)
    return lambda name, event, *args, query="": dora.visit(reverse(name, args=[event.slug, *args]) + query)


@pytest.fixture
def at(director):
    return opened_by(director)


@pytest.fixture
def hall(director):
    """Seated for three rounds, and nothing has been reported."""
    return make_published(director, players=8, rounds=3)


def test_withdraw_the_seating_before_changing_the_number_of_rounds(at, hall):
    said = at("events:settings", hall).press("Save", round_count=4).text
    assert "Withdraw it before changing their number." in said
    at("seating:index", hall).follow("Withdraw it").press("Withdraw it")
    assert "are saved" in at("events:settings", hall).press("Save", round_count=4).text


def test_withdraw_the_seating_before_a_chart_of_your_own(at, hall):
    assert "Withdraw it first" in at("own_chart:index", hall).text
    at("own_chart:index", hall).follow("Back to the seating").follow("Withdraw it").press("Withdraw it")
    assert "Withdraw it first" not in at("own_chart:index", hall).text


def test_mark_as_gone_home_who_has_a_place_in_the_seating(at, hall):
    assert "Mark as gone home instead." in at("players:remove", hall, 8).text
    person = at("players:remove", hall, 8).follow("Mark as gone home")
    assert "Hugh Hart: gone home" in person.press("Save the status", status="left").text


def test_close_the_rounds_before_it_first(at, hall):
    assert "Close the rounds before it first." in at("rounds:close", hall, 2).text
    at("rounds:close", hall, 1).press("Close round 1", despite_missing="on")
    assert "Round 2 stays as it is" not in at("rounds:close", hall, 2).text


def test_withdraw_the_dispute_before_a_table_is_not_played(at, hall):
    at("sheets:dispute", hall, 1, 1).press("Mark as disputed", reason="Two totals")
    assert "Withdraw that first." in at("rounds:not_played", hall, 1, 1).text
    at("sheets:show", hall, 1, 1).follow("dispute").press("Withdraw the mark")
    assert "Record as not played" in at("rounds:not_played", hall, 1, 1).page


def test_finish_the_event_before_a_final(at, director):
    evening = Evening(director, players=8, rounds=1).published().played(1)
    said = at("events:final", evening.event).text
    assert "Finish the event first" in said
    at("events:finish", evening.event).press("Finish the event")
    assert "How many play" in at("events:final", evening.event).text


def test_reopen_the_event_before_changing_a_card(at, director):
    event = Evening(director, players=8, rounds=1).published().played(1).finished().event
    assert "Reopen it" in at("cards:card", event, 1).press("Save", r1="7").text
    at("events:reopen", event).press("Reopen the event", reason="A card was misread.")
    assert "Reopen it" not in at("cards:card", event, 1).press("Save", r1="7").text


def test_make_somebody_else_a_director_first(at, event, director):
    make_official(event)
    me = director.pk
    assert (
        "Make someone else a director first." in at("officials:remove", event, me).press("Yes, remove").text
    )
    at("officials:index", event).press("the role of sam", role="director")
    assert "Make someone" not in at("officials:remove", event, me).press("Yes, remove").text


def test_take_one_announcement_down_first(at, event):
    for number in range(9):
        said = at("announcements:index", event).press("Show it", text=f"Supper {number}").text
        if "Take one down first." in said:
            break
    at("announcements:index", event).press("Take down")
    assert "Supper at nine" in at("announcements:index", event).press("Show it", text="Supper at nine").text


PAPERS_THAT_NEED = {
    "cash-sheet": ("Set an entry fee first", "money:settings", "Save", {"price": "5"}),
    "prize-list": ("no prizes are set", "prizes:settings", "Save", {"places": "$20"}),
}


@pytest.mark.parametrize("kind", PAPERS_THAT_NEED)
def test_what_a_paper_needs_first_can_be_given(at, director, kind):
    event = make_event(director, name="Two")
    said, page, button, typed = PAPERS_THAT_NEED[kind]
    assert said in at("printing:index", event, query=f"?paper={kind}").text
    at(page, event).press(button, **typed)
    assert said not in at("printing:index", event, query=f"?paper={kind}").text


def test_remove_the_request_first(at, event):
    make_players(event, 8)
    at("wishes:index", event).press("Keep this table", **{"stays-player": "1", "stays-table": "1"})
    said = (
        at("wishes:index", event).press("Keep this table", **{"stays-player": "1", "stays-table": "2"}).text
    )
    assert "Remove that request first." in said
    at("wishes:index", event).press("Remove")
    said = (
        at("wishes:index", event).press("Keep this table", **{"stays-player": "1", "stays-table": "2"}).text
    )
    assert "Remove that request first." not in said


def test_swap_the_numbers_where_one_belongs_to_somebody_else(at, event):
    make_players(event, 2)
    person = at("players:edit", event, 1).press("Save", number="2")
    assert "tick the box to swap the two" in person.text
    assert "Ann Archer is saved." in person.press("Save", swap="on").text
    assert event.players.get(number=2).own_name == "Ann Archer"
