"""What is installed is exactly what is locked, by hash; and what a release says that it is made of.

Beyond the findings: `pip install --require-hashes`, and a list of what is inside.
"""

import json
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow
ROOT = Path(__file__).resolve().parent.parent
LISTS = {"site": ROOT / "requirements.txt"} | {
    path.stem: path for path in (ROOT / "requirements").glob("*.txt")
}


def wanted(list_):
    """Every `name==version` of a requirements file and of those that it includes."""
    found = {}
    for line in list_.read_text(encoding="utf-8").splitlines():
        line = line.partition("#")[0].strip()
        if line.startswith("-r "):
            found |= wanted(list_.parent / line[3:].strip())
        elif line:
            library, version = line.partition(";")[0].strip().split("==")
            found[canonical(library)] = version
    return found


def canonical(name):
    return re.sub(r"[-_.]+", "-", name.partition("[")[0]).lower()


@pytest.mark.parametrize("name", sorted(LISTS))
def test_what_is_locked_is_what_is_asked_for_and_every_file_has_a_hash(release, name):
    found = list(release.pins((ROOT / "requirements" / f"{name}.lock").read_text(encoding="utf-8")))
    assert {canonical(pin.name): pin.version for pin in found} == wanted(LISTS[name]), "run make lock"
    assert all(pin.hashes for pin in found)


def test_every_install_checks_hashes():
    venv = (ROOT / "scripts" / "venv").read_text(encoding="utf-8")
    assert '--require-hashes --no-deps -r "requirements/$list.lock"' in venv
    told = [ROOT / "README.md", *ROOT.glob("docs/*.md")]
    lines = [line for path in told for line in path.read_text(encoding="utf-8").splitlines()]
    installs = [line for line in lines if "pip install" in line and "-r " in line]
    assert len(installs) >= 4
    for line in installs:
        assert re.search(r"--require-hashes --no-deps -r \S*\w+\.lock", line), line


def test_a_requirement_without_a_hash_is_no_pin(release):
    for line in ("Django==5.2.19", "Django>=5 --hash=sha256:" + "0" * 64, "-r other.txt"):
        with pytest.raises(ValueError, match=re.escape(line)):
            list(release.pins(line))


def test_the_list_of_what_is_inside_has_what_its_standard_asks_for(release):
    """The fields that CycloneDX 1.6 requires, a hash for every library, and nothing that pip is not given."""
    hall, hosted = release.locked("site"), release.locked("hosted")
    at = datetime(2026, 12, 1, tzinfo=UTC)
    text = release.bill_of_materials("0.2.0", at, hall, hosted)
    bom = json.loads(text)
    assert (bom["bomFormat"], bom["specVersion"], bom["version"]) == ("CycloneDX", "1.6", 1)
    assert re.fullmatch(r"urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", bom["serialNumber"])
    assert bom["metadata"]["component"]["version"] == "0.2.0"
    assert bom["metadata"]["timestamp"].startswith("2026-12-01T00:00:00")
    parts = {part["name"]: part for part in bom["components"]}
    assert set(parts) == {pin.name for pin in hosted} | set(release.IN_REPOSITORY)
    for pin in hosted:
        part = parts[pin.name]
        assert (part["type"], part["version"]) == ("library", pin.version)
        assert part["purl"] == f"pkg:pypi/{canonical(pin.name)}@{pin.version}"
        [files] = part["externalReferences"]
        assert {one["content"] for one in files["hashes"]} == set(pin.hashes)
        assert {one["alg"] for one in files["hashes"]} == {"SHA-256"}
    optional = {name for name, part in parts.items() if part.get("scope") == "optional"}
    assert "weasyprint" in {pin.name for pin in hall}
    assert optional == {"gunicorn", "psycopg", "psycopg-binary"}
    refs = [part["bom-ref"] for part in bom["components"]]
    [site] = [line for line in bom["dependencies"] if line["ref"] == "euchre-director"]
    assert sorted(site["dependsOn"]) == sorted(refs)
    assert len(refs) == len(set(refs))
    assert release.bill_of_materials("0.2.0", at, hall, hosted) == text


def test_what_lies_in_the_repository_is_in_the_list_with_its_version(release):
    [css] = ROOT.glob("tournament/static/**/bootstrap*.css")
    assert f"v{release.IN_REPOSITORY['bootstrap']}" in css.read_text(encoding="utf-8")[:300]
    [origin] = ROOT.glob("tournament/static/**/ORIGIN.txt")  # of the typeface
    [typeface] = set(release.IN_REPOSITORY) - {"bootstrap"}
    assert f"{typeface} {release.IN_REPOSITORY[typeface]}:" in origin.read_text(encoding="utf-8")


def test_a_version_without_its_part_of_the_changelog_is_no_release(release):
    changelog = "# Changelog\n\n## Unreleased\n- new\n\n## 0.1.0 – 2026-10-01\n- first\n"
    assert release.changes_of("0.1.0", changelog) == (datetime(2026, 10, 1, tzinfo=UTC), "- first\n")
    with pytest.raises(release.NotReady, match=r"no section “## 0\.2\.0"):
        release.changes_of("0.2.0", changelog)


def test_a_wheel_that_comes_out_differently_the_second_time_is_no_release(release, monkeypatch, tmp_path):
    built = []

    def build(into):
        built.append(into)
        path = into / "euchre_director-0.2.0-py3-none-any.whl"
        path.write_bytes(b"%d" % len(built))
        return path

    monkeypatch.setattr(release, "build_wheel", build)
    with pytest.raises(release.NotReady, match="different bytes"):
        release.build_wheel_twice(tmp_path)
    assert len(built) == 2


def test_every_file_of_a_release_has_its_hash(release, tmp_path):
    (tmp_path / "locked").mkdir()
    (tmp_path / "locked" / "requirements.txt").write_bytes(b"")
    (tmp_path / "VERSION").write_bytes(b"0.2.0\n")
    nothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    first, second = release.sums(tmp_path).splitlines()
    assert first.endswith("  VERSION")
    assert second == f"{nothing}  locked/requirements.txt"
