"""Wishes: what is kept, what is refused, and that every draw heeds them."""

import pytest
from django.db import IntegrityError, transaction

from tests.helpers.factories import NOW, enter, make_players, make_published, table_of
from tests.helpers.refusals import refusal
from tournament.models import Player, Wish
from tournament.reports.history import sentence_of
from tournament.rotation.plan import Plan, RotationError
from tournament.rotation.quality import pairs
from tournament.services.players import remove_player
from tournament.services.seating import draft_plan, publish, replan
from tournament.services.wishes import add_wish, remove_wish, set_tables, wish_sentence
from tournament.state.attendance import published_plans
from tournament.state.wishes import Unclear, Wishes, shortest_notation, tables_for, wishes_of

Kind = Wish.Kind


@pytest.fixture
def wish(event, director):
    """Make a wish by numbers: `wish("apart", 1, 2)`, `wish("stays", 1, table=3)`."""

    def _wish(kind, player, other=None, table=None):
        people = {person.number: person for person in event.players.all()}
        return add_wish(
            event, kind, people[player], other=people.get(other), table=table, by=director, at=NOW
        )

    return _wish


def drawn(event, director, **changes):
    return Plan.from_dict(draft_plan(event, by=director, at=NOW, **changes).plan)


# --- every draw heeds them
@pytest.mark.parametrize("movement", ["chart", "draw"])
def test_a_draft_heeds_every_kind_of_wish(event, director, wish, movement):
    make_players(event, 20)
    wish(Kind.APART, 1, 2)
    wish(Kind.NOT_PARTNERS, 3, 4)
    wish(Kind.ONCE, 5, 6)
    wish(Kind.COUPLE, 7, 8)
    wish(Kind.STAYS, 9, table=2)
    plan = drawn(event, director, movement=movement)
    met = pairs(plan.rounds)
    assert met.met(1, 2) == 0
    assert met.between(3, 4)[0] == 0
    assert met.between(5, 6)[0] >= 1
    assert met.between(7, 8) == (len(plan.rounds), 0)
    assert {round_.table_of(9).number for round_ in plan.rounds} == {2}


def test_a_replan_heeds_wishes_made_since(director):
    event = make_published(director, players=16, rounds=6)
    enter(table_of(event))
    people = list(event.players.order_by("number"))
    add_wish(event, Kind.STAYS, people[4], table=3, by=director, at=NOW)
    publish(replan(event, by=director, at=NOW), by=director, at=NOW)
    after = published_plans(event)
    assert {after[n].table_of(5).number for n in range(2, 7)} == {3}


def test_wishes_about_somebody_who_is_not_there_wait(event, director, wish):
    make_players(event, 8)
    wish(Kind.COUPLE, 1, 2)
    Player.objects.filter(event=event, number=2).update(status="expected")
    assert drawn(event, director).players == (1, 3, 4, 5, 6, 7, 8)


@pytest.mark.slow
def test_somebody_can_stay_at_a_table_beyond_a_gap(event, director, wish):
    make_players(event, 16)
    set_tables(event, "1-3, 6-10", by=director, at=NOW)
    event.refresh_from_db()
    wish(Kind.STAYS, 4, table=9)
    plan = drawn(event, director)
    assert {round_.table_of(4).number for round_ in plan.rounds} == {9}
    assert {table.number for round_ in plan.rounds for table in round_.tables} == {1, 2, 3, 9}


@pytest.mark.slow
def test_a_draft_remembers_what_was_wished(event, director, wish):
    make_players(event, 9)
    wish(Kind.APART, 8, 2)
    draft = draft_plan(event, by=director, at=NOW)
    assert Wishes.from_dict(draft.wishes) == wishes_of(event)
    assert Wishes.from_dict({}) == Wishes()


def test_a_movement_that_cannot_heed_wishes_says_so(event, director, wish):
    make_players(event, 8)
    wish(Kind.APART, 1, 2)
    with pytest.raises(RotationError, match="can’t take requests") as caught:
        draft_plan(event, movement="seats", by=director, at=NOW)
    assert caught.value.field == "movement"


# --- what is refused
@pytest.mark.parametrize(
    ("earlier", "then", "code", "field", "words"),
    [
        ((Kind.APART, 1, 2), (Kind.APART, 2, 1), "wished-already", "other", "exists already"),
        ((Kind.APART, 1, 2), (Kind.COUPLE, 1, 2), "contradiction", "other", "drop one of the two"),
        ((Kind.NOT_PARTNERS, 1, 2), (Kind.ONCE, 2, 1), "contradiction", "other", "kept apart"),
        ((Kind.COUPLE, 1, 2), (Kind.COUPLE, 1, 3), "contradiction", "other", "2 partners at once"),
        ((Kind.STAYS, 1, None, 2), (Kind.STAYS, 2, None, 9), "no-such-table", "table", "tables are 1 to 2"),
        ((Kind.STAYS, 1, None, 2), (Kind.STAYS, 2, None, None), "table-missing", "table", "which table"),
        ((Kind.APART, 3, 4), (Kind.APART, 5, 5), "same-player", "other", "two different"),
    ],
)
def test_what_repeats_or_contradicts_another_wish_is_refused(event, wish, earlier, then, code, field, words):
    make_players(event, 8)
    wish(*earlier)
    error = refusal(wish, *then)
    assert (error.code, error.field) == (code, field)
    assert words in error.message
    assert event.wishes.count() == 1


