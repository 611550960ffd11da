"""Every paper, on both sizes: it is there, says what it should, and no text leaves its place."""

import io
import json
from itertools import pairwise

import pytest
from django.core.management import call_command

from tests.helpers.factories import NOW, enter, make_event, make_players, make_published
from tests.helpers.kept import kept
from tests.helpers.names import REAL_NAMES
from tests.helpers.paper import faults, outside, overlapping, printed, size_of
from tests.helpers.paper_events import make_evening
from tests.helpers.pseudo import speaking
from tournament.models import Event
from tournament.printing.paper import NotPrintable, registered
from tournament.printing.papers import PAPERS
from tournament.services.money import set_entry_fee, take_payment
from tournament.services.rounds import close_round
from tournament.services.teams import form_teams, set_teams

pytestmark = pytest.mark.django_db
PAPER = {"letter": (612, 792), "a4": (595, 842)}
# kind: sheets for eighteen players, words that must be there
SAYS = {
    "tally-cards": (5, ["Against", "W/L", "Opp. initials", "Checked by", "Player’s signature", "Zoë"]),
    "tally-cards-by-deals": (9, ["(1, 2 or 4; 5 for your own lone march)", "Against", "王小明"]),
    "blank-cards": (1, ["Against"]),
    "blank-cards-by-deals": (1, ["Against", "(1, 2 or 4; 5 for your own lone march)"]),
    "name-badges": (3, ["Siobhán", "Friday Night Euchre"]),
    "blank-badges": (1, ["Friday Night Euchre", "Name", "No."]),
    "check-in": (1, ["Check in", "Scan", "I’m here", "Friday Night Euchre"]),
    "poster": (1, ["Scan: where you sit", "euchre.example.org/e/", "Short name:"]),
    "sign-in": (1, ["Please sign in", "18 players", "Paid", "Signature", "Żółć Łukasz"]),
    "seating-by-name": (1, ["Where you sit in round 2", "Archer Ann", "sit out"]),
    "rounds-by-name": (1, ["Where you sit in every round", "Archer Ann", "sit-out"]),
    "wall-board": (2, ["Points by round", "Ann Archer", "Tape it under sheet 1", "Total"]),
    "fifty-tickets": (20, ["50/50", "200"]),
    "fifty-cash-sheet": (1, ["Sold by", "Half for the winner"]),
    "seating-by-table": (1, ["Tables in round 2", "Sit out:", "D'Arcy McGee"]),
    "rotation": (1, ["Rotation", "Each column is a round", "Sit out"]),
    "rotation-without-names": (1, ["18 players", "Each column is a round"]),
    "table-signs": (4, ["Table 4 N E S W"]),
    "seat-markers": (4, ["North", "South", "Table 1"]),
    "movement-cards": (2, ["Winners: go to table 1", "Losers stay", "Head table (1)", "While 4 tables play"]),
    "result-slips": (2, ["If tied, who got there first?", "Łukasz", "Initials N–S"]),
    "blank-slips": (1, ["If tied, who got there first?"]),
    "score-sheets": (6, ["Deals first", "Ruling", "Opponent’s initials", "bring this to the desk.", "Νίκος"]),
    "score-pad": (1, ["Deals first", "Maker: circle one"]),
    "rule-card": (2, ["Rules: Progressive", "Penalties", "Renege: did not follow suit"]),
    "rule-card-short": (1, ["Rules: Progressive", "Call the director", "defenders 2"]),
    "ruling-slips": (1, ["What happened", "redeal", "Already in the totals?"]),
    "standings": (1, ["Standings after round 1", "in play: 0 of 4", "Page 1 of 1"]),
    "team-standings": (1, ["Standings after round 1: teams of two", "Ann Archer Ben Baker", "Page 1 of 1"]),
    "prize-list": (1, ["Prizes so far (not final)", "1st", "Side prizes", "Lowest total"]),
    "cash-sheet": (1, ["Cash sheet", "Entry fees: 1 × 10.00", "Left for the house", "Counted by"]),
    "hand-over": (1, ["Hand over", "takeover", "Same again", "Where things are", "backups"]),
    "certificate": (1, ["Winner", "Tournament director"]),
}


@pytest.fixture
@kept
def evening(director):
    """Eighteen real names in three rounds, the first one played."""
    event = make_published(director, players=[*REAL_NAMES, "Ann Archer", "Ben Baker"], rounds=3)
    first = event.rounds.get(number=1)
    for number, table in enumerate(first.tables.order_by("number")):
        enter(table, 12 - number, 5, N=int(number == 0))
    close_round(first, by=director, at=NOW)
    return Event.objects.get(pk=event.pk)


