"""The wheel's first start in an empty home, and the next: seconds until it tells its address, and sizes.

`sh scripts/scratch .venv/bin/python tests/bench/bench_start.py`. What `make bundle` wrote is measured, too.
Beside the time by the clock stands that of the processor: on a busy machine only that says something.
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
from tests.helpers.ports import free_port  # noqa: E402
from tests.helpers.script import load  # noqa: E402

MOST = 3.0  # seconds
MOST_SIZES = {"the wheel": 10, "the bundle": 150}  # MB
READY = "Stop with Ctrl-C."


def spent(process: int) -> float:
    """Seconds of the processor by a running process, its threads and the children that it waited for."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def start(command: list[str], home: Path, *options: str, **more: str) -> tuple[float, float]:
    """Seconds by the clock and of the processor until it serves."""
    kept = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "HOME": str(home)} | more
    began, log = time.monotonic(), home / "log"
    words = [*command, "serve", "--host", "127.0.0.1", "--port", str(free_port()), *options]
    with log.open("w") as said:
        server = subprocess.Popen(words, env=kept, cwd=home, stdout=said, stderr=said)
    while READY not in log.read_text(encoding="utf-8"):
        if server.poll() is not None:
            raise SystemExit(log.read_text(encoding="utf-8"))
        time.sleep(0.02)
    clock, processor = time.monotonic() - began, spent(server.pid)
    server.send_signal(signal.SIGINT)
    server.wait()
    return clock, processor


def size(path: Path) -> int:
    files = [path] if path.is_file() else [one for one in path.rglob("*") if one.is_file()]
    return sum(one.lstat().st_size for one in files)


def main() -> int:
    missed = 0
    with tempfile.TemporaryDirectory() as room:
        made = load("release").build_wheel(Path(room))
        unpacked = Path(room) / "site"
        with zipfile.ZipFile(made) as packed:
            packed.extractall(unpacked)
        python = [sys.executable, "-m", "tournament"]
        subprocess.run([*python, "--version"], cwd=unpacked, check=True, capture_output=True)
        subprocess.run([sys.executable, "-m", "compileall", "-q", str(unpacked)], check=False)  # as pip does
        found = {"the wheel": (python, {"PYTHONPATH": str(unpacked)}, size(made))}
        for folder in sorted((ROOT / "dist").glob("euchre-director-*-*-*/")):
            if (program := folder / "euchre-director").exists():
                found["the bundle"] = ([str(program)], {}, size(folder))
        for name, (command, more, bytes_) in found.items():
            homes = [Path(room) / f"{name} {number}" for number in (1, 2)]
            for home in homes:
                home.mkdir()
            for which, home, options in (
                ("first start, no demonstration", homes[0], ["--no-demo"]),
                ("first start", homes[1], []),
                ("next start", homes[1], []),
            ):
                clock, processor = start(command, home, *options, **more)
                missed += processor > MOST
                what = f"{name}: {which}, s of the processor"
                print(f"{what:<60} ≤ {MOST:<8}{processor:6.1f}   ({clock:.1f} by the clock)")
            missed += bytes_ > MOST_SIZES[name] * 1e6
            print(f"{f'{name}: MB':<60} ≤ {MOST_SIZES[name]:<8}{bytes_ / 1e6:6.1f}")
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
