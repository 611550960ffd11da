"""When the seating no longer fits: the choices side by side, their costs, and publishing one of them."""

import pytest
from django.urls import reverse

from tests.helpers.factories import NOW, enter, make_published, play, table_of
from tournament.models import Player, Seating, Wish
from tournament.rotation.movements import draw_plan
from tournament.rotation.planners.fewest_moves import Situation, fewest_new_cards
from tournament.rotation.quality import judge
from tournament.services import players, seating, undoing, wishes
from tournament.services.errors import Refused
from tournament.state.attendance import placed_players, published_plans, seating_mismatch


def evening(director, count=12, played=2, **more):
    event = make_published(director, players=count, rounds=6, **more)
    for number in range(1, played + 1):
        play(event, number, 9, 4)
    return event


def walk_up(event, director, name="Walt Walkup"):
    return players.add_player(event, name, from_round=3, here=True, by=director, at=NOW)


def leave(event, director, number, after=2):
    return players.set_status(
        event.players.get(number=number), "left", to_round=after, by=director, at=NOW, from_round=1
    )


def choices_url(event):
    return reverse("seating_choices:index", args=[event.slug])


def desk_url(event):
    return reverse("events:overview", args=[event.slug])


def test_the_desk_leads_to_the_choices_with_their_costs(director, dora):
    """One walk-up redrew the hall."""
    event = evening(director)
    walk_up(event, director)
    dora.visit(desk_url(event)).follow("see the choices")
    assert "From round 3 on, the seating no longer fits" in dora.text
    assert "Redraw the remaining rounds" in dora.text
    assert "Draw it to see what it costs" in dora.text
    assert "Fewest new cards" in dora.text
    assert "4 players need new cards" in dora.text
    assert "There is no free seat for number 13 in round 3: someone else has to move." in dora.text
    assert event.drafts.count() == 0  # looking writes nothing


def test_a_redraw_is_drawn_and_stands_beside_the_others(director, dora):
    event = evening(director)
    walk_up(event, director)
    dora.visit(choices_url(event)).press("Redraw and compare")
    if "Compare with choices" in dora.text:  # a slow machine shows the draft itself
        dora.follow("Compare with choices")
    assert "Draw it to see" not in dora.text
    assert dora.text.count("Repeated partners") == 2
    assert dora.text.count("recommended") == 1
    dora.follow("Choose the redraw").press("Publish")
    assert seating_mismatch(event) is None
    assert event.audit_entries.first().action == "seating.replanned"


def test_drawing_again_never_offers_a_worse_redraw_than_before(director, dora):
    """Evening walked again: a second draw with more repeats took the place of the first."""
    event = evening(director)
    walk_up(event, director)
    better = drawn(event, director, repeats=1)
    drawn(event, director, repeats=9)
    assert f"draft={better.key}" in dora.visit(choices_url(event)).page
    assert "The best of 2 draws." in dora.text
    best = drawn(event, director, repeats=0)
    assert f"draft={best.key}" in dora.visit(choices_url(event)).page
    assert "The best of 3 draws." in dora.text


def test_a_draw_made_before_a_request_is_not_offered_for_its_fewer_repeats(director, dora):
    event = evening(director)
    walk_up(event, director)
    drawn(event, director, repeats=0)
    one, other = event.players.filter(number__in=(1, 2)).order_by("number")
    wishes.add_wish(event, Wish.Kind.APART, one, other=other, by=director, at=NOW)
    heeds = drawn(event, director, repeats=9)
    assert f"draft={heeds.key}" in dora.visit(choices_url(event)).page


def drawn(event, director, *, repeats):
    """A draw of the remaining rounds that is said to have so many repeats."""
    draft = seating.replan(event, from_round=seating.first_to_replan(event), by=director, at=NOW)
    draft.quality["P"] = repeats
    draft.save()
    return draft


def test_a_walk_up_is_three_actions_from_the_desk(director, dora):
    event = evening(director)
    before = published_plans(event)
    dora.visit(reverse("players:add", args=[event.slug]))
    dora.press("Add", name="Walt Walkup", here="on")
    dora.visit(desk_url(event)).follow("see the choices").press("Choose fewest new cards")
    assert "need new tally cards" in dora.text
    assert event.audit_entries.first().action == "player.added"
    dora.press("Publish")
    after = published_plans(event)
    assert [after[n] == before[n] for n in (1, 2)] == [True, True]
    assert seating_mismatch(event) is None
    entry = event.audit_entries.first()
    assert (entry.action, entry.facts["cards"], entry.facts["from_round"]) == ("seating.fewest_cards", 3, 4)


