"""Turns at what is heavy: so many at once, over all processes, and given back in every way a turn can end."""

import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from tournament.running import background
from tournament.running.background import take_turn

pytest.importorskip("fcntl")
SHARED = background._shared  # before a test's own takes its place
ROOT = Path(__file__).resolve().parents[1]
HOLDS = """
import sys, time
from tournament.running.background import take_turn
with take_turn("imports", 1) as mine:
    print(mine, flush=True)
    time.sleep(60)
"""


@pytest.fixture(autouse=True)
def _a_folder_with_locks(settings, tmp_path, monkeypatch):
    settings.DATA_DIR = tmp_path
    monkeypatch.setattr(background, "_shared", SHARED)


def test_there_are_as_many_turns_as_said():
    with ExitStack() as held:
        assert [held.enter_context(take_turn("passwords", 2)) for _ in range(3)] == [True, True, False]
    with take_turn("passwords", 2) as mine:
        assert mine


def test_turns_at_one_thing_take_none_from_another():
    with take_turn("passwords", 1), take_turn("imports", 1) as mine:
        assert mine


def test_a_turn_is_given_back_after_an_error():
    with pytest.raises(ZeroDivisionError), take_turn("imports", 1):
        raise ZeroDivisionError
    with take_turn("imports", 1) as mine:
        assert mine


def test_another_process_has_a_turn_until_it_is_killed(tmp_path):
    other = subprocess.Popen(
        [sys.executable, "manage.py", "shell", "--no-imports", "-c", HOLDS],
        cwd=ROOT,
        env={"EUCHRE_DATA_DIR": str(tmp_path), "PATH": ""},
        stdout=subprocess.PIPE,
    )
    with other:
        assert other.stdout.readline() == b"True\n"
        with take_turn("imports", 1) as mine:
            assert not mine
        other.kill()
        other.wait()
        with take_turn("imports", 1) as mine:
            assert mine


def test_a_disk_that_takes_no_file_stops_nobody(settings, tmp_path):
    settings.DATA_DIR = tmp_path / "file" / "data"
    (tmp_path / "file").touch()
    with take_turn("imports", 1) as mine, take_turn("imports", 1) as second:
        assert (mine, second) == (True, False)


def test_without_locks_each_process_counts_its_own(monkeypatch):
    monkeypatch.setattr(background, "fcntl", None)
    with take_turn("imports", 1) as mine, take_turn("imports", 1) as second:
        assert (mine, second) == (True, False)
