import sys

import pytest

from tournament.printing import jobs

PYTHON = sys.executable
HEAD = '<html lang="en"><head><title>T</title></head>'
SHEET = HEAD + '<body><section class="sheet"><p>{}</p></section></body></html>'


@pytest.fixture(autouse=True)
def folder(settings, tmp_path, monkeypatch):
    settings.DATA_DIR = tmp_path
    monkeypatch.setattr(jobs, "_running", {})
    return tmp_path / "cache" / "papers"


def test_a_paper_is_pressed_once_and_kept_until_it_would_look_different():
    first = jobs.wait(jobs.order(SHEET.format("One")), 60)
    assert first.path.read_bytes().startswith(b"%PDF")
    made = first.path.stat().st_ino

    again = jobs.order(SHEET.format("One"))
    assert (again.path, again.path.stat().st_ino) == (first.path, made)
    assert jobs.order(SHEET.format("Two")).path is None


def test_the_first_page_can_be_had_as_a_picture():
    found = jobs.wait(jobs.order(SHEET.format("One"), "png"), 60)

    assert found.path.read_bytes().startswith(b"\x89PNG")


def test_asking_twice_while_it_runs_starts_one_job(monkeypatch):
    begun = []
    monkeypatch.setattr(jobs, "_begin", lambda key, html: begun.append(key) or sleeping(key))
    one, other = jobs.order(SHEET.format("One")), jobs.order(SHEET.format("One"))
    for job in jobs._running.values():
        job.kill()
        job.wait()

    assert one.key == other.key
    assert len(begun) == 1


def sleeping(key):
    import subprocess

    jobs._running[key] = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(30)"])


def test_no_more_than_two_jobs_run_at_once(monkeypatch):
    begun = []
    monkeypatch.setattr(jobs, "_begin", lambda key, html: begun.append(key) or sleeping(key))
    for text in ("One", "Two", "Three"):
        jobs.order(SHEET.format(text))
    for job in jobs._running.values():
        job.kill()
        job.wait()

    assert len(begun) == 2


def test_a_job_that_fails_says_so_and_can_be_tried_again(monkeypatch, caplog):
    monkeypatch.setattr(jobs.sys, "executable", "/bin/false")
    found = jobs.wait(jobs.order(SHEET.format("One")), 10)

    assert found.reason == "failed"
    assert "could not be pressed" in caplog.text
    monkeypatch.setattr(jobs.sys, "executable", PYTHON)
    assert jobs.wait(jobs.order(SHEET.format("One")), 60).path


def test_what_was_used_longest_ago_is_dropped_first(folder):
    import os

    folder.mkdir(parents=True)
    for age, name in enumerate(("new.pdf", "older.pdf", "oldest.pdf")):
        (folder / name).write_bytes(b"x" * 10)
        os.utime(folder / name, (1_000_000 - age, 1_000_000 - age))

    jobs.prune(files=2)
    assert sorted(path.name for path in folder.iterdir()) == ["new.pdf", "older.pdf"]
    jobs.prune(size=15)
    assert [path.name for path in folder.iterdir()] == ["new.pdf"]
