"""The chart, the paths, the proof and the picture: four views of one seating that must agree."""

import pytest

from scoring.seats import Seat
from tests.helpers.factories import NOW, make_event, make_players, make_published, make_user
from tournament.reports.seating import SeatedPerson, changed_places, chart_of, player_paths, seating
from tournament.reports.seating_page import draft_page, meetings, quality_lines
from tournament.rotation.movements import draw_plan
from tournament.rotation.plan import RoundPlan, TablePlan
from tournament.rotation.quality import judge
from tournament.services.seating import draft_plan, publish
from tournament.state.attendance import published_plans

NAMES = {n: f"P{n}" for n in range(1, 10)}
FIRST = RoundPlan((TablePlan(1, 1, 2, 3, 4), TablePlan(2, 5, 6, 7, 8)), (9,))
SECOND = RoundPlan((TablePlan(1, 1, 2, 5, 6), TablePlan(2, 9, 3, 7, 4)), (8,))


def person(number):
    return SeatedPerson(number, f"P{number}")


def test_a_path_tells_table_seat_partner_and_opponents_and_sitting_out_from_being_away():
    path = player_paths(chart_of([FIRST, SECOND], 1, NAMES))[3]
    first, second = path.stops
    assert (path.person, first.table, first.seat) == (person(4), 1, Seat.W)
    assert (first.partner, first.opponents) == (person(2), (person(1), person(3)))
    assert (second.table, second.seat, second.partner) == (2, Seat.W, person(3))
    chart = chart_of([FIRST, RoundPlan(SECOND.tables)], 1, NAMES)
    by_number = {path.person.number: path.stops for path in player_paths(chart)}
    assert by_number[9][0].sits_out
    assert not by_number[8][1].here
    assert not by_number[8][1].sits_out


def test_the_chart_has_a_row_for_each_table_a_cell_for_each_round_and_both_sides():
    chart = chart_of([FIRST, RoundPlan(SECOND.tables[:1])], 3, NAMES)
    rows = dict(chart.rows)
    assert list(rows) == [1, 2]
    assert [cell and cell.number for cell in rows[2]] == [2, None]
    assert [round_.number for round_ in chart.rounds] == [3, 4]
    table = chart_of([FIRST], 1, NAMES).rounds[0].tables[0]
    assert table.sides == ((person(1), person(3)), (person(2), person(4)))


@pytest.mark.parametrize(
    ("after", "moved"),
    [
        (RoundPlan((TablePlan(1, 1, 2, 5, 6), TablePlan(2, 9, 3, 7, 8)), (4,)), [4, 8]),
        (RoundPlan(SECOND.tables, (10,)), [8, 10]),  # one goes and one comes
    ],
)
def test_moves_name_those_whose_place_changes_and_in_which_rounds(after, moved):
    changed = changed_places(chart_of([FIRST, SECOND], 1, NAMES), chart_of([after], 2, {**NAMES, 10: "P10"}))
    assert [(move.person.number, move.rounds) for move in changed] == [(number, (2,)) for number in moved]


def test_the_picture_counts_every_pair_once_by_kind_and_is_symmetric():
    picture = meetings([FIRST, SECOND], [person(n) for n in range(1, 10)])
    counts = {mark.key: mark.count for mark in picture.marks}
    partners = {(1, 3), (2, 4), (5, 7), (6, 8), (1, 5), (2, 6), (7, 9), (3, 4)}
    assert counts["partners-1"] == len(partners)
    assert counts["opponents-1"] + 2 * counts.get("opponents-2", 0) == 16
    assert picture.size == 9
    picture = meetings([FIRST], [person(n) for n in range(1, 10)])
    drawn = next(mark.path for mark in picture.marks if mark.key == "partners-1")
    assert drawn.count("M") == 2 * 4
    assert "M2.5 0.05" in drawn  # 1 and 3: column 3, row 1
    assert "M0.5 2.05" in drawn  # and column 1, row 3
    picture = meetings([FIRST, FIRST], [person(n) for n in range(1, 10)])
    assert {mark.key for mark in picture.marks} == {"partners-2", "opponents-2"}


