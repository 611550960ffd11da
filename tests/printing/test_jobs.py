import errno
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tournament.printing import jobs
from tournament.printing.jobs import order_paper as order_and_do_not_wait
from tournament.running import background

PYTHON = sys.executable
HEAD = '<html lang="en"><head><title>T</title></head>'
SHEET = HEAD + '<body><section class="sheet"><p>{}</p></section></body></html>'


@pytest.fixture(autouse=True)
def folder(settings, tmp_path, monkeypatch):
    settings.DATA_DIR = tmp_path
    monkeypatch.setattr(jobs, "_running", {})
    monkeypatch.setattr(jobs, "order_paper", order_and_do_not_wait)
    return tmp_path / "cache" / "papers"


@pytest.fixture
def begun(monkeypatch, folder):
    """The keys of the papers begun, by presses that sleep until the test ends."""
    keys = []

    def begin(ticket, handles):
        keys.append(ticket.key)
        ticket.begin()
        jobs._running[ticket.key] = subprocess.Popen([PYTHON, "-c", "import time; time.sleep(30)"])

    monkeypatch.setattr(jobs, "_begin", begin)
    yield keys
    for job in jobs._running.values():
        job.kill()
        job.wait()


@pytest.mark.needs("pango")
def test_a_paper_is_pressed_once_and_kept_until_it_would_look_different():
    first = jobs.wait(jobs.order_paper(SHEET.format("One")), 60)
    assert first.path.read_bytes().startswith(b"%PDF")
    made = first.path.stat().st_ino

    again = jobs.order_paper(SHEET.format("One"))
    assert (again.path, again.path.stat().st_ino) == (first.path, made)
    assert jobs.order_paper(SHEET.format("Two")).path is None


@pytest.mark.needs("pango")
@pytest.mark.slow
def test_the_papers_of_one_event_are_deleted_and_no_others():
    """Deleting an event deleted the finished papers of all events."""
    words = SHEET.format("One")
    ours, theirs = (jobs.wait(jobs.order_paper(words, of=slug), 60).path for slug in ("friday", "saturday"))
    jobs.forget_event_papers("friday")
    assert not ours.exists()
    assert theirs.exists()
    assert jobs.order_paper(words, of="saturday").path == theirs


def test_papers_under_way_or_waiting_are_deleted_with_their_event(begun, folder):
    for number, slug in enumerate(("friday", "saturday", "friday")):
        jobs.order_paper(SHEET.format(number), of=slug)
    jobs.forget_event_papers("friday")
    (key,) = jobs._running
    left = {path.name for path in folder.iterdir() if path.suffix != ".slot"}
    assert left == {f"{key}.html", f"{key}.begun"}


@pytest.mark.needs("pango")
@pytest.mark.needs("poppler")
def test_the_first_page_can_be_had_as_a_picture():
    found = jobs.wait(jobs.order_paper(SHEET.format("One"), "png"), 60)

    assert found.path.read_bytes().startswith(b"\x89PNG")


def test_asking_twice_while_it_runs_starts_one_job(begun):
    asked = [jobs.order_paper(SHEET.format("One")).key for _ in range(2)]
    assert begun == asked[:1] == asked[1:]


@pytest.mark.needs("pango")
def test_a_job_that_fails_says_so_and_can_be_tried_again(monkeypatch, caplog):
    monkeypatch.setattr(sys, "executable", "/bin/false")
    found = jobs.wait(jobs.order_paper(SHEET.format("One")), 10)

    assert found.reason == "failed"
    assert "could not be made" in caplog.text
    monkeypatch.setattr(sys, "executable", PYTHON)
    assert jobs.wait(jobs.order_paper(SHEET.format("One")), 60).path


def test_what_was_used_longest_ago_is_dropped_first(folder):
    folder.mkdir(parents=True)
    for age, name in enumerate(("new.pdf", "older.pdf", "oldest.pdf")):
        (folder / name).write_bytes(b"x" * 10)
        os.utime(folder / name, (1_000_000 - age, 1_000_000 - age))

    jobs.delete_oldest_papers(files=2)
    assert sorted(path.name for path in folder.iterdir()) == ["new.pdf", "older.pdf"]
    jobs.delete_oldest_papers(size=15)
    assert [path.name for path in folder.iterdir()] == ["new.pdf"]


# --- a press that is killed ---------------------------------------------------------------------------------
STAGES = {
    "just begun": (),
    "while it sets pages": ("pages",),
    "while it writes": ("pages", "part"),
    "before its first word": ("log",),
}


