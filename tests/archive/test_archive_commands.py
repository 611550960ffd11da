"""The commands: what they write, what they tell, and how they end."""

import os
import subprocess
import sys
from argparse import ArgumentTypeError
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.archive.made import eventful, forget
from tests.helpers.factories import NOW, make_user
from tests.referee.referee import differences
from tournament.management.commands.simulate import players, rounds
from tournament.models import Event, Sheet
from tournament.services.adjustments import adjust

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parents[2]


def run(name, *args, **options):
    out, err = StringIO(), StringIO()
    call_command(name, *args, stdout=out, stderr=err, **options)
    return out.getvalue(), err.getvalue()


@pytest.fixture
def event(director):
    return eventful(director)


@pytest.mark.slow
def test_an_event_goes_out_and_comes_in_with_the_same_bytes(event, tmp_path):
    first, second = tmp_path / "first.json", tmp_path / "second.json"
    run("exportevent", event.slug, out=first)
    forget(event)
    told, _err = run("importevent", str(first))
    assert "/events/friday-night-euchre/" in told
    run("exportevent", event.slug, out=second)
    assert first.read_bytes() == second.read_bytes()


@pytest.mark.slow
def test_standard_output_holds_the_archive_and_nothing_else(event):
    out, err = run("exportevent", event.slug)
    assert differences(out.encode()) == []
    assert err == ""


def test_the_results_page_is_written_and_nothing_is_overwritten_unasked(event, tmp_path):
    file = tmp_path / "results.html"
    file.write_text("a letter", encoding="utf-8")
    with pytest.raises(CommandError, match="is there already"):
        run("resultspage", event.slug, str(file))
    assert file.read_text(encoding="utf-8") == "a letter"
    told, _err = run("resultspage", event.slug, str(file), force=True)
    assert told == f"Wrote {file}.\n"
    assert file.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_an_unknown_event_and_neither_file_nor_event_are_told():
    with pytest.raises(CommandError, match="There is no event “none”"):
        run("exportevent", "none")
    with pytest.raises(CommandError, match="no file and no event"):
        run("checkevent", "nothing-here")


def test_a_file_that_cannot_be_written_is_told(event, tmp_path):
    with pytest.raises(CommandError, match="cannot be written"):
        run("exportevent", event.slug, out=tmp_path / "none" / "x.json")


def test_an_import_lists_its_problems_and_has_the_director_that_was_named(event, tmp_path):
    file = tmp_path / "bad.json"
    file.write_text('{"format": "euchre-event", "version": 1}')
    with pytest.raises(CommandError) as told:
        run("importevent", str(file))
    assert "  event: is missing.\n  players: is missing." in str(told.value)
    assert Event.objects.count() == 1
    file = tmp_path / "event.json"
    run("exportevent", event.slug, out=file)
    una = make_user("una")
    run("importevent", str(file), director="una", slug="second")
    assert Event.objects.get(slug="second").memberships.get().user == una
    with pytest.raises(CommandError, match="There is no such account"):
        run("importevent", str(file), director="nobody", slug="third")


def test_a_stored_event_and_a_file_are_checked_alike(event, tmp_path):
    file = tmp_path / "event.json"
    run("exportevent", event.slug, out=file)
    out, _err = run("checkevent", event.slug, str(file))
    assert out == f"{event.slug}: agrees\n{file}: agrees\n"


def test_what_was_changed_in_the_database_alone_is_found(event):
    player = event.players.first()
    adjust(player, 5, "late through our fault", by=event.memberships.first().user, at=NOW)
    assert run("checkevent", event.slug)[0] == f"{event.slug}: agrees\n"
    event.adjustments.filter(player=player, points=5).update(revoked_at=NOW)
    out = StringIO()
    with pytest.raises(CommandError, match="1 of 1 with differences"):
        call_command("checkevent", event.slug, stdout=out)
    assert "is revoked; by the history it is not" in out.getvalue()
    Sheet.objects.filter(table__round__event=event, counting=True, table__round__number=2).update(ns=9)
    out = StringIO()
    with pytest.raises(CommandError, match="1 of 1 with differences"):
        call_command("checkevent", event.slug, stdout=out)
    assert "rounds[1].tables[0].sheet" in out.getvalue()


@pytest.mark.slow
def test_a_command_before_the_first_start_is_told_to_start_the_site(tmp_path):
    """A traceback: no such table."""
    for words in (["importevent", "x.json"], ["checkevent", "x"], ["createdirector", "dora"]):
        done = subprocess.run(
            [sys.executable, "manage.py", *words], cwd=ROOT, capture_output=True, text=True,
            env=os.environ | {"EUCHRE_DATA_DIR": str(tmp_path), "DATABASE_URL": ""},
        )  # fmt: skip
        assert done.returncode == 1
        assert done.stderr == "This site has no database yet. Start it once: manage.py serve\n"


@pytest.mark.only_on("sqlite")
@pytest.mark.slow
def test_simulated_events_are_the_same_each_time_and_leave_no_trace(tmp_path):
    """In a process of its own, for it makes and drops a database."""
    folders = tmp_path / "a", tmp_path / "b"
    sqlite = f"sqlite:///{tmp_path / 'euchre.sqlite3'}"
    for folder in folders:
        command = [sys.executable, "manage.py", "simulate", "--events", "2", "--players", "4..9"]
        told = subprocess.run(
            [*command, "--rounds", "2", "--seed", "8", "--out", str(folder)],
            cwd=ROOT, env=os.environ | {"EUCHRE_DATA_DIR": str(tmp_path), "DATABASE_URL": sqlite},
            capture_output=True, text=True, check=True,
        ).stdout  # fmt: skip
        assert told.startswith(f"2 events in {folder}: ")
    names = [path.name for path in sorted(folders[0].iterdir())]
    assert names == ["event-8-00001.json", "event-8-00002.json"]
    for name in names:
        content = (folders[0] / name).read_bytes()
        assert content == (folders[1] / name).read_bytes()
        assert differences(content) == []
    assert not (tmp_path / "euchre.sqlite3").exists()


@pytest.mark.parametrize(("text", "found"), [("4", (4, 4)), ("4..200", (4, 200)), ("5-9", (5, 9))])
def test_how_many_players_is_a_number_or_a_range(text, found):
    assert players(text) == found


@pytest.mark.parametrize("text", ["3", "201", "9..4", "x", "", "4..", "4...9", "-5", "٤"])
def test_what_is_no_number_of_players_is_refused(text):
    with pytest.raises(ArgumentTypeError):
        players(text)


def test_how_many_rounds_has_bounds_of_its_own():
    assert rounds("1..60") == (1, 60)
    with pytest.raises(ArgumentTypeError, match="must be between 1 and 60"):
        rounds("61")
