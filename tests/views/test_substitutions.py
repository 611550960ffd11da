"""Changes at the tables, through the pages: who is missing, who takes the chair, who comes back."""

from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.helpers.factories import NOW, enter, make_official, make_published
from tournament.archive.checking import problems_of
from tournament.archive.document import document
from tournament.archive.text import dumps, loads
from tournament.models import Player, Substitution, Table
from tournament.reports.standings import standings
from tournament.state.attendance import seating_mismatch
from tournament.state.clock import clock_in


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


def test_two_clicks_lead_from_the_desk_to_the_form_of_who_is_missing(dora, evening):
    absent = seated(evening, 1)
    dora.visit(evening.get_absolute_url()).follow("Changes at the tables").follow(absent.name)
    assert dora.path == at(evening, "make", absent.number)
    assert "is missing" in dora.text


def test_who_sits_out_is_offered_first(dora, evening):
    out = seated(evening, 1, out=True)
    dora.visit(at(evening, "make", seated(evening, 1).number))
    assert f"Who takes the seat? {out.number} {out.name}, sits out" in dora.text


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


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({}, "Choose who takes the seat"),
        ({"who": "new"}, "Give the new player’s name"),
        ({"who": "new", "name": "Ben Baker"}, "is called Ben Baker"),
        ({"who": "nobody", "from_round": "3", "to_round": "2"}, "last round cannot be before the first"),
    ],
)
def test_what_will_not_do_is_answered_in_place(dora, evening, typed, words):
    dora.visit(at(evening, "make", seated(evening, 1).number)).press("Show what changes", **typed)
    assert words in dora.text
    assert not Substitution.objects.exists()


def test_a_namesake_is_asked_about(dora, evening):
    dora.visit(at(evening, "make", seated(evening, 1).number))
    dora.press("Show what changes", who="new", name="Ben Baker")
    dora.press("Show what changes", confirmed="on").press("Confirm change")
    assert Player.objects.filter(event=evening, own_name="Ben Baker").count() == 2


def test_one_who_sits_elsewhere_later_is_named_with_the_place(dora, evening):
    absent, out = seated(evening, 1), seated(evening, 1, out=True)
    dora.visit(at(evening, "make", absent.number))
    dora.press("Show what changes", who=str(out.number), to_round="6")
    assert f"{out.name} (number {out.number}) sits at table" in dora.text


def test_nonsense_is_no_error_of_ours(desk, evening):
    page = at(evening, "make", seated(evening, 1).number)
    for data in (
        {"who": "99", "from_round": "x", "to_round": "-1", "plays_for": "both"},
        {"who": "nobody", "from_round": "99999999999999999999", "to_round": "1"},
        {"who": "new", "name": "\x00" * 300, "from_round": "1", "to_round": "1", "accepted": "x"},
    ):
        assert desk.post(page, data).status_code == 200
    assert not Substitution.objects.exists()


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


def test_a_scorer_looks_and_changes_nothing(client, evening):
    client.force_login(make_official(evening))
    absent = seated(evening, 1)
    page = client.get(at(evening, "index")).content.decode()
    assert absent.name in page
    assert at(evening, "make", absent.number) not in page


def test_among_many_one_is_found_by_name_or_number(dora, director):
    event = make_published(director, players=60, rounds=2)
    dora.visit(at(event, "index")).press("Find", q="gwen")
    assert "Gwen Gray" in dora.text
    assert "Hugh Hart" not in dora.text
    assert "Nobody at a table" in dora.visit(at(event, "index") + "?q=%00nobody").text


def test_the_number_of_queries_does_not_grow_with_the_players(desk, director):
    counts = []
    for players in (16, 80):
        event = make_published(director, players=players, rounds=2, name=f"N{players}")
        with CaptureQueriesContext(connection) as queries:
            assert desk.get(at(event, "index")).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1]


