"""Standings that a correction changed after the next round was seated from them."""

import pytest
from django.urls import reverse

from tests.helpers.factories import correct, doing, enter, make_published, table_of
from tests.helpers.refusals import refused
from tournament.models import Event
from tournament.reports.history import line_of
from tournament.reports.todos import completeness
from tournament.services.next_round import keep_seating, seat_next
from tournament.services.rounds import close_round
from tournament.services.seating import former_seating, publish, replan
from tournament.state.next_round import changed_standings


@pytest.fixture(params=["by-standings", "standings-last"])
def seated(request, director):
    """Two rounds with twelve players; the second is seated by the standings and open."""
    event = make_published(director, players=12, rounds=2, movement=request.param)
    for table, (ns, ew) in ((1, (12, 2)), (2, (9, 4)), (3, (7, 5))):
        enter(table_of(event, 1, table), ns, ew)
    close_round(event.rounds.get(number=1), **doing(event))
    return Event.objects.get(pk=event.pk)


def codes(event):
    return [item.code for item in completeness(event).items]


def test_leaving_the_seating_settles_it_until_the_next_correction(seated):
    correct(table_of(seated, 1, 1), 2, 12)
    kept = keep_seating(seated, **doing(seated))
    assert "though results of round 1 were corrected" in line_of(kept).sentence
    assert set(codes(seated)) == {"missing"}
    correct(table_of(seated, 1, 3), 5, 7)
    assert "reordered" in codes(seated)


def test_a_correction_that_moves_players_is_open_until_the_round_is_seated_anew(seated):
    with refused("nothing-changed"):
        keep_seating(seated, **doing(seated))
    correct(table_of(seated, 1, 1), 13, 2)
    assert set(codes(seated)) == {"missing"}
    assert changed_standings(seated) is None
    correct(table_of(seated, 1, 1), 2, 12)
    (item,) = completeness(seated).wrong
    assert (item.code, item.round, item.link.words) == ("reordered", 2, "Decide")
    assert item.link.url == reverse("seating:next_round", args=[seated.slug])
    assert item.sentence.startswith("The standings after round 1 were corrected:")
    seat_next(seated, **doing(seated))
    assert set(codes(seated)) == {"missing"}


def test_once_a_table_has_reported_the_seating_stays(seated):
    correct(table_of(seated, 1, 1), 2, 12)
    enter(table_of(seated, 2, 1), 9, 4)
    assert set(codes(seated)) == {"missing"}


class TestRedrawn:
    """The round seated from a draft of `replan`, as where a movement takes over or a director redraws it."""

    @pytest.fixture
    def redrawn(self, seated):
        correct(table_of(seated, 1, 1), 2, 12)
        publish(replan(seated, from_round=2, **doing(seated)), **doing(seated))
        return Event.objects.get(pk=seated.pk)

    def test_a_correction_since_is_open_until_it_is_decided(self, redrawn):
        assert set(codes(redrawn)) == {"missing"}
        correct(table_of(redrawn, 1, 1), 12, 2)
        assert "reordered" in codes(redrawn)

    def test_a_movement_that_takes_over_knows_what_it_was_seated_from(self, director):
        event = make_published(director, players=12, rounds=2)
        for table, (ns, ew) in ((1, (12, 2)), (2, (9, 4)), (3, (7, 5))):
            enter(table_of(event, 1, table), ns, ew)
        close_round(event.rounds.get(number=1), **doing(event))
        event.refresh_from_db()
        publish(replan(event, movement="by-standings", from_round=2, **doing(event)), **doing(event))
        event.refresh_from_db()
        assert set(codes(event)) == {"missing"}
        correct(table_of(event, 1, 1), 2, 12)
        assert "reordered" in codes(event)

    def test_restoring_the_former_seating_asks_again(self, redrawn):
        publish(former_seating(redrawn), **doing(redrawn))
        assert "reordered" in codes(redrawn)

    def test_a_draft_that_no_longer_follows_from_the_results_is_refused(self, seated):
        draft = replan(seated, from_round=2, **doing(seated))
        correct(table_of(seated, 1, 1), 2, 12)
        with refused("draft-outdated") as caught:
            publish(draft, **doing(seated))
        assert "results" in caught.value.message

    def test_a_draft_that_a_correction_does_not_change_is_published(self, seated):
        draft = replan(seated, from_round=2, **doing(seated))
        correct(table_of(seated, 1, 1), 13, 2)
        publish(draft, **doing(seated))
        assert set(codes(seated)) == {"missing"}
