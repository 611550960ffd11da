"""Making, changing, finishing and reopening events."""

from datetime import date

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from scoring.errors import BadRanking
from scoring.ruleset import PRESETS
from tests.helpers.factories import NOW, enter, make_event, make_players, make_published, make_user, table_of
from tests.helpers.kept import kept
from tests.helpers.refusals import refused
from tournament.models import AuditEntry, Event, Round
from tournament.registry.event_settings import SETTING
from tournament.reports.history import sentence_of
from tournament.services.errors import Refused
from tournament.services.events import change_event, create_event, finish_event, reopen_event
from tournament.services.rounds import close_round
from tournament.services.seasons import change_season, create_season
from tournament.services.seating import draft_plan, publish

pytestmark = pytest.mark.django_db


# What an event has beside its settings: its identity, what happened to it, what other pages set.
NOT_SETTINGS = {"id", "slug", "seed", "status", "here_token", "revealed", "stage_of", "stage_carries"} | {
    "rehearsal_of", "live_version", "seating_version", "uid", "created_at",
    "tables", "mixed", "mixed_group", "teams", "floating_teams", "fewer_deals",
}  # fmt: skip


def test_every_setting_is_registered():
    assert {field.name for field in Event._meta.fields} - NOT_SETTINGS == set(SETTING)


def made(name="Friday Night Euchre", on=date(2026, 11, 20), **changes) -> Event:
    by = changes.pop("by", None) or make_user(f"user{Event.objects.count()}")
    return create_event(name=name, date=on, time_zone="UTC", **changes, by=by, at=NOW)


def change(event, **changes) -> Event:
    return change_event(event, by=event.memberships.get().user, at=NOW, **changes)


@pytest.fixture
@kept
def closed(director):
    """An event of two rounds, the first one closed."""
    event = make_published(director)
    enter(table_of(event, 1, 1)), enter(table_of(event, 1, 2))
    close_round(event.rounds.get(number=1), by=director, at=NOW)
    return event


class TestCreating:
    def test_whoever_makes_it_directs_it_and_name_and_date_are_enough_for_the_usual_rules(self, director):
        event = made(by=director)
        assert event.memberships.get(user=director).role == "director"
        assert (event.round_count, event.bye_mode, event.is_public) == (8, "none", True)
        assert event.ruleset == PRESETS["progressive"]
        assert event.order == ["points", "rounds_won", "loners", "best_round"]
        assert list(event.audit_entries.values_list("action", "facts")) == [
            ("event.created", {"name": "Friday Night Euchre"})
        ]
        assert made("Friday\u200b \u202eNight\x00  Euchre ").name == "Friday Night Euchre"
        with pytest.raises(Refused, match="time zone"):
            make_event(director, time_zone="Mars/Olympus")

    @pytest.mark.parametrize(
        ("name", "slug"),
        [
            ("Friday Night Euchre", "friday-night-euchre"),
            ("Soirée d’été à l’école", "soiree-dete-a-lecole"),
            ("New", "new-2026-11-20"),
            ("王小明", "event-2026-11-20"),
            ("Euchre " * 14, "euchre-euchre-euchre-euchre-euchre-euchr"),
        ],
    )
    def test_its_address_is_short_and_readable(self, name, slug):
        assert made(name).slug == slug

    def test_equal_names_get_the_date_and_then_a_count(self):
        assert [made().slug for _ in range(4)] == [
            "friday-night-euchre",
            "friday-night-euchre-2026-11-20",
            "friday-night-euchre-2026-11-20-2",
            "friday-night-euchre-2026-11-20-3",
        ]

    @pytest.mark.parametrize(
        ("wrong", "code"),
        [
            ({"name": " \u200b "}, "name-missing"),
            ({"name": "x" * 101}, "name-long"),
            ({"venue": "x" * 101}, "venue-long"),
            ({"round_count": 0}, "round-count"),
            ({"round_count": 61}, "round-count"),
            ({"bye_points": 100}, "bye-points"),
        ],
    )
    def test_settings_that_no_event_can_have_are_refused(self, wrong, code):
        with refused(code):
            made(**wrong)
        assert not Event.objects.exists()

    @pytest.mark.parametrize("order", [[], ["points", "points"], ["luck"], ["lot", "points"]])
    def test_an_order_that_cannot_rank_is_refused(self, order):
        with pytest.raises(BadRanking):
            made(order=order)


