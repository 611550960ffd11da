"""Files of version 1, kept as it wrote them, are read and come out as version 2 with the same results."""

import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.helpers.factories import NOW
from tests.referee.referee import differences
from tournament.archive.checking import problems_of
from tournament.archive.document import document
from tournament.archive.importing import import_event
from tournament.archive.text import dumps, loads
from tournament.archive.upgrade import upgraded

KEPT = sorted((Path(__file__).parent / "version-1").glob("*.json"))
GAINED = {"points_against", "ranked_from", "wishes", "stage_of", "groups", "team", "deals_played", "history"}


@pytest.fixture(params=KEPT, ids=lambda path: path.stem)
def kept(request):
    return loads(request.param.read_bytes())


def old_names(value):
    """A version 2 document in the words of version 1, as far as it had them."""
    if isinstance(value, list):
        return [old_names(member) for member in value]
    if not isinstance(value, dict):
        return value
    found = {name: old_names(member) for name, member in value.items() if name not in GAINED}
    if "lone" in found:
        lone, defender = found.pop("lone"), found.pop("lone_defender")
        found |= {"alone": lone is not None, "defender_alone": defender}
    if "cancels" in found:
        del found["dealer"], found["forfeits"]
    if "first_dealer" in found:
        found["first_dealer"] = found["first_dealer"] or "N"
    return found | ({"version": 1} if "version" in found else {})


def test_a_file_of_version_1_comes_out_as_version_2_with_the_same_facts_in_its_order(kept, director):
    written = document(import_event(kept, by=director, at=NOW))
    assert written["version"] == 2
    assert old_names(written) == kept
    assert [*map(str, problems_of(written)), *differences(dumps(written).encode())] == []
    raised = upgraded(kept)
    for round_ in raised["rounds"]:
        for sheet in (table["sheet"] for table in round_["tables"] if table["sheet"]):
            for ruling in sheet.get("rulings", ()):  # version 1 wrote it last
                ruling |= {name: ruling.pop(name) for name in ("included", "proposed", "reason")}
    assert json.dumps(raised) == json.dumps(written)


def test_lone_hands_keep_their_seats_and_version_2_says_where_nobody_said_who_dealt_first(director):
    (defended,) = (loads(path.read_bytes()) for path in KEPT if path.stem == "defended")
    table = document(import_event(defended, by=director, at=NOW))["rounds"][0]["tables"][0]
    assert table["first_dealer"] == "W"
    assert [deal["call"] for deal in table["sheet"]["deals"][:3]] == [
        {"maker": "E", "lone": "E", "lone_defender": "S"},
        {"maker": "N", "lone": "N", "lone_defender": None},
        {"maker": "S", "lone": None, "lone_defender": None},
    ]
    (friday,) = (loads(path.read_bytes()) for path in KEPT if path.stem == "friday-night")
    tables = document(import_event(friday, by=director, at=NOW))["rounds"][0]["tables"]
    assert [(table["sheet"]["entry"], table["first_dealer"]) for table in tables] == [
        ("deals", "N"),
        ("totals", None),
    ]


def test_a_file_of_version_1_is_checked_like_any_other(tmp_path, capsys):
    call_command("checkevent", *map(str, KEPT))
    assert capsys.readouterr().out.count(": agrees") == len(KEPT)
    wrong = tmp_path / "wrong.json"
    wrong.write_text(KEPT[0].read_text(encoding="utf-8").replace('"NS": 2', '"NS": 1', 1), encoding="utf-8")
    with pytest.raises(CommandError, match="1 of 1 with differences"):
        call_command("checkevent", str(wrong))


@pytest.mark.parametrize("version", [True, 1.0, "1", None, [1]])
def test_what_is_not_version_1_is_left_as_it_is(version):
    archive = {"format": "euchre-event", "version": version, "event": {}}
    assert upgraded(archive) is archive


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"players": 7}, "players: must be a list, not 7."),
        ({"players": [7]}, "players[0]: must be an object, not 7."),
        ({"rounds": [{"tables": [{"sheet": {"totals": {"NS": "x"}}}]}]}, "rounds[0].number: is missing."),
        ({"standings": [{"player": []}]}, "standings[0].player: must be a whole number"),
        ({"event": None}, "event: must be an object, not null."),
    ],
    ids=str,
)
def test_a_broken_file_of_version_1_is_named_like_any_other(kept, wrong, told):
    assert any(str(problem).startswith(told) for problem in problems_of(kept | wrong))
