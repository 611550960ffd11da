"""When the seating no longer fits: the choices side by side, their costs, and publishing one of them."""

import re

import pytest
from django.db import IntegrityError

from tests.helpers.addresses import at
from tests.helpers.factories import NOW, enter, make_event, make_players, make_published, play, table_of
from tournament.models import Player, Seating, Wish
from tournament.registry.features import AT_FIRST
from tournament.rotation.quality import judge
from tournament.services import attendance, players, seating, substitutions, undoing, wishes
from tournament.services.errors import Refused
from tournament.state.attendance import HelperCount, placed_players, published_plans, seating_mismatch


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


def test_the_desk_leads_to_the_choices_with_their_costs(director, dora):
    """One walk-up redrew the hall."""
    event = evening(director)
    walk_up(event, director)
    dora.visit(at(event, "events:overview")).follow("see the choices")
    assert "From round 3 on, the seating no longer fits" in dora.text
    assert "Redraw the remaining rounds" in dora.text
    assert "Draw it to see what it costs" in dora.text
    assert "Free seats go to those who sit out, four who sit out make a new table" in dora.text
    assert "4 need a new card (another seat)" in dora.text
    assert "There is no free seat for number 13 in round 3: someone else has to move." in dora.text
    assert event.drafts.count() == 0  # looking writes nothing
    dora.press("Redraw and compare")
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
    assert f"draft={better.key}" in dora.visit(at(event, "seating_choices:index")).page
    assert "The best of 2 draws." in dora.text
    best = drawn(event, director, repeats=0)
    assert f"draft={best.key}" in dora.visit(at(event, "seating_choices:index")).page
    assert "The best of 3 draws." in dora.text


def test_a_draw_made_before_a_request_is_not_offered_for_its_fewer_repeats(director, dora):
    event = evening(director)
    walk_up(event, director)
    drawn(event, director, repeats=0)
    one, other = event.players.filter(number__in=(1, 2)).order_by("number")
    wishes.add_wish(event, Wish.Kind.APART, one, other=other, by=director, at=NOW)
    heeds = drawn(event, director, repeats=9)
    assert f"draft={heeds.key}" in dora.visit(at(event, "seating_choices:index")).page


def drawn(event, director, *, repeats):
    """A draw of the remaining rounds that is said to have so many repeats."""
    draft = seating.replan(event, from_round=seating.first_to_replan(event), by=director, at=NOW)
    draft.quality["P"] = repeats
    draft.save()
    return draft


def test_a_walk_up_is_three_actions_from_the_desk(director, dora):
    event = evening(director)
    before = published_plans(event)
    dora.visit(at(event, "players:add"))
    dora.press("Add", name="Walt Walkup", here="on")
    dora.visit(at(event, "events:overview")).follow("see the choices").press("Choose fewest new cards")
    assert "need a new card (another seat)" in dora.text
    assert event.audit_entries.first().action == "player.added"
    dora.press("Publish")
    after = published_plans(event)
    assert [after[n] == before[n] for n in (1, 2)] == [True, True]
    assert seating_mismatch(event) is None
    entry = event.audit_entries.first()
    assert (entry.action, entry.facts["cards"], entry.facts["from_round"]) == ("seating.fewest_cards", 8, 4)


def test_a_leaver_is_three_actions_and_their_chair_stays_empty(director, dora):
    event = evening(director)
    placed = placed_players(event)
    dora.visit(at(event, "players:set_status", 5)).press("Save", status="left", to_round="2")
    dora.visit(at(event, "seating_choices:index")).press("Choose: nobody else moves")
    assert "cards name another partner or opponent" in dora.text  # it said that nobody needs a new card
    dora.press("Publish")
    assert seating_mismatch(event) is None
    assert placed_players(event) == {n: who - {5} if n > 2 else who for n, who in placed.items()}
    assert Seating.objects.filter(round__event=event, round__number=3, table=None).count() == 0


