"""What a paper cannot hold is said on the print page, before anything is printed."""

import pytest
from django.urls import reverse

from tests.helpers.factories import make_published
from tests.helpers.person import Person
from tournament.models import Player
from tournament.printing.faces import cut_names
from tournament.printing.paper import SIZES, PrintChoice
from tournament.printing.papers import PAPERS

pytestmark = pytest.mark.django_db
LONGEST = "W" * 80
USUAL = "Ursula Abercrombie-Worthington"


@pytest.fixture
def hall(director):
    event = make_published(director, players=8, rounds=3)
    for number, name in ((1, LONGEST), (2, USUAL)):
        Player.objects.filter(event=event, number=number).update(own_name=name)
    return event


def made(kind, event):
    return PAPERS[kind].make(event, PrintChoice(SIZES["a4"]))


@pytest.mark.parametrize("kind", ["standings", "score-sheets", "name-badges", "tally-cards", "sign-in"])
def test_a_name_is_named_exactly_where_its_paper_shows_it_cut(hall, kind):
    printout = made(kind, hall)
    names = list(hall.players.values_list("own_name", flat=True))
    shown = repr(printout.sheets)

    assert cut_names(printout, names) == ((LONGEST,) if "…" in shown else ())


def test_the_print_page_says_so_and_what_to_do(desk, hall):
    page = Person(desk).visit(reverse("printing:index", args=[hall.slug]) + "?paper=score-sheets")

    assert f"ends in “…” here: {LONGEST}" in page.text
    assert USUAL not in page.text
