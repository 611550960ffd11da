"""Charts as people write them: what is read, and what is wrong with them, line by line."""

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.rotation.chart_text import LARGEST, read_chart
from tournament.rotation.movements import draw_plan


def codes(text):
    return [(one.code, one.line) for one in read_chart(text).problems]


def sides(plan):
    return [tuple(sorted(map(sorted, table.sides))) for table in plan.tables]


@pytest.mark.parametrize(
    "row",
    [
        "12 7 v 3 9", "12 7 vs 3 9", "12 7 vs. 3 9", "12,7 v 3,9", "12 + 7 – 3 + 9", "12+7-3+9",
        "12/7 against 3/9", "12 and 7 versus 3 and 9", "12-7 v 3-9", "  12\t7  V  3 9 ",
        "1: 12 7 v 3 9", "Table 1: 12 7 v 3 9", "T1 12 7 v 3 9", "12 & 7 v 3 & 9",
        "12 7 c. 3 9", "12 et 7 contre 3 et 9", "Table 1 : 12 7 C 3 9",
    ],
)  # fmt: skip
def test_a_table_may_be_written_in_many_ways(row):
    chart = read_chart(row)
    assert chart.valid
    (round_,) = chart.rounds
    assert sides(round_) == [([3, 9], [7, 12])]
    assert round_.tables[0].number == 1


@pytest.mark.parametrize(
    "text",
    [
        "1 2 v 3 4\n\n1 3 v 2 4",
        "Round 1\n1 2 v 3 4\nRound 2\n1 3 v 2 4",
        "R1:\n\n1 2 v 3 4\n\n\nRound 2.\n1 3 v 2 4\n\n",
        "Ronde 1 :\n1 2 c. 3 4\nronde 2\n1 3 contre 2 4",
        "# by hand\r\n1 2 v 3 4\r\n\r\n1 3 v 2 4",
    ],
)
def test_an_empty_line_or_a_heading_begins_the_next_round(text):
    chart = read_chart(text)
    assert chart.valid
    assert [sides(round_) for round_ in chart.rounds] == [[([1, 2], [3, 4])], [([1, 3], [2, 4])]]


def test_who_sits_out_may_be_named_or_follows_from_who_plays():
    named = read_chart("1 2 v 3 4\nsit out: 5, 6\n\n1 5 v 2 6\nSitting out 3 4")
    unnamed = read_chart("1 2 v 3 4\n\n1 5 v 2 6")
    assert named.rounds == unnamed.rounds
    assert [round_.sit_out for round_ in named.rounds] == [(5, 6), (3, 4)]
    assert named.valid
    assert unnamed.valid


@pytest.mark.parametrize(
    "words", ["exempts : 5 6", "Exempts\u00a0: 5 et 6", "exempt 5, 6", "Exemptions: 5 6"]
)
def test_who_sits_out_may_be_named_in_french(words):
    (round_,) = read_chart(f"1 2 c. 3 4\n{words}").rounds
    assert round_.sit_out == (5, 6)