class TestAnEvening:
    """A walk-up in round 2, one who goes in round 3 and comes back in round 5, a clock, a missing sheet, a
    window that passes, a round reopened."""

    def scores(self, dora, event, number, tables=(1, 2)):
        typed = {}
        for table in tables:
            typed |= {f"t{table}-ns": "9", f"t{table}-ew": "4"}
        dora.visit(reverse("sheets:enter_totals", args=[event.slug, number])).press("Save all", **typed)

    def close(self, dora, event, number, **more):
        dora.visit(reverse("rounds:close", args=[event.slug, number])).press("Close round", **more)
        assert event.rounds.get(number=number).status == "closed"

    def round(self, event, name, number):
        return reverse(f"rounds:{name}", args=[event.slug, number])

    @pytest.mark.slow
    def test_as_it_happens(self, dora, evening):
        evening.challenge_minutes = 15
        evening.save()
        with time_machine.travel(NOW) as hall_clock:
            dora.visit(self.round(evening, "desk", 1)).press("Start the clock", minutes="20")
            dora.press("Pause").press("+1 minute").press("Resume")
            assert clock_in(evening).round == 1
            self.scores(dora, evening, 1)
            self.close(dora, evening, 1)
            assert not clock_in(evening).started
            self.a_walk_up(dora, evening)
            self.scores(dora, evening, 2, tables=(1,))
            self.close(dora, evening, 2, despite_missing="on")
            gone = self.somebody_goes(dora, evening)
            self.scores(dora, evening, 3)
            self.close(dora, evening, 3)
            dora.visit(self.round(evening, "reopen", 3)).press("Open round 3 again", reason="wrong sheet")
            self.close(dora, evening, 3)
            self.scores(dora, evening, 4)
            self.close(dora, evening, 4)
            self.and_comes_back(dora, evening, gone)
            hall_clock.shift(timedelta(minutes=16))
            self.scores(dora, evening, 5)
            self.close(dora, evening, 5)
            self.everybody_keeps_what_they_played(evening, gone)

    def a_walk_up(self, dora, evening):
        dora.visit(reverse("players:add", args=[evening.slug]))
        dora.press("Add", name="Wally Walk-in", from_round="2", here="on")
        dora.visit(reverse("seating:index", args=[evening.slug])).press("Draw new seating")
        dora.follow("Publish seating").press("Publish seating")
        assert evening.rounds.get(number=2).seatings.filter(player__own_name="Wally Walk-in").exists()

    def somebody_goes(self, dora, evening):
        gone = seated(evening, 3)
        before = [row for row in chairs(evening) if row[3] != gone.pk]
        dora.visit(at(evening, "index")).follow(gone.name)
        dora.press(
            "Show what changes", who="new", name="Sue Seat", plays_for="seat", from_round="3", to_round="6"
        )
        dora.press("Confirm change")
        sue = Player.objects.get(own_name="Sue Seat")
        assert [row for row in chairs(evening) if row[3] not in (gone.pk, sue.pk)] == before
        assert seating_mismatch(evening) is None
        return gone

    def and_comes_back(self, dora, evening, gone):
        dora.visit(at(evening, "index")).follow("Return to play")
        dora.press("Show what changes", from_round="5").press("Confirm change")
        assert "plays again from round 5 on" in dora.text
        assert seating_mismatch(evening) is None
        assert gone.seatings.filter(round__number__gte=5, table__isnull=False).exists()

    def everybody_keeps_what_they_played(self, evening, gone):
        content = document(evening)
        assert list(problems_of(loads(dumps(content).encode()))) == []
        sue = Player.objects.get(own_name="Sue Seat")
        where = {
            round_["number"]
            for round_ in content["rounds"]
            for table in round_["tables"]
            if sue.number in table["seats"].values()
        }
        assert where <= {3, 4}
        rows = {row.number: row for row in standings(evening).rows}
        assert sue.number not in rows
        assert rows[gone.number].rounds_played == sum(
            gone.seatings.filter(table__sheets__counting=True, round__number=n).exists() for n in (1, 2, 5)
        )