def test_a_walk_up_takes_the_leavers_place_and_that_is_the_only_new_card(director, dora):
    event = evening(director)
    leave(event, director, 5)
    walk_up(event, director)
    dora.visit(at(event, "seating_choices:index"))
    assert "Fewest new cards" not in dora.text  # it would be the same seating
    dora.press("Choose: nobody else moves")
    assert "1 needs a new card (another seat): Walt Walkup (13); " in dora.text


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
    dora.visit(at(event, "seating_choices:index")).press("Choose fewest new cards").press("Publish")
    assert published_plans(event)[3] == before
    assert event.audit_entries.first().facts["from_round"] == 4


def test_winners_up_is_about_the_open_round_only(director, dora):
    event = make_published(director, players=12, rounds=6, movement="winners-up")
    play(event, 1, 9, 4)
    before = published_plans(event)
    leave(event, director, 5, after=1)
    dora.visit(at(event, "seating_choices:index"))
    assert "seated again from the results" in dora.text
    dora.press("Choose: nobody else moves").press("Publish")
    after = published_plans(event)
    assert list(after) == [1, 2]
    assert after[1] == before[1]
    assert [len(table.players) for table in after[2].short] == [3]


def test_where_the_seating_fits_or_results_seat_the_next_round_nothing_is_chosen(director, dora):
    event = evening(director, played=0)
    dora.visit(at(event, "seating_choices:index"))
    assert "The seating fits everybody who is here" in dora.text
    assert "<h1>Nothing to choose</h1>" in dora.page
    with pytest.raises(Refused, match="nothing has to change"):
        seating.draft_choice(event, "stay", by=director, at=NOW)
    event = make_published(director, players=12, rounds=6, movement="winners-up")
    for table in event.rounds.get(number=1).tables.all():
        enter(table, 9, 4, by=director)
    leave(event, director, 5, after=1)
    dora.visit(at(event, "seating_choices:index"))
    assert "the next one seats everybody who is here" in dora.text


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
    dora.visit(at(event, "seating_choices:index")).press("Choose fewest new cards")
    assert "1 seating request isn’t met" in dora.text


def test_whoever_enters_and_closes_round_after_round_is_told_who_left_and_gets_one_order(director, dora):
    """First evening 4: the warning was on the desk only, and the leaver played on in the next totals; and 5:
    "fit them in" was said of somebody who had left, above "choose a substitute"."""
    event = evening(director)
    event.players.filter(number=5).update(status="left", to_round=2)
    for page in (at(event, "sheets:enter_totals", 3), at(event, "rounds:desk", 3)):
        assert "has gone home and still has a seat in this round" in dora.visit(page).text
        assert "Changes at the tables" in dora.text
    dora.visit(at(event, "sheets:enter_totals", 2))
    assert ("Totals of round 2" in dora.text, "has gone home" in dora.text) == (True, False)
    for page in (at(event, "events:overview"), at(event, "substitutions:index")):
        assert "Fit them in" not in dora.visit(page).text
    assert "Choose a substitute or leave the seat empty" in dora.text
    event.players.filter(number=5).update(to_round=3)  # plays this round, and then goes
    dora.visit(at(event, "events:overview"))
    assert "is seated but not here" in dora.text
    assert "See the choices" in dora.text
    assert "Fit them in" not in dora.text


def test_full_tables_are_recommended_before_few_repeats(director, dora):
    """First evening 6: two tables of three were green where two new cards would have filled one."""
    event = evening(director, 13, features=AT_FIRST)
    out = set(range(1, 14)) - {
        player for plan in [published_plans(event)[3]] for table in plan.tables for player in table.players
    }
    leavers = sorted(set(range(1, 14)) - out)[:2]
    for number in leavers:
        event.players.filter(number=number).update(status="left", to_round=2)
    dora.visit(at(event, "seating_choices:index"))
    full = dora.page.index("Fewest new cards")
    assert "A seat stays empty" in dora.text
    assert full < dora.page.index("Nobody else moves")
    assert full < dora.page.index("recommended") < dora.page.index("Nobody else moves")


