"""Tally cards typed in: whole or not at all, never twice, never over somebody unseen; and taken as sheets."""

import pytest

from scoring.seats import Seat, Side
from tests.helpers.factories import NOW, enter, make_published, make_user, table_of
from tests.helpers.refusals import refused
from tests.helpers.tally_cards import sitter, type_card, type_table
from tournament.models import AuditEntry, CardLine, Sheet
from tournament.models.cards import Noted
from tournament.services import cards
from tournament.services.cards import LinesRefused, TypedRound
from tournament.services.errors import Refused, Stale
from tournament.services.sheets import Doubted


@pytest.fixture
def event(director):
    return make_published(director, players=8, rounds=2)


@pytest.fixture
def ann(event):
    return sitter(event, "N")


def counting(player):
    return [(line.points, line.loners) for line in player.card_lines.filter(counting=True)]


def test_a_line_is_kept_with_who_and_when(ann):
    sam = make_user("sam")
    assert type_card(ann, 9, 1, by=sam) == {1: Noted(9, 1)}
    line = ann.card_lines.get()
    assert (line.points, line.loners, line.entered_by, line.entered_at) == (9, 1, sam, NOW)


def test_the_same_card_a_hundred_times_is_one_line_and_a_correction_another_revision(event, ann):
    for _ in range(100):
        type_card(ann, 9)
    assert CardLine.objects.count() == 1
    assert AuditEntry.objects.filter(action="card.entered").count() == 1
    type_card(ann, 8, expected=1)
    assert counting(ann) == [(8, 0)]
    type_card(ann, None, expected=2)
    assert counting(ann) == []
    assert list(ann.card_lines.order_by("revision").values_list("points", flat=True)) == [9, 8]
    type_card(ann, 7)
    assert counting(ann) == [(7, 0)]


def test_a_line_changed_meanwhile_is_not_overwritten_unseen(ann):
    type_card(ann, 9, by=make_user("sam", name="Sam Scorer"))
    with pytest.raises(LinesRefused) as caught:
        type_card(ann, 8)
    assert caught.value.lines[1].code == "stale"
    assert "Sam Scorer" in caught.value.lines[1].message
    assert counting(ann) == [(9, 0)]


@pytest.mark.parametrize(
    ("points", "loners", "code"),
    [(33, 0, "sum-high"), (34, 1, "sum-high"), (4, 1, "lone-marches"), (999, 99, "sum-high")],
)
def test_what_no_round_can_bring_is_refused_with_its_reason(ann, points, loners, code):
    with pytest.raises(LinesRefused) as caught:
        type_card(ann, points, loners)
    assert caught.value.lines[1].code == code


def test_a_card_is_saved_whole_or_not_at_all_and_not_once_the_event_is_finished(event, ann):
    lines = {1: TypedRound(Noted(9)), 2: TypedRound(Noted(7))}
    with pytest.raises(LinesRefused) as caught:
        cards.enter_card(ann, lines, by=None, at=NOW)
    assert {n: problem.code for n, problem in caught.value.lines.items()} == {2: "round-not-open"}
    assert CardLine.objects.count() == 0
    event.status = "finished"
    event.save()
    ann.refresh_from_db()
    with pytest.raises(Refused, match="finished"):
        type_card(ann, 9)


def test_a_round_sat_out_has_no_line(director):
    event = make_published(director, players=9, rounds=1)
    out = event.players.get(seatings__table=None)
    with pytest.raises(LinesRefused) as caught:
        type_card(out, 7)
    assert caught.value.lines[1].code == "not-seated"


def test_four_cards_that_agree_are_taken_as_the_sheet(event, director):
    type_table(event, N=(9, 1), S=8, E=4, W=4)
    sheet = cards.take_agreed_sheet(table_of(event), by=director, at=NOW, seen="8-4 N1")
    assert (sheet.totals, sheet.source) == ({Side.NS: 8, Side.EW: 4}, "cards")
    assert sheet.points == {Seat.N: 9, Seat.E: 4, Seat.S: 8, Seat.W: 4}


@pytest.mark.parametrize(
    "told", [{"N": 7, "S": 7, "E": 5}, {"N": 7, "S": 8, "E": 5, "W": 5}, {}, {"N": 7, "S": 7, "E": 6, "W": 6}]
)
def test_cards_that_lack_differ_or_were_changed_since_the_page_was_made_are_not_taken(event, director, told):
    type_table(event, **told)
    with refused("cards-differ"):
        cards.take_agreed_sheet(table_of(event), by=director, at=NOW, seen="7-5")


def test_a_table_that_has_a_sheet_keeps_it(event, director):
    type_table(event, N=7, S=7, E=5, W=5)
    enter(table_of(event), 8, 5)
    with pytest.raises(Stale):
        cards.take_agreed_sheet(table_of(event), by=director, at=NOW, seen="7-5")
    assert Sheet.objects.get().ns == 8


def test_a_tie_asks_who_was_first(event, director):
    type_table(event, N=6, S=6, E=6, W=6)
    told = {"by": director, "at": NOW, "seen": "6-6"}
    with pytest.raises(Doubted):
        cards.take_agreed_sheet(table_of(event), **told)
    assert cards.take_agreed_sheet(table_of(event), **told, reached_first=Side.EW).winner == "EW"


def test_a_card_keeps_its_round_from_being_seated_anew_and_never_changes_a_sheet(event, ann):
    from tournament.state.attendance import event_progress

    assert event_progress(event).nothing_reported
    type_card(ann, 9)
    assert event_progress(event).last_played == 1
    enter(table_of(event), 7, 5)
    type_card(ann, 8, expected=1)
    assert Sheet.objects.get().ns == 7
