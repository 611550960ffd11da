"""Substitutes, empty chairs and returning players: nobody else moves, and what is played stays."""

import pytest

from tests.helpers.factories import NOW, enter, make_players, make_published, table_of
from tests.helpers.refusals import refusal
from tournament.models import Player, Seating
from tournament.models.seating import SEAT_NAMES
from tournament.reports.standings import standings
from tournament.services import players, rounds, seating
from tournament.services import substitutions as services
from tournament.services.events import play_fewer_rounds
from tournament.state.attendance import plays_in, seating_mismatch

ROUNDS = 5


@pytest.fixture
def evening(director):
    """Nine players at two tables, so that one sits out in every round."""
    return make_published(director, players=9, rounds=ROUNDS)


@pytest.fixture
def even(director):
    """Eight players at two tables, nobody sits out."""
    return make_published(director, players=8, rounds=ROUNDS)


def places(event, *numbers):
    """(round, table, seat) → the player there; those who sit out by (round, None, number)."""
    rows = Seating.objects.filter(round__event=event, round__number__in=numbers or range(1, ROUNDS + 1))
    return {
        (s.round.number, s.table.number if s.table else None, s.seat or s.player.number): s.player.number
        for s in rows.select_related("round", "table", "player")
    }


def chair(event, player, number):
    found = player.seatings.select_related("table").get(round__number=number)
    return (number, found.table.number if found.table else None, found.seat)


def sitting(event, number, *, out):
    """Somebody who sits out in this round, or who does not."""
    return event.players.filter(seatings__round__number=number, seatings__table__isnull=out).first()


def sub(event, director, absent, first=1, last=1, **who):
    return services.substitute(absent, by=director, at=NOW, from_round=first, to_round=last, **who)


def close(event, director, number):
    rounds.close_round(event.rounds.get(number=number), by=director, at=NOW, despite_missing=True)


