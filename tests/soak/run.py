"""Every long trial, one after the other, each with an empty data folder; then one table of all figures."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.soak.table import KEPT_IN, line, row, show  # noqa: E402


def main() -> int:
    trials = sorted((ROOT / "tests" / "soak").glob("soak_*.py"))
    with tempfile.TemporaryDirectory(prefix="euchre-soak-") as folder:
        rows = Path(folder) / "rows"
        rows.touch()
        os.environ[KEPT_IN] = str(rows)
        os.environ.pop("DATABASE_URL", None)
        print(line("figure", "asked", "reached", True))
        for trial in trials:
            data = Path(folder) / trial.stem
            data.mkdir()
            environment = {**os.environ, "EUCHRE_DATA_DIR": str(data), "PYTHONPATH": str(ROOT)}
            command = [sys.executable, str(trial), *sys.argv[1:]]
            before = rows.read_text()
            status = subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode
            if status and rows.read_text() == before:
                row(trial.name, "ends with 0", f"ended with {status}", holds=False)
        return 0 if show(rows) else 1


if __name__ == "__main__":
    sys.exit(main())
