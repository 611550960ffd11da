"""Seating a round by the standings: each round, or only the last one after a planned rotation."""

import pytest
from django.urls import reverse

from tests.helpers.factories import doing, enter, make_event, make_players, make_published, table_of
from tests.helpers.refusals import refused
from tournament.models import Event
from tournament.reports.history import line_of
from tournament.reports.standings import standings
from tournament.services.events import change_event
from tournament.services.next_round import seat_next
from tournament.services.rounds import close_round, reopen_round
from tournament.services.seating import draft_plan, publish, replan
from tournament.state.attendance import published_plans
from tournament.state.next_round import round_seated_from, round_to_seat_after, rounds_to_seat

SCORES = [(10, 3), (9, 4), (4, 8), (6, 7)]


def fresh(event):
    return Event.objects.get(pk=event.pk)


def play(event, number):
    """Report every table of a round and close it."""
    for table, (ns, ew) in zip(
        event.rounds.get(number=number).tables.order_by("number"), SCORES, strict=False
    ):
        enter(table, ns, ew)
    return close_round(fresh(event).rounds.get(number=number), **doing(event))


def order(event, through):
    return [row.number for row in standings(fresh(event), through=through).rows]


@pytest.fixture
def evening(director):
    """Twelve players, four rounds, each after the first by the standings."""
    return make_published(director, players=12, rounds=4, movement="by-standings")


@pytest.fixture
def planned(director):
    """Twelve players, four rounds: three planned, the last by the standings."""
    return make_published(director, players=12, rounds=4, movement="standings-last")


def test_closing_a_round_seats_the_first_four_at_table_1_and_so_on(evening):
    seated = play(evening, 1)
    assert (seated.number, seated.status) == (2, "open")
    leading = order(evening, 1)
    tables = published_plans(evening)[2].tables
    assert [table.number for table in tables] == [1, 2, 3]
    for at, table in enumerate(tables):
        assert {leading.index(player) // 4 for player in table.players} <= {at - 1, at, at + 1}
        assert all(4 * at - 1 <= leading.index(player) <= 4 * at + 4 for player in table.players)


@pytest.mark.parametrize(("pattern", "second"), [("1+4", 3), ("1+3", 2), ("1+2", 1)])
def test_the_pattern_that_the_director_chose_makes_the_partners(director, pattern, second):
    event = make_published(director, players=16, rounds=3, movement="by-standings")
    change_event(event, standings_pattern=pattern, **doing(event))
    for table, lone in ((1, 4), (2, 3), (3, 2), (4, 1)):  # so that the four at North lead, in this order
        enter(table_of(event, 1, table), 16, 5, N=lone)
    north = [table.N for table in published_plans(event)[1].tables]
    close_round(fresh(event).rounds.get(number=1), **doing(event))
    first = published_plans(event)[2].tables[0]
    assert set(first.players) == set(north)
    assert first.partner_of(north[0]) == north[second]


def test_players_read_the_pattern_among_the_rules_and_directors_in_the_history(evening, client):
    change_event(evening, standings_pattern="1+3", **doing(evening))
    entry = evening.audit_entries.order_by("-pk").first()
    told = str(line_of(entry))
    assert "1st and 4th against 2nd and 3rd" in told
    assert "1st and 3rd against 2nd and 4th" in told
    page = client.get(reverse("public:rules", args=[evening.slug])).content.decode()
    assert "1st and 3rd against 2nd and 4th" in page
    with refused("pattern-unknown"):
        change_event(evening, standings_pattern="2+3", **doing(evening))


def test_players_tied_on_every_key_stand_by_number(director):
    event = make_published(director, players=8, rounds=2, movement="by-standings", order=["points"])
    for table in (1, 2):
        enter(table_of(event, 1, table), 8, 8, nobody_can_say=True)
    close_round(fresh(event).rounds.get(number=1), **doing(event))
    assert {frozenset(t.players) for t in published_plans(event)[2].tables} <= {
        frozenset(group) for group in ({1, 2, 3, 4}, {5, 6, 7, 8}, {1, 2, 3, 5}, {4, 6, 7, 8})
    }


def test_a_sit_out_is_as_even_as_elsewhere_and_a_late_player_comes_in_last(director):
    event = make_published(director, players=9, rounds=4, movement="by-standings")
    out = [published_plans(event)[1].sit_out]
    for number in (1, 2, 3):
        play(event, number)
        out.append(published_plans(event)[number + 1].sit_out)
    assert len({player for sitting in out for player in sitting}) == 4


class TestLastRoundOnly:
    def test_closing_the_last_planned_round_seats_the_last_one_and_reopening_it_unseats_it(self, planned):
        assert list(published_plans(planned)) == [1, 2, 3]
        assert list(rounds_to_seat(planned, 3)) == [4]
        play(planned, 1)
        assert round_seated_from(planned.rounds.get(number=1)) is None
        play(planned, 2)
        seated = play(planned, 3)
        assert (seated.number, seated.status) == (4, "open")
        assert round_seated_from(planned.rounds.get(number=3)) == 4
        leading = order(planned, 3)
        assert set(published_plans(planned)[4].tables[0].players) <= set(leading[:5])
        reopen_round(planned.rounds.get(number=3), reason="A sheet was misread.", **doing(planned))
        assert list(published_plans(planned)) == [1, 2, 3]

    def test_before_that_nothing_can_be_seated_or_unseated_but_drawn_again(self, planned):
        play(planned, 1)
        with refused("before-not-closed"):
            seat_next(fresh(planned), **doing(planned))
        publish(replan(fresh(planned), **doing(planned)), **doing(planned))
        assert list(published_plans(planned)) == [1, 2, 3]
        assert fresh(planned).movement == "standings-last"
        play(planned, 2)
        assert round_to_seat_after(planned) is None
        reopen_round(planned.rounds.get(number=2), reason="A sheet was misread.", **doing(planned))
        assert list(published_plans(planned)) == [1, 2, 3]

    def test_an_event_of_one_round_is_drawn_like_any_other(self, director):
        event = make_published(director, players=8, rounds=1, movement="standings-last")
        assert list(published_plans(event)) == [1]
        assert list(rounds_to_seat(event, 1)) == []

    def test_an_event_planned_to_the_end_can_go_on_so_from_a_later_round(self, director):
        event = make_event(director, round_count=4)
        make_players(event, 12)
        publish(draft_plan(event, **doing(event)), **doing(event))
        play(event, 1)
        publish(replan(fresh(event), movement="standings-last", **doing(event)), **doing(event))
        assert list(published_plans(event)) == [1, 2, 3]
        assert fresh(event).movement == "standings-last"
