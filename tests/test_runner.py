"""`scripts/run_tests.py`, behind `make test`: it counts honestly and success means that tests ran."""

import subprocess
import sys

import pytest

from tests.helpers import script


@pytest.fixture(scope="module")
def runner():
    return script.load("run_tests")


@pytest.fixture
def tally(runner, tmp_path):
    """A tally of the cases given, each the inside of a JUnit test case."""

    def _tally(*insides):
        cases = "".join(
            f'<testcase classname="tests" name="t{n}">{x}</testcase>' for n, x in enumerate(insides)
        )
        report = tmp_path / "report.xml"
        report.write_text(f"<testsuites><testsuite>{cases}</testsuite></testsuites>")
        tally = runner.Tally()
        tally.read(report)
        return tally

    return _tally


PASS, FAIL, ERROR = "", '<failure message="no"/>', '<error message="no"/>'
SKIP = '<skipped type="pytest.skip" message="no browser"/>'
XFAIL = '<skipped type="pytest.xfail" message="known"/>'


@pytest.mark.parametrize(
    ("cases", "line", "holds", "holds_if_all_required"),
    [
        ([PASS, PASS], "2 passed, 0 failed, 0 skipped", True, True),
        ([PASS, FAIL], "1 passed, 1 failed, 0 skipped", False, False),
        ([PASS, ERROR], "1 passed, 1 failed, 0 skipped", False, False),
        ([PASS, SKIP], "1 passed, 0 failed, 1 skipped", True, False),
        ([PASS, XFAIL], "1 passed, 0 failed, 1 skipped", True, False),
        ([SKIP], "0 passed, 0 failed, 1 skipped", False, False),
        ([], "0 passed, 0 failed, 0 skipped", False, False),
    ],
)
def test_success_is_that_something_ran_and_nothing_failed(tally, cases, line, holds, holds_if_all_required):
    counted = tally(*cases)
    assert counted.closing_line() == line
    assert counted.holds(require_all=False) is holds
    assert counted.holds(require_all=True) is holds_if_all_required


def test_what_could_not_run_is_named_with_its_reason(tally):
    assert tally(SKIP).skipped == [("tests::t0", "no browser")]


@pytest.mark.parametrize(
    ("status", "failed", "skipped"), [(0, 0, 0), (1, 1, 0), (2, 1, 0), (4, 1, 0), (-9, 1, 0), (5, 0, 1)]
)
def test_a_pytest_that_leaves_no_report_is_judged_by_its_exit_status(
    runner, monkeypatch, tmp_path, status, failed, skipped
):
    monkeypatch.setattr(runner, "RESULTS", tmp_path)
    monkeypatch.setattr(
        runner.subprocess, "run", lambda command, **_: runner.subprocess.CompletedProcess(command, status)
    )
    tally = runner.Tally()
    runner.run(runner.FAST[0], tally, [])
    assert (len(tally.failed), len(tally.skipped)) == (failed, skipped)


def test_what_a_machine_cannot_run_is_counted_as_skipped_and_named_once(
    runner, monkeypatch, tmp_path, capsys
):
    listing = "tests/test_a.py::test_one\ntests/test_a.py::test_two\n\n2 tests collected\n"
    monkeypatch.setattr(runner, "RESULTS", tmp_path)
    monkeypatch.setattr(
        runner.subprocess,
        "run",
        lambda command, **_: runner.subprocess.CompletedProcess(command, 0, stdout=listing),
    )
    assert runner.main(["--rest"], lambda part: f"{part} is missing. To bring it: install {part}") == 1
    told = capsys.readouterr().out
    assert "Could not run (2 tests): browser is missing. To bring it: install browser" in told
    assert "Could not run (2 tests): postgresql is missing" in told
    assert told.endswith("0 passed, 0 failed, 4 skipped\n")


@pytest.mark.parametrize(
    ("asked", "parts"),
    [
        ([], ["fast", "smoke"]),
        (["--rest"], ["slow", "postgresql", "browser"]),
        (["--all"], ["fast", "smoke", "slow", "postgresql", "browser"]),
    ],
)
def test_make_test_runs_the_fast_part_and_everything_is_both(runner, monkeypatch, tmp_path, asked, parts):
    ran = []
    monkeypatch.setattr(runner, "RESULTS", tmp_path)
    monkeypatch.setattr(runner, "run", lambda part, tally, more: ran.append((part.name, more)))
    runner.main([*asked, "-k", "standings"], lambda part: "")
    assert ran == [(part, ["-k", "standings"]) for part in parts]


def test_a_test_that_fails_on_the_other_database_only_is_named_with_it(runner, tmp_path):
    report = tmp_path / "report.xml"
    report.write_text(f'<testsuite><testcase classname="tests" name="t">{FAIL}</testcase></testsuite>')
    tally = runner.Tally()
    tally.read(report, " (PostgreSQL)")
    assert tally.failed == ["tests::t (PostgreSQL)"]


@pytest.mark.slow
def test_what_can_depend_on_the_engine_runs_on_both(pytestconfig):
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-m", "both_engines"]
    folders = ["tests/services/test_sheet_races.py", "tests/views/test_board.py", "tests/trust/test_kills.py"]
    found = subprocess.run([*command, *folders], cwd=pytestconfig.rootpath, capture_output=True, text=True)
    files = {line.partition("::")[0] for line in found.stdout.splitlines() if "::" in line}
    assert files == {folders[0], folders[2]}


def test_no_part_empties_the_folder_that_holds_the_reports(runner, monkeypatch, tmp_path):
    called = []
    monkeypatch.setattr(runner, "RESULTS", tmp_path)
    monkeypatch.setattr(
        runner.subprocess,
        "run",
        lambda command, **_: called.extend(command) or runner.subprocess.CompletedProcess(command, 0),
    )
    runner.run(runner.FAST[0], runner.Tally(), [])
    (output,) = [
        argument.removeprefix("--output=") for argument in called if argument.startswith("--output=")
    ]
    assert not tmp_path.is_relative_to(output)
