"""Makes the bundle: one folder with the site, Python, Pango and typefaces, for a machine without them.

`make bundle` writes `dist/euchre-director-VERSION-SYSTEM-MACHINE/` and, packed, the same beside it. It
is built of the wheel, by PyInstaller, in an environment of its own (`.venv-bundle`, locked by hash). It
runs on systems like the one that it was made on, as old or newer: each system makes its own.
"""

import gzip
import importlib.util
import os
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from importlib.metadata import distributions
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
NAME = "euchre-director"
EPOCH = 1577836800  # the first of January 2020, as in the wheel: what is built has no time of its own
VENV = Path(os.environ.get("VENV", ".venv-bundle"))
READ_ME = """Euchre Director, with everything it needs.

Start:  {program}  in this folder{terminal}.
        It shows its address, with a QR code for the phones, and opens your browser.
Stop:   press Ctrl-C in its window, or close the window.
Help:   {program} --help

Your data are in a folder of their own, which it names at its start. To update, replace this folder with
the newer one. The parts in _internal have licences of their own: see the folder licences.
"""


def wheel(into: Path) -> Path:
    spec = importlib.util.spec_from_file_location("release", ROOT / "scripts" / "release.py")
    assert spec is not None
    assert spec.loader is not None
    sys.modules["release"] = release = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(release)
    made: Path = release.build_wheel(into)
    return made


def program_of(venv: Path, name: str) -> str:
    return str(ROOT / venv / ("Scripts" if os.name == "nt" else "bin") / name)


def build(into: Path, room: Path) -> Path:
    """Put everything into a folder; return it."""
    pip = [
        program_of(VENV, "python"),
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-input",
        "--disable-pip-version-check",
    ]
    subprocess.run([*pip, "--no-deps", "--force-reinstall", str(wheel(room))], check=True, cwd=ROOT)
    fixed = os.environ | {"PYTHONHASHSEED": "0", "SOURCE_DATE_EPOCH": str(EPOCH)}
    places = [
        "--noconfirm",
        "--log-level=WARN",
        "--distpath",
        str(room / "dist"),
        "--workpath",
        str(room / "work"),
    ]
    command = [program_of(VENV, "pyinstaller"), *places, str(HERE / "bundle.spec")]
    subprocess.run(
        command, check=True, cwd=room, env=fixed
    )  # nothing beside it: not the checkout’s own modules
    shutil.rmtree(into, ignore_errors=True)
    into.parent.mkdir(parents=True, exist_ok=True)
    shutil.move(room / "dist" / NAME, into)
    return into


def licences(folder: Path) -> None:
    """Put beside the libraries what allows handing them out: Python's, each library's, the system's."""
    into = folder / "licences"
    into.mkdir()
    standard = (
        Path(sys.base_prefix) / "lib" / f"python{sys.version_info[0]}.{sys.version_info[1]}" / "LICENSE.txt"
    )
    if standard.exists():
        shutil.copy(standard, into / "Python.txt")
    places = [str(path) for path in (ROOT / VENV).rglob("site-packages")]
    for one in distributions(path=places):
        for file in one.files or ():
            if re.search(r"licen[cs]e|copying|notice", file.name, re.I) and "dist-info" in str(file):
                path = Path(str(one.locate_file(file)))
                shutil.copy(path, into / f"{one.metadata['Name']}-{path.name}{'' if path.suffix else '.txt'}")
    for package in system_packages(folder):
        shutil.copy(f"/usr/share/doc/{package.partition('=')[0]}/copyright", into / f"Debian-{package}.txt")


def system_packages(folder: Path) -> list[str]:
    """The Debian packages whose files lie in the folder, as `name=version`; none on another system."""
    if shutil.which("dpkg-query") is None:
        return []
    names = [path.name for path in (folder / "_internal").iterdir() if path.is_file()]
    fonts = [path.name for path in (folder / "_internal" / "fonts").glob("*.ttf")]
    places = [
        path
        for place in ("/lib", "/usr/lib")
        for path in Path(place, f"{platform.machine()}-linux-gnu").glob("*")
    ]
    here = [str(path) for path in places if path.name in names]
    here += [str(path) for path in Path("/usr/share/fonts").rglob("*.ttf") if path.name in fonts]
    here += ["/usr/bin/fc-list"] if "fc-list" in names else []
    said = subprocess.run(
        ["dpkg-query", "--search", *here], capture_output=True, text=True, check=False
    ).stdout
    owners = sorted(
        {line.partition(":")[0] for line in said.splitlines() if not line.startswith("diversion")}
    )
    shown = subprocess.run(
        ["dpkg-query", "--show", "--showformat=${Package}=${Version}\n", *owners],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return sorted(set(shown.stdout.split()))


def pack(folder: Path) -> Path:
    """The folder as one file; the same folder gives the same bytes."""
    packed = folder.with_name(f"{folder.name}.tar.gz")

    def plain(entry: tarfile.TarInfo) -> tarfile.TarInfo:
        entry.mtime, entry.uid, entry.gid, entry.uname, entry.gname = EPOCH, 0, 0, "", ""
        entry.mode = 0o755 if entry.isdir() or entry.mode & 0o100 else 0o644
        return entry

    with (
        packed.open("wb") as file,
        gzip.GzipFile("", "wb", 9, file, EPOCH) as thin,
        tarfile.open(fileobj=thin, mode="w", format=tarfile.PAX_FORMAT) as tar,
    ):
        for path in (folder, *sorted(folder.rglob("*"))):
            tar.add(path, f"{folder.name}/{path.relative_to(folder)}", recursive=False, filter=plain)
    return packed


def main() -> Path:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    system = {"win32": "windows", "darwin": "macos"}.get(sys.platform, sys.platform)
    folder = ROOT / "dist" / f"{NAME}-{version}-{system}-{platform.machine().lower()}"
    with tempfile.TemporaryDirectory() as room:
        build(folder, Path(room))
    program = f"{NAME}.exe" if system == "windows" else f"./{NAME}"
    terminal = "" if system == "windows" else ", in a terminal"
    (folder / "README.txt").write_text(READ_ME.format(program=program, terminal=terminal), encoding="utf-8")
    licences(folder)
    packed = pack(folder)
    print(
        f"{folder.relative_to(ROOT)} is written, and packed beside it ({packed.stat().st_size / 1e6:.0f} MB)."
    )
    return packed


if __name__ == "__main__":
    main()
