"""A final: a new event for the best of an event or of a season, or its second day with everybody."""

from datetime import date, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.helpers.factories import NOW, Evening, enter, make_event, make_user, play, table_of
from tests.helpers.person import Person
from tournament.models import Event, Wish
from tournament.reports.finals import cut_after, of_event
from tournament.reports.history import sentence_of
from tournament.reports.rulings import decisions_by_player, decisions_in_force
from tournament.reports.standings import standings
from tournament.services.finals import make_final
from tournament.services.seasons import change_season, choose_events, create_season
from tournament.services.seating import draft_plan, publish
from tournament.services.wishes import add_wish

FRIDAY = date(2026, 11, 20)


def played(director, people=12, *, lone=(), order=("points",), **changes):
    """A finished evening of one round: the winners of table 1 have the most, and so on down."""
    evening = Evening(director, people, 1, **({"date": FRIDAY} | changes)).published()
    evening.changed(order=list(order))
    for number in range(1, evening.event.rounds.get().tables.count() + 1):
        ones = {seat: 1 for table, seat in lone if table == number}
        enter(table_of(evening.event, 1, number), 12 - number, 6 - number, **ones)
    return evening.closed(1).finished().event


def places(event):
    return {row.name: (row.place, row.points) for row in standings(event).rows}


def at(event, query=""):
    return reverse("events:final", args=[event.slug]) + query


class TestTheCut:
    def test_the_cut_falls_between_two_places_or_the_places_on_it_are_tied(self, director):
        event = played(director, 8)  # 11 11, 10 10, 5 5, 4 4
        line = cut_after(of_event(event), 4)
        assert ([one.place for one in line.inside], line.tied) == ([1, 1, 3, 3], ())
        line = cut_after(of_event(played(director, 8)), 5)
        assert [one.place for one in line.inside] == [1, 1, 3, 3]
        assert ([one.place for one in line.tied], line.room) == ([5, 5], 1)
        line = cut_after(of_event(played(director, 8)), 99)
        assert (line.top, len(line.inside), line.tied) == (8, 8, ())
        # The event's own keys settle it first.
        event = played(director, 8, lone=[(1, "E")], order=["points", "loners"])
        assert (len(cut_after(of_event(event), 5).inside), cut_after(of_event(event), 5).tied) == (5, ())


class TestOfAnEvent:
    def test_one_press_from_the_finished_event_makes_it(self, director, dora):
        assert "Finish the event first" in dora.visit(at(make_event(director))).page
        event = played(director, 16)
        best = [one.player.name for one in cut_after(of_event(event), 8).inside]
        dora.visit(reverse("events:overview", args=[event.slug])).follow("Make a final")
        chosen = dora.response.context["form"]
        assert len(chosen.ticked) == 8
        dora.press("Create event", name="The final", carry="nothing")
        final = Event.objects.get(name="The final")
        assert "“The final” created. You are its director." in dora.page
        assert sorted(final.players.values_list("own_name", flat=True)) == sorted(best)
        assert set(final.players.values_list("status", flat=True)) == {"expected"}
        assert (final.stage_of, final.stage_carries, final.adjustments.count()) == (event.slug, False, 0)

    def test_it_has_the_settings_and_the_wishes_of_those_who_play(self, director):
        event = played(director, 8, venue="Parish hall")
        Event.objects.filter(pk=event.pk).update(status="playing")
        first, second, *_others, last = (one.player for one in of_event(event))
        add_wish(event, Wish.Kind.APART, first, other=second, by=director, at=NOW)
        add_wish(event, Wish.Kind.APART, first, other=last, by=director, at=NOW)
        people = [(one.player, one.points) for one in of_event(event)[:4]]
        final, left_out = make_final(
            event, people, name="Final", date=FRIDAY, carries=False, by=director, at=NOW
        )
        assert (final.venue, final.wishes.count(), left_out) == ("Parish hall", 1, [])
        entry = final.audit_entries.latest("pk")
        assert sentence_of(entry.action, entry.facts) == (
            "made it as the final of “Friday Night Euchre” with 4 players; points carried: no"
        )

    def test_two_days_as_one_are_everybody_with_their_points_and_a_tied_cut_is_told(self, director, dora):
        event = played(director, 8, date=timezone.localdate())
        form = dora.visit(at(event)).follow("Everybody: two days as one").response.context["form"]
        assert len(form.ticked) == 8
        assert (form["carry"].value(), form["date"].value()) == ("points", event.date + timedelta(days=1))
        page = dora.visit(at(event, "?top=5"))
        assert "2 players share the place at the cut, and 1 of them can play." in page.text
        form = page.response.context["form"]
        page.press("Create event", name="F", carry="nothing", people=sorted(form.ticked))
        assert "Players are tied at the cut. Tick who of them plays" in page.text
        page.press("Create event", people=sorted({*form.ticked, form.drawn.tied[1].key}))
        assert Event.objects.get(name="F").players.count() == 5
        page = dora.visit(at(event, "?top=4")).press("Create event", people=sorted(form.ticked)[:3])
        assert "at least four players" in page.text

    def test_carried_points_are_where_everybody_begins(self, director):
        event = played(director, 8)
        people = [(one.player, one.points) for one in of_event(event)[:4]]
        final, _left = make_final(event, people, name="Final", date=FRIDAY, carries=True, by=director, at=NOW)
        assert sorted(places(final).values()) == [(1, 11), (1, 11), (3, 10), (3, 10)]
        [said] = decisions_in_force(final)
        assert said.reason == "Carried from “Friday Night Euchre”"
        assert "11 points given" in decisions_by_player(final)[1][0].sentence


