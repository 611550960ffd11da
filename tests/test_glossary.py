"""The names of modules, template folders and tests, held against `docs/glossary.md`."""

import ast
import re
from collections import defaultdict
from pathlib import Path

import pytest

from tests.helpers.every import every

ROOT = Path(__file__).resolve().parent.parent
# A floor, by its name in the glossary, and the folders of modules on it.
FLOORS = {
    floor: [f"tournament/{floor}"]
    for floor in ("models", "state", "services", "reports", "forms", "web", "views")
} | {"printing": ["tournament/printing", "tournament/printing/kinds"]}


def table_under(heading: str) -> dict[str, list[str]]:
    """The names in the last column of the table under a heading of the glossary, by its first column."""
    page = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    section = re.split(r"\n#+ ", page.split(f"# {heading}\n", 1)[1])[0]
    rows = [line.strip("|").split("|") for line in section.splitlines() if line.startswith("|")]
    return {row[0].strip(" `"): re.findall(r"`([^`]+)`", row[-1]) for row in rows[2:]}


def names_in_use() -> dict[tuple[str, str], str]:
    """Every file that needs a subject, by its floor and its name."""
    files = {}
    for floor, folders in FLOORS.items():
        modules = [path for folder in folders for path in (ROOT / folder).glob("*.py")]
        tests = (ROOT / "tests" / floor).glob("test_*.py")
        files |= {(floor, path.stem): path for path in modules if path.stem != "__init__"}
        files |= {(floor, path.stem.removeprefix("test_")): path for path in tests}
    folders = (path for path in (ROOT / "templates").iterdir() if path.is_dir())
    files |= {("templates", path.name): path for path in folders}
    return {key: str(path.relative_to(ROOT)) for key, path in files.items()}


USED = names_in_use()
SUBJECTS = table_under("Subjects")
PARTS = table_under("Parts that are no floor")


@every(USED)
def test_every_name_belongs_to_one_subject(used):
    floor, name = used
    exactly = [subject for subject, names in SUBJECTS.items() if f"{floor}/{name}" in names]
    anywhere = [subject for subject, names in SUBJECTS.items() if name in names]
    owners = exactly or anywhere
    assert len(owners) == 1, f"{USED[floor, name]}: the glossary gives this name to {owners or 'no subject'}"


def test_the_glossary_names_nothing_that_is_gone():
    used = {name for _floor, name in USED} | {f"{floor}/{name}" for floor, name in USED}
    listed = {name for names in SUBJECTS.values() for name in names}
    assert listed - used == set()


@pytest.mark.parametrize("part", PARTS)
def test_every_test_of_a_part_is_named_after_a_module_or_in_the_glossary(part):
    sources = [path for package in ("scoring", "tournament") for path in (ROOT / package).rglob("*")]
    modules = {path.stem for path in sources if part in path.parts and path.suffix in {".py", ""}}
    known = modules | set(PARTS[part])
    if part == "e2e":
        known |= {name for names in SUBJECTS.values() for name in names}
    tests = {path.stem.removeprefix("test_") for path in (ROOT / "tests" / part).glob("test_*.py")}
    assert tests - known == set()
    assert set(PARTS[part]) - tests == set(), "the glossary names tests that are gone"


def test_every_folder_of_tests_is_a_floor_or_a_part():
    folders = {path.parent.name for path in (ROOT / "tests").glob("*/test_*.py")}
    assert folders <= set(FLOORS) | set(PARTS) | {"referee"}


def test_no_two_public_classes_share_a_name():
    places = defaultdict(list)
    for path in sorted((ROOT / "tournament").rglob("*.py")):
        if "migrations" in path.parts or path.parent.name == "commands":  # Django asks for their names
            continue
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append(str(path.relative_to(ROOT)))
    shared = {name: paths for name, paths in places.items() if len(paths) > 1}
    assert shared == {}
