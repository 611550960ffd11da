"""An answer to a tie belongs to its figures: other tied figures ask anew, at the desk and by phone."""

import pytest
from django.urls import reverse

from tests.helpers.addresses import at
from tests.helpers.factories import make_published, table_of
from tests.helpers.person import Person
from tests.helpers.table_entry import open_tables, phone
from tournament.models import Sheet, Submission


@pytest.fixture
def evening(director):
    return open_tables(make_published(director, players=8, rounds=2))


@pytest.fixture
def grid(evening, director, client):
    """The totals with table 1 saved as 8–8, North–South first."""
    client.force_login(director)
    person = Person(client).visit(at(evening, "sheets:enter_totals", 1))
    typed = {"t1-ns": 8, "t1-ew": 8, "t1-lone_n": 1, "t1-lone_e": 1}
    person.press("Save all rows", **typed).press("North–South")
    assert counting(evening).reached_first == "NS"
    return person.visit(at(evening, "sheets:enter_totals", 1))


def counting(evening):
    return Sheet.objects.get(table=table_of(evening), counting=True)


def test_the_question_stays_until_it_is_answered_anew(grid, evening):
    for _ in range(2):
        grid.press("Save all rows", **{"t1-ns": 7, "t1-ew": 7})
        assert 'data-state="tie"' in grid.page
        assert counting(evening).ns == 8
    grid.press("East–West")
    assert (counting(evening).ns, counting(evening).reached_first) == (7, "EW")


def test_other_lone_marches_leave_the_answer_as_it_is(grid, evening):
    grid.press("Save all rows", **{"t1-lone_n": "", "t1-lone_s": 1})
    assert (counting(evening).lone_s, counting(evening).reached_first) == (1, "NS")


def test_a_tie_that_was_none_in_between_is_asked_about_anew(grid, evening):
    """Nobody was asked about the second tie."""
    grid.press("Save all rows", **{"t1-ns": 9, "t1-ew": 8})
    assert (counting(evening).ns, counting(evening).reached_first, counting(evening).winner) == (9, "", "NS")
    grid.visit(grid.path).press("Save all rows", **{"t1-ns": 8, "t1-ew": 8})
    assert 'data-state="tie"' in grid.page
    assert counting(evening).ns == 9
    grid.press("East–West")
    assert (counting(evening).ns, counting(evening).reached_first) == (8, "EW")


def test_a_tie_corrected_on_a_phone_is_asked_about_anew(evening):
    north = phone(evening).follow("Enter the totals")
    north.press("Report this score", **{"t1-ns": 6, "t1-ew": 6})
    north.press("Report this score", **{"t1-reached_first": "NS"})
    again = phone(evening)
    again.visit(reverse("table_entry:enter_totals", args=[again.path.strip("/").split("/")[-1]]))
    again.press("Report this score", **{"t1-ns": 5, "t1-ew": 5})
    assert "who had these points first?" in again.text
    assert Submission.objects.filter(state__in=Submission.LIVE).get().ns == 6
    again.press("Report this score", **{"t1-reached_first": "NS"})
    assert Submission.objects.filter(state__in=Submission.LIVE).get().ns == 5
