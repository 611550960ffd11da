"""`make soak` tells what was reached, and never more: its table, and what it keeps between runs."""

import json

import pytest

from tests.soak import run, trials
from tests.soak.table import Row


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """Keep that a trial ended at a state of the code with these rows."""
    monkeypatch.setattr(run, "KEPT", tmp_path)

    def keep(name, code, *rows):
        result = {"code": code, "seconds": 61, "rows": rows}
        (tmp_path / f"{name}.json").write_text(json.dumps(result))

    return keep


def everything(kept, holds=True):
    for name in run.TRIALS:
        kept(name, "abc", Row(f"figure of {name}", "10", "10", holds))


def test_every_long_trial_is_run():
    written = {
        name
        for name, made in vars(trials).items()
        if getattr(made, "__annotations__", {}).get("return") is bool
    }
    assert set(run.TRIALS) == written - {"at_least", "exactly", "row"}


def test_the_table_holds_when_every_trial_ended_here_and_every_figure_holds(kept, capsys):
    everything(kept)
    assert run.show("abc")
    told = capsys.readouterr().out
    assert all(f"figure of {name} " in told for name in run.TRIALS)
    assert "0:01:01" in told
    assert "✗" not in told
    kept("races", "abc", Row("silent overwrites", "0", "1", False))
    assert not run.show("abc")
    assert "✗" in capsys.readouterr().out
    kept("races", "older", Row("answers of 500", "0", "0", True))  # at another state of the code
    assert not run.show("abc")
    told = capsys.readouterr().out
    assert "answers of 500" not in told
    assert "not yet" in told


def test_a_resumed_run_repeats_only_what_has_not_ended_here(kept, monkeypatch):
    everything(kept)
    kept("fuzz", "older")
    ran = []
    monkeypatch.setattr(run, "run", lambda name, code: ran.append(name))
    monkeypatch.setattr(run, "state_of_code", lambda: "abc")
    run.main(["--resume"])
    assert ran == ["fuzz"]


def test_a_trial_that_tells_nothing_and_ends_badly_is_a_figure_that_does_not_hold(kept, monkeypatch):
    everything(kept)
    monkeypatch.setattr(run.sys, "executable", "false")
    run.run("fuzz", "abc")
    assert run.told("fuzz", "abc")["rows"] == [["fuzz ends with", "0", "1", False]]
    assert not run.show("abc")


def test_the_cat_does_not_empty_the_folder_in_which_the_others_figures_are_kept(tmp_path):
    """pytest empties its folder for output first; that was the one of the kept figures."""
    (output,) = (
        word.partition("=")[2] for word in trials.cat_command(tmp_path) if word.startswith("--output")
    )
    assert not run.KEPT.is_relative_to(output)