@pytest.mark.parametrize(("players", "labels"), [(26, 26), (40, 40), (100, 21), (400, 21)])
def test_large_pictures_have_fewer_labels(players, labels):
    assert len(meetings([], [SeatedPerson(n, "") for n in range(1, players + 1)]).labels) == labels


@pytest.mark.parametrize(
    ("rounds", "key", "value", "met", "words"),
    [
        ([FIRST, SECOND], "P", "0", True, "Nobody has the same partner twice."),
        ([FIRST, FIRST], "P", "4", False, "Some have the same partner twice."),
        ([FIRST, FIRST, FIRST], "O", "24", False, "at most 3 times"),
        ([FIRST, FIRST], "M", "12", False, "at most twice"),
        ([FIRST, SECOND], "sit_outs", "0 to 1", True, "Each player sits out at most once. Never two"),
        ([FIRST, FIRST], "sit_outs", "0 to 2", False, "Two rounds in a row: player 9."),
        ([RoundPlan(FIRST.tables)], "sit_outs", "0", True, "Everybody plays in every round."),
    ],
)
def test_the_proof_says_in_words_how_good_a_seating_is(rounds, key, value, met, words):
    line = {line.key: line for line in quality_lines(judge(rounds).to_dict(), rounds)}[key]
    assert (line.value, line.met) == (value, met)
    assert words in line.sentence
    assert (line.verdict == "least possible") == (line.value == line.least)


@pytest.mark.parametrize(
    ("players", "rounds", "words"),
    [
        (16, 3, "Nobody has the same partner twice. Nobody plays against the same person twice."),
        (8, 8, "Some have the same partner twice. Everybody plays the same opponent at most 3 times."),
    ],
)
def test_a_seating_says_in_a_line_how_often_people_meet_again(director, players, rounds, words):
    event = make_event(director, round_count=rounds)
    make_players(event, players)
    page = draft_page(draft_plan(event, by=director, at=NOW))
    assert page.how_good == f"{words} No seating repeats less."


@pytest.mark.parametrize(
    ("players", "rounds", "key", "words"),
    [
        (8, 6, "O", "Counting shows it"),
        (12, 6, "M", "With so few tables"),
        (16, 7, "M", "own long search"),
        (24, 7, "M", ""),
    ],
)
def test_the_proof_gives_the_reason_of_a_figure_unless_it_is_nought(players, rounds, key, words):
    drawn = draw_plan(range(1, players + 1), rounds).rounds
    quality = judge(drawn).to_dict()
    line = {line.key: line for line in quality_lines(quality, drawn)}[key]
    assert words in line.reason
    assert bool(words) == bool(line.reason)
    del quality["reasons"], quality["left"]  # as drafts of an earlier version are stored
    assert {line.reason for line in quality_lines(quality, drawn)} == {""}


def test_the_published_chart_says_what_was_planned(director):
    event = make_published(director, players=13, rounds=4)
    chart = seating(event)
    plans = published_plans(event)
    for round_ in chart.rounds:
        assert tuple(p.number for p in round_.sit_out) == plans[round_.number].sit_out
        for table, planned in zip(round_.tables, plans[round_.number].tables, strict=True):
            assert tuple(p.number for p in table.seats.values()) == planned.players


def test_an_unpublished_event_has_no_chart_and_its_draft_that_of_the_seating_it_becomes(event, director):
    assert seating(event).rounds == ()
    assert player_paths(seating(event)) == ()
    make_players(event, 9)
    draft = draft_plan(event, by=director, at=NOW)
    shown = draft_page(draft)
    publish(draft, by=director, at=NOW)
    assert shown.paths == player_paths(seating(event))


def test_the_chart_is_read_in_two_queries_whatever_its_size(db, django_assert_num_queries):
    for players in (16, 80):
        event = make_published(make_user(f"d{players}"), players=players, rounds=3, name=f"N{players}")
        with django_assert_num_queries(2):
            seating(event)


def test_one_table_is_no_tables(director):
    event = make_event(director, round_count=3)
    make_players(event, 5)
    assert draft_page(draft_plan(event, by=director, at=NOW)).size == "5 players, 1 table, 3 rounds"
