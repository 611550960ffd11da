"""PINs tried by several phones at once: every miss counts, and the table's pause holds for all."""

from datetime import timedelta

import pytest

from scoring.seats import Seat
from tests.helpers import factories
from tests.helpers.at_once import at_once
from tests.helpers.factories import NOW
from tests.helpers.table_entry import link_of, open_tables, report
from tournament.models import Sheet, Submission, TableLink
from tournament.services import submissions
from tournament.services.table_links import TRIES, give_pin


@pytest.fixture
def event(a_real_database):
    return open_tables(factories.make_published(players=8, rounds=1))


def test_phones_guessing_together_have_five_tries_between_them(event):
    link = link_of(event)
    wrong = "0123" if link.pin != "0123" else "3210"
    answers = at_once(lambda _number: give_pin(link, wrong, round_number=1, at=NOW))
    assert sum(answer.locked_until is None for answer in answers) == TRIES - 1
    held = TableLink.objects.get(pk=link.pk)
    assert (held.misses, held.locked_until) == (TRIES, NOW + timedelta(minutes=1))
    assert give_pin(link_of(event, 2), link_of(event, 2).pin, round_number=1, at=NOW).right


def test_both_opponents_accepting_at_the_same_moment_make_one_sheet(event):
    table = factories.table_of(event)
    report(table, 7, 5)

    def accept(number):
        seat = (Seat.E, Seat.W)[number % 2]
        return submissions.accept(table, 1, seat=seat, at=NOW).state

    assert at_once(accept) == ["accepted"] * 8
    assert (Sheet.objects.count(), Submission.objects.count()) == (1, 1)


def test_both_sides_reporting_different_scores_at_once_are_in_dispute(event):
    table = factories.table_of(event)
    at_once(lambda n: report(table, 7 + n % 2, 5, (Seat.N, Seat.E)[n % 2]))
    assert Sheet.objects.count() == 0
    assert {found.state for found in Submission.objects.filter(state__in=Submission.LIVE)} == {"disputed"}
    assert Submission.objects.filter(state__in=Submission.LIVE).count() == 2
