"""A backup on a stick goes on on another laptop: one command restores it, compares, and starts the site."""

import subprocess

import pytest
from django.core.management import CommandError, call_command

from tests.helpers.factories import enter, make_published, make_user, table_of
from tests.helpers.ports import free_port
from tests.helpers.served import fetch, manage
from tournament.backup import shelf
from tournament.management.commands import takeover

pytestmark = [
    pytest.mark.usefixtures("a_real_database", "data"), pytest.mark.only_on("sqlite"), pytest.mark.slow,
]  # fmt: skip


@pytest.fixture
def data(settings, tmp_path):
    settings.DATA_DIR = tmp_path / "data"
    settings.DATA_DIR.mkdir()


@pytest.fixture
def evening():
    event = make_published(make_user("dora", is_superuser=True))
    enter(table_of(event))
    return event


def test_last_nights_copy_from_a_stick_runs_on_a_new_laptop(evening, tmp_path):
    copy = shelf.take(shelf.BY_HAND)
    stick = tmp_path / "stick é"
    stick.mkdir()
    (stick / "euchre copy.zip").write_bytes(copy.path.read_bytes())
    port = str(free_port())
    new = tmp_path / "new"
    new.mkdir()
    (new / "handover.json").write_text('{"taken": {"at": "2026-11-20T19:00:00+00:00", "address": ""}}')
    command = manage(new, "takeover", str(stick / "euchre copy.zip"), "--port", port)
    with subprocess.Popen(
        command["args"], **command["options"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as server:
        said = ""
        while "Stop with" not in said and (line := server.stdout.readline()):
            said += line
        assert "Restored in" in said, said
        assert "If the site still runs there, stop it" in said
        page = fetch(int(port), f"/e/{evening.slug}/").read().decode()
        server.terminate()
    assert evening.name in page


@pytest.mark.parametrize("file", ["no-such-file.zip", "http://127.0.0.1:9/"])
def test_the_command_says_that_there_is_no_such_file(file):
    with pytest.raises(CommandError, match=f"There is no file {file}"):
        call_command("takeover", file, no_serve=True)


def test_a_copy_that_would_replace_events_asks_first(evening, monkeypatch):
    copy = shelf.take(shelf.BY_HAND)
    monkeypatch.setattr("builtins.input", lambda question: "no")
    with pytest.raises(CommandError, match="Nothing was changed"):
        call_command("takeover", str(copy.path), no_serve=True)


def test_what_is_there_after_a_restore_is_counted_against_what_the_copy_says(evening, monkeypatch, capsys):
    copy = shelf.take(shelf.BY_HAND)
    call_command("takeover", str(copy.path), yes=True, no_serve=True)
    assert "1 event, 1 sheet" in capsys.readouterr().out
    monkeypatch.setattr(takeover, "_present", list)
    with pytest.raises(CommandError, match="doesn't hold as much as it says"):
        call_command("takeover", str(copy.path), yes=True, no_serve=True)
