"""What a page's script is told where a browser would be sent elsewhere."""

import pytest
from django.urls import reverse

from tests.helpers.factories import make_published
from tests.helpers.sheet_entry import ROUND, pad
from tournament.models import Event, Sheet


@pytest.fixture
def address(director):
    return reverse("sheets:enter_deals", args=[make_published(director).slug, 1, 1])


def sent(client, address, typist):
    return client.post(address, pad(*ROUND, key="once"), headers={"X-Waits": str(typist)})


def test_a_saved_form_answers_with_the_address_to_go_to(desk, director, address):
    answer = sent(desk, address, director.pk)
    assert (answer.status_code, answer["X-Go"]) == (204, address.removesuffix("deals/"))


def test_a_form_that_asks_back_answers_with_its_page(desk, director, address):
    answer = desk.post(address, {"first_dealer": "N"}, headers={"X-Waits": str(director.pk)})
    assert answer.status_code == 422
    assert b"Nothing is saved yet" in answer.content


def test_without_a_session_it_is_told_so(client, director, address):
    assert sent(client, address, director.pk).status_code == 401
    assert sent(client, address, "-").status_code == 401


@pytest.mark.parametrize("typist", ["0", "999999", "x", ""])
def test_what_was_typed_in_another_session_is_not_taken_in_this_one(desk, address, typist):
    assert sent(desk, address, typist).status_code == 401
    assert Sheet.objects.count() == 0


@pytest.mark.slow
def test_sent_twenty_times_it_counts_once(desk, director, address):
    assert {sent(desk, address, director.pk).status_code for _ in range(20)} == {204}
    assert Sheet.objects.count() == 1


def test_what_was_typed_before_a_restore_is_not_taken_for_what_is_there_since(desk, director, address):
    """The same address may be another event's by then, or the same table's with other players."""
    typed = {"X-Waits": str(director.pk), "X-Waits-Event": Event.objects.get().uid}
    Event.objects.update(uid="restored-since")
    assert desk.post(address, pad(*ROUND, key="once"), headers=typed).status_code == 412
    assert Sheet.objects.count() == 0
    typed["X-Waits-Event"] = "restored-since"
    assert desk.post(address, pad(*ROUND, key="once"), headers=typed).status_code == 204
