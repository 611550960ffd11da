"""A start that cannot be: each ends in a sentence that says what to do, and leaves everything as it was."""

import errno
import os
import re
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.helpers.ports import free_port
from tests.helpers.served import call, dump, fetch, manage, served
from tournament.running import network, serving

ODD = "100% Événement #1 ?a=b & 'q' [2]"  # what means something else in an address


class Disk:
    def __init__(self, free):
        self.free = free


@pytest.mark.slow
def test_a_second_start_on_the_same_folder_is_told_where_the_first_serves(tmp_path):
    with served(tmp_path, "--no-demo") as (_output, port):
        second = call(tmp_path, "serve", "--no-demo", "--port", free_port())
        assert second.returncode == 1
        assert f"with this data folder: http://localhost:{port}/ (process " in second.stderr
        assert "Ctrl-C" in second.stderr
        assert "Traceback" not in second.stderr
        assert fetch(port).status == 200  # the first goes on
    assert call(tmp_path, "check").returncode == 0
    with served(tmp_path, "--no-demo") as (again, _port):  # and the folder is free once it has stopped
        assert "already running" not in again.text


def test_a_killed_server_leaves_its_folder_free(tmp_path):
    with serving.serve_alone(tmp_path):
        pass
    script = f"""
import os
from pathlib import Path
from tournament.running import serving
with serving.serve_alone(Path({str(tmp_path)!r})) as mark:
    serving.write_address(mark, "http://localhost:8000/")
    os.kill(os.getpid(), 9)
"""
    subprocess.run([sys.executable, "-c", script], check=False)
    assert "http" in (tmp_path / serving.LOCK).read_text(encoding="utf-8")
    with serving.serve_alone(tmp_path):
        assert (tmp_path / serving.LOCK).read_text(encoding="utf-8") == ""


def test_a_folder_that_cannot_be_made_is_told_with_the_way_on(tmp_path):
    (tmp_path / "taken").touch()  # a file, where a folder should be made
    done = call(tmp_path / "taken" / "data", "serve", "--no-demo", "--port", free_port())
    assert done.returncode == 1
    assert "cannot be used" in done.stderr
    assert "EUCHRE_DATA_DIR" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.EACCES, r"Nothing can be saved in the data folder .* \(Permission denied\).*EUCHRE_DATA_DIR"),
        (errno.EROFS, r"\(Read-only file system\).*EUCHRE_DATA_DIR"),
        (errno.ENOSPC, r"disk that holds the data folder .* is full.*Make room"),
    ],
)
def test_a_folder_that_refuses_files_is_told_before_anything_is_done(tmp_path, monkeypatch, number, words):
    def refused(**options):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(serving.tempfile, "TemporaryFile", refused)
    with pytest.raises(serving.CannotServe, match=words):
        serving.check_writable(tmp_path)


@pytest.mark.parametrize(("free", "told"), [(serving.LITTLE, ""), (serving.LITTLE - 1, "499 MB are left")])
def test_a_disk_that_is_nearly_full_is_told_and_the_site_is_served(tmp_path, monkeypatch, free, told):
    monkeypatch.setattr(serving.shutil, "disk_usage", lambda folder: Disk(free))
    said = serving.check_writable(tmp_path)
    assert (told in said) if told else said == ""


def test_a_disk_without_room_for_a_score_is_not_served(tmp_path, monkeypatch):
    monkeypatch.setattr(serving.shutil, "disk_usage", lambda folder: Disk(serving.LEAST - 1))
    with pytest.raises(serving.CannotServe, match=r"is full.*Make room"):
        serving.check_writable(tmp_path)


@pytest.mark.slow
def test_a_path_with_spaces_accents_and_signs_holds_the_whole_site(tmp_path):
    data = tmp_path / ODD
    data.mkdir()
    with served(data, "--no-demo") as (_output, port):
        assert fetch(port).status == 200
    assert (data / "euchre.sqlite3").exists()
    copy = tmp_path / "copy é #2.zip"
    assert call(data, "backup", "--out", copy).returncode == 0
    assert call(data, "restore", copy, "--yes").returncode == 0
    assert '"model": "tournament.user"' in dump(data)
    assert [path.name for path in tmp_path.iterdir() if path != data] == [copy.name]


@pytest.mark.slow
def test_where_the_usual_port_is_taken_the_next_free_one_is_used_and_told(tmp_path, monkeypatch):
    with closing(network.listen("0.0.0.0", free_port())) as taken:
        port = taken.getsockname()[1]
        script = (
            "import sys; from tournament import __main__ as ours; from tournament.running import network; "
        )
        script += "network.USUAL = int(sys.argv.pop(1)); ours.main()"
        command = manage(tmp_path, "serve", "--no-demo", "--host", "127.0.0.1")
        arguments = [sys.executable, "-c", script, str(port), *command["args"][2:]]
        with subprocess.Popen(arguments, **command["options"], stdout=subprocess.PIPE, text=True) as server:
            said = ""
            while "Stop with" not in said and (line := server.stdout.readline()):
                said += line
            server.terminate()
            said += server.stdout.read()
    found = re.search(rf"Port {port} is in use by another program, so the site uses port (\d+)", said)
    assert found, said
    assert int(found[1]) > port
    assert f"http://127.0.0.1:{found[1]}/" in said


def test_the_port_that_is_offered_is_one_that_can_be_had():
    with closing(network.listen("127.0.0.1", free_port())) as first:
        port = first.getsockname()[1]
        with pytest.raises(network.PortTaken) as problem:
            network.listen("127.0.0.1", port)
    network.listen("127.0.0.1", problem.value.free).close()


def test_make_run_asks_for_a_port_only_when_told_one():
    """So that a port that is taken is replaced, and one that was chosen is not."""
    text = (Path(__file__).resolve().parent.parent / "Makefile").read_text(encoding="utf-8")
    assert "$(if $(PORT),--port '$(PORT)')" in text
