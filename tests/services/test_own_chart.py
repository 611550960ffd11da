"""A director's own chart becomes a draft, and from there a seating like any other."""

import json

import pytest

from tests.helpers.factories import doing, make_event, make_players
from tests.helpers.refusals import refusal
from tournament.models import Draft, Event, Player
from tournament.reports.history import line_of
from tournament.reports.seating_choices import appraise
from tournament.rotation.movements import draw_plan
from tournament.services.drafts import draft_own_chart
from tournament.services.errors import Refused
from tournament.services.events import change_event
from tournament.services.players import set_status
from tournament.services.seating import draft_plan, publish, withdraw
from tournament.services.undoing import undo
from tournament.state.attendance import published_plans
from tournament.words.sentences import in_words

THREE_ROUNDS = "1 2 v 3 4\n5 6 v 7 8\n\n1 3 v 5 7\n2 4 v 6 8\n\n1 4 v 6 7\n2 3 v 5 8"


@pytest.fixture
def event(director):
    made = make_event(director, round_count=3)
    make_players(made, 8)
    return made


def fresh(event):
    return Event.objects.get(pk=event.pk)


def partners(plan):
    return {frozenset(side) for table in plan.tables for side in table.sides}


def refused(event, text):
    return refusal(draft_own_chart, event, text, **doing(event)).code


def test_the_chart_is_published_as_it_was_written_and_undone_it_is_the_own_chart_again(event):
    draft = draft_own_chart(event, THREE_ROUNDS, **doing(event))
    assert (draft.way, draft.movement, draft.from_round) == ("own", "chart", 1)
    publish(draft, **doing(event))
    plans = published_plans(fresh(event))
    assert partners(plans[1]) == {frozenset(p) for p in ((1, 2), (3, 4), (5, 6), (7, 8))}
    assert partners(plans[3]) == {frozenset(p) for p in ((1, 4), (6, 7), (2, 3), (5, 8))}
    entry = event.audit_entries.order_by("-pk").first()
    assert line_of(entry).sentence == "published a seating by their own chart: 8 players, 3 rounds"
    undo(event, event.audit_entries.order_by("-pk").first(), **doing(event))
    assert not fresh(event).has_seating
    (draft,) = event.drafts.all()
    assert draft.way == Draft.Way.OWN_CHART


def test_a_drawn_seating_that_is_withdrawn_is_no_own_chart(event):
    publish(draft_own_chart(event, THREE_ROUNDS, **doing(event)), **doing(event))
    withdraw(fresh(event), **doing(event))
    publish(draft_plan(fresh(event), **doing(event)), **doing(event))
    withdraw(fresh(event), **doing(event))
    assert [draft.way for draft in event.drafts.all()] == ["drawn"]


def test_a_second_chart_takes_the_place_of_the_first_draft(event):
    draft_own_chart(event, THREE_ROUNDS, **doing(event))
    draft_own_chart(event, THREE_ROUNDS.replace("1 2 v 3 4", "1 4 v 2 3", 1), **doing(event))
    assert event.drafts.count() == 1


def test_of_more_rounds_the_first_are_taken_and_fewer_refused_unless_the_others_may_be_drawn(event):
    change_event(event, round_count=2, **doing(event))
    assert appraise(fresh(event), THREE_ROUNDS).left_over == 1
    draft = draft_own_chart(fresh(event), THREE_ROUNDS, **doing(event))
    assert draft.plan["rounds"] == 2
    change_event(event, round_count=5, **doing(event))
    assert appraise(fresh(event), THREE_ROUNDS).chart.missing == 2
    assert refused(fresh(event), THREE_ROUNDS) == "chart-short"
    draft = draft_own_chart(fresh(event), THREE_ROUNDS, fill=True, **doing(event))
    assert draft.plan["rounds"] == 5
    assert draft.quality["P"] == 0  # what is drawn follows on the chart's own rounds


def test_the_last_round_by_standings_needs_one_round_less(event):
    change_event(event, round_count=4, movement="standings-last", **doing(event))
    draft = draft_own_chart(fresh(event), THREE_ROUNDS, **doing(event))
    assert (draft.movement, draft.plan["rounds"]) == ("standings-last", 3)
    publish(draft, **doing(event))
    assert list(published_plans(fresh(event))) == [1, 2, 3]


def test_a_chart_for_another_number_of_players_and_players_who_miss_a_round_are_named(event):
    found = appraise(event, "1 2 v 3 4\n\n1 3 v 2 4\n\n1 4 v 2 3")
    (problem,) = found.problems
    assert in_words(problem.sentence) == "This chart is for 4 players, and 8 are here."
    assert refused(event, "1 2 v 3 4") == "chart-unusable"
    set_status(event.players.get(number=8), "left", to_round=2, reason="ill", **doing(event))
    found = appraise(event, THREE_ROUNDS)
    assert in_words(found.problems[0].sentence).startswith("A chart seats everybody in every round")


def test_its_numbers_stand_for_those_who_are_here_in_order_and_its_tables_for_the_halls(event):
    Player.objects.filter(event=event, number=3).update(number=30)
    found = appraise(event, THREE_ROUNDS)
    assert "stand for the players who are here" in in_words(found.notes[0].sentence)
    draft = draft_own_chart(event, THREE_ROUNDS, **doing(event))
    assert draft.plan["numbers"] == [1, 2, 4, 5, 6, 7, 8, 30]
    assert draft.plan["plan"][0][1]["W"] == 30
    Event.objects.filter(pk=event.pk).update(tables="5-6")
    draft = draft_own_chart(fresh(event), THREE_ROUNDS, **doing(event))
    assert [table["table"] for table in draft.plan["plan"][0]] == [5, 6]


def test_uneven_sit_outs_and_another_movement_are_notes(director):
    event = make_event(director, round_count=2, movement="draw")
    make_players(event, 5)
    found = appraise(event, "1 2 v 3 4\nsit out: 5\n\n1 3 v 2 4\nsit out: 5")
    assert found.usable
    words = [in_words(one.sentence) for one in found.notes]
    assert "With a chart of its own the event’s movement becomes “Planned rotation”." in words
    assert "Sit-outs are uneven: 0 for some players, 2 for others." in words
    assert "These players sit out two rounds running: 5." in words


def test_it_is_judged_beside_the_stored_chart(event):
    theirs = [figure.theirs for figure in appraise(event, THREE_ROUNDS).figures]
    ours = [figure.ours for figure in appraise(event, THREE_ROUNDS).figures]
    assert theirs[0] == 0
    assert all(own is not None for own in ours)
    repeated = "\n\n".join(["1 2 v 3 4\n5 6 v 7 8"] * 3)
    figures = appraise(event, repeated).figures
    assert (figures[0].theirs, figures[0].verdict) == (12, "12 more than our chart")


def test_what_planrotation_prints_for_a_hall_is_as_good_as_ours(director):
    event = make_event(director, round_count=6)
    make_players(event, 18)
    found = appraise(event, json.dumps(draw_plan(range(1, 19), 6, seed=3).to_dict()))
    assert found.usable
    assert {figure.verdict for figure in found.figures} == {"same as our chart"}


def test_a_chart_sent_a_second_time_deletes_nothing(event, monkeypatch):
    """The form's claim is refused once it was used; the draft that its first sending made has to stay."""
    draft = draft_own_chart(event, THREE_ROUNDS, **doing(event))

    def sent_before():
        raise Refused("sent-before", "This was sent before.")

    monkeypatch.setattr("tournament.services.drafts.claim", sent_before)
    assert refused(event, THREE_ROUNDS) == "sent-before"
    assert event.drafts.get() == draft
