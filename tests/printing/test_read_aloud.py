"""Papers read aloud: what a screen reader finds in the PDF (papers finding 16)."""

import subprocess

import pytest

from tests.names import REAL_NAMES
from tests.paper import printed
from tests.paper_events import make_evening

pytestmark = pytest.mark.django_db


def structure(paper):
    """The tagged structure with its words, as Poppler reads it, a line for each element or word."""
    said = subprocess.run(
        ["pdfinfo", "-struct-text", "-"], input=paper.pdf, capture_output=True, check=True
    ).stdout.decode()
    return [line.strip() for line in said.splitlines()]


def test_the_standings_are_a_table_with_heads():
    lines = structure(printed("standings", make_evening(8, 4, played=2, names=REAL_NAMES)))

    assert sum(line.startswith("Table") for line in lines) == 1
    assert lines.count("TR") == 9
    heads = [line for line in lines if line.startswith("TH")]
    assert len(heads) == 4 + 8  # the columns' heads, then a name for each row
    assert '"Place"' in lines


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("ruling-slips", "What happened"),
        ("blank-slips", "Round"),
        ("score-pad", "Deals first"),
        ("blank-cards", "Opponents"),
    ],
)
def test_a_blank_paper_is_not_empty_to_those_who_listen(kind, words):
    assert f'"{words}"' in structure(printed(kind, make_evening(8, 4)))


@pytest.mark.parametrize("kind", ["result-slips", "score-sheets"])
def test_a_sheet_says_which_table_and_round_it_is_for(kind):
    lines = [line for line in structure(printed(kind, make_evening(8, 1), round=1)) if line.startswith('"')]

    assert lines[:4] == ['"Table "', '"1"', '"Round "', '"1"']


@pytest.mark.parametrize("kind", ["rounds-by-name", "wall-board", "seating-by-name", "sign-in"])
def test_lists_are_tables(kind):
    lines = structure(printed(kind, make_evening(8, 2), round=1))

    assert any(line.startswith("Table") for line in lines)
    assert any(line.startswith("TH") for line in lines)
