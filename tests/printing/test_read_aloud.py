"""Papers read aloud: what a screen reader finds in the PDF."""

import pytest

from tests.helpers.paper import printed, read_aloud
from tests.helpers.paper_events import make_evening

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def said(kind, event, **choice):
    """The words of the tagged structure, in the order of reading."""
    lines = read_aloud(printed(kind, event, **choice).pdf)
    return " ".join(line.strip('"') for line in lines if line.startswith('"')).split()


@pytest.mark.parametrize("kind", ["standings", "rounds-by-name", "wall-board", "seating-by-name", "sign-in"])
def test_lists_are_tables_with_heads(kind):
    lines = read_aloud(printed(kind, make_evening(8, 2, played=1), round=1).pdf)

    assert any(line.startswith("Table") for line in lines)
    assert any(line.startswith("TH") for line in lines)


@pytest.mark.parametrize(
    ("kind", "word"),
    [
        ("ruling-slips", "happened"),
        ("blank-slips", "Round"),
        ("score-pad", "first"),
        ("blank-cards", "Against"),
    ],
)
def test_a_blank_paper_is_not_empty_to_those_who_listen(kind, word):
    assert word in said(kind, make_evening(8, 4))


@pytest.mark.parametrize("kind", ["result-slips", "score-sheets"])
def test_a_sheet_says_which_table_and_round_it_is_for(kind):
    assert said(kind, make_evening(8, 1), round=1)[:4] == ["Table", "1", "Round", "1"]


def test_a_card_says_what_each_of_its_columns_is():
    """They were columns of bare figures."""
    event = make_evening(4, 2, played=1, names=("Ann Archer", "Bo Ek", "Cy Dahl", "Di Fox"))
    words = said("tally-cards", event, players=(1,))
    heads = ["Table", "Seat", "Partner", "Against", "Score", "W/L", "Total"]

    assert words[:3] == ["1", "Ann", "Archer"]
    assert [word for word in words if word in heads][:7] == heads  # three spare cards follow
    assert words[words.index("Table") + 1 : words.index("Seat")] == ["1", "1"]
    assert words[words.index("W/L") + 1] in ("W", "L")
