"""Lists for spreadsheets: what is in them, and that nothing typed by somebody becomes a formula."""

import csv
import io

import openpyxl
import pytest

from tests.archive.made import eventful
from tests.helpers.factories import NOW, make_players
from tournament.archive.lists import FORMULA, LISTS, list_file, safe_cell
from tournament.services.players import add_player


def rows_of_csv(kind, event):
    text = list_file(LISTS[kind], event, "csv").decode("utf-8-sig")
    return list(csv.reader(io.StringIO(text)))


def sheet_of(kind, event):
    return openpyxl.load_workbook(io.BytesIO(list_file(LISTS[kind], event, "xlsx"))).active


@pytest.mark.parametrize(
    ("typed", "cell"),
    [
        ("=1+1", "'=1+1"), ("+49 123", "'+49 123"), ("-Ann", "'-Ann"), ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", "'=1"), ("\r=1", "'=1"), ("  =1", "'=1"), ("＝1", "'＝1"), ("Ann=Bo", "Ann=Bo"), ("", ""),
        (None, ""), (-2, -2), (True, "yes"), ("a\x07b\u202ec", "abc"),
    ],
)  # fmt: skip
def test_a_cell_is_never_a_formula(typed, cell):
    assert safe_cell(typed) == cell


def test_no_list_holds_a_formula_whatever_players_are_called(director):
    event = eventful(director)
    event.players.filter(number=1).update(own_name='=HYPERLINK("http://x","y")', note="@note")
    event.rulings.update(reason="+reason")
    add_player(event, "-1+1", by=director, at=NOW)
    for kind in LISTS:
        typed = [cell for row in rows_of_csv(kind, event) for cell in row if not cell.lstrip("-").isdigit()]
        written = [cell for row in sheet_of(kind, event).iter_rows() for cell in row]
        assert all(cell.data_type != "f" for cell in written), kind
        for cells in (typed, [cell.value for cell in written if isinstance(cell.value, str)]):
            assert len(cells) > 5, kind
            assert [cell for cell in cells if cell[:1] in FORMULA] == [], kind


def test_each_list_has_its_columns_and_all_that_it_is_of(director):
    event = eventful(director)
    head, first, *rest = rows_of_csv("standings", event)
    assert head[:4] == ["Place", "Number", "Name", "Points"]
    assert "Round 1" in head
    assert first[0] == "1"
    assert len(rest) == 7  # one of nine is not ranked
    cells = [cell.value for cell in list(sheet_of("standings", event).rows)[1]]
    assert all(isinstance(cell, int) for cell in cells[:2])
    head, *rows = rows_of_csv("sheets", event)
    of_table_1 = [row for row in rows if row[:2] == ["1", "1"]]
    assert [(row[2], row[3]) for row in of_table_1] == [("1", "no"), ("2", "yes")]
    assert head.index("North: name") == head.index("North") + 1
    assert all(len(row) == len(head) for row in rows)
    _head, *rows = rows_of_csv("rulings", event)
    assert [(row[5], row[16]) for row in rows] == [
        ("renege", "in force"),
        ("lead-out-of-turn", "in force"),
        ("table-talk", "revoked"),
    ]
    _head, *rows = rows_of_csv("history", event)
    assert rows[0][0] == "2026-11-20 19:42:00"
    assert "created the event" in rows[0][3]


def test_the_reading_does_not_grow_with_the_players(event, django_assert_max_num_queries):
    make_players(event, 200)
    with django_assert_max_num_queries(10):
        for kind in LISTS:
            if kind != "standings":
                list_file(LISTS[kind], event, "csv")
