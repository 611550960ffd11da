"""Everything that decides points or places is on the desk until the first sheet is in.

Director finding 5: what decides was not shown.
"""

import re

import pytest
from django.urls import reverse

from scoring.rule_settings import SETTINGS
from scoring.ruleset import PRESETS
from tests.helpers.factories import NOW, enter, make_event, make_players, make_published, table_of
from tournament.models import Event
from tournament.reports.event_settings import NO_POINTS, what_decides
from tournament.services.prizes import set_prizes


def words(response):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


def overview(desk, event):
    return desk.get(reverse("events:overview", args=[event.slug]))


@pytest.mark.parametrize("preset", PRESETS)
def test_every_value_of_the_rules_that_applies_is_among_what_decides(director, preset):
    event = make_event(director, rules=PRESETS[preset])
    shown = [one.title for one in what_decides(event).rules]
    due = [s.title for s in SETTINGS if event.ruleset.uses(s) and s.name not in NO_POINTS]
    assert shown == due
    assert not any(one.changed for one in what_decides(event).rules)


def test_a_value_other_than_the_rulesets_is_marked(director):
    event = make_event(director, rules=PRESETS["progressive"].changed(lone_euchre=3))
    assert [one.value for one in what_decides(event).rules if one.changed] == ["3"]


def test_the_desk_shows_it_before_the_seating_and_until_the_first_sheet(desk, director):
    event = make_event(director, name="Not seated")
    assert "What decides tonight" in words(overview(desk, event))
    event = make_published(director, players=8, rounds=2)
    page = overview(desk, event)
    assert "What decides tonight" in words(page)
    assert "Lone hand euchred" in words(page)
    assert "Places are decided by" in words(page)
    assert reverse("events:settings", args=[event.slug]) in page.content.decode()
    enter(table_of(event))
    assert "What decides tonight" not in words(overview(desk, event))


def test_an_undecided_sit_out_is_marked_among_it(desk, director):
    event = make_event(director, bye_decided=False)
    make_players(event, 9)
    (sit_out,) = [one for one in what_decides(event).places if one.undecided]
    assert sit_out.value == "not decided yet: you’re asked when someone sits out"
    Event.objects.update(bye_decided=True, bye_mode="fixed", bye_points=6)
    event.refresh_from_db()
    assert what_decides(event).places[0].value == "6 points"


def test_the_rules_of_the_prizes_are_among_it(desk, director):
    event = make_event(director)
    assert "None are set" in words(overview(desk, event))
    set_prizes(event, by=director, at=NOW, places=[5000], sides={"lowest_total": 500}, first_takes_none=True)
    shown = {one.title: one.value for one in what_decides(event).prizes}
    assert shown["First place takes no side prize"] == "yes"
    assert shown["The lowest total takes"] == "every round"
