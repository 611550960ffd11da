"""Long trials, each with an empty data folder; then one table of all figures. Run by `make soak`.

python tests/soak/run.py                 every trial: the archives, as long as all others, beside the others
python tests/soak/run.py races fuzz      these only, one after the other; two calls may run side by side
python tests/soak/run.py --resume        those that have not ended at this state of the code
python tests/soak/run.py --table         no trial: the table of what has ended so far

What a trial told is kept as `test-results/soak/NAME.json` when it ends. The table shows only what was reached
at this state of the code: a trial that has not ended at it counts as a figure that does not hold.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.soak.table import KEPT_IN, Row, line  # noqa: E402
from tests.soak.trials import LANES, TRIALS  # noqa: E402

KEPT = ROOT / "test-results" / "soak"
TOLD = {"capture_output": True, "text": True, "cwd": ROOT, "check": False}


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Long trials, then one table of what was asked and reached.")
    parser.add_argument(
        "trials", nargs="*", metavar="TRIAL", help=f"one of {', '.join(TRIALS)}; or all of them"
    )
    parser.add_argument(
        "--resume", action="store_true", help="only what has not ended at this state of the code"
    )
    parser.add_argument("--table", action="store_true", help="run nothing, show what has ended")
    chosen = parser.parse_args(arguments)
    if unknown := set(chosen.trials) - set(TRIALS):
        parser.error(f"there is no trial {', '.join(sorted(unknown))}; choose from {', '.join(TRIALS)}")
    code = state_of_code()
    whole = [[trial.__name__ for trial in lane] for lane in LANES]
    lanes = [] if chosen.table else [chosen.trials] if chosen.trials else whole
    with ThreadPoolExecutor(len(LANES)) as beside:
        for lane in [beside.submit(run_all, names, code, chosen.resume) for names in lanes]:
            lane.result()
    return 0 if show(code) else 1


def run_all(names: Iterable[str], code: str, resume: bool) -> None:
    for name in names:
        if resume and told(name, code):
            print(f"{name}: has ended already", flush=True)
        else:
            run(name, code)


def state_of_code() -> str:
    """What is tried: the commit, and whether something was changed since; `unknown` without git."""
    git = subprocess.run(["git", "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"], **TOLD)
    return git.stdout.strip() or "unknown"


def run(name: str, code: str) -> None:
    """Run one trial to its end and keep what it told."""
    print(f"\n{line(Row(name, 'asked', 'reached', True))}", flush=True)
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix=f"euchre-soak-{name}-") as folder:
        rows = Path(folder) / "rows"
        rows.touch()
        data = Path(folder) / "data"
        data.mkdir()
        environment = {
            **os.environ,
            KEPT_IN: str(rows),
            "EUCHRE_DATA_DIR": str(data),
            "PYTHONPATH": str(ROOT),
        }
        environment.pop("DATABASE_URL", None)
        command = [sys.executable, "-m", "tests.soak.trials", name]
        status = subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode
        kept = read(rows)
        if not kept or (status and all(values.holds for values in kept)):
            kept.append(Row(f"{name} ends with", "0", str(status), holds=False))
            print(line(kept[-1]), flush=True)
    KEPT.mkdir(parents=True, exist_ok=True)
    result = {"code": code, "seconds": round(time.monotonic() - began), "rows": kept}
    (KEPT / f"{name}.json").write_text(json.dumps(result), encoding="utf-8")


def read(rows: Path) -> list[Row]:
    return [Row(*json.loads(text)) for text in rows.read_text(encoding="utf-8").splitlines()]


def told(name: str, code: str) -> dict | None:
    """What this trial told at this state of the code; nothing if it has not ended at it."""
    try:
        result = json.loads((KEPT / f"{name}.json").read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    return result if result["code"] == code else None


def show(code: str) -> bool:
    """Print one table of every trial; answers whether all have ended and all figures hold."""
    holds = True
    print(f"\n{line(Row(f'At {code}', 'asked', 'reached', True))}\n{'=' * 96}")
    for name in TRIALS:
        if result := told(name, code):
            rows = [Row(*values) for values in result["rows"]]
            print(f"{name}, {timedelta(seconds=result['seconds'])}")
        else:
            rows = [Row(name, "ended", "not yet", False)]
        holds = holds and all(values.holds for values in rows)
        for values in rows:
            print(line(values))
    return holds


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
