"""Every paper over a grid of events, measured in the PDF: type, margins, rows, words over each other, cut
names.

With `-s` it prints the figures of each paper. Each value of each dimension occurs; the full product would
take hours. Every event has what papers came to carry last: its seating was redrawn, it has teams and prizes
of every sort, and one is a rehearsal.
"""

import re

import pytest

from scoring.prizes import LAST, LONE_POT
from scoring.ruleset import PRESETS
from tests.helpers.factories import NOW, make_event
from tests.helpers.names import REAL_NAMES
from tests.helpers.paper import MM, outside, overlapping, pitch, printed, size_of, smaller_than
from tests.helpers.paper_events import make_evening, put_into_teams
from tournament.models import EntryFee
from tournament.printing.fit import ELLIPSIS
from tournament.printing.papers import GROUPS
from tournament.registry import actions
from tournament.services.prizes import set_prizes
from tournament.words.names import last_name_first

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
NAMES = (
    *REAL_NAMES,
    "Maximilian Featherstonehaugh-Cholmondeley",
    "O'Brien, Pat (Mrs.)",
    "Ursula Abercrombie-Worthington",
    "Владимир Александрович Константинов",
)
# size, players, rounds, deals, language
EVENTS = (
    ("letter", 4, 1, 4, "en"),
    ("a4", 7, 30, 24, "fr"),
    ("letter", 7, 8, 8, "en"),
    ("letter", 26, 12, 16, "fr"),
    pytest.param(("a4", 26, 8, 8, "en"), marks=pytest.mark.deep),
    pytest.param(("letter", 100, 8, 8, "en"), marks=pytest.mark.deep),
    ("a4", 44, 12, 10, "fr"),
    pytest.param(("a4", 100, 12, 10, "fr"), marks=pytest.mark.deep),
)
UPSIDE_DOWN = {"table-signs", "seat-markers"}  # half of a tent is read from the other side

# Columns with a word in each row to write in: its left and right edge, and how far down (mm)
ROWS = {
    "tally-cards": (6, 12, 26, 130),
    "tally-cards-by-deals": (6, 12, 26, 125),
    "blank-cards": (6, 12, 26, 130),
    "score-sheets": (10, 16, 60, 130),
    "score-pad": (10, 16, 60, 130),
    "wall-board": (11, 23, 36, 190),
    "sign-in": (20, 36, 40, 250),
}
FEW = (1, 2, 3, 4, 17, 18, 19, 20)  # a card for each would take half the time; the hard names are the last
CHOICES = {
    "tally-cards": {"players": FEW},
    "tally-cards-by-deals": {"players": FEW},
    "seating-by-name": {"round": 1},
    "seating-by-table": {"round": 1},
    "score-sheets": {"round": 1},
    "result-slips": {"round": 1},
    "certificate": {"players": (1,)},
    "rotation-without-names": {"count": 26},
    "poster": {"site": "https://euchre.example.org"},
    "check-in": {"site": "https://euchre.example.org"},
    "fifty-tickets": {"count": 20},
}


def evening(players, rounds, deals, language):
    """An event of which every paper can be printed."""
    rules = PRESETS["progressive"].changed(deals_per_round=deals)
    event = make_evening(players, rounds, names=NAMES, rules=rules, played=(rounds + 1) // 2)
    director = event.memberships.get().user
    put_into_teams(event)
    EntryFee.objects.create(event=event, price=1000)
    set_prizes(
        event, by=director, at=NOW, places=[5000, 3000, 1000], sides={"most_loners": 700, LONE_POT: 1200},
        in_kind=[("Ham", [1, 4]), ("Smoked turkey from the butcher on Main Street", [LAST])],
    )  # fmt: skip
    event.audit_entries.create(
        action=actions.SEATING_REPLANNED.code, at=NOW, by=director, facts={"from_round": rounds}
    )
    if (players, language) == (7, "en"):
        event.rehearsal_of = make_event(director, name="The real one")
    event.self_check_in, event.here_token = True, "x" * 32
    event.language = language
    return event


def faults(kind, paper, event):
    """What is wrong with one paper, in words. The mark of a rehearsal is over everything."""
    found = {
        "outside": outside(paper),
        "too small": smaller_than(paper, 8.0),
        "overlapping": [] if kind in UPSIDE_DOWN or event.is_rehearsal else overlapping(paper),
        "low rows": [height for height in pitch(paper, *ROWS.get(kind, (0, 0, 0, 0))) if height < 6.99],
        "cut": re.findall(rf"\S*\s?\S+{ELLIPSIS}", paper.text),
    }
    return [f"{kind}, {what}: {words[:6]}" for what, words in found.items() if words]


def figures(kind, paper):
    """The measures of a paper in one line: sheets, least type (pt), least margin and lowest row (mm)."""
    width, height = (points / MM for points in paper.size)
    words = [word for page in paper.words() for word in page]
    edge = min(min(w.left, w.top, width - w.right, height - w.bottom) for w in words)
    type_ = min((size_of(w) / 1.3 * MM for w in words if w.text.isascii()), default=0)
    rows = min(pitch(paper, *ROWS.get(kind, (0, 0, 0, 0))), default=0)
    return f"{kind:24}{len(paper.pages):4} sheets {type_:6.1f} pt {edge:6.1f} mm {rows:6.1f} mm"


@pytest.mark.parametrize("kinds", GROUPS.values(), ids=lambda kinds: kinds[0])
@pytest.mark.parametrize("shape", EVENTS, ids=lambda shape: "-".join(str(value) for value in shape))
def test_every_paper_keeps_its_limits(shape, kinds):
    size, *rest = shape
    event = evening(*rest)
    wrong = []
    for kind in kinds:
        event.movement = "seats" if kind == "movement-cards" else "chart"
        choice = dict(CHOICES.get(kind, {}))
        if "players" in choice:
            choice["players"] = tuple(number for number in choice["players"] if number <= rest[0])
        paper = printed(kind, event, size, **choice)
        print(f"{size:7}{rest[0]:4} {figures(kind, paper)}")
        wrong += faults(kind, paper, event)
        if kind == "sign-in":
            wrong += [name for name in NAMES[: rest[0]] if not is_in(name, paper)]
    assert wrong == []


def is_in(name, paper):
    """Whether a list from A to Z has a name in full."""
    return not name.isascii() or " ".join(last_name_first(name)).strip() in " ".join(paper.text.split())
