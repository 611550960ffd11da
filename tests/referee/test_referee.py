"""The referee sees what is wrong: every result of an archive, changed by one, is found."""

import copy
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.referee import __main__ as command
from tests.referee.referee import differences
from tests.referee.sheets import judge_deals
from tournament.archive.document import document
from tournament.archive.text import dumps
from tournament.simulation.events import simulate
from tournament.simulation.settings import Wanted

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def archive(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock():
        (event,) = simulate(11, 1, Wanted((9, 9), (2, 2), "progressive", "chart"), keep=document)
    return event.kept


def results(value, path=()) -> Iterator[tuple]:
    """The place of every derived number of an archive."""
    for key, member in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(member, (dict, list)):
            yield from results(member, (*path, key))
        elif isinstance(member, int) and not isinstance(member, bool):
            yield (*path, key)


def is_result(archive, path) -> bool:
    if path[0] == "standings":
        return path[-1] != "player"
    if path[0] != "rounds" or "rulings" in path or "sheet" not in path:
        return False
    sheet = archive
    for key in path[: path.index("sheet") + 1]:
        sheet = sheet[key]
    name = path[path.index("sheet") + 1]
    if name == "deals":
        return "points" in path
    return name == "players" or (sheet["entry"] == "deals" and name in ("totals", "loners"))


def test_every_result_that_is_changed_by_one_is_found(archive):
    assert differences(dumps(archive).encode()) == []
    places = [path for path in results(archive) if is_result(archive, path)]
    assert len(places) > 50
    for path in places:
        wrong = copy.deepcopy(archive)
        place = wrong
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] += 1
        assert differences(dumps(wrong).encode()), path


def test_bytes_that_are_not_the_formats_are_found(archive):
    assert "the bytes are not those of the format" in differences(json.dumps(archive).encode())


def test_the_example_of_the_rulebook_comes_to_what_it_says(archive):
    """A lone march scores four for the side and five for the maker; North deals first."""
    rules = archive["event"]["rules"] | {
        "deals_per_round": 1, "lone_march": 4, "lone_march_bonus": 1, "target": None,
    }  # fmt: skip
    deal = {
        "slot": 1, "attempt": 1, "dealer": "N", "tricks": 5, "supreme": False, "rulings": [],
        "fate": "PLAYED", "call": {"maker": "E", "lone": "E", "lone_defender": None},
    }  # fmt: skip
    judged = judge_deals(rules, "N", [deal])
    assert judged["totals"] == {"NS": 0, "EW": 4}
    assert judged["players"] == {"N": 0, "E": 5, "S": 0, "W": 4}
    assert judged["winner"] == "EW"


def test_it_imports_nothing_of_the_product():
    for path in Path(__file__).parent.glob("[!t]*.py"):
        source = path.read_text(encoding="utf-8")
        assert "scoring" not in source, path.name
        assert "tournament" not in source, path.name
        assert "django" not in source, path.name


def test_the_command_counts_and_its_status_tells(archive, tmp_path, capsys):
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(dumps(archive), encoding="utf-8")
    bad.write_text(dumps(archive | {"standings": []}), encoding="utf-8")
    assert command.main([str(good)]) == 0
    assert command.main([str(good), str(bad)]) == 1
    assert "2 archives, 1 differences" in capsys.readouterr().out
