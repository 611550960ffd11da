"""Large print of every paper that players read, measured in the PDF."""

from itertools import cycle

import pytest

from scoring.ruleset import PRESETS
from tests.helpers.names import REAL_NAMES
from tests.helpers.paper import faults, printed, row_heights, size_of, smaller_than
from tests.helpers.paper_events import HARD_NAMES, make_evening, put_into_teams
from tournament.printing.paper import NotPrintable
from tournament.printing.papers import PAPERS

pytestmark = pytest.mark.django_db
LEAST = 16 * 1.3 * 25.4 / 72 - 0.05  # mm of a word's box at 16 pt
BY_DEALS = {"tally-cards-by-deals", "blank-cards-by-deals"}
KINDS = sorted(kind for kind, paper in PAPERS.items() if "large" in paper.asks and kind not in BY_DEALS)


def test_every_list_and_card_that_players_read_can_be_had_in_large_print():
    assert set(KINDS) == {
        *("tally-cards", "blank-cards", "sign-in", "seating-by-name", "rounds-by-name", "seating-by-table"),
        *("rotation", "rotation-without-names", "standings", "team-standings", "rule-card"),
        "rule-card-short",
    }


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "size"), [*zip(KINDS, cycle(["letter", "a4"]), strict=False)])
def test_large_print_keeps_to_its_sheet(kind, size):
    event = make_evening(26, 12, names=HARD_NAMES, played=5)
    event.language = "fr"  # its heads are longer
    if kind == "team-standings":
        put_into_teams(event)
    players, site = ((1, 2, 10, 18, 20), "https://euchre.example.org") if kind == "tally-cards" else ((), "")
    count = 2 if "blank" in kind else 26
    paper = printed(kind, event, size, large=True, players=players, site=site, count=count)

    assert len(paper.pages) == 1 or kind != "rotation"
    assert faults(paper) == []
    assert smaller_than(paper, 6.0 if kind.startswith("rule") else 8.0) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "word"),
    [
        ("tally-cards", "Archer"),
        ("seating-by-name", "Archer"),
        ("rounds-by-name", "Archer"),
        ("seating-by-table", "Archer"),
        ("standings", "Archer"),
        ("sign-in", "Archer"),
        ("rule-card", "Makers"),
        ("rule-card-short", "Makers"),
    ],
)
def test_what_is_read_is_at_least_sixteen_points(kind, word):
    event = make_evening(40, 8, names=("Ann Archer", "Bo Ek", "Cy Dahl"), played=4)
    paper = printed(kind, event, large=True, players=(1, 2) if kind == "tally-cards" else ())
    found = [w for page in paper.words() for w in page if w.text.strip(",.:") == word]

    assert found
    assert min(size_of(w) for w in found) >= LEAST


@pytest.mark.slow
@pytest.mark.parametrize("rounds", [1, 8, 17, 30])
def test_a_large_card_has_rows_for_a_thick_pen(rounds):
    event = make_evening(8, rounds, names=REAL_NAMES, rules=PRESETS["progressive"])
    paper = printed("tally-cards", event, large=True, players=(1,), site="https://euchre.example.org")

    assert len(paper.pages) == (1 if rounds <= 16 else 2)
    assert faults(paper) == []
    heights = row_heights(paper.words()[0], 6, 17, 40, 270)
    assert min(heights, default=12) >= 11.99


@pytest.mark.parametrize("kind", sorted(BY_DEALS))
def test_a_card_with_a_cell_for_every_deal_says_what_large_print_there_is_instead(kind):
    assert "large" in PAPERS[kind].asks
    with pytest.raises(NotPrintable, match="Print “Tally cards” in large print"):
        printed(kind, make_evening(8, 4), large=True, count=2)