class TestChanging:
    def test_each_change_is_told_with_what_it_was_and_what_stays_the_same_leaves_no_trace(self, event):
        change(event, name="Friday Night Euchre", rules=event.ruleset, order=tuple(event.order))
        assert not AuditEntry.objects.filter(action="event.changed").exists()
        with pytest.raises(TypeError):
            change(event, slug="other")
        change(event, name="Friday Euchre", round_count=6)
        entry = AuditEntry.objects.get(action="event.changed")
        assert entry.facts["changes"] == [
            {"what": "name", "was": "Friday Night Euchre", "now": "Friday Euchre"},
            {"what": "round_count", "was": 8, "now": 6},
        ]
        assert sentence_of(entry.action, entry.facts) == (
            "changed the settings: name from Friday Night Euchre to Friday Euchre, "
            "number of rounds from 8 to 6"
        )
        assert change(event, name="Other").slug == "friday-night-euchre"

    def test_a_value_of_the_rules_is_told_by_its_title(self, event):
        changed = change(event, rules=event.ruleset.changed(lone_march_bonus=0))
        assert changed.ruleset.lone_march_bonus == 0
        entry = AuditEntry.objects.get(action="event.changed")
        assert entry.facts["changes"] == [{"rule": "lone_march_bonus", "was": 1, "now": 0}]
        assert sentence_of(entry.action, entry.facts) == (
            "changed the settings: “Extra for the lone player” "
            "from 1 more than the partner to the same as the partner"
        )

    @pytest.mark.parametrize("changes", [{"ranked_from": 9}, {"ranked_from": 8, "round_count": 7}])
    def test_a_place_takes_no_more_rounds_than_there_are(self, event, changes):
        with refused("ranked-from", "ranked_from"):
            change(event, **changes)
        assert change(event, ranked_from=8).ranked_from == 8

    @pytest.mark.parametrize("what", ["rules", "order", "bye_points", "ranked_from"])
    def test_once_a_round_is_closed_the_counting_takes_a_reason(self, closed, what):
        changed = {"rules": closed.ruleset.changed(march=3), "order": ["loners"], "bye_points": 7}
        value = (changed | {"ranked_from": 1})[what]
        with refused("reason-missing", "reason"):
            change(closed, **{what: value})
        change(closed, reason="misread at the door", **{what: value})
        assert (
            AuditEntry.objects.filter(action="event.changed").get().facts["reason"] == "misread at the door"
        )

    def test_until_a_round_is_closed_changed_rules_count_anew(self, director):
        event = make_published(director)
        assert change(event, rules=event.ruleset.changed(march=3)).ruleset.march == 3
        sheet = enter(table_of(event), 9, 4, N=1)
        change(event, rules=event.ruleset.changed(lone_march_bonus=0))
        counted = sheet.table.sheets.get(counting=True)
        assert (sheet.points_n, counted.points_n) == (10, 9)

    def test_a_finished_event_mends_its_name(self, closed):
        Event.objects.filter(pk=closed.pk).update(status="finished")
        assert change(closed, name="Mended", is_public=False).name == "Mended"


