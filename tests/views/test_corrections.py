"""Correcting a closed round in a browser: reason, effect on the standings, acceptance, the public mark."""

import pytest
from django.test import Client

from tests.helpers.addresses import at
from tests.helpers.factories import correct, make_published, play, table_of
from tests.helpers.kept import kept
from tests.helpers.person import Person
from tests.helpers.sheet_entry import ROUND, pad
from tournament.models import Sheet


@pytest.fixture
@kept
def event(director):
    event = play(make_published(director))
    event.rounds.update(challenged_since=None)
    return event


def counting(event) -> tuple[int, int]:
    return Sheet.objects.filter(table=table_of(event), counting=True).values_list("ns", "ew").get()


def test_in_the_grid_a_correction_is_shown_then_accepted_and_everybody_reads_of_it(desk, event):
    dora = Person(desk).visit(at(event, "sheets:enter_totals", 1))
    dora.press("Save all", reason="the 5 was a 6", **{"t1-ew": "4"})
    assert "this changes the standings. Nothing is saved yet." in dora.text
    dora.press("Accept the correction", **{"t1-ew": "6"})  # not what was shown, so that is shown first
    assert "points +1" in dora.text
    assert counting(event) == (7, 5)
    dora.press("Accept the correction")
    assert counting(event) == (7, 6)
    public = Person(Client()).visit(at(event, "public:event"))
    assert "Score corrected after the round: 7–5 became 7–6." in public.text


def test_on_the_pad_the_same(dora, event):
    """Deals that differ from the totals that count ask for a reason and a confirmation as well."""
    dora.visit(at(event, "sheets:enter_deals", 1, 1)).press("Save the round", **pad(*ROUND, revision=1))
    dora.press("These deals are right", reason="found the sheet")
    assert "this changes the standings" in dora.text
    assert counting(event) == (7, 5)
    dora.press("Accept the correction")
    assert counting(event) == (6, 4)


def test_restoring_a_version_the_same_unless_nothing_changes(dora, event, director):
    dora.visit(at(event, "sheets:enter_totals", 1)).press("Save all", reason="again", **{"t1-ns": "7"})
    assert "Everything typed is saved." in dora.text
    correct(table_of(event), 9, 3)
    dora.visit(at(event, "sheets:restore", 1, 1, 1)).press("Restore it", reason="it was right")
    assert "this changes the standings" in dora.text
    assert counting(event) == (9, 3)
    dora.press("Accept and restore")
    assert counting(event) == (7, 5)
