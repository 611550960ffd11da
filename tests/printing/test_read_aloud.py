"""Papers read aloud: what a screen reader finds in the PDF."""

import re

import pytest

from tests.helpers.names import REAL_NAMES
from tests.helpers.paper import outside, overlapping, printed, read_aloud
from tests.helpers.paper_events import make_evening

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def test_the_standings_are_a_table_with_heads():
    lines = read_aloud(printed("standings", make_evening(8, 4, played=2, names=REAL_NAMES)).pdf)

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
        ("blank-cards", "Against"),
    ],
)
def test_a_blank_paper_is_not_empty_to_those_who_listen(kind, words):
    assert f'"{words}"' in read_aloud(printed(kind, make_evening(8, 4)).pdf)


@pytest.mark.parametrize("kind", ["result-slips", "score-sheets"])
def test_a_sheet_says_which_table_and_round_it_is_for(kind):
    said = read_aloud(printed(kind, make_evening(8, 1), round=1).pdf)
    lines = [line for line in said if line.startswith('"')]

    assert lines[:4] == ['"Table "', '"1"', '"Round "', '"1"']


@pytest.mark.parametrize("kind", ["rounds-by-name", "wall-board", "seating-by-name", "sign-in"])
def test_lists_are_tables(kind):
    lines = read_aloud(printed(kind, make_evening(8, 2), round=1).pdf)

    assert any(line.startswith("Table") for line in lines)
    assert any(line.startswith("TH") for line in lines)


def elements(node):
    """The elements of a tagged structure below this one, in the order of reading."""
    for kid in node.get("/K", ()):
        kid = kid.get_object()
        if not isinstance(kid, int):
            yield kid
            yield from elements(kid)


def tables(paper):
    """Each table as rows of cells: kind, the texts by page and number, the heads it names, its own name."""
    root = paper.reader.root_object["/StructTreeRoot"]
    found = []
    for table in elements(root["/K"][0].get_object()):
        if table["/S"] == "/Table":
            rows = [row.get_object() for row in table["/K"]]
            found.append([[cell.get_object() for cell in row["/K"]] for row in rows])
    return found


def broken_texts(paper):
    """Pages' texts that the structure does not know, or places elsewhere."""
    tree = paper.reader.root_object["/StructTreeRoot"]
    pairs = tree["/ParentTree"]["/Nums"]
    by_page = {int(at): kids.get_object() for at, kids in zip(pairs[::2], pairs[1::2], strict=True)}
    faults = []
    for page in paper.reader.pages:
        known = by_page[page["/StructParents"]]
        numbers = sorted(
            int(number) for number in re.findall(rb"/MCID (\d+)", page.get_contents().get_data())
        )
        if numbers != list(range(len(known))):
            faults.append((numbers, len(known)))
        for number, element in enumerate(known):
            element = element.get_object()
            if number not in element["/K"] or element["/Pg"].get_object() != page:
                faults.append(number)
            while element["/S"] != "/Document":
                parent = element["/P"].get_object()
                if element.indirect_reference not in [
                    kid for kid in parent["/K"].get_object() if not isinstance(kid, int)
                ]:
                    faults.append((number, element["/S"]))
                element = parent
    return faults


@pytest.mark.parametrize(
    ("kind", "rounds", "columns", "choice"),
    [
        ("tally-cards", 3, 10, {"players": (1, 2, 3)}),
        ("tally-cards", 4, 10, {"players": (1,), "large": True}),
        ("tally-cards", 14, 10, {"site": "https://euchre.example.org"}),
        ("tally-cards-by-deals", 3, 18, {"players": (1, 2, 3)}),
        ("tally-cards-by-deals", 3, 18, {"site": "https://euchre.example.org"}),
        ("blank-cards", 3, 10, {"count": 4}),
        ("blank-cards-by-deals", 3, 18, {"count": 2}),
    ],
)
def test_every_cell_of_a_card_is_read_with_its_round_and_its_column(kind, rounds, columns, choice):
    """Tally cards were columns of bare figures."""
    paper = printed(kind, make_evening(9, rounds, played=1), **choice)
    cards = len(choice.get("players", ())) or choice.get("count") or 9

    assert len(tables(paper)) == cards
    for first, *rows in tables(paper):
        names = [cell["/ID"] for cell in first]
        assert len(names) == len(set(names)) == columns
        assert {(cell["/S"], cell["/A"]["/Scope"]) for cell in first} == {("/TH", "/Column")}
        assert len(rows) == rounds
        for head, *cells in rows:
            assert (head["/S"], head["/A"]["/Scope"]) == ("/TH", "/Row")
            assert [cell["/A"]["/Headers"] for cell in cells] == [[head["/ID"], name] for name in names[1:]]
    assert broken_texts(paper) == []
    assert outside(paper) == []
    assert overlapping(paper) == []


def test_a_card_is_read_round_by_round():
    event = make_evening(4, 2, played=1, names=("Ann Archer", "Bo Ek", "Cy Dahl", "Di Fox"))
    lines = read_aloud(printed("tally-cards", event, players=(1,)).pdf)
    table = lines[lines.index("Table (block)") :]
    rows = " ".join(line.strip('"') for line in table if line.startswith(('"', "TR"))).split("TR ")[1:]

    assert rows[0].split() == [
        "Rd",
        "Table",
        "Seat",
        "Partner",
        "Against",
        *("Score", "W/L", "Total"),
        *("Lone", "march", "Opp.", "initials"),
    ]
    number, table, seat, *rest = rows[1].split()
    assert (number, table) == ("1", "1")
    assert seat in "NESW"
    assert rest[-3:] in (["9", "W", "9"], ["5", "L", "5"]) or rest[-4:-1] == ["10", "W", "10"]
    assert rows[2].split()[:2] == ["2", "1"]


def test_an_empty_place_beside_the_last_card_is_not_read():
    paper = printed("tally-cards", make_evening(5, 2))

    assert len(tables(paper)) == 5
    assert paper.pages[-1].count("Against") == 4
    assert broken_texts(paper) == []


def test_the_number_of_a_deal_is_read_with_its_word():
    paper = printed("tally-cards-by-deals", make_evening(4, 1), players=(1,))
    said = [cell.get("/ActualText") for cell in tables(paper)[0][0]]

    assert said[0] == "Round"
    assert said[5:13] == [f"Deal {number}" for number in range(1, 9)]