def test_while_nothing_is_played_starting_again_comes_first(director, dora):
    """First evening 7: with the eighth player the green choice repeated nine partners, a new draw four."""
    event = make_published(director, players=7, rounds=8)
    players.add_player(event, "Eve Eight", from_round=1, here=True, by=director, at=NOW)
    dora.visit(at(event, "seating_choices:index"))
    assert dora.page.index("Nothing has been played: start again with 8") < dora.page.index(
        "Fewest new cards"
    )
    assert dora.text.count("recommended") == 1
    dora.press("Start again").follow("Publish seating").press("Publish")
    assert seating_mismatch(event) is None
    assert judge(tuple(published_plans(event).values())).key[0] == 4
    enter(table_of(event), 9, 4, by=director)
    players.add_player(event, "Nina Nine", from_round=1, here=True, by=director, at=NOW)
    assert "start again" not in dora.visit(at(event, "seating_choices:index")).text


def test_starting_again_says_which_printed_cards_it_wastes(director, dora):
    """First evening M2, large evening M7: recommended without its cost, beside a choice of 8 cards."""
    event = make_published(director, players=40, rounds=4, features=AT_FIRST)
    players.add_player(event, "Nina New", from_round=1, here=True, by=director, at=NOW)
    dora.visit(at(event, "seating_choices:index"))
    assert "recommended" in dora.text
    assert "of no use" not in dora.text
    dora.visit(at(event, "printing:index") + "?paper=tally-cards").press("I printed these")
    dora.visit(at(event, "seating_choices:index"))
    assert "Nothing has been played: start again with 41 (41 new cards)" in dora.text
    assert "40 cards that are printed are of no use then." in dora.text
    assert re.search(r"Fewest new cards \(\d+ new cards\)", dora.text)
    assert "recommended" not in dora.text


def test_a_choice_that_costs_even_sit_outs_says_so(director, dora):
    """Lists 4: it said that sit-outs stay even, and no choice showed them."""
    event = make_published(director, players=10, rounds=8, bye_decided=True, features=AT_FIRST)
    twice, last = next(
        (player, number)
        for number in range(2, 8)
        for player in published_plans(event)[number].sit_out
        if any(player in published_plans(event)[before].sit_out for before in range(1, number))
    )
    for number in range(1, last + 1):
        play(event, number, 9, 4)
    leave(event, director, twice, after=last)
    players.add_player(event, "Walt Walkup", from_round=last + 1, here=True, by=director, at=NOW)
    text = dora.visit(at(event, "seating_choices:index")).text
    assert "Nobody else moves" in text
    assert "Sit-outs for each player 0 to 2; 1 to 2 is possible by redrawing" in text
    assert "Sit-outs for each player 1 to 2 Repeated partners" in text  # fewest new cards
    assert "Sit-outs stay even" not in text


# A helper plays.

HELPED = {"features": [*AT_FIRST, "helpers"]}


@pytest.mark.parametrize(
    ("present", "needed", "sitting_out", "recommended"),
    [(8, 0, 0, 0), (9, 3, 1, 0), (10, 2, 2, 2), (11, 1, 3, 1), (3, 1, 3, 1), (65, 3, 1, 0)],
)
def test_as_few_as_possible_help_or_sit_out(present, needed, sitting_out, recommended):
    """With so many helpers every table is full: no chair is empty, whatever is chosen."""
    count = HelperCount(present, ())
    assert (count.needed, count.sitting_out, count.recommended) == (needed, sitting_out, recommended)


def test_a_helper_is_never_ranked_and_nobody_is_asked_whether(director, dora):
    event = make_event(director, **HELPED)
    make_players(event, 7)
    attendance.set_helpers(event, 1, by=director, at=NOW)
    dora.visit(at(event, "players:edit", 8))
    assert "Takes part in the standings" not in dora.text
    dora.press("Save", name="Bob Jones")
    helper = event.players.get(number=8)
    assert (helper.name, helper.ranked) == ("Bob Jones (helper)", False)
    event.short_names = True
    assert event.named(helper.name) == "Bob J. (helper)"
    with pytest.raises(IntegrityError):
        event.players.filter(number=8).update(ranked=True)


