"""The budget of lines: each figure may only fall. Who needs more takes something out and says so.

All lines count, blank ones and comments too; migrations do not. Whoever lowers a figure lowers it here.
"""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


def modules(folder: str) -> list[Path]:
    return [path for path in (ROOT / folder).rglob("*.py") if "migrations" not in path.parts]


def lines(paths) -> int:
    return sum(path.read_text(encoding="utf-8").count("\n") for path in paths)


REQUIREMENTS = (ROOT / "requirements.txt").read_text(encoding="utf-8")
ASKED = REQUIREMENTS.partition("# What those bring")[0]
ROTATION = modules("tournament/rotation")
COUNTED = {
    "the site": lambda: lines(path for path in modules("tournament") if path not in ROTATION),
    "the rotation": lambda: lines(ROTATION),
    "the rules": lambda: lines(modules("scoring")),
    "the templates": lambda: lines(path for path in (ROOT / "templates").rglob("*") if path.is_file()),
    "the tests": lambda: lines(modules("tests")),
    "modules": lambda: sum(path.name != "__init__.py" for path in modules("tournament") + modules("scoring")),
    "libraries asked for by name": lambda: len(re.findall(r"^[A-Za-z]", ASKED, re.MULTILINE)),
}
MOST = {
    "the site": 55_182,
    "the rotation": 5_828,
    "the rules": 8_220,
    "the templates": 14_265,
    "the tests": 61_931,
    "modules": 324,
    "libraries asked for by name": 12,
}


@pytest.mark.parametrize("what", COUNTED)
def test_it_may_only_fall(what):
    assert COUNTED[what]() <= MOST[what]
