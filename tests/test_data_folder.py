"""The data folder and its key: never among the program's files, never a key that others can read."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from tournament.running import data_folder

ROOT = Path(__file__).resolve().parent.parent
posix = pytest.mark.skipif(os.name != "posix", reason="files have no mode here")
KEY = "k7mf2xqp9dvt" * 6


def manage(folder, **environment):
    """A command in a folder that holds the program, told where its data are."""
    kept = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "SECRET_KEY")}
    return subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), "check"], cwd=folder, env=kept | environment,
        capture_output=True, text=True, check=False,
    )  # fmt: skip


@pytest.fixture
def program(tmp_path):
    """A folder that looks like the program's."""
    (tmp_path / "manage.py").touch()
    return tmp_path


# --- the folder ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize("asked", ["", "  "])
def test_a_data_folder_set_to_nothing_is_not_set(asked, tmp_path):
    assert data_folder.folder_or_default("EUCHRE_DATA_DIR", asked, tmp_path / "data") == tmp_path / "data"


@pytest.mark.parametrize("mark", data_folder.SOURCES)
@pytest.mark.parametrize("name", ["EUCHRE_DATA_DIR", "EUCHRE_BACKUP_DIR"])
def test_a_folder_of_program_code_is_refused(tmp_path, name, mark):
    (tmp_path / mark).touch()
    with pytest.raises(ImproperlyConfigured, match=f"{name} is .* holds program code"):
        data_folder.folder_or_default(name, str(tmp_path), tmp_path / "data")


@pytest.mark.parametrize("name", ["EUCHRE_DATA_DIR", "EUCHRE_BACKUP_DIR"])
def test_the_command_line_says_so_in_a_sentence_and_writes_nothing(program, tmp_path, name):
    done = manage(program, **{"EUCHRE_DATA_DIR": str(tmp_path / "data"), name: "."})
    assert done.returncode != 0
    assert "holds program code" in done.stderr
    assert "Traceback" not in done.stderr
    assert [path.name for path in program.iterdir() if path.name != "data"] == ["manage.py"]


@posix
def test_a_folder_that_was_there_is_closed_to_others_and_so_is_the_database(tmp_path):
    """A data folder of mode 755 kept the database at 644."""
    data = tmp_path / "data"
    data.mkdir()
    names = ["euchre.sqlite3", "euchre.sqlite3-wal", "euchre.sqlite3-shm", "euchre.sqlite3.damaged-1"]
    for name in names:
        (data / name).touch()
        (data / name).chmod(0o644)
    data.chmod(0o755)
    data_folder.keep_private(data)
    assert data.stat().st_mode & 0o777 == 0o700
    assert {(data / name).stat().st_mode & 0o777 for name in names} == {0o600}


@posix
@pytest.mark.parametrize("mode", [0o755, 0o1777])
def test_a_folder_that_is_not_the_sites_own_is_left_as_it_is(tmp_path, mode):
    """Whoever names /tmp or a home by mistake is not punished for it."""
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared" / "letters.txt").touch(0o644)
    if mode == 0o1777:
        (tmp_path / "shared" / "euchre.sqlite3").touch()
    (tmp_path / "shared").chmod(mode)
    data_folder.keep_private(tmp_path / "shared")
    assert (tmp_path / "shared").stat().st_mode & 0o7777 == mode
    data_folder.keep_private(tmp_path / "nowhere")


@pytest.mark.slow
@posix
def test_the_site_closes_its_folder_when_it_starts(tmp_path):
    data = tmp_path / "data"
    data.mkdir()
    (data / "euchre.sqlite3").touch(0o644)
    data.chmod(0o755)
    assert manage(tmp_path, EUCHRE_DATA_DIR=str(data)).returncode == 0
    assert data.stat().st_mode & 0o777 == 0o700
    assert (data / "euchre.sqlite3").stat().st_mode & 0o777 == 0o600