def test_what_planrotation_prints_is_read_as_it_is():
    plan = draw_plan(range(1, 19), 6, seed=7)
    chart = read_chart(json.dumps(plan.to_dict()))
    assert chart.valid
    assert chart.rounds == plan.rounds
    assert chart.players == plan.players


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("", [("empty", None)]),
        ('{"a":' + "[" * 200_000, [("bad-json", None)]),
        ("  \n\n", [("empty", None)]),
        ("1 2 v 3", [("unreadable", 1)]),
        ("1 2 v 3 4\n5 6 v 7 8\n\n1 3 v 5 7\n2 4 v x", [("unreadable", 5)]),
        ("1 2 3 4", [("unreadable", 1)]),
        ("1 2 v 3 4 v 5 6", [("unreadable", 1)]),
        ("x" + " " * 200_000 + "v", [("unreadable", 1)]),
        ("1 v " * 50_000, [("unreadable", 1)]),
        ("1 2 v" + " " * 200_000 + "3 4", []),
        ("Ann and Bo v Cy and Di", [("unreadable", 1)]),
        ("1 2 v 3 4\nsit out: Ann", [("unreadable", 2)]),
        ("1 2 v 3 3", [("twice-in-round", 1)]),
        ("1 2 v 3 4\n5 6 v 7 1\n\n1 2 v 3 4\n5 6 v 7 8", [("gap", 1), ("twice-in-round", 2)]),
        ("1 2 v 3 4\n5 6 v 7 8\n\n1 2 v 3 4", [("gap", 4)]),
        ("1 2 v 3 4\nsit out: 4 5", [("plays-and-sits-out", 1)]),
        ("1 2 v 3 4\nsit out: 5\n\n1 2 v 3 5", []),
        ("1 2 v 3 4\nsit out: 5\n\n1 2 v 3 5\nsit out: 4 6", [("gap", 1)]),
        ("Round 1\n1 2 v 3 4\nRound 3\n1 3 v 2 4", [("round-order", 3)]),
        ("Table 2: 1 2 v 3 4\nTable 2: 5 6 v 7 8", [("table-twice", 1)]),
        ("1 2 v 3 4\n\nsit out: 1 2 3 4", [("no-table", 3)]),
        ("0 1 v 2 3", [("not-a-number", 1)]),
        ("Table 0: 1 2 v 3 4", [("table-number", 1)]),
        ('{"plan": [[{"table": -1, "N": 1, "E": 2, "S": 3, "W": 4}]]}', [("table-number", None)]),
        ("{", [("bad-json", 1)]),
        ('{"plan": 3}', [("bad-json", None)]),
        ('{"plan": [[{"table": 1, "N": 1, "E": 2, "S": 3}]]}', [("bad-json", None)]),
        ('{"players": 999999999, "plan": []}', [("too-many", None)]),
        ('{"players": 8, "plan": [[{"table": 1, "N": 1, "E": 2, "S": 3, "W": 4}]]}', [("gap", None)]),
        ("x" * (LARGEST + 1), [("too-long", None)]),
        ("\n\n".join(["1 2 v 3 4"] * 101), [("too-many-rounds", None)]),
    ],
)
def test_what_is_wrong_is_named_with_its_line(text, problems):
    assert codes(text) == problems


def test_partners_twice_are_a_note_and_no_problem():
    chart = read_chart("1 2 v 3 4\n\n2 1 v 4 3")
    assert chart.valid
    assert [(one.code, one.line, str(one.sentence)) for one in chart.notes] == [
        ("partners-again", 3, "1 and 2 are partners in rounds 1, 2."),
        ("partners-again", 3, "3 and 4 are partners in rounds 1, 2."),
    ]


@given(st.text(max_size=400))
def test_any_text_is_read_without_an_error(text):
    chart = read_chart(text)
    assert chart.valid or chart.problems


@pytest.mark.slow
@given(st.integers(4, 30), st.integers(1, 6), st.integers(0, 10**6))
def test_a_chart_written_in_rows_is_the_plan_it_was_written_from(count, rounds, seed):
    plan = draw_plan(range(1, count + 1), rounds, movement="draw", seed=seed)
    chance = random.Random(seed)
    rows = [
        "\n".join(f"{t.number}: {t.N} {t.S} v {t.E} {t.W}" for t in chance.sample(r.tables, len(r.tables)))
        for r in plan.rounds
    ]
    chart = read_chart("\n\n".join(rows))
    assert len(chart.rounds) == rounds
    seated = {player for round_ in plan.rounds for player in round_.seated}
    if seated == set(plan.players):
        assert chart.valid
        assert [(r.sit_out, set(r.tables)) for r in chart.rounds] == [
            (r.sit_out, set(r.tables)) for r in plan.rounds
        ]