class TestSubstitute:
    def test_who_sits_out_takes_the_chair_and_nobody_else_moves(self, evening, director):
        absent, out = sitting(evening, 1, out=False), sitting(evening, 1, out=True)
        before, where = places(evening), chair(evening, absent, 1)
        sub(evening, director, absent, who=out)
        after = places(evening)
        assert after.pop(where) == out.number
        del before[where], before[1, None, out.number]
        assert after == before

    def test_a_walk_up_takes_it_for_the_rest(self, even, director):
        absent = sitting(even, 1, out=False)
        before = places(even)
        sub(even, director, absent, 1, ROUNDS, walk_up="Sam Sub")
        sam = Player.objects.get(own_name="Sam Sub")
        assert places(even) == {at: sam.number if who == absent.number else who for at, who in before.items()}
        absent.refresh_from_db()
        assert (absent.status, absent.to_round) == ("left", None)
        assert seating_mismatch(even) is None

    def test_a_substitute_sits_out_when_the_missing_player_would_have(self, evening, director):
        absent = sitting(evening, 2, out=True)
        before = places(evening)
        made = sub(evening, director, absent, 1, ROUNDS, walk_up="Sam Sub")
        assert sitting(evening, 2, out=True).name == "Sam Sub"
        assert seating_mismatch(evening) is None
        services.withdraw_substitution(made, by=director, at=NOW)
        assert places(evening) == before

    def test_a_player_can_be_away_for_some_rounds_and_come_back(self, even, director):
        absent = sitting(even, 1, out=False)
        sub(even, director, absent, 2, 3, walk_up="Sam Sub")
        absent.refresh_from_db()
        sam = Player.objects.get(own_name="Sam Sub")
        assert [n for n in range(1, 6) if plays_in(absent, n)] == [1, 4, 5]
        assert [n for n in range(1, 6) if plays_in(sam, n)] == [2, 3]
        assert seating_mismatch(even) is None

    def test_a_substitute_is_ranked_unless_they_play_for_the_seat(self, even, director):
        absent = sitting(even, 1, out=False)
        for number, (name, for_seat) in enumerate([("Sam Self", False), ("Sue Seat", True)], start=1):
            sub(even, director, absent, number, number, walk_up=name, for_seat=for_seat)
            for table in (1, 2):
                enter(table_of(even, number, table), 9, 4)
            close(even, director, number)
        names = {row.name: row for row in standings(even).rows}
        assert names["Sam Self"].rounds_played == 1
        assert "Sue Seat" not in names
        assert names[absent.name].rounds_played == 0

    def test_who_has_or_had_another_place_or_is_out_is_no_substitute(self, evening, director):
        absent, out = sitting(evening, 1, out=False), sitting(evening, 1, out=True)
        assert refusal(sub, evening, director, absent, who=out, for_seat=True).code == "plays-for-himself"
        assert Player.objects.get(pk=out.pk).ranked
        other = evening.players.filter(seatings__round__number=1, seatings__table__isnull=False).last()
        _round, table, seat = chair(evening, other, 1)
        why = refusal(sub, evening, director, absent, who=other)
        assert (why.code, why.field) == ("sits-elsewhere", "who")
        assert f"sits at table {table}, {SEAT_NAMES[seat]}, in round 1" in why.message
        assert "in round 2" in refusal(sub, evening, director, absent, 1, 3, who=out).message
        assert refusal(sub, evening, director, out, walk_up="Sam").code == "no-chair"
        assert refusal(sub, evening, director, absent, who=absent).code == "himself"
        players.set_status(out, "disqualified", by=director, at=NOW, reason="again")
        assert refusal(sub, evening, director, absent, who=out).code == "disqualified"

    def test_what_is_played_stays(self, even, director):
        absent = sitting(even, 1, out=False)
        enter(table_of(even, 1, chair(even, absent, 1)[1]))
        assert refusal(sub, even, director, absent, walk_up="Sam").code == "table-reported"
        assert not Player.objects.filter(own_name="Sam").exists()
        close(even, director, 1)
        assert refusal(sub, even, director, absent, walk_up="Sam").code == "round-played"
        sub(even, director, absent, 2, 2, walk_up="Sam")

    @pytest.mark.parametrize(
        ("first", "last", "code"), [(3, 2, "rounds-order"), (1, 6, "round-range"), (0, 1, "round-range")]
    )
    def test_rounds_that_cannot_be_are_refused(self, even, director, first, last, code):
        absent = sitting(even, 1, out=False)
        assert refusal(sub, even, director, absent, first, last, walk_up="Sam").code == code

    def test_a_finished_event_and_one_without_seating_are_left_alone(self, event, even, director):
        (somebody,) = make_players(event, 1)
        assert refusal(sub, event, director, somebody, walk_up="Sam").code == "not-published"
        absent = sitting(even, 1, out=False)
        even.status = "finished"
        even.save()
        assert refusal(sub, even, director, absent, walk_up="Sam").code == "event-finished"

    def test_who_left_earlier_can_come_again_as_a_substitute(self, evening, director):
        gone = sitting(evening, 1, out=True)
        close(evening, director, 1)
        players.set_status(gone, "left", by=director, at=NOW, to_round=1)
        seating.publish(seating.replan(evening, by=director, at=NOW), by=director, at=NOW)
        absent = sitting(evening, 3, out=False)
        sub(evening, director, absent, 3, 3, who=gone)
        gone.refresh_from_db()
        assert [n for n in range(1, 6) if plays_in(gone, n)] == [1, 3]
        assert seating_mismatch(evening) is None