@pytest.fixture
def stuck(monkeypatch):
    """A press that writes the files of a stage and then stands still, until `kill` kills it."""
    begun, popen = [], subprocess.Popen

    def begin(stage):
        def stand_still(command, **options):
            target = Path(command[-1])
            ends = [str(target.with_name(f"{target.name}.{end}")) for end in STAGES[stage]]
            code = "import sys, time\nfor name in sys.argv[1:]: open(name, 'w').write('3')\n"
            code += "print('up', flush=True)\ntime.sleep(60)"
            begun.append(popen([PYTHON, "-c", code, *ends], **options | {"stdout": subprocess.PIPE}))
            begun[-1].stdout.readline()
            return begun[-1]

        monkeypatch.setattr(background.subprocess, "Popen", stand_still)

    def kill():
        begun[-1].send_signal(signal.SIGKILL)
        begun[-1].wait()
        monkeypatch.setattr(background.subprocess, "Popen", popen)

    yield begin, kill
    for process in begun:
        process.kill()
        process.wait()


@pytest.mark.needs("pango")
@pytest.mark.parametrize("stage", STAGES)
def test_a_killed_press_is_told_once_and_its_paper_made_when_asked_for_again(stuck, stage, caplog):
    begin, kill = stuck
    begin(stage)
    found = jobs.order_paper(SHEET.format("One"))
    assert (found.path, found.reason) == (None, "")
    assert found.pages == (3 if "pages" in STAGES[stage] else 0)
    kill()
    assert jobs.order_paper(SHEET.format("One")).reason == "failed"
    assert "could not be made" in caplog.text
    assert jobs.wait(jobs.order_paper(SHEET.format("One")), 60).path


@pytest.mark.needs("pango")
@pytest.mark.slow
@pytest.mark.parametrize("stage", STAGES)
def test_a_press_killed_with_its_site_blocks_nothing_after_the_start(stuck, stage, folder, monkeypatch):
    begin, kill = stuck
    begin(stage)
    jobs.order_paper(SHEET.format("One"))
    kill()
    monkeypatch.setattr(jobs, "_running", {})  # another process, that knows nothing of it
    jobs.delete_unfinished_papers()
    assert [path.name for path in folder.iterdir() if path.suffix != ".slot"] == []
    assert jobs.wait(jobs.order_paper(SHEET.format("One")), 60).path


def test_a_press_that_outlives_its_site_is_left_alone(stuck, folder, monkeypatch):
    begin, kill = stuck
    begin("while it sets pages")
    jobs.order_paper(SHEET.format("One"))
    monkeypatch.setattr(jobs, "_running", {})
    jobs.delete_unfinished_papers()
    found = jobs.order_paper(SHEET.format("One"))
    assert (found.pages, found.reason, found.path) == (3, "", None)
    kill()
    assert jobs.order_paper(SHEET.format("One")).reason == "failed"


def test_what_an_earlier_version_left_half_made_is_swept_away(folder):
    folder.mkdir(parents=True)
    kept = "a" * 40 + ".pdf"
    for name in (kept, "b" * 40 + ".pages", "b" * 40 + ".pdf.html", "b" * 40 + ".part"):
        (folder / name).write_text("1")
    jobs.delete_unfinished_papers()
    assert [path.name for path in folder.iterdir()] == [kept]


@pytest.mark.needs("pango")
def test_when_a_paper_is_made_nothing_is_left_of_its_order(folder):
    found = jobs.wait(jobs.order_paper(SHEET.format("One")), 60)
    for job in list(jobs._running.values()):
        job.wait()
    left = {path.name for path in folder.iterdir() if path.suffix != ".slot"}
    assert left == {found.key}


@pytest.mark.needs("pango")
@pytest.mark.slow
def test_a_paper_that_was_made_and_dropped_again_is_made_anew_and_no_failure():
    first = jobs.wait(jobs.order_paper(SHEET.format("One")), 60)
    jobs._running[first.key] = subprocess.Popen([PYTHON, "-c", ""])  # ended well, and nobody has looked
    jobs._running[first.key].wait()
    first.path.unlink()
    assert jobs.wait(jobs.order_paper(SHEET.format("One")), 60).path


# --- the queue ----------------------------------------------------------------------------------------------
@pytest.fixture
def busy(monkeypatch):
    """Every press is taken by another server process."""
    monkeypatch.setattr(jobs, "MOST_AT_ONCE", 0)


def test_who_waits_is_told_how_many_are_made_first_and_the_first_comes_first(busy, begun, monkeypatch):
    assert [jobs.order_paper(SHEET.format(text)).ahead for text in ("One", "Two", "Three")] == [0, 1, 2]
    assert jobs.order_paper(SHEET.format("Three")).ahead == 2  # asking again costs no turn
    monkeypatch.setattr(jobs, "MOST_AT_ONCE", 2)
    three = jobs.order_paper(SHEET.format("Three"))
    assert (len(begun), three.ahead, three.key in begun) == (2, 0, False)


