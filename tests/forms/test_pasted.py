"""Reading a pasted list."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.helpers.names import REAL_NAMES
from tournament.forms.pasted import NameOrder, blank_lines, read


def names(text: str, order: NameOrder = NameOrder.AUTO) -> list[tuple[int | None, str]]:
    return [(line.number, line.name) for line in read(text, order)]


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
    assert [line.doubt for line in read(text)] == [doubt]


def test_lines_keep_their_place_in_the_list():
    assert [line.line for line in read("Ann\n\nBen\n\n")] == [1, 3]
    assert blank_lines("Ann\n\nBen\n\n") == 1


@example(";", NameOrder.AUTO)
@example(",\t;", NameOrder.LAST_FIRST)
@given(st.text(max_size=400), st.sampled_from(NameOrder))
def test_whatever_is_pasted_is_read_without_failing(text, order):
    for line in read(text, order):
        assert "\n" not in line.name
        assert line.name == " ".join(line.name.split())
