"""A folder that is replaced whole, and only if it is ours."""

import os
import pathlib

import pytest

from tests.helpers.refusals import refused
from tournament.services.errors import Refused
from tournament.web.static_folder import MARK, write_folder


def held(folder):
    return {
        file.relative_to(folder).as_posix(): file.read_bytes()
        for file in folder.rglob("*")
        if file.is_file() and file.name != MARK
    }


def test_it_is_made_with_the_folders_above_it(tmp_path):
    out = tmp_path / "web" / "club"
    write_folder({"index.html": b"1", "players/7/index.html": b"7"}, out)
    assert held(out) == {"index.html": b"1", "players/7/index.html": b"7"}
    assert os.listdir(out.parent) == ["club"]


def test_published_again_it_holds_nothing_of_before(tmp_path):
    out = tmp_path / "club"
    write_folder({"index.html": b"1", "old.html": b"old"}, out)
    write_folder({"index.html": b"2"}, out)
    assert held(out) == {"index.html": b"2"}
    assert os.listdir(tmp_path) == ["club"]


def test_an_empty_folder_is_taken(tmp_path):
    (tmp_path / "club").mkdir()
    write_folder({"index.html": b"1"}, tmp_path / "club")
    assert held(tmp_path / "club") == {"index.html": b"1"}


@pytest.mark.parametrize("mark", [None, b"something else"])
def test_a_folder_that_is_not_ours_is_left_alone(tmp_path, mark):
    (tmp_path / "letter.txt").write_text("dear")
    if mark:
        (tmp_path / MARK).write_bytes(mark)
    before = held(tmp_path)
    with pytest.raises(Refused, match="is not empty") as refused:
        write_folder({"index.html": b"1"}, tmp_path)
    assert refused.value.code == "not-ours"
    assert held(tmp_path) == before


def test_a_file_in_its_place_is_left_alone(tmp_path):
    (tmp_path / "club").write_text("dear")
    with refused("no-folder"):
        write_folder({"index.html": b"1"}, tmp_path / "club")
    assert (tmp_path / "club").read_text() == "dear"


def test_a_disk_that_is_full_leaves_the_folder_of_before(tmp_path, monkeypatch):
    out, write = tmp_path / "club", pathlib.Path.write_bytes
    write_folder({"index.html": b"1"}, out)

    def full(self, data):
        if self.name == "b.html":
            raise OSError(28, "No space left on device")
        return write(self, data)

    monkeypatch.setattr(pathlib.Path, "write_bytes", full)
    with pytest.raises(OSError, match="No space"):
        write_folder({"index.html": b"2", "b.html": b"b"}, out)
    assert held(out) == {"index.html": b"1"}
    assert os.listdir(tmp_path) == ["club"]


def test_an_exchange_that_fails_puts_the_folder_of_before_back(tmp_path, monkeypatch):
    out, rename, renamed = tmp_path / "club", pathlib.Path.rename, []
    write_folder({"index.html": b"1"}, out)

    def second_fails(self, target):
        renamed.append(target)
        if len(renamed) == 2:
            raise PermissionError(13, "Permission denied")
        return rename(self, target)

    monkeypatch.setattr(pathlib.Path, "rename", second_fails)
    with pytest.raises(PermissionError):
        write_folder({"index.html": b"2"}, out)
    assert held(out) == {"index.html": b"1"}
    assert os.listdir(tmp_path) == ["club"]
