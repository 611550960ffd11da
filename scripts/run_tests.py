"""Runs tests and says what could not run.

    scripts/run_tests.py          `make test`: all but the slow ones, on SQLite, then a few in a browser
    scripts/run_tests.py --rest   the others: the slow ones, the database's on PostgreSQL, all in a browser
    scripts/run_tests.py --all    `make test-all`: both

Ends with the plain line `N passed, N failed, N skipped`; exits with 1 when a test failed, when none ran, or,
with REQUIRE_ALL=1, when one was skipped. Other arguments go to each pytest call, such as `-k standings`.
"""

import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "test-results"
NO_TESTS = 5  # pytest's exit status when it collected nothing


@dataclass(frozen=True, slots=True)
class Part:
    """One pytest call: its tests, and what the machine needs for them."""

    name: str
    arguments: tuple[str, ...]
    needs: str = ""
    within: tuple[str, ...] = ()  # another program that runs it
    environment: tuple[tuple[str, str], ...] = ()
    waiting: int = 0  # workers more than processors, for what often waits


# Not the addopts of pyproject.toml: they leave the browser tests out. Playwright keeps an event loop running,
# in which Django would refuse the database.
IN_BROWSER = ("tests/e2e", "-o", "addopts=--import-mode=importlib --strict-markers -ra")
ASYNC = (("DJANGO_ALLOW_ASYNC_UNSAFE", "true"),)
FAST = (Part("fast", ()), Part("smoke", (*IN_BROWSER, "-m", "smoke"), "browser", environment=ASYNC))
REST = (
    Part("slow", ("tests", "-m", "slow")),
    Part("postgresql", ("tests", "-m", "both_engines"), "postgresql", within=("sh", "scripts/postgres")),
    Part("browser", (*IN_BROWSER, "-m", "not smoke"), "browser", environment=ASYNC, waiting=1),
)


@dataclass
class Tally:
    """What became of the tests; the lists name them, with the reason where there is one."""

    passed: int = 0
    failed: list[str] = field(default_factory=list)
    skipped: list[tuple[str, str]] = field(default_factory=list)

    def read(self, report: Path, where: str = "") -> None:
        """Add what one pytest call reported in JUnit's form; `where` tells a second run of a test apart."""
        for case in ElementTree.parse(report).iter("testcase"):
            name = f"{case.get('classname')}::{case.get('name')}{where}"
            if case.find("failure") is not None or case.find("error") is not None:
                self.failed.append(name)
            elif (skip := case.find("skipped")) is not None:  # expected failures, too: they prove nothing
                self.skipped.append((name, skip.get("message") or "no reason given"))
            else:
                self.passed += 1

    def closing_line(self) -> str:
        return f"{self.passed} passed, {len(self.failed)} failed, {len(self.skipped)} skipped"

    def holds(self, *, require_all: bool) -> bool:
        """Whether this is a success: something ran, nothing failed, nothing that had to run was left out."""
        return self.passed > 0 and not self.failed and not (require_all and self.skipped)


def run(part: Part, tally: Tally, asked: list[str]) -> None:
    """Run one pytest call and add it to the tally."""
    report = RESULTS / f"{part.name}.xml"
    report.unlink(missing_ok=True)
    # Playwright empties its folder whenever pytest starts: not the one of the reports.
    written = [f"--junitxml={report}", f"--output={RESULTS / 'browser'}"]
    # A worker that has nothing left takes over what another was given: tests last very differently.
    workers = min(4, (os.cpu_count() or 1) + part.waiting)
    side_by_side = ["-n", str(workers), "--dist", "worksteal"]
    command = [*part.within, sys.executable, "-m", "pytest", *written, *part.arguments, *side_by_side, *asked]
    print(f"\n== {part.name} tests\n", flush=True)
    status = subprocess.run(
        command, cwd=ROOT, env=os.environ | dict(part.environment), check=False
    ).returncode
    failed_before = len(tally.failed)
    if report.exists():
        tally.read(report, " (PostgreSQL)" if part.name == "postgresql" else "")
    if status == NO_TESTS:
        tally.skipped.append((f"{part.name} tests", "there are none"))
    elif status != 0 and len(tally.failed) == failed_before:
        tally.failed.append(f"{part.name} tests: pytest stopped with status {status}")


def leave_out(part: Part, tally: Tally, asked: list[str], reason: str) -> None:
    """Count every test that this pytest call would have run as skipped."""
    command = [sys.executable, "-m", "pytest", *part.arguments, "--collect-only", "-q", *asked]
    listing = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True).stdout
    names = [line for line in listing.splitlines() if "::" in line] or [f"{part.name} tests"]
    tally.skipped += [(name, reason) for name in names]


def tell(tally: Tally) -> None:
    """Print what failed, and how many tests each reason kept from running."""
    for name in tally.failed:
        print(f"Failed: {name}")
    for reason, count in Counter(reason for _name, reason in tally.skipped).most_common():
        print(f"Could not run ({count} {'test' if count == 1 else 'tests'}): {reason}")


def main(asked: list[str], missing: Callable[[str], str]) -> int:
    """Run the parts asked for; `missing` says what the machine lacks for one, in a sentence."""
    chosen = REST if "--rest" in asked else FAST + REST if "--all" in asked else FAST
    asked = [one for one in asked if one not in ("--rest", "--all")]
    RESULTS.mkdir(exist_ok=True)
    tally = Tally()
    with tempfile.TemporaryDirectory(prefix="euchre-tests-") as data:
        os.environ["EUCHRE_DATA_DIR"] = data  # tests never touch the real data
        os.environ.pop("DATABASE_URL", None)
        # Some hosts forbid compiled files. Each worker, part and started command would then compile the site
        # anew, which takes three times as long.
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        for part in chosen:
            reason = missing(part.needs) if part.needs else ""
            if reason:
                leave_out(part, tally, asked, reason)
            else:
                run(part, tally, asked)
    print()
    tell(tally)
    (RESULTS / "closing-line").write_text(f"{tally.closing_line()}\n", encoding="ascii")
    print(f"\n{tally.closing_line()}", flush=True)
    return 0 if tally.holds(require_all=os.environ.get("REQUIRE_ALL") == "1") else 1


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    from tests.helpers import machine

    sys.exit(main(sys.argv[1:], machine.missing))
