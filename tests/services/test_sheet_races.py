"""Several officials at one sheet at the same moment: one wins, nobody overwrites, nothing is "locked"."""

from collections import Counter
from datetime import timedelta

import pytest

from scoring.seats import Side
from tests.helpers import factories
from tests.helpers.at_once import at_once
from tests.helpers.factories import NOW, table_of
from tests.soak.races import trial
from tournament.models import Round, Sheet, Table, User
from tournament.services import clock, rounds, sheets
from tournament.services.errors import Stale
from tournament.services.next_round import Answers
from tournament.state.clock import clock_in
from tournament.state.next_round import NamedWinner

THREADS = 8
ROUNDS = 6


def counted(act):
    """What came of `act(number)` by as many people at once: how many of each answer or error."""
    return Counter(answer if isinstance(answer, str) else told(answer) for answer in at_once(act, THREADS))


def told(problem):
    return "stale" if isinstance(problem, Stale) else f"{type(problem).__name__}: {problem}"


def write(table_key, by, *, ns, expected, key=None):
    sheets.enter_totals(
        Table.objects.select_related("round").get(pk=table_key),
        by=User.objects.get(pk=by),
        at=NOW,
        totals={Side.NS: ns, Side.EW: 5},
        loners={},
        expected=expected,
        confirmed=True,
        client_key=key,
    )
    return "saved"


def close(round_key, by, answers):
    rounds.close_round(
        Round.objects.select_related("event").get(pk=round_key),
        by=User.objects.get(pk=by),
        at=NOW,
        answers=answers,
    )
    return "closed"


@pytest.mark.slow
def test_when_directors_close_a_round_at_once_one_seats_the_next_and_the_others_are_told(a_real_database):
    event = factories.make_published(players=8, rounds=2, movement="winners-up")
    director = event.memberships.get().user
    factories.enter(table_of(event, 1, 1), 8, 8)
    factories.enter(table_of(event, 1, 2), 9, 4)
    first = event.rounds.get()
    sides = (Side.NS, Side.EW)
    came_to = counted(
        lambda number: close(first.pk, director.pk, Answers({1: NamedWinner(sides[number % 2], True)}))
    )
    assert came_to == {"closed": 1, "Refused: Round 1 is closed already.": THREADS - 1}
    assert event.rounds.get(number=2).seatings.count() == 8
    assert event.audit_entries.filter(action="seating.next").count() == 1
    moved = event.rounds.get(number=1).tables.get(number=1).moved_as_winner
    assert Sheet.objects.get(table__round=first, table__number=1, counting=True).winner == moved


def test_exactly_one_wins_of_those_who_write_at_once(a_real_database):
    event = factories.make_published(players=4, rounds=1)
    table, director = table_of(event), event.memberships.get().user
    for revision in range(ROUNDS):
        came_to = counted(
            lambda number, revision=revision: write(
                table.pk, director.pk, ns=5 + (number + revision) % THREADS, expected=revision
            )
        )
        # Whoever writes what counts already writes nothing and is content: never more than the winner's twin.
        assert came_to["stale"] + came_to["saved"] == THREADS, came_to
        assert table.sheets.count() == revision + 1
        assert table.sheets.filter(counting=True).count() == 1


@pytest.mark.parametrize(("over_http", "turns"), [(False, 20), (True, 4)])
def test_each_race_has_one_winner_and_each_submission_counts_once(a_real_database, over_http, turns):
    outcome = trial(turns, turns, over_http=over_http)
    assert outcome.bad == []
    assert (outcome.one_winner, outcome.overwrites, outcome.doubles, outcome.locked) == (turns, 0, 0, 0)


def test_one_submission_sent_many_times_is_one_sheet(a_real_database):
    event = factories.make_published(players=4, rounds=1)
    table, director = table_of(event), event.memberships.get().user
    came_to = counted(lambda number: write(table.pk, director.pk, ns=7, expected=0, key="one"))
    assert came_to == {"saved": THREADS}
    assert Sheet.objects.count() == 1


def test_tables_reported_at_once_all_count(a_real_database):
    event = factories.make_published(players=4 * THREADS, rounds=1)
    director = event.memberships.get().user
    keys = list(Table.objects.order_by("number").values_list("pk", flat=True))
    came_to = counted(lambda number: write(keys[number], director.pk, ns=7, expected=0))
    assert came_to == {"saved": THREADS}
    assert Sheet.objects.filter(counting=True).count() == THREADS


def test_every_director_who_presses_plus_one_at_once_counts(a_real_database):
    event = factories.make_published(players=4, rounds=1)
    director = event.memberships.get().user
    clock.start(event.rounds.get(), by=director, at=NOW, minutes=10)

    def press(_number):
        clock.add_minute(Round.objects.get(), by=User.objects.get(), at=NOW)
        return "counted"

    assert counted(press) == {"counted": THREADS}
    assert clock_in(event).ends_at == NOW + timedelta(minutes=10 + THREADS)