def test_the_presses_of_another_server_process_count_too(stuck, monkeypatch):
    begin, _kill = stuck
    begin("just begun")
    for text in ("One", "Two"):
        jobs.order_paper(SHEET.format(text))
    monkeypatch.setattr(jobs, "_running", {})
    begun = []
    monkeypatch.setattr(jobs, "_begin", lambda ticket, handles: begun.append(ticket))
    jobs.order_paper(SHEET.format("Three"))
    assert begun == []


def test_a_queue_that_is_too_long_takes_no_more(busy, monkeypatch, folder):
    monkeypatch.setattr(jobs, "MOST_WAITING", 2)
    answers = [jobs.order_paper(SHEET.format(text)).reason for text in ("One", "Two", "Three")]
    assert answers == ["", "", "busy"]
    assert len(list(folder.glob("*.html"))) == 2


def test_what_the_public_orders_waits_for_officials_and_takes_neither_their_places_nor_both_presses(
    busy, begun, monkeypatch
):
    """Six visitors with the standings of every round made an official's score sheets wait for a minute."""
    lists = [SHEET.format(f"Round {n}") for n in range(jobs.MOST_PUBLIC + 1)]
    assert [jobs.order_paper(text, public=True).reason for text in lists] == [""] * 5 + ["busy"]
    sheets = jobs.order_paper(SHEET.format("Score sheets"))
    assert (sheets.reason, sheets.ahead) == ("", 0)
    assert jobs.order_paper(lists[4]).ahead == 0  # an official orders one of these as well
    assert jobs.order_paper(lists[0], public=True).ahead == 2
    monkeypatch.setattr(jobs, "MOST_AT_ONCE", 3)
    waits = jobs.order_paper(lists[1], public=True)
    assert (len(begun), begun[1], waits.ahead) == (3, sheets.key, 0)
    jobs._running[sheets.key].kill()
    jobs._running[sheets.key].wait()
    jobs.order_paper(lists[1], public=True)
    assert len(begun) == 3


def test_a_paper_that_nobody_asks_for_any_more_loses_its_turn(busy, folder):
    jobs.order_paper(SHEET.format("One"))
    (ticket,) = folder.glob("*.html")
    os.utime(ticket, (time.time() - jobs.ABANDONED - 1,) * 2)
    assert jobs.order_paper(SHEET.format("Two")).ahead == 0
    assert len(list(folder.glob("*.html"))) == 1


def test_asking_for_a_paper_never_sleeps(busy, monkeypatch):
    monkeypatch.setattr(jobs.time, "sleep", lambda seconds: pytest.fail("a thread of the server slept"))
    assert jobs.order_paper(SHEET.format("One")).path is None


# --- a disk that takes nothing ------------------------------------------------------------------------------
@pytest.mark.needs("pango")
@pytest.mark.slow
@pytest.mark.parametrize(
    ("number", "reason"),
    [
        (errno.ENOSPC, "full"),
        (errno.EACCES, "unwritable"),
        (errno.EROFS, "unwritable"),
        (errno.EIO, "failed"),
    ],
)
def test_a_disk_that_takes_no_file_is_told_and_leaves_no_empty_order(folder, monkeypatch, number, reason):
    write = Path.write_text

    def refuse(path, text, **options):
        if path.parent == folder:
            write(path, "")
            raise OSError(number, os.strerror(number))
        return write(path, text, **options)

    monkeypatch.setattr(Path, "write_text", refuse)
    assert jobs.order_paper(SHEET.format("One")).reason == reason
    assert list(folder.iterdir()) == []
    monkeypatch.setattr(Path, "write_text", write)
    assert jobs.wait(jobs.order_paper(SHEET.format("One")), 60).path


def test_a_disk_that_is_full_when_the_paper_is_written_is_told(monkeypatch):
    code = "import sys; from pathlib import Path; from tournament.printing import press\n"
    code += "def full(*_): raise OSError(28, 'No space left on device')\n"
    code += "press.press = full; sys.exit(press.main(Path(sys.argv[1]), Path(sys.argv[2])))"
    popen = subprocess.Popen
    monkeypatch.setattr(
        background.subprocess,
        "Popen",
        lambda command, **options: popen([PYTHON, "-c", code, *command[-2:]], **options),
    )
    assert jobs.wait(jobs.order_paper(SHEET.format("One")), 60).reason == "full"
