"""`scripts/tests.py`, the runner behind `make test`: it counts honestly and success means that tests ran."""

import importlib.util
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parent.parent / "scripts" / "tests.py"


@pytest.fixture(scope="module")
def runner():
    spec = importlib.util.spec_from_file_location("ci_tests", SOURCE)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up there
    spec.loader.exec_module(module)
    yield module
    del sys.modules[spec.name]


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
SIDE_BY_SIDE = ["-n", "2"]
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
    assert tally(SKIP).skipped == ["tests::t0: no browser"]


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
    runner.pytest(tally, "ordinary", [])
    assert (len(tally.failed), len(tally.skipped)) == (failed, skipped)


@pytest.mark.parametrize(
    ("part", "reason"),
    [("browser_tests", "Chromium is not installed"), ("postgresql_tests", "PostgreSQL is not installed")],
)
def test_what_a_machine_cannot_run_is_counted_as_skipped_test_by_test(runner, monkeypatch, part, reason):
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setattr(runner.shutil, "which", lambda _: None)
    monkeypatch.setattr(runner.Path, "exists", lambda _: False)
    listing = "tests/test_a.py::test_one\ntests/test_a.py::test_two\n\n2 tests collected\n"
    monkeypatch.setattr(
        runner.subprocess,
        "run",
        lambda command, **_: runner.subprocess.CompletedProcess(command, 0, stdout=listing),
    )
    tally = runner.Tally()
    getattr(runner, part)(tally, SIDE_BY_SIDE)
    assert [name.split("::")[1] for name in tally.skipped] == [f"test_one: {reason}", f"test_two: {reason}"]
    assert not tally.holds(require_all=True)


def test_a_test_that_fails_on_the_other_database_only_is_named_with_it(runner, tmp_path):
    report = tmp_path / "report.xml"
    report.write_text(f'<testsuite><testcase classname="tests" name="t">{FAIL}</testcase></testsuite>')
    tally = runner.Tally()
    tally.read(report, " (PostgreSQL)")
    assert tally.failed == ["tests::t (PostgreSQL)"]


def test_what_uses_the_database_runs_again_on_the_other_engine(request, event):
    assert request.node.get_closest_marker("database")


def test_what_does_not_use_the_database_runs_once(request):
    assert not request.node.get_closest_marker("database")


def test_no_part_empties_the_folder_that_holds_the_reports(runner, monkeypatch, tmp_path):
    called = []
    monkeypatch.setattr(runner, "RESULTS", tmp_path)
    monkeypatch.setattr(
        runner.subprocess,
        "run",
        lambda command, **_: called.extend(command) or runner.subprocess.CompletedProcess(command, 0),
    )
    runner.pytest(runner.Tally(), "ordinary", [])
    (output,) = [
        argument.removeprefix("--output=") for argument in called if argument.startswith("--output=")
    ]
    assert not tmp_path.is_relative_to(output)
