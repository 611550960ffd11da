"""A season's standings: how events add up, who shares a place, and how little it asks of the database."""

from fractions import Fraction

import pytest
from django.urls import reverse

from tests.helpers import factories
from tests.helpers.factories import NOW, make_published
from tests.helpers.seasons import FOUR, play, season_of
from tournament.reports.seasons import season_standings
from tournament.reports.standings import standings
from tournament.services.adjustments import adjust
from tournament.services.events import change_event, finish_event
from tournament.services.seasons import choose_events


def lines(season):
    return {row.name: (row.place, row.value, row.played) for row in season_standings(season).rows}


@pytest.fixture
def three(director):
    """Three evenings of the same four, and what each got by event."""
    events = [play(director, FOUR, 9, 4, week=0), play(director, FOUR, 5, 8, week=1, N=1)]
    events.append(play(director, FOUR, 7, 7, week=2))
    points = {name: [] for name in FOUR}
    for event in events:
        for row in standings(event).rows:
            points[row.name].append(row.points)
    return events, points


def test_the_points_of_all_events_or_of_the_best_are_added_up(director, three):
    events, points = three
    events, points = three
    found = lines(season_of(director, *events))
    assert {name: value for name, (_p, value, _n) in found.items()} == {n: sum(p) for n, p in points.items()}
    totals = sorted((sum(p) for p in points.values()), reverse=True)
    assert all(place == totals.index(value) + 1 for place, value, _played in found.values())
    season = season_of(director, *events, method="best", best_of=2)
    for row in season_standings(season).rows:
        assert row.value == sum(sorted(points[row.name])[-2:])
        assert (
            sorted(part.row.points for part in row.parts if not part.counts) == sorted(points[row.name])[:1]
        )


def test_averages_are_compared_exactly_and_take_enough_events(director, three):
    events, points = three
    late = play(director, ["Eve Ellis", *FOUR[:3]], 13, 1, week=3)
    season = season_of(director, *events, late, method="average", least_events=2)
    found = lines(season)
    assert found["Dan Drew"][1] == Fraction(sum(points["Dan Drew"]), 3)
    assert found["Eve Ellis"][0] is None
    assert season_standings(season).rows[-1].name == "Eve Ellis"


def test_level_people_share_a_place_and_the_next_is_left_out(director):
    season = season_of(director, play(director, FOUR, 9, 4))
    found = season_standings(season)
    assert [row.place for row in found.rows] == [1, 1, 3, 3]
    assert found.shares == {1, 3}


def test_an_event_counts_once_it_is_finished(director):
    playing = play(director, FOUR, 9, 4, week=1, finished=False)
    season = season_of(director, play(director, FOUR, 9, 4), playing)
    found = season_standings(season)
    assert all(row.played == 1 for row in found.rows)
    assert [event.slug for event in found.waiting] == [playing.slug]
    finish_event(playing, by=director, at=NOW)
    assert all(row.played == 2 for row in season_standings(season).rows)


def test_every_event_gives_what_its_own_standings_say(director, three):
    events, _points = three
    adjust_after = events[0]
    from tournament.services.events import reopen_event

    reopen_event(adjust_after, by=director, at=NOW, reason="late")
    adjust(adjust_after.players.get(number=1), -3, "late", by=director, at=NOW)
    finish_event(adjust_after, by=director, at=NOW)
    found = season_standings(season_of(director, *events))
    for row in found.rows:
        for part in row.parts:
            own = next(
                r for e in events if e.pk == part.event.pk for r in standings(e).rows if r.name == row.name
            )
            assert part.row == own


def test_who_never_played_unranked_helpers_and_disqualified_players_have_nothing_of_it(director):
    event = play(director, FOUR, 9, 4)
    event.players.create(number=5, own_name="Never There")
    event.players.filter(number=1).update(ranked=False)
    event.players.filter(number=2).update(status="disqualified")
    assert set(lines(season_of(director, event))) == {"Cora Cole", "Dan Drew"}


def test_an_event_without_a_place_gives_its_points_and_is_nobodys_best(director, client):
    """Who played too few rounds of an event for a place there still brings the points of those played."""
    event = make_published(director, players=[*FOUR, "Eve Ellis"], rounds=2, ranked_from=2, is_public=True)
    factories.play(event, 1, 9, 4), factories.play(event, 2, 9, 4)
    finish_event(event, by=director, at=NOW)
    season = season_of(director, event, is_public=True)
    without = {row.name: row for row in standings(event).rows if row.place is None}
    assert len(without) == 2
    shown = season_standings(season)
    assert shown.placed == {event.pk: 3}
    for row in shown.rows:
        (part,) = row.parts
        if row.name in without:
            assert (row.best, row.value) == (None, without[row.name].points)
            page = client.get(reverse("season:person", args=[season.slug, row.token])).content.decode()
            assert "no place" in page
            assert "Best event" not in page
        else:
            assert row.best == part


def test_names_are_short_where_one_of_the_events_has_them_short(director, three):
    events, _points = three
    change_event(events[1], by=director, at=NOW, short_names=True)
    assert set(lines(season_of(director, *events))) == {"Ann A.", "Ben B.", "Cora C.", "Dan D."}


def test_a_person_keeps_their_address_and_nobody_reads_a_name_in_it(director, three):
    events, _points = three
    season = season_of(director, *events)
    before = {row.name: row.token for row in season_standings(season).rows}
    choose_events(season, [*events, play(director, FOUR, 6, 6, week=5)], by=director)
    assert {row.name: row.token for row in season_standings(season).rows} == before
    assert len(set(before.values())) == 4
    assert all(len(token) == 12 and "ann" not in token for token in before.values())


@pytest.mark.parametrize("count", [1, 3])
def test_it_takes_six_queries_for_any_number_of_events(director, three, count, django_assert_max_num_queries):
    season = season_of(director, *three[0][:count])
    season = type(season).objects.get(pk=season.pk)
    with django_assert_max_num_queries(6):
        season_standings(season)
