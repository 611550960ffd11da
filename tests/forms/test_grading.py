"""What is said about the lines of a pasted list, and what may be decided."""

import pytest

from tournament.forms.grading import Known, Level, LineDecision, grade
from tournament.forms.pasted import read_list

KNOWN = Known({1: "Ann Archer", 2: "Ben Baker"})


def graded(text, decided=None):
    return grade(read_list(text), KNOWN, decided)


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("Cora Cole", [[]]),
        ("Cora\nCora", [[], ["twice"]]),
        ("Cora\nCÓRA", [[], ["nearly-twice"]]),
        ("Ann Archer", [["in-event"]]),
        ("ann archer", [["near-event"]]),
        ("1 Ann Archer", [["in-event"]]),
        ("1\tCora", [["number-taken"]]),
        ("7\tCora\n7\tDan", [[], ["number-twice"]]),
        ("0\tCora\n10000\tDan", [["number-range"], ["number-range"]]),
        ("Number\tName\nx\tCora", [["number-range"]]),
        ("Number\tName\n7\t", [["name-missing"]]),
        ("x" * 81, [["name-long"]]),
        ("x" * 80, [[]]),
        ("Cora\tx\ty", [["columns"]]),
        ("555", [["no-letters"]]),
    ],
)
def test_each_line_gets_its_flags(text, codes):
    assert [[flag.code for flag in line.flags] for line in graded(text)] == codes


@pytest.mark.parametrize(
    ("text", "level", "decision"),
    [
        ("Cora", Level.FINE, LineDecision.TAKE),
        ("ann archer", Level.DOUBT, LineDecision.OPEN),
        ("Ann Archer", Level.DOUBT, LineDecision.SKIP),
        ("1\tCora", Level.ERROR, LineDecision.OPEN),
    ],
)
def test_undecided_only_what_is_clear_is_settled(text, level, decision):
    (line,) = graded(text)
    assert (line.level, line.decision) == (level, decision)


@pytest.mark.parametrize(
    ("text", "decided", "decision"),
    [
        ("ann archer", LineDecision.TAKE, LineDecision.TAKE),
        ("ann archer", LineDecision.SKIP, LineDecision.SKIP),
        ("Ann Archer", LineDecision.TAKE, LineDecision.TAKE),
        ("1\tCora", LineDecision.SKIP, LineDecision.SKIP),
        ("1\tCora", LineDecision.TAKE, LineDecision.OPEN),
        ("Cora", LineDecision.SKIP, LineDecision.TAKE),
    ],
)
def test_an_error_can_only_be_skipped_and_a_fine_line_needs_no_decision(text, decided, decision):
    (line,) = graded(text, {1: decided})
    assert line.decision == decision
