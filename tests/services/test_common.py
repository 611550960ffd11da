"""Trying an action and taking it back; and what every service’s limits let through."""

import pytest

from tests.helpers.factories import NOW, make_players
from tournament.models import Event
from tournament.registry.event_settings import LONGEST_ROUND
from tournament.services import (
    adjustments,
    groups,
    money,
    notes,
    officials,
    players,
    prizes,
    seasons,
    sign_ups,
)
from tournament.services.common import LONGEST_REASON, dry_run
from tournament.services.drafts import LARGEST_SEED
from tournament.services.errors import Refused
from tournament.services.events import change_event, play_fewer_deals
from tournament.services.seating import draft_plan
from tournament.state.clock import FEWEST_DEALS


def test_what_was_done_is_seen_and_then_gone(event):
    seen = dry_run(lambda: Event.objects.update(name="Other"), lambda: Event.objects.get().name)
    assert seen == "Other"
    assert Event.objects.get().name == event.name


def test_what_cannot_be_done_is_said_and_leaves_nothing(event):
    def refuse():
        Event.objects.update(name="Other")
        raise Refused("no", "No.")

    with pytest.raises(Refused):
        dry_run(refuse, lambda: None)
    assert Event.objects.get().name == event.name


def test_what_just_fits_is_taken(event, director, does):
    """Beside each limit somewhere is a test of one too many: here is one that is not."""
    player = make_players(event, ["x" * players.LONGEST_NAME, *"abcdefg"])[0]
    assert players.checked_name(player.own_name) == player.own_name
    for points in (adjustments.MOST_POINTS, -adjustments.MOST_POINTS):
        does(adjustments.adjust, player, points, reason := "x" * LONGEST_REASON)
    assert adjustments.shortened_reason(reason) == reason
    does(adjustments.carry_points, event, [(player, adjustments.MOST_CARRIED)], "last month")
    names = [letter * groups.LONGEST_GROUP for letter in "abcdefghij"[: groups.MOST_GROUPS]]
    assert does(groups.change_groups, event, {name: [1] for name in names}, {}) == len(names)
    does(money.set_entry_fee, event, price=500)
    does(money.add_cash, event, 100, "x" * money.LONGEST_WORDS)
    note = notes.send_note(player, "x" * notes.LONGEST, at=NOW)
    does(notes.answer_note, note, answer="x" * notes.LONGEST)
    does(notes.announce, event, "x" * notes.LONGEST_ANNOUNCEMENT)
    does(officials.invite, event, "scorer", "x" * officials.LONGEST_NAME)
    thing = [("x" * prizes.LONGEST_TITLE, [prizes.MOST_PLACES])]
    does(prizes.set_prizes, event, places=[prizes.MOST_CENTS] * prizes.MOST_PLACES, sides={}, in_kind=thing)
    does(prizes.set_prizes, event, places=[], sides={}, shares=[2] * prizes.MOST_PLACES)
    for pot, places, seed in ((0, 1, 0), (prizes.MOST_CENTS, players.MOST_PLAYERS, LARGEST_SEED)):
        does(prizes.draw_fifty_fifty, event, first=1, last=prizes.MOST_TICKETS, pot=pot)
        offered = {"is_open": True, "places": places, "closes_at": None}
        does(sign_ups.configure_sign_up, event, words="x" * sign_ups.LONGEST_WORDS, **offered)
        does(draft_plan, event, seed=seed)
    does(seasons.create_season, "x" * seasons.LONGEST_NAME)
    does(change_event, event, round_count=3, break_after="1 2", break_minutes=f"1 {LONGEST_ROUND}")
    does(change_event, event, round_count=1, break_after="", break_minutes="")
    does(play_fewer_deals, event, FEWEST_DEALS)
