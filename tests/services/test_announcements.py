"""Announcements to the hall: put up, taken down, never too many."""

import pytest

from tests.helpers.factories import NOW
from tests.helpers.refusals import refused
from tournament.models import AuditEntry, Event
from tournament.reports.history import sentence_of
from tournament.reports.public import announcements
from tournament.services.notes import MOST_UP, announce, take_down


def test_what_is_up_stands_latest_first_until_it_is_taken_down_and_phones_hear_of_both(event, director):
    supper = announce(event, " Supper is \n in the kitchen ", by=director, at=NOW)
    announce(event, "Round 5 at 20:15", by=director, at=NOW)
    assert announcements(event) == ("Round 5 at 20:15", "Supper is in the kitchen")
    take_down(supper, by=director, at=NOW)
    assert announcements(event) == ("Round 5 at 20:15",)
    supper.refresh_from_db()
    assert (supper.ended_by, supper.ended_at) == (director, NOW)

    def version():
        return Event.objects.get(pk=event.pk).live_version

    before = version()
    made = announce(event, "hello", by=director, at=NOW)
    assert version() == before + 1
    take_down(made, by=director, at=NOW)
    take_down(made, by=director, at=NOW)  # a second official pressed, too
    assert version() == before + 2
    said = [sentence_of(entry.action, entry.facts) for entry in AuditEntry.objects.order_by("-pk")[:2]]
    assert said == ["took down “hello”", "announced “hello”"]


@pytest.mark.parametrize(
    ("text", "code"), [("", "text-missing"), ("\u200b", "text-missing"), ("x" * 161, "text-long")]
)
def test_what_says_nothing_or_too_much_is_refused(event, director, text, code):
    with refused(code, "text"):
        announce(event, text, by=director, at=NOW)


def test_more_than_three_nobody_reads(event, director):
    up = [announce(event, f"number {n}", by=director, at=NOW) for n in range(MOST_UP)]
    with refused("too-many-up"):
        announce(event, "one more", by=director, at=NOW)
    take_down(up[0], by=director, at=NOW)
    announce(event, "one more", by=director, at=NOW)