def test_helpers_are_offered_where_the_seating_is_drawn_and_one_press_draws_it_anew(director, dora):
    event = make_event(director, round_count=4, **HELPED)
    make_players(event, 10)
    dora.visit(at(event, "seating:index")).press("Seat them")
    assert "2 players sit out each round." in dora.text
    assert "2 helpers play: nobody sits out. Helpers aren’t in the standings." in dora.text
    dora.press("Let 2 helpers play")
    assert "12 players, 3 tables" in dora.text
    assert "sits out in a round" not in dora.text
    dora.press("Play without a helper")
    assert "10 players, 2 tables" in dora.text
    assert not event.players.helpers().exists()
    assert "“A helper plays”" not in dora.visit(at(event, "history:index")).text
    assert dora.text.count("let a helper play as number 12") == 1


def test_whoever_came_is_counted_without_helpers(director, dora):
    event = make_event(director, **HELPED)
    make_players(event, 7)
    attendance.set_helpers(event, 1, by=director, at=NOW)
    dora.visit(at(event, "players:index"))
    assert dora.response.context["count"].everybody == 7
    again = {"name": "Next week", "date": "2026-11-27", "people": "came"}
    dora.visit(at(event, "events:same_again")).press("Create event", **again)
    assert Player.objects.exclude(event=event).count() == 7


def test_a_late_player_who_was_expected_gets_a_helpers_chair_by_one_press(director, dora):
    event = helped(director, 11)
    play(event, 1)
    walk_up(event, director)
    dora.visit(at(event, "seating_choices:index"))
    told = "Walt Walkup (13) takes the seat of Helper 12. Nobody else moves, and nobody sits out."
    assert told in dora.text
    assert dora.text.index("recommended") < dora.text.index("Walt Walkup (13) takes")
    assert dora.text.index("Walt Walkup (13) takes") < dora.text.index("Redraw the remaining rounds")
    assert "Who fills the last table?" not in dora.text
    dora.press("A helper gives up the seat")
    assert seating_mismatch(event) is None
    assert [13 in placed for placed in placed_players(event).values()] == [False, False, True, True]
    entry = event.audit_entries.latest("pk")
    undoing.undo(event, entry, by=director, at=NOW)
    assert all(12 in placed for placed in placed_players(event).values())


def helped(director, count):
    """Four rounds with as many helpers as fill the tables."""
    event = make_event(director, round_count=4, **HELPED)
    make_players(event, count)
    attendance.set_helpers(event, -count % 4, by=director, at=NOW)
    seating.publish(seating.draft_plan(event, by=director, at=NOW), by=director, at=NOW)
    event.refresh_from_db()
    return event


def test_a_helper_who_stopped_is_the_one_who_fills_in_later(director):
    event = helped(director, 11)
    play(event, 1)
    substitutions.add_for_helper(event, "Walt Walkup", by=director, at=NOW, from_round=3, here=True)
    play(event, 2)
    leave(event, director, 4, after=3)
    substitutions.settle_with_helpers(event, by=director, at=NOW)
    assert list(event.players.helpers().names()) == [12]
    assert [12 in placed for placed in placed_players(event).values()] == [True, True, False, True]
    assert (event.players.get(number=12).away, seating_mismatch(event)) == ([3], None)


def test_where_results_seat_the_next_round_a_helper_only_stops(director):
    event = make_event(director, round_count=4, movement="winners-up", **HELPED)
    make_players(event, 11)
    attendance.set_helpers(event, 1, by=director, at=NOW)
    seating.publish(seating.draft_plan(event, by=director, at=NOW), by=director, at=NOW)
    for table in (1, 2, 3):
        enter(table_of(event, 1, table), 9, 4, by=director)
    substitutions.add_for_helper(event, "Walt Walkup", by=director, at=NOW, from_round=2, here=True)
    assert (event.players.get(number=12).status, event.players.get(number=12).to_round) == ("left", 1)


def test_without_the_feature_no_page_speaks_of_helpers(director, dora):
    event = evening(director, 11, features=AT_FIRST)
    leave(event, director, 5)
    for page in ("seating:index", "seating_choices:index", "players:add", "events:overview"):
        assert "elper" not in dora.visit(at(event, page)).text, page
    assert "elper" not in dora.visit(at(event, "substitutions:make", 6)).text


@pytest.mark.rude
def test_without_the_feature_none_is_counted(director, dora):
    event = evening(director, 11, features=AT_FIRST)
    assert dora.client.post(at(event, "seating:helpers"), {"count": "1"}).status_code == 404
    assert not event.players.helpers().exists()
