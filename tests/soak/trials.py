"""The long trials: what each asks for, and the figures that it tells. `make soak` runs each in a process.

python tests/soak/run.py NAME            a trial as `make soak` runs it
python -m tests.soak.trials NAME […]     the same with other numbers, in the order of its function here
"""

# What a trial needs of Django is imported by it: it is set up below, for this trial's database.

import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

from tests.soak.table import at_least, exactly, note, row, say

TESTS = Path(__file__).resolve().parents[1]
NOT_INSTALLED = 69  # as scripts/postgres ends


def archives(events: int = 5_000, seed: int = 1, start: int = 1) -> bool:
    """Random events, recomputed by the product and by the referee.

    `start` lies later in the same row of events, so that two processes can share it: 2500 1, and 2500 1 2501.
    """
    from django.core.management import call_command

    from tests.referee.referee import differences
    from tournament.archive.checking import problems_of
    from tournament.archive.text import loads

    began, wrong, size, at_once = time.monotonic(), 0, 0, 250
    for first in range(start, start + events, at_once):
        with tempfile.TemporaryDirectory() as folder:
            count = min(at_once, start + events - first)
            call_command(
                "simulate", events=count, first=first, seed=seed, out=Path(folder), verbosity=0,
                stdout=open(os.devnull, "w"),  # noqa: SIM115
            )  # fmt: skip
            for path in sorted(Path(folder).iterdir()):
                content = path.read_bytes()
                size += len(content)
                found = [*map(str, problems_of(loads(content))), *differences(content)]
                wrong += bool(found)
                for sentence in found:
                    print(f"{path.name}: {sentence}")
        note(f"{first - start + count} events, {wrong} with differences")
    good = [
        at_least("random events recomputed by the product and the referee", 5_000, events),
        exactly("of them with a difference", 0, wrong),
    ]
    print(f"  ({size / 1e6:.0f} MB of archives, {time.monotonic() - began:.0f} s)")
    return all(good)


def backups(copies: int = 100) -> bool:
    """Copies under write load, each put back."""
    from tests.soak.backups import trial

    migrate()
    outcome = trial(copies)
    say(outcome.bad)
    good = [
        at_least("copies taken while scores were written", 100, outcome.copies),
        exactly("  of them damaged, or not byte-equal when put back", 0, len(outcome.bad)),
    ]
    print(f"  ({outcome.writes} scores were saved meanwhile)")
    return all(good)


def cat(keys: int = 10_000, seed: int = 1) -> bool:
    """A cat on the keyboard of the grid, the pad and the door; the grid's answers come late, up to 100 ms."""
    with tempfile.TemporaryDirectory() as folder:
        told = Path(folder) / "told"
        numbers = {"CAT_PRESSES": keys, "CAT_SEED": seed, "CAT_LATE": 100}
        asked = {name: str(number) for name, number in numbers.items()} | {"CAT_TOLD": str(told)}
        environment = {**os.environ, **asked, "DJANGO_ALLOW_ASYNC_UNSAFE": "true"}
        status = subprocess.run(cat_command(Path(folder)), env=environment, check=False).returncode
        pressed = int(told.read_text(encoding="utf-8")) if told.exists() else 0
    good = [
        at_least("random keys in the grid, the pad and at the door", 10_000, pressed),
        exactly("  walks in which something was decided, saved or lost", 0, status),
    ]
    return all(good)


def cat_command(folder: Path, file: str = "test_cat_on_keyboard.py") -> list[str]:
    """The walks by pytest, which empties the folder for its output first: not that of the trials' figures."""
    options = ["-q", "-n0", "-o", "addopts=--import-mode=importlib", f"--output={folder / 'output'}"]
    return [sys.executable, "-m", "pytest", f"tests/e2e/{file}", *options]


def hands(seed: int = 0) -> bool:
    """The whole site by hands, more states of it and other trials each day: the seed is the day's."""
    seed = seed or int(time.strftime("%Y%m%d"))
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "HANDS_SEED": str(seed), "DJANGO_ALLOW_ASYNC_UNSAFE": "true"}
        command = cat_command(Path(folder), "test_hands.py")
        status = subprocess.run(command, env=environment, check=False).returncode
    return exactly(f"walks by hands over the whole site with a fault, seed {seed}", 0, status)