def test_a_leaver_is_three_actions_and_their_chair_stays_empty(director, dora):
    event = evening(director)
    placed = placed_players(event)
    dora.visit(reverse("players:set_status", args=[event.slug, 5])).press("Save", status="left", to_round="2")
    dora.visit(choices_url(event)).press("Choose: nobody else moves")
    assert "Nobody needs a new tally card." in dora.text
    dora.press("Publish")
    assert seating_mismatch(event) is None
    assert placed_players(event) == {n: who - {5} if n > 2 else who for n, who in placed.items()}
    assert Seating.objects.filter(round__event=event, round__number=3, table=None).count() == 0


def test_a_walk_up_takes_the_leavers_place_and_that_is_the_only_new_card(director, dora):
    event = evening(director)
    leave(event, director, 5)
    walk_up(event, director)
    dora.visit(choices_url(event))
    assert "Fewest new cards" not in dora.text  # it would be the same seating
    dora.press("Choose: nobody else moves")
    assert "Walt Walkup (13) needs a new tally card." in dora.text


@pytest.mark.parametrize("way", ["fewest", "stay"])
def test_one_undo_restores_the_former_seating_exactly(director, way):
    event = evening(director)
    leave(event, director, 5)
    before = published_plans(event)
    seating.publish(
        seating.draft_choice(event, way, by=director, at=NOW), by=director, at=NOW, bye=seating.ByePoints()
    )
    assert published_plans(event) != before
    entry = event.audit_entries.first()
    assert undoing.can_be_undone(event, entry)
    undoing.undo(event, entry, by=director, at=NOW)
    assert published_plans(event) == before


def test_a_choice_is_not_published_after_something_else_changed(director):
    event = evening(director)
    leave(event, director, 5)
    draft = seating.draft_choice(event, "stay", by=director, at=NOW)
    leave(event, director, 6)
    with pytest.raises(Refused, match="has changed since") as caught:
        seating.publish(draft, by=director, at=NOW)
    assert caught.value.code == "draft-outdated"


def test_an_open_round_with_a_sheet_stays_and_the_choices_begin_after_it(director, dora):
    event = evening(director)
    enter(table_of(event, 3, 1), 9, 4, by=director)
    before = published_plans(event)[3]
    walk_up(event, director)
    dora.visit(choices_url(event)).press("Choose fewest new cards").press("Publish")
    assert published_plans(event)[3] == before
    assert event.audit_entries.first().facts["from_round"] == 4


def test_winners_up_is_about_the_open_round_only(director, dora):
    event = make_published(director, players=12, rounds=6, movement="winners-up")
    play(event, 1, 9, 4)
    before = published_plans(event)
    leave(event, director, 5, after=1)
    dora.visit(choices_url(event))
    assert "seated again from the results" in dora.text
    dora.press("Choose: nobody else moves").press("Publish")
    after = published_plans(event)
    assert list(after) == [1, 2]
    assert after[1] == before[1]
    assert [len(table.players) for table in after[2].short] == [3]


def test_nothing_is_chosen_where_the_seating_fits(director, dora):
    event = evening(director, played=0)
    dora.visit(choices_url(event))
    assert "The seating fits everybody who is here" in dora.text
    assert "<h1>Nothing to choose</h1>" in dora.page
    with pytest.raises(Refused, match="nothing has to change"):
        seating.draft_choice(event, "stay", by=director, at=NOW)


def test_a_couple_that_leaves_before_round_one_is_scored_is_fitted_in_too(director):
    event = make_published(director, players=13, rounds=4)
    Player.objects.filter(event=event, number__in=(3, 4)).update(status="left", to_round=None)
    seating.publish(
        seating.draft_choice(event, "fewest", by=director, at=NOW),
        by=director,
        at=NOW,
        bye=seating.ByePoints(),
    )
    assert seating_mismatch(event) is None
    assert event.audit_entries.filter(action="seating.fewest_cards").exists()


