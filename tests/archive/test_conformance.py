"""The conformance files of docs/archive.md: what must be derived from each archive, and what must be refused.

They are for other programs, too: nobody writes them again. A file that is wrong is a change of the format.
"""

import json
import re
from pathlib import Path

import pytest

from tests.helpers.factories import NOW
from tests.referee.referee import differences
from tournament.archive import checking, shapes
from tournament.archive.document import ARCHIVE, document
from tournament.archive.importing import import_event
from tournament.archive.text import dumps, loads
from tournament.archive.upgrade import upgraded
from tournament.reports.standings import standings

ROOT = Path(__file__).resolve().parents[2]
FILES = ROOT / "tests" / "conformance"
DERIVED, EXPORTED = ".derived.json", ".exported.json"
ARCHIVES = sorted(path for path in FILES.glob("*.json") if path.name.count(".") == 1)
REFUSED = json.loads((FILES / "refused" / "places.json").read_text(encoding="utf-8"))


def named(path, ending):
    return path.with_name(path.stem + ending)


def derived(archive, rows):
    """What a program must find: each sheet counted, who sat out for how many points, the standings."""
    sheets = []
    for round_ in archive["rounds"]:
        for table in round_["tables"]:
            if (sheet := table["sheet"]) is not None:
                place = {"round": round_["number"], "table": table["number"]}
                deals = {"deals": [deal["points"] for deal in sheet["deals"]]} if "deals" in sheet else {}
                result = {name: sheet[name] for name in ("totals", "loners", "players", "winner")}
                sheets.append(place | deals | result)
    out = [
        {"player": row.number, "rounds": list(row.sat_out), "points": row.bye_points}
        for row in sorted(rows, key=lambda row: row.number)
        if row.sat_out
    ]
    return {"sheets": sheets, "sit_outs": out, "standings": archive["standings"]}


def test_there_are_twenty_one_archives_and_eleven_to_refuse():
    assert (len(ARCHIVES), len(REFUSED)) == (21, 11)
    assert {path.stem for path in (FILES / "refused").glob("*.json")} == {*REFUSED, "places"}


@pytest.mark.django_db
@pytest.mark.parametrize("path", ARCHIVES, ids=lambda path: path.stem)
def test_what_must_be_derived_is_derived_and_the_same_bytes_come_out(path, director):
    content = path.read_bytes()
    archive = loads(content)
    assert checking.problems_of(archive) == []
    event = import_event(archive, by=director, at=NOW)
    expected = json.loads(named(path, DERIVED).read_text(encoding="utf-8"))
    assert derived(document(event), standings(event, with_no_shows=True).rows) == expected
    exported = named(path, EXPORTED) if archive["version"] == 1 else path
    assert dumps(document(event)).encode() == exported.read_bytes()


@pytest.mark.parametrize("path", ARCHIVES, ids=lambda path: path.stem)
def test_the_referee_finds_the_same(path):
    archive = json.loads(path.read_text(encoding="utf-8"))
    assert differences(dumps(upgraded(archive)).encode()) == []
    expected = json.loads(named(path, DERIVED).read_text(encoding="utf-8"))
    assert upgraded(archive)["standings"] == expected["standings"]


@pytest.mark.parametrize("name", REFUSED)
def test_what_must_be_refused_is_refused_at_its_place(name):
    archive = loads((FILES / "refused" / f"{name}.json").read_bytes())
    assert [problem.path for problem in checking.problems_of(archive)] == REFUSED[name]


def members(shape):
    """The names of all members of a shape and of the shapes in it, and the words that a member can be."""
    match shape:
        case shapes.Object():
            for member in shape.members:
                yield from (member.name, *members(member.shape))
        case shapes.List(inside) | shapes.Maybe(inside):
            yield from members(inside)
        case shapes.ChosenByMember(_, kinds):
            for name, inside in kinds.items():
                yield from (name, *members(inside))


def test_every_member_of_the_format_is_described():
    page = (ROOT / "docs" / "archive.md").read_text(encoding="utf-8")
    told = set(re.findall(r"[\w-]+", " ".join(re.findall(r"`[^`]+`|^    .*$", page, re.M))))
    seats = {"N", "E", "S", "W", "NS", "EW"}
    assert set(members(ARCHIVE)) - seats - told == set()
