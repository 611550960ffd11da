"""Standings that a correction changed after the next round was seated from them."""

import pytest
from django.urls import reverse

from tests.helpers.factories import correct, doing, enter, make_published, table_of
from tests.helpers.refusals import refused
from tournament.models import Event
from tournament.reports.history import line_of
from tournament.reports.todos import completeness
from tournament.services.next_round import keep_seating
from tournament.services.rounds import close_round
from tournament.services.seating import publish, replan
from tournament.state.next_round import changed_standings


@pytest.fixture(params=["by-standings", "standings-last"])
def seated(request, director):
    """Two rounds with twelve players; the second is seated by the standings and open."""
    event = make_published(director, players=12, rounds=2, movement=request.param)
    for table, (ns, ew) in ((1, (12, 2)), (2, (9, 4)), (3, (7, 5))):
        enter(table_of(event, 1, table), ns, ew)
    close_round(event.rounds.get(number=1), **doing(event))
    return Event.objects.get(pk=event.pk)


def test_a_correction_that_moves_players_is_said_and_the_seating_may_be_left(seated):
    with refused("nothing-changed"):
        keep_seating(seated, **doing(seated))
    assert changed_standings(seated) is None
    correct(table_of(seated, 1, 1), 2, 12)
    (item,) = completeness(seated).wrong
    assert (item.code, item.round, item.link.words) == ("reordered", 2, "Decide")
    assert item.link.url == reverse("seating:next_round", args=[seated.slug])
    assert item.sentence.startswith("The standings after round 1 were corrected:")
    kept = keep_seating(seated, **doing(seated))
    assert "though results of round 1 were corrected" in line_of(kept).sentence


def test_a_draft_that_no_longer_follows_from_the_results_is_refused(seated):
    draft = replan(seated, from_round=2, **doing(seated))
    correct(table_of(seated, 1, 1), 2, 12)
    with refused("draft-outdated") as caught:
        publish(draft, **doing(seated))
    assert "results" in caught.value.message


def test_a_draft_that_a_correction_does_not_change_is_published(seated):
    draft = replan(seated, from_round=2, **doing(seated))
    correct(table_of(seated, 1, 1), 13, 2)
    publish(draft, **doing(seated))
    assert not completeness(seated).wrong
