"""Changes at the tables, through the pages: who is missing, who takes the chair, who comes back."""

import pytest
from django.urls import reverse

from tests.helpers.database import queries
from tests.helpers.factories import enter, make_published
from tournament.archive.checking import problems_of
from tournament.archive.document import document
from tournament.archive.text import dumps, loads
from tournament.models import Player, Substitution, Table
from tournament.state.attendance import seating_mismatch


@pytest.fixture
def evening(director):
    return make_published(director, players=9, rounds=6)


def at(event, name, *args):
    return reverse(f"substitutions:{name}", args=[event.slug, *args])


def seated(event, number, *, out=False):
    return event.players.filter(seatings__round__number=number, seatings__table__isnull=out).first()


def chairs(event):
    rows = event.rounds.values_list("number", "seatings__table__number", "seatings__seat", "seatings__player")
    return sorted(rows, key=str)


def test_two_clicks_lead_to_who_is_missing_and_who_may_sit_in(dora, evening):
    out = seated(evening, 1, out=True)
    dora.visit(at(evening, "make", seated(evening, 1).number))
    assert f"Who takes the seat? {out.number} {out.name}, sits out" in dora.text
    absent = seated(evening, 1)
    dora.visit(evening.get_absolute_url()).follow("Changes at the tables").follow(absent.name)
    assert dora.path == at(evening, "make", absent.number)
    assert "is missing" in dora.text


def test_nothing_is_done_before_it_was_shown(dora, evening):
    absent, out = seated(evening, 1), seated(evening, 1, out=True)
    before = chairs(evening)
    dora.visit(at(evening, "make", absent.number)).press("Show what changes", who=str(out.number))
    assert "Nobody else moves" in dora.text
    assert chairs(evening) == before
    dora.press("Confirm change")
    assert chairs(evening) != before
    assert f"Round 1: {out.number} {out.name} for {absent.number} {absent.name}" in dora.text
    assert at(evening, "undo", 1) in dora.page
    dora.visit(at(evening, "undo", 1)).press("Undo")
    assert chairs(evening) == before


def test_what_was_shown_is_what_is_accepted(dora, evening):
    """Somebody changes the form after looking: it is shown again."""
    absent, out = seated(evening, 1), seated(evening, 1, out=True)
    dora.visit(at(evening, "make", absent.number)).press("Show what changes", who=str(out.number))
    dora.press("Confirm change", who="nobody")
    assert not Substitution.objects.exists()
    assert "empty seat" in dora.text
    dora.press("Confirm change")
    assert Substitution.objects.get().substitute is None


def test_what_will_not_do_is_answered_in_place_and_a_namesake_is_asked_about(dora, evening):
    dora.visit(at(evening, "make", seated(evening, 1).number))
    for typed, words in (
        ({}, "Choose who takes the seat"),
        ({"who": "nobody", "from_round": "3", "to_round": "2"}, "last round cannot be before the first"),
        ({"who": "new", "from_round": "1", "to_round": "1"}, "Give the new player’s name"),
        ({"name": "Ben Baker"}, "is called Ben Baker"),
    ):
        assert words in dora.press("Show what changes", **typed).text
    assert not Substitution.objects.exists()
    dora.press("Show what changes", confirmed="on").press("Confirm change")
    assert Player.objects.filter(event=evening, own_name="Ben Baker").count() == 2


def test_one_who_is_there_does_not_come_back_nor_one_whose_table_has_reported_go(dora, evening):
    absent = seated(evening, 1)
    dora.visit(at(evening, "come_back", absent.number)).press("Show what changes", from_round="3")
    assert "is not away" in dora.text
    for table in Table.objects.filter(round__event=evening):
        if table.round.number == 1:
            enter(table)
    dora.visit(at(evening, "make", absent.number))
    assert "round 1" not in dora.text
    dora.press("Show what changes", who="nobody", to_round="2").press("Confirm change")
    assert Substitution.objects.get().from_round == 2


def test_among_many_one_is_found_by_name_or_number(dora, director):
    event = make_published(director, players=60, rounds=2)
    dora.visit(at(event, "index")).press("Find", q="gwen")
    assert "Gwen Gray" in dora.text
    assert "Hugh Hart" not in dora.text
    assert "Nobody at a table" in dora.visit(at(event, "index") + "?q=%00nobody").text


def test_the_number_of_queries_does_not_grow_with_the_players(desk, director):
    small, large = (make_published(director, players=players, rounds=2) for players in (16, 80))
    assert queries(desk, at(small, "index")) == queries(desk, at(large, "index"))


def test_somebody_goes_with_a_substitute_in_the_seat_and_comes_back(dora, evening):
    gone = seated(evening, 1)
    before = [row for row in chairs(evening) if row[3] != gone.pk]
    dora.visit(at(evening, "index")).follow(gone.name)
    dora.press("Show what changes", who="new", name="Sue Seat", plays_for="seat", to_round="6")
    dora.press("Confirm change")
    sue = Player.objects.get(own_name="Sue Seat")
    assert [row for row in chairs(evening) if row[3] not in (gone.pk, sue.pk)] == before
    dora.visit(at(evening, "index")).follow("Return to play")
    dora.press("Show what changes", from_round="3").press("Confirm change")
    assert "plays again from round 3 on" in dora.text
    assert seating_mismatch(evening) is None
    assert not sue.seatings.filter(round__number__gte=3, table__isnull=False).exists()
    assert list(problems_of(loads(dumps(document(evening)).encode()))) == []
