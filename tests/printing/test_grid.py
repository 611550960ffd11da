"""Every paper over a grid of events, measured in the PDF: type, words over each other, low rows.

Each value of each dimension occurs; the full product would take hours. Real names are in `test_papers.py`.
"""

import pytest

from scoring.ruleset import PRESETS
from tests.helpers.paper import outside, overlapping, printed, row_heights, smaller_than
from tests.helpers.paper_events import HARD_NAMES, make_evening, put_into_teams
from tournament.models import EntryFee, Player
from tournament.names import last_name_first
from tournament.printing.papers import PAPERS

pytestmark = pytest.mark.django_db
# size, players, rounds, deals, names
EVENTS = (
    ("letter", 4, 1, 4, HARD_NAMES),
    ("a4", 7, 30, 24, HARD_NAMES),
    ("letter", 26, 12, 16, HARD_NAMES),
)
LARGE = ("a4", 100, 12, 8, HARD_NAMES)
UPSIDE_DOWN = {"table-signs", "seat-markers"}
BY_PLAYER = {"tally-cards", "tally-cards-by-deals", "name-badges"}  # a few say as much as a hundred
SMALL = {"rule-card": 6.0, "rule-card-short": 6.0}


def faults(event, kind, size):
    """What is wrong with one paper of one event, in words."""
    choice = {"players": (1, 2, 3, 4, 5)} if kind in BY_PLAYER else {}
    if kind in ("seating-by-name", "seating-by-table", "score-sheets", "result-slips"):
        choice["round"] = 1
    if kind == "certificate":
        choice["players"] = (1,)
    if kind == "rotation-without-names":
        choice["count"] = 26
    if kind in ("poster", "check-in"):
        choice["site"] = "https://euchre.example.org"
        event.self_check_in, event.here_token = True, "x" * 32
    if kind == "cash-sheet":
        EntryFee.objects.get_or_create(event=event, price=1000)
    if kind == "team-standings":
        put_into_teams(event)
    if kind == "movement-cards":
        event.movement = "seats"
    if kind == "fifty-tickets":
        choice["count"] = 20
    paper = printed(kind, event, size, **choice)
    event.movement, event.teams = "chart", ""
    found = {"outside": outside(paper), "too small": smaller_than(paper, SMALL.get(kind, 8.0))}
    if kind not in UPSIDE_DOWN:
        found["overlapping"] = overlapping(paper)
    if kind.startswith("tally") or kind == "score-sheets":
        low = 10 if kind == "score-sheets" else 6
        rows = row_heights(paper.words()[0], low, low + 6, 26 if low == 6 else 60, 130)
        found["low rows"] = [height for height in rows if height < 6.99]
    return [f"{kind}, {what}: {words[:6]}" for what, words in found.items() if words]


@pytest.mark.slow
@pytest.mark.parametrize("shape", EVENTS, ids=lambda shape: "-".join(str(value) for value in shape[:4]))
def test_every_paper_keeps_its_limits(shape):
    size, players, rounds, deals, names = shape
    rules = PRESETS["progressive"].changed(deals_per_round=deals)
    event = make_evening(players, rounds, names=names, rules=rules, played=(rounds + 1) // 2)

    assert [fault for kind in PAPERS for fault in faults(event, kind, size)] == []


@pytest.mark.slow
def test_a_large_hall_keeps_its_limits():
    size, players, rounds, deals, names = LARGE
    rules = PRESETS["progressive"].changed(deals_per_round=deals)
    event = make_evening(players, rounds, names=names, rules=rules, played=rounds)
    kinds = ("standings", "seating-by-name", "seating-by-table", "sign-in", "tally-cards", "prize-list",
             "rounds-by-name", "wall-board", "movement-cards", "result-slips")  # fmt: skip

    assert [fault for kind in kinds for fault in faults(event, kind, size)] == []
    text = printed("sign-in", event, size).text
    for name in Player.objects.filter(event=event).values_list("own_name", flat=True).distinct():
        if name.isascii() and len(name) < 30:
            assert " ".join(last_name_first(name)).strip() in " ".join(text.split())
