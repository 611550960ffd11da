"""Reading a pasted list."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.helpers.names import REAL_NAMES
from tournament.forms.grading import Known, Level, LineDecision, grade
from tournament.forms.pasted import NameOrder, blank_lines, read_list
from tournament.words.names import holds_contact


def names(text: str, order: NameOrder = NameOrder.AUTO) -> list[tuple[int | None, str]]:
    return [(line.number, line.name) for line in read_list(text, order)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ann Archer\nBen Baker", [(None, "Ann Archer"), (None, "Ben Baker")]),
        ("  Ann   Archer \r\n\r\nBen\r\n", [(None, "Ann Archer"), (None, "Ben")]),
        ("12 Ann Archer", [(12, "Ann Archer")]),
        (
            "1. Ann\n2) Ben\n#3 Cora\n4: Dan\n5 - Eve",
            [(1, "Ann"), (2, "Ben"), (3, "Cora"), (4, "Dan"), (5, "Eve")],
        ),
        ("- Ann\n• Ben\n* Cora", [(None, "Ann"), (None, "Ben"), (None, "Cora")]),
        ("1- Ann\n6–Eve\n(3) Cy", [(1, "Ann"), (6, "Eve"), (3, "Cy")]),
        ("(519) 555-0143 Ann\n519-555-0143 Ben", [(None, "Ann"), (None, "Ben")]),
        ("3rd Street Ann", [(None, "3rd Street Ann")]),
        ("1\tAnn Archer\n2\tBen Baker", [(1, "Ann Archer"), (2, "Ben Baker")]),
        ("Ann Archer\t1\t\t\nBen Baker\t\t\t", [(1, "Ann Archer"), (None, "Ben Baker")]),
        ("1;Ann;Archer\n2;Ben;Baker", [(1, "Ann Archer"), (2, "Ben Baker")]),
        ("1,Ann Archer\n2,Ben Baker", [(1, "Ann Archer"), (2, "Ben Baker")]),
        ('1,"Archer, Ann"\n2,"Baker, Ben"', [(1, "Ann Archer"), (2, "Ben Baker")]),
        ("Archer, Ann\nBaker, Ben", [(None, "Ann Archer"), (None, "Ben Baker")]),
        ("Archer, Ann, Jr.\nSmith, Jr.", [(None, "Ann Archer Jr."), (None, "Smith Jr.")]),
        ("No.\tName\n7\tAnn", [(7, "Ann")]),
        ("Name\nAnn\nBen", [(None, "Ann"), (None, "Ben")]),
        ("Surname,First name\nArcher,Ann", [(None, "Ann Archer")]),
        ("email;First;Last;Number\na@x;Ann;Archer;4\n", [(4, "Ann Archer")]),
        ("No.\tName\n7\tAnn\nBen Baker\n", [(7, "Ann"), (None, "Ben Baker")]),
        ("Player\tNo\nArcher, Ann\t4", [(4, "Ann Archer")]),
        ("Nom,Prénom\nArcher,Ann", [(None, "Ann Archer")]),
        ("N°\tNom\n7\tAnn Archer", [(7, "Ann Archer")]),
        ("Numéro;Prénom;Nom de famille\n4;Ann;Archer", [(4, "Ann Archer")]),
        ("nº 7 Ann\nNo 8 Ben", [(7, "Ann"), (8, "Ben")]),
        ("12", [(None, "12")]),
        ('O"Brien', [(None, 'O"Brien')]),
        ("", []),
        ("\n \n\u200b\n", []),
    ],
)
def test_lists_as_people_paste_them(text, expected):
    assert names(text) == expected


def test_real_names_come_through_unharmed():
    assert [name for _, name in names("\n".join(REAL_NAMES))] == list(REAL_NAMES)
    columns = "\n".join(f"{number}\t{name}" for number, name in enumerate(REAL_NAMES, 1))
    assert names(columns) == list(enumerate(REAL_NAMES, 1))


@pytest.mark.parametrize(
    ("pasted", "stored"),
    [
        ("Zoe\u0308", "Zoë"),
        ("Ann\u200b Archer\ufeff", "Ann Archer"),
        ("\u202eAnn\u202c", "Ann"),
        ("Ann\u00a0\u2003Archer", "Ann Archer"),
        ("Ann\x07 Archer\x00", "Ann Archer"),
    ],
)
def test_what_cannot_be_seen_does_not_come_along(pasted, stored):
    assert names(pasted) == [(None, stored)]


@pytest.mark.parametrize(
    ("order", "comma", "columns"),
    [
        (NameOrder.AUTO, "Ann Archer", "Archer Ann"),
        (NameOrder.FIRST_LAST, "Archer Ann", "Archer Ann"),
        (NameOrder.LAST_FIRST, "Ann Archer", "Ann Archer"),
    ],
)
def test_names_in_two_parts_are_put_together_as_chosen(order, comma, columns):
    assert names("Archer, Ann", order) == [(None, comma)]
    assert names("Archer\tAnn", order) == [(None, columns)]


@pytest.mark.parametrize(
    ("text", "doubt"),
    [
        ("Ann\tann@example.org\tdrives", "columns"),
        ("Number\tName\nseven\tAnn", "number"),
        ("Number;Name\n12345678901234;Ann", "number"),
    ],
)
def test_what_is_hard_to_read_is_said(text, doubt):
    assert [line.doubt for line in read_list(text)] == [doubt]


def test_lines_keep_their_place_in_the_list():
    assert [line.line for line in read_list("Ann\n\nBen\n\n")] == [1, 3]
    assert blank_lines("Ann\n\nBen\n\n") == 1


NOBODY = Known({})


def only(text):
    (line,) = read_list(text)
    return line


@pytest.mark.parametrize(
    ("text", "number", "name", "left_out"),
    [
        ("18. Dick Holloway, 226.555.0111", 18, "Dick Holloway", ["226.555.0111"]),
        ("Dick Holloway 226-555-0111", None, "Dick Holloway", ["226-555-0111"]),
        ("Dick Holloway (226) 555-0111", None, "Dick Holloway", ["(226) 555-0111"]),
        ("Dick Holloway - cell +1 226 555 0111 x4", None, "Dick Holloway", ["cell +1 226 555 0111 x4"]),
        ("Dick Holloway 5550111", None, "Dick Holloway", ["5550111"]),
        ("Holloway, Dick, 226.555.0111", None, "Dick Holloway", ["226.555.0111"]),
        ("18. 226.555.0111 Dick Holloway", 18, "Dick Holloway", ["226.555.0111"]),
        ("Ann Archer ann.archer@example.org", None, "Ann Archer", ["ann.archer@example.org"]),
        ("Ann Archer <ann@example.org>", None, "Ann Archer", ["<ann@example.org>"]),
        ("Ann Archer email: ann@example.org", None, "Ann Archer", ["email: ann@example.org"]),
        ("Ann Archer $10", None, "Ann Archer", ["$10"]),
        ("Ann Archer ($10.50)", None, "Ann Archer", ["$10.50"]),
        ("Ann Archer 10 dollars", None, "Ann Archer", ["10 dollars"]),
        ("Ann Archer *paid*", None, "Ann Archer", ["*paid*"]),
        ("Ann Archer (paid cash)", None, "Ann Archer", ["(paid cash)"]),
        ("Ann Archer - not paid", None, "Ann Archer", ["not paid"]),
        ("Ann Archer ✓", None, "Ann Archer", ["✓"]),
        ("[x] Ann Archer", None, "Ann Archer", ["[x]"]),
        ("* Ann Archer $10 *paid* 226-555-0111", None, "Ann Archer", ["$10", "226-555-0111", "*paid*"]),
        ("7\tDick\tHolloway\t226.555.0111", 7, "Dick Holloway", ["226.555.0111"]),
        ("Dick Holloway\t2265550111", None, "Dick Holloway", ["2265550111"]),
        ("2265550111\tDick\tHolloway", None, "Dick Holloway", ["2265550111"]),
        ("Dick Hay;dick@example.org;$10;paid", None, "Dick Hay", ["dick@example.org", "$10", "paid"]),
        ("12,Dick Holloway,226-555-0111", 12, "Dick Holloway", ["226-555-0111"]),
        ('"Holloway, Dick",226-555-0111', None, "Dick Holloway", ["226-555-0111"]),
        ("Name\tPhone\nDick Holloway\t226.555.0111", None, "Dick Holloway", ["226.555.0111"]),
    ],
)  # fmt: skip
def test_what_is_no_name_is_taken_out_and_told(text, number, name, left_out):
    line = only(text)
    assert (line.number, line.name, list(line.left_out)) == (number, name, left_out)
    assert line.doubt == ""


@pytest.mark.parametrize(
    ("text", "name", "left_out"),
    [
        ("1) Ann Archer – (519) 555-0143 – PAID", "Ann Archer", ["(519) 555-0143", "PAID"]),
        ("• Carol Cole, carol.cole@mail.example.com, $10 e-transfer", "Carol Cole",
         ["carol.cole@mail.example.com", "$10 e-transfer"]),
        ("Sue Dunn 555-0198 $20 paid", "Sue Dunn", ["$20", "555-0198", "paid"]),
        ('"Gray, Gwen" <gwen@gray.example>', "Gwen Gray", ["<gwen@gray.example>"]),
        ("H. Hill +44 7700 900123", "H. Hill", ["+44 7700 900123"]),
        ("Ivy Ives (cell: 519.555.0101)", "Ivy Ives", ["cell: 519.555.0101)"]),
        ("10. Jack Jones (pd)", "Jack Jones", ["(pd)"]),
        ("Kim King - owes $5", "Kim King", ["owes $5"]),
        ("Lou Lane ✅ 💵", "Lou Lane", ["✅", "💵"]),
        ("~~Ned Nash~~", "Ned Nash", ["~~"]),
        ("Olive Orr x2", "Olive Orr", ["x2"]),
        ("Pat Poole +1", "Pat Poole", ["+1"]),
        ("**Quinn Quill**", "Quinn Quill", ["**"]),
        ("Roy Reed [paid 10/20]", "Roy Reed", ["[paid 10/20]"]),
        ("Tia Tate tel:5195550199", "Tia Tate", ["tel:5195550199"]),
        ("Yul York\t\t\t", "Yul York", []),
        ("\u200bZoë Zane\u200b", "Zoë Zane", []),
        ("Mary-Jo O'Neil-Smith 5195550100", "Mary-Jo O'Neil-Smith", ["5195550100"]),
        ("Al Abel (Al's cousin) 555.0102", "Al Abel (Al's cousin)", ["555.0102"]),
        ("no. 7 Bo Beck", "Bo Beck", []),
        ("#12 Cy Cobb", "Cy Cobb", []),
        ("Di Dale @didale", "Di Dale", ["@didale"]),
        ("Ed East — paid cash $10.00", "Ed East", ["$10.00", "paid cash"]),
        ("Guy Gale: 226 555 0111 / 519 555 0122", "Guy Gale", ["226 555 0111 / 519 555 0122"]),
        ("Ha Hale 10$", "Ha Hale", ["10$"]),
        ("Ky Kerr (owes 5)", "Ky Kerr", ["(owes 5)"]),
        ("1. Len Lamb\u00a0\u00a0(519)555-0100", "Len Lamb", ["(519)555-0100"]),
        ("Q. Ray, Jr., 519-555-0133", "Q. Ray Jr.", ["519-555-0133"]),
        ("Ty Tam - Venmo'd", "Ty Tam", ["Venmo'd"]),
        ("Nora Noe, $10 cash", "Nora Noe", ["$10 cash"]),
    ],
)  # fmt: skip
def test_thirty_lines_of_real_lists_come_down_to_the_name(text, name, left_out):
    """Director finding 6."""
    line = only(text)
    assert (line.name, sorted(line.left_out)) == (name, sorted(left_out))


@pytest.mark.parametrize(
    "text",
    [
        "Mia Moss - sub if needed", "Sam Stone, 12 Elm Street", "Sy Sax - YES", "Jo Joy 2/5 paid",
        "Eve Ellis <eve@ellis.example>; Fred Ford <fred@ford.example>", "Xena Xu;10;yes", "Wes Way???",
    ],
)  # fmt: skip
def test_a_line_that_may_hold_more_than_a_name_asks(text):
    """Director finding 6: nothing that is no name is imported without a question."""
    (line,) = grade(read_list(text), NOBODY)
    assert line.decision is LineDecision.OPEN


@pytest.mark.parametrize(
    "name",
    [
        "O'Neil", "Anne-Marie", "Smith Jr.", "Mary 2", "John III", "Jean (Elgin St.)", "Johnny Cash",
        *REAL_NAMES,
    ],
)  # fmt: skip
def test_names_stay_as_they_are(name):
    line = only(name)
    assert (line.name, line.left_out) == (name, ())
    assert not holds_contact(name)
    (graded,) = grade([line], NOBODY)
    assert graded.flags == ()


def test_what_was_left_out_is_a_note_and_a_duplicate_behind_a_number_is_seen():
    (line,) = grade(read_list("18. Dick Holloway, 226.555.0111"), NOBODY)
    assert [(flag.code, flag.message) for flag in line.flags] == [("left-out", "Left out: 226.555.0111")]
    assert (line.level, line.decision) == (Level.NOTE, LineDecision.TAKE)
    _first, second = grade(read_list("Dick Holloway\n18. Dick Holloway, 226.555.0111"), NOBODY)
    assert "twice" in [flag.code for flag in second.flags]
    assert second.decision is LineDecision.OPEN


@pytest.mark.parametrize(
    "text",
    [
        "Friday night euchre", "Waiting list:", "Euchre Nov 20", "PLAYERS (27)\nAnn", "Confirmed:",
        "## Guests ##",
    ],
)  # fmt: skip
def test_a_heading_is_asked_about(text):
    first = grade(read_list(text), NOBODY)[0]
    assert [flag.code for flag in first.flags] == ["heading"]
    assert first.decision is LineDecision.OPEN


@pytest.mark.parametrize("name", ["June May", "April March", "Friday Monday", "Player 17", "Tom Lister"])
def test_a_name_made_of_such_words_is_no_heading(name):
    (line,) = grade(read_list(name), NOBODY)
    assert line.flags == ()


class TestTwoPeople:
    @pytest.mark.parametrize(
        ("text", "people"),
        [
            ("Ted & Alice Monroe", ["Ted Monroe", "Alice Monroe"]),
            ("Ted and Alice Monroe", ["Ted Monroe", "Alice Monroe"]),
            ("Ted/Alice Monroe", ["Ted Monroe", "Alice Monroe"]),
            ("Ted Monroe + Bo Derek", ["Ted Monroe", "Bo Derek"]),
            ("Monroe, Ted & Alice", ["Ted Monroe", "Alice Monroe"]),
            ("Jack & Zoe St. Pierre", ["Jack St. Pierre", "Zoe St. Pierre"]),
            ("Ben & Ann van der Berg", ["Ben van der Berg", "Ann van der Berg"]),
            ("Al & Bo Monroe Jr.", ["Al Monroe", "Bo Monroe Jr."]),
        ],
    )
    def test_a_couple_in_one_line_is_asked_about_and_can_be_split(self, text, people):
        (line,) = grade(read_list(text), NOBODY)
        assert [flag.code for flag in line.flags] == ["two-people"]
        assert (line.decision, line.rows) == (LineDecision.OPEN, ())
        assert line.choices == (LineDecision.SPLIT, LineDecision.TAKE, LineDecision.SKIP)
        (line,) = grade(read_list(text), NOBODY, {1: LineDecision.SPLIT})
        assert [row.name for row in line.rows] == people

    def test_the_first_of_two_has_the_lines_number_and_who_of_them_is_known_is_said(self):
        (line,) = grade(read_list("7\tTed & Alice Monroe"), NOBODY, {1: LineDecision.SPLIT})
        assert [(row.number, row.name) for row in line.rows] == [(7, "Ted Monroe"), (None, "Alice Monroe")]
        text = "Alice Monroe\nTed & Alice Monroe\nTed Monroe"
        _first, couple, third = grade(read_list(text), NOBODY)
        assert [flag.code for flag in couple.flags] == ["two-people", "twice"]
        assert [flag.code for flag in third.flags] == ["twice"]
        (line,) = grade(read_list("Friday night euchre"), NOBODY, {1: LineDecision.SPLIT})
        assert line.decision is LineDecision.OPEN
        (line,) = grade(read_list("Sandy Anders"), NOBODY)
        assert line.flags == ()


DIGITS = re.compile(r"\d(?:[\s.()/+\-–—]*\d){6,}")
PIECES = st.sampled_from(
    ["Ann", "Archer", "555", "0111", "226", "-", ".", "(", ")", "@", "x.org", ",", " ", "\t", ";", "$", "*",
     "paid", "18.", "1", "+", "/", '"', "12", "12345", "&", "Name", "Number"]
)  # fmt: skip


@example(";", NameOrder.AUTO)
@example(",\t;", NameOrder.LAST_FIRST)
@example("226 555\n0111 x", NameOrder.AUTO)
@example("555\t0111", NameOrder.AUTO)
@example("123 a@b 4567", NameOrder.AUTO)
@example("1234. 567 8", NameOrder.AUTO)
@given(
    st.one_of(st.text(max_size=200), st.lists(PIECES, max_size=30).map("".join)), st.sampled_from(NameOrder)
)
def test_no_name_holds_a_mail_address_or_a_phone_number(text, order):
    for line in read_list(text, order):
        assert "@" not in line.name
        assert DIGITS.search(line.name) is None
        assert not holds_contact(line.name)
        assert line.name == " ".join(line.name.split())