def faults(*chosen: str) -> bool:
    """Everything that goes wrong in a hall, made to happen; `clocks` needs libfaketime."""
    from django.conf import settings

    from tests.soak.faults import trials

    good = []
    found = trials(Path(settings.DATA_DIR))
    for name in chosen or found:
        words, asked, slowest, trial = found[name]
        outcome = trial()
        say(outcome.bad)
        good.append(at_least(words, asked, outcome.tried))
        good.append(exactly("  of them with a bad end", 0, len(outcome.bad)))
        if slowest:
            what, limit = slowest
            good.append(row(what, f"≤ {limit}", f"{outcome.slowest:.2f}", holds=outcome.slowest <= limit))
        if outcome.notes:
            print(f"  ({', '.join(outcome.notes)})")
    return all(good)


def fuzz(requests: int = 20_000, seed: int = 1) -> bool:
    """Hostile requests to every address: parameters, bodies, headers, files."""
    import logging
    from types import SimpleNamespace
    from unittest.mock import patch

    from django.core.management import call_command

    from tests.helpers import fuzz as hostile
    from tests.helpers.addresses import pages
    from tournament.backup import shelf
    from tournament.printing import jobs
    from tournament.rotation.planners import chart, replan

    migrate()
    call_command("collectstatic", interactive=False, verbosity=0)
    name = "euchre-20261120-194200-by-hand-0a1b2c.zip"
    made = SimpleNamespace(path=shelf.folder_path() / name, name=name)
    logging.getLogger("django.security").setLevel(logging.CRITICAL)  # each refused address, at length
    chart.PATIENCE = replan.PATIENCE = 0.05
    with (
        patch("tournament.printing.jobs.order_paper", lambda html, kind="pdf", **of: jobs.State("key")),
        patch("tournament.services.draft_jobs.launch_draw"),
        patch("tournament.backup.shelf.take", lambda reason, at=None: made),
    ):
        outcome = hostile.fuzz(requests, seed)
    say(outcome.failures, 50)
    print(f"  answers by status: {dict(sorted(outcome.statuses.items()))}")
    good = [
        at_least("hostile requests made", 20_000, outcome.requests),
        # signing out would end the visit
        exactly("addresses among them", len(list(pages())) - 1, len(outcome.pages)),
        exactly("answers of 500", 0, len(outcome.failures)),
    ]
    return all(good)


