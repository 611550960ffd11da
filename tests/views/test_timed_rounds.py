"""Games to a target that the clock ends: the setting, what players read, the mark on the sheet, and a tie."""

import pytest

from scoring.ruleset import PRESETS
from tests.helpers.addresses import at
from tests.helpers.factories import NOW, make_event, make_published
from tests.helpers.person import Person
from tests.helpers.refusals import refused
from tests.helpers.scripted import Scripted
from tournament.models import Sheet
from tournament.reports.event_settings import rules_of, what_decides
from tournament.services import clock
from tournament.services.events import change_event

TIMED = {"timed": True, "round_minutes": 25}


@pytest.fixture
def evening(director):
    """Games to ten whose rounds the clock ends after 25 minutes."""
    event = make_published(director, rounds=2, rules=PRESETS["partners"])
    return change_event(event, **TIMED, by=director, at=NOW)


def words_of(card):
    return {line.label: line.value for section in card.sections for line in section.lines}


class TestTheSetting:
    @pytest.mark.parametrize(
        ("preset", "changes", "why"),
        [
            ("partners", {"timed": True}, ("timed-without-minutes", "round_minutes")),
            ("progressive", TIMED, ("timed-without-target", "timed")),
            ("totals-only", TIMED, ("timed-without-target", "timed")),
        ],
    )
    def test_it_takes_a_target_and_the_minutes(self, director, preset, changes, why):
        event = make_event(director, rules=PRESETS[preset])
        with refused(*why):
            change_event(event, **changes, by=director, at=NOW)

    def test_a_director_sets_it_where_there_is_a_target_and_is_not_asked_elsewhere(self, desk, director):
        games = make_event(director, rules=PRESETS["partners"])
        person = Person(desk).visit(at(games, "events:settings"))
        assert "how many minutes" in person.press("Save the settings", timed="on").text
        assert "The settings are saved." in person.press("Save the settings", round_minutes="25").page
        games.refresh_from_db()
        assert games.timed_minutes == 25
        deals = make_event(director, name="Deals")
        person.visit(at(deals, "events:settings"))
        assert 'name="timed"' not in person.page
        assert "The settings are saved." in person.press("Save the settings").page


class TestWhatPlayersRead:
    def test_rule_card_and_clock_say_when_a_game_ends_and_what_then(self, evening, client, director):
        words = words_of(rules_of(evening))
        assert words["The round ends"] == "when a side has 10 points, or after 25 minutes"
        assert words["When time is up"].startswith("finish the deal in play; the side that leads wins")
        assert "If the bell ends it early" not in words
        decides = {one.title: one.value for one in what_decides(evening).rules}
        assert decides["The clock ends each round"] == "after 25 minutes; the leader wins"
        page = client.get(at(evening, "public:rules")).content.decode()
        assert "or after 25 minutes" in page
        clock.start(evening.rounds.get(number=1), by=director, at=NOW)
        page = client.get(at(evening, "public:event")).content.decode()
        assert 'data-clock-over-words="Time is up: finish the deal"' in page
        words = words_of(rules_of(make_event(director, rules=PRESETS["partners"])))
        assert words["The round ends"] == "when a side has 10 points"
        assert "If the bell ends it early" in words


def grid(desk, event):
    return Scripted(desk).visit(at(event, "sheets:enter_totals", 1))


class TestASheet:
    def test_the_leader_wins_and_the_sheet_is_marked(self, desk, client, evening):
        page = grid(desk, evening)
        assert page.leave(1, ns=7, ew=5).status_code == 422
        assert "Did time run out? Deals played:" in page.text
        assert page.leave(1, "8").status_code == 200
        assert "time ran out after 8 deals" in page.text
        sheet = Sheet.objects.get(counting=True)
        assert (sheet.ns, sheet.ew, sheet.winner, sheet.deals_played) == (7, 5, "NS", 8)
        page = client.get(at(evening, "public:round", 1)).content.decode()
        assert "time ran out after 8 deals" in page

    def test_a_game_that_reached_the_target_is_not_marked(self, desk, client, evening):
        assert grid(desk, evening).leave(1, ns=10, ew=5).status_code == 200
        page = client.get(at(evening, "public:round", 1)).content.decode()
        assert "time ran out" not in page
