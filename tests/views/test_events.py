"""An official's events: list, making, desk, settings, finishing."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.helpers.factories import (
    NAMES,
    NOW,
    enter,
    make_event,
    make_official,
    make_players,
    make_published,
    make_user,
    play,
    table_of,
)
from tests.helpers.kept import kept
from tests.helpers.person import Person
from tournament.models import Event, Season
from tournament.services.events import finish_event
from tournament.services.prizes import set_prizes
from tournament.services.rounds import close_round

NEW = {
    "name": "Friday Night Euchre",
    "date": "2026-11-20",
    "time_zone": "America/Toronto",
    "round_count": "8",
    "preset": "progressive",
    "bye_mode": "none",
    "is_public": "on",
}


def url(event, page):
    return reverse(f"events:{page}", args=[event.slug])


class TestMyEvents:
    def test_an_empty_list_offers_to_make_one(self, desk):
        page = desk.get(reverse("events:index")).content.decode()
        assert "No events yet" in page
        assert reverse("events:new") in page

    def test_only_ones_own_events_are_there(self, desk, event):
        make_event(make_user("other"), name="Somebody else’s")
        page = desk.get(reverse("events:index")).content.decode()
        assert event.get_absolute_url() in page
        assert "Somebody else" not in page

    def test_the_queries_do_not_grow_with_the_events(self, desk, director, django_assert_num_queries):
        for number in range(12):
            make_players(make_event(director, name=f"Evening {number}"), 2)
        with django_assert_num_queries(4):
            desk.get(reverse("events:index"))


class TestNew:
    def test_name_and_date_are_all_that_must_be_typed(self, desk):
        form = desk.get(reverse("events:new")).context["form"]
        filled = {name: form.get_initial_for_field(field, name) for name, field in form.fields.items()}
        sent = {name: value for name, value in filled.items() if value not in (None, "")} | {"name": "Friday"}
        response = desk.post(reverse("events:new"), sent)
        event = Event.objects.get()
        assert response["Location"] == url(event, "overview")
        assert event.order == ["points", "rounds_won", "loners", "best_round"]

    @pytest.mark.parametrize(
        ("typed", "field"),
        [
            ({"name": ""}, "name"),
            ({"name": "x" * 101}, "name"),
            ({"name": "Fri\x00day"}, "name"),
            ({"name": "\u200b"}, "name"),
            ({"date": "20.11."}, "date"),
            ({"date": "0000-00-00"}, "date"),
            ({"date": "9999-12-31"}, "date"),  # its page of papers asks for the day after
            ({"time_zone": "Toronto"}, "time_zone"),
            ({"time_zone": "\x00"}, "time_zone"),
            ({"round_count": "0"}, "round_count"),
            ({"round_count": "9" * 400}, "round_count"),
            ({"round_count": "eight"}, "round_count"),
            ({"preset": "poker"}, "preset"),
            ({"bye_mode": "fixed"}, "bye_points"),
            ({"bye_mode": "fixed", "bye_points": "-1"}, "bye_points"),
            ({"bye_mode": "sometimes"}, "bye_mode"),
            ({"key_1": "points", "key_2": "points"}, "key_2"),
            ({"key_1": "lot", "key_2": "points"}, "key_2"),
            ({"key_1": "luck"}, "key_1"),
            ({"lone_euchre": "9"}, "lone_euchre"),
            ({"preset": "jeuchre", "lone_march_bonus": "1"}, "lone_march_bonus"),
        ],
    )
    def test_what_is_wrong_is_said_at_its_field_and_nothing_is_lost(self, desk, typed, field):
        response = desk.post(reverse("events:new"), NEW | {"venue": "Legion Hall"} | typed)
        assert response.status_code == 200
        assert field in response.context["form"].errors
        assert "Legion Hall" in response.content.decode()
        assert not Event.objects.exists()

    @pytest.mark.parametrize(
        "preset", ["progressive", "partners", "laws", "eight-hand", "jeuchre", "british"]
    )
    def test_every_ruleset_can_be_chosen_and_brings_its_order(self, desk, preset):
        desk.post(reverse("events:new"), NEW | {"preset": preset})
        event = Event.objects.get()
        assert event.ruleset.preset == preset
        assert tuple(event.order) == event.ruleset.default_order

    def test_the_split_of_a_lone_march_and_the_lone_euchre_are_settings(self, desk):
        desk.post(reverse("events:new"), NEW | {"lone_march_bonus": "0", "lone_euchre": "4"})
        rules = Event.objects.get().ruleset
        assert (rules.lone_march_bonus, rules.lone_euchre) == (0, 4)

    def test_the_order_can_be_chosen_and_gaps_in_it_close(self, desk):
        desk.post(reverse("events:new"), NEW | {"key_1": "loners", "key_3": "points"})
        assert Event.objects.get().order == ["loners", "points"]

    def test_a_zone_is_found_however_it_is_written(self, desk):
        desk.post(reverse("events:new"), NEW | {"time_zone": "america/new york"})
        assert Event.objects.get().time_zone == "America/New_York"


class TestTonight:
    """From nothing to the first round: paste, seat, start."""

    EIGHT = "\n".join(NAMES[:8])

    def test_pasted_names_are_here_and_seated_at_once_and_one_press_starts_round_1(self, desk):
        answer = desk.post(reverse("events:new"), NEW | {"players": self.EIGHT}, follow=True)
        event = Event.objects.get()
        assert event.players.by_status() == {"here": 8}
        assert answer.request["PATH_INFO"] == reverse("seating:index", args=[event.slug])
        key = re.search(r'name="draft" value="([^"]+)"', answer.content.decode())[1]
        desk.post(reverse("seating:publish", args=[event.slug]), {"draft": key})
        assert event.rounds.get(number=1).status == "open"

    def test_what_is_doubtful_is_asked_first_and_then_they_are_seated(self, desk):
        asked = desk.post(reverse("events:new"), NEW | {"players": f"{self.EIGHT}\n{NAMES[0]}"}, follow=True)
        event = Event.objects.get()
        assert not event.players.exists()
        assert len(asked.context["form"].open_lines) == 1
        sent = {"text": f"{self.EIGHT}\n{NAMES[0]}", "here": "on", "checked": asked.context["form"].mark}
        answer = desk.post(asked.request["PATH_INFO"], sent | {"line-9": "skip", "import": "1"}, follow=True)
        assert event.players.by_status() == {"here": 8}
        assert answer.request["PATH_INFO"] == reverse("seating:index", args=[event.slug])

    def test_seated_later_they_are_expected(self, desk):
        answer = desk.post(reverse("events:new"), NEW | {"players": self.EIGHT, "later": "yes"})
        event = Event.objects.get()
        assert event.players.by_status() == {"expected": 8}
        assert answer.url == event.get_absolute_url()
        assert not event.drafts.exists()

    def test_too_few_for_a_table_are_told_so_on_the_desk(self, desk):
        answer = desk.post(reverse("events:new"), NEW | {"players": "Ann\nBen"}, follow=True)
        assert answer.request["PATH_INFO"] == Event.objects.get().get_absolute_url()
        assert [str(message) for message in answer.context["messages"]] == [
            "Only 2 players are here; a table needs four. Check in at least 2 more."
        ]

    def test_a_list_that_cannot_be_read_is_told_beside_it_and_nothing_is_made(self, desk):
        answer = desk.post(reverse("events:new"), NEW | {"players": "Name\n" * 2000})
        assert "players" in answer.context["form"].errors
        assert not Event.objects.exists()


class TestOverview:
    def step(self, desk, event):
        return desk.get(url(event, "overview")).context["desk"].step

    def ticked(self, desk, event):
        """How many lines of “How an evening goes” are done, of how many."""
        lines = desk.get(url(event, "overview")).context["desk"].how_it_goes
        return sum(done for _words, done in lines), len(lines)

    def test_it_leads_through_the_evening(self, desk, director):
        """From an empty event to a finished one, each step named in turn; until a round is closed six lines
        say how an evening goes, and tick themselves off.
        """
        from tournament.services.players import check_in
        from tournament.services.seating import draft_plan, publish

        event = make_event(director, round_count=2)
        assert self.step(desk, event).code == "add-players"
        assert self.ticked(desk, event) == (0, 6)
        players = make_players(event, 8, status="expected")
        assert self.step(desk, event).code == "check-in"
        assert self.ticked(desk, event) == (1, 6)
        for player in players:
            check_in(player, by=director, at=NOW)
        assert self.step(desk, event).code == "draft"
        draft = draft_plan(event, by=director, at=NOW)
        assert self.step(desk, event).code == "publish"
        assert self.ticked(desk, event) == (2, 6)
        publish(draft, by=director, at=NOW)
        event.refresh_from_db()
        assert self.step(desk, event).code == "enter"
        enter(table_of(event, 1, 2))
        step = self.step(desk, event)
        assert step.text == "1 of 2 sheets in. Table 1 is missing."
        assert self.ticked(desk, event) == (4, 6)
        enter(table_of(event, 1, 1))
        assert self.step(desk, event).code == "close"
        close_round(event.rounds.get(number=1), by=director, at=NOW)
        assert self.ticked(desk, event) == (0, 0)
        play(event, 2)
        assert self.step(desk, event).code == "finish"
        finish_event(event, by=director, at=NOW)
        assert self.step(desk, event).code == "finished"

    @pytest.mark.parametrize(
        ("missing", "words"),
        [
            ((3,), "Table 3 is missing."),
            ((3, 7), "Tables 3 and 7 are missing."),
            ((1, 3, 7), "Tables 1, 3 and 7 are missing."),
            (tuple(range(1, 8)), "7 tables are missing."),
        ],
    )
    def test_missing_tables_are_named_while_they_are_few(self, missing, words):
        from tournament.reports.event_overview import missing_words

        assert missing_words(missing) == words

    def test_a_viewer_sees_the_step_without_what_they_may_not_do(self, client, director):
        event = make_published(director)
        client.force_login(make_official(event, "viewer"))
        page = client.get(url(event, "overview"))
        assert page.context["desk"].step.code == "enter"
        assert page.context["link"] is None
        assert reverse("sheets:enter_totals", args=[event.slug, 1]) not in page.content.decode()

    def test_it_says_when_the_published_seating_no_longer_fits(self, desk, director):
        from tournament.services.players import set_status

        event = make_published(director)
        set_status(event.players.get(number=1), "left", by=director, at=NOW)
        assert "Ann Archer (1)" in desk.get(url(event, "overview")).content.decode()

    def test_the_queries_do_not_grow_with_the_players(self, desk, director, django_assert_max_num_queries):
        small, large = make_published(director, players=8), make_published(director, players=40, name="Large")
        counts = []
        for event in (small, large):
            with django_assert_max_num_queries(25) as queries:
                desk.get(url(event, "overview"))
            counts.append(len(queries))
        assert counts[0] == counts[1]


class TestSettings:
    def sent(self, desk, event, **changes):
        form = desk.get(url(event, "settings")).context["form"]
        filled = {name: form.get_initial_for_field(field, name) for name, field in form.fields.items()}
        sent = {name: value for name, value in filled.items() if value not in (None, "", False)} | changes
        return desk.post(
            url(event, "settings"), {name: value for name, value in sent.items() if value is not None}
        )

    def test_saved_as_it_came_nothing_is_changed(self, desk, event):
        assert self.sent(desk, event).status_code == 302
        assert not event.audit_entries.filter(action="event.changed").exists()

    def test_any_value_of_the_rules_can_be_changed(self, desk, event):
        assert self.sent(desk, event, march="3", defend_alone="True").status_code == 302
        event = Event.objects.get()
        assert (event.ruleset.march, event.ruleset.defend_alone) == (3, True)

    def test_a_ruleset_chosen_replaces_every_value(self, desk, event):
        self.sent(desk, event, preset="jeuchre", march="3")
        assert Event.objects.get().ruleset.points_are == "lost"

    @pytest.mark.parametrize(
        ("changes", "field"),
        [
            ({"points_are": "lost"}, "lone_march_bonus"),
            ({"march": "99"}, "march"),
            ({"ranked_from": "9"}, "ranked_from"),
            (dict.fromkeys(["key_1", "key_2", "key_3", "key_4"]), "key_1"),
        ],
    )
    def test_what_cannot_be_is_said_at_its_field(self, desk, event, changes, field):
        form = self.sent(desk, event, **changes).context["form"]
        assert field in form.errors

    def test_how_many_rounds_a_place_takes_is_set_with_the_ranking(self, desk, event):
        assert self.sent(desk, event, key_1="win_percentage", ranked_from="6").status_code == 302
        event = Event.objects.get()
        assert (event.order[0], event.ranked_from) == ("win_percentage", 6)
        assert self.sent(desk, event, ranked_from=None).status_code == 302
        assert Event.objects.get().ranked_from == 0

    def test_who_loses_the_place_is_shown_before_it_is_accepted(self, desk, director):
        event = make_published(director, players=5)
        play(event, 1)
        page = self.sent(desk, event, ranked_from="2", reason="as announced")
        [change] = [change for change in page.context["effect"].players if change.place_after is None]
        assert change.number == event.rounds.get(number=1).seatings.get(table=None).player.number
        assert Event.objects.get().ranked_from == 0

    def test_after_a_closed_round_the_counting_asks_for_a_reason(self, desk, director):
        event = make_published(director)
        play(event, 1)
        assert "reason" in self.sent(desk, event, march="3").context["form"].errors
        assert self.sent(desk, event, march="3", reason="agreed with all tables").status_code == 302
        assert Event.objects.get().ruleset.march == 3

    def test_what_changes_results_is_shown_before_it_is_accepted(self, desk, director):
        event = make_published(director)
        enter(table_of(event), 9, 8, N=1, by=director)
        page = self.sent(desk, event, lone_march_bonus="0")
        assert "Nothing is saved yet" in page.content.decode()
        assert [change.points for change in page.context["effect"].players if change.points] == [-1]
        assert Event.objects.get().ruleset.lone_march_bonus == 1
        accepted = self.sent(desk, event, lone_march_bonus="0", accepted=page.context["form"].fingerprint)
        assert accepted.status_code == 302
        assert Event.objects.get().ruleset.lone_march_bonus == 0

    def test_something_else_than_what_was_shown_is_not_accepted(self, desk, director):
        event = make_published(director)
        enter(table_of(event), 9, 8, N=1, by=director)
        shown = self.sent(desk, event, lone_march_bonus="0").context["form"].fingerprint
        page = self.sent(desk, event, lone_march_bonus="0", bye_mode="fixed", bye_points="7", accepted=shown)
        assert page.status_code == 200
        assert Event.objects.get().ruleset.lone_march_bonus == 1


class TestFinishing:
    @pytest.fixture
    @kept
    def played(self, director):
        event = make_published(director)
        play(event, 1), play(event, 2)
        return event

    def test_it_is_asked_before_it_is_done(self, desk, played):
        assert desk.get(url(played, "finish")).status_code == 200
        assert not Event.objects.get().is_finished
        desk.post(url(played, "finish"))
        assert Event.objects.get().is_finished

    def test_the_desk_then_shows_winners_and_prizes_and_prints_the_results(self, desk, played, director):
        set_prizes(played, places=[5000], sides={}, by=director, at=NOW)
        assert "Winners" not in desk.get(url(played, "overview")).content.decode()
        desk.post(url(played, "finish"))
        page = desk.get(url(played, "overview"))
        assert [row.place for row in page.context["winners"]][:1] == [1]
        for shown in ("Winners", "1st", "50.00", reverse("printing:pdf", args=[played.slug, "standings"])):
            assert shown in page.content.decode()

    def test_the_desk_then_reads_its_results_once(self, desk, played, director):
        set_prizes(played, places=[5000], sides={"lone_pot": 500}, by=director, at=NOW)
        desk.post(url(played, "finish"))
        with CaptureQueriesContext(connection) as asked:
            desk.get(url(played, "overview"))
        assert (
            len([one for one in asked.captured_queries if '"tournament_sheet"."points_n"' in one["sql"]]) == 1
        )

    def test_the_desk_then_offers_a_season_and_says_in_which_it_counts(self, desk, played):
        assert "Start a season" not in desk.get(url(played, "overview")).content.decode()
        desk.post(url(played, "finish"))
        dora = Person(desk).visit(url(played, "overview")).follow("Start a season with this one")
        dora.press("Make the season", name="Fridays")
        dora.press("Save")
        assert [event.slug for event in Season.objects.get().events.all()] == [played.slug]
        dora.visit(url(played, "overview"))
        assert "It counts in a season: Fridays" in " ".join(dora.text.split())
        Season.objects.get().events.clear()
        dora.visit(url(played, "overview")).follow("Fridays").press("Save")
        assert played.seasons.count() == 1

    def test_the_checklist_says_what_is_in_order_and_what_is_open(self, desk, played, director):
        """An open tie and a missing sheet are shown with the way to them."""
        event = played
        tied = table_of(event, 1, 1)
        tied.sheets.update(ns=6, ew=6, winner="", reported_ns=6, reported_ew=6, reached_first="")
        table_of(event, 2, 1).sheets.update(counting=False)
        page = desk.get(url(event, "finish"))
        items = {item.code: item for item in page.context["checklist"]}
        assert {code: item.done for code, item in items.items()} == {
            "rounds": True, "sheets": False, "questions": False, "second-reading": False,
            "first-place": items["first-place"].done,
        }  # fmt: skip
        for item in items.values():
            assert item.done or desk.get(item.url).status_code == 200
        words = page.content.decode()
        assert "1 table of a closed round has no sheet" in words
        assert "1 question about a tie or a ruling is open" in words

    def test_with_everything_in_order_the_checklist_is_all_done(self, desk, played):
        played.rounds.unclosed().delete()
        checklist = desk.get(url(played, "finish")).context["checklist"]
        assert {item.code for item in checklist if not item.done} <= {"first-place", "second-reading"}

    def test_too_early_it_says_why_not(self, desk, event):
        for page in (desk.get(url(event, "finish")), desk.post(url(event, "finish"))):
            assert "No round is closed yet" in page.content.decode()
        assert not Event.objects.get().is_finished

    def test_reopening_asks_for_a_reason(self, desk, played, director):
        finish_event(played, by=director, at=NOW)
        assert "reason" in desk.post(url(played, "reopen"), {"reason": " "}).context["form"].errors
        desk.post(url(played, "reopen"), {"reason": "wrong total"})
        assert not Event.objects.get().is_finished


def test_the_desk_shows_the_whole_address_for_phones_and_its_code(desk, event):
    """The phone address on the desk had no host."""
    page = desk.get(url(event, "overview"), headers={"host": "hall.example:8000"}).content.decode()
    assert f"http://hall.example:8000/e/{event.slug}/" in page
    assert 'class="qr"' in page
