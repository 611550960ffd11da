"""What the hall's pages keep is never older than what is stored, whatever was done."""

import random

import pytest

from tournament.registry.actions import ACTIONS, Changes
from tournament.reports.players import whereabouts
from tournament.reports.public import public_progress
from tournament.simulation.events import RandomEvening
from tournament.simulation.settings import EventBounds
from tournament.web import event_cache


class Watched(RandomEvening):
    """An evening in whose hall somebody looks at every page after every action."""

    looks = 0

    def must(self, action, *args, **kwargs):
        result = super().must(action, *args, **kwargs)
        event = result if not hasattr(self, "event_key") else self.event
        assert event_cache.cached_seating(event) == whereabouts(event), action.__name__
        assert event_cache.cached_progress(event).standings == public_progress(event).standings, (
            action.__name__
        )
        assert event_cache.cached_progress(event).results == public_progress(event).results, action.__name__
        self.looks += 1
        return result


@pytest.mark.slow
@pytest.mark.parametrize(
    "movement", ["chart", "winners-up", pytest.param("red-white", marks=pytest.mark.deep)]
)
def test_after_every_action_of_an_evening_the_pages_show_what_is_stored(director, movement):
    evening = Watched(
        director, random.Random(f"kept/{movement}"), EventBounds((8, 12), (2, 3), movement=movement)
    )
    evening.run()
    assert evening.looks > 12


def test_the_actions_that_leave_the_seating_as_it_is_are_these():
    """Of another one it must be thought about whether it changes more than what tables scored."""
    assert {action.code for action in ACTIONS.values() if action.changes is Changes.SCORES} == {
        *(f"sheet.{what}" for what in ("entered", "corrected", "restored", "recounted", "taken_back")),
        *(f"sheet.{what}" for what in ("confirmed", "unconfirmed", "set_aside")),
        *(f"sheet.{what}" for what in ("not_played", "awaited_again", "disputed", "settled")),
        *(f"sheet.{what}" for what in ("tables_swapped", "sides_swapped")),
        *(f"report.{what}" for what in ("made", "accepted", "disputed", "withdrawn")),
        *(f"report.{what}" for what in ("taken", "cleared", "approved", "one_phone")),
        *(f"proposal.{what}" for what in ("made", "agreed", "declined", "withdrawn")),
        *(f"event.{what}" for what in ("reveal_begun", "revealed", "result_shown", "hidden_again")),
        *(f"money.{what}" for what in ("fee_set", "fee_removed", "paid", "dues_set", "pot_raised")),
        *(f"money.{what}" for what in ("cash_in", "cash_out", "cash_revoked", "fine_paid", "counted")),
        "prize.fitted",
        "card.entered",
        "card.printed",
        "card.kit_printed",
    }