class TestEmptyChair:
    def test_the_three_others_play_and_score(self, even, director):
        absent = sitting(even, 1, out=False)
        _round, table, seat = chair(even, absent, 1)
        services.leave_empty(absent, by=director, at=NOW, from_round=1, to_round=1)
        here = table_of(even, 1, table)
        assert here.seatings.count() == 3
        assert seating_mismatch(even) is None
        enter(here, 9, 4)
        played = {row.number for row in standings(even).rows if row.rounds_played}
        assert len(played) == 3
        assert absent.number not in played
        assert seat not in [seating.seat for seating in here.seatings.all()]

    def test_the_coming_rounds_can_be_drawn_without_the_missing_player(self, even, director):
        absent = sitting(even, 1, out=False)
        services.leave_empty(absent, by=director, at=NOW, from_round=1, to_round=ROUNDS)
        seating.publish(seating.replan(even, by=director, at=NOW), by=director, at=NOW)
        assert seating_mismatch(even) is None
        assert not absent.seatings.exists()
        assert even.rounds.get(number=2).seatings.filter(table=None).count() == 3


class TestComingBack:
    def test_the_player_gets_their_chair_back_and_the_substitute_goes(self, even, director):
        absent = sitting(even, 1, out=False)
        before = places(even)
        sub(even, director, absent, 1, ROUNDS, walk_up="Sam Sub", for_seat=True)
        for number in (1, 2):
            close(even, director, number)
        services.come_back(absent, by=director, at=NOW, from_round=4)
        absent.refresh_from_db()
        sam = Player.objects.get(own_name="Sam Sub")
        assert [n for n in range(1, 6) if plays_in(absent, n)] == [4, 5]
        assert [n for n in range(1, 6) if plays_in(sam, n)] == [1, 2, 3]
        assert {at: who for at, who in before.items() if at[0] >= 4} == places(even, 4, 5)
        assert seating_mismatch(even) is None

    def test_a_substitute_who_would_have_sat_out_sits_out_again(self, evening, director):
        absent, out = sitting(evening, 1, out=False), sitting(evening, 1, out=True)
        before = places(evening)
        sub(evening, director, absent, who=out)
        services.come_back(absent, by=director, at=NOW, from_round=1)
        assert places(evening) == before

    def test_after_a_new_draw_the_player_takes_the_chair_of_whoever_plays_for_the_seat(self, even, director):
        absent = sitting(even, 1, out=False)
        close(even, director, 1)
        sub(even, director, absent, 2, ROUNDS, walk_up="Sam Sub", for_seat=True)
        seating.publish(seating.replan(even, by=director, at=NOW, from_round=3), by=director, at=NOW)
        play_fewer_rounds(even, 4, by=director, at=NOW)  # the last one was foreseen, too
        services.come_back(absent, by=director, at=NOW, from_round=3)
        assert seating_mismatch(even) is None
        assert absent.seatings.filter(round__number__gte=3, table__isnull=False).count() == 2

    def test_one_who_was_marked_as_left_comes_back_later_and_is_seated_by_a_new_draw(self, evening, director):
        gone = sitting(evening, 1, out=False)
        close(evening, director, 1)
        players.set_status(gone, "left", by=director, at=NOW, to_round=1)
        seating.publish(seating.replan(evening, by=director, at=NOW), by=director, at=NOW)
        services.come_back(gone, by=director, at=NOW, from_round=4)
        gone.refresh_from_db()
        assert [n for n in range(1, 6) if plays_in(gone, n)] == [1, 4, 5]
        assert "is here but has no seat" in seating_mismatch(evening).sentence()
        seating.publish(seating.replan(evening, by=director, at=NOW), by=director, at=NOW)
        assert seating_mismatch(evening) is None
        assert list(gone.seatings.order_by("round").values_list("round__number", flat=True)) == [1, 4, 5]

    def test_nobody_comes_back_before_they_left(self, even, director):
        absent = sitting(even, 1, out=False)
        players.set_status(absent, "left", by=director, at=NOW, to_round=3)
        why = refusal(services.come_back, absent, by=director, at=NOW, from_round=2)
        assert (why.code, why.field) == ("returns-before-leaving", "from_round")
        assert "until round 3" in why.message

    def test_nobody_comes_back_who_never_left_or_into_a_closed_round(self, even, director):
        absent = sitting(even, 1, out=False)
        assert refusal(services.come_back, absent, by=director, at=NOW, from_round=2).code == "not-away"
        players.set_status(absent, "left", by=director, at=NOW)
        close(even, director, 1)
        assert refusal(services.come_back, absent, by=director, at=NOW, from_round=1).code == "round-played"

    def test_nobody_comes_back_onto_a_chair_whose_round_is_played(self, even, director):
        absent = sitting(even, 1, out=False)
        table = chair(even, absent, 1)[1]
        sub(even, director, absent, 1, 2, walk_up="Sam Sub")
        enter(table_of(even, 1, table))
        assert refusal(services.come_back, absent, by=director, at=NOW, from_round=1).code == "table-reported"
        services.come_back(absent, by=director, at=NOW, from_round=2)
        assert places(even, 1)[chair(even, Player.objects.get(own_name="Sam Sub"), 1)] != absent.number


