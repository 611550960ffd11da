"""Runs every test and says what could not run: ordinary tests on SQLite, those of them that use the database
again on PostgreSQL, then browser tests; each in a pytest of their own.

Ends with the plain line `N passed, N failed, N skipped`; exits with 1 when a test failed, when none ran, or,
with REQUIRE_ALL=1, when one was skipped. Arguments go to each pytest call: `scripts/tests.py -k standings`.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "test-results"
BROWSER_TESTS = "tests/e2e"
ON_POSTGRESQL = ("sh", "scripts/postgres")  # runs a command with a server of its own
NO_TESTS = 5  # pytest's exit status when it collected nothing


@dataclass
class Tally:
    """What became of the tests; the lists name them, with the reason where there is one."""

    passed: int = 0
    failed: list[str] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)

    def read(self, report: Path, where: str = "") -> None:
        """Add what one pytest call reported in JUnit's form; `where` tells a second run of a test apart."""
        for case in ElementTree.parse(report).iter("testcase"):
            name = f"{case.get('classname')}::{case.get('name')}{where}"
            if case.find("failure") is not None or case.find("error") is not None:
                self.failed.append(name)
            elif (skip := case.find("skipped")) is not None:  # expected failures, too: they prove nothing
                self.skipped.append(f"{name}: {skip.get('message')}")
            else:
                self.passed += 1

    def closing_line(self) -> str:
        return f"{self.passed} passed, {len(self.failed)} failed, {len(self.skipped)} skipped"

    def holds(self, *, require_all: bool) -> bool:
        """Whether this is a success: something ran, nothing failed, nothing that had to run was left out."""
        return self.passed > 0 and not self.failed and not (require_all and self.skipped)


def pytest(
    tally: Tally, part: str, arguments: list[str], *, within: tuple[str, ...] = (), **environment: str
) -> None:
    """Run one pytest call, `within` another program, and add it to the tally."""
    report = RESULTS / f"{part}.xml"
    report.unlink(missing_ok=True)
    # Playwright empties its folder whenever pytest starts: not the one of the reports.
    written = [f"--junitxml={report}", f"--output={RESULTS / 'browser'}"]
    command = [*within, sys.executable, "-m", "pytest", *written, *arguments, *sys.argv[1:]]
    print(f"\n== {part} tests\n", flush=True)
    status = subprocess.run(command, cwd=ROOT, env={**os.environ, **environment}, check=False).returncode
    failed_before = len(tally.failed)
    if report.exists():
        tally.read(report, " (PostgreSQL)" if within == ON_POSTGRESQL else "")
    if status == NO_TESTS:
        tally.skipped.append(f"{part} tests: there are none")
    elif status != 0 and len(tally.failed) == failed_before:
        tally.failed.append(f"{part} tests: pytest stopped with status {status}")


def leave_out(tally: Tally, what: str, arguments: list[str], reason: str) -> None:
    """Count every test that this pytest call would have run as skipped."""
    command = [sys.executable, "-m", "pytest", *arguments, "--collect-only", "-q", *sys.argv[1:]]
    listing = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True).stdout
    names = [line for line in listing.splitlines() if "::" in line] or [what]
    tally.skipped += [f"{name}: {reason}" for name in names]


def postgresql_tests(tally: Tally, side_by_side: list[str]) -> None:
    """What uses the database, once more on the other engine; where it is missing, each counts as skipped."""
    arguments = ["-m", "database"]
    if has_postgresql():
        pytest(tally, "postgresql", [*arguments, *side_by_side], within=ON_POSTGRESQL)
    else:
        leave_out(tally, "postgresql tests", arguments, "PostgreSQL is not installed")


def has_postgresql() -> bool:
    """Whether a server can be started here; macOS and Linux only, and not as a root without its account."""
    if shutil.which("sh") is None:
        return False
    return subprocess.run(ON_POSTGRESQL, cwd=ROOT, check=False, capture_output=True).returncode == 0


def browser_tests(tally: Tally, side_by_side: list[str]) -> None:
    """The tests in a browser; without Chromium each is counted as skipped."""
    # Not the addopts of pyproject.toml: they leave the browser tests out.
    arguments = [BROWSER_TESTS, "-o", "addopts=--import-mode=importlib --strict-markers -ra"]
    if os.environ.get("CHROMIUM") or shutil.which("chromium") or Path("/usr/bin/chromium").exists():
        # Playwright keeps an event loop running, in which Django would refuse the database.
        pytest(tally, "browser", [*arguments, *side_by_side], DJANGO_ALLOW_ASYNC_UNSAFE="true")
    else:
        leave_out(tally, BROWSER_TESTS, arguments, "Chromium is not installed")


def tell(title: str, names: list[str]) -> None:
    if names:
        print(f"\n{title} ({len(names)}):")
        for name in names:
            print(f"  {name}")


def main() -> int:
    RESULTS.mkdir(exist_ok=True)
    tally = Tally()
    # A worker that has nothing left takes over what another was given: tests last very differently.
    side_by_side = ["-n", str(min(4, os.cpu_count() or 1)), "--dist", "worksteal"]
    with tempfile.TemporaryDirectory(prefix="euchre-tests-") as data:
        os.environ["EUCHRE_DATA_DIR"] = data  # tests never touch the real data
        os.environ.pop("DATABASE_URL", None)
        pytest(tally, "ordinary", side_by_side)
        postgresql_tests(tally, side_by_side)
        browser_tests(tally, side_by_side)

    require_all = os.environ.get("REQUIRE_ALL") == "1"
    tell("Failed", tally.failed)
    tell(
        "Could not run, which REQUIRE_ALL=1 counts as a failure" if require_all else "Could not run",
        tally.skipped,
    )
    (RESULTS / "closing-line").write_text(f"{tally.closing_line()}\n", encoding="ascii")
    print(f"\n{tally.closing_line()}", flush=True)
    return 0 if tally.holds(require_all=require_all) else 1


if __name__ == "__main__":
    sys.exit(main())