def test_two_who_are_kept_apart_cannot_stay_at_one_table(event, wish):
    make_players(event, 8)
    wish(Kind.APART, 1, 2)
    wish(Kind.STAYS, 1, table=1)
    assert "move one of them" in refusal(wish, Kind.STAYS, 2, table=1).message


def test_a_table_seats_four(event, wish):
    make_players(event, 12)
    for number in range(1, 5):
        wish(Kind.STAYS, number, table=1)
    assert refusal(wish, Kind.STAYS, 5, table=1).code == "table-overfull"


def test_before_the_players_are_known_any_table_will_do(event, wish):
    make_players(event, 3)
    assert wish(Kind.STAYS, 1, table=9).table == 9


def test_a_table_somebody_stays_at_is_not_taken_away(event, director, wish):
    make_players(event, 16)
    wish(Kind.STAYS, 1, table=3)
    error = refusal(set_tables, event, "not 3", by=director, at=NOW)
    assert (error.code, error.field) == ("no-such-table", "tables")


def test_a_finished_event_takes_no_wishes(event, director, wish):
    make_players(event, 8)
    made = wish(Kind.APART, 1, 2)
    event.status = "finished"
    event.save()
    assert refusal(wish, Kind.APART, 3, 4).code == "event-finished"
    made.refresh_from_db()
    assert refusal(remove_wish, made, by=director, at=NOW).code == "event-finished"
    assert refusal(set_tables, event, "not 2", by=director, at=NOW).code == "event-finished"


def test_the_database_holds_no_wish_without_sense(event):
    first, second = make_players(event, 8)[:2]
    for fields in (
        {"kind": "apart", "player": first},
        {"kind": "apart", "player": second, "other": first},
        {"kind": "stays", "player": first},
        {"kind": "hugs", "player": first, "other": second},
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            Wish.objects.create(event=event, number=1, **fields)


# --- the history, and players who are taken out
def test_the_history_says_what_was_wished_and_taken_back_or_went_with_a_player(event, director, wish):
    make_players(event, 8)
    remove_wish(wish(Kind.NOT_PARTNERS, 7, 3), by=director, at=NOW)
    entries = event.audit_entries.filter(action__startswith="seating.wish_")
    assert [sentence_of(entry.action, entry.facts) for entry in entries] == [
        "removed the seating request: 3 Cora Cole and 7 Gwen Gray: never partners",
        "added the seating request: 3 Cora Cole and 7 Gwen Gray: never partners",
    ]
    for made in ((Kind.APART, 1, 2), (Kind.APART, 2, 3), (Kind.APART, 4, 5)):
        wish(*made)
    remove_player(event.players.get(number=2), by=director, at=NOW)
    assert [wish_sentence(left) for left in event.wishes.all()] == [
        "4 Dan Drew and 5 Eve Ellis: never at the same table"
    ]
    assert event.audit_entries.filter(action="seating.wish_removed").count() == 1 + 2


# --- table numbers
@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("", ""), ("1-4, 6-10", "1-4, 6-10"), ("10 9 8,1", "1, 8-10"), ("1–3; 2", "1-3"),
        ("Not 13", "not 13"), ("sauf 13", "not 13"), ("no 4 and 13", "not 4, 13"),
        ("1-6 without 4", "1-3, 5-6"), ("Sauf 13", "not 13"), ("sans 4 et 13", "not 4, 13"),
        ("1-6 pas 4", "1-3, 5-6"),
    ],
)  # fmt: skip
def test_table_numbers_are_kept_in_the_shortest_way(typed, kept):
    assert shortest_notation(typed) == kept
    assert shortest_notation(kept) == kept


@pytest.mark.parametrize("typed", ["one", "0", "5-3", "1000", "1-99999", "-4", "1.5.x", "not", "¼", "٣"])
def test_what_names_no_tables_is_refused(typed):
    if typed == "not":
        assert shortest_notation(typed) == ""
    else:
        with pytest.raises(Unclear):
            shortest_notation(typed)


@pytest.mark.parametrize(
    ("text", "needed", "kept", "tables"),
    [
        ("", 3, (), None),
        ("not 13", 14, (), (*range(1, 13), 14, 15)),
        ("1-4, 6-10", 6, (), (1, 2, 3, 4, 6, 7)),
        ("1-4, 6-10", 2, (8,), (1, 8)),
        ("1-2", 5, (), (1, 2)),
    ],
)
def test_the_tables_played_at_are_the_first_that_are_needed(text, needed, kept, tables):
    assert tables_for(text, needed, kept) == tables
