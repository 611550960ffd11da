"""Standings that a correction changed after the next round was seated from them."""

import pytest
from django.urls import reverse

from scoring.seats import SEATS, Side
from tests.factories import NOW, enter, make_published, table_of
from tournament.models import Event
from tournament.reports.history import line_of
from tournament.services.errors import Refused
from tournament.services.next_round import keep_seating, seat_next
from tournament.services.rounds import close_round
from tournament.services.sheets import enter_totals
from tournament.state.changed_standings import changed_standings
from tournament.state.completeness import completeness

pytestmark = pytest.mark.django_db


def doing(event):
    return {"by": event.memberships.get().user, "at": NOW}


@pytest.fixture(params=["by-standings", "standings-last"])
def seated(request, director):
    """Two rounds with twelve players; the second is seated by the standings and open."""
    event = make_published(director, players=12, rounds=2, movement=request.param)
    for table, (ns, ew) in ((1, (12, 2)), (2, (9, 4)), (3, (7, 5))):
        enter(table_of(event, 1, table), ns, ew)
    close_round(event.rounds.get(number=1), **doing(event))
    return Event.objects.get(pk=event.pk)


def correct(event, table, ns, ew):
    held = table_of(event, 1, table)
    enter_totals(
        held,
        totals={Side.NS: ns, Side.EW: ew},
        loners=dict.fromkeys(SEATS, 0),
        expected=held.counting_sheet().revision,
        confirmed=True,
        reason="The sheet was misread.",
        **doing(event),
    )


def codes(event):
    return [item.code for item in completeness(event).items]


def test_a_correction_that_moves_players_is_open_until_it_is_decided(seated):
    assert changed_standings(seated) is None
    correct(seated, 1, 2, 12)
    (item,) = completeness(seated).wrong
    assert (item.code, item.round, item.action) == ("reordered", 2, "Decide")
    assert item.url == reverse("seating:next_round", args=[seated.slug])
    assert item.sentence.startswith("The standings after round 1 were corrected:")


def test_a_correction_that_moves_nobody_is_not(seated):
    correct(seated, 1, 13, 2)
    assert "reordered" not in codes(seated)


def test_seating_the_round_anew_settles_it(seated):
    correct(seated, 1, 2, 12)
    seat_next(seated, **doing(seated))
    assert "reordered" not in codes(seated)


def test_leaving_the_seating_settles_it_until_the_next_correction(seated):
    correct(seated, 1, 2, 12)
    kept = keep_seating(seated, **doing(seated))
    assert "though results of round 1 were corrected" in line_of(kept).sentence
    assert "reordered" not in codes(seated)
    correct(seated, 3, 5, 7)
    assert "reordered" in codes(seated)


def test_without_a_change_there_is_nothing_to_leave(seated):
    with pytest.raises(Refused) as caught:
        keep_seating(seated, **doing(seated))
    assert caught.value.code == "nothing-changed"


def test_once_a_table_has_reported_the_seating_stays(seated):
    correct(seated, 1, 2, 12)
    enter(table_of(seated, 2, 1), 9, 4)
    assert "reordered" not in codes(seated)
