"""The command line: plan, and judge a plan from anywhere."""

import io
import json

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError


def run(*words):
    out = io.StringIO()
    call_command(*words, stdout=out)
    return out.getvalue()


def test_planrotation_prints_the_agreed_json():
    shape = json.loads(run("planrotation", "--players", "18", "--rounds", "6", "--seed", "7", "--json"))
    assert [shape[key] for key in ("players", "rounds", "seed")] == [18, 6, 7]
    assert len(shape["plan"]) == 6
    assert set(shape["plan"][0][0]) == {"table", "N", "E", "S", "W"}
    assert all(len(out) == 2 for out in shape["sit_out"])
    assert shape["quality"]["P"] == 0
    assert set(shape["quality"]["least"]) == {"P", "O", "M"}


def test_planrotation_prints_a_table_with_its_proof_and_says_what_cannot_be_done():
    text = run("planrotation", "--players", "8", "--rounds", "7")
    assert text.count("Round ") == 7
    assert "Repeated partners: 0 (least possible" in text
    assert "Repeated opponents: 28 (least possible" in text
    with pytest.raises(CommandError, match="four are needed"):
        run("planrotation", "--players", "3", "--rounds", "2")


@pytest.mark.parametrize(
    "movement", ["seats", "draw", "winners-up", "by-standings", "standings-last", "fixed-partners"]
)
def test_checkplan_accepts_what_planrotation_prints(tmp_path, movement):
    rounds = "1" if movement in ("winners-up", "by-standings") else "4"
    file = tmp_path / "plan.json"
    file.write_text(
        run("planrotation", "--players", "16", "--rounds", rounds, "--movement", movement, "--json")
    )
    assert "Repeated partners" in run("checkplan", str(file))
    assert json.loads(run("checkplan", str(file), "--json"))["problems"] == []


def test_planrotation_plans_the_rounds_before_one_that_follows_from_the_standings(capsys):
    words = "--players", "12", "--rounds", "5", "--movement", "standings-last", "--json"
    assert len(json.loads(run("planrotation", *words))["plan"]) == 4
    assert "Round 5 is seated from the standings after round 4" in capsys.readouterr().err


def test_checkplan_finds_a_false_claim_and_a_player_seated_twice(tmp_path):
    shape = json.loads(run("planrotation", "--players", "8", "--rounds", "7", "--json"))
    shape["quality"]["O"] = 3
    file = tmp_path / "plan.json"
    file = tmp_path / "plan.json"
    file.write_text(json.dumps(shape))
    with pytest.raises(CommandError, match="says O = 3, but it is 28"):
        run("checkplan", str(file))
    shape["plan"][0][0]["N"] = shape["plan"][0][1]["N"]
    file.write_text(json.dumps(shape))
    with pytest.raises(CommandError, match="problem"):
        run("checkplan", str(file))


@pytest.mark.parametrize("text", ["", "no json", "[]", '{"plan": 3}', "\xff"])
def test_checkplan_refuses_what_is_no_plan(tmp_path, text):
    file = tmp_path / "plan.json"
    file.write_text(text, "latin-1")
    with pytest.raises(CommandError):
        run("checkplan", str(file))


def test_checkplan_refuses_a_file_that_is_not_there(tmp_path):
    with pytest.raises(CommandError, match="cannot be read"):
        run("checkplan", str(tmp_path / "none.json"))
