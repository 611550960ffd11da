"""The tests that CI cuts short, with every example, size and seed. Run by `make soak`.

python tests/soak/soak_tests.py [FILE …]      every file of tests that says how far it goes
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from xml.etree import ElementTree

from tests.soak.table import row

TESTS = Path(__file__).resolve().parents[1]
CUT_SHORT = ("mark.deep", "helpers.depth")  # in a file's text


def files() -> list[str]:
    found = (path for path in sorted(TESTS.rglob("test_*.py")) if "e2e" not in path.parts)
    return [str(path) for path in found if any(word in path.read_text("utf-8") for word in CUT_SHORT)]


def main(*chosen: str) -> int:
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        command = [sys.executable, "-m", "pytest", "-q", "-n0", "-m", "slow", "-o", "timeout=0"]
        command += [f"--junitxml={report}", f"--output={folder}/output", *(chosen or files())]
        subprocess.run(command, env={**os.environ, "EUCHRE_DEEP": "1"}, check=False)
        cases = [*ElementTree.parse(report).iter("testcase")] if report.exists() else []
    failed = sum(case.find("failure") is not None or case.find("error") is not None for case in cases)
    good = [
        row("tests with every example, size and seed", len(cases) or 1, len(cases), holds=bool(cases)),
        row("  of them failed", 0, failed, holds=not failed),
    ]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