class TestTakingBack:
    @pytest.mark.parametrize("how", ["walk-up", "sits out", "empty"])
    def test_everything_is_as_it_was(self, evening, director, how):
        absent, out = sitting(evening, 1, out=False), sitting(evening, 1, out=True)
        before, people = places(evening), list(evening.players.order_by("pk").values())
        if how == "empty":
            made = services.leave_empty(absent, by=director, at=NOW, from_round=1, to_round=ROUNDS)
        elif how == "sits out":
            made = sub(evening, director, absent, who=out)
        else:
            made = sub(evening, director, absent, 1, ROUNDS, walk_up="Sam Sub", for_seat=True)
        services.withdraw_substitution(made, by=director, at=NOW)
        assert places(evening) == before
        assert list(evening.players.exclude(own_name="Sam Sub").order_by("pk").values()) == people
        assert seating_mismatch(evening) is None
        assert refusal(services.withdraw_substitution, made, by=director, at=NOW).code == "ended"

    def test_a_walk_up_who_was_not_needed_stays_in_the_history(self, even, director):
        made = sub(even, director, sitting(even, 1, out=False), walk_up="Sam Sub")
        services.withdraw_substitution(made, by=director, at=NOW)
        sam = Player.objects.get(own_name="Sam Sub")
        assert refusal(players.remove_player, sam, by=director, at=NOW).code == "changed-chairs"

    def test_played_rounds_stay_and_the_others_are_given_back(self, even, director):
        absent = sitting(even, 1, out=False)
        before = places(even)
        made = sub(even, director, absent, 1, ROUNDS, walk_up="Sam Sub")
        close(even, director, 1)
        services.withdraw_substitution(made, by=director, at=NOW)
        assert {at: who for at, who in before.items() if at[0] > 1} == places(even, 2, 3, 4, 5)
        assert absent.number not in places(even, 1).values()
        assert seating_mismatch(even) is None

    def test_once_all_of_it_is_played_nothing_is_left_to_take_back(self, even, director):
        made = sub(even, director, sitting(even, 1, out=False), walk_up="Sam Sub")
        close(even, director, 1)
        assert refusal(services.withdraw_substitution, made, by=director, at=NOW).code == "played"


def test_the_history_tells_each_step(even, director):
    absent = sitting(even, 1, out=False)
    made = sub(even, director, absent, 1, 2, walk_up="Sam Sub", for_seat=True)
    services.withdraw_substitution(made, by=director, at=NOW)
    services.leave_empty(absent, by=director, at=NOW, from_round=1, to_round=1)
    services.come_back(absent, by=director, at=NOW, from_round=1)
    actions = list(even.audit_entries.order_by("pk").values_list("action", flat=True))
    told = [action for action in actions if action.startswith("change.")]
    assert told == ["change.for_seat", "change.undone", "change.empty", "change.back"]