def test_a_request_that_a_choice_does_not_meet_is_said_before_publishing(director, dora):
    event = evening(director, count=13, bye_decided=True)
    coming = published_plans(event)[3]
    out, chair = coming.sit_out[0], coming.tables[0]
    people = {player.number: player for player in event.players.all()}
    wishes.add_wish(event, "apart", people[out], other=people[chair.S], by=director, at=NOW)
    leave(event, director, chair.N)
    dora.visit(choices_url(event)).press("Choose fewest new cards")
    assert "1 seating request isn’t met" in dora.text


def test_between_two_rounds_of_winners_up_there_is_nothing_to_choose(director, dora):
    event = make_published(director, players=12, rounds=6, movement="winners-up")
    for table in event.rounds.get(number=1).tables.all():
        enter(table, 9, 4, by=director)
    leave(event, director, 5, after=1)
    dora.visit(choices_url(event))
    assert "the next one seats everybody who is here" in dora.text


def test_a_hall_of_four_hundred_is_changed(director):
    plans = draw_plan(list(range(1, 401)), 12, movement="seats", seed=1).rounds
    asked = Situation(plans[3:], (frozenset(range(5, 402)),) * 9, plans[:3], 4)
    assert fewest_new_cards(asked)


def test_whoever_enters_and_closes_round_after_round_is_told_who_left(director, dora):
    """First evening 4: the warning was on the desk only, and the leaver played on in the next totals."""
    event = evening(director)
    event.players.filter(number=5).update(status="left", to_round=2)
    grid = reverse("sheets:enter_totals", args=[event.slug, 3])
    for page in (grid, reverse("rounds:desk", args=[event.slug, 3])):
        assert "has gone home and still has a seat in this round" in dora.visit(page).text
        assert "Changes at the tables" in dora.text
    closed = reverse("sheets:enter_totals", args=[event.slug, 2])
    assert "has gone home" not in dora.visit(closed).text
    assert "Totals of round 2" in dora.text


def test_a_departure_gets_one_order(director, dora):
    """First evening 5: "fit them in" was said of somebody who had left, above "choose a substitute"."""
    event = evening(director)
    event.players.filter(number=5).update(status="left", to_round=2)
    for page in (desk_url(event), reverse("substitutions:index", args=[event.slug])):
        dora.visit(page)
        assert "Fit them in" not in dora.text
    assert "Choose a substitute or leave the seat empty" in dora.text
    event.players.filter(number=5).update(to_round=3)  # plays this round, and then goes
    dora.visit(desk_url(event))
    assert "is seated but not here" in dora.text
    assert "See the choices" in dora.text
    assert "Fit them in" not in dora.text


def test_full_tables_are_recommended_before_few_repeats(director, dora):
    """First evening 6: two tables of three were green where two new cards would have filled one."""
    event = evening(director, 13)
    out = set(range(1, 14)) - {
        player for plan in [published_plans(event)[3]] for table in plan.tables for player in table.players
    }
    leavers = sorted(set(range(1, 14)) - out)[:2]
    for number in leavers:
        event.players.filter(number=number).update(status="left", to_round=2)
    dora.visit(choices_url(event))
    full = dora.page.index("Fewest new cards")
    assert "A seat stays empty" in dora.text
    assert full < dora.page.index("Nobody else moves")
    assert full < dora.page.index("recommended") < dora.page.index("Nobody else moves")


def test_while_nothing_is_played_starting_again_comes_first(director, dora):
    """First evening 7: with the eighth player the green choice repeated nine partners, a new draw four."""
    event = make_published(director, players=7, rounds=8)
    players.add_player(event, "Eve Eight", from_round=1, here=True, by=director, at=NOW)
    dora.visit(choices_url(event))
    assert dora.page.index("Nothing has been played: start again with 8") < dora.page.index(
        "Fewest new cards"
    )
    assert dora.text.count("recommended") == 1
    dora.press("Start again").follow("Publish seating").press("Publish")
    assert seating_mismatch(event) is None
    assert judge(tuple(published_plans(event).values())).key[0] == 4
    enter(table_of(event), 9, 4, by=director)
    players.add_player(event, "Nina Nine", from_round=1, here=True, by=director, at=NOW)
    assert "start again" not in dora.visit(choices_url(event)).text
