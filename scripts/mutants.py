"""Says how many of mutmut's small changes to the rules the tests notice. Run by `make mutants`.

mutmut forks each trial from a process that has imported `scoring`. A change in a function that runs only at
the import, as those do that make the catalogue of offences, has no effect there: what survives of these is
tried again here, each in a process of its own. Exits with 1 below the bar.
"""

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

MUTANTS = Path(__file__).resolve().parent.parent / "mutants"
AT_IMPORT = "scoring.catalogue."
TESTS = tuple(f"tests/scoring/test_{of}.py" for of in ("rulebook_table", "rulecard", "rulings", "findings"))
SURVIVED, WITHOUT_TESTS = 0, 33  # mutmut's exit codes of a trial; others say that the change was noticed
BAR = 98  # % of all changes


def main() -> int:
    found = [
        (name, code)
        for file in sorted((MUTANTS / "scoring").rglob("*.meta"))
        for name, code in json.loads(file.read_text(encoding="utf-8"))["exit_code_by_key"].items()
    ]
    if not found or any(code is None for _name, code in found):
        sys.exit("Not every change has been tried: run `make mutants` to its end.")
    if is_noticed(""):
        sys.exit("These tests fail without a change, so they prove nothing: see `make test`.")
    unnoticed = [name for name, code in found if code in (SURVIVED, WITHOUT_TESTS)]
    again = [name for name in unnoticed if name.startswith(AT_IMPORT)]
    with ThreadPoolExecutor(os.cpu_count()) as several:
        found_out = {name for name, seen in zip(again, several.map(is_noticed, again), strict=True) if seen}
    left = [name for name in unnoticed if name not in found_out]
    print(*left, sep="\n")
    noticed = len(found) - len(left)
    share = 100 * noticed / len(found)
    print(f"{noticed} of {len(found)} changes to the rules noticed: {share:.1f} % (target: {BAR})")
    return 0 if share >= BAR else 1


def is_noticed(name: str) -> bool:
    """Whether a test fails where the rules are imported with this change."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-n0", "--tb=no", "-p", "no:cacheprovider", *TESTS]
    environment = {**os.environ, "MUTANT_UNDER_TEST": name}
    done = subprocess.run(command, cwd=MUTANTS, env=environment, capture_output=True, check=False)
    return done.returncode != 0


if __name__ == "__main__":
    sys.exit(main())