def set_up(evening, kind):
    """Give the event what this paper needs; return what is chosen for it."""
    first = evening.players.order_by("number").first()
    asked = {"by": evening.memberships.get().user, "at": NOW}
    if kind == "movement-cards":
        evening.movement = "winners-up"
    if kind == "cash-sheet":
        set_entry_fee(evening, price=1000, **asked)
        take_payment(first, **asked)
    if kind == "team-standings":
        set_teams(evening, "first", **asked)
        form_teams(evening, [(17, 18), (1, 2)], confirmed=True, **asked)
        evening.refresh_from_db()
    evening.self_check_in, evening.here_token = True, "x" * 32
    site = "https://euchre.example.org" if kind in ("poster", "check-in") else ""
    return {"players": (first.number,) if kind == "certificate" else (), "site": site}


def test_every_paper_is_described_here_and_listed_under_a_heading():
    assert set(SAYS) == set(PAPERS)
    assert set(registered) == set(PAPERS)


@pytest.mark.slow
@pytest.mark.parametrize("kind", SAYS)
def test_the_paper_says_what_it_should_and_keeps_to_its_places(evening, kind):
    """On one size in English, on the other with every sentence two fifths longer.

    In French `test_grid.py` measures all of them.
    """
    choice = set_up(evening, kind)
    paper = printed(kind, evening, "a4", **choice)
    missing = [word for word in SAYS[kind][1] if word not in paper.text]
    assert missing == [] or kind == "certificate"
    has_its_sheets(paper, kind, "a4")
    if kind in TIGHT:
        has_its_sheets(printed(kind, evening, "letter", **choice), kind, "letter")
    else:
        with speaking():
            keeps_to_its_places(printed(kind, evening, "letter", **choice | FEW.get(kind, {})), kind)


def has_its_sheets(paper, kind, size):
    """As many as it should have, each of its size, with every word in its place."""
    assert len(paper.pages) == SAYS[kind][0]
    wide = kind in ("rotation", "rotation-without-names", "certificate", "wall-board", "team-standings")
    assert paper.size == (PAPER[size][::-1] if wide else PAPER[size])
    keeps_to_its_places(paper, kind)


# Four of these say as much as all.
FEW = {kind: {"players": (1, 2, 3, 4)} for kind in ("tally-cards", "tally-cards-by-deals", "name-badges")}
FEW |= {"fifty-tickets": {"count": 20}}
# What a language may not grow by so much: heads of columns that hold a name, the rows of a deal, a card for
# which half a sheet is just enough, and what is signed.
TIGHT = ("seating-by-name", "rounds-by-name", "score-sheets", "rule-card-short", "fifty-cash-sheet")


def keeps_to_its_places(paper, kind):
    assert outside(paper) == []
    if kind not in ("table-signs", "seat-markers"):  # half of a tent stands on its head
        assert overlapping(paper) == []


@pytest.mark.slow
def test_papers_are_tagged_titled_and_bring_their_faces_along(evening):
    reader = printed("tally-cards", evening).reader

    assert reader.metadata.title == "Friday Night Euchre: Tally cards"
    assert reader.metadata.author == "Friday Night Euchre"
    assert reader.root_object["/MarkInfo"]["/Marked"]
    assert reader.root_object["/Lang"] == "en"
    assert b"pdfuaid" in reader.root_object["/Metadata"].get_object().get_data()
    fonts = reader.pages[0]["/Resources"]["/Font"].get_object().values()
    descriptors = [
        font.get_object()["/DescendantFonts"][0].get_object()["/FontDescriptor"].get_object()
        for font in fonts
    ]
    assert descriptors
    assert all("/FontFile2" in d or "/FontFile3" in d for d in descriptors)
    assert all(d["/FontName"][7:8] == "+" for d in descriptors)  # subsets


@pytest.mark.slow
@pytest.mark.parametrize("kind", SAYS)
def test_a_new_event_without_players_prints_or_says_what_to_do_first(event, kind):
    needs_nobody = {"blank-cards", "score-pad", "rule-card", "rule-card-short", "ruling-slips"}
    needs_nobody |= {"rotation-without-names", "blank-cards-by-deals", "blank-badges", "blank-slips"}
    needs_nobody |= {"sign-in", "wall-board", "fifty-tickets", "fifty-cash-sheet", "hand-over"}
    if kind in needs_nobody:
        assert printed(kind, event).pages
    else:
        with pytest.raises(NotPrintable, match=r"(first|yet)\b.*\."):
            printed(kind, event)


@pytest.mark.parametrize("count", [3, 501])
def test_a_chart_without_names_knows_its_bounds(event, count):
    with pytest.raises(NotPrintable, match="4 to 500 players"):
        printed("rotation-without-names", event, count=count)