class TestOfASeason:
    def test_its_best_play_with_their_sums(self, director, dora):
        names = ["Ann Archer", "Ben Baker", "Cora Cole", "Dan Drew"]
        days = {"Evening 1": FRIDAY, "Evening 2": FRIDAY + timedelta(7)}
        evenings = [played(director, names, name=name, date=day) for name, day in days.items()]
        season = create_season("Winter", by=director, at=NOW)
        choose_events(season, evenings, by=director)
        page = dora.visit(reverse("seasons:show", args=[season.slug])).follow("Make a final")
        assert "“Evening 2”" in page.text
        people = sorted(page.response.context["form"].ticked)
        page.press("Create event", name="Grand final", carry="points", people=people)
        assert "“Grand final” created." in page.page
        final = Event.objects.get(name="Grand final")
        sums = {name: sum(places(evening)[name][1] for evening in evenings) for name in names}
        assert {name: points for name, (_place, points) in places(final).items()} == sums
        assert (final.stage_of, final.seasons.count()) == ("", 0)
        assert final.adjustments.first().in_words == "Carried from “Winter”"

    def test_who_runs_a_season_and_directs_none_of_its_events_is_told(self, director, client):
        season = create_season("Winter", by=director, at=NOW)
        other = make_user("olga", name="Olga Owner")
        season.owners.add(other)
        choose_events(season, [played(director, 8)], by=director)
        client.force_login(other)
        page = Person(client).visit(reverse("seasons:final", args=[season.slug]))
        assert "none counts yet" in page.page


class TestWhatCarryingMeans:
    """Said beside the choice, before the final is made."""

    @pytest.mark.parametrize(
        ("order", "said", "unsaid"),
        [
            (["points", "average"], "", "brought along"),
            (["average", "points"], "decide only between players who are tied in it", "change no place"),
            (["rounds_won", "loners"], "are shown, but change no place", "decide only between"),
        ],
    )
    def test_points_brought_along_count_only_where_points_decide(self, director, dora, order, said, unsaid):
        page = dora.visit(at(played(director, 8, order=order)))
        assert said in page.text
        assert unsaid not in page.text
        assert ("put “Points” first in the settings of the final" in page.text) == bool(said)

    def test_and_so_they_do(self, director):
        event = played(director, 8, order=["average", "points"])
        people = [(one.player, one.points) for one in of_event(event)]
        final, _left = make_final(event, people, name="Final", date=FRIDAY, carries=True, by=director, at=NOW)
        final.players.update(status="here")
        publish(draft_plan(final, by=director, at=NOW), by=director, at=NOW)
        play(final, 1, 9, 4)
        rows = standings(Event.objects.get(pk=final.pk)).rows
        won = [row.points - row.adjustments for row in rows]
        assert won == sorted(won, reverse=True)  # the average of the final's own rounds
        level = [row.points for row in rows if row.points - row.adjustments == 9]
        assert level == sorted(level, reverse=True)  # points brought along, between those who are level

    def test_a_seasons_average_is_rounded_and_that_is_said(self, director, dora):
        season = create_season("Winter", by=director, at=NOW)
        choose_events(season, [played(director, 8)], by=director)
        change_season(season, method="average")
        page = dora.visit(reverse("seasons:final", args=[season.slug]))
        assert "their points per event, rounded to a whole number" in page.text