# --- the key ------------------------------------------------------------------------------------------------
def test_a_key_is_made_once_and_kept(tmp_path):
    key = data_folder.secret_key(tmp_path / "data")
    assert len(key) >= data_folder.SHORTEST
    assert data_folder.secret_key(tmp_path / "data") == key


@posix
def test_a_new_key_is_its_owners_alone_whatever_the_mask(tmp_path):
    before = os.umask(0)
    try:
        data_folder.secret_key(tmp_path / "data")
    finally:
        os.umask(before)
    assert (tmp_path / "data").stat().st_mode & 0o777 == 0o700
    assert (tmp_path / "data" / "secret_key").stat().st_mode & 0o777 == 0o600


@posix
@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o666])
def test_a_key_that_others_can_read_or_write_is_not_used(tmp_path, mode):
    path = tmp_path / "secret_key"
    path.write_text(KEY)
    path.chmod(mode)
    with pytest.raises(ImproperlyConfigured, match="chmod 600"):
        data_folder.secret_key(tmp_path)
    path.chmod(0o600)
    assert data_folder.secret_key(tmp_path) == KEY


@pytest.mark.parametrize("content", ["x", "k" * 49, "  \n"])
def test_a_key_that_is_too_short_is_not_used(tmp_path, content):
    path = tmp_path / "secret_key"
    path.write_text(content)
    path.chmod(0o600)
    with pytest.raises(ImproperlyConfigured, match="too short"):
        data_folder.secret_key(tmp_path)


def test_a_key_that_was_published_is_not_used(tmp_path, monkeypatch):
    import hashlib

    monkeypatch.setattr(data_folder, "PUBLISHED", {hashlib.sha256(KEY.encode()).hexdigest()})
    path = tmp_path / "secret_key"
    path.write_text(f"{KEY}\n")
    path.chmod(0o600)
    with pytest.raises(ImproperlyConfigured, match="was published"):
        data_folder.secret_key(tmp_path)
    with pytest.raises(ImproperlyConfigured, match="Set SECRET_KEY to another"):
        data_folder.refuse_known_key(KEY, "Set SECRET_KEY to another.")


@pytest.mark.needs("git")
def test_the_key_that_was_in_this_repository_is_known_as_published():
    done = subprocess.run(
        ["git", "log", "--all", "--format=%H", "--diff-filter=A", "--", "secret_key"], cwd=ROOT,
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    for commit in done.stdout.split():
        held = subprocess.run(
            ["git", "show", f"{commit}:secret_key"], cwd=ROOT, capture_output=True, text=True, check=True
        )
        with pytest.raises(ImproperlyConfigured):
            data_folder.refuse_known_key(held.stdout.strip(), "")


# --- the repository -----------------------------------------------------------------------------------------
def private(path: str) -> bool:
    """Whether a tracked file of this name is a key, a database or a copy of one."""
    name = path.rpartition("/")[2]
    kept = path.startswith("tests/releases/") and name == "database.sql.gz"  # a made-up evening, on purpose
    ends = (".sqlite3", ".sqlite", ".db", ".sql", ".sql.gz", ".pem", ".key", "-wal", "-shm", "-journal")
    copy = name.startswith("euchre-") and name.endswith(".zip")
    return not kept and (name in ("secret_key", ".env") or ".sqlite3" in name or name.endswith(ends) or copy)


@pytest.mark.needs("git")
def test_no_key_database_or_copy_is_tracked():
    done = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip("this is no git repository")
    assert [path for path in done.stdout.split("\0") if path and private(path)] == []


@pytest.mark.needs("git")
@pytest.mark.parametrize(
    "path",
    [
        "secret_key",
        "data/secret_key",
        "tournament/secret_key",
        "euchre.sqlite3",
        "euchre.sqlite3-wal",
        "euchre-20261120.zip",
    ],
)
def test_what_the_site_writes_is_known_as_private_and_ignored(path):
    assert private(path)
    done = subprocess.run(["git", "check-ignore", "-q", "--no-index", path], cwd=ROOT, check=False)
    assert done.returncode in (0, 128)  # 128: no git repository
