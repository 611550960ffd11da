"""Random events, played through the services, judged by the product and by the referee.

Twenty here; `make soak` plays thousands.
"""

from collections import Counter
from contextlib import suppress

import pytest

from scoring.seats import Side
from tests.helpers.factories import NOW
from tests.referee.referee import differences
from tournament.archive.checking import problems_of
from tournament.archive.document import document
from tournament.archive.importing import import_event
from tournament.archive.text import dumps, loads
from tournament.models import Event
from tournament.services.errors import Refused
from tournament.services.next_round import Answers, seat_next
from tournament.simulation.events import simulate
from tournament.simulation.settings import EventBounds
from tournament.state.next_round import NamedWinner, compute_next_round, round_to_seat_after

pytestmark = pytest.mark.django_db

SEED, EVENTS, BLOCK = 2027, 20, 10
SMALL = EventBounds(players=(4, 12), rounds=(1, 3))
CHANGES = ("substitute", "leave_empty", "come_back", "withdraw_substitution")
# What is judged is arithmetic: all are played on one engine, some of them on the other as well.
on_one_engine = pytest.mark.only_on("sqlite")
BLOCKS = [
    pytest.param(first, marks=on_one_engine if first > BLOCK else ()) for first in range(1, EVENTS, BLOCK)
]
BY_RESULT = [
    pytest.param(key, marks=() if key == "by-standings" else on_one_engine)
    for key in ("winners-up", "red-white", "draw", "by-standings", "standings-last")
]


@pytest.mark.slow
@pytest.mark.parametrize("first", BLOCKS)
def test_product_and_referee_agree_on_random_events(first):
    done = Counter()
    for event in simulate(SEED, BLOCK, SMALL, keep=document, first=first):
        content = dumps(event.kept).encode()
        found = [*map(str, problems_of(loads(content))), *differences(content)]
        assert found == [], f"event {event.number} of seed {SEED}"
        done += event.done
    # Were nothing but empty events played, they would agree, too.
    assert done["deal_by_deal"] > BLOCK
    assert done["enter_totals"] > BLOCK / 3
    assert done["decide"] > BLOCK / 2
    assert done["substitute"]
    assert sum(count for action, count in done.items() if action.startswith("refused")) < done.total() / 4


@on_one_engine
@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, 4))
def test_product_and_referee_agree_where_the_hall_seats_itself(seed):
    done, members = Counter(), set()
    for event in simulate(
        seed, 8, EventBounds(players=(4, 14), rounds=(1, 5), movement="self"), keep=document
    ):
        content = dumps(event.kept).encode()
        assert [*map(str, problems_of(loads(content))), *differences(content)] == []
        done += event.done
        members |= {name for card in event.kept["cards"] for line in card["rounds"] for name in line}
    assert done["enter_card"] > 40
    assert members == {"round", "points", "loners", "won", "sat_out"}


@on_one_engine
@pytest.mark.slow
def test_the_same_seed_plays_the_same_events_and_another_one_others():
    def texts(seed):
        return [dumps(event.kept) for event in simulate(seed, 2, SMALL, keep=document)]

    assert texts(1) == texts(1)
    assert texts(1) != texts(2)


def test_an_event_is_the_same_whatever_was_played_before_it():
    all_three = [dumps(event.kept) for event in simulate(4, 3, SMALL, keep=document)]
    (last,) = simulate(4, 1, SMALL, keep=document, first=3)
    assert dumps(last.kept) == all_three[2]


def test_a_supreme_that_is_made_a_lone_hand_of_other_tricks_is_no_supreme_any_more():
    (event,) = simulate(36, 1, EventBounds(), keep=document, first=140)
    assert event.kept["rounds"]


@on_one_engine
@pytest.mark.slow
def test_chairs_change_hands_in_long_events():
    done = Counter()
    for event in simulate(14, 8, EventBounds(players=(8, 10), rounds=(5, 5)), keep=document):
        content = dumps(event.kept).encode()
        assert [*map(str, problems_of(loads(content))), *differences(content)] == []
        done += event.done
        if all(done[action] for action in CHANGES):
            return
    pytest.fail(f"no {[action for action in CHANGES if not done[action]]}")


def test_nothing_stays_in_the_database():
    list(simulate(5, 2, SMALL, keep=document))
    assert not Event.objects.exists()


@on_one_engine
@pytest.mark.slow
@pytest.mark.parametrize("preset", ["progressive", "partners", "laws", "eight-hand", "jeuchre", "british"])
def test_every_ruleset_can_be_asked_for(preset):
    (event,) = simulate(6, 1, EventBounds((8, 8), (1, 1), preset, "draw"), keep=document)
    assert event.kept["event"]["rules"]["preset"] == preset
    assert event.kept["event"]["movement"] in ("draw", "chart")
    assert len(event.kept["players"]) >= 8


@pytest.mark.slow
@pytest.mark.parametrize("movement", BY_RESULT)
def test_movements_that_seat_each_round_from_the_last_are_played_imported_and_go_on(director, movement):
    seated, going_on = 0, 0
    wanted = EventBounds((8, 10), (3, 4), movement=movement)
    for event in simulate(3, 30, wanted, keep=document):
        content = dumps(event.kept).encode()
        assert [*map(str, problems_of(loads(content))), *differences(content)] == []
        seated += sum(round_["number"] > 1 for round_ in event.kept["rounds"])
        again = import_event(loads(content), by=director, at=NOW)
        assert dumps(document(again)).encode() == content
        after = round_to_seat_after(again)
        if after is not None and again.movement == movement:
            named = {
                question.table: NamedWinner(Side.NS)
                for question in compute_next_round(again, after).questions
            }
            with suppress(Refused):  # too few may be left
                seat_next(again, Answers(named), by=director, at=NOW)
                going_on += 1
        if seated > 3 and going_on:  # one that ended in mid-evening was among them
            return
    pytest.fail(f"{seated} rounds were seated from the last, {going_on} events went on")