def hall_cards(errors: int = 1_000, seed: int = 1) -> bool:
    """Errors in the tally cards of halls that seat themselves: how many are told."""
    from tests.soak.hall_cards import ERRORS, trial

    planted, told, named, false = trial(errors, random.Random(seed))
    for error in ERRORS:
        print(f"  {error}: told {told[error]}, the card named {named[error]}, of {planted[error]}")
    good = [
        at_least("errors in tally cards of a hall told", errors * 17 // 20, told.total()),
        exactly("  told of true evenings", 0, false),
    ]
    return all(good)


def kills(kills: int = 200, writes: int = 10_000) -> bool:
    """The server killed while scores come in; on PostgreSQL, cut off from the database as often."""
    from django.conf import settings
    from django.db import connection

    from tests.soak.kills import trial

    migrate()
    cut = connection.vendor == "postgresql"
    outcome = trial(Path(settings.DATA_DIR) / "server", kills=kills, writes=writes, cut=cut)
    say(outcome.bad)
    what = "PostgreSQL: connections cut" if cut else "SQLite: server killed (SIGKILL)"
    good = [
        at_least(f"{what} while scores come in", 200, outcome.kills),
        at_least("  scores acknowledged", 10_000, outcome.acknowledged),
        exactly("  of them lost", 0, outcome.lost),
        exactly("  of them saved twice", 0, outcome.double),
        exactly("  anything else wrong (integrity, history, revisions)", 0, len(outcome.bad)),
    ]
    return all(good)


def hands_evenings(evenings: int = 0, seed: int = 1) -> bool:
    """Evenings by hands, each from its own seed on; their sums, places and archives judged (EVENINGS=500)."""
    from django.utils import timezone

    from tests.hands.director import trial
    from tournament.services import draft_jobs

    in_process()  # also what is drawn, which a process of its own would not find: each evening is undone
    here = {"clock": timezone.now, "tell": lambda part: None}
    draft_jobs.launch_draw = lambda begun: draft_jobs.run_draw(begun, **here)
    migrate()
    evenings = evenings or int(os.environ.get("EVENINGS", "500"))
    found, done = trial(evenings, seed)
    say(found, 50)
    print(f"  {', '.join(f'{step} {times}' for step, times in done.most_common())}")
    good = [
        at_least("evenings played by hands through pages alone", 500, evenings),
        exactly("  of them that do not come to what was typed", 0, len(found)),
    ]
    return all(good)


def races(races: int = 1_000, submissions: int = 1_000) -> bool:
    """Races of 8 officials for one sheet, submissions sent 8 times each; one in twenty by whole requests."""
    from django.db import connection

    from tests.soak.races import THREADS, trial

    in_process()
    migrate()
    good = []
    on = "PostgreSQL" if connection.vendor == "postgresql" else "SQLite (file)"
    for over_http in (False, True):
        numbers = [max(number // 20, 1) if over_http else number for number in (races, submissions)]
        outcome = trial(*numbers, over_http=over_http)
        asked = numbers if over_http else (1_000, 1_000)
        say(outcome.bad)
        where = f"{on}, whole requests" if over_http else on
        good += [
            at_least(f"{where}: races of {THREADS} for one sheet", asked[0], outcome.races),
            exactly("  with exactly one winner", outcome.races, outcome.one_winner),
            exactly("  silent overwrites", 0, outcome.overwrites),
            at_least(f"  submissions sent {THREADS} times each", asked[1], outcome.repeated),
            exactly("  counted twice", 0, outcome.doubles),
            exactly("  “database is locked”", 0, outcome.locked),
            exactly("  anything else wrong (answers, revisions, history)", 0, len(outcome.bad)),
        ]
    return all(good)


def readings(sheets: int = 1_000, errors: int = 20, seed: int = 1) -> bool:
    """Sheets read twice, some of them mistyped in one of the readings."""
    from tests.soak.readings import trial

    in_process()
    migrate()
    outcome = trial(sheets, errors, seed)
    say(outcome.bad)
    good = [
        at_least("sheets read twice by two people at once", 1_000, outcome.sheets),
        exactly("  typing errors found of those planted", errors, outcome.found),
        exactly("  asked about without an error", 0, outcome.unplanted),
        exactly("  changed without a question", 0, outcome.overwritten),
        exactly("  unlike their paper once the questions are answered", 0, outcome.wrong),
        exactly("  anything else wrong (figures shown, who checked)", 0, len(outcome.bad)),
        exactly("  whose page says who read them again", outcome.sheets, outcome.checked),
    ]
    return all(good)


def tests(*chosen: str) -> bool:
    """The tests that CI cuts short, or these files, with every example, size and seed."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        command = [sys.executable, "-m", "pytest", "-q", "-n0", "-m", "slow", "-o", "timeout=0"]
        command += [f"--junitxml={report}", f"--output={folder}/output", *(chosen or cut_short())]
        subprocess.run(command, env={**os.environ, "EUCHRE_DEEP": "1"}, check=False)
        cases = [*ElementTree.parse(report).iter("testcase")] if report.exists() else []
    failed = sum(case.find("failure") is not None or case.find("error") is not None for case in cases)
    good = [
        at_least("tests with every example, size and seed", 1, len(cases)),
        exactly("  of them failed", 0, failed),
    ]
    return all(good)


def cut_short() -> list[str]:
    """The files whose text says how far they go."""
    found = (path for path in sorted(TESTS.rglob("test_*.py")) if "e2e" not in path.parts)
    words = ("mark.deep", "helpers.depth")
    return [str(path) for path in found if any(word in path.read_text("utf-8") for word in words)]


def migrate() -> None:
    from django.core.management import call_command

    call_command("migrate", verbosity=0)


def in_process() -> None:
    """Officials' browsers are clients of this process."""
    from django.conf import settings
    from django.test.utils import setup_test_environment

    setup_test_environment()  # a host named testserver
    settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
    Path(settings.STATIC_ROOT).mkdir(parents=True, exist_ok=True)


# In two lanes beside each other, an hour each.
BESIDE = (fuzz, hands_evenings, readings, races, backups, kills, faults, cat, hands, hall_cards, tests)
LANES = ((archives,), BESIDE)
TRIALS: dict[str, Callable[..., bool]] = {trial.__name__: trial for lane in LANES for trial in lane}
ON_BOTH = {"races", "kills"}  # databases
UNCOPIED = {"backups", "fuzz", "hands_evenings", "readings"}  # no backup is made by itself meanwhile


def main(name: str, *words: str) -> int:
    """Run one trial; those on both databases once more, on a PostgreSQL that waits for the disk."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    if name in UNCOPIED:
        os.environ["EUCHRE_BACKUPS"] = "no"
    django.setup()
    status = int(not TRIALS[name](*(int(word) if word.isdecimal() else word for word in words)))
    if name not in ON_BOTH or os.environ.get("DATABASE_URL"):
        return status
    command = ["sh", "scripts/postgres", sys.executable, "-m", "tests.soak.trials", name, *words]
    there = subprocess.run(command, env={**os.environ, "DURABLE": "1"}, check=False).returncode
    if there == NOT_INSTALLED:
        row("the same on PostgreSQL", "done", "not installed", holds=False)
    return max(status, there)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
