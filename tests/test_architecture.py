"""The structure of the house, held by tests: who may import whom."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.helpers.every import every

ROOT = Path(__file__).resolve().parent.parent

# Lowest first. A module may import its own part and the parts below it, never one above or beside it.
LAYERS: tuple[tuple[str, ...], ...] = (
    ("scoring",),
    ("tournament.rotation",),
    ("tournament.registry", "tournament.running", "tournament.words"),
    ("tournament.guide", "tournament.gunicorn", "tournament.icons"),
    ("tournament.models",),
    ("tournament.state",),
    ("tournament.http",),
    ("tournament.access", "tournament.services", "tournament.reports"),
    ("tournament.archive", "tournament.backup", "tournament.simulation", "tournament.templatetags"),
    ("tournament.forms", "tournament.listings", "tournament.printing"),
    ("tournament.web",),
    ("tournament.views", "tournament.management"),
    ("tournament.urls",),
)  # fmt: skip
RANK = {part: rank for rank, parts in enumerate(LAYERS) for part in parts}
SHELL = ("__main__", "settings", "apps", "wsgi", "asgi", "migrations")
OUTSIDE = tuple(f"tournament.{name}" for name in SHELL)


def part_of(module: str) -> str | None:
    """The part of the house a module lies in, None for a library or the project's outer shell."""
    for part in sorted(RANK, key=len, reverse=True):
        if module == part or module.startswith(f"{part}."):
            return part
    return None


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def imports_of(path: Path) -> Iterator[str]:
    """Every module a file imports, at its top or inside a function."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


SOURCES = sorted(path for folder in ("scoring", "tournament") for path in (ROOT / folder).rglob("*.py"))
NAMES = [module_of(path) for path in SOURCES]


@every(SOURCES)
def test_every_module_lies_in_a_part_of_the_house(path):
    module = module_of(path)
    if module != "tournament" and not module.startswith(OUTSIDE):
        assert part_of(module) is not None, f"{module} has no layer: give it one in LAYERS, or a better place"


@every(SOURCES)
def test_imports_run_one_way(path):
    here = part_of(module_of(path))
    if here is None:
        return
    for imported in imports_of(path):
        there = part_of(imported)
        if there is None or there == here:
            continue
        assert RANK[there] < RANK[here], (
            f"{module_of(path)} imports {imported}, which lies above or beside it"
        )


@every(sorted((ROOT / "scoring").rglob("*.py")))
def test_the_rules_stand_on_the_standard_library_alone(path):
    import sys

    for imported in imports_of(path):
        top = imported.split(".")[0]
        assert top == "scoring" or top in sys.stdlib_module_names, f"{path.name} imports {imported}"
        assert top not in {"time", "datetime", "os", "io", "socket", "subprocess"}, f"the rules know no {top}"


@every(sorted((ROOT / "tournament" / "rotation").rglob("*.py")))
def test_the_rotation_knows_nothing_of_django_and_only_seats_and_sentences_of_the_rules(path):
    for imported in imports_of(path):
        allowed = imported.startswith(("scoring.seats.", "scoring.sentences."))
        assert allowed or imported.split(".")[0] not in ("django", "scoring"), f"{path.name}: {imported}"


@every(SOURCES)
def test_nothing_that_is_installed_imports_the_scripts(path):
    for imported in imports_of(path):
        assert imported.split(".")[0] != "scripts", f"{module_of(path)} imports {imported}"


@every(sorted((ROOT / "tournament" / "services").rglob("*.py")))
def test_services_never_see_http(path):
    assert not any(imported.startswith("django.http") for imported in imports_of(path))


def test_no_test_imports_a_test():
    tests = ROOT / "tests"
    found = [
        path
        for path in tests.rglob("test_*.py")
        if re.search(r"^(from|import) tests\S*\.test_", path.read_text("utf-8"), re.M)
    ]
    assert found == []


def test_no_page_carries_script_or_style_of_its_own():
    for path in (ROOT / "templates").rglob("*.html"):
        if path.name == "results_page.html":
            continue  # a file to take away, which holds all that it needs
        text = path.read_text(encoding="utf-8")
        # Papers are made by WeasyPrint and shown under the same policy: their styles are files, too.
        found = re.search(r"\sstyle=|<style|\son[a-z]+=[\"']|javascript:|<script(?![^>]*\ssrc=)", text)
        assert found is None, f"{path.relative_to(ROOT)} has {found.group()!r}"
