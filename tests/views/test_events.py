"""An official's events: list, making, desk, settings, finishing."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.helpers import factories
from tests.helpers.addresses import at
from tests.helpers.database import queries
from tests.helpers.factories import NOW, Evening, make_event, make_players, make_published, play
from tests.helpers.kept import kept
from tests.helpers.person import words
from tournament.models import Event, Season
from tournament.services.events import finish_event
from tournament.services.prizes import set_prizes
from tournament.services.rounds import close_round
from tournament.services.seating import draft_plan, publish


class TestMyEvents:
    def test_an_empty_list_offers_to_make_one_and_only_ones_own_events_are_there(self, dora, director):
        dora.visit(reverse("events:index"))
        assert "No events yet" in dora.text
        assert reverse("events:new") in dora.page
        make_event(factories.make_user("other"), name="Somebody else’s")
        assert make_event(director).get_absolute_url() in dora.visit(dora.path).page
        assert "Somebody else" not in dora.page

    def test_the_queries_do_not_grow_with_the_events(self, desk, director):
        for number in range(12):
            make_players(make_event(director, name=f"Evening {number}"), 2)
        assert queries(desk, reverse("events:index")) == 4


class TestNew:
    @pytest.fixture
    def new(self, dora):
        return dora.visit(reverse("events:new"))

    @pytest.mark.parametrize(
        ("typed", "field"),
        [
            ({"name": ""}, "name"),
            ({"date": "20.11."}, "date"),
            ({"date": "9999-12-31"}, "date"),  # its page of papers asks for the day after
            ({"time_zone": "Toronto"}, "time_zone"),
            ({"round_count": "0"}, "round_count"),
            ({"bye_mode": "fixed"}, "bye_points"),
            ({"key_1": "points", "key_2": "points"}, "key_2"),
            ({"preset": "jeuchre", "lone_march_bonus": "1"}, "lone_march_bonus"),
        ],
    )
    def test_what_is_wrong_is_said_at_its_field_and_nothing_is_lost(self, new, typed, field):
        new.press("Create event", **{"name": "Friday", "venue": "Legion Hall"} | typed)
        assert field in new.response.context["form"].errors
        assert "Legion Hall" in new.page
        assert not Event.objects.exists()

    @pytest.mark.rude
    def test_what_is_not_offered_is_refused_at_its_field(self, desk):
        sent = {"preset": "poker", "bye_mode": "sometimes", "key_1": "luck", "lone_euchre": "9"}
        errors = desk.post(reverse("events:new"), {"name": "Friday"} | sent).context["form"].errors
        assert errors.keys() >= sent.keys()

    @pytest.mark.parametrize("preset", ["partners", "laws", "eight-hand", "jeuchre", "british"])
    def test_name_and_date_are_all_that_must_be_typed_and_a_ruleset_brings_its_order(self, new, preset):
        new.press("Create event", name="Friday", preset=preset)
        event = Event.objects.get()
        assert new.path == event.get_absolute_url()
        assert event.ruleset.preset == preset
        assert tuple(event.order) == event.ruleset.default_order

    def test_an_order_with_gaps_closes_a_zone_is_found_and_points_are_settings(self, new):
        order = {"key_1": "loners", "key_2": "", "key_3": "points", "key_4": ""}
        points = {"lone_march_bonus": "0", "lone_euchre": "4"}
        assert new.page.count("as the ruleset says</option>") == 2
        new.press("Create event", name="Friday", time_zone="america/new york", **order, **points)
        event = Event.objects.get()
        assert (event.order, event.time_zone) == (["loners", "points"], "America/New_York")
        assert (event.ruleset.lone_march_bonus, event.ruleset.lone_euchre) == (0, 4)


class TestTonight:
    """From nothing to the first round: paste, seat, start."""

    EIGHT = "\n".join(factories.NAMES[:8])

    def test_pasted_names_are_here_and_seated_at_once_and_one_press_starts_round_1(self, dora):
        dora.visit(reverse("events:new")).press("Seat them", players=self.EIGHT)
        event = Event.objects.get()
        assert event.players.by_status() == {"here": 8}
        assert dora.path.startswith(at(event, "seating:index"))
        dora.press("Start round 1")
        assert event.rounds.get(number=1).status == "open"

    def test_seated_later_they_are_expected(self, dora):
        dora.visit(reverse("events:new")).press("Create event, seat them later", players=self.EIGHT)
        event = Event.objects.get()
        assert event.players.by_status() == {"expected": 8}
        assert dora.path == event.get_absolute_url()
        assert not event.drafts.exists()

    def test_a_list_that_cannot_be_read_or_is_too_short_for_a_table_is_told_so(self, dora):
        dora.visit(reverse("events:new")).press("Seat them", players="Name\n" * 2000)
        assert "players" in dora.response.context["form"].errors
        assert not Event.objects.exists()
        dora.press("Seat them", players="Ann\nBen")
        assert dora.path == Event.objects.get().get_absolute_url()
        assert "Only 2 players are here; a table needs four. Check in at least 2 more." in dora.text


class TestOverview:
    def ticked(self, desk, event):
        """How many lines of “How an evening goes” are done, of how many."""
        lines = desk.get(at(event, "events:overview")).context["desk"].how_it_goes
        return sum(done for _words, done in lines), len(lines)

    def test_six_lines_say_how_an_evening_goes_and_tick_themselves_off(self, desk, director):
        event = make_event(director, round_count=2)
        assert self.ticked(desk, event) == (0, 6)
        make_players(event, 8)
        assert self.ticked(desk, event) == (1, 6)
        publish(draft_plan(event, by=director, at=NOW), by=director, at=NOW)
        event.refresh_from_db()
        factories.enter(factories.table_of(event, 1, 2))
        assert "1 of 2 sheets in. Table 1 is missing." in words(desk.get(at(event, "events:overview")))
        assert self.ticked(desk, event) == (4, 6)
        factories.enter(factories.table_of(event, 1, 1))
        close_round(event.rounds.get(number=1), by=director, at=NOW)
        assert self.ticked(desk, event) == (0, 0)

    def test_the_queries_do_not_grow_with_the_players(self, desk, director):
        events = make_published(director, players=8), make_published(director, players=40, name="Large")
        small, large = (queries(desk, at(event, "events:overview")) for event in events)
        assert small == large <= 25


class TestSettings:
    def sent(self, dora, event, **changes):
        return dora.visit(at(event, "events:settings")).press("Save the settings", **changes)

    def test_saved_as_it_came_nothing_is_changed(self, dora, event):
        assert "The settings are saved." in self.sent(dora, event).page
        assert not event.audit_entries.filter(action="event.changed").exists()

    def test_any_value_can_be_changed_and_a_ruleset_chosen_replaces_all_of_its_rules(self, dora, event):
        self.sent(dora, event, march="3", defend_alone="True")
        event = Event.objects.get()
        assert (event.ruleset.march, event.ruleset.defend_alone) == (3, True)
        self.sent(dora, event, key_1="win_percentage", ranked_from="6")
        event = Event.objects.get()
        assert (event.order[0], event.ranked_from) == ("win_percentage", 6)
        self.sent(dora, event, ranked_from="", key_1="points", preset="jeuchre", march="3")
        assert (Event.objects.get().ranked_from, Event.objects.get().ruleset.points_are) == (0, "lost")

    def test_what_cannot_be_is_said_at_its_field(self, dora, event):
        keys = dict.fromkeys(["key_1", "key_2", "key_3", "key_4"], "")
        for changes in ({"march": "99"}, {"ranked_from": "9"}, keys):
            assert next(iter(changes)) in self.sent(dora, event, **changes).response.context["form"].errors
        self.sent(dora, event, points_are="lost")
        assert "lone_march_bonus" in dora.response.context["form"].errors

    def test_after_a_closed_round_the_counting_asks_for_a_reason_and_who_loses_the_place_is_shown(
        self, dora, director
    ):
        event = play(make_published(director, players=5))
        assert "reason" in self.sent(dora, event, march="3").response.context["form"].errors
        dora.press("Save the settings", reason="agreed with all tables")
        assert Event.objects.get().ruleset.march == 3
        effect = self.sent(dora, event, ranked_from="2", reason="as announced").response.context["effect"]
        [change] = [change for change in effect.players if change.place_after is None]
        assert change.number == event.rounds.get(number=1).seatings.get(table=None).player.number
        assert Event.objects.get().ranked_from == 0

    def test_what_changes_results_is_accepted_as_it_was_shown_and_nothing_else(self, dora, director):
        event = make_published(director)
        factories.enter(factories.table_of(event), 9, 8, N=1, by=director)
        self.sent(dora, event, lone_march_bonus="0")
        assert "Nothing is saved yet" in dora.text
        effect = dora.response.context["effect"]
        assert [change.points for change in effect.players if change.points] == [-1]
        dora.press("Accept and save", bye_mode="fixed", bye_points="7")
        assert Event.objects.get().ruleset.lone_march_bonus == 1
        dora.press("Accept and save")
        assert Event.objects.get().ruleset.lone_march_bonus == 0


class TestFinishing:
    @pytest.fixture
    @kept
    def played(self, director):
        return Evening(director).published().played(1, 2).event

    def test_it_is_asked_and_the_desk_then_shows_winners_and_prizes_and_offers_a_season(
        self, dora, played, director
    ):
        set_prizes(played, places=[5000], sides={}, by=director, at=NOW)
        dora.visit(at(played, "events:overview"))
        assert "Winners" not in dora.page
        assert "Start a season" not in dora.page
        dora.visit(at(played, "events:finish"))
        assert not Event.objects.get().is_finished
        dora.press("Finish the event").visit(at(played, "events:overview"))
        assert Event.objects.get().is_finished
        assert dora.response.context["winners"][0].place == 1
        for shown in ("Winners", "1st", "50.00", at(played, "printing:pdf", "standings")):
            assert shown in dora.page
        dora.follow("Start a season with this one").press("Make the season", name="Fridays").press("Save")
        assert [event.slug for event in Season.objects.get().events.all()] == [played.slug]
        assert "It counts in a season: Fridays" in dora.visit(at(played, "events:overview")).text
        Season.objects.get().events.clear()
        dora.visit(at(played, "events:overview")).follow("Fridays").press("Save")
        assert played.seasons.count() == 1

    def test_the_desk_then_reads_its_results_once(self, desk, played, director):
        set_prizes(played, places=[5000], sides={"lone_pot": 500}, by=director, at=NOW)
        finish_event(played, by=director, at=NOW)
        with CaptureQueriesContext(connection) as asked:
            desk.get(at(played, "events:overview"))
        assert sum('"tournament_sheet"."points_n"' in one["sql"] for one in asked.captured_queries) == 1

    def test_the_checklist_leads_to_what_is_open(self, desk, played):
        factories.table_of(played, 2, 1).sheets.update(counting=False)
        page = desk.get(at(played, "events:finish"))
        assert "Open: Round 2, table 1 has no sheet: its four players get 0 points. Go to table 1" in words(
            page
        )
        for item in page.context["checklist"]:
            assert item.done or desk.get(item.link.url).status_code == 200

    def test_too_early_it_says_why_not_and_reopening_asks_for_a_reason(self, dora, event, played, director):
        assert "No round is closed yet" in dora.visit(at(event, "events:finish")).text
        assert "Finish the event</button>" not in dora.page
        finish_event(played, by=director, at=NOW)
        dora.visit(at(played, "events:reopen")).press("Reopen the event", reason=" ")
        assert "reason" in dora.response.context["form"].errors
        dora.press("Reopen the event", reason="wrong total")
        assert not Event.objects.get(pk=played.pk).is_finished


def test_the_desk_shows_the_whole_address_for_phones_and_its_code(desk, event):
    """The phone address on the desk had no host."""
    page = desk.get(at(event, "events:overview"), headers={"host": "hall.example:8000"}).content.decode()
    assert f"http://hall.example:8000/e/{event.slug}/" in page
    assert 'class="qr"' in page