class TestFinishing:
    def test_nothing_played_is_nothing_to_finish_and_only_a_finished_event_is_reopened(self, event, director):
        with refused("nothing-played"):
            finish_event(event, by=director, at=NOW)
        with refused("not-finished"):
            reopen_event(event, by=director, at=NOW, reason="why not")

    def test_it_is_finished_once_and_reopening_takes_a_reason(self, closed, director):
        assert finish_event(closed, by=director, at=NOW).status == "finished"
        assert closed.audit_entries.filter(action="event.finished").exists()
        with refused("already-finished"):
            finish_event(closed, by=director, at=NOW)
        with pytest.raises(Refused) as caught:
            reopen_event(closed, by=director, at=NOW, reason=" ")
        assert caught.value.field == "reason"
        reopened = reopen_event(closed, by=director, at=NOW, reason="table 3 swapped its totals")
        assert reopened.status == "playing"
        statuses = list(reopened.rounds.values_list("status", flat=True))
        assert statuses == [Round.Status.CLOSED, Round.Status.OPEN]


def test_the_movement_is_a_setting_until_the_seating_is_published(event, director):
    change_event(event, by=director, at=NOW, movement="winners-up")
    event.refresh_from_db()
    assert event.movement == "winners-up"
    entry = event.audit_entries.latest("pk")
    assert entry.facts["changes"] == [{"what": "movement", "was": "chart", "now": "winners-up"}]
    said = "changed the settings: movement from Planned rotation to Winners up"
    assert sentence_of(entry.action, entry.facts) == said
    make_players(event, 8)
    publish(draft_plan(event, by=director, at=NOW), by=director, at=NOW)
    with refused("already-published", "movement"):
        change_event(event, by=director, at=NOW, movement="chart")


def test_rounds_still_to_be_seated_may_become_more_or_fewer(director):
    event = make_published(director, players=8, rounds=4, movement="winners-up")
    change_event(event, by=director, at=NOW, round_count=6)
    change_event(event, by=director, at=NOW, round_count=1)
    event.refresh_from_db()
    assert event.round_count == 1
    with pytest.raises(Refused):
        change_event(event, by=director, at=NOW, movement="no-such")


class TestPublishing:
    """Security finding 21: a viewer could make public events on a hosted site."""

    @pytest.fixture(autouse=True)
    def hosted(self, settings):
        settings.PUBLISHING_IS_A_RIGHT = True

    def test_nobody_makes_an_event_public_without_the_right(self):
        with refused("may-not-publish", "is_public"):
            made(by=make_user("eve"), is_public=True)
        assert not Event.objects.exists()
        event = made(is_public=False)
        with pytest.raises(Refused):
            change(event, is_public=True)
        assert change(event, name="Another name").name == "Another name"

    def test_whoever_has_the_right_may_and_so_may_the_owner(self):
        assert made(by=make_user("ann", may_publish=True)).is_public
        assert made(by=make_user("olga", is_superuser=True)).is_public

    def test_who_has_it_no_longer_keeps_the_event_and_its_other_settings(self):
        ann = make_user("ann", may_publish=True)
        event = made(by=ann)
        call_command("allowpublic", "ann", take_back=True)
        assert change(event, venue="The other hall").is_public

    def test_it_is_given_and_taken_back_by_a_command(self, director):
        call_command("allowpublic", "dora")
        director.refresh_from_db()
        assert director.publishes
        call_command("allowpublic", "dora", take_back=True)
        director.refresh_from_db()
        assert not director.publishes
        with pytest.raises(CommandError, match="no account 'nobody'"):
            call_command("allowpublic", "nobody")

    def test_a_season_is_shown_to_everybody_by_those_with_the_right(self, director):
        season = create_season("Winter", by=director, at=NOW)
        with pytest.raises(Refused):
            change_season(season, by=director, is_public=True)
        director.may_publish = True
        assert change_season(season, by=director, is_public=True).is_public

    def test_the_page_says_so_beside_its_box_which_starts_empty(self, desk, director):
        form = desk.get(reverse("events:new")).context["form"]
        assert form["is_public"].value() is False
        fields = {name: form[name].value() for name in form.fields if form[name].value() not in (None, False)}
        answer = desk.post(reverse("events:new"), fields | {"name": "Evening", "is_public": "on"})
        assert "Ask whoever runs this site" in answer.context["form"].errors["is_public"][0]