@pytest.mark.slow
def test_a_large_hall_goes_over_several_sheets(director):
    event = make_published(director, players=132, rounds=16, movement="seats")

    assert len(printed("seating-by-table", event, round=1).pages) == 3
    chart = printed("rotation", event)
    assert len(chart.pages) == 6  # three bands of tables, eight rounds each
    assert faults(chart) == []
    assert len(printed("seating-by-name", event, round=1).pages) == 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "players", "rounds"), [("a4", 7, 8), ("letter", 26, 8), ("letter", 103, 4), ("a4", 40, 20)]
)
def test_the_pairs_of_a_chart_are_in_columns(size, players, rounds):
    """ "12 7" above "3 9" did not line up, and who sits out was in small print."""
    chart = printed("rotation", make_evening(players, rounds), size)
    assert faults(chart) == []
    for page in chart.words():
        heads = [word for word in page if word.text == "Table"]
        figures = [word for word in page if word.text.isdigit() and heads[0].bottom + 1 < word.top < 195]
        edges = sorted(word.right for word in figures if word.left > 24)
        columns = 1 + sum(after - before > 0.3 for before, after in pairwise(edges))
        shown = {word.text for word in page if word.text.isdigit() and abs(word.top - heads[0].top) < 2.5}
        assert columns == 2 * len(shown)
        sizes = [size_of(word) for word in figures if word.left > 24]
        assert max(sizes) - min(sizes) < 0.1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "players", "least"), [("letter", 7, 100), ("a4", 26, 150), ("letter", 40, 150)]
)
def test_a_chart_fills_its_sheet(size, players, least):
    chart = printed("rotation", make_evening(players, 8), size)

    assert len(chart.pages) == 1
    assert max(word.bottom for word in chart.words()[0] if word.text.isdigit() and word.top < 190) > least


@pytest.mark.slow
@pytest.mark.parametrize("size", PAPER)
@pytest.mark.parametrize(
    ("kind", "word", "steps"),
    [("seating-by-table", "Gwen", (24, 32, 48, 60)), ("seating-by-name", "Gwen", (24, 29, 56, 66))],
)
def test_who_sits_where_is_set_as_large_as_one_sheet_holds_it(director, kind, word, steps, size):
    heights = []
    for players in steps:
        paper = printed(kind, make_published(director, players=players, rounds=1), size, round=1)
        assert len(paper.pages) == 1
        assert faults(paper) == []
        heights.append(max(found.bottom - found.top for found in paper.words()[0] if found.text == word))
    assert heights == sorted(set(heights), reverse=True)


def test_standings_stand_closer_where_that_spares_a_sheet(director):
    event = make_published(director, players=40, rounds=1)
    paper = printed("standings", event)

    assert len(paper.pages) == 1
    assert faults(paper) == []


@pytest.mark.slow
def test_a_long_name_of_an_event_stands_whole_at_the_head_and_the_date_on_every_card(director):
    name = "The Saint Bartholomew’s Parish Hall Annual Progressive Euchre Benefit Evening"
    event = make_published(director, players=8, rounds=1, name=name)
    for kind in ("standings", "sign-in", "seating-by-name", "rotation"):
        assert name in printed(kind, event).pages[0]
    assert printed("tally-cards", event).pages[0].count("20 November 2026: The Saint Bartholomew’s") == 4


@pytest.mark.slow
def test_five_hundred_players_can_sign_in(director):
    event = make_event(director)
    make_players(event, 500)
    paper = printed("sign-in", event)

    assert "500 players" in paper.text
    assert f"Page {len(paper.pages)} of {len(paper.pages)}" in paper.pages[-1]


def test_the_rotation_chart_the_seating_page_and_planrotation_say_the_same_of_a_plan(director, tmp_path):
    from tournament.reports.seating_page import published_seating_page
    from tournament.rotation.plan import Plan
    from tournament.state.attendance import published_plans

    event = make_published(director, players=18, rounds=6)
    rounds = tuple(published_plans(event).values())
    file = tmp_path / "plan.json"
    file.write_text(json.dumps(Plan(tuple(range(1, 19)), rounds).to_dict()))
    out = io.StringIO()
    call_command("checkplan", str(file), "--json", stdout=out)
    judged = json.loads(out.getvalue())
    page = {line.key: (int(line.value), int(line.least)) for line in published_seating_page(event).proof[:3]}
    assert page == {key: (judged[key], judged["least"][key]) for key in "POM"}
    assert page["P"] == (0, 0)
    foot = published_seating_page(event).how_good
    assert foot.startswith("Nobody has the same partner twice. ")
    assert foot in " ".join(printed("rotation", event).text.split())
    out = io.StringIO()
    call_command("planrotation", "--players", "18", "--rounds", "6", "--seed", "7", "--json", stdout=out)
    planned = json.loads(out.getvalue())["quality"]
    assert {key: (planned[key], planned["least"][key]) for key in "POM"} == page
