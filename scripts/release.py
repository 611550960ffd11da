"""Writes what a release consists of beside the repository into dist/: version, its part of the changelog,
the wheel and the hashes of its libraries, the bundles of this version that `make bundle` left in dist/,
the list of what it is made of (CycloneDX, from the locks in requirements/), the kept database, and the
hash of each file.

Refuses where the changelog has no part for the version of pyproject.toml, and where a second build of
the wheel gives other bytes: the same checkout gives the same.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

from cyclonedx.model import ExternalReference, ExternalReferenceType, HashAlgorithm, HashType, XsUri
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentScope, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL

ROOT = Path(__file__).resolve().parent.parent
NAME = "euchre-director"
# Lie under static/, each with its licence.
IN_REPOSITORY = {"bootstrap": "5.3.8", "@fontsource-variable/atkinson-hyperlegible-next": "5.3.0"}
OURS = {"DATABASE_URL", "DEBUG", "EUCHRE_PROFILE", "SECRET_KEY", "PYTHONPATH"}  # say nothing while we build
# Handed out beside the wheel, for `pip install --require-hashes`: the site itself, and with each extra.
LOCKED = ("site", "hosted")


class NotReady(Exception):
    """This checkout is no release; the sentence says what is missing."""


@dataclass(frozen=True, slots=True)
class Pin:
    """A release of a library, as locked; `marker` says where it is installed, empty: everywhere."""

    name: str
    version: str
    marker: str
    hashes: tuple[str, ...]  # SHA-256 of each of its files


def pins(text: str) -> Iterator[Pin]:
    """Every requirement of a locked file. Raises `ValueError` for a line that is no pin with hashes."""
    for line in re.sub(r"\\\n\s*", " ", text).splitlines():
        line = line.partition("#")[0].strip()
        if not line:
            continue
        found = re.fullmatch(
            r"([\w.-]+)==([\w.+!-]+)\s*(?:;\s*(.*?))?\s*((?:\s*--hash=sha256:[0-9a-f]{64})+)", line
        )
        if found is None:
            raise ValueError(line)
        name, version, marker, hashes = found.groups()
        yield Pin(name, version, marker or "", tuple(re.findall(r"sha256:([0-9a-f]{64})", hashes)))


def changes_of(version: str, changelog: str) -> tuple[datetime, str]:
    """The date of a version and its part of the changelog. Raises `NotReady`."""
    found = re.search(
        rf"^## \[?{re.escape(version)}\]? *[-–—] *(\d{{4}}-\d\d-\d\d)\n(.*?)(?=^## |\Z)",
        changelog,
        re.M | re.S,
    )
    if found is None:
        raise NotReady(f"CHANGELOG.md has no section “## {version} – YYYY-MM-DD” yet. Add it.")
    return datetime.fromisoformat(found[1]).replace(tzinfo=UTC), f"{found[2].strip()}\n"


def bill_of_materials(version: str, at: datetime, hall: list[Pin], hosted: list[Pin]) -> str:
    """What the release is made of, as CycloneDX 1.6 in JSON; what only an extra installs is optional."""
    site = Component(name=NAME, version=version, type=ComponentType.APPLICATION, bom_ref=NAME)
    everywhere = {pin.name for pin in hall}
    parts = [_component(pin, optional=pin.name not in everywhere) for pin in hosted]
    parts += [
        Component(name=name, version=number, type=ComponentType.LIBRARY, bom_ref=f"{name}@{number}")
        for name, number in IN_REPOSITORY.items()
    ]
    bom = Bom(components=parts, serial_number=uuid5(NAMESPACE_URL, f"{NAME} {version} {hosted}"))
    bom.metadata.component, bom.metadata.timestamp = site, at
    bom.register_dependency(site, parts)
    return str(JsonV1Dot6(bom).output_as_string(indent=1)) + "\n"


def _component(pin: Pin, *, optional: bool) -> Component:
    purl = PackageURL("pypi", name=pin.name, version=pin.version)
    files = ExternalReference(
        type=ExternalReferenceType.DISTRIBUTION,
        url=XsUri(purl.to_string()),
        hashes=[HashType(alg=HashAlgorithm.SHA_256, content=one) for one in pin.hashes],
        comment="the hash of each file of this release; pip installs no other",
    )
    return Component(
        name=pin.name,
        version=pin.version,
        type=ComponentType.LIBRARY,
        scope=ComponentScope.OPTIONAL if optional else ComponentScope.REQUIRED,
        purl=purl,
        bom_ref=purl.to_string(),
        external_references=[files],
    )


def locked(name: str) -> list[Pin]:
    return list(pins((ROOT / "requirements" / f"{name}.lock").read_text(encoding="utf-8")))


def build_wheel(into: Path) -> Path:
    """Build the wheel with the tools that development has: the same files give the same bytes.

    In it lie the static files as they are served, so that no first start has to compress them.
    """
    with tempfile.TemporaryDirectory() as room:
        source, data = Path(room) / "source", Path(room) / "data"
        for name in ("scoring", "tournament", "templates", "docs"):
            shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
        for path in (
            *ROOT.glob("*.md"),
            ROOT / "requirements.txt",
            ROOT / "LICENSE",
            ROOT / "pyproject.toml",
        ):
            shutil.copy(path, source)
        shutil.copytree(ROOT / "requirements", source / "requirements")
        ours = {name: value for name, value in os.environ.items() if name not in OURS}
        collect = [sys.executable, "-m", "tournament", "collectstatic", "--noinput", "-v0"]
        subprocess.run(collect, cwd=source, env=ours | {"EUCHRE_DATA_DIR": str(data)}, check=True)
        shutil.move(data / "static", source / "tournament" / "collected")
        listed = source / "tournament" / "collected" / "staticfiles.json"  # in the order of the disk
        listed.write_text(json.dumps(json.loads(listed.read_text()), sort_keys=True), encoding="utf-8")
        for path in source.rglob("__pycache__"):
            shutil.rmtree(path)
        build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
        subprocess.run([*build, "--wheel-dir", str(into), str(source)], check=True, stdout=subprocess.DEVNULL)
    (wheel,) = into.glob("*.whl")
    return wheel


def build_wheel_twice(into: Path) -> Path:
    """Build the wheel, and once more to see that it comes out the same. Raises `NotReady`."""
    wheel = build_wheel(into)
    with tempfile.TemporaryDirectory() as room:
        if build_wheel(Path(room)).read_bytes() != wheel.read_bytes():
            raise NotReady(
                "Two builds of the wheel gave different bytes, so nobody could check what it was made of."
            )
    return wheel


def sums(folder: Path) -> str:
    """The hash of every file that a folder holds, as `sha256sum --check` reads them."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    lines = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(folder).as_posix()}"
        for path in files
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    at, changes = changes_of(version, (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    kept = ROOT / "tests" / "releases" / version
    if not kept.exists():
        subprocess.run([sys.executable, "tests/releases/add.py", version], cwd=ROOT, check=True)
    out = ROOT / "dist" / f"{NAME}-{version}"
    shutil.rmtree(out, ignore_errors=True)
    shutil.copytree(kept, out / "database")
    bom = bill_of_materials(version, at, locked("site"), locked("hosted"))
    for name, text in (("VERSION", f"{version}\n"), ("CHANGES.md", changes), ("sbom.cdx.json", bom)):
        (out / name).write_text(text, encoding="utf-8")
    (out / "locked").mkdir()
    for name in LOCKED:
        shutil.copy(ROOT / "requirements" / f"{name}.lock", out / "locked")
    build_wheel_twice(out)
    for bundle in sorted(out.parent.glob(f"{NAME}-{version}-*.tar.gz")):
        shutil.copy(bundle, out)
    (out / "SHA256SUMS").write_text(sums(out), encoding="utf-8")
    print(f"{out.relative_to(ROOT)} is written; commit {kept.relative_to(ROOT)} with the release.")


if __name__ == "__main__":
    try:
        main()
    except NotReady as missing:
        sys.exit(str(missing))
