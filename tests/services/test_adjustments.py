"""Points given and taken by the director: what is refused, what counts, what stays on record."""

import pytest

from tests.helpers.factories import NOW, make_players
from tests.helpers.refusals import refused
from tournament.models import AuditEntry
from tournament.reports.history import sentence_of
from tournament.reports.standings import standings
from tournament.services.adjustments import adjust, revoke_adjustment


@pytest.fixture
def player(event):
    return make_players(event, ["Gwen Gray"])[0]


def total(event):
    return standings(event).rows[0].points


def test_points_given_count_from_then_on_numbered_with_who_made_them_when_and_why(event, player, director):
    adjust(player, 5, "late through our fault", by=director, at=NOW)
    adjust(player, -2, "late back from the break", by=director, at=NOW)
    assert total(event) == 3
    third = adjust(player, 1, "  two \n words ", by=director, at=NOW)
    assert (third.number, third.reason, third.made_by, third.made_at) == (3, "two words", director, NOW)


@pytest.mark.parametrize(
    ("points", "reason", "code", "field"),
    [
        (0, "nothing", "points-range", "points"),
        (100, "too much", "points-range", "points"),
        (-100, "too much", "points-range", "points"),
        (1, "", "reason-missing", "reason"),
        (1, " \t\u200b", "reason-missing", "reason"),
        (1, "x" * 301, "reason-long", "reason"),
    ],
)
def test_what_makes_no_sense_is_refused_with_its_field(event, player, director, points, reason, code, field):
    with refused(code, field):
        adjust(player, points, reason, by=director, at=NOW)
    assert not event.adjustments.exists()


def test_a_revoked_adjustment_stays_on_record_with_its_reason_and_counts_no_longer(event, player, director):
    made = adjust(player, 5, "wrong player", by=director, at=NOW)
    with refused("reason-missing", "reason"):
        revoke_adjustment(made, by=director, at=NOW, reason=" ")
    assert total(event) == 5
    revoke_adjustment(made, by=director, at=NOW, reason="meant number 8")
    held = event.adjustments.get()
    assert (held.revoked_by, held.revoked_at, held.revoked_reason) == (director, NOW, "meant number 8")
    assert (held.points, held.reason) == (5, "wrong player")
    assert total(event) == 0
    with refused("already-revoked"):
        revoke_adjustment(made, by=director, at=NOW, reason="second")
    assert event.adjustments.get().revoked_reason == "meant number 8"


def test_a_finished_event_keeps_its_points(event, player, director):
    made = adjust(player, 5, "before", by=director, at=NOW)
    type(event).objects.filter(pk=event.pk).update(status="finished")
    for act in (
        lambda: adjust(player, 1, "after", by=director, at=NOW),
        lambda: revoke_adjustment(made, by=director, at=NOW, reason="after"),
    ):
        with refused("event-finished"):
            act()
    assert total(event) == 5


def test_the_audit_says_in_a_sentence_what_was_done_and_phones_hear_of_it(event, player, director):
    event.refresh_from_db()
    before = event.live_version
    made = adjust(player, -2, "late back", by=director, at=NOW)
    revoke_adjustment(made, by=director, at=NOW, reason="was on time")
    entries = AuditEntry.objects.filter(event=event, action__startswith="adjustment.").order_by("pk")
    assert [sentence_of(entry.action, entry.facts) for entry in entries] == [
        "changed the points of number 1, Gwen Gray, by -2",
        "revoked the -2 points of number 1, Gwen Gray",
    ]
    assert [entry.facts["reason"] for entry in entries] == ["late back", "was on time"]
    event.refresh_from_db()
    assert event.live_version == before + 2
